//! Words stamped across a page, such as SAMPLE or DRAFT: slanted, in letters far larger than the page's, or on a line
//! of their own. The same words in a sentence, in a name or beside a check box mean nothing.

use super::super::{CheckInput, form_path};
use super::sprung;
use crate::pack::Trap;
use crate::record::{Evidence, Format, NewIssue};
use crate::text::{Haystack, joined, line_regions, normalise};
use serde_json::Value;
use touchstone_intake::{BlockKind, Reading, Region, Word};

/// So much larger than the page's text, and at least so many points, is large.
const LARGE: f32 = 1.8;
const LARGE_POINTS: f32 = 15.0;
/// Words of one line are closer than this many font sizes.
const NEAR: f32 = 3.0;
/// A phrase of so many words needs not be the whole line: dates and form numbers follow it.
const LONG: usize = 3;
/// What is also a caption of a check box has so many points of room on its line, and so many to the nearest box.
const ROOM: f32 = 150.0;
const BESIDE_BOX: f32 = 60.0;

pub(super) fn run(input: &CheckInput, trap: &Trap, words: &[String], alone: bool) -> Vec<NewIssue> {
    let mut issues: Vec<NewIssue> = Vec::new();
    let mut seen = Vec::new();
    for form in input.forms {
        for page in form.first_page..=form.last_page {
            let Some(reading) = input.readings.newest(page).filter(|_| !seen.contains(&page)) else {
                continue;
            };
            seen.push(page);
            let boxes = Boxes::of(input, page);
            let one = words.iter().find_map(|phrase| stamped(reading, phrase, alone, &boxes));
            if let Some(place) = one.or_else(|| composed(reading, words, alone)) {
                let detail = format!("\"{}\" on page {page}", joined(&reading.words[place.0..place.1]));
                let evidence = vec![evidence(page, reading, place)];
                issues.push(sprung(trap, form_path(form.number, ""), &detail, evidence));
            }
        }
    }
    issues
}

fn evidence(page: u32, reading: &Reading, (from, to): (usize, usize)) -> Evidence {
    let words = &reading.words[from..to];
    Evidence {
        page,
        reading: reading.number,
        words: (from as u32, to as u32),
        regions: line_regions(words),
        quote: joined(words),
        anchors: Vec::new(),
    }
}

/// What the forms of a page tell about the lines on it.
struct Boxes {
    /// Captions of check boxes, letters only.
    captions: Vec<String>,
    /// Where check boxes were found, and where print that is its own tick was.
    places: Vec<Region>,
    /// Where the first value stands.
    top: f32,
}

impl Boxes {
    fn of(input: &CheckInput, page: u32) -> Boxes {
        let templates = input.pack.templates().iter();
        let bools = templates.flat_map(|template| template.fields.iter().filter(|spec| spec.format == Format::Bool));
        let captions = bools.flat_map(|spec| &spec.anchors).map(|text| letters(text)).collect();
        let fields = || input.forms.iter().flat_map(|form| form.fields.values());
        let on_page = |field: &crate::record::Field| -> Vec<Region> {
            let regions = field.evidence.iter().flat_map(|piece| piece.regions.iter().copied());
            regions.filter(|region| region.page == page).collect()
        };
        let tops = fields().flat_map(&on_page).map(|region| region.y);
        let ticked = fields().filter(|field| matches!(field.value, Value::Bool(_)));
        Boxes {
            captions,
            top: tops.fold(f32::MAX, f32::min),
            places: ticked.flat_map(&on_page).collect(),
        }
    }

    /// Whether a check box stands on the line of some print, or close below it.
    fn has_near(&self, print: &Region) -> bool {
        self.places.iter().any(|place| {
            let across = (place.x - print.right()).max(print.x - place.right());
            let level = place.overlap_y(print) > 0.0 && across < BESIDE_BOX;
            let below = place.y - print.bottom();
            level || (-print.height..1.5 * print.height).contains(&below) && place.overlap_x(print) > 0.0
        })
    }
}

/// Where a phrase is stamped on a page, as a range of its words.
fn stamped(reading: &Reading, phrase: &str, alone: bool, boxes: &Boxes) -> Option<(usize, usize)> {
    slanted(reading, phrase).or_else(|| upright(reading, phrase, alone, boxes))
}

/// Slanted print is nothing but a stamp. Its letters may be far enough apart to have been read as words.
fn slanted(reading: &Reading, phrase: &str) -> Option<(usize, usize)> {
    let wanted = letters(phrase);
    let stamps = reading.blocks.iter().filter(|block| block.kind == BlockKind::Stamp);
    let mut places = stamps.map(|block| (block.words.0 as usize, block.words.1 as usize));
    places.find(|&(from, to)| letters(&joined(&reading.words[from..to])).contains(&wanted))
}

fn upright(reading: &Reading, phrase: &str, alone: bool, boxes: &Boxes) -> Option<(usize, usize)> {
    let wanted = letters(phrase);
    // A line in a large size may be spaced out, letter by letter.
    let spaced = large_lines(reading)
        .into_iter()
        .find(|&(from, to)| letters(&joined(&reading.words[from..to])) == wanted);
    spaced.or_else(|| {
        if alone {
            line(reading, phrase, &wanted, boxes)
        } else {
            None
        }
    })
}

/// A line that says several of the phrases and nothing else: `SAMPLE - FOR ILLUSTRATION ONLY`.
fn composed(reading: &Reading, phrases: &[String], alone: bool) -> Option<(usize, usize)> {
    let phrases: Vec<String> = phrases.iter().map(|phrase| letters(phrase)).collect();
    let lines = if alone {
        lines_of(&reading.words, &|_| true)
    } else {
        large_lines(reading)
    };
    lines.into_iter().find(|&(from, to)| {
        let text = joined(&reading.words[from..to]);
        let says_more = to - from > 1 && !is_choice(reading, (from, to));
        says_more && !text.contains(char::is_lowercase) && consists(&letters(&text), &phrases)
    })
}

/// Whether some letters are phrases one after the other.
fn consists(text: &str, phrases: &[String]) -> bool {
    let mut rests = phrases
        .iter()
        .filter_map(|phrase| text.strip_prefix(phrase.as_str()).filter(|_| !phrase.is_empty()));
    rests.any(|rest| rest.is_empty() || consists(rest, phrases))
}

/// A line of ordinary print that says nothing else.
fn line(reading: &Reading, phrase: &str, wanted: &str, boxes: &Boxes) -> Option<(usize, usize)> {
    let count = phrase.split_whitespace().count();
    let captions = boxes.captions.iter().any(|caption| caption == wanted);
    // Of a further copy, which gave no values, nobody knows where its boxes are.
    if captions && boxes.top >= f32::MAX {
        return None;
    }
    let region =
        |place: &(usize, usize)| Region::around(reading.words[place.0..place.1].iter().map(|word| &word.region));
    let found = Haystack::new(reading).find(phrase, None).into_iter();
    let places: Vec<(usize, usize)> = found
        .filter(|span| letters(&span.quote) == wanted)
        .map(|span| (span.words.0 as usize, span.words.1 as usize))
        .collect();
    // Copies of a form repeat the captions of its boxes in their size, and not all copies were read.
    let size = |place: &(usize, usize)| reading.words[place.0].size;
    let boxed = |place: &(usize, usize)| region(place).is_some_and(|region| boxes.has_near(&region));
    let sizes: Vec<f32> = places.iter().filter(|place| boxed(place)).map(size).collect();
    let labels = |place: &(usize, usize)| sizes.iter().any(|own| (own / size(place).max(0.1) - 1.0).abs() < 0.1);
    let room = if captions { ROOM } else { 0.0 };
    places.into_iter().find(|&place| {
        let own = &reading.words[place.0..place.1];
        let capitals = !own.iter().any(|word| word.text.chars().any(char::is_lowercase));
        // One word with a capital is a name or the end of a sentence, unless it stands above all there is.
        let headed = own[0].text.starts_with(char::is_uppercase)
            && own[0].text.ends_with(char::is_alphanumeric)
            && own[0].region.bottom() < boxes.top;
        (capitals || count > 1 || headed)
            && on_its_own(
                reading,
                place,
                count >= LONG && (capitals || !goes_on(reading, place)),
                room,
            )
            && !(captions && labels(&place))
            && !is_choice(reading, place)
    })
}

/// Whether a box to tick that is made of letters is printed before the words: `[ ] VOID`.
fn is_choice(reading: &Reading, (from, to): (usize, usize)) -> bool {
    let text = joined(&reading.words[from..to]);
    text.starts_with(['[', '(', '☐', '□', '○', '_'])
}

/// Lines in letters far larger than the page's.
fn large_lines(reading: &Reading) -> Vec<(usize, usize)> {
    let body = body_size(&reading.words);
    lines_of(&reading.words, &|word| {
        word.size >= LARGE_POINTS && word.size >= LARGE * body
    })
}

/// Runs of words in a row that all count and stand on one line.
fn lines_of(words: &[Word], counts: &dyn Fn(&Word) -> bool) -> Vec<(usize, usize)> {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (index, word) in words.iter().enumerate().filter(|(_, word)| counts(word)) {
        match lines.last_mut() {
            Some((_, to)) if *to == index && same_line(&words[index - 1], word) => *to = index + 1,
            _ => lines.push((index, index + 1)),
        }
    }
    lines
}

/// Whether the sentence goes on behind the words: `this is a draft of the letter`.
fn goes_on(reading: &Reading, (from, to): (usize, usize)) -> bool {
    let last = &reading.words[to - 1];
    let others = reading.words[..from].iter().chain(&reading.words[to..]);
    let mut behind = others.filter(|word| same_line(last, word));
    let ended = last.text.ends_with(['.', '!', ':', '-']);
    !ended && behind.any(|word| word.text.starts_with(char::is_lowercase))
}

/// Whether nothing is printed beside the words, within so many points: neither a box to tick nor the rest of a sentence.
fn on_its_own(reading: &Reading, (from, to): (usize, usize), open_end: bool, room: f32) -> bool {
    let own = &reading.words[from..to];
    let close = |left: &Word, right: &Word| same_line(left, right) || level(left, right) && gap(left, right) < room;
    let single_line = own.windows(2).all(|pair| same_line(&pair[0], &pair[1]));
    let mut others = reading
        .words
        .iter()
        .enumerate()
        .filter(|(index, _)| !(from..to).contains(index));
    single_line
        && !others.any(|(_, word)| {
            own.first().is_some_and(|first| close(word, first))
                || !open_end && own.last().is_some_and(|last| close(last, word))
        })
}

/// Whether `right` goes on where `left` ends.
fn same_line(left: &Word, right: &Word) -> bool {
    let size = left.size.max(right.size).max(1.0);
    level(left, right) && gap(left, right) < NEAR * size
}

fn gap(left: &Word, right: &Word) -> f32 {
    right.region.x - left.region.right()
}

/// Whether `right` stands behind `left` on one line.
fn level(left: &Word, right: &Word) -> bool {
    let height = left.region.height.min(right.region.height);
    let size = left.size.max(right.size).max(1.0);
    left.region.overlap_y(&right.region) > 0.5 * height && gap(left, right) > -size
}

/// The size that most letters of the page have.
fn body_size(words: &[Word]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = words.iter().map(|word| (word.size, word.text.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|(_, letters)| letters).sum::<usize>() / 2;
    let mut passed = 0;
    let middle = sizes.into_iter().find(|(_, letters)| {
        passed += letters;
        passed > half
    });
    middle.map_or(0.0, |(size, _)| size)
}

fn letters(text: &str) -> String {
    normalise(text).chars().filter(|c| c.is_alphanumeric()).collect()
}
