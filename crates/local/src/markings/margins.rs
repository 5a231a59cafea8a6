//! Levels in headers and footers that share their line with other words: a page number, `Draft`, the level repeated.
//! Levels alone on their line, or apart, are in `own_markings`.

use super::model::{Printed, Role, Zone};
use super::standing::{Standing, plain};
use super::{model, standing};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;

/// Max words beside the level in a header; a sentence has more.
const MOST_BESIDE: usize = 8;
/// Number of different levels on one line that makes it a choice among them.
const CHOICE: usize = 3;
/// Min lower-case words in the line above or below for both to be running text.
const RUNNING: usize = 6;

/// A level in a margin among the words of its line.
struct Head<'p> {
    /// The markings with a level on its line, in capitals, including itself.
    levels: Vec<&'p Printed>,
    /// The other words, uppercased.
    others: String,
    /// The words before the first level and after the last one, if the line neither begins nor ends with a level.
    amid: Option<(String, String)>,
}

/// The role of a level that shares a margin line with other words; `None` if the line is not a header.
pub(super) fn role(grammar: &Grammar, layout: &Layout, printed: &[Printed], one: &Printed) -> Option<Role> {
    let head = head(layout, printed, one)?;
    if head.differs() {
        return Some(if head.amid.is_some() {
            Role::Doubtful
        } else {
            head.choice(grammar, one)
        });
    }
    let whole = |other: &&Printed| {
        let alone = matches!(other.standing, Standing::Alone | Standing::Prominent | Standing::Apart);
        other.zone == one.zone && other.banner.level.is_some() && alone && other.levels_on_line == 1
    };
    // Below a banner that is alone on its line, a line with other words means something else: `SECRET when filled in`.
    if printed.iter().any(|other| whole(&other)) {
        return Some(Role::Doubtful);
    }
    let sheets = &grammar.vocabulary().sheets;
    let takes = |text: &str| text.is_empty() || sheets.neighbours.iter().any(|known| known.takes(text));
    let amid = head.amid.as_ref();
    let known = takes(&head.others) || amid.is_some_and(|(before, behind)| takes(before) && takes(behind));
    let controlled = one.banner.slashes && !one.banner.caveats.is_empty();
    // Between other words, the same text in both margins may be a title.
    if amid.is_some() && !known && !controlled {
        return Some(Role::Doubtful);
    }
    let opposite = |other: &&Printed| {
        let margins = other.zone != one.zone && other.zone != Zone::Body;
        let stands = matches!(
            other.standing,
            Standing::Alone | Standing::Apart | Standing::Prominent | Standing::Captioned
        );
        let same = other.banner.level == one.banner.level && other.banner.capitals && !other.struck;
        margins && same && (stands || self::head(layout, printed, other).is_some_and(|head| !head.differs()))
    };
    let agreed = || printed.iter().any(|other| opposite(&other));
    Some(if known || controlled || agreed() {
        Role::Marking
    } else {
        Role::Doubtful
    })
}

/// Whether the words beside a header's level make it conditional.
pub(super) fn is_conditional(grammar: &Grammar, layout: &Layout, one: &Printed) -> bool {
    let others: Vec<usize> = one
        .line
        .iter()
        .copied()
        .filter(|word| !one.words.contains(word))
        .collect();
    let text = plain(&layout.text(&others));
    let mut conditions = grammar.vocabulary().sheets.conditions.iter();
    one.zone != Zone::Body && conditions.any(|known| known.takes(&text))
}

impl Head<'_> {
    fn differs(&self) -> bool {
        self.levels
            .iter()
            .any(|one| one.banner.level != self.levels[0].banner.level)
    }

    /// Of two different levels, the higher one marks the page until an expert decides.
    fn choice(&self, grammar: &Grammar, one: &Printed) -> Role {
        let rank = |one: &Printed| {
            one.banner
                .level
                .as_deref()
                .and_then(|level| grammar.vocabulary().rank(level))
        };
        if self.levels.iter().all(|other| rank(other) <= rank(one)) {
            Role::Marking
        } else {
            Role::Mention
        }
    }
}

/// The margin line as a header: short, with a level in capitals, neither a sentence nor a line of running text.
fn head<'p>(layout: &Layout, printed: &'p [Printed], one: &'p Printed) -> Option<Head<'p>> {
    let leveled = |other: &&Printed| other.banner.level.is_some() && other.banner.capitals && !other.dependent;
    let fits = one.zone != Zone::Body && leveled(&one) && !matches!(one.standing, Standing::Phrase | Standing::Quoted);
    if !fits || one.struck {
        return None;
    }
    let levels: Vec<&Printed> = printed
        .iter()
        .filter(leveled)
        .filter(|other| other.line == one.line)
        .collect();
    let mut names: Vec<&str> = levels.iter().filter_map(|one| one.banner.level.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let boxed = names.len() > 1 && levels.iter().any(|one| has_box(layout, one));
    let taken = |word: &usize| levels.iter().any(|one| one.words.contains(word));
    let others: Vec<usize> = one.line.iter().copied().filter(|word| !taken(word)).collect();
    let words_beside = others
        .iter()
        .filter(|word| standing::has_content(&layout.word(**word).text))
        .count();
    let at_end = one.line.first().is_some_and(taken) || one.line.last().is_some_and(taken);
    let ends_sentence = one
        .line
        .last()
        .is_some_and(|last| !taken(last) && layout.word(*last).text.ends_with(['.', '?', '!', ';', ',']));
    let fits = names.len() < CHOICE && !boxed && words_beside <= MOST_BESIDE && !ends_sentence;
    let height = layout.page.height.max(1.0);
    let outer = !(model::MARGIN * height..=(1.0 - model::MARGIN) * height).contains(&one.region.center().1);
    let amid = || {
        let first = one.line.iter().position(taken)?;
        let last = one.line.iter().rposition(taken)?;
        let text = |words: &[usize]| plain(&layout.text(words));
        Some((text(&one.line[..first]), text(&one.line[last + 1..])))
    };
    (fits && (at_end || outer) && !is_running(layout, one)).then(|| Head {
        amid: if at_end { None } else { amid() },
        levels: levels.clone(),
        others: plain(&layout.text(&others)),
    })
}

/// Whether the adjacent lines are close and long enough to form running text with it.
fn is_running(layout: &Layout, one: &Printed) -> bool {
    let beside = [one.rows.0.checked_sub(1), Some(one.rows.1 + 1)];
    beside
        .into_iter()
        .flatten()
        .filter_map(|row| layout.rows.get(row))
        .any(|row| {
            let gap = (row.region.y - one.region.bottom()).max(one.region.y - row.region.bottom());
            let small = row
                .words
                .iter()
                .filter(|word| layout.word(**word).text.chars().any(char::is_lowercase));
            gap < lines_apart(one) && small.count() >= RUNNING
        })
}

fn lines_apart(one: &Printed) -> f32 {
    super::portions::PARAGRAPH * one.region.height
}

/// Whether a check box is right before a printed level.
pub(super) fn has_box(layout: &Layout, printed: &Printed) -> bool {
    let region = &printed.region;
    let beside = |place: &touchstone_intake::Region| {
        let gap = region.x - place.right();
        place.overlap_y(region) > 0.3 * place.height && (-1.0..2.0 * region.height.max(6.0)).contains(&gap)
    };
    let square =
        |cell: &&touchstone_intake::Region| (5.0..24.0).contains(&cell.width) && (5.0..24.0).contains(&cell.height);
    let widgets = layout
        .page
        .widgets
        .iter()
        .filter(|widget| widget.checked.is_some())
        .map(|widget| &widget.region);
    layout.page.cells.iter().filter(square).chain(widgets).any(beside)
}
