//! Markings of several lines, heads of telegrams, portions marked by a control, ticked levels. Other marked pages are
//! in `markings`.

use super::markings::{letter, look, shown};
use super::paper::Paper;
use touchstone_core::record::{Band, Sign};

/// A letter with more lines below its header.
fn headed(head: &[&str]) -> Paper {
    let mut paper = letter(head[0], head[0], &["The gardener reports on the harvest of the year."]);
    for (row, line) in head.iter().enumerate().skip(1) {
        paper.text(280.0, 30.0 + 18.0 * row as f32, 14.0, line);
    }
    paper
}

#[tokio::test]
async fn controls_below_a_level_are_part_of_it() {
    for (head, expected) in [
        (&["SECRET", "EYES ONLY"][..], "SECRET | EYES ONLY"),
        (&["SECRET", "RESTRICTED DATA"], "SECRET | RD"),
        (&["SECRET", "REL TO USA, GBR"], "SECRET | REL TO"),
        (&["SECRET", "NOFORN"], "SECRET | NOFORN"),
        (
            &["SECRET", "NO FOREIGN DISSEM", "CONTROLLED DISSEM"],
            "SECRET | NOFORN CONTROLLED DISSEM",
        ),
        (
            &["TOP SECRET", "CONTROLLED DISSEM", "BACKGROUND USE ONLY"],
            "TOP SECRET | CONTROLLED DISSEM BACKGROUND USE ONLY",
        ),
    ] {
        let (survey, finding) = look(&headed(head)).await;
        assert_eq!(shown(&survey), expected, "{}", finding.rationale);
    }
}

#[tokio::test]
async fn words_that_need_a_level_are_none_away_from_one() {
    for lines in [&["PRIVACY"][..], &["EYES ONLY"], &["RESERVE"]] {
        assert_eq!(shown(&look(&letter("", "", lines)).await.0), "UNMARKED | ", "{lines:?}");
    }
    let mut paper = letter("SECRET", "SECRET", &["The gardener reports."]);
    paper.text(72.0, 300.0, 11.0, "PRIVACY");
    assert_eq!(shown(&look(&paper).await.0), "SECRET | ");
}

fn telegram(line: &str, below: &str) -> Paper {
    let mut paper = Paper::new();
    let lines = [
        "FM AMCONSUL DUNMORE",
        "TO SECSTATE WASHDC 1207",
        "",
        line,
        "",
        below,
        "",
        "TAGS: EAGR",
        "SUBJ: SEEDS",
    ];
    for (row, text) in lines.iter().enumerate() {
        paper.text(60.0, 200.0 + 13.0 * row as f32, 10.0, text);
    }
    paper
}

#[tokio::test]
async fn telegrams_give_their_level_before_place_and_number() {
    for (line, below, expected) in [
        ("UNCLAS DUNMORE 000044", "SIPDIS", "UNCLASSIFIED | "),
        ("UNCLAS DUNMORE 000044", "SENSITIVE", "UNCLASSIFIED | SENSITIVE"),
        (
            "CONFIDENTIAL SECTION 01 OF 02 DUNMORE 001187",
            "NODIS",
            "CONFIDENTIAL | NODIS",
        ),
        (
            "LIMITED OFFICIAL USE DUNMORE 2264",
            "SIPDIS",
            "UNCLASSIFIED | LIMITED OFFICIAL USE",
        ),
    ] {
        let (survey, finding) = look(&telegram(line, below)).await;
        assert_eq!(shown(&survey), expected, "{line}: {}", finding.rationale);
    }
    // Outside a message, it is a number or running text.
    let (survey, _) = look(&letter("", "", &["SECRET DUNMORE 000044"])).await;
    assert_eq!(shown(&survey), "UNMARKED | ");
}

#[tokio::test]
async fn a_control_may_be_a_portion() {
    let (survey, finding) = look(&letter("UNCLASSIFIED", "UNCLASSIFIED", &["(FOUO) The seals are worn."])).await;
    assert_eq!(shown(&survey), "UNCLASSIFIED | FOUO");
    assert!(finding.signs.iter().any(|sign| sign.sign == Sign::PortionBeyond));
    // An abbreviation explained across two rows.
    let mut paper = letter("UNCLASSIFIED", "UNCLASSIFIED", &[]);
    paper.text(72.0, 160.0, 11.0, "All of it is For Official Use Only");
    paper.text(72.0, 175.0, 11.0, "(FOUO) and stays with the gardener.");
    assert_eq!(shown(&look(&paper).await.0), "UNCLASSIFIED | ");
}

/// A slip that offers three levels; `ticked` is the index of the ticked check box.
fn slip(ticked: Option<usize>) -> Paper {
    let mut paper = letter("", "", &["Please look this over and return it by Friday."]);
    for (place, level) in ["UNCLASSIFIED", "CONFIDENTIAL", "SECRET"].into_iter().enumerate() {
        let x = 100.0 + 140.0 * place as f32;
        paper
            .check(x - 14.0, 300.0, ticked == Some(place))
            .text(x, 300.0, 10.0, level);
    }
    paper
}

#[tokio::test]
async fn a_ticked_level_is_for_an_expert() {
    let (survey, finding) = look(&slip(None)).await;
    assert_eq!(shown(&survey), "UNMARKED | ");
    assert!(finding.signs.iter().all(|sign| sign.sign != Sign::TickedLevel));
    assert_ne!(
        Band::of(survey.candidates[0].confidence),
        Band::Low,
        "{}",
        finding.rationale
    );
    let (survey, finding) = look(&slip(Some(2))).await;
    assert!(
        finding
            .signs
            .iter()
            .any(|sign| sign.sign == Sign::TickedLevel && sign.detail.contains("`SECRET`"))
    );
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
    let typed = letter("", "", &["UNCLASSIFIED [ ]   CONFIDENTIAL X SECRET"]);
    assert!(
        look(&typed)
            .await
            .1
            .signs
            .iter()
            .any(|sign| sign.sign == Sign::TickedLevel)
    );
}

#[tokio::test]
async fn what_an_archive_stamps_takes_a_marking_back() {
    for line in [
        "Declassified/Released US Department of State EO Systematic Review 05 JUL 2006",
        "Sanitized Copy Approved for Release 2010/08/20 : CIA-RDP86T00608R000300",
        "Declassified and Approved For Release by NSA on 09-23-2013",
        "ALL INFORMATION CONTAINED HEREIN IS UNCLASSIFIED",
        "HEREIN IS UNCLASSIFIED",
        "RELEASED IN PART",
    ] {
        let (survey, _) = look(&letter("CONFIDENTIAL", "CONFIDENTIAL", &[line])).await;
        assert!(
            survey.marking.as_ref().is_some_and(|marking| marking.cancelled),
            "{line}"
        );
    }
}

#[tokio::test]
async fn a_control_on_its_own_line_is_added_and_looked_at() {
    for (line, expected) in [
        ("NOFORN", "SECRET | NOFORN"),
        ("No Foreign Dissem", "SECRET | NOFORN"),
        ("RESTRICTED DATA", "SECRET | RD"),
        ("EYES ONLY", "SECRET | EYES ONLY"),
        ("REL TO USA, AUS, GBR", "SECRET | REL TO"),
        ("SPECIAL ACCESS REQUIRED - BUTTER CHURN", "SECRET | SAR-BUTTER CHURN"),
    ] {
        let mut paper = letter("SECRET", "SECRET", &["The gardener reports."]);
        paper.text(250.0, 300.0, 14.0, line);
        let (survey, finding) = look(&paper).await;
        assert_eq!(shown(&survey), expected, "{line}: {}", finding.rationale);
        let doubted = finding.signs.iter().any(|sign| sign.sign == Sign::ControlAlone);
        assert!(doubted, "{line}: {:?}", finding.signs);
    }
    // A control that the banner already shows, or one within a sentence, raises no doubt.
    for (head, line) in [
        ("SECRET//NOFORN", "NOFORN"),
        ("SECRET", "The word NOFORN is explained below."),
    ] {
        let mut paper = letter(head, head, &["The gardener reports."]);
        paper.text(250.0, 300.0, 11.0, line);
        assert_eq!(look(&paper).await.1.signs, [], "{line}");
    }
}

#[tokio::test]
async fn what_a_page_says_that_it_contains_is_a_doubt() {
    for (head, line, doubted) in [
        ("SECRET", "THIS DOCUMENT CONTAINS NATO SECRET INFORMATION", true),
        ("//NATO SECRET", "THIS DOCUMENT CONTAINS NATO SECRET INFORMATION", false),
        ("UNCLASSIFIED", "THIS DOCUMENT CONTAINS RECIPES", false),
    ] {
        let mut paper = letter(head, head, &["The gardener reports."]);
        paper.text(72.0, 300.0, 11.0, line);
        let (_, finding) = look(&paper).await;
        let raised = finding.signs.iter().any(|sign| sign.sign == Sign::UnknownWords);
        assert_eq!(raised, doubted, "{head} {line}: {:?}", finding.signs);
    }
    let mut paper = letter("SECRET", "SECRET", &["The gardener reports."]);
    paper.text(72.0, 300.0, 11.0, "WARNING NOTICE - INTELLIGENCE SOURCES");
    paper.text(72.0, 314.0, 11.0, "OR METHODS INVOLVED");
    assert_eq!(shown(&look(&paper).await.0), "SECRET | WNINTEL");
}

#[tokio::test]
async fn two_rows_are_one_level() {
    let mut paper = letter("", "", &["The gardener reports."]);
    paper.text(440.0, 200.0, 20.0, "TOP").text(425.0, 224.0, 20.0, "SECRET");
    assert_eq!(shown(&look(&paper).await.0), "TOP SECRET | ");
    // A word of another line does not belong to it.
    let mut paper = letter("", "", &["The gardener reports."]);
    paper
        .text(400.0, 200.0, 20.0, "THE TOP")
        .text(425.0, 224.0, 20.0, "SECRET");
    assert_eq!(shown(&look(&paper).await.0), "SECRET | ");
    let mut paper = letter("", "", &["The gardener reports."]);
    paper.text(230.0, 30.0, 14.0, "SECRET//REL TO");
    paper.text(230.0, 46.0, 14.0, "USA, AUS, CAN");
    let (survey, finding) = look(&paper).await;
    assert_eq!(
        survey.marking.unwrap().rel_to,
        ["USA", "AUS", "CAN"],
        "{}",
        finding.rationale
    );
}

#[tokio::test]
async fn a_level_typed_below_a_letterhead_is_a_doubt() {
    let page = |line: &str, x: f32, before: &str| {
        let mut paper = letter("", "", &[]);
        paper.text(72.0, 276.0, 11.0, before);
        paper.text(x, 290.0, 11.0, line);
        paper
    };
    for (line, x, before, doubted) in [
        ("TOP SECRET.", 72.0, "", true),
        ("Secret", 72.0, "", true),
        ("SECRET", 420.0, "", true),
        ("CUI Category: CTI", 300.0, "", true),
        (
            "SECRET.",
            72.0,
            "The paper was once stamped by the mill with the word",
            false,
        ),
        ("The Secret of the orchard", 72.0, "", false),
    ] {
        let mut paper = page(line, x, before);
        if x > 400.0 {
            paper.text(72.0, 290.0, 11.0, "Our reference 12");
        }
        let (survey, finding) = look(&paper).await;
        assert_eq!(shown(&survey), "UNMARKED | ", "{line}");
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band == Band::Low, doubted, "{line}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn a_column_of_two_levels_is_a_table() {
    let mut paper = letter("", "", &["Papers of the orchard"]);
    for (row, level) in ["SECRET", "SECRET", "CONFIDENTIAL"].iter().enumerate() {
        let y = 300.0 + 20.0 * row as f32;
        paper.text(72.0, y, 11.0, "1961").text(220.0, y, 11.0, level);
        paper.text(400.0, y, 11.0, "12");
    }
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "UNMARKED | ", "{}", finding.rationale);
}

#[tokio::test]
async fn captions_and_subjects_give_levels_in_short_words() {
    for (line, expected) in [
        ("CLASSIFICATION: S//NF", "SECRET | NOFORN"),
        ("Classification: TS/SCI", "TOP SECRET | SCI"),
        ("Subject: S//NF - Harvest of the year", "SECRET | NOFORN"),
        ("Color: S//NF", "UNMARKED | "),
    ] {
        let (survey, finding) = look(&letter("", "", &[line])).await;
        assert_eq!(shown(&survey), expected, "{line}: {}", finding.rationale);
        let doubted = Band::of(finding.candidates[0].confidence) == Band::Low;
        assert_eq!(doubted, !expected.starts_with("UNMARKED"), "{line}");
    }
}

#[tokio::test]
async fn marks_that_no_convention_writes_are_asked_about_below_a_lower_banner() {
    for (mark, doubted) in [
        ("S:", true),
        ("S -", true),
        ("S//", true),
        ("(s)", true),
        ("(U/S)", true),
        ("Secret.", true),
        ("SECRET:", true),
        ("TOP SECRET:", true),
        ("C:", false),
        ("(c)", false),
        ("Secretly", false),
    ] {
        let text = format!("{mark} The harvest was counted on Saturday.");
        let (survey, finding) = look(&letter("UNCLASSIFIED", "UNCLASSIFIED", &[&text])).await;
        assert_eq!(shown(&survey), "UNCLASSIFIED | ", "{mark}: {}", finding.rationale);
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band == Band::Low, doubted, "{mark}: {}", finding.rationale);
        let (_, finding) = look(&letter("TOP SECRET", "TOP SECRET", &[&text])).await;
        assert_ne!(Band::of(finding.candidates[0].confidence), Band::Low, "{mark}");
    }
}

/// Regions of skewed words are taller than their letters, so they overlap.
#[tokio::test]
async fn a_stamp_in_two_rows_that_is_askew_is_one_level() {
    let mut paper = letter("", "", &["The harvest was counted on Saturday."]);
    paper.text(287.0, 20.0, 22.0, "TOP").text(274.0, 37.0, 13.0, "SECRET");
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "TOP SECRET | ", "{}", finding.rationale);
}
