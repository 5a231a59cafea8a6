//! Words stamped across a page, such as SAMPLE or DRAFT: slanted, in letters far larger than the page's, or on a
//! separate line. The same words in a sentence, in a name or beside a check box do not count.

use super::lines::{body_size, lines_of, same_line};
use super::sheet::{Sheet, Sought, is_choice, on_its_own};
use super::squares::Boxes;
use super::{continuation_lines, sprung};
use crate::checks::support::letters;
use crate::checks::{CheckInput, form_path};
use std::ops::Range;
use touchstone_core::pack::Trap;
use touchstone_core::record::{Field, Form, NewIssue};
use touchstone_core::text::{Haystack, evidence_of, joined};
use touchstone_intake::{BlockKind, Reading, Region, Word};

/// Min size of large print, relative to the page's text and in points.
const LARGE: f32 = 1.8;
const LARGE_POINTS: f32 = 15.0;
/// Min words of a phrase that need not be the whole line: dates and form numbers may follow it.
const LONG: usize = 3;
/// Min letters of a phrase that may be part of a slanted run; shorter ones occur in other words.
const DISTINCT: usize = 5;
/// Min free space on its line, in points, around a phrase that is also the caption of a check box, and around a lone
/// word not in capitals.
const ROOM: f32 = 150.0;
/// Min free space above and below a lone word, in its heights.
const APART: f32 = 0.8;

pub(super) fn run(input: &CheckInput, trap: &Trap, words: &Sought) -> Vec<NewIssue> {
    let stamps = &input.pack.stamps;
    let stamp = |(page, form, of_form): (u32, u32, bool)| {
        let sheet = Sheet::of(input, page, of_form)?;
        let mut phrases = words.words.iter();
        let place = phrases
            .find_map(|phrase| stamped(&sheet, phrase, words.alone))
            .or_else(|| composed(sheet.reading, words.words, words.alone))
            .or_else(|| continuation_lines::line(&sheet, words, stamps))?;
        let detail = format!("\"{}\" on page {page}", joined(&sheet.reading.words[place.clone()]));
        let evidence = vec![evidence_of(page, sheet.reading, place)];
        Some(sprung(trap, form_path(form, ""), &detail, evidence))
    };
    pages(input).into_iter().filter_map(stamp).collect()
}

/// The pages of forms, each once, and other pages with the number of the nearest form: a cover's notice applies to
/// the forms of its package.
fn pages(input: &CheckInput) -> Vec<(u32, u32, bool)> {
    let mut pages: Vec<(u32, u32, bool)> = Vec::new();
    for form in input.forms {
        for page in form.first_page..=form.last_page {
            if !pages.iter().any(|(known, ..)| *known == page) {
                pages.push((page, form.number, true));
            }
        }
    }
    for page in 1..=input.page_count {
        let away = |form: &&Form| (form.first_page.abs_diff(page), form.first_page < page);
        if let Some(nearest) = input.forms.iter().min_by_key(away)
            && !pages.iter().any(|(known, ..)| *known == page)
        {
            pages.push((page, nearest.number, false));
        }
    }
    pages
}

impl Sheet<'_> {
    fn of<'a>(input: &CheckInput<'a>, page: u32, of_form: bool) -> Option<Sheet<'a>> {
        let reading = input.readings.newest(page)?;
        let mut taken = vec![false; reading.words.len()];
        let named = input.forms.iter().filter(|form| form.label != input.pack.fallback);
        let values = named
            .flat_map(|form| form.fields.values())
            .filter(|field| field.is_filled());
        for piece in values.flat_map(Field::all_evidence) {
            let (from, to) = (piece.words.0 as usize, piece.words.1 as usize);
            if piece.page == page && piece.reading == reading.number && from <= to && to <= taken.len() {
                taken[from..to].fill(true);
            }
        }
        Some(Sheet {
            reading,
            boxes: Boxes::of(input, page),
            taken,
            of_form,
        })
    }

    /// Whether a value contains one of the words.
    fn is_taken(&self, place: &Range<usize>) -> bool {
        self.taken[place.clone()].contains(&true)
    }
}

/// Where a phrase is stamped on a page, as a range of its words.
fn stamped(sheet: &Sheet, phrase: &str, alone: bool) -> Option<Range<usize>> {
    slanted(sheet.reading, phrase).or_else(|| upright(sheet, phrase, alone))
}

/// Slanted print is always a stamp. Its letters may be spaced so widely that they were read as words.
fn slanted(reading: &Reading, phrase: &str) -> Option<Range<usize>> {
    let wanted = letters(phrase);
    let stamps = reading.blocks.iter().filter(|block| block.kind == BlockKind::Stamp);
    let mut places = stamps.map(|block| block.words.0 as usize..block.words.1 as usize);
    // A short word must be whole, or spaced letter by letter: `LATEST` is not `TEST`.
    let whole = |from: usize, to: usize| letters(&joined(&reading.words[from..to])) == wanted;
    let within = |from: usize, to: usize| letters(&joined(&reading.words[from..to])).contains(&wanted);
    places.find(|place| {
        let mut runs = place
            .clone()
            .flat_map(|first| (first + 1..=place.end).map(move |end| (first, end)));
        wanted.len() >= DISTINCT && within(place.start, place.end) || runs.any(|(first, end)| whole(first, end))
    })
}

fn upright(sheet: &Sheet, phrase: &str, alone: bool) -> Option<Range<usize>> {
    let wanted = letters(phrase);
    // Large print may be spaced letter by letter.
    let spaced = large_lines(sheet.reading)
        .into_iter()
        .find(|line| letters(&joined(&sheet.reading.words[line.clone()])) == wanted);
    spaced.or_else(|| if alone { line(sheet, phrase, &wanted) } else { None })
}

/// A line made up of several phrases and nothing else: `SAMPLE - FOR ILLUSTRATION ONLY`.
fn composed(reading: &Reading, phrases: &[String], alone: bool) -> Option<Range<usize>> {
    let phrases: Vec<String> = phrases.iter().map(|phrase| letters(phrase)).collect();
    let lines = if alone {
        lines_of(&reading.words, &|_| true)
    } else {
        large_lines(reading)
    };
    lines.into_iter().find(|line| {
        let text = joined(&reading.words[line.clone()]);
        let is_candidate = line.len() > 1 && !is_choice(reading, line);
        is_candidate && !text.contains(char::is_lowercase) && consists(&letters(&text), &phrases)
    })
}

/// Whether the letters are phrases one after the other.
fn consists(text: &str, phrases: &[String]) -> bool {
    let mut rests = phrases
        .iter()
        .filter_map(|phrase| text.strip_prefix(phrase.as_str()).filter(|_| !phrase.is_empty()));
    rests.any(|rest| rest.is_empty() || consists(rest, phrases))
}

/// A line of ordinary print that consists of the phrase only.
fn line(sheet: &Sheet, phrase: &str, wanted: &str) -> Option<Range<usize>> {
    let (reading, boxes) = (sheet.reading, &sheet.boxes);
    let count = phrase.split_whitespace().count();
    let captions = boxes.are_captions(wanted);
    // The places of check boxes are unknown on an extra copy without values.
    if captions && boxes.top >= f32::MAX {
        return None;
    }
    let region = |place: &Range<usize>| Region::around(reading.words[place.clone()].iter().map(|word| &word.region));
    let found = Haystack::new(reading).find(phrase, None).into_iter();
    let places: Vec<Range<usize>> = found
        .filter(|span| letters(&span.quote) == wanted)
        .map(|span| span.words.0 as usize..span.words.1 as usize)
        .collect();
    // Copies of a form repeat its captions in the same size, and not all copies were read.
    let size = |place: &Range<usize>| reading.words[place.start].size;
    let boxed = |place: &Range<usize>| region(place).is_some_and(|region| boxes.has_near(&region));
    let sizes: Vec<f32> = places.iter().filter(|place| boxed(place)).map(size).collect();
    let labels = |place: &Range<usize>| sizes.iter().any(|own| (own / size(place).max(0.1) - 1.0).abs() < 0.1);
    let room = if captions { ROOM } else { 0.0 };
    places.into_iter().find(|place| {
        let own = &reading.words[place.clone()];
        let capitals = !own.iter().any(|word| word.text.chars().any(char::is_lowercase));
        // A single capitalized word is a name or the end of a sentence, unless it is above all values or far from
        // other print.
        let named = own[0].text.starts_with(char::is_uppercase) && own[0].text.ends_with(char::is_alphanumeric);
        let above = boxes.top < f32::MAX && own[0].region.bottom() < boxes.top;
        let far = || !captions && !sheet.is_taken(place) && is_far(&reading.words, place);
        let small = sheet.of_form && (count > 1 || named && (above || far()));
        (capitals || small)
            && on_its_own(
                reading,
                place,
                count >= LONG && (capitals || !goes_on(reading, place)),
                room,
            )
            && !(captions && labels(place))
            && !is_choice(reading, place)
    })
}

/// Whether no other print is near a word.
fn is_far(words: &[Word], place: &Range<usize>) -> bool {
    let Some(own) = Region::around(words[place.clone()].iter().map(|word| &word.region)) else {
        return false;
    };
    let mut others = words[..place.start]
        .iter()
        .chain(&words[place.end..])
        .map(|word| &word.region);
    !others.any(|other| {
        let (across, down) = (-other.overlap_x(&own), -other.overlap_y(&own));
        down <= 0.0 && across < ROOM || across <= 0.0 && down < APART * own.height
    })
}

/// Lines in letters far larger than the page's.
fn large_lines(reading: &Reading) -> Vec<Range<usize>> {
    let body = body_size(&reading.words);
    lines_of(&reading.words, &|word| {
        word.size >= LARGE_POINTS && word.size >= LARGE * body
    })
}

/// Whether the sentence continues behind the words: `this is a draft of the letter`.
fn goes_on(reading: &Reading, place: &Range<usize>) -> bool {
    let last = &reading.words[place.end - 1];
    let others = reading.words[..place.start].iter().chain(&reading.words[place.end..]);
    let mut behind = others.filter(|word| same_line(last, word));
    let ended = last.text.ends_with(['.', '!', ':', '-']);
    !ended && behind.any(|word| word.text.starts_with(char::is_lowercase))
}
