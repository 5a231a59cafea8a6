//! Which printed markings are the page's own, and which only mention a level: by zone, by how they stand on their line
//! and by what the sheet is (issue: a form caption, a check-box slip, running text). Not here: finding them.

use super::margins::has_box;
use super::model::{Printed, Role, Sheet, Zone};
use super::prints::Print;
use super::standing::{Standing, plain};
use super::{loose, margins, rolls};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;

/// A warning notice has at least so many words; fewer may be the end of a sentence.
const NOTICE_WORDS: usize = 4;
/// Controls of a line of their own stand at most so many times their height from the level they belong to.
const NEAR: f32 = 3.0;

/// The role of each printed marking. A control that stands alone next to a level's line belongs to it: `NOFORN` below
/// `SECRET`, `EYES ONLY` below that, `Caveats: NOFORN` below `CLASSIFICATION: SECRET`.
pub(super) fn roles(grammar: &Grammar, layout: &Layout, printed: &[Printed], print: Option<&Print>) -> Vec<Role> {
    let listed = rolls::of(printed);
    let of = |(one, listed): (&Printed, &bool)| {
        let mut role = role(one, *listed || has_box(layout, one));
        if *listed {
            return role;
        }
        if matches!(role, Role::Mention | Role::Doubtful) {
            role = margins::role(grammar, layout, printed, one).unwrap_or(role);
        }
        let doubt = || loose::is_typed(grammar, layout, printed, one) || loose::is_block(grammar, layout, one);
        // Headings of a site are no doubt.
        if role == Role::Mention && print.is_none() && doubt() {
            role = Role::Doubtful;
        }
        print.map_or(role, |print| print.role(one, role))
    };
    let mut roles: Vec<Role> = printed.iter().zip(&listed).map(of).collect();
    // Lines that belong to a level, from the one next to it on.
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
        if open && (loose::is_control(layout, one) || loose::is_beside(printed, &roles, one)) {
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
    // A slip to tick offers several levels, or has a square before each.
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
        // A warning notice that is written out and fills its line: `NOT RELEASABLE TO FOREIGN NATIONALS`.
        Standing::Alone if !leveled && banner.words.1 - banner.words.0 >= NOTICE_WORDS && !ends_sentence => {
            Role::Marking
        }
        // A slash with a control is no phrase of a sentence, whatever stands beside it, when it is set in capitals.
        Standing::Beside if margin && banner.slashes && !banner.caveats.is_empty() && leveled && banner.capitals => {
            Role::Marking
        }
        Standing::Apart if banner.capitals && leveled => Role::Doubtful,
        Standing::Beside if margin && banner.capitals && leveled => Role::Doubtful,
        _ => Role::Mention,
    }
}

/// Whether the captions of a page are those of a message or of a record sheet, by which of them are more.
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

/// Whether any caption of a page is that of a record sheet.
pub(super) fn has_record(grammar: &Grammar, layout: &Layout) -> bool {
    captions(layout, &grammar.vocabulary().sheets.record) > 0
}

/// With how many of some words a line begins.
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
