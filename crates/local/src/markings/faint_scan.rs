//! Reads faint markings on scans. The margins, and pale letters elsewhere, are stretched to full contrast: a stamp
//! beside black text may be too faded to show in a rendering of the whole page, and watermarks are pale by design.

use super::page_marking::UNSURE;
use super::stamps::Places;
use super::{model, stamps, unite};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{PageFinding, PageSign, Sign};
use touchstone_intake::{InkQuery, Page, PageSource, Recipe, Region, Word};

/// Min height of a strip that can hold a line of print, in points.
const LOWEST: f32 = 10.0;
/// Share of the page height, from each end, where a banner counts as header or footer.
const END: f32 = 0.25;
/// Min capitals in a word of a banner.
const CAPITALS: usize = 4;

const STRETCHED: [&str; 2] = [Recipe::FINE, Recipe::CONTRAST];
const STRIP: Places = Places {
    what: "margins stretched to black and white",
    enhancements: &STRETCHED,
    room: 0.0,
    doubtful: |_| false,
    turns: false,
};
const PRINT: Places = Places {
    what: "faint print in a margin",
    enhancements: &STRETCHED,
    room: 4.0,
    doubtful: |_| true,
    turns: false,
};

const PALE: Places = Places {
    what: "pale letters",
    enhancements: &STRETCHED,
    room: 4.0,
    doubtful: |_| true,
    turns: false,
};

/// Looks at the margins and pale letters of a page with contrast stretched.
pub(super) async fn look(grammar: &Grammar, pages: &dyn PageSource, page: &Page, base: &PageFinding) -> PageFinding {
    let mut finding = with_faint(grammar, pages, page, base, &margins(page)).await;
    if finding.marking.is_none() && !unite::has_failed(&finding) {
        finding = with_pale(grammar, pages, page, &finding).await.unwrap_or(finding);
    }
    if let Some(absence) = &mut finding.absence
        && !absence.enhancements.iter().any(|known| known == Recipe::CONTRAST)
    {
        absence.enhancements.push(Recipe::CONTRAST.to_owned());
    }
    finding
}

/// The finding with faint print in these parts of the page added.
async fn with_faint(
    grammar: &Grammar,
    pages: &dyn PageSource,
    page: &Page,
    base: &PageFinding,
    parts: &[Region],
) -> PageFinding {
    let print = match pages.ink_places(page, InkQuery::Faint { parts: parts.to_vec() }).await {
        Ok(print) => print,
        Err(failure) => return unite::failed(base, &failure.to_string()),
    };
    let finding = stamps::read(grammar, pages, page, base, &strips(page, parts), &STRIP).await;
    // A separate place is stretched further than the strip around it.
    if finding.marking != base.marking || unite::has_failed(&finding) || print.is_empty() {
        return finding;
    }
    stamps::read(grammar, pages, page, &finding, &print, &PRINT).await
}

/// The finding with pale letters added, if there are any. A page that bears a marking is searched too: a watermark may
/// be higher than the banner.
pub(super) async fn with_pale(
    grammar: &Grammar,
    pages: &dyn PageSource,
    page: &Page,
    base: &PageFinding,
) -> Option<PageFinding> {
    match pages.ink_places(page, InkQuery::Pale).await {
        Ok(pale) if pale.is_empty() => None,
        Ok(pale) => Some(stamps::read(grammar, pages, page, base, &pale, &PALE).await),
        Err(failure) => Some(unite::failed(base, &failure.to_string())),
    }
}

/// For a page with a banner at one end only, looks at the other end with contrast stretched: faded print may be a
/// control that the banner lacks. Print that stays unread raises a doubt.
pub(super) async fn at_other_end(
    grammar: &Grammar,
    pages: &dyn PageSource,
    page: &Page,
    base: &PageFinding,
) -> Option<PageFinding> {
    let end = bare_end(page, base)?;
    let mut finding = with_faint(grammar, pages, page, base, &[end]).await;
    if let Some(word) = page.reading.words.iter().find(|word| is_unsure(word, &end)) {
        let detail = format!(
            "a banner is at one end of the page only, and `{}` at the other was hard to read",
            word.text
        );
        finding = unite::doubted(finding, PageSign::new(Sign::UnreadInk, &detail));
    }
    Some(finding)
}

/// The end of a page without a banner, if the other end has one.
fn bare_end(page: &Page, finding: &PageFinding) -> Option<Region> {
    let places = finding.evidence.iter().flat_map(|piece| &piece.regions);
    let shown: Vec<f32> = places.map(|place| place.center().1 / page.height.max(1.0)).collect();
    let [head, foot] = margins(page);
    match (shown.iter().any(|at| *at < END), shown.iter().any(|at| *at > 1.0 - END)) {
        (true, false) => Some(foot),
        (false, true) => Some(head),
        _ => None,
    }
}

/// Whether a word in capitals was read unsurely.
fn is_unsure(word: &Word, place: &Region) -> bool {
    let letters = || word.text.chars().filter(|c| c.is_alphabetic());
    let capitals = letters().count() >= CAPITALS && letters().all(char::is_uppercase);
    capitals && place.holds(&word.region) && word.min_char_confidence.is_some_and(|least| least < UNSURE)
}

/// The top and bottom margins of a page.
fn margins(page: &Page) -> [Region; 2] {
    let whole = page.region();
    let height = model::MARGIN * page.height;
    [0.0, page.height - height].map(|y| Region { y, height, ..whole })
}

/// Strips of the margins between printed rows: black print in a strip would remain its darkest part.
fn strips(page: &Page, margins: &[Region]) -> Vec<Region> {
    let layout = Layout::new(page);
    let mut strips = Vec::new();
    for margin in margins {
        let mut rows: Vec<&Region> = layout.rows.iter().map(|row| &row.region).collect();
        rows.retain(|row| row.bottom() > margin.y && row.y < margin.bottom());
        rows.sort_by(|one, other| one.y.total_cmp(&other.y));
        let mut from = margin.y;
        let ends = rows
            .iter()
            .map(|row| (row.y, row.bottom()))
            .chain([(margin.bottom(), margin.bottom())]);
        for (top, bottom) in ends {
            if top - from >= LOWEST {
                strips.push(Region {
                    y: from,
                    height: top - from,
                    ..*margin
                });
            }
            from = from.max(bottom);
        }
    }
    // The tallest strips are the most useful, and few are read per page.
    strips.sort_by(|one, other| other.height.total_cmp(&one.height));
    strips.truncate(stamps::MOST);
    strips
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::{Reading, TextSource};

    fn scan(words: &[(&str, f32, f32)]) -> Page {
        let words = words.iter().map(|(text, x, y)| Word {
            confidence: Some(0.99),
            min_char_confidence: Some(0.99),
            ..Word::typed(
                *text,
                Region {
                    page: 1,
                    x: *x,
                    y: *y,
                    width: 60.0,
                    height: 12.0,
                },
                11.0,
            )
        });
        let reading = Reading {
            words: words.collect(),
            ..Reading::empty()
        };
        let mut page = Page::letter(1, reading);
        page.text_source = TextSource::Ocr;
        page
    }

    #[test]
    fn strips_leave_out_the_rows_of_a_margin() {
        let page = scan(&[("head", 72.0, 40.0), ("body", 72.0, 300.0)]);
        let strips = strips(&page, &margins(&page));
        let places: Vec<(i32, i32)> = strips
            .iter()
            .map(|strip| (strip.y as i32, strip.bottom() as i32))
            .collect();
        assert_eq!(places, [(681, 792), (52, 110), (0, 40)]);
    }
}
