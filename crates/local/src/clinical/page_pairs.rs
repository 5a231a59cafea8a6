//! Compares two consecutive pages: same patient, same number, letterheads, and whether the second has a title. The
//! weights are in `segment_starts`.

use super::page::PageLook;
use super::page_edges::{Title, squeezed};
use touchstone_core::people::Stated;

/// Indexes of document numbers and dates in the book's `papers`.
const NUMBER: usize = 0;
const DAY: usize = 1;
/// Max vertical offset of a repeated line, as a share of the page height.
const SAME_PLACE: f32 = 0.04;
/// Share of the page height that separates the page's title, above, from section headings, below.
const HEAD: f32 = 0.27;
/// Max vertical offset of stamped text at the same position on two pages, in points.
pub(super) const SAME_HEIGHT: f32 = 6.0;
/// Max relative difference between sizes of one style.
const SAME_SIZE: f32 = 0.02;

/// A page compared with the one before it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own of two pages"
)]
pub(super) struct Pair<'p> {
    pub patient: Option<bool>,
    pub numbers: Option<bool>,
    pub days: Option<bool>,
    /// The top lines are those of the page before.
    pub same_head: bool,
    /// The letterhead is that of another issuer.
    pub other_house: bool,
    /// A headline that the page before does not have.
    pub other_headline: bool,
    /// The page's title, other than its letterhead.
    pub title: Option<&'p Title>,
    pub untitled: bool,
    /// The page has the same number and the next page count.
    pub own_next: bool,
    /// The next page count, which may be the chart's, without any sign of a new document.
    pub goes_on: bool,
    /// A page of another patient within a page count, or below the same letterhead, without a title. It goes to an
    /// expert; its number, date, patient and first heading do not show that a segment begins.
    pub misfiled: bool,
}

impl<'p> Pair<'p> {
    pub(super) fn of(before: &PageLook, page: &'p PageLook) -> Self {
        let (edges, last) = (&page.edges, &before.edges);
        let next = follows(before, page);
        let patient = agree(&before.stated, &page.stated);
        let shared = edges.head.iter().filter(|row| last.head.contains(row)).count();
        let same_head = shared > 0 && shared * 2 >= edges.head.len().max(last.head.len());
        let other_house = edges.house.is_other(&last.house, &before.vendors);
        let (numbers, days) = (same(before, page, NUMBER), same(before, page, DAY));
        let title = title(before, page);
        let strange = patient == Some(false);
        let block = patient_block(page) && !in_one_row(page) && !same_places(before, page);
        // A heading of a continued document may be worded like a title.
        let section = title.is_some_and(|title| {
            let like = |lines: &[(f32, f32)], below: f32| {
                let own = lines
                    .iter()
                    .filter(|(place, scale)| *place > below && alike(*scale, title.scale));
                own.count()
            };
            let as_before = like(&last.set_off, HEAD) > 1;
            let as_here = like(&edges.set_off, title.place) > 0;
            next && !other_house && (as_before && !block || strange && as_here)
        });
        let untitled = title.is_none() || section && (same_head || !edges.letterhead);
        let misfiled = strange && untitled && (next || same_head);
        let own_next = numbers == Some(true) && next;
        let differs = |same: Option<bool>| same == Some(false);
        let other_headline = !section && edges.headlines.iter().any(|line| !last.headlines.contains(line));
        let begins = other_headline
            || edges.opening
            || other_house
            || edges.letterhead && !same_head
            || differs(numbers)
            || differs(days);
        Self {
            goes_on: next && untitled && !strange && !begins,
            numbers: numbers.filter(|same| *same || !misfiled),
            days: days.filter(|same| *same || !misfiled),
            title: title.filter(|_| !untitled || misfiled || own_next),
            untitled,
            own_next,
            patient,
            same_head,
            other_house,
            other_headline,
            misfiled,
        }
    }
}

fn alike(one: f32, other: f32) -> bool {
    (one - other).abs() <= SAME_SIZE * other
}

/// The highest-weighted title that is not also a line of the page before, since a repeated letterhead is not a title.
/// Otherwise, a title equal to that of the page before.
fn title<'p>(before: &PageLook, page: &'p PageLook) -> Option<&'p Title> {
    let last = &before.edges;
    let runs = |title: &Title| {
        let mut upper = last.upper.iter();
        upper.any(|(line, place)| *line == title.line && (place - title.place).abs() < SAME_PLACE)
    };
    let again = |title: &Title| last.titles.first().is_some_and(|first| first.text == title.text);
    let mut titles = page.edges.titles.iter();
    let fresh = titles.clone().find(|title| !runs(title));
    fresh.or_else(|| titles.find(|title| again(title)))
}

/// Whether any page count continues one of the page before.
pub(super) fn follows(before: &PageLook, page: &PageLook) -> bool {
    let last = &before.edges.counts;
    let next = |(number, of): &(u32, Option<u32>)| last.iter().any(|(n, o)| n + 1 == *number && o == of);
    page.edges.counts.iter().any(next)
}

/// Whether at least two captions of the patient are on the page.
pub(super) fn patient_block(page: &PageLook) -> bool {
    let mut whats: Vec<usize> = page.stated.iter().map(|stated| stated.what).collect();
    whats.sort_unstable();
    whats.dedup();
    whats.len() >= 2
}

/// Whether everything the page states about the patient is on one row.
pub(super) fn in_one_row(page: &PageLook) -> bool {
    const SAME_ROW: f32 = 3.0;
    let tops = || page.stated.iter().map(|stated| stated.y);
    let (least, most) = (tops().fold(f32::MAX, f32::min), tops().fold(f32::MIN, f32::max));
    most - least < SAME_ROW
}

/// Whether two pages state the same items about the patient at the same heights.
pub(super) fn same_places(before: &PageLook, page: &PageLook) -> bool {
    before.stated.len() == page.stated.len()
        && before
            .stated
            .iter()
            .zip(&page.stated)
            .all(|(a, b)| a.what == b.what && (a.y - b.y).abs() < SAME_HEIGHT)
}

/// Whether the document numbers or dates agree; `None` if one of the pages has none.
fn same(before: &PageLook, page: &PageLook, what: usize) -> Option<bool> {
    let of = |look: &PageLook| -> Vec<Stated> {
        let own = look.papers.iter().filter(|stated| stated.what == what);
        own.cloned().collect()
    };
    let (last, here) = (of(before), of(page));
    if last.is_empty() || here.is_empty() {
        return (what == NUMBER && (printed(&last, page) || printed(&here, before))).then_some(true);
    }
    Some(here.iter().any(|own| last.iter().any(|other| own.agrees(other))))
}

/// Whether a number that one page states is printed in the margin of the other.
fn printed(stated: &[Stated], page: &PageLook) -> bool {
    const LEAST: usize = 5;
    let numbers = stated.iter().map(|stated| squeezed(&stated.text));
    let mut known = numbers.filter(|number| number.len() >= LEAST);
    known.any(|number| page.edges.margins.contains(&number))
}

/// Whether all identifiers that both pages state agree; `None` if they share none.
fn agree(before: &[Stated], page: &[Stated]) -> Option<bool> {
    let mut pairs = before
        .iter()
        .flat_map(|a| page.iter().filter(move |b| a.what == b.what).map(move |b| a.agrees(b)))
        .peekable();
    pairs.peek()?;
    Some(pairs.all(|same| same))
}
