//! What two pages in a row say about each other: whether they are about the same patient and of the same number, whose
//! letterheads they have, what of the second one is a title of its own. Not here: how much each of it weighs (see `starts`).

use super::limits::{Title, squeezed};
use super::page::PageLook;
use touchstone_core::people::Stated;

/// Where the papers' own numbers and days stand in the book's `papers`.
const NUMBER: usize = 0;
const DAY: usize = 1;
/// Parts of the height of a page by which what runs through a paper may be off.
const SAME_PLACE: f32 = 0.04;
/// Headings of sections stand below this part of a page, its own title above.
const HEAD: f32 = 0.27;
/// Points by which what is stamped on two pages at one place may be off.
pub(super) const SAME_HEIGHT: f32 = 6.0;
/// By how much sizes of one style differ.
const SAME_SIZE: f32 = 0.02;

/// A page beside the one before it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own of two pages"
)]
pub(super) struct Pair<'p> {
    pub patient: Option<bool>,
    pub numbers: Option<bool>,
    pub days: Option<bool>,
    /// Rows of the head are those of the page before.
    pub same_head: bool,
    /// The letterhead is another house's.
    pub other_house: bool,
    /// Something large near the top that the page before does not say.
    pub other_headline: bool,
    /// What the page may be called, other than its letterhead.
    pub title: Option<&'p Title>,
    pub untitled: bool,
    /// It is of the same number and the next of its count.
    pub own_next: bool,
    /// The next of a count that may be the chart's, with nothing on it that begins a paper.
    pub goes_on: bool,
    /// A page of somebody else amid a count, or below the same letterhead without a title of its own, which is for an expert to
    /// see: its number, its patient and its first heading say nothing of where a paper begins.
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
        // A heading of the paper that goes on is called like a paper at times.
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

/// The strongest title that is no line of the page before: a letterhead runs through papers and names none. What the page
/// before is called itself is a title here too.
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

/// Whether any count of the page goes on with one of the page before.
pub(super) fn follows(before: &PageLook, page: &PageLook) -> bool {
    let last = &before.edges.counts;
    let next = |(number, of): &(u32, Option<u32>)| last.iter().any(|(n, o)| n + 1 == *number && o == of);
    page.edges.counts.iter().any(next)
}

/// Whether two or more captions of the patient stand on the page.
pub(super) fn patient_block(page: &PageLook) -> bool {
    let mut whats: Vec<usize> = page.stated.iter().map(|stated| stated.what).collect();
    whats.sort_unstable();
    whats.dedup();
    whats.len() >= 2
}

/// Whether all that the page states of the patient stands in one row.
pub(super) fn in_one_row(page: &PageLook) -> bool {
    const SAME_ROW: f32 = 3.0;
    let tops = || page.stated.iter().map(|stated| stated.y);
    let (least, most) = (tops().fold(f32::MAX, f32::min), tops().fold(f32::MIN, f32::max));
    most - least < SAME_ROW
}

/// Whether two pages state the same of the patient at the same heights.
pub(super) fn same_places(before: &PageLook, page: &PageLook) -> bool {
    before.stated.len() == page.stated.len()
        && before
            .stated
            .iter()
            .zip(&page.stated)
            .all(|(a, b)| a.what == b.what && (a.y - b.y).abs() < SAME_HEIGHT)
}

/// Whether the papers' own numbers or days agree; `None` when one of the pages has none.
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

/// Whether all identifiers that both pages state agree; `None` when they share none.
fn agree(before: &[Stated], page: &[Stated]) -> Option<bool> {
    let mut pairs = before
        .iter()
        .flat_map(|a| page.iter().filter(move |b| a.what == b.what).map(move |b| a.agrees(b)))
        .peekable();
    pairs.peek()?;
    Some(pairs.all(|same| same))
}
