//! Log-odds that each page begins a segment, from the edges of the page and of the one before. `sequence` combines them
//! with the kinds of pages.

use super::page::PageLook;
use super::page_pairs::{Pair, SAME_HEIGHT, follows, in_one_row, patient_block, same_places};

/// Log-odds of each sign. Page counts and numbers are nearly proof; a letterhead alone is not, since a hospital uses
/// one for all documents.
const PRIOR: f64 = -0.8;
const FIRST_OF_COUNT: f64 = 4.5;
const NEXT_OF_COUNT: f64 = -5.5;
const LATER_OF_COUNT: f64 = -2.0;
const OTHER_COUNT: f64 = 2.5;
/// The page before is the last of its count, and this one has none.
const AFTER_COUNT: f64 = 2.0;
/// A count through the whole chart may be the chart's own, unless the document number stays the same too.
const CHART_COUNT: f64 = -1.2;
const CHART_COUNT_OF_PAPER: f64 = -3.2;
/// Same patient, next page count, and no sign of a new document.
const PLAINLY_ON: f64 = -1.6;
const TITLE: f64 = 3.4;
const SAME_TITLE: f64 = 0.4;
const OTHER_NUMBER: f64 = 3.0;
const SAME_NUMBER: f64 = -3.0;
const OTHER_DAY: f64 = 1.2;
const SAME_DAY: f64 = -0.8;
const PATIENT_BLOCK: f64 = 1.0;
const OTHER_PATIENT: f64 = 2.5;
const LETTERHEAD: f64 = 1.6;
/// The issuer differs by name from that of the page before.
const OTHER_HOUSE: f64 = 2.5;
const SAME_HEAD: f64 = -0.8;
const OPENING: f64 = 2.0;
/// A headline that the page before does not have.
const OTHER_HEADLINE: f64 = 1.6;
const CONTINUED: f64 = -4.0;
/// A letter closes that began on the page before, and no title or letterhead appears.
const LETTER_GOES_ON: f64 = -3.0;
const MID_SENTENCE: f64 = -2.5;
const ENDED: f64 = 1.6;
/// A section heading with nothing above it: no letterhead, patient or title.
const AMID: f64 = -2.2;
/// A running header: the patient on one row, and in a block or on the same row of the page before.
const RUNNING_HEAD: f64 = -1.6;
const SHORT_PAGE: f64 = 0.9;
const FULL_PAGE: f64 = -0.6;
/// A rule rather than evidence.
const BLANK: f64 = -30.0;

/// Log-odds that each page begins a segment; the first always does. A blank page goes with the page before, as its back
/// or a separator. The page after it is compared with the last page that has content. Leading blank pages go with the
/// first page.
pub(super) fn between(looks: &[PageLook]) -> Vec<f64> {
    let chart = chart_count(looks);
    let mut before: Option<&PageLook> = None;
    let mut evidence = Vec::new();
    for (index, page) in looks.iter().enumerate() {
        evidence.push(match before {
            _ if index == 0 => f64::INFINITY,
            Some(before) if !page.is_blank() => start(before, page, chart, looks.len()),
            _ => BLANK,
        });
        if !page.is_blank() {
            before = Some(page);
        }
    }
    evidence
}

fn start(before: &PageLook, page: &PageLook, chart: bool, total: usize) -> f64 {
    let (edges, last) = (&page.edges, &before.edges);
    let pair = Pair::of(before, page);
    let Pair {
        patient,
        same_head,
        other_house,
        misfiled,
        untitled,
        ..
    } = pair;
    let mut sum = PRIOR + counted(before, page, chart, total, &pair) + titled(before, page, &pair);
    let mut add = |holds: bool, weight: f64| {
        if holds {
            sum += weight;
        }
    };
    let numbers = pair.numbers;
    add(numbers == Some(false), OTHER_NUMBER);
    add(numbers == Some(true), SAME_NUMBER);
    add(pair.days == Some(false), OTHER_DAY);
    add(pair.days == Some(true), SAME_DAY);
    let block = patient_block(page);
    let runs = patient == Some(true) && untitled && !edges.opening && !other_house;
    let running = runs
        && in_one_row(page)
        && patient_block(before)
        && (!in_one_row(before) || same_row(before, page) && numbers != Some(false));
    // Text stamped on every page at the same position does not begin a segment.
    let stamped = runs && same_places(before, page);
    add(block && !misfiled && !running && !stamped, PATIENT_BLOCK);
    add(
        block && patient == Some(false) && !misfiled && !follows(before, page),
        OTHER_PATIENT,
    );
    add(running, RUNNING_HEAD);
    let plainly = patient == Some(true) && follows(before, page) && untitled && !edges.opening;
    add(plainly && !running && numbers != Some(false), PLAINLY_ON);
    add(other_house && !misfiled, OTHER_HOUSE);
    add(edges.letterhead && !same_head, LETTERHEAD);
    add(same_head, SAME_HEAD);
    add(edges.opening && !misfiled, OPENING);
    add(
        pair.other_headline && untitled && !edges.continued && !misfiled,
        OTHER_HEADLINE,
    );
    add(letter_goes_on(before, page, &pair), LETTER_GOES_ON);
    add(edges.continued, CONTINUED);
    add(edges.mid_sentence, MID_SENTENCE);
    let bare = untitled && !edges.letterhead && page.stated.is_empty();
    add(bare && edges.amid, AMID);
    add(last.ended, ENDED);
    add(last.filled < 0.6, SHORT_PAGE);
    add(last.filled > 0.86, FULL_PAGE);
    sum
}

/// Whether a letter closes that began on the page before.
fn letter_goes_on(before: &PageLook, page: &PageLook, pair: &Pair) -> bool {
    let (edges, last) = (&page.edges, &before.edges);
    let letter = last.salutation && !last.closing && edges.closing && !edges.salutation;
    letter && pair.untitled && !edges.letterhead
}

/// Whether page counts simply number the pages of the chart.
fn chart_count(looks: &[PageLook]) -> bool {
    let total = looks.len() as u32;
    let placed = |look: &&PageLook| {
        let mut counts = look.edges.counts.iter();
        counts.any(|(number, of)| *number == look.number && of.is_none_or(|of| of == total))
    };
    looks.len() > 1 && looks.iter().filter(placed).count() * 10 >= looks.len() * 8
}

fn counted(before: &PageLook, page: &PageLook, chart: bool, total: usize, pair: &Pair) -> f64 {
    let own = |look: &PageLook| -> Vec<(u32, Option<u32>)> {
        let all = look.edges.counts.iter().copied();
        let placed =
            |(number, of): &(u32, Option<u32>)| *number == look.number && of.is_none_or(|of| of as usize == total);
        all.filter(|count| !chart || !placed(count)).collect()
    };
    let (last, here) = (own(before), own(page));
    let pages_on = follows(before, page);
    let next = |(number, of): &(u32, Option<u32>)| last.iter().any(|(n, o)| n + 1 == *number && o == of);
    match here.first() {
        None if chart && (pair.own_next || pair.goes_on || pair.misfiled && pages_on) => CHART_COUNT_OF_PAPER,
        None if chart => CHART_COUNT,
        None if last.iter().any(|(number, of)| *of == Some(*number)) => AFTER_COUNT,
        None => 0.0,
        Some(_) if here.iter().any(next) => NEXT_OF_COUNT,
        Some((1, _)) => FIRST_OF_COUNT,
        Some((_, of)) if last.iter().any(|(_, other)| other != of) => OTHER_COUNT,
        Some(_) => LATER_OF_COUNT,
    }
}

/// A title begins a segment, unless it only repeats that of the page before, as running headers do.
fn titled(before: &PageLook, page: &PageLook, pair: &Pair) -> f64 {
    let Some(own) = pair.title else { return 0.0 };
    let repeated = before.edges.titles.first().is_some_and(|last| last.text == own.text);
    // Two consecutive visits have the same title, each with a patient block and an opening.
    let again = patient_block(page) && page.edges.opening && page.edges.counts.is_empty();
    if pair.own_next || pair.misfiled || repeated && !again {
        SAME_TITLE
    } else {
        TITLE
    }
}

/// Whether two pages state the same items about the patient on one row at the same height.
fn same_row(before: &PageLook, page: &PageLook) -> bool {
    let row = |look: &PageLook| -> Vec<usize> { look.stated.iter().map(|stated| stated.what).collect() };
    let top = |look: &PageLook| look.stated.iter().map(|stated| stated.y).fold(f32::MAX, f32::min);
    in_one_row(before) && row(before) == row(page) && (top(before) - top(page)).abs() < SAME_HEIGHT
}
