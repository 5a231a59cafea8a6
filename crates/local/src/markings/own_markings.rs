//! Decides which printed markings are the page's own and which only mention a level: by zone, by standing on their line
//! and by kind of sheet (form caption, check-box slip, running text).

use super::browser_prints::Print;
use super::margins::has_box;
use super::model::{Printed, Role, Sheet, Zone};
use super::standing::{Standing, plain};
use super::{level_lists, margins, standalone_controls};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;

/// Min words in a warning notice; fewer may end a sentence.
const NOTICE_WORDS: usize = 4;
/// Max gap between a control on a separate line and the level it belongs to, in heights.
const NEAR: f32 = 3.0;

/// The role of each printed marking. A control alone on a line next to a level's line belongs to it: `NOFORN` below
/// `SECRET`, `EYES ONLY` below that, `Caveats: NOFORN` below `CLASSIFICATION: SECRET`.
pub(super) fn roles(grammar: &Grammar, layout: &Layout, printed: &[Printed], print: Option<&Print>) -> Vec<Role> {
    let listed = level_lists::of(printed);
    let of = |(one, listed): (&Printed, &bool)| {
        let mut role = role(one, *listed || has_box(layout, one));
        if *listed {
            return role;
        }
        if matches!(role, Role::Mention | Role::Doubtful) {
            role = margins::role(grammar, layout, printed, one).unwrap_or(role);
        }
        let doubt = || {
            standalone_controls::is_typed(grammar, layout, printed, one)
                || standalone_controls::is_block(grammar, layout, one)
        };
        // Site headings raise no doubt.
        if role == Role::Mention && print.is_none() && doubt() {
            role = Role::Doubtful;
        }
        print.map_or(role, |print| print.role(one, role))
    };
    let mut roles: Vec<Role> = printed.iter().zip(&listed).map(of).collect();
    // Lines that belong to a level, starting with the one next to it.
    let mut joined = vec![false; printed.len()];
    for index in 0..printed.len() {
        let one = &printed[index];
        let own_line = matches!(
            one.standing,
            Standing::Alone | Standing::Prominent | Standing::Captioned
        );
        let lone = one.banner.level.is_none() && own_line && one.banner.capitals;
        let beside = |other: &Printed| {
            let gap = (one.region.y - other.region.bottom()).max(other.region.y - one.region.bottom());
            let adjacent = other.rows.1 + 1 == one.rows.0 || one.rows.1 + 1 == other.rows.0;
            adjacent && (!one.dependent || gap < NEAR * one.region.height)
        };
        let level = (0..printed.len()).find(|&other| {
            let shown = matches!(roles[other], Role::Marking | Role::Captioned);
            let leveled = printed[other].banner.level.is_some() || joined[other];
            lone && shown && leveled && beside(&printed[other])
        });
        if let Some(level) = level {
            joined[index] = true;
            if roles[index] == Role::Mention {
                roles[index] = roles[level];
            }
        }
    }
    for (index, one) in printed.iter().enumerate() {
        let open = roles[index] == Role::Mention && !listed[index] && !joined[index];
        if open
            && (standalone_controls::is_control(layout, one) || standalone_controls::is_beside(printed, &roles, one))
        {
            roles[index] = Role::Loose;
        }
    }
    roles
}

fn role(printed: &Printed, offered: bool) -> Role {
    let banner = &printed.banner;
    if printed.dependent {
        return Role::Mention;
    }
    if printed.struck {
        return Role::Cancelled;
    }
    // A slip offers several levels, or has a check box before each.
    if printed.levels_on_line > 1 || offered {
        return Role::Mention;
    }
    let (margin, leveled) = (printed.zone != Zone::Body, banner.level.is_some());
    let ends_sentence = printed.text.ends_with(['.', ',', ';']);
    match printed.standing {
        Standing::Captioned if leveled => Role::Captioned,
        Standing::Prominent if banner.capitals && (leveled || margin) => Role::Marking,
        Standing::Alone | Standing::Apart if margin && (banner.capitals || !ends_sentence) => Role::Marking,
        Standing::Alone if banner.capitals && leveled && !ends_sentence => Role::Marking,
        // A warning notice written out on a whole line: `NOT RELEASABLE TO FOREIGN NATIONALS`.
        Standing::Alone if !leveled && banner.words.1 - banner.words.0 >= NOTICE_WORDS && !ends_sentence => {
            Role::Marking
        }
        // In capitals, a slash with a control is not part of a sentence, whatever is beside it.
        Standing::Beside if margin && banner.slashes && !banner.caveats.is_empty() && leveled && banner.capitals => {
            Role::Marking
        }
        Standing::Apart if banner.capitals && leveled => Role::Doubtful,
        Standing::Beside if margin && banner.capitals && leveled => Role::Doubtful,
        _ => Role::Mention,
    }
}

/// Whether a page is a message or a record sheet, by which captions are more numerous.
pub(super) fn sheet(grammar: &Grammar, layout: &Layout) -> Sheet {
    let sheets = &grammar.vocabulary().sheets;
    let (message, record) = (captions(layout, &sheets.message), captions(layout, &sheets.record));
    if message > 1 && message > record {
        Sheet::Message
    } else if record > 1 && record > message {
        Sheet::Record
    } else {
        Sheet::Unknown
    }
}

/// Whether the page has any caption of a record sheet.
pub(super) fn has_record(grammar: &Grammar, layout: &Layout) -> bool {
    captions(layout, &grammar.vocabulary().sheets.record) > 0
}

/// Number of the given captions that begin a text of the page.
fn captions(layout: &Layout, words: &[String]) -> usize {
    let lines: Vec<String> = layout
        .pieces
        .iter()
        .map(|piece| plain(&layout.text(&piece.words)))
        .collect();
    let begins = |known: &&String| {
        let known = plain(known);
        let mut lines = lines.iter();
        lines.any(|line| {
            line.strip_prefix(&known)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    words.iter().filter(begins).count()
}
