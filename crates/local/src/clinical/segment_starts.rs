//! Signs that each page begins a segment, from the edges of the page and of the one before, and their log-odds by the
//! pack's weights. `sequence` combines them with the kinds of pages.

use super::page::PageLook;
use super::page_pairs::Pair;
use touchstone_core::people::{in_one_row, is_block, same_places};
use touchstone_core::record::{StartSign, StartWeights};
use touchstone_core::text::likeness::same_words;
use touchstone_core::text::page_count::Count;
use touchstone_core::text::page_runs::{disordered, follows, without_chart};

/// A rule rather than evidence.
const BLANK: f64 = -30.0;
/// Shares of the page height: a page filled less is short, and one filled more is full.
const SHORT: f32 = 0.6;
const FULL: f32 = 0.86;
/// Max words of a page with only a logo, an address or a signature.
const FEW_WORDS: usize = 25;

/// What the signs say of one page.
#[derive(Debug, Clone, Default)]
pub(super) struct Start {
    pub signs: Vec<StartSign>,
    /// Log-odds that the page begins a segment.
    pub odds: f64,
}

/// The first page always begins a segment. A blank page goes with the page before, as its back or a separator. The page
/// after it is compared with the last page that has content. Leading blank pages go with the first page.
pub(super) fn between(weights: &StartWeights, looks: &[PageLook]) -> Vec<Start> {
    let all: Vec<_> = looks
        .iter()
        .map(|look| (look.number, look.edges.counts.clone()))
        .collect();
    let (all, chart) = without_chart(&all);
    let (written, own): (Vec<&PageLook>, Vec<Vec<Count>>) =
        looks.iter().zip(all).filter(|(look, _)| !look.is_blank()).unzip();
    let disordered = disordered(&own);
    let counts = Counts { own, disordered, chart };
    let blank = Start {
        signs: Vec::new(),
        odds: BLANK,
    };
    let mut starts = vec![blank; looks.len()];
    for (place, page) in written.iter().enumerate().skip(1) {
        let signs = signs(&written, place, &counts);
        let odds = weights.odds(&signs);
        starts[page.number as usize - 1] = Start { signs, odds };
    }
    if let Some(first) = starts.first_mut() {
        first.odds = f64::INFINITY;
    }
    starts
}

fn signs(written: &[&PageLook], place: usize, counts: &Counts) -> Vec<StartSign> {
    use StartSign as Sign;
    let (before, page) = (written[place - 1], written[place]);
    let (edges, last) = (&page.edges, &before.edges);
    let pair = Pair::of(before, page);
    let (patient, numbers, untitled, misfiled) = (pair.patient, pair.numbers, pair.untitled, pair.misfiled);
    let title = titled(before, page, &pair);
    let unnamed = untitled || title == Some(Sign::SameTitle);
    let block = is_block(&page.stated);
    let runs = patient == Some(true) && unnamed && !pair.other_house && (!edges.opening || pair.title_left_out);
    // Text stamped on every page at the same position does not begin a segment.
    let stamped = runs && same_places(&before.stated, &page.stated);
    let moved = pair.title_left_out || !in_one_row(&before.stated);
    let running = runs && in_one_row(&page.stated) && is_block(&before.stated) && (stamped || moved);
    let bare = untitled && !edges.letterhead && page.stated.is_empty();
    let count = counts.sign(place, &pair, unnamed && follows(&last.counts, &edges.counts));
    // The text of pages in another order says nothing of where a paper begins.
    if patient != Some(false) && unnamed && !pair.other_house && same_words(&before.words, &page.words) {
        return vec![Sign::Repeated];
    }
    if count == Some(Sign::OutOfOrder) && patient != Some(false) && numbers != Some(false) && !pair.other_house {
        return vec![Sign::OutOfOrder];
    }
    let few = (1..=FEW_WORDS).contains(&page.words.len()) && bare && !edges.salutation;
    let holding = [
        (Sign::Always, true),
        (Sign::OtherNumber, numbers == Some(false)),
        (Sign::SameNumber, numbers == Some(true)),
        (Sign::OtherDay, pair.days == Some(false)),
        (Sign::SameDay, pair.days == Some(true)),
        (Sign::PatientBlock, block && !misfiled && !running && !stamped),
        (
            Sign::OtherPatient,
            block && patient == Some(false) && !misfiled && !follows(&last.counts, &edges.counts),
        ),
        (Sign::RunningHead, running),
        (Sign::Stamped, stamped),
        (Sign::OtherHouse, pair.other_house && !misfiled),
        (Sign::Letterhead, edges.letterhead && !pair.same_head),
        (Sign::SameHead, pair.same_head),
        (Sign::Opening, edges.opening && !misfiled),
        (
            Sign::OtherHeadline,
            pair.other_headline && untitled && !edges.continued && !misfiled,
        ),
        (Sign::Salutation, edges.salutation),
        (Sign::LetterGoesOn, letter_goes_on(before, page, &pair)),
        (Sign::Continued, edges.continued),
        (Sign::MidSentence, edges.mid_sentence),
        (Sign::FewWords, few),
        (Sign::Ended, last.ended),
        (Sign::ShortPage, last.filled < SHORT),
        (Sign::FullPage, last.filled > FULL),
    ];
    let held = holding.into_iter().filter_map(|(sign, holds)| holds.then_some(sign));
    held.chain(count).chain(title).collect()
}

/// Whether a letter closes that began on the page before.
fn letter_goes_on(before: &PageLook, page: &PageLook, pair: &Pair) -> bool {
    let (edges, last) = (&page.edges, &before.edges);
    let letter = last.salutation && !last.closing && edges.closing && !edges.salutation;
    letter && pair.untitled && !edges.letterhead
}

/// The counts of the pages that are not blank.
struct Counts {
    own: Vec<Vec<Count>>,
    /// Whether a page is in a run of one count out of order, and whether it is the first.
    disordered: Vec<Option<bool>>,
    chart: bool,
}

impl Counts {
    fn sign(&self, place: usize, pair: &Pair, plain: bool) -> Option<StartSign> {
        use StartSign as Sign;
        let (last, here) = (&self.own[place - 1], &self.own[place]);
        match here.first() {
            None if self.chart && plain && (pair.own_next || pair.goes_on || pair.misfiled) => {
                Some(Sign::ChartCountOfPaper)
            }
            None if self.chart => Some(Sign::ChartCount),
            None if last.iter().any(|(number, of)| *of == Some(*number)) => Some(Sign::AfterCount),
            None => None,
            Some(_) if self.disordered[place] == Some(false) => Some(Sign::OutOfOrder),
            Some(_) if self.disordered[place] == Some(true) => Some(Sign::FirstOfCount),
            Some(_) if follows(last, here) => Some(Sign::NextOfCount),
            Some((1, _)) => Some(Sign::FirstOfCount),
            Some(_) => Some(Sign::LaterOfCount),
        }
    }
}

/// A title begins a segment, unless it only repeats that of the page before, as running headers do.
fn titled(before: &PageLook, page: &PageLook, pair: &Pair) -> Option<StartSign> {
    let own = pair.title?;
    let last = &before.edges.titles;
    let repeated = last.first().is_some_and(|last| last.text == own.text);
    // Two consecutive visits have the same title, each with a patient block and an opening.
    let again = is_block(&page.stated) && page.edges.opening && page.edges.counts.is_empty();
    if own.byline.is_some() && !pair.misfiled {
        let same = last.iter().any(|last| last.byline == own.byline);
        return Some(if same {
            StartSign::SameTitle
        } else {
            StartSign::OtherByline
        });
    }
    let same = pair.own_next || pair.misfiled || repeated && !again;
    Some(if same { StartSign::SameTitle } else { StartSign::Title })
}
