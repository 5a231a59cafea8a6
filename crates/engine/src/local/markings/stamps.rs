//! What a text layer does not say: pictures that nobody has read, and ink of a scan that is no words. Each is read by
//! itself and united with the first look; a marking that stands there alone is for an expert. Not here: finding such ink
//! (see `unread`), and pages that are read again as a whole.

use super::super::evidence;
use super::super::layout::Layout;
use super::page;
use super::{SECOND_DPI, SECOND_LOOK, unite, unread};
use crate::grammar::Grammar;
use crate::record::{PageFinding, PageSign, Pass, Sign};
use touchstone_intake::{Page, PageSource, Recipe, Region};

/// Why a page with a text layer is looked at again.
pub(super) const WANTED: &str = "a picture may be a stamp: read it";

/// What the places of a second look are.
pub(super) struct Places {
    pub what: &'static str,
    pub enhancements: &'static [&'static str],
    /// Room around a place, in points, so that letters at its side are whole.
    pub room: f32,
    /// Which of them are a doubt when they stay unread.
    pub doubtful: fn(&Region) -> bool,
}

pub(super) const PICTURE: Places = Places {
    what: "a picture",
    enhancements: &SECOND_LOOK,
    room: 6.0,
    doubtful: |_| false,
};
pub(super) const INK: Places = Places {
    what: "ink that was not read",
    enhancements: &SECOND_LOOK,
    room: 6.0,
    doubtful: unread::is_much,
};

/// A picture of so many points a side may be a stamp.
const WIDE: f32 = 36.0;
const HIGH: f32 = 8.0;
/// One that words cover by more than this share has been read, as far as the text layer says it.
const COVERED: f32 = 0.15;
/// Larger ones, as a share of the page, are grounds upon which words stand.
const GROUND: f32 = 0.5;
/// So many places of a page are read, the largest first.
pub(super) const MOST: usize = 6;
/// A place of which words cover less than this share was not read.
const READ: f32 = 0.15;

/// The pictures of a page with a text layer that may be stamps and were not read.
pub(super) fn pictures(page: &Page) -> Vec<Region> {
    if page.reading.source.is_recognised() {
        return Vec::new();
    }
    let covered = |picture: &Region| {
        let words = page.reading.words.iter();
        let shared = words.filter_map(|word| word.region.intersection(picture));
        shared.map(|shared| shared.area()).sum::<f32>() / picture.area().max(1.0)
    };
    let any = |picture: &Region| page.reading.words.iter().any(|word| picture.holds(&word.region));
    let ground = |picture: &Region| picture.area() > GROUND * page.region().area() && any(picture);
    let stamp = |picture: &&Region| {
        picture.width.max(picture.height) > WIDE
            && picture.width.min(picture.height) > HIGH
            && covered(picture) < COVERED
            && !ground(picture)
    };
    page.pictures.iter().filter(stamp).copied().collect()
}

/// The first look united with what is read in some places of the page.
pub(super) async fn read(
    grammar: &Grammar,
    pages: &dyn PageSource,
    page: &Page,
    first: &PageFinding,
    places: &[Region],
    kind: &Places,
) -> PageFinding {
    let mut finding = PageFinding {
        pass: Pass::Enhance,
        enhance: false,
        enhancements: String::new(),
        ..first.clone()
    };
    for place in places.iter().take(MOST) {
        let Some(region) = place.grown(kind.room).intersection(&page.region()) else {
            continue;
        };
        let recipe = Recipe {
            dpi: SECOND_DPI,
            region: Some(region),
            turn: page.reading.recipe.as_ref().map_or(0.0, |recipe| recipe.turn),
            enhancements: kind.enhancements.iter().map(|name| (*name).to_owned()).collect(),
            reason: Some(first.enhancements.clone())
                .filter(|reason| !reason.is_empty())
                .or_else(|| Some(format!("{}: read it by itself", kind.what))),
        };
        let reading = match pages.read(page.number, &recipe).await {
            Ok(reading) => reading,
            Err(failure) => return unite::failed(&finding, &failure.to_string()),
        };
        let part = Page {
            reading,
            rulings: Vec::new(),
            slants: Vec::new(),
            cells: Vec::new(),
            pictures: Vec::new(),
            ..page.clone()
        };
        let blank = (kind.doubtful)(place) && !says(page, &part, place);
        let mut second = page::look(grammar, &part, Pass::Enhance, &[]);
        if is_turned(page, &part) {
            // Words of a picture that was turned lie elsewhere on the page than they say.
            second.evidence = vec![evidence::of_place(&Layout::new(&part), *place, &[])];
        }
        let marked = second.marking.is_some();
        finding = unite::placed(grammar, finding, second, kind.what);
        if blank && !marked {
            let detail = format!("ink of {:.0} x {:.0} points was not read", place.width, place.height);
            finding = unite::doubted(finding, PageSign::new(Sign::UnreadInk, &detail));
        }
    }
    if places.len() > MOST {
        let detail = format!("more places of {} than are read, {MOST} of {}", kind.what, places.len());
        finding = unite::doubted(finding, PageSign::new(Sign::SecondLookFailed, &detail));
    }
    finding
}

/// Whether a place was turned to be read, beyond what laid its page upright.
fn is_turned(page: &Page, part: &Page) -> bool {
    let turn = |page: &Page| page.reading.recipe.as_ref().map_or(0.0, |recipe| recipe.turn);
    (turn(page) - turn(part)).abs() > f32::EPSILON
}

/// Whether what was read in a place is more than the words that were known there before.
fn says(page: &Page, part: &Page, place: &Region) -> bool {
    if is_turned(page, part) {
        return part.reading.words.iter().any(|word| word.text.chars().count() > 2);
    }
    let level = unread::level(&page.reading.words);
    let known = |region: &Region| level.iter().any(|word| word.shared_area(region) > 0.3 * region.area());
    let fresh = part
        .reading
        .words
        .iter()
        .map(|word| &word.region)
        .filter(|region| !known(region));
    let read: f32 = fresh.map(|region| region.shared_area(place)).sum();
    read > READ * place.area()
}
