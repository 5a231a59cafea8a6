//! Recognizes pages printed from a browser, which adds the title and date at the top and the URL at the bottom, and
//! where site headings appear in the place of banners. Other pages are in `own_markings`.

use super::model::{Printed, Role, Zone};
use crate::page::model::Layout;
use regex::Regex;
use std::sync::LazyLock;

/// Share of the page height, from each edge, that holds the browser's lines.
const OUTERMOST: f32 = 0.07;

static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)^(?:https?|file)://|^www\.").ok());
static DAY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\d{1,2}[/.]\d{1,2}[/.]\d{2,4},?$|^\d{4}-\d{2}-\d{2},?$").ok());

/// A page with a URL and a date at its edges.
pub(super) struct Print {
    /// Rows added by the browser.
    rows: Vec<usize>,
}

impl Print {
    pub(super) fn of(layout: &Layout) -> Option<Self> {
        let height = layout.page.height.max(1.0);
        let edge = |y: f32| y < OUTERMOST * height || y > (1.0 - OUTERMOST) * height;
        let has = |pattern: &LazyLock<Option<Regex>>, words: &[usize]| {
            let text = |word: &usize| layout.word(*word).text.as_str();
            let pattern = pattern.as_ref();
            words
                .iter()
                .any(|word| pattern.is_some_and(|pattern| pattern.is_match(text(word))))
        };
        let outer = layout.rows.iter().enumerate();
        let outer = outer.filter(|(_, row)| edge(row.region.center().1));
        let (mut rows, mut address, mut day) = (Vec::new(), false, false);
        for (index, row) in outer {
            let (names, dates) = (has(&ADDRESS, &row.words), has(&DAY, &row.words));
            address |= names;
            day |= dates;
            if names || dates {
                rows.push(index);
            }
        }
        (address && day).then_some(Self { rows })
    }

    /// The role of a printed level on such a page. A title or heading in lower case is a mention; a level in capitals
    /// on the browser's line goes to an expert. A marking with controls after a slash is not a title and keeps its
    /// role.
    pub(super) fn role(&self, printed: &Printed, role: Role) -> Role {
        let banner = &printed.banner;
        if role != Role::Marking || banner.slashes || banner.level.is_none() || !banner.caveats.is_empty() {
            return role;
        }
        if !banner.capitals {
            return Role::Mention;
        }
        if self.rows.contains(&printed.rows.0) {
            return Role::Doubtful;
        }
        role
    }

    /// Whether levels appear only in headings of the body, which a site formats freely.
    pub(super) fn only_headings(own: &[&Printed]) -> bool {
        let mut leveled = own.iter().filter(|one| one.banner.level.is_some());
        leveled.all(|one| one.zone == Zone::Body)
    }
}
