#![allow(clippy::unwrap_used)]
mod chance;
pub(crate) mod shared;

use super::*;
use crate::provider::Call;
use async_trait::async_trait;
use serde_json::json;
use std::path::Path;
use touchstone_core::record::FormPlan;
use touchstone_intake::{
    Block, BlockKind, Failure, ImageFormat, InkQuery, InkReport, Outcome, Page, Picture, Reading, Recipe, Region, Word,
};
use touchstone_tests::drawn::no_ink;

/// Pages of plain lines, ten points per line; drawn as one byte.
pub(crate) struct Lines(Vec<Page>);

impl Lines {
    pub(crate) fn of(pages: &[&str]) -> Self {
        Self(pages.iter().zip(1..).map(|(text, number)| page(number, text)).collect())
    }
}

impl From<Vec<Page>> for Lines {
    fn from(pages: Vec<Page>) -> Self {
        Self(pages)
    }
}

pub(crate) fn page(number: u32, text: &str) -> Page {
    let mut reading = Reading::empty();
    for (line, y) in text.lines().zip(0_u16..) {
        let mut x = 20.0;
        for word in line.split_whitespace() {
            let width = word.chars().count() as f32 * 5.0;
            let region = Region {
                page: number,
                x,
                y: 2.0 + f32::from(y) * 20.0,
                width,
                height: 10.0,
            };
            x += width + 4.0;
            reading.words.push(Word::typed(word, region, 10.0));
        }
    }
    if let Some(first) = reading.words.first() {
        reading.blocks.push(Block {
            kind: BlockKind::Paragraph,
            region: first.region,
            words: (0, reading.words.len() as u32),
        });
    }
    Page::letter(number, reading)
}

#[async_trait]
impl PageSource for Lines {
    fn page_count(&self) -> u32 {
        self.0.len() as u32
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        let missing = Failure {
            outcome: Outcome::Io,
            message: "no such page".to_owned(),
        };
        self.0.get(number as usize - 1).cloned().ok_or(missing)
    }

    async fn draw(&self, _: u32, _: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        Ok(Picture {
            width: 1,
            height: 1,
            format,
            bytes: vec![0],
        })
    }

    async fn inspect(&self, _: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        Ok(no_ink(&query))
    }

    async fn read(&self, _: u32, _: &Recipe) -> Result<Reading, Failure> {
        Ok(Reading::empty())
    }
}

pub(crate) const W2: &str = "Form W-2 2024\nEmployer Acme Widgets LLC EIN 12-3456789\nEmployee Ann Lee 123-45-6789\n\
                  1 Wages 50,000.00 2 Federal tax 6,500.00\n12a D 1,500.00 12b DD 4,200.00";

pub(crate) fn pack() -> Pack {
    Pack::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax")).unwrap()
}

/// The extent of a form that shares no page, from the first page to `last_page`.
fn alone(last_page: u32) -> Extent {
    let plan = FormPlan {
        number: 1,
        segment: 0,
        candidates: Vec::new(),
        first_page: 1,
        last_page,
        sheets: Vec::new(),
    };
    Extent::of(&plan, &[])
}

/// Calls tools in order on a W-2 whose second page belongs to another form; returns the answers and the draft.
async fn played(calls: &[(&str, Value)]) -> (Vec<(bool, String)>, Draft) {
    let (pack, pages) = (pack(), Lines::of(&[W2, "Secret of the next document 99.00"]));
    let mut toolbox = Toolbox::new(&pages, &pack, alone(1), Draft::new("W-2"));
    let mut answers = Vec::new();
    for (at, (name, input)) in calls.iter().enumerate() {
        let call = Call {
            id: format!("c{at}"),
            name: (*name).to_owned(),
            input: input.clone(),
        };
        let result = toolbox.call(&call).await;
        assert_eq!((result.call_id, result.name), (call.id, call.name));
        let texts = result.parts.iter().filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.clone()),
            Part::Image { .. } => None,
        });
        answers.push((!result.is_error, texts.collect()));
    }
    (answers, toolbox.into_draft())
}

pub(crate) fn claim(path: &str, value: &str, quote: &str) -> Value {
    json!({"path": path, "value": value, "page": 1, "quote": quote, "confidence": 0.9})
}

fn identify(label: &str) -> (&'static str, Value) {
    (
        "identify_document",
        json!({"label": label, "confidence": 0.9, "reason": "it says so"}),
    )
}

#[tokio::test]
async fn a_form_is_filled_with_evidence_found_by_our_own_search() {
    let fields = json!({"fields": [
        claim("employer_name", "Acme Widgets LLC", "Acme Widgets LLC"),
        claim("employer_ein", "12-3456789", "EIN 12-3456789"),
        claim("wages_tips", "50,000.00", "Wages 50,000.00"),
        // The value as printed is its own quote.
        claim("tax_year", "2024", ""),
        claim("box_12[0].code", "D", "12a D"),
        claim("box_12[0].amount", "1,500.00", "1,500.00"),
    ]});
    let (answers, draft) = played(&[
        identify("W-2"),
        ("extract_fields", fields),
        ("complete_extraction", json!({})),
    ])
    .await;
    assert!(answers.iter().all(|(fine, _)| *fine), "{answers:?}");
    assert!(draft.is_completed());
    let fields = draft.fields(&pack());
    assert_eq!(fields["wages_tips"].value, "50000.00");
    assert_eq!(fields["tax_year"].value, 2024);
    assert_eq!(fields["wages_tips"].evidence[0].quote, "Wages 50,000.00");
    assert_eq!(fields["wages_tips"].evidence[0].words, (14, 16));
    assert_eq!(fields["box_12"].value, json!([{"code": "D", "amount": "1500.00"}]));
    assert_eq!(fields["box_12"].cells["[0].amount"].evidence[0].quote, "1,500.00");
    assert!(
        fields["ss_wages"].value.is_null(),
        "every field of the template is present"
    );
}

#[tokio::test]
async fn what_is_not_on_the_page_does_not_get_in() {
    for (name, given, expected) in [
        (
            "fabricated",
            claim("wages_tips", "51,000.00", "Wages 51,000.00"),
            "is not on page 1",
        ),
        (
            "another value than quoted",
            claim("wages_tips", "6,500.00", "Wages 50,000.00"),
            "does not show the value",
        ),
        (
            "half a number",
            claim("wages_tips", "500.00", "500.00"),
            "is not on page 1",
        ),
        (
            "a value as its own quote that is not printed",
            claim("wages_tips", "51,000.00", " "),
            "is not on page 1",
        ),
        ("no amount", claim("wages_tips", "plenty", "Wages"), "wages_tips"),
        (
            "no number of an employer",
            claim("employer_ein", "123-45-6789", "123-45-6789"),
            "employer_ein",
        ),
        (
            "inside a single value",
            claim("wages_tips.cents", "0", "Wages"),
            "is a single value",
        ),
        (
            "a list as one value",
            claim("box_12", "D", "12a D"),
            "is a list of rows",
        ),
        (
            "no such part",
            claim("box_12[0].colour", "D", "12a D"),
            "have the parts code, amount",
        ),
        (
            "a gap in a list",
            claim("box_12[3].code", "D", "12a D"),
            "would leave a gap",
        ),
        ("no path", claim("[0]", "D", "12a D"), "begins with the name of a field"),
        (
            "too sure",
            json!({"path": "wages_tips", "value": "50,000.00", "page": 1, "quote": "50,000.00", "confidence": 7}),
            "/confidence",
        ),
        ("wrong kinds", json!({"path": 1}), "The arguments do not fit"),
        ("not JSON", json!("{\"path\": \"wages_"), "The arguments do not fit"),
        (
            "a page of somebody else",
            json!({"path": "other", "value": "99.00", "page": 2, "quote": "99.00", "confidence": 1}),
            "There is no page 2 here",
        ),
    ] {
        let (answers, draft) = played(&[("update_field", given)]).await;
        let (fine, text) = &answers[0];
        assert!(!fine && text.contains(expected), "{name}: {text}");
        assert!(draft.is_blank(), "{name}");
    }
}

#[tokio::test]
async fn what_is_proven_is_saved_beside_what_is_not() {
    let fields = json!({"fields": [claim("wages_tips", "50,000.00", "50,000.00"), claim("federal_tax_withheld", "9.00", "9.00")]});
    let (answers, draft) = played(&[("extract_fields", fields)]).await;
    assert!(
        !answers[0].0
            && answers[0]
                .1
                .starts_with("Saved 1 values. Not saved:\n- `federal_tax_withheld`"),
        "{answers:?}"
    );
    assert_eq!(draft.values(), &json!({"wages_tips": "50000.00"}));
}

#[tokio::test]
async fn edits_reach_any_depth_and_rows_move_up() {
    let (answers, draft) = played(&[
        identify("OTHER"),
        (
            "extract_fields",
            json!({"fields": [
                claim("items[0].name", "Wages", "Wages"), claim("items[0].price", "50,000.00", "50,000.00"),
                claim("items[1].name", "Federal", "Federal"), claim("items[1].price", "6,500.00", "6,500.00"),
                claim("vendor.name", "Acme", "Acme"),
            ]}),
        ),
        ("update_field", claim("items[1].price", "1,500.00", "1,500.00")),
        ("remove_field", json!({"path": "items[0]"})),
        ("remove_field", json!({"path": "nothing"})),
        ("get_current_extraction", json!({})),
    ])
    .await;
    assert!(
        !answers[4].0 && answers[5].1.contains("\"items\":[{\"name\":\"Federal\""),
        "{answers:?}"
    );
    assert_eq!(
        draft.values(),
        &json!({"items": [{"name": "Federal", "price": "1,500.00"}], "vendor": {"name": "Acme"}})
    );
    let fields = draft.fields(&pack());
    assert_eq!(fields["items"].cells["[0].price"].evidence[0].quote, "1,500.00");
    assert_eq!(fields["items"].cells.len(), 2, "nothing is left of the row that went");
    assert_eq!(fields["vendor"].cells[".name"].value, "Acme");
}

#[tokio::test]
async fn a_form_is_not_finished_before_it_is() {
    let complete = || ("complete_extraction", json!({}));
    let wages = ("update_field", claim("wages_tips", "50,000.00", "50,000.00"));
    for (name, calls, finished) in [
        ("not identified", vec![wages.clone(), complete()], false),
        ("empty", vec![identify("W-2"), complete()], false),
        (
            "nothing but the year",
            vec![
                identify("W-2"),
                ("update_field", claim("tax_year", "2024", "2024")),
                complete(),
            ],
            false,
        ),
        (
            "a blank one is the fallback label",
            vec![identify("OTHER"), complete()],
            true,
        ),
        ("filled", vec![identify("W-2"), wages.clone(), complete()], true),
        (
            "changed afterwards",
            vec![
                identify("W-2"),
                wages.clone(),
                complete(),
                ("remove_field", json!({"path": "wages_tips"})),
            ],
            false,
        ),
    ] {
        assert_eq!(played(&calls).await.1.is_completed(), finished, "{name}");
    }
    let (answers, _) = played(&[identify("W-9")]).await;
    assert!(answers[0].1.contains("There is no label `W-9`") && answers[0].1.contains("1099-INT"));
}

#[tokio::test]
async fn reading_stays_on_the_pages_of_the_form() {
    let (answers, _) = played(&[
        ("get_document_text", json!({})),
        ("get_document_text", json!({"from_page": 2})),
        ("find_text", json!({"text": "Federal tax"})),
        ("find_text", json!({"text": "Secret"})),
        ("view_page", json!({"page": 1})),
        ("view_page", json!({"page": 2})),
        ("read_file", json!({"path": "/etc/passwd"})),
        ("get_document_text", json!({"document_id": "7"})),
    ])
    .await;
    let fine: Vec<bool> = answers.iter().map(|(fine, _)| *fine).collect();
    assert_eq!(
        fine,
        [true, false, true, false, true, false, false, false],
        "{answers:?}"
    );
    assert!(answers[0].1.contains("1 Wages 50,000.00 2 Federal tax 6,500.00\n") && !answers[0].1.contains("Secret"));
    assert!(answers[2].1.contains(">>Federal tax<< 6,500.00"), "{}", answers[2].1);
}

/// A page longer than an answer is read to its end, in parts, and then the next page.
#[tokio::test]
async fn a_page_that_is_longer_than_an_answer_is_read_to_its_end() {
    let long = format!("{}THE END", "0123456789 ".repeat(8_000));
    let (pack, pages) = (pack(), Lines::of(&[&long, "Page two"]));
    let mut toolbox = Toolbox::new(&pages, &pack, alone(2), Draft::new("W-2"));
    assert!(toolbox.text_of_form().await.is_none(), "it is not handed over in part");
    let (mut read, mut input) = (String::new(), json!({}));
    for goes_on in [true, true, false] {
        let call = Call {
            id: "1".to_owned(),
            name: "get_document_text".to_owned(),
            input,
        };
        let parts = toolbox.call(&call).await.parts;
        let texts = parts.iter().map(|part| match part {
            Part::Text { text, .. } => text.as_str(),
            Part::Image { .. } => "",
        });
        let text: String = texts.collect();
        let named = |word: &str| -> Option<u64> {
            let rest = text.rsplit_once(word)?.1;
            rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
        };
        let (page, letter) = (named("from_page "), named("from_letter "));
        assert_eq!((page.is_some(), letter.is_some()), (goes_on, goes_on));
        input = json!({"from_page": page, "from_letter": letter});
        read.push_str(&text);
    }
    assert!(read.contains("THE END") && read.contains("Page two"));
    assert_eq!(
        read.matches("0123456789").count(),
        8_000 - 2,
        "two of them stand in two parts"
    );
}

/// A filled form reloaded as a draft keeps all its fields.
#[tokio::test]
async fn a_draft_of_a_filled_form_holds_the_same() {
    let (_, draft) = played(&[(
        "extract_fields",
        json!({"fields": [
        claim("wages_tips", "50,000.00", "50,000.00"), claim("box_12[0].code", "D", "12a D")]}),
    )])
    .await;
    let fields = draft.fields(&pack());
    assert_eq!(Draft::filled("W-2", &fields).fields(&pack()), fields);
}

#[test]
fn tools_are_closed_and_name_no_document() {
    let pack = pack();
    let all = tools(&pack, true);
    assert_eq!((all.len(), tools(&pack, false).len()), (9, 8));
    for tool in all {
        let text = tool.schema.to_string();
        assert_eq!(tool.schema["additionalProperties"], json!(false), "{}", tool.name);
        for word in ["$ref", "document_id", "run_id", "file", "url"] {
            assert!(!text.contains(word), "{}: {word} in {text}", tool.name);
        }
    }
}
