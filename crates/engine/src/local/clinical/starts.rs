//! For every page how likely it begins a paper, as log-odds from what it and the page before say at their edges. Not
//! here: what the papers are (see `sequence`, which weighs both).

use super::page::PageLook;
use crate::checks::patients::Stated;

/// Log-odds of each sign. Counts and numbers are nearly proofs; a letterhead alone is not, a hospital uses one.
const PRIOR: f64 = -0.8;
const FIRST_OF_COUNT: f64 = 4.5;
const NEXT_OF_COUNT: f64 = -5.5;
const LATER_OF_COUNT: f64 = -2.0;
const OTHER_COUNT: f64 = 2.5;
/// A count that runs through the whole document may be the chart's own, unless the paper's own number stays the same too.
const CHART_COUNT: f64 = -1.2;
const CHART_COUNT_OF_PAPER: f64 = -3.2;
/// Same patient, next count, and nothing that papers begin with.
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
const SAME_HEAD: f64 = -0.8;
const OPENING: f64 = 2.0;
/// Points by which what is stamped on two pages at one place may be off.
const SAME_HEIGHT: f32 = 6.0;
/// Something large near the top, of which nothing is known but that the page before does not say it.
const OTHER_HEADLINE: f64 = 1.6;
const CONTINUED: f64 = -4.0;
/// A letter closes that began on the page before, and nothing begins.
const LETTER_GOES_ON: f64 = -3.0;
const MID_SENTENCE: f64 = -2.5;
const ENDED: f64 = 1.6;
/// Nothing above a heading that stands amid papers: no letterhead, no patient, no title.
const AMID: f64 = -2.2;
/// The patient in one row, whom the page before states in a block or in the same row: a running head.
const RUNNING_HEAD: f64 = -1.6;
const SHORT_PAGE: f64 = 0.9;
const FULL_PAGE: f64 = -0.6;
/// A rule, not a sign.
const BLANK: f64 = -30.0;

/// Log-odds that each page begins a paper; the first always does. A blank page is the back of the one before, or was laid
/// behind it, and says nothing of the one after it, which is held against the last that says something. Blank pages before
/// all others go with the first of them.
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
    // What is called a title on the next page of one and the same number is a heading.
    let own_next = same(before, page, 0) == Some(true) && follows(before, page);
    let title = if own_next && edges.title.is_some() {
        SAME_TITLE
    } else {
        titled(before, page)
    };
    let mut sum = PRIOR + counted(before, page, chart, total, own_next) + title;
    let mut add = |holds: bool, weight: f64| {
        if holds {
            sum += weight;
        }
    };
    let patient = agree(&before.stated, &page.stated);
    let shared = edges.head.iter().filter(|row| last.head.contains(row)).count();
    let same_head = shared > 0 && shared * 2 >= edges.head.len().max(last.head.len());
    // A page of somebody else amid a count, or below the same letterhead without a title of its own, was misfiled, which
    // is for an expert to see: its number, its patient and its first heading say nothing of where a paper begins.
    let untitled = edges.title.is_none();
    let misfiled = patient == Some(false) && untitled && (follows(before, page) || same_head);
    let numbers = same(before, page, 0).filter(|same| *same || !misfiled);
    add(numbers == Some(false), OTHER_NUMBER);
    add(numbers == Some(true), SAME_NUMBER);
    let days = same(before, page, 1).filter(|same| *same || !misfiled);
    add(days == Some(false), OTHER_DAY);
    add(days == Some(true), SAME_DAY);
    let block = patient_block(page);
    let running = patient == Some(true)
        && untitled
        && !edges.opening
        && in_one_row(page)
        && patient_block(before)
        && (!in_one_row(before) || same_row(before, page) && numbers != Some(false));
    // What is stamped on every page at one place begins none.
    let stamped = patient == Some(true) && untitled && !edges.opening && same_places(before, page);
    add(block && !misfiled && !running && !stamped, PATIENT_BLOCK);
    add(
        block && patient == Some(false) && !misfiled && !follows(before, page),
        OTHER_PATIENT,
    );
    add(running, RUNNING_HEAD);
    let plainly = patient == Some(true) && follows(before, page) && untitled && !edges.opening;
    add(plainly && !running && numbers != Some(false), PLAINLY_ON);
    add(edges.letterhead && !same_head, LETTERHEAD);
    add(same_head, SAME_HEAD);
    add(edges.opening && !misfiled, OPENING);
    let large = edges.headlines.iter().any(|line| !last.headlines.contains(line));
    add(large && untitled && !edges.continued && !misfiled, OTHER_HEADLINE);
    add(letter_goes_on(before, page), LETTER_GOES_ON);
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
fn letter_goes_on(before: &PageLook, page: &PageLook) -> bool {
    let (edges, last) = (&page.edges, &before.edges);
    let letter = last.salutation && !last.closing && edges.closing && !edges.salutation;
    letter && edges.title.is_none() && !edges.letterhead
}

/// Whether page counts of the document simply are the places of its pages.
fn chart_count(looks: &[PageLook]) -> bool {
    let total = looks.len() as u32;
    let placed = |look: &&PageLook| {
        let mut counts = look.edges.counts.iter();
        counts.any(|(number, of)| *number == look.number && of.is_none_or(|of| of == total))
    };
    looks.len() > 1 && looks.iter().filter(placed).count() * 10 >= looks.len() * 8
}

/// Whether any count of the page goes on with one of the page before.
fn follows(before: &PageLook, page: &PageLook) -> bool {
    let last = &before.edges.counts;
    let next = |(number, of): &(u32, Option<u32>)| last.iter().any(|(n, o)| n + 1 == *number && o == of);
    page.edges.counts.iter().any(next)
}

fn counted(before: &PageLook, page: &PageLook, chart: bool, total: usize, own_next: bool) -> f64 {
    let own = |look: &PageLook| -> Vec<(u32, Option<u32>)> {
        let all = look.edges.counts.iter().copied();
        let placed =
            |(number, of): &(u32, Option<u32>)| *number == look.number && of.is_none_or(|of| of as usize == total);
        all.filter(|count| !chart || !placed(count)).collect()
    };
    let (last, here) = (own(before), own(page));
    let follows = |(number, of): &(u32, Option<u32>)| last.iter().any(|(n, o)| n + 1 == *number && o == of);
    match here.first() {
        None if chart && own_next => CHART_COUNT_OF_PAPER,
        None if chart => CHART_COUNT,
        None => 0.0,
        Some(_) if here.iter().any(follows) => NEXT_OF_COUNT,
        Some((1, _)) => FIRST_OF_COUNT,
        Some((_, of)) if last.iter().any(|(_, other)| other != of) => OTHER_COUNT,
        Some(_) => LATER_OF_COUNT,
    }
}

/// A title begins a paper, unless it only repeats what the page before is called, as running heads do.
fn titled(before: &PageLook, page: &PageLook) -> f64 {
    match (&before.edges.title, &page.edges.title) {
        (_, None) => 0.0,
        (Some(last), Some(own)) if last == own => {
            let counted = page.edges.counts.is_empty();
            // Two visits in a row have the same title, a block of the patient and an opening each.
            if patient_block(page) && page.edges.opening && counted {
                TITLE
            } else {
                SAME_TITLE
            }
        }
        _ => TITLE,
    }
}

/// Whether all that the page states of the patient stands in one row.
fn in_one_row(page: &PageLook) -> bool {
    const SAME_ROW: f32 = 3.0;
    let tops = || page.stated.iter().map(|stated| stated.y);
    let (least, most) = (tops().fold(f32::MAX, f32::min), tops().fold(f32::MIN, f32::max));
    most - least < SAME_ROW
}

/// Whether two pages state the same of the patient at the same heights.
fn same_places(before: &PageLook, page: &PageLook) -> bool {
    before.stated.len() == page.stated.len()
        && before
            .stated
            .iter()
            .zip(&page.stated)
            .all(|(a, b)| a.what == b.what && (a.y - b.y).abs() < SAME_HEIGHT)
}

/// Whether two pages state the same of the patient at the same height, in a row that runs through their paper.
fn same_row(before: &PageLook, page: &PageLook) -> bool {
    let row = |look: &PageLook| -> Vec<usize> { look.stated.iter().map(|stated| stated.what).collect() };
    let top = |look: &PageLook| look.stated.iter().map(|stated| stated.y).fold(f32::MAX, f32::min);
    in_one_row(before) && row(before) == row(page) && (top(before) - top(page)).abs() < SAME_HEIGHT
}

/// Whether two or more captions of the patient stand on the page.
fn patient_block(page: &PageLook) -> bool {
    let mut whats: Vec<usize> = page.stated.iter().map(|stated| stated.what).collect();
    whats.sort_unstable();
    whats.dedup();
    whats.len() >= 2
}

/// Whether the papers' own numbers or days agree; `None` when one of the pages has none.
fn same(before: &PageLook, page: &PageLook, what: usize) -> Option<bool> {
    let of = |look: &PageLook| -> Vec<Stated> {
        let own = look.papers.iter().filter(|stated| stated.what == what);
        own.cloned().collect()
    };
    let (last, here) = (of(before), of(page));
    if last.is_empty() || here.is_empty() {
        return None;
    }
    Some(here.iter().any(|own| last.iter().any(|other| own.agrees(other))))
}

/// Whether all identifiers that both pages state agree; `None` when they share none.
fn agree(before: &[Stated], page: &[Stated]) -> Option<bool> {
    let mut pairs = before
        .iter()
        .flat_map(|a| page.iter().filter(move |b| a.what == b.what).map(move |b| a.agrees(b)))
        .peekable();
    pairs.peek()?;
    Some(pairs.all(|same| same))
}
