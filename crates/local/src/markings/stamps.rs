//! Reads text that the first reading lacks: unread pictures, and ink of a scan outside any word. Each place is read
//! separately and united with the first look; a marking found only there goes to an expert. Ink is found
//! by the reader process.

use super::turned_text::Course;
use super::{SECOND_DPI, SECOND_LOOK, page, unite};
use crate::captions::evidence;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{PageFinding, PageSign, Pass, Sign};
use touchstone_intake::ink::is_large_body;
use touchstone_intake::layout::level_words;
use touchstone_intake::{Failure, Page, PageSource, Recipe, Region, Word};

/// How a set of places is read in a second look.
pub(super) struct Places {
    pub what: &'static str,
    pub enhancements: &'static [&'static str],
    /// Margin around a place, in points, so that letters at its edge are whole.
    pub room: f32,
    /// Whether a place raises a doubt if it stays unread.
    pub doubtful: fn(&Region) -> bool,
    /// Whether its letters may run up, down or upside down.
    pub turns: bool,
}

pub(super) const PICTURE: Places = Places {
    what: "a picture",
    enhancements: &SECOND_LOOK,
    room: 6.0,
    doubtful: |_| false,
    turns: false,
};
pub(super) const LETTERS: Places = Places {
    what: "letters that were not read",
    enhancements: &SECOND_LOOK,
    room: 6.0,
    doubtful: |_| true,
    turns: true,
};
pub(super) const INK: Places = Places {
    what: "ink that was not read",
    enhancements: &SECOND_LOOK,
    room: 6.0,
    doubtful: is_large_body,
    turns: false,
};

/// Max places read per page, largest first.
pub(super) const MOST: usize = 6;
/// Min share of a place covered by new words for it to count as read.
const READ: f32 = 0.15;
/// Min letters and min character confidence of a word that counts as read.
const LEGIBLE: usize = 3;
const SURE: f32 = 0.8;

/// Unites the first look with text read in the given places.
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
    let reason = match first.enhancements.as_str() {
        "" => &format!("{}: read it by itself", kind.what),
        wanted => wanted,
    };
    for place in places.iter().take(MOST) {
        let Some(region) = place.grown(kind.room).intersection(&page.region()) else {
            continue;
        };
        let (mut marked, mut read) = (false, false);
        for course in courses(place, kind) {
            let part = match part(pages, page, &region, course, kind.enhancements, reason).await {
                Ok(part) => part,
                Err(failure) => return unite::failed(&finding, &failure.to_string()),
            };
            read |= if kind.turns {
                is_legible(&part)
            } else {
                covers_more(page, &part, place)
            };
            let look = look(grammar, page, &part, place);
            if course.is_some() && look.marking.is_none() && !is_legible(&part) {
                // A wrongly turned reading has no sure words.
                continue;
            }
            marked = look.marking.is_some();
            finding = unite::placed(grammar, finding, look, kind.what);
            if marked {
                break;
            }
        }
        if (kind.doubtful)(place) && !read && !marked {
            let detail = format!("ink of {:.0} x {:.0} points was not read", place.width, place.height);
            finding = unite::doubted(finding, PageSign::new(Sign::UnreadInk, &detail));
        }
    }
    if places.len() > MOST {
        let detail = format!("only {MOST} of {} places with {} were read", places.len(), kind.what);
        finding = unite::doubted(finding, PageSign::new(Sign::SecondLookFailed, &detail));
    }
    finding
}

/// The orientations to read a place in: as OCR finds it, then turned if it may run up, down or upside down.
fn courses(place: &Region, kind: &Places) -> Vec<Option<Course>> {
    let mut courses = vec![None];
    if kind.turns {
        let turns: &[Course] = if place.height > place.width {
            &[Course::Up, Course::Down]
        } else {
            &[Course::Back]
        };
        courses.extend(turns.iter().copied().map(Some));
    }
    courses
}

/// The look at a part of a page that was read separately.
pub(super) fn look(grammar: &Grammar, page: &Page, part: &Page, place: &Region) -> PageFinding {
    let mut look = page::look(grammar, part, Pass::Enhance, &[]);
    if is_turned(page, part) {
        // Words of a turned rendering have other positions on the page.
        look.evidence = vec![evidence::of_place(&Layout::new(part), *place, &[])];
    }
    look
}

/// Reads a part of a page separately, with the given enhancements and reason.
pub(super) async fn part(
    pages: &dyn PageSource,
    page: &Page,
    region: &Region,
    course: Option<Course>,
    enhancements: &[&str],
    reason: &str,
) -> Result<Page, Failure> {
    let lies = course.map(|_| Recipe::AS_IT_LIES);
    let laid = page.reading.recipe.as_ref().map_or(0.0, |recipe| recipe.turn);
    let recipe = Recipe {
        dpi: SECOND_DPI,
        region: Some(course.map_or(*region, |course| course.level(page.width, page.height, region))),
        turn: laid + course.map_or(0.0, Course::degrees),
        enhancements: enhancements.iter().copied().chain(lies).map(str::to_owned).collect(),
        reason: Some(reason.to_owned()),
    };
    let reading = pages.read(page.number, &recipe).await?;
    let (width, height) = course.map_or((page.width, page.height), |course| course.size(page.width, page.height));
    Ok(Page {
        width,
        height,
        reading,
        rulings: Vec::new(),
        slants: Vec::new(),
        cells: Vec::new(),
        pictures: Vec::new(),
        ..page.clone()
    })
}

/// Whether any word was read with certainty. Upside-down lines are read as single letters.
fn is_legible(part: &Page) -> bool {
    let word = |word: &Word| {
        let sure = word.min_char_confidence.is_none_or(|least| least >= SURE);
        sure && word.text.chars().filter(|c| c.is_alphanumeric()).count() >= LEGIBLE
    };
    part.reading.words.iter().any(word)
}

/// Whether a part was turned beyond the turn of its page.
fn is_turned(page: &Page, part: &Page) -> bool {
    let turn = |page: &Page| page.reading.recipe.as_ref().map_or(0.0, |recipe| recipe.turn);
    (turn(page) - turn(part)).abs() > f32::EPSILON
}

/// Whether the words read in a place cover more than those known before.
fn covers_more(page: &Page, part: &Page, place: &Region) -> bool {
    if is_turned(page, part) {
        return part.reading.words.iter().any(|word| word.text.chars().count() > 2);
    }
    let level = level_words(&page.reading.words);
    let known = |region: &Region| level.iter().any(|word| word.shared_area(region) > 0.3 * region.area());
    let fresh = level_words(&part.reading.words);
    let fresh = fresh.iter().filter(|region| !known(region));
    let read: f32 = fresh.map(|region| region.shared_area(place)).sum();
    read > READ * place.area()
}
