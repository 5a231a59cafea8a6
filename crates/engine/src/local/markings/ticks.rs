//! Slips on which the sender ticks one of several levels: what is ticked there may be the level of the sheet and of what
//! it covers, which an expert has to see. Not here: levels that are printed as markings (see `verdict`).

use super::super::layout::Layout;
use super::super::{ink, squares};
use super::lines::{self, Printed};
use super::{unite, verdict};
use crate::grammar::Grammar;
use crate::record::{PageFinding, PageSign, Sign};
use touchstone_intake::{Page, PageSource, Region, Word};

/// Marks stand at most so many times the height of a level from it.
const NEAR: f32 = 2.5;
/// What is typed before a level to choose it. Bullets and the like stand before every line of a list.
const MARKS: [&str; 12] = ["X", "x", "✓", "✔", "✗", "✘", "☑", "☒", "[X]", "[x]", "(X)", "(x)"];

/// The finding of a look at a page, doubted where a level is ticked.
pub(super) async fn told(grammar: &Grammar, pages: &dyn PageSource, page: &Page, finding: PageFinding) -> PageFinding {
    let names = |word: &Word| {
        let levels = grammar.vocabulary().levels.iter();
        let mut spellings = levels.flat_map(|level| &level.spellings);
        spellings.any(|spelling| spelling.split(' ').next_back() == Some(word.text.as_str()))
    };
    if !page.reading.words.iter().any(names) {
        return finding;
    }
    let layout = Layout::new(page);
    let lines = lines::read(grammar, &layout);
    let offered: Vec<&Printed> = lines
        .printed
        .iter()
        .filter(|one| one.banner.level.is_some() && (one.levels_on_line > 1 || verdict::has_box(&layout, one)))
        .collect();
    if offered.is_empty() {
        return finding;
    }
    match ticked(pages, &layout, &offered).await {
        Ok(None) => finding,
        Ok(Some(level)) => {
            let detail = format!("a mark stands beside `{}` where levels are ticked", level.text);
            unite::doubted(finding, PageSign::new(Sign::TickedLevel, &detail))
        }
        Err(error) => {
            let detail = format!("whether a level is ticked could not be seen: {error:#}");
            unite::doubted(finding, PageSign::new(Sign::SecondLookFailed, &detail))
        }
    }
}

/// The first level that has a mark beside it: typed, known from a form field, or ink in a square.
async fn ticked<'p>(
    pages: &dyn PageSource,
    layout: &Layout<'_>,
    offered: &[&'p Printed],
) -> anyhow::Result<Option<&'p Printed>> {
    let beside = |place: &Region| {
        let near = |one: &&&Printed| {
            let gap = (one.region.x - place.right()).max(place.x - one.region.right());
            let height = one.region.height.max(place.height);
            place.overlap_y(&one.region) > 0.3 * place.height && gap < NEAR * height
        };
        offered.iter().find(near).copied()
    };
    let words = layout.page.reading.words.iter();
    let mut typed = words.filter(|word| MARKS.contains(&word.text.as_str()));
    if let Some(level) = typed.find_map(|word| beside(&word.region)) {
        return Ok(Some(level));
    }
    let whole = layout.page.region();
    let mut drawn: Vec<(&Printed, Region)> = Vec::new();
    for square in squares::squares(layout, &whole) {
        match (beside(&square.region), square.on) {
            (Some(level), Some(true)) => return Ok(Some(level)),
            (Some(level), None) => drawn.push((level, square.region)),
            _ => {}
        }
    }
    let places: Vec<Region> = drawn.iter().map(|(_, place)| *place).collect();
    let marked = ink::marked(pages, &whole, &places).await?;
    Ok(drawn
        .iter()
        .zip(marked)
        .find(|(_, on)| *on)
        .map(|((level, _), _)| *level))
}
