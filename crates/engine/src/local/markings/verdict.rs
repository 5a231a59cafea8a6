//! Which printed markings are the page's own, and which only mention a level: by zone, by what stands beside them, by
//! captions and by the row they stand in (issue: a form caption, a check-box slip, running text). Not here: finding them.

use super::lines::{Printed, Zone};

/// What a printed marking is to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Marking,
    /// The value of a caption such as `CLASSIFICATION:`; the page's marking when it has no other.
    Captioned,
    Mention,
    Cancelled,
}

pub(super) fn role(printed: &Printed, boxes_beside: bool) -> Role {
    let banner = &printed.banner;
    if printed.struck {
        return Role::Cancelled;
    }
    // A slip to tick offers several levels, or has a square before each.
    if printed.levels_on_line > 1 || boxes_beside {
        return Role::Mention;
    }
    if printed.after_caption {
        return if banner.level.is_some() {
            Role::Captioned
        } else {
            Role::Mention
        };
    }
    let margin = printed.zone != Zone::Body;
    // A slash with a control is no phrase of a sentence, whatever stands beside it, when it is set in capitals.
    let composed = banner.slashes && !banner.caveats.is_empty() && banner.level.is_some() && banner.capitals;
    let alone = !printed.beside && (margin || banner.capitals && banner.level.is_some());
    if alone || margin && composed {
        Role::Marking
    } else {
        Role::Mention
    }
}
