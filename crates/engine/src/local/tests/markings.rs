//! Pages with security markings: what is a marking, what only mentions one, and what the document is.

use super::paper::{Pages, Paper};
use crate::local::LocalEngine;
use crate::pack::Pack;
use crate::record::{Band, Extractor, PageFinding, Survey};
use std::path::Path;
use std::sync::Arc;
use touchstone_intake::{Page, Ruling, TextSource};

fn engine() -> LocalEngine {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/markings"));
    LocalEngine::new(Arc::new(Pack::load(folder).unwrap()))
}

async fn survey(pages: Vec<Page>) -> Survey {
    engine().survey(&Pages(pages), None, &()).await.unwrap()
}

async fn look(paper: &Paper) -> (Survey, PageFinding) {
    let survey = survey(vec![paper.0.clone()]).await;
    let finding = survey.findings[0].clone();
    (survey, finding)
}

/// A letter with a head, a foot and some text between them.
fn letter(head: &str, foot: &str, body: &[&str]) -> Paper {
    let mut paper = Paper::new();
    let centered = |text: &str| 306.0 - text.len() as f32 * 3.5;
    if !head.is_empty() {
        paper.text(centered(head), 30.0, 14.0, head);
    }
    paper.text(72.0, 90.0, 11.0, "MEMORANDUM FOR the training officer");
    paper.text(72.0, 110.0, 11.0, "Subject: harvest of the orchard");
    for (row, line) in body.iter().enumerate() {
        paper.text(72.0, 160.0 + 20.0 * row as f32, 11.0, line);
    }
    paper.text(72.0, 600.0, 11.0, "With kind regards from the gardener");
    paper.text(300.0, 735.0, 9.0, "Page 1 of 1");
    if !foot.is_empty() {
        paper.text(centered(foot), 755.0, 14.0, foot);
    }
    paper
}

fn shown(survey: &Survey) -> String {
    let marking = survey.marking.as_ref().unwrap();
    let cancelled = if marking.cancelled { " cancelled" } else { "" };
    format!(
        "{} | {}{cancelled}",
        survey.candidates[0].label,
        marking.caveats.join(" ")
    )
}

#[tokio::test]
async fn heads_and_feet_are_markings() {
    let table = [
        ("SECRET", "SECRET", "SECRET | ", Band::High),
        (
            "SECRET//NOFORN//X1",
            "SECRET//NOFORN//X1",
            "SECRET | NOFORN X1",
            Band::High,
        ),
        ("SECRET NOFORN", "", "SECRET | NOFORN", Band::High),
        (".ECRET", "SECRET", "SECRET | ", Band::High),
        (".ECRET", "", "SECRET | ", Band::Medium),
        ("S E C R E T", "S E C R E T", "SECRET | ", Band::High),
        ("SECRET", "CONFIDENTIAL", "SECRET | ", Band::Low),
        (
            "SECRET//BLUE HERON",
            "SECRET//BLUE HERON",
            "SECRET | BLUE HERON",
            Band::Low,
        ),
        (
            "UNCLASSIFIED//FOR OFFICIAL USE ONLY",
            "UNCLASSIFIED",
            "UNCLASSIFIED | FOUO",
            Band::High,
        ),
        ("CUI", "CUI", "CUI | ", Band::High),
        ("", "", "UNMARKED | ", Band::High),
        ("THE SECRETARY OF THE GARDEN", "", "UNMARKED | ", Band::High),
        ("TRADE SECRET GARDEN GUIDE", "", "UNMARKED | ", Band::Medium),
    ];
    for (head, foot, expected, band) in table {
        let (survey, finding) = look(&letter(head, foot, &["The apples were picked in May."])).await;
        assert_eq!(shown(&survey), expected, "{head}");
        assert_eq!(
            Band::of(survey.candidates[0].confidence),
            band,
            "{head} {}",
            finding.rationale
        );
        let marked = !expected.starts_with("UNMARKED");
        assert_eq!(finding.absence.is_none(), marked, "{head}");
        assert_eq!(
            finding.evidence.iter().all(|piece| piece.quote.is_empty()),
            !marked,
            "{head}"
        );
    }
}

#[tokio::test]
async fn mentions_are_no_markings() {
    let bodies: [&[&str]; 5] = [
        &["The report was once stamped SECRET by the mill and then lost."],
        &["CLASSIFICATION: SECRET of the attached record, see below"],
        &["[ ] SECRET [X] CONFIDENTIAL [ ] UNCLASSIFIED"],
        &["He left the Secret Service in May."],
        &["SECRET SERVICE"],
    ];
    for body in bodies {
        let (survey, finding) = look(&letter("UNCLASSIFIED", "UNCLASSIFIED", body)).await;
        assert_eq!(shown(&survey), "UNCLASSIFIED | ", "{body:?} {}", finding.rationale);
        let (survey, finding) = look(&letter("", "", body)).await;
        assert_ne!(
            Band::of(survey.candidates[0].confidence),
            Band::High,
            "{body:?} {}",
            finding.rationale
        );
    }
}

#[tokio::test]
async fn portions_above_the_head_raise_the_level_and_ask_an_expert() {
    let body = [
        "1. (U) The plan is open.",
        "2. (S//NF) The harvest is not.",
        "3. (C) The cellar is near.",
    ];
    let (survey, _) = look(&letter("CONFIDENTIAL", "CONFIDENTIAL", &body)).await;
    assert_eq!(shown(&survey), "SECRET | NOFORN");
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
    let (survey, _) = look(&letter("SECRET//NOFORN", "SECRET//NOFORN", &body)).await;
    assert_eq!(
        (shown(&survey).as_str(), Band::of(survey.candidates[0].confidence)),
        ("SECRET | NOFORN", Band::High)
    );
    // The letters of a list are no portions.
    let list = [
        "(A) The plan is open.",
        "(B) The harvest is not.",
        "(C) The cellar is near.",
    ];
    let (survey, _) = look(&letter("", "", &list)).await;
    assert_eq!(shown(&survey), "UNMARKED | ");
}

#[tokio::test]
async fn a_struck_out_or_cancelled_marking_is_reported_as_such() {
    let mut paper = letter("SECRET", "", &["The apples were picked in May."]);
    paper.0.rulings.push(Ruling {
        horizontal: true,
        at: 38.0,
        from: 280.0,
        to: 330.0,
        thickness: 1.0,
    });
    let (survey, _) = look(&paper).await;
    assert_eq!(shown(&survey), "UNMARKED |  cancelled");
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
    let (survey, _) = look(&letter("SECRET", "SECRET", &["DECLASSIFIED 12 MAY 1998"])).await;
    assert_eq!(shown(&survey), "UNMARKED |  cancelled");
}

#[tokio::test]
async fn the_authority_block_says_until_when() {
    let body = [
        "Classified by: A. Gardener",
        "Derived from: Multiple Sources",
        "Declassify on: 20401231",
    ];
    let (survey, _) = look(&letter("SECRET", "SECRET", &body)).await;
    assert_eq!(survey.marking.unwrap().declassify_on.as_deref(), Some("20401231"));
}

#[tokio::test]
async fn a_document_has_the_highest_marking_of_its_pages() {
    let mut pages: Vec<Page> = ["UNCLASSIFIED", "TOP SECRET//SI", "SECRET//NOFORN"]
        .iter()
        .map(|head| letter(head, head, &["The apples were picked in May."]).0)
        .collect();
    for (page, number) in pages.iter_mut().zip(1..) {
        page.number = number;
        for word in &mut page.reading.words {
            word.region.page = number;
        }
    }
    let survey = survey(pages).await;
    assert_eq!(shown(&survey), "TOP SECRET | SI NOFORN");
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Medium);
    assert!(
        survey.rationale.contains("Page 1, the first, shows only UNCLASSIFIED"),
        "{}",
        survey.rationale
    );
    assert_eq!(survey.segments[0].types.len(), 6);
}

#[tokio::test]
async fn a_page_that_could_not_be_read_is_never_called_unmarked_with_certainty() {
    let mut paper = letter("", "", &["The apples were picked in May."]);
    paper.0.text_source = TextSource::Unread;
    let (survey, finding) = look(&paper).await;
    assert!(finding.enhance);
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
    let mut paper = letter("", "", &["The apples were picked in May."]);
    let stamp = paper.region(250.0, 20.0, 120.0, 40.0);
    paper.0.pictures.push(stamp);
    let (survey, finding) = look(&paper).await;
    assert!(finding.enhance, "{}", finding.rationale);
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
}
