//! Reads colored stamps. In grayscale, a stamp across black text merges with it; a body of colored ink on a scan that no
//! words in color account for is read again without black.

use super::{stamps, unite};
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{PageFinding, PageSign, Pass, Sign};
use touchstone_intake::{InkQuery, Page, PageSource, Recipe, Region, Word};

/// Min confidence of a word that counts as read.
const SURE: f32 = 0.8;
/// Min short side of an unread body, in points, or min words under it, to raise a doubt. Signatures are smaller.
const BROAD: f32 = 90.0;
const ACROSS: usize = 3;
/// Margin around a body, in points, so that letters at its edge are whole.
const ROOM: f32 = 8.0;
/// Min letters of a word that counts as read.
const LEGIBLE: usize = 3;

const WHAT: &str = "colored ink";
const STEPS: [&str; 2] = [Recipe::COLOURED_INK, Recipe::CONTRAST];
const REASON: &str = "colored ink that the first reading does not account for: read it without the black print";

/// The finding of a page with its colored ink added. `None` if no colored ink is unread.
pub(super) async fn look(
    grammar: &Grammar,
    pages: &dyn PageSource,
    page: &Page,
    first: &PageFinding,
) -> anyhow::Result<Option<PageFinding>> {
    let bodies = pages.ink_places(page, InkQuery::Colored).await?;
    if bodies.is_empty() {
        return Ok(None);
    }
    let mut finding = PageFinding {
        pass: Pass::Enhance,
        enhance: false,
        enhancements: String::new(),
        ..first.clone()
    };
    for body in bodies.iter().take(stamps::MOST) {
        finding = with(grammar, pages, page, finding, body).await?;
    }
    if bodies.len() > stamps::MOST {
        let detail = format!("only {} of {} places with {WHAT} were read", stamps::MOST, bodies.len());
        finding = unite::doubted(finding, PageSign::new(Sign::SecondLookFailed, &detail));
    }
    Ok(Some(finding))
}

/// The finding with one body of colored ink added.
async fn with(
    grammar: &Grammar,
    pages: &dyn PageSource,
    page: &Page,
    finding: PageFinding,
    body: &Region,
) -> anyhow::Result<PageFinding> {
    let Some(region) = body.grown(ROOM).intersection(&page.region()) else {
        return Ok(finding);
    };
    let part = match stamps::part(pages, page, &region, None, &STEPS, REASON).await {
        Ok(part) => part,
        Err(failure) => return Ok(unite::failed(&finding, &failure.to_string())),
    };
    let second = stamps::look(grammar, page, &part, body);
    let read = second.marking.is_some() || part.reading.words.iter().any(is_legible);
    let finding = unite::placed(grammar, finding, second, WHAT);
    if read || !is_much(page, body) {
        return Ok(finding);
    }
    let detail = format!("{WHAT} of {:.0} x {:.0} points was not read", body.width, body.height);
    Ok(unite::doubted(finding, PageSign::new(Sign::UnreadInk, &detail)))
}

fn is_legible(word: &Word) -> bool {
    let sure = word.confidence.is_none_or(|sure| sure >= SURE);
    sure && word.text.chars().filter(|c| c.is_alphanumeric()).count() >= LEGIBLE
}

/// Whether an unread body is more than a signature or a pen line.
fn is_much(page: &Page, body: &Region) -> bool {
    let words = page.reading.words.iter();
    let across = words.filter(|word| word.region.shared_area(body) > 0.5 * word.region.area());
    body.width.min(body.height) >= BROAD || across.count() >= ACROSS
}
