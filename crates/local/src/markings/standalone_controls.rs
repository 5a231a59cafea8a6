//! Lines in the body of a page, away from any banner, that may be a marking: a stamped control, or a level typed below
//! a letterhead with a full stop or in lower case. Without other evidence, they go to an expert. Lines next to a level
//! are in `own_markings`.

use super::model::{Printed, Role, Zone};
use super::portions;
use super::standing::Standing;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::Category;

/// Max gap between rows of one sentence, in heights, and min words in the row above.
const WRAPPED: f32 = 2.5;
const TEXT_WORDS: usize = 5;
/// Max difference in left edge between lines of one text, in heights.
const ASIDE: f32 = 2.0;
/// Min length of a control apart from other words; shorter ones are columns of something else.
const LETTERS: usize = 5;

/// Whether a control is a separate line. Controls that are everyday words must fill the line, in capitals.
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

/// Whether a control shares a margin line with the page's level, with other words between them.
pub(super) fn is_beside(printed: &[Printed], roles: &[Role], one: &Printed) -> bool {
    let in_sentence = matches!(one.standing, Standing::Phrase | Standing::Quoted);
    let control = one.banner.level.is_none() && one.banner.capitals && !one.dependent && !one.struck;
    let mut others = printed.iter().zip(roles);
    control
        && !in_sentence
        && one.zone != Zone::Body
        && others.any(|(other, role)| *role == Role::Marking && other.banner.level.is_some() && other.line == one.line)
}

/// The loose controls that the page's markings do not show. Controls that are everyday words count only beside a
/// classified level.
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

/// Whether a level that ends with a full stop, or is in lower case, may be typed on the page as its marking.
pub(super) fn is_typed(grammar: &Grammar, layout: &Layout, printed: &[Printed], one: &Printed) -> bool {
    let level = one.banner.level.as_deref();
    let classified = level.is_some_and(|level| grammar.vocabulary().is_classified(level));
    let whole = matches!(one.standing, Standing::Alone | Standing::Prominent);
    if !(classified && whole && one.zone == Zone::Body) || one.struck || one.banner.unowned || one.levels_on_line > 1 {
        return false;
    }
    let ends_sentence = one.text.ends_with(['.', ',', ';']);
    let fits = one.banner.capitals && ends_sentence || !one.banner.capitals && is_titled(&one.text);
    // Several levels on separate lines are headings.
    let headings = || {
        let mut others = printed.iter().filter(|other| other.banner.level.is_some());
        others.any(|other| other.standing == one.standing && other.banner.level.as_deref() != level)
    };
    fits && !goes_on(layout, one) && !headings()
}

/// Whether a line begins with a level as part of a caption: `CUI Category: CTI`.
pub(super) fn is_block(grammar: &Grammar, layout: &Layout, one: &Printed) -> bool {
    const CAPTION: usize = 3;
    let level = one.banner.level.as_deref();
    let unclassified = level.is_some_and(|level| !grammar.vocabulary().is_classified(level) && level == one.text);
    let behind = one.line.iter().skip(one.banner.words.1).take(CAPTION);
    let mut behind = behind.map(|word| layout.word(*word).text.as_str());
    unclassified && one.banner.words.0 == 0 && one.banner.capitals && behind.any(|text| text.ends_with(':'))
}

/// Whether every word begins with a capital letter.
fn is_titled(text: &str) -> bool {
    text.split(' ').all(|word| word.starts_with(char::is_uppercase))
}

/// Whether a line continues the sentence of the row above.
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
