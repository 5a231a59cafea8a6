//! Portion marks that are not first on their line, and what portions add to a banner. Marks before their paragraph are
//! in `markings`.

use super::markings::{letter, look, shown};
use touchstone_core::record::Sign;

#[tokio::test]
async fn marks_behind_numbers_headings_and_sentences_count() {
    for (line, expected) in [
        ("(2)(S) The gardener reports.", "SECRET | "),
        ("2. Purpose (S)", "SECRET | "),
        ("2. Purpose (S) The gardener reports.", "SECRET | "),
        ("Subject: Supply of paper (S)", "SECRET | "),
        ("The harvest was good. (S)", "SECRET | "),
        ("S/NF The harvest was good.", "SECRET | NOFORN"),
        ("The members (S) of the society", "UNCLASSIFIED | "),
        ("send it c/o the gardener (C) or the cook", "UNCLASSIFIED | "),
        ("S/N 4711 stands on the plate.", "UNCLASSIFIED | "),
    ] {
        let (survey, finding) = look(&letter(
            "UNCLASSIFIED",
            "UNCLASSIFIED",
            &["(U) It is autumn.", "", line],
        ))
        .await;
        assert_eq!(shown(&survey), expected, "{line}: {}", finding.rationale);
    }
    for line in [
        "3. Vitamin (C) Apples have much of it.",
        "(U) is the symbol of uranium; (TS) stands for tensile strength.",
        "(S) and (M) are sizes.",
    ] {
        let (survey, finding) = look(&letter("", "", &["It is autumn.", "", line])).await;
        assert_eq!(shown(&survey), "UNMARKED | ", "{line}");
        assert_eq!(finding.signs, [], "{line}");
    }
}

#[tokio::test]
async fn a_portion_that_raises_the_page_is_shown() {
    let (survey, finding) = look(&letter(
        "UNCLASSIFIED",
        "UNCLASSIFIED",
        &["(U) It is autumn.", "(S) It is cold."],
    ))
    .await;
    assert_eq!(shown(&survey), "SECRET | ");
    let quotes: Vec<&str> = finding.evidence.iter().map(|one| one.quote.as_str()).collect();
    assert!(quotes.contains(&"(S)") && !quotes.contains(&"(U)"), "{quotes:?}");
}

#[tokio::test]
async fn programmes_of_a_portion_count_where_the_banner_has_none() {
    for (banner, portion, expected, beyond) in [
        ("SECRET", "(S//SI)", "SECRET | SI", true),
        ("SECRET//NOFORN", "(S//SAR-BP//NF)", "SECRET | SAR-BP NOFORN", true),
        ("SECRET//NOFORN", "(S//RD//NF)", "SECRET | RD NOFORN", true),
        ("SECRET//NOFORN", "(S//FGI GBR//NF)", "SECRET | FGI GBR NOFORN", true),
        (
            "TOP SECRET//SI-G//NOFORN",
            "(TS//SI//NF)",
            "TOP SECRET | SI-G NOFORN",
            false,
        ),
    ] {
        let mark = format!("{portion} It is autumn.");
        let (survey, finding) = look(&letter(banner, banner, &["(U) It is cold.", &mark])).await;
        assert_eq!(shown(&survey), expected, "{portion}: {}", finding.rationale);
        let raised = finding.signs.iter().any(|sign| sign.sign == Sign::PortionBeyond);
        assert_eq!(raised, beyond, "{portion}: {:?}", finding.signs);
        let quoted = finding.evidence.iter().any(|one| one.quote == portion);
        assert_eq!(quoted, beyond, "{portion}");
    }
}

#[tokio::test]
async fn marks_that_are_left_over_count_where_the_page_is_marked() {
    for (line, expected) in [
        ("Figure 4-2. (S) Harvest by week", "SECRET | "),
        ("Table 3. (S//NF) Harvest by week", "SECRET | NOFORN"),
        ("Purpose. (S) To count the harvest.", "SECRET | "),
        ("Harvest of the north slope (S//NF)", "SECRET | NOFORN"),
        ("CONCLUSION (S)", "SECRET | "),
        ("(Secret) The harvest was good.", "SECRET | "),
        ("(S-NF) The harvest was good.", "SECRET | NOFORN"),
        ("Paragraphs that are marked (S) are kept.", "UNCLASSIFIED | "),
        ("The members (S) of the society", "UNCLASSIFIED | "),
        ("Orchard Press (C) Apples", "UNCLASSIFIED | "),
    ] {
        let (survey, finding) = look(&letter("UNCLASSIFIED", "UNCLASSIFIED", &["It is autumn.", "", line])).await;
        assert_eq!(shown(&survey), expected, "{line}: {}", finding.rationale);
        let (survey, _) = look(&letter("", "", &["It is autumn.", "", line])).await;
        let marked = line.starts_with("(S-NF)");
        assert_eq!(shown(&survey) == "UNMARKED | ", !marked, "{line}");
    }
    // The second column of a page.
    let mut paper = letter("UNCLASSIFIED", "UNCLASSIFIED", &[]);
    paper.text(72.0, 300.0, 11.0, "(U) Apples are red and");
    paper.text(330.0, 300.0, 11.0, "(S) Pears are green and");
    assert_eq!(shown(&look(&paper).await.0), "SECRET | ");
}
