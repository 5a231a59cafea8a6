//! Detects ticks on slips that offer several levels. A ticked level may be that of the sheet and of what it covers, so
//! it goes to an expert. Levels printed as markings are in `own_markings`.

use super::model::Printed;
use super::{level_lists, lines, margins, unite};
use crate::page::model::Layout;
use crate::squares::find;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{PageFinding, PageSign, Sign};
use touchstone_intake::{Page, PageSource, Region, Word};

/// Max distance of a mark from its level, in heights.
const NEAR: f32 = 2.5;
/// Marks typed before a level to choose it. Bullets are excluded: they precede every line of a list.
const MARKS: [&str; 12] = ["X", "x", "✓", "✔", "✗", "✘", "☑", "☒", "[X]", "[x]", "(X)", "(x)"];
/// Size of the areas around a listed level that may hold a mark, in heights: before and after it, and above and below.
const BEFORE: f32 = 2.4;
const EDGE: f32 = 0.5;
/// Min excess dark share of an area over the same area of the other levels.
const DARKER: f32 = 0.06;

/// The finding, with a doubt if a level is ticked.
pub(super) async fn check(grammar: &Grammar, pages: &dyn PageSource, page: &Page, finding: PageFinding) -> PageFinding {
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
    let listed = level_lists::of(&lines.printed);
    let (mut offered, mut list): (Vec<&Printed>, Vec<&Printed>) = (Vec::new(), Vec::new());
    for (one, listed) in lines
        .printed
        .iter()
        .zip(listed)
        .filter(|(one, _)| one.banner.level.is_some())
    {
        if listed {
            list.push(one);
        }
        if listed || one.levels_on_line > 1 || margins::has_box(&layout, one) {
            offered.push(one);
        }
    }
    if offered.is_empty() {
        return finding;
    }
    let ticked = match ticked(pages, &layout, &offered).await {
        Ok(None) => marked(pages, &layout, &list).await,
        found => found,
    };
    match ticked {
        Ok(None) => finding,
        Ok(Some(level)) => {
            let detail = format!("a mark is beside `{}` in a list of levels to tick", level.text);
            unite::doubted(finding, PageSign::new(Sign::TickedLevel, &detail))
        }
        Err(error) => {
            let detail = format!("could not see whether a level is ticked: {error:#}");
            unite::doubted(finding, PageSign::new(Sign::SecondLookFailed, &detail))
        }
    }
}

/// The first level with a mark beside it: typed, from an interactive form field, or ink in a check box.
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
    // `_X_` is an X on a blank before a level.
    let mut typed = words.filter(|word| MARKS.contains(&word.text.trim_matches('_')));
    if let Some(level) = typed.find_map(|word| beside(&word.region)) {
        return Ok(Some(level));
    }
    let whole = layout.page.region();
    let mut drawn: Vec<(&Printed, Region)> = Vec::new();
    for square in find::squares(layout, &whole) {
        match (beside(&square.region), square.on) {
            (Some(level), Some(true)) => return Ok(Some(level)),
            (Some(level), None) => drawn.push((level, square.region)),
            _ => {}
        }
    }
    let places: Vec<Region> = drawn.iter().map(|(_, place)| *place).collect();
    let samples = pages.ink_samples(&layout.page, places, false).await?;
    let mut drawn = drawn.iter().zip(samples);
    Ok(drawn.find_map(|((level, _), sample)| sample.is_marked().then_some(*level)))
}

/// The listed level with more ink around it than the others: a tick that hides its check box, or a ring.
async fn marked<'p>(
    pages: &dyn PageSource,
    layout: &Layout<'_>,
    list: &[&'p Printed],
) -> anyhow::Result<Option<&'p Printed>> {
    let page = layout.page.region();
    let places: Vec<Region> = list.iter().flat_map(|one| around(&one.region)).collect();
    let shown = |place: &Region| place.intersection(&page).unwrap_or(Region { height: 0.0, ..*place });
    let places: Vec<Region> = places.iter().map(shown).collect();
    if list.is_empty() || places.iter().any(|place| place.area() <= 0.0) {
        return Ok(None);
    }
    let samples = pages.ink_samples(&layout.page, places, false).await?;
    let shares: Vec<f32> = samples.iter().map(|sample| sample.dark).collect();
    Ok(stands_out(&shares).map(|at| list[at]))
}

/// The areas before, after, above and below a level.
fn around(level: &Region) -> [Region; 4] {
    let (side, edge) = (BEFORE * level.height, EDGE * level.height);
    [
        Region {
            x: level.x - side - 1.0,
            width: side,
            ..*level
        },
        Region {
            x: level.right() + 1.0,
            width: side,
            ..*level
        },
        Region {
            y: level.y - edge,
            height: edge,
            ..*level
        },
        Region {
            y: level.bottom(),
            height: edge,
            ..*level
        },
    ]
}

/// Index of the level with an area much darker than the same area of most others. `shares` holds the dark shares of
/// four areas per level.
fn stands_out(shares: &[f32]) -> Option<usize> {
    let sides = around(&Region::whole(1, 1.0, 1.0)).len();
    let count = shares.len() / sides;
    let usual = |side: usize| {
        let mut all: Vec<f32> = (0..count).map(|at| shares[at * sides + side]).collect();
        all.sort_by(f32::total_cmp);
        all.get((count.saturating_sub(1)) / 2).copied().unwrap_or(0.0)
    };
    let beyond = |at: usize| {
        let apart = (0..sides).map(|side| shares[at * sides + side] - usual(side));
        apart.fold(0.0, f32::max)
    };
    let most = (0..count).max_by(|one, other| beyond(*one).total_cmp(&beyond(*other)))?;
    (beyond(most) > DARKER).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::stands_out;

    #[test]
    fn a_mark_stands_out_among_empty_squares_and_words() {
        let row = |before: f32, above: f32| [before, 0.0, above, 0.01];
        let shares = |rows: [[f32; 4]; 3]| stands_out(&rows.concat());
        assert_eq!(shares([row(0.1, 0.0), row(0.11, 0.0), row(0.1, 0.01)]), None);
        assert_eq!(
            shares([row(0.1, 0.0), row(0.24, 0.0), row(0.1, 0.0)]),
            Some(1),
            "a tick"
        );
        assert_eq!(
            shares([row(0.1, 0.0), row(0.1, 0.0), row(0.1, 0.15)]),
            Some(2),
            "a ring"
        );
    }
}
