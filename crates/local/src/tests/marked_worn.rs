//! Markings with lost letters, unknown words after a level, levels used by firms, the CUI designation block. Levels
//! that share their line with known words are in `marked_margins`.

use super::markings::{letter, look, shown};
use super::paper::Paper;
use touchstone_core::record::{Band, Sign};
use touchstone_intake::TextSource;

const BODY: [&str; 2] = [
    "The gardener reports on the harvest of the year, which was good.",
    "Apples are stored in the cellar and pears are sold on the market.",
];

/// Texts used as header and footer, with the expected marking, and whether it goes to an expert.
async fn both(table: &[(&str, &str, bool)]) {
    for (head, expected, doubted) in table {
        let (survey, finding) = look(&letter(head, head, &BODY)).await;
        assert_eq!(shown(&survey), *expected, "{head}: {}", finding.rationale);
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band == Band::Low, *doubted, "{head}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn what_is_left_of_a_level_in_a_margin_is_a_doubt() {
    both(&[
        ("CRET", "UNMARKED | ", true),
        ("SECR", "UNMARKED | ", true),
        ("TOP SE", "UNMARKED | ", true),
        ("TOP SEC", "UNMARKED | ", true),
        ("CONFIDENT", "UNMARKED | ", true),
        ("NFIDENTIAL", "UNMARKED | ", true),
        ("FIDENTIAL", "UNMARKED | ", true),
        ("F1DENTIAL", "UNMARKED | ", true),
        ("FLDENTIAL", "UNMARKED | ", true),
        ("PSECRET", "UNMARKED | ", true),
        ("TOP", "UNMARKED | ", true),
        ("Confident", "UNMARKED | ", false),
        ("PRESIDENTIAL", "UNMARKED | ", false),
        ("ORCHARD", "UNMARKED | ", false),
    ])
    .await;
    // Regardless of the other margin, but not beside a level at least as high.
    let (_, finding) = look(&letter("UNCLASSIFIED", "FIDENTIAL", &BODY)).await;
    assert_eq!(Band::of(finding.candidates[0].confidence), Band::Low);
    let (_, finding) = look(&letter("TOP SECRET", "PSECRET", &BODY)).await;
    assert_ne!(Band::of(finding.candidates[0].confidence), Band::Low);
}

#[tokio::test]
async fn a_letter_before_a_level_is_what_is_left_of_a_higher_one() {
    both(&[
        ("P SECRET", "SECRET | ", true),
        ("P. SECRET", "SECRET | ", true),
        ("T SECRET", "SECRET | ", true),
        ("P SECRET NOFORN", "SECRET | NOFORN", true),
        ("P. 3 SECRET", "SECRET | ", false),
        ("A SECRET", "SECRET | ", false),
    ])
    .await;
}

#[tokio::test]
async fn letters_that_the_upper_edge_cuts_are_a_doubt() {
    for (y, doubted) in [(-2.0, true), (12.0, false)] {
        let mut paper = letter("", "", &BODY);
        paper.text(226.0, y, 12.0, "TO OLOIL");
        for word in &mut paper.0.reading.words {
            word.min_char_confidence = Some(if word.text.contains('L') { 0.5 } else { 0.95 });
        }
        paper.0.text_source = TextSource::Ocr;
        let (_, finding) = look(&paper).await;
        let raised = finding.signs.iter().any(|sign| sign.detail.contains("OLOIL"));
        assert_eq!(raised, doubted, "{:?}", finding.signs);
    }
}

#[tokio::test]
async fn words_behind_a_level_are_never_dropped() {
    both(&[
        ("SECRET REL USA, GBR", "SECRET | REL TO", false),
        ("SECRET - REL FVEY", "SECRET | REL TO", false),
        ("SECRET ALPHA, BRAVO", "SECRET | ALPHA BRAVO", true),
        ("SECRET - ALPHA", "SECRET | ALPHA", true),
        ("SECRET-ALPHA", "SECRET | ", true),
        ("SECRET DELTA5", "SECRET | DELTA5", true),
        ("SECRET STRAP2", "SECRET | STRAP2", true),
        ("TOP SECRET STRAP 2", "TOP SECRET | STRAP 2", true),
        ("SECRET NOFORN ALPHA5", "SECRET | NOFORN ALPHA5", true),
        ("SECRET//REL TO USA, XYZ", "SECRET | REL TO", true),
        ("SECRET//REL TO USA, G8R", "SECRET | REL TO", true),
        (
            "SECRET//NOFORN//DISPLAY ONLY AFG",
            "SECRET | NOFORN DISPLAY ONLY AFG",
            true,
        ),
        // Pages, copies and dates.
        ("SECRET PAGE 3 OF 7", "SECRET | ", false),
        ("SECRET COPY 2 OF 5 PAGE 3", "SECRET | ", false),
        ("SECRET 12 JUNE 1999", "SECRET | ", false),
        ("SECRET (WHEN FILLED IN)", "SECRET | ", false),
        ("SECRET - 7", "SECRET | ", false),
    ])
    .await;
}

#[tokio::test]
async fn what_firms_keep_to_themselves_is_asked_about() {
    both(&[
        ("COMPANY CONFIDENTIAL", "CONFIDENTIAL | ", true),
        ("STRICTLY CONFIDENTIAL", "CONFIDENTIAL | ", true),
        ("CONFIDENTIAL (commercial)", "CONFIDENTIAL | ", true),
        ("Working Paper CONFIDENTIAL", "CONFIDENTIAL | ", false),
        ("COMPANY SECRET", "SECRET | ", false),
    ])
    .await;
}

#[tokio::test]
async fn what_a_portion_adds_to_unclassified_information_and_to_a_page_of_nato_is_asked_about() {
    for (head, portion, expected, doubted) in [
        ("CUI", "(CUI//SP-CTI)", "CUI | SP-CTI", true),
        ("CUI//SP-CTI", "(CUI//SP-CTI)", "CUI | SP-CTI", false),
        ("SECRET", "(//NS)", "SECRET | NATO", true),
        ("SECRET", "(//GBR S)", "SECRET | GBR", true),
        ("//NATO SECRET", "(//NS)", "SECRET | NATO", false),
        ("SECRET//NOFORN", "(CUI//PRVCY)", "SECRET | NOFORN", false),
    ] {
        let line = format!("{portion} The harvest is near.");
        let (survey, finding) = look(&letter(head, head, &[&line])).await;
        assert_eq!(shown(&survey), expected, "{head} {portion}: {}", finding.rationale);
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band == Band::Low, doubted, "{head} {portion}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn the_designation_block_says_what_the_banner_leaves_out() {
    let page = |head: &str, lines: &[&str]| {
        let mut paper = letter(head, head, &BODY);
        for (row, line) in lines.iter().enumerate() {
            paper.text(330.0, 500.0 + 14.0 * row as f32, 9.0, line);
        }
        paper
    };
    for (head, lines, expected, doubted) in [
        (
            "CUI",
            &[
                "Controlled by: Orchards",
                "CUI Category: CTI, OPSEC",
                "Distribution/Dissemination Control: FEDCON",
            ][..],
            "CUI | CTI OPSEC FEDCON",
            false,
        ),
        ("CUI", &["LDC: NOFORN"], "CUI | NOFORN", true),
        ("CUI//SP-CTI", &["CUI Category: CTI"], "CUI | SP-CTI", false),
        ("CUI", &["LDC: Gardeners alone"], "CUI | ", true),
        ("CUI", &["LDC: N/A"], "CUI | ", false),
        ("UNCLASSIFIED", &["Category: TAX"], "UNCLASSIFIED | ", false),
    ] {
        let (survey, finding) = look(&page(head, lines)).await;
        assert_eq!(shown(&survey), expected, "{lines:?}: {}", finding.rationale);
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band == Band::Low, doubted, "{lines:?}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn a_schedule_takes_nothing_back() {
    let page = |lines: &[&str]| {
        let mut paper = letter("CONFIDENTIAL", "CONFIDENTIAL", &BODY);
        for (row, line) in lines.iter().enumerate() {
            paper.text(250.0, 500.0 + 14.0 * row as f32, 9.0, line);
        }
        paper
    };
    let lines = [
        "SUBJECT TO GENERAL DECLASSIFICATION SCHEDULE OF E.O. 11652",
        "AUTOMATICALLY DOWNGRADED AT TWO YEAR INTERVALS",
        "DECLASSIFIED ON 31 DEC 1984",
    ];
    let (survey, finding) = look(&page(&lines)).await;
    assert_eq!(shown(&survey), "CONFIDENTIAL | ", "{}", finding.rationale);
    assert_eq!(finding.signs, []);
    assert_eq!(survey.marking.unwrap().declassify_on.as_deref(), Some("31 DEC 1984"));
    let (survey, _) = look(&page(&["DECLASSIFIED ON 31 DEC 1984"])).await;
    assert_eq!(shown(&survey), "UNMARKED |  cancelled");
}

#[tokio::test]
async fn short_words_of_a_line_that_runs_upwards_belong_to_it() {
    let mut paper: Paper = letter("", "", &BODY);
    for (text, y, height) in [("SECRET", 300.0, 60.0), ("TOP", 364.0, 30.0)] {
        paper.text(22.0, y, 14.0, text);
        let word = paper.0.reading.words.last_mut().unwrap();
        (word.region.width, word.region.height) = (14.0, height);
    }
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "TOP SECRET | ", "{}", finding.rationale);
    assert!(finding.signs.iter().any(|sign| sign.sign == Sign::OutsideText));
}
