//! Headers and footers whose level shares its line with other words, is abbreviated, quoted, cut by the edge of the
//! page, or on a line of the authority block. Levels alone on their line are in `markings`.

use super::markings::{letter, look, shown};
use super::paper::Paper;
use touchstone_core::record::{Band, Sign};
use touchstone_intake::Region;

const BODY: [&str; 2] = [
    "The gardener reports on the harvest of the year, which was good.",
    "Apples are stored in the cellar and pears are sold on the market.",
];

/// Headers and footers with the expected marking, and whether it is sure.
async fn heads(table: &[(&str, &str, &str, bool)]) {
    for (head, foot, expected, sure) in table {
        let (survey, finding) = look(&letter(head, foot, &BODY)).await;
        assert_eq!(shown(&survey), *expected, "{head} / {foot}: {}", finding.rationale);
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band != Band::Low, *sure, "{head} / {foot}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn a_level_beside_other_words_heads_the_page() {
    heads(&[
        (
            "SECRET//NOFORN Page 1 of 3",
            "SECRET//NOFORN Page 1 of 3",
            "SECRET | NOFORN",
            true,
        ),
        ("SECRET//NOFORN Page 1 of 3", "", "SECRET | NOFORN", true),
        ("SECRET Copy 2 of 5", "", "SECRET | ", true),
        ("TOP SECRET Draft", "", "TOP SECRET | ", true),
        ("Working Paper SECRET", "Working Paper SECRET", "SECRET | ", true),
        ("SECRET when filled in", "SECRET when filled in", "SECRET | ", true),
        ("SECRET and sensitive", "SECRET and sensitive", "SECRET | ", true),
        ("SECRET and sensitive", "SECRET", "SECRET | ", true),
        // In one margin only, unknown words may be a title.
        ("Orchard society SECRET", "", "UNMARKED | ", false),
        ("U.S. SECRET SERVICE", "SECRET SERVICE", "UNMARKED | ", true),
        ("How the Secret Was Kept", "", "UNMARKED | ", true),
    ])
    .await;
}

#[tokio::test]
async fn several_levels_of_a_head_are_the_highest_of_them() {
    heads(&[
        ("SECRET SECRET SECRET", "SECRET", "SECRET | ", true),
        (
            "SECRET (UNCLASSIFIED WHEN SEPARATED FROM ATTACHMENT)",
            "",
            "SECRET | ",
            false,
        ),
        (
            "UNCLASSIFIED when separated from SECRET enclosure",
            "",
            "SECRET | ",
            false,
        ),
        (
            "CONFIDENTIAL when attachments are removed",
            "CONFIDENTIAL when attachments are removed",
            "CONFIDENTIAL | ",
            false,
        ),
        ("TOP SECRET SECRET CONFIDENTIAL UNCLASSIFIED", "", "UNMARKED | ", true),
    ])
    .await;
}

#[tokio::test]
async fn short_words_and_quotation_marks_are_heads_too() {
    heads(&[
        ("TS//SI//NF", "TS//SI//NF", "TOP SECRET | SI NOFORN", false),
        ("T/S", "", "TOP SECRET | ", false),
        ("\u{201c}SECRET\u{201d}", "\u{201c}SECRET\u{201d}", "SECRET | ", true),
        ("Classified: SECRET", "Classified: SECRET", "SECRET | ", true),
        ("CONFIDENTIAL - ATTORNEY-CLIENT", "", "CONFIDENTIAL | AC", false),
    ])
    .await;
}

#[tokio::test]
async fn a_higher_level_beside_a_banner_is_looked_at() {
    let mut paper = letter("UNCLASSIFIED", "UNCLASSIFIED", &BODY);
    paper.text(220.0, 48.0, 11.0, "Orchard annals TOP SECRET");
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "UNCLASSIFIED | ");
    assert!(
        finding.signs.iter().any(|sign| sign.sign == Sign::ConflictingBanners),
        "{:?}",
        finding.signs
    );
}

#[tokio::test]
async fn a_text_that_begins_a_page_names_levels_as_it_likes() {
    let mut paper = Paper::new();
    for (row, line) in [
        "SECRET is what the clerk had written upon it, and so",
        "the paper was put away with all the others of its year, which",
        "nobody has asked for since the archive moved to the other house.",
    ]
    .iter()
    .enumerate()
    {
        paper.text(72.0, 40.0 + 14.0 * row as f32, 11.0, line);
    }
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "UNMARKED | ");
    assert_ne!(
        Band::of(finding.candidates[0].confidence),
        Band::Low,
        "{}",
        finding.rationale
    );
}

#[tokio::test]
async fn what_the_upper_edge_cuts_is_a_doubt() {
    let mut paper = letter("", "", &BODY);
    paper.text(280.0, 0.0, 14.0, "SECRET");
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "SECRET | ");
    assert_eq!(Band::of(finding.candidates[0].confidence), Band::Low);
}

#[tokio::test]
async fn lines_that_take_a_level_back_or_change_it_are_told() {
    for (head, body, expected) in [
        ("DECLASSIFIED SECRET", "", "UNMARKED |  cancelled"),
        ("SECRET CANCELLED", "", "UNMARKED |  cancelled"),
        ("", "DECLASSIFIED", "UNMARKED | "),
        ("SECRET", "DOWNGRADED TO CONFIDENTIAL ON 3 MAY 1979", "SECRET | "),
        ("SECRET", "REGRADED CONFIDENTIAL by authority of J. Doe", "SECRET | "),
    ] {
        let (survey, finding) = look(&letter(head, head, &[BODY[0], "", body])).await;
        assert_eq!(shown(&survey), expected, "{head}: {}", finding.rationale);
        let raised = finding.signs.iter().any(|sign| sign.sign == Sign::Cancelled);
        assert!(raised, "{head} {body}: {:?}", finding.signs);
    }
    let (survey, finding) = look(&letter(
        "SECRET",
        "SECRET",
        &["It was", "declassified by the board in 1979."],
    ))
    .await;
    assert_eq!(shown(&survey), "SECRET | ");
    assert_eq!(finding.signs, []);
}

#[tokio::test]
async fn schedules_need_no_caption() {
    for (lines, expected) in [
        (
            &["GROUP 1", "Excluded from automatic downgrading", "and declassification"][..],
            Some("GROUP 1"),
        ),
        (
            &[
                "Exempt from General Declassification Schedule of E.O. 11652",
                "Exemption Category 2",
            ],
            Some("XGDS-2"),
        ),
        (&["GROUP 1", "Apples and pears"], None),
    ] {
        let mut paper = letter("SECRET", "SECRET", &BODY);
        for (row, line) in lines.iter().enumerate() {
            paper.text(330.0, 500.0 + 14.0 * row as f32, 9.0, line);
        }
        let (survey, _) = look(&paper).await;
        assert_eq!(survey.marking.unwrap().declassify_on.as_deref(), expected, "{lines:?}");
    }
}

#[tokio::test]
async fn levels_below_each_other_are_a_list() {
    let list = |before: &str| {
        let mut paper = letter("", "", &BODY);
        for (row, level) in ["TOP SECRET", "SECRET", "CONFIDENTIAL", "UNCLASSIFIED"]
            .iter()
            .enumerate()
        {
            let y = 260.0 + 24.0 * row as f32;
            if !before.is_empty() {
                paper.text(72.0, y, 11.0, if *level == "SECRET" { before } else { "___" });
            }
            paper.text(100.0, y, 11.0, level);
            paper.text(220.0, y, 11.0, "some damage");
        }
        paper
    };
    for (before, ticked) in [("", false), ("___", false), ("_X_", true), ("[X]", true)] {
        let (survey, finding) = look(&list(before)).await;
        assert_eq!(shown(&survey), "UNMARKED | ", "{before}: {}", finding.rationale);
        let raised = finding.signs.iter().any(|sign| sign.sign == Sign::TickedLevel);
        assert_eq!(raised, ticked, "{before}: {:?}", finding.signs);
    }
}

#[tokio::test]
async fn words_in_pieces_are_clear_where_both_margins_agree() {
    for (head, foot, sure) in [
        ("SECRE T", "SECRE T", true),
        ("SECRE T", "", false),
        (".ECRET", ".ECRET", false),
    ] {
        let (survey, finding) = look(&letter(head, foot, &BODY)).await;
        assert_eq!(shown(&survey), "SECRET | ");
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band == Band::High, sure, "{head} / {foot}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn a_captioned_level_is_the_pages_own_where_a_block_or_its_place_says_so() {
    let page = |lines: &[&str]| {
        let mut paper = Paper::new();
        for (row, line) in lines.iter().chain(&BODY).enumerate() {
            paper.text(72.0, 40.0 + 24.0 * row as f32, 11.0, line);
        }
        paper
    };
    let block = [
        "Harvest",
        "Classification: SECRET",
        "Classified By: J. Doe",
        "Declassify On: 20451231",
    ];
    for (lines, sure) in [
        (&block[..], true),
        (&["CLASSIFICATION: SECRET"], true),
        (&["CLASSIFICATION: SECRET", "BOX: 12"], false),
        (&["Harvest of the year", "CLASSIFICATION: SECRET"], false),
    ] {
        let (survey, finding) = look(&page(lines)).await;
        assert_eq!(shown(&survey), "SECRET | ", "{lines:?}");
        let band = Band::of(finding.candidates[0].confidence);
        assert_eq!(band != Band::Low, sure, "{lines:?}: {}", finding.rationale);
    }
}

#[tokio::test]
async fn a_level_amid_the_words_of_a_margin_is_never_passed_over() {
    heads(&[
        ("Orchard review SECRET//NOFORN Page 3", "", "SECRET | NOFORN", true),
        ("12 June 1999 SECRET Copy 3 of 9 copies", "", "SECRET | ", true),
        (
            "Orchard review SECRET Page 3",
            "Orchard review SECRET Page 3",
            "UNMARKED | ",
            false,
        ),
        ("", "This page contains SECRET information", "UNMARKED | ", false),
        ("SECRET Draft NOFORN", "SECRET Draft NOFORN", "SECRET | NOFORN", false),
        ("SECRET//REL TO", "SECRET//REL TO", "SECRET | REL TO", false),
    ])
    .await;
}

#[tokio::test]
async fn words_before_one_that_takes_a_marking_back_leave_a_doubt() {
    for (line, doubted) in [
        ("NND 843012 DECLASSIFIED 4/5/95", true),
        ("AUTOMATICALLY DECLASSIFIED ON 31 DEC 1999", true),
        ("This document has been declassified by the board.", true),
        ("This paper is no longer classified.", true),
        ("Declassified: 4 May 1991", true),
        ("The plan of 1961 was declassified by the board.", false),
        ("TO BE DECLASSIFIED", false),
        ("NOT TO BE DECLASSIFIED UNTIL 2031", false),
    ] {
        let (survey, finding) = look(&letter("SECRET", "SECRET", &[BODY[0], "", line])).await;
        assert_eq!(shown(&survey), "SECRET | ", "{line}");
        let found = finding.signs.iter().any(|sign| sign.sign == Sign::Cancelled);
        assert_eq!(found, doubted, "{line}: {:?}", finding.signs);
    }
}

/// A page drawn sideways and set upright: its text runs up the page.
fn on_its_side(head: &str, foot: &str) -> Paper {
    let mut paper = letter(head, foot, &BODY);
    for word in &mut paper.0.reading.words {
        let place = word.region;
        word.region = Region {
            x: place.y,
            y: paper.0.width - place.right(),
            width: place.height,
            height: place.width,
            ..place
        };
    }
    (paper.0.width, paper.0.height) = (paper.0.height, paper.0.width);
    paper
}

#[tokio::test]
async fn a_page_whose_text_runs_upwards_is_read_as_if_it_lay_level() {
    let (survey, finding) = look(&on_its_side("SECRET//NOFORN", "SECRET//NOFORN")).await;
    assert_eq!(shown(&survey), "SECRET | NOFORN", "{}", finding.rationale);
    assert_ne!(Band::of(finding.candidates[0].confidence), Band::Low);
    // The header is along the left edge.
    let place = finding.evidence[0].regions[0];
    assert!(place.x < 50.0 && place.height > place.width, "{place:?}");
    let (survey, _) = look(&on_its_side("", "")).await;
    assert_eq!(shown(&survey), "UNMARKED | ");
}

#[tokio::test]
async fn letters_one_below_the_other_are_asked_about() {
    let mut paper = letter("", "", &BODY);
    for (row, text) in ["S", "E", "C", "R", "E", "T"].into_iter().enumerate() {
        paper.text(22.0, 200.0 + 20.0 * row as f32, 16.0, text);
    }
    let (survey, finding) = look(&paper).await;
    assert_eq!(shown(&survey), "SECRET | ", "{}", finding.rationale);
    assert_eq!(Band::of(finding.candidates[0].confidence), Band::Low);
}
