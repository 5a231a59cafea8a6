//! What a settled paper teaches: the fixed words of its pages, and the places of its values relative to them.

use super::align::{Alignment, FEWEST, Printed};
use super::fixed::{Varying, fixed_words, letters, line_of, words_of};
use super::place::Laid;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::{Pack, Template};
use touchstone_core::record::{Field, FixedWord, Form, Format, Lesson, PrintPage, PrintPlace};
use touchstone_intake::{Page, Region};

/// A settled paper.
#[derive(Debug, Clone, Copy)]
pub struct Paper<'a> {
    pub pack: &'a Pack,
    /// By number.
    pub pages: &'a BTreeMap<u32, Page>,
    /// As read, without values from the memory.
    pub read: &'a [Form],
    /// As settled.
    pub settled: &'a [Form],
}

/// Whether the places of a form's values are fixed: those of lists of any length are not.
fn has_places(template: &Template) -> bool {
    template.complete && template.reader.is_none()
}

/// What a settled form teaches. `None` if its label has no fixed form, its pages have too few fixed words, or none of its
/// values can be read by its place.
pub fn lesson(paper: &Paper, form: &Form) -> Option<Lesson> {
    let template = paper.pack.template_for(&form.label);
    if template.label != form.label || !has_places(template) {
        return None;
    }
    let (known, values) = (words_of(paper.pack), value_words(paper));
    let mut pages = Vec::new();
    for number in form.first_page..=form.last_page {
        let Some(page) = paper.pages.get(&number) else { continue };
        let regions: Vec<Region> = evidence_on(paper, number);
        let varying = Varying {
            regions: &regions,
            words: &values,
            known: &known,
        };
        let mut taught = PrintPage {
            page: number - form.first_page,
            line: line_of(&page.reading),
            words: fixed_words(&page.reading, &varying),
            places: Vec::new(),
        };
        if taught.words.len() >= FEWEST {
            taught.places = places(paper, form, template, page, &taught);
            pages.push(taught);
        }
    }
    let has_any = pages.iter().any(|page| !page.places.is_empty());
    has_any.then_some(Lesson { pages })
}

/// The places of the form's values on a page, of those that are read there again by their place.
fn places(paper: &Paper, form: &Form, template: &Template, page: &Page, taught: &PrintPage) -> Vec<PrintPlace> {
    let read = paper
        .read
        .iter()
        .find(|read| read.number == form.number && read.label == form.label);
    let mut places = Vec::new();
    for spec in template
        .fields
        .iter()
        .filter(|spec| !matches!(spec.format, Format::List | Format::Bool))
    {
        let Some(field) = form.field(&spec.name).filter(|field| field.is_filled()) else {
            continue;
        };
        let own = read.and_then(|read| read.field(&spec.name)).map(|field| &field.value);
        let lines: Vec<Region> = field
            .evidence
            .iter()
            .flat_map(|piece| piece.regions.iter().copied())
            .collect();
        let Some(first) = lines
            .first()
            .filter(|_| lines.iter().all(|line| line.page == page.number))
        else {
            continue;
        };
        places.push((
            spec,
            &field.value,
            PrintPlace {
                field: spec.name.clone(),
                cell: smallest_cell(page, first),
                corrected: own.is_some_and(|own| !own.is_null() && *own != field.value),
                lines,
            },
        ));
    }
    let all = PrintPage {
        places: places.iter().map(|(_, _, place)| place.clone()).collect(),
        ..taught.clone()
    };
    let Some(laid) = Laid::over(&all, page) else {
        return Vec::new();
    };
    let again = places
        .into_iter()
        .filter(|(spec, value, place)| laid.read(place, spec).is_some_and(|read| read.value == **value));
    again.map(|(_, _, place)| place).collect()
}

fn smallest_cell(page: &Page, around: &Region) -> Option<Region> {
    let (x, y) = around.center();
    let cells = page.cells.iter().filter(|cell| cell.contains_point(x, y));
    cells.min_by(|a, b| a.area().total_cmp(&b.area())).copied()
}

/// The places of all values of a page, as read and as settled.
fn evidence_on(paper: &Paper, page: u32) -> Vec<Region> {
    let fields = paper
        .read
        .iter()
        .chain(paper.settled)
        .flat_map(|form| form.fields.values());
    // The place of an empty box may hold its caption.
    let quoted = fields
        .flat_map(Field::all_evidence)
        .filter(|piece| piece.page == page && !piece.quote.is_empty());
    quoted.flat_map(|piece| piece.regions.iter().copied()).collect()
}

/// The words of all values, as read and as settled.
fn value_words(paper: &Paper) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for field in paper
        .read
        .iter()
        .chain(paper.settled)
        .flat_map(|form| form.fields.values())
    {
        add_words(&field.value, &mut words);
    }
    words
}

fn add_words(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => words.extend(
            text.split(|c: char| !c.is_alphanumeric() && c != '\'')
                .filter_map(letters),
        ),
        Value::Array(items) => items.iter().for_each(|item| add_words(item, words)),
        Value::Object(parts) => parts.values().for_each(|part| add_words(part, words)),
        _ => {}
    }
}

/// The lessons of one print, each without the words that most others lack: what varies from paper to paper is no fixed
/// print. Of two papers, only what both have is kept.
pub fn pruned(lessons: &[Lesson]) -> Vec<Lesson> {
    let kept = lessons.iter().enumerate().map(|(index, lesson)| {
        let others: Vec<&Lesson> = lessons
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
            .map(|(_, other)| other)
            .collect();
        Lesson {
            pages: lesson.pages.iter().map(|page| without_varying(page, &others)).collect(),
        }
    });
    kept.collect()
}

fn without_varying(page: &PrintPage, others: &[&Lesson]) -> PrintPage {
    let same = others
        .iter()
        .filter_map(|other| other.pages.iter().find(|other| other.page == page.page));
    let laid: Vec<Alignment> = same
        .filter_map(|other| Alignment::of(page, &Printed::of(other.words.iter().cloned())))
        .collect();
    let is_shared = |word: &&FixedWord| 2 * laid.iter().filter(|other| other.has(word)).count() >= laid.len();
    PrintPage {
        words: page.words.iter().filter(is_shared).cloned().collect(),
        ..page.clone()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::prints::sample::{PAPER, pack, page, paper, settled};

    #[test]
    fn a_lesson_has_places_and_no_word_of_a_value() {
        let (pack, page) = (pack(), page(&PAPER));
        let pages = BTreeMap::from([(1, page.clone())]);
        let (read, settled) = settled(&page);
        let paper = paper(&pack, &pages, &read, &settled);
        let lesson = lesson(&paper, &settled[0]).unwrap();
        let places: Vec<(&str, bool)> = lesson.pages[0]
            .places
            .iter()
            .map(|place| (place.field.as_str(), place.corrected))
            .collect();
        assert_eq!(
            places,
            [
                ("employer_name", false),
                ("wages_tips", true),
                ("federal_tax_withheld", false)
            ]
        );
        let stored = serde_json::to_string(&lesson).unwrap().to_lowercase();
        for word in ["northwind", "bakery", "olga", "petrova", "23,677", "23677", "2841"] {
            assert!(!stored.contains(word), "{word} is kept: {stored}");
        }
        assert!(stored.contains("wages"));
    }

    #[test]
    fn what_varies_between_two_papers_is_dropped() {
        let (pack, mut lines) = (pack(), PAPER);
        let mut lessons = Vec::new();
        for note in ["filed by hand in triplicate", "filed by machine in duplicate"] {
            lines[0] = note;
            let page = page(&lines);
            let pages = BTreeMap::from([(1, page.clone())]);
            let (read, settled) = settled(&page);
            let paper = paper(&pack, &pages, &read, &settled);
            lessons.push(lesson(&paper, &settled[0]).unwrap());
        }
        let has = |lesson: &Lesson, text: &str| lesson.pages[0].words.iter().any(|word| word.text == text);
        assert!(has(&lessons[0], "triplicate") && has(&lessons[0], "filed"));
        let pruned = pruned(&lessons);
        assert!(!has(&pruned[0], "triplicate") && !has(&pruned[1], "machine") && has(&pruned[0], "filed"));
        assert_eq!(pruned[0].pages[0].places, lessons[0].pages[0].places);
    }
}
