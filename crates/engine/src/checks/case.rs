//! A sound W-2 with its page, for tests to break in one place.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use touchstone_core::record::{
    AttemptId, Candidate, Cell, DocumentId, DocumentState, Evidence, Field, FormId, FormPlan, GradedAttempt, Inked,
    Presence, Segment, Surroundings, TypeShare, now,
};
use touchstone_intake::{Outcome, Region, TextSource, Word};
use touchstone_second::{Candidate as Printed, Kind, Scored, meaning};

/// A sound case with everything a check looks at.
pub(crate) struct Case {
    pub pack: Pack,
    pub classification: Classification,
    pub forms: Vec<Form>,
    pub readings: Readings,
    pub plans: Vec<FormPlan>,
    pub attempts: Vec<GradedAttempt>,
    pub pages: Vec<PageSummary>,
    pub surroundings: Surroundings,
    pub expected_year: Option<i32>,
    document: Document,
}

const PAGE: &str = "Form W-2 Wage and Tax Statement 2024
Employee's social security number 554-03-0876
Employer identification number 63-0065650
North Bakery
Wages, tips, other compensation 23,677.70
Federal income tax withheld 2,841.32
Social security wages 24,410.00
Social security tax withheld 1,513.42
Medicare wages and tips 24,410.00
Medicare tax withheld 353.95
12a D 1,000.00";

pub(crate) fn region(line: usize, word: usize) -> Region {
    Region {
        page: 1,
        x: 40.0 + 60.0 * word as f32,
        y: 40.0 + 20.0 * line as f32,
        width: 55.0,
        height: 10.0,
    }
}

pub(crate) fn reading() -> Reading {
    typed(PAGE)
}

/// A printed word; `size` is in points.
pub(crate) fn word(text: &str, region: Region, size: f32) -> Word {
    Word::typed(text, region, size)
}

/// Lines of words, one below the other.
pub(crate) fn typed(page: &str) -> Reading {
    let lines = page.lines().enumerate();
    let words = lines.flat_map(|(line, text)| {
        // Each space before a line indents it by one word.
        let indent = text.len() - text.trim_start().len();
        let words = text.split_whitespace().enumerate();
        words.map(move |(index, text)| word(text, region(line, indent + index), 9.0))
    });
    Reading {
        words: words.collect(),
        ..Reading::empty()
    }
}

/// The second reader's odds for texts at the words of a page, by field.
pub(crate) fn scored<const FIELDS: usize>(reading: &Reading, texts: &[(&str, [f32; FIELDS])]) -> Vec<Scored> {
    let scored = texts.iter().enumerate().map(|(index, (text, odds))| Scored {
        candidate: Printed {
            kind: Kind::Typed,
            text: (*text).to_owned(),
            meaning: meaning(text),
            region: reading.words[index].region,
            words: vec![index],
            line: 0,
        },
        odds: odds.to_vec(),
    });
    scored.collect()
}

/// Evidence for the first place where the quote appears.
pub(crate) fn evidence(quote: &str) -> Evidence {
    evidence_of(&reading(), quote)
}

pub(crate) fn evidence_of(reading: &Reading, quote: &str) -> Evidence {
    let span = touchstone_core::text::find(quote, reading, None)
        .into_iter()
        .next()
        .expect(quote);
    Evidence {
        page: 1,
        reading: 1,
        words: span.words,
        regions: span.regions,
        quote: span.quote,
        anchors: Vec::new(),
    }
}

fn square() -> Evidence {
    Evidence {
        page: 1,
        reading: 1,
        words: (0, 0),
        regions: vec![region(20, 1)],
        quote: String::new(),
        anchors: Vec::new(),
    }
}

pub(crate) fn field(value: Value, evidence: Vec<Evidence>) -> Field {
    Field {
        value,
        raw: None,
        confidence: 0.95,
        evidence,
        cells: BTreeMap::default(),
    }
}

pub(crate) fn fields() -> IndexMap<String, Field> {
    let box_12 = Field {
        cells: [("code", json!("D"), "D"), ("amount", json!("1000.00"), "1,000.00")]
            .into_iter()
            .map(|(part, value, quote)| {
                let cell = Cell {
                    value,
                    raw: None,
                    confidence: 0.9,
                    evidence: vec![evidence(quote)],
                };
                (format!("[0].{part}"), cell)
            })
            .collect(),
        ..field(json!([{ "code": "D", "amount": "1000.00" }]), Vec::new())
    };
    let plain = [
        ("employee_ssn", json!("554-03-0876"), "554-03-0876"),
        ("employer_ein", json!("63-0065650"), "63-0065650"),
        ("employer_name", json!("North Bakery"), "North Bakery"),
        ("wages_tips", json!("23677.70"), "23,677.70"),
        ("federal_tax_withheld", json!("2841.32"), "2,841.32"),
        ("ss_wages", json!("24410.00"), "24,410.00"),
        ("ss_tax_withheld", json!("1513.42"), "1,513.42"),
        ("medicare_wages", json!("24410.00"), "24,410.00"),
        ("medicare_tax_withheld", json!("353.95"), "353.95"),
        ("tax_year", json!(2024), "2024"),
    ];
    let mut fields: IndexMap<String, Field> = plain
        .into_iter()
        .map(|(name, value, quote)| (name.to_owned(), field(value, vec![evidence(quote)])))
        .collect();
    fields.insert("box_12".to_owned(), box_12);
    fields.insert("retirement_plan".to_owned(), field(json!(true), vec![square()]));
    fields.insert("control_number".to_owned(), Field::missing());
    fields
}

/// The pack without its second reader: the words of this page lie too far apart to be read by what is around them.
fn tax() -> Pack {
    let mut pack = Pack::load(&touchstone_core::pack::default_folder().unwrap().join("tax")).unwrap();
    pack.second_reader = None;
    pack
}

impl Case {
    pub(crate) fn sound() -> Self {
        let share = TypeShare {
            label: "W-2".to_owned(),
            presence: Presence::Primary,
            confidence: 0.95,
            share: 1.0,
            evidence: vec![evidence("Wage and Tax Statement")],
        };
        let segment = Segment {
            first_page: 1,
            last_page: 1,
            page_count: 1,
            label: "W-2".to_owned(),
            types: vec![share.clone()],
        };
        let form = Form {
            id: FormId::fresh(),
            attempt_id: AttemptId::fresh(),
            number: 1,
            segment: 0,
            label: "W-2".to_owned(),
            first_page: 1,
            last_page: 1,
            region: None,
            confidence: 0.95,
            fields: fields(),
        };
        let mut readings = Readings::default();
        readings.insert_page(whole_page());
        Self {
            pack: tax(),
            classification: Classification {
                attempt_id: form.attempt_id,
                label: "W-2".to_owned(),
                proposed_label: None,
                candidates: vec![Candidate {
                    label: "W-2".to_owned(),
                    confidence: 0.95,
                }],
                confidence: 0.95,
                rationale: String::new(),
                number_of_segments: 1,
                segments: vec![segment],
                mixture: vec![share],
                vendor_signals: Vec::new(),
                marking: None,
                self_evaluation: None,
            },
            forms: vec![form],
            readings,
            plans: Vec::new(),
            attempts: Vec::new(),
            pages: vec![page()],
            surroundings: surroundings(),
            expected_year: Some(2024),
            document: document(),
        }
    }

    pub(crate) fn issues(&self) -> Vec<NewIssue> {
        let found = run_all(&CheckInput {
            pack: &self.pack,
            document: &self.document,
            expected_year: self.expected_year,
            classification: &self.classification,
            forms: &self.forms,
            plans: &self.plans,
            attempts: &self.attempts,
            page_count: 1,
            readings: &self.readings,
            pages: &self.pages,
            surroundings: &self.surroundings,
            findings: &[],
        });
        let unlisted = found.iter().find(|issue| !is_listed(&self.pack, issue));
        assert_eq!(unlisted, None, "it is not in the list of checks");
        found
    }

    /// The case as another document: a page of these lines, and form fields quoted from them.
    pub(crate) fn of(label: &str, page: &str, fields: &[(&str, Value, &str)]) -> Self {
        let mut case = Self::sound();
        let reading = typed(page);
        let template = case.pack.template_for(label);
        let mut filled = template.nothing_found();
        for (name, value, quote) in fields {
            filled[*name] = field(value.clone(), vec![evidence_of(&reading, quote)]);
        }
        let form = &mut case.forms[0];
        (form.label, form.fields) = (label.to_owned(), filled);
        let share = TypeShare {
            label: label.to_owned(),
            evidence: vec![evidence_of(&reading, page.lines().next().unwrap())],
            ..case.classification.mixture[0].clone()
        };
        case.classification.label = label.to_owned();
        case.classification.segments[0].label = label.to_owned();
        case.classification.segments[0].types = vec![share.clone()];
        case.classification.mixture = vec![share];
        case.readings.insert_page(touchstone_intake::Page::letter(1, reading));
        case
    }

    /// The codes of its issues with their subjects.
    pub(crate) fn reported(&self) -> Vec<String> {
        let issues = self.issues();
        issues
            .iter()
            .map(|issue| format!("{} {}", issue.code, issue.subject))
            .collect()
    }

    /// Turns a value into that of a PDF form field, optionally with a different appearance.
    pub(crate) fn typed_as(&mut self, name: &str, shown: Option<&str>) {
        let piece = self.field(name).evidence[0].clone();
        let mut page = whole_page();
        for word in &mut page.reading.words[piece.words.0 as usize..piece.words.1 as usize] {
            word.widget = Some(0);
        }
        page.widgets.push(touchstone_intake::Widget {
            name: name.to_owned(),
            kind: touchstone_intake::WidgetKind::Text,
            region: piece.regions[0],
            value: Some(piece.quote),
            shown: shown.map(str::to_owned),
            unproved: false,
            checked: None,
            caption: None,
            max_length: None,
        });
        self.readings.insert_page(page);
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn field(&mut self, name: &str) -> &mut Field {
        self.forms[0].fields.get_mut(name).unwrap()
    }
}

fn whole_page() -> touchstone_intake::Page {
    touchstone_intake::Page {
        has_tables: true,
        ..touchstone_intake::Page::letter(1, reading())
    }
}

/// The form's only check box is ticked.
fn surroundings() -> Surroundings {
    let inked = |region| Inked {
        share: 0.2,
        pale: 0.2,
        ..Inked::clear(region)
    };
    let ink = square().regions.into_iter().map(inked);
    Surroundings {
        ink: ink.collect(),
        readings: vec![(1, 1)],
        ..Surroundings::default()
    }
}

fn page() -> PageSummary {
    PageSummary {
        number: 1,
        width: 612.0,
        height: 792.0,
        has_tables: true,
        block_kinds: Vec::new(),
        text_source: TextSource::Embedded,
        fault: None,
    }
}

fn document() -> Document {
    Document {
        id: DocumentId::fresh(),
        sha256: String::new(),
        file_name: "w2.pdf".to_owned(),
        path: "w2.pdf".to_owned(),
        media_type: "application/pdf".to_owned(),
        bytes: 1,
        page_count: Some(1),
        pack: "tax".to_owned(),
        expected_year: Some(2024),
        case: None,
        received_at: now(),
        state: DocumentState::Active,
        outcome: Some(Outcome::Ok),
        outcome_message: None,
    }
}

/// A chart of pages, each a text whose last line is printed at the foot, cut into segments.
pub(crate) fn chart(segments: &[(u32, u32)], pages: &[String]) -> Case {
    let mut case = Case::sound();
    case.pack = Pack::load(&touchstone_core::pack::default_folder().unwrap().join("clinical")).unwrap();
    case.forms.clear();
    case.readings = Readings::default();
    case.pages.clear();
    for (number, text) in (1..).zip(pages) {
        case.readings
            .insert_page(touchstone_intake::Page::letter(number, typed_page(number, text)));
        case.pages.push(PageSummary { number, ..page() });
    }
    let segment = |(first_page, last_page): &(u32, u32)| Segment {
        first_page: *first_page,
        last_page: *last_page,
        page_count: last_page - first_page + 1,
        label: "Clinical Note".to_owned(),
        types: Vec::new(),
    };
    case.classification.segments = segments.iter().map(segment).collect();
    case
}

/// A page with these lines, the last of several at its foot.
pub(crate) fn typed_page(page: u32, text: &str) -> Reading {
    let lines = text.lines().enumerate();
    let count = text.lines().count();
    let words = lines.flat_map(|(line, text)| {
        let foot = count > 1 && line + 1 == count;
        let mut x = 40.0;
        text.split_whitespace().map(move |text| {
            let width = 5.0 * text.len() as f32;
            let y = if foot { 760.0 } else { 40.0 + 14.0 * line as f32 };
            let region = Region {
                page,
                x,
                y,
                width,
                height: 10.0,
            };
            x += width + 4.0;
            word(text, region, 10.0)
        })
    });
    Reading {
        words: words.collect(),
        ..Reading::empty()
    }
}
