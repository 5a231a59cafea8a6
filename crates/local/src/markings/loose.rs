//! What stands on a line of its own in the body of a page, away from any banner: a control that a stamp set there, a level typed
//! below a letterhead with a full stop or in small letters. Nothing else speaks for or against it, so that a person is asked.
//! Not here: lines next to a level (see `verdict`).

use super::model::{Printed, Role, Zone};
use super::portions;
use super::standing::Standing;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::Category;

/// Rows of one sentence are at most so many times their height apart, and the one above has so many words.
const WRAPPED: f32 = 2.5;
const TEXT_WORDS: usize = 5;
/// Lines of one text begin so many times their height below each other.
const ASIDE: f32 = 2.0;
/// Shorter words that stand apart from others are columns of something else.
const LETTERS: usize = 5;

/// Whether a control is a line of its own. Words of everyday language need all of their line, and capitals.
pub(super) fn is_control(layout: &Layout, one: &Printed) -> bool {
    if one.banner.level.is_some() || one.struck || one.banner.caveats.is_empty() {
        return false;
    }
    let whole = matches!(
        one.standing,
        Standing::Alone | Standing::Prominent | Standing::Captioned
    );
    if one.dependent || one.banner.capitals {
        let apart = one.standing == Standing::Apart && !one.dependent && one.text.len() >= LETTERS;
        return one.banner.capitals && (whole || apart);
    }
    whole && is_titled(&one.text) && !goes_on(layout, one)
}

/// Whether a control shares the line of a margin with the level of the page, other words between them.
pub(super) fn is_beside(printed: &[Printed], roles: &[Role], one: &Printed) -> bool {
    let spoken = matches!(one.standing, Standing::Phrase | Standing::Quoted);
    let control = one.banner.level.is_none() && one.banner.capitals && !one.dependent && !one.struck;
    let mut others = printed.iter().zip(roles);
    control
        && !spoken
        && one.zone != Zone::Body
        && others.any(|(other, role)| *role == Role::Marking && other.banner.level.is_some() && other.line == one.line)
}

/// The controls among these that the page's markings do not show. Those that are words of everyday language say something
/// beside a classified level only.
pub(super) fn unshown<'p>(grammar: &Grammar, roles: &[(Role, &'p Printed)], own: &[&Printed]) -> Vec<&'p Printed> {
    let vocabulary = grammar.vocabulary();
    let classified = own
        .iter()
        .filter_map(|one| one.banner.level.as_deref())
        .any(|level| vocabulary.is_classified(level));
    let shown = |name: &String| {
        let mut known = own.iter().flat_map(|one| &one.banner.caveats);
        known.any(|known| known == name || known.starts_with(&format!("{name}-")))
    };
    let of_paper = |name: &String| {
        let category = grammar.control(name).map(|control| control.category);
        !matches!(category, Some(Category::Cui | Category::Declassification) | None)
    };
    let counts = |one: &&Printed| {
        let names = &one.banner.caveats;
        !names.iter().all(shown) && names.iter().all(of_paper) && (!one.dependent || classified)
    };
    let loose = roles.iter().filter(|(role, _)| *role == Role::Loose);
    loose.map(|(_, one)| *one).filter(counts).collect()
}

/// Whether a level that ends with a full stop, or is set in small letters, may be typed on the page as its marking.
pub(super) fn is_typed(grammar: &Grammar, layout: &Layout, printed: &[Printed], one: &Printed) -> bool {
    let level = one.banner.level.as_deref();
    let classified = level.is_some_and(|level| grammar.vocabulary().is_classified(level));
    let whole = matches!(one.standing, Standing::Alone | Standing::Prominent);
    if !(classified && whole && one.zone == Zone::Body) || one.struck || one.banner.unowned || one.levels_on_line > 1 {
        return false;
    }
    let ends_sentence = one.text.ends_with(['.', ',', ';']);
    let fits = one.banner.capitals && ends_sentence || !one.banner.capitals && is_titled(&one.text);
    // Several levels on lines of their own are headings of what is said of each.
    let headings = || {
        let mut others = printed.iter().filter(|other| other.banner.level.is_some());
        others.any(|other| other.standing == one.standing && other.banner.level.as_deref() != level)
    };
    fits && !goes_on(layout, one) && !headings()
}

/// Whether a line begins with the name of a level and says what about it: `CUI Category: CTI`.
pub(super) fn is_block(grammar: &Grammar, layout: &Layout, one: &Printed) -> bool {
    const CAPTION: usize = 3;
    let level = one.banner.level.as_deref();
    let unclassified = level.is_some_and(|level| !grammar.vocabulary().is_classified(level) && level == one.text);
    let behind = one.line.iter().skip(one.banner.words.1).take(CAPTION);
    let mut behind = behind.map(|word| layout.word(*word).text.as_str());
    unclassified && one.banner.words.0 == 0 && one.banner.capitals && behind.any(|text| text.ends_with(':'))
}

/// Whether every word of a text begins with a capital letter.
fn is_titled(text: &str) -> bool {
    text.split(' ').all(|word| word.starts_with(char::is_uppercase))
}

/// Whether a line goes on with the sentence of the row above it.
fn goes_on(layout: &Layout, one: &Printed) -> bool {
    let above = one.rows.0.checked_sub(1).and_then(|above| layout.rows.get(above));
    let runs = above.is_some_and(|above| {
        let ends = |text: &str| text.ends_with(['.', ':', ';', '!', '?']);
        let ended = above.words.last().is_none_or(|last| ends(&layout.word(*last).text));
        let near = one.region.y - above.region.bottom() < WRAPPED * one.region.height;
        let aligned = (above.region.x - one.region.x).abs() < ASIDE * one.region.height;
        near && aligned && !ended && above.words.len() >= TEXT_WORDS
    });
    runs || !portions::begins_paragraph(layout, one.rows.0)
}
