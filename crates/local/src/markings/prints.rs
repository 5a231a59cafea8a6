//! Pages that a browser printed: it puts the page's title and the day above, the address below, and the site's headings stand
//! where banners stand elsewhere. Not here: what a marking is on any other page (see `verdict`).

use super::model::{Printed, Role, Zone};
use crate::page::model::Layout;
use regex::Regex;
use std::sync::LazyLock;

/// A browser prints its lines in this outermost part of a page.
const OUTERMOST: f32 = 0.07;

static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)^(?:https?|file)://|^www\.").ok());
static DAY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\d{1,2}[/.]\d{1,2}[/.]\d{2,4},?$|^\d{4}-\d{2}-\d{2},?$").ok());

/// A page with an address and a day at its outermost edges.
pub(super) struct Print {
    /// Rows that the browser added.
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

    /// What a printed level is here. A title or heading in small letters is none of the page's; one in capitals on the
    /// browser's own line is looked at by a person. Controls behind a slash are no title, and stay what they are.
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

    /// Whether nothing but headings of the text show a level: a site writes them as it likes.
    pub(super) fn only_headings(own: &[&Printed]) -> bool {
        let mut leveled = own.iter().filter(|one| one.banner.level.is_some());
        leveled.all(|one| one.zone == Zone::Body)
    }
}
