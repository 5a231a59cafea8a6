//! Compares two consecutive pages: same patient, same number, letterheads, and whether the second has a title. The
//! weights are in the pack.

use super::page::PageLook;
use super::page_edges::{Edges, Title, squeezed};
use touchstone_core::people::{Stated, agree, in_one_row, is_block, same_places};
use touchstone_core::text::page_runs::follows;

/// Indexes of document numbers and dates in the book's `papers`.
const NUMBER: usize = 0;
const DAY: usize = 1;
/// Max vertical offset of a repeated line, as a share of the page height.
const SAME_PLACE: f32 = 0.04;
/// Share of the page height that separates the page's title, above, from section headings, below.
const HEAD: f32 = 0.27;
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
    /// The head of the page before without its title, with the next page count, as later pages of a document have it.
    /// What is below the title is higher then.
    pub title_left_out: bool,
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
        let next = follows(&last.counts, &edges.counts);
        let patient = agree(&before.stated, &page.stated);
        let shared = edges
            .head
            .iter()
            .filter(|row| last.head.iter().any(|other| is_alike(row, other)))
            .count();
        let same_head = shared > 0 && shared * 2 >= edges.head.len().max(last.head.len());
        let other_house = edges.house.is_other(&last.house, &before.vendors);
        let (numbers, days) = (same(before, page, NUMBER), same(before, page, DAY));
        let title = title(before, page);
        let left_out = |other: &Title| edges.upper.iter().all(|(line, _)| *line != other.line);
        let title_left_out =
            next && same_head && title.is_none_or(|own| repeats(last, own)) && last.titles.iter().any(left_out);
        let strange = patient == Some(false);
        let block = is_block(&page.stated) && !in_one_row(&page.stated) && !same_places(&before.stated, &page.stated);
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
            title_left_out,
            own_next,
            patient,
            same_head,
            other_house,
            other_headline,
            misfiled,
        }
    }
}

/// Whether two lines are the same, with a few letters misread.
fn is_alike(one: &str, other: &str) -> bool {
    const ALIKE: f64 = 0.9;
    one == other || strsim::normalized_levenshtein(one, other) >= ALIKE
}

fn alike(one: f32, other: f32) -> bool {
    (one - other).abs() <= SAME_SIZE * other
}

/// The highest-weighted title that is not also a line of the page before, since a repeated letterhead is not a title.
/// Otherwise, a title equal to that of the page before.
fn title<'p>(before: &PageLook, page: &'p PageLook) -> Option<&'p Title> {
    let last = &before.edges;
    let again = |title: &Title| last.titles.first().is_some_and(|first| first.text == title.text);
    let mut titles = page.edges.titles.iter();
    let fresh = titles.clone().find(|title| !repeats(last, title));
    fresh.or_else(|| titles.find(|title| again(title)))
}

/// Whether a title is also a line of the page before, at the same position.
fn repeats(last: &Edges, title: &Title) -> bool {
    let mut upper = last.upper.iter();
    upper.any(|(line, place)| *line == title.line && (place - title.place).abs() < SAME_PLACE)
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
