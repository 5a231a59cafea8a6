//! Pages with security markings: what is a marking, what only mentions one, and the marking of the document.

use super::paper::{Pages, Paper};
use crate::LocalEngine;
use std::path::Path;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Band, Extractor, PageFinding, Pass, Sign, Survey};
use touchstone_intake::{Page, Ruling, TextSource};

fn engine() -> LocalEngine {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/markings"));
    LocalEngine::new(Arc::new(Pack::load(folder).unwrap()))
}

pub(super) async fn survey(pages: Vec<Page>) -> Survey {
    engine().survey(&Pages(pages), None, &()).await.unwrap()
}

pub(super) async fn look(paper: &Paper) -> (Survey, PageFinding) {
    let survey = survey(vec![paper.0.clone()]).await;
    let finding = survey.findings[0].clone();
    (survey, finding)
}

/// A letter with a header, a footer and some text between them.
pub(super) fn letter(head: &str, foot: &str, body: &[&str]) -> Paper {
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

pub(super) fn shown(survey: &Survey) -> String {
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
        (".ECRET", "", "SECRET | ", Band::Low),
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
    // List letters are not portion marks.
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
    // A diagonal line through the letters, and one below them.
    for (y, struck) in [(30.0, true), (45.0, false)] {
        let mut paper = letter("SECRET", "", &["The apples were picked in May."]);
        let slant = paper.region(275.0, y, 65.0, 16.0);
        paper.0.slants.push(slant);
        let (survey, _) = look(&paper).await;
        assert_eq!(shown(&survey).ends_with("cancelled"), struck, "{y}");
    }
    // Overtyped, as on a typewriter.
    for strokes in ["XXXXXX", "xxxxxx", "//////"] {
        let mut paper = letter("SECRET", "", &["The apples were picked in May."]);
        paper.text(285.0, 30.0, 14.0, strokes);
        let (survey, _) = look(&paper).await;
        assert_eq!(shown(&survey), "UNMARKED |  cancelled", "{strokes}");
    }
    let (survey, _) = look(&letter("SECRET", "SECRET", &["DECLASSIFIED 12 MAY 1998"])).await;
    assert_eq!(shown(&survey), "UNMARKED |  cancelled");
}

/// Text in the body is a marking only if nothing on its line suggests a mention.
#[tokio::test]
async fn lines_of_the_body_are_told_apart() {
    let table: [(&[&str], &str, &[Sign]); 15] = [
        (&["S E C R E T EXAMPLIA 000471", "NOFORN"], "SECRET | NOFORN", &[]),
        (&["BT", "SECRET EXAMPLIA 000471"], "SECRET | ", &[]),
        (
            &["such as the words \u{201c}SECRET//NOFORN\u{201d}"],
            "UNMARKED | ",
            &[Sign::MentionNotMarking],
        ),
        (&["(U), (C) and (S) precede each paragraph"], "UNMARKED | ", &[]),
        (
            &["The line \u{201c}Classification: SECRET\u{201d} says nothing"],
            "UNMARKED | ",
            &[Sign::MentionNotMarking],
        ),
        (
            &["FROM: ORCHARD", "TO: BAKERY", "CLASSIFICATION: SECRET", "PRIORITY"],
            "SECRET | ",
            &[],
        ),
        (
            &[
                "FROM: ORCHARD",
                "TO: BAKERY",
                "CLASSIFICATION: SECRET",
                "Caveats: NOFORN",
                "PRIORITY",
            ],
            "SECRET | NOFORN",
            &[],
        ),
        (
            &["TITLE: Old recipes", "BOX: 14", "CLASSIFICATION: SECRET", "PAGES: 12"],
            "UNMARKED | ",
            &[Sign::MentionNotMarking],
        ),
        (&["TOP SECRET//SI//", "REL TO USA, GBR"], "TOP SECRET | SI REL TO", &[]),
        // The next line of a message's head is not part of its marking, and its subject code is not a control.
        (
            &["BT", "UNCLASSIFIED//", "ROUTINE", "FM ORCHARD"],
            "UNCLASSIFIED | ",
            &[],
        ),
        (
            &["BT", "S E C R E T //N02030//", "MSGID/GENADMIN/ORCHARD/0117//"],
            "SECRET | ",
            &[],
        ),
        (
            &["BT", "SECRET//SI/", "BLUE HERON//NOFORN"],
            "SECRET | SI NOFORN BLUE HERON",
            &[Sign::UnknownWords],
        ),
        (
            &[
                "BT",
                "SECRET",
                "The harvest begins in May.",
                "WARNING NOTICE - INTELLIGENCE SOURCES OR METHODS INVOLVED",
                "NOT RELEASABLE TO FOREIGN NATIONALS",
            ],
            "SECRET | NOFORN WNINTEL",
            &[],
        ),
        (
            &["(S//NF) The harvest is near."],
            "SECRET | NOFORN",
            &[Sign::PortionsOnly],
        ),
        (&["SECRET", "CONFIDENTIAL"], "SECRET | ", &[Sign::ConflictingBanners]),
    ];
    for (body, expected, signs) in table {
        let (survey, finding) = look(&letter("", "", body)).await;
        assert_eq!(shown(&survey), expected, "{body:?} {}", finding.rationale);
        let found: Vec<Sign> = finding.signs.iter().map(|sign| sign.sign).collect();
        assert_eq!(found, signs, "{body:?}");
    }
}

/// A level in a table cell belongs to what the table lists.
#[tokio::test]
async fn a_level_in_a_table_is_no_marking() {
    let mut paper = letter("", "", &["The apples were picked in May."]);
    for (row, level) in ["SECRET", "TOP SECRET"].into_iter().enumerate() {
        let down = 300.0 + 20.0 * row as f32;
        paper.text(72.0, down, 11.0, "Plan of the orchard");
        paper.text(300.0, down, 11.0, level);
        paper.text(450.0, down, 11.0, "486-19");
    }
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "UNMARKED | ", "{}", finding.rationale);
    assert_eq!(finding.signs[0].sign, Sign::MentionNotMarking);
}

/// Margin lines with other words beside a level: in doubt, an expert sees them.
#[tokio::test]
async fn words_beside_a_level_in_a_margin_are_doubted() {
    let table = [
        ("TOP SECRET AMBER LARK", "TOP SECRET | AMBER LARK", Band::Low),
        // Sentences that state the level of the page.
        ("THIS PAGE IS CLASSIFIED SECRET", "SECRET | ", Band::Medium),
        ("This page is UNCLASSIFIED", "UNCLASSIFIED | ", Band::Medium),
        ("NOTES ON SECRET PATHS", "UNMARKED | ", Band::Low),
    ];
    for (head, expected, band) in table {
        let (survey, finding) = look(&letter(head, "", &[])).await;
        assert_eq!(shown(&survey), expected, "{head} {}", finding.rationale);
        assert_eq!(Band::of(survey.candidates[0].confidence), band, "{head}");
    }
    let mut form = letter("", "", &["The apples were picked in May."]);
    form.text(300.0, 300.0, 9.0, "Security clearance");
    form.text(300.0, 312.0, 11.0, "SECRET");
    let (survey, _) = look(&form).await;
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
}

#[tokio::test]
async fn what_a_banner_leaves_out_is_never_accepted() {
    let table: [(&str, &[&str], &str); 5] = [
        ("//NATO SECRET", &[], "SECRET | NATO"),
        ("NOFORN", &[], "UNMARKED | "),
        ("SECRET", &["(S//NF) The harvest is near."], "SECRET | NOFORN"),
        ("SECRET", &["(U//FOUO) The harvest is near."], "SECRET | "),
        (
            "SECRET//REL TO USA, FVEY",
            &["(S//REL TO USA, GBR) The harvest is near."],
            "SECRET | REL TO",
        ),
    ];
    for (head, body, expected) in table {
        let (survey, finding) = look(&letter(head, head, body)).await;
        assert_eq!(shown(&survey), expected, "{head} {}", finding.rationale);
        let plain = finding.signs.is_empty() && Band::of(survey.candidates[0].confidence) == Band::High;
        let whole = head.contains("NATO") || body.first().is_some_and(|line| line.contains("FOUO"));
        assert_eq!(plain, whole, "{head} {:?}", finding.signs);
    }
}

#[tokio::test]
async fn a_look_that_failed_is_told() {
    let mut paper = letter("", "", &["The apples were picked in May."]);
    paper.0.text_source = TextSource::Ocr;
    let survey = survey(vec![paper.0]).await;
    let last = survey.findings.last().unwrap();
    assert_eq!((survey.findings.len(), last.pass), (2, Pass::Enhance));
    assert_eq!(last.signs[0].sign, Sign::SecondLookFailed);
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
}

/// Judging pages separately gives the same document.
#[tokio::test]
async fn pages_side_by_side_give_the_same_document() {
    let pages: Vec<Page> = (1..=9)
        .map(|number| {
            let head = if number == 4 {
                "TOP SECRET//SI"
            } else {
                "SECRET//NOFORN"
            };
            let mut page = letter(head, head, &["The apples were picked in May."]).0;
            page.number = number;
            for word in &mut page.reading.words {
                word.region.page = number;
            }
            page
        })
        .collect();
    let ordered = survey(pages.clone()).await;
    let mut engine = engine();
    let mut pack = (*engine.pack.pack).clone();
    pack.parallel = true;
    engine = LocalEngine::new(Arc::new(pack));
    let side_by_side = engine.survey(&Pages(pages), None, &()).await.unwrap();
    assert_eq!(side_by_side.findings, ordered.findings);
    assert_eq!(side_by_side.marking, ordered.marking);
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
    let borne = "TOP SECRET//SI is on page 2.\nSECRET//NOFORN is on page 3.";
    assert!(survey.rationale.contains(borne), "{}", survey.rationale);
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

/// A browser's header and footer and a site's headings are not markings; a banner is, and capitals go to an expert.
#[tokio::test]
async fn prints_of_web_pages_only_speak_of_levels() {
    let print = |title: &str, head: &str, heading: &str| {
        let mut paper = letter(head, "", &["A level is a word on a sheet of paper."]);
        paper.text(40.0, 14.0, 8.0, "23/11/2026, 10:04");
        paper.text(330.0, 14.0, 8.0, title);
        paper.text(72.0, 60.0, 16.0, heading);
        paper.text(40.0, 772.0, 8.0, "https://example.org/wiki/levels");
        paper.text(540.0, 772.0, 8.0, "1/3");
        paper
    };
    let table = [
        ("Secret", "", "", "UNMARKED | ", Band::Medium),
        ("Top Secret - an encyclopedia", "", "", "UNMARKED | ", Band::Medium),
        ("Levels", "", "Secret", "UNMARKED | ", Band::Medium),
        ("SECRET", "", "", "UNMARKED | ", Band::Low),
        ("Levels", "SECRET//NOFORN", "", "SECRET | NOFORN", Band::High),
        ("Levels", "SECRET", "", "SECRET | ", Band::High),
    ];
    for (title, head, heading, expected, band) in table {
        let (survey, finding) = look(&print(title, head, heading)).await;
        let case = format!("{title} / {head} / {heading}: {}", finding.rationale);
        assert_eq!(shown(&survey), expected, "{case}");
        assert_eq!(Band::of(survey.candidates[0].confidence), band, "{case}");
    }
}

/// A damaged header beside a clear footer is as sure as the footer alone; one that shows less than the footer is less
/// sure.
#[tokio::test]
async fn damage_lowers_the_band() {
    let table = [
        ("SECRET", "SECRET", 0.97),
        ("E CRE T", "SECRET", 0.92),
        ("SECRE TNOFORN", "SECRET//NOFORN", 0.92),
        ("E CRE T", "SECRET//NOFORN", 0.82),
        ("E CRE T", "E CRE T", 0.6),
        ("SECRE TNOFORN", "", 0.6),
    ];
    for (head, foot, expected) in table {
        let (survey, finding) = look(&letter(head, foot, &["Apples were picked."])).await;
        let confidence = survey.findings.last().map_or(0.0, |look| look.candidates[0].confidence);
        assert!(
            (confidence - expected).abs() < 0.001,
            "{head} / {foot}: {confidence}, {}",
            finding.rationale
        );
        assert_eq!(survey.candidates[0].label, "SECRET", "{head} / {foot}");
    }
}
