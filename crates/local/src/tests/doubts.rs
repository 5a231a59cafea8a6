//! Pages that may bear more than was read: unknown words, the edge of the page, pictures, inconsistent pages.

use super::markings::{letter, look, shown, survey};
use touchstone_core::record::{Sign, Survey};
use touchstone_intake::Page;

#[tokio::test]
async fn what_may_be_a_marking_and_is_not_known_is_for_an_expert() {
    let table = [
        ("RESTRICTED", "", "CONFIDENTIAL | ", Sign::UnknownWords),
        ("OFFICIAL-SENSITIVE", "", "CUI | ", Sign::UnknownWords),
        (
            "SECRET AMBER LARK OF THE FOURTH HOUSE",
            "",
            "SECRET | AMBER LARK OF THE FOURTH HOUSE",
            Sign::UnknownWords,
        ),
        (
            "SECRET//NOFORN/REL TO USA, GBR",
            "",
            "SECRET | NOFORN",
            Sign::ConflictingBanners,
        ),
        ("SECRET//NOFORN//SI", "", "SECRET | SI NOFORN", Sign::OutOfOrder),
    ];
    for (head, foot, expected, sign) in table {
        let (survey, finding) = look(&letter(head, foot, &[])).await;
        assert_eq!(shown(&survey), expected, "{head}");
        assert!(
            finding.signs.iter().any(|noted| noted.sign == sign),
            "{head} {:?}",
            finding.signs
        );
        let doubted = survey.candidates[0].confidence < 0.7;
        assert_eq!(doubted, sign != Sign::OutOfOrder, "{head}");
    }
    // A handling instruction on a separate line, in unknown words.
    let mut paper = letter("TOP SECRET", "", &[]);
    paper.text(200.0, 50.0, 14.0, "HANDLE VIA AMBER CHANNELS ONLY");
    let (survey, finding) = look(&paper).await;
    assert!(survey.candidates[0].confidence < 0.7, "{}", finding.rationale);
    let mut paper = letter("TOP SECRET", "", &[]);
    paper.text(200.0, 50.0, 14.0, "HANDLE VIA COMINT CHANNELS ONLY");
    assert_eq!(shown(&look(&paper).await.0), "TOP SECRET | SI");
}

#[tokio::test]
async fn what_the_edge_may_have_cut_is_for_an_expert() {
    for (x, text, doubted) in [
        (566.0, "SECR", true),
        (566.0, "SECI", true),
        (560.0, "TOP", true),
        (2.0, "ECRET", true),
        (566.0, "NOTES", false),
        (300.0, "SECR", false),
    ] {
        let mut paper = letter("CONFIDENTIAL", "CONFIDENTIAL", &[]);
        // Four letters of 20 points reach the side of the page.
        let size = if x > 565.0 {
            (612.0 - x) / text.len() as f32 * 2.0
        } else {
            20.0
        };
        paper.text(x, 300.0, size, text);
        let (survey, finding) = look(&paper).await;
        assert_eq!(
            survey.candidates[0].confidence < 0.7,
            doubted,
            "{text} at {x}: {}",
            finding.rationale
        );
    }
}

#[tokio::test]
async fn pages_that_do_not_fit_together_are_noted() {
    let of = |heads: [&'static str; 2]| async move {
        let pages = heads.map(|head| letter(head, head, &[]).0);
        let pages = pages.into_iter().enumerate().map(|(index, page)| Page {
            number: index as u32 + 1,
            ..page
        });
        survey(pages.collect()).await
    };
    let signs = |survey: &Survey| -> Vec<(u32, Sign)> {
        let noted = survey
            .findings
            .iter()
            .flat_map(|look| look.signs.iter().map(move |sign| (look.page, sign.sign)));
        noted.collect()
    };
    let bare = of(["", "SECRET"]).await;
    assert_eq!(signs(&bare), [(1, Sign::FirstPageLower)]);
    assert_eq!(signs(&of(["", "UNCLASSIFIED"]).await), []);
    let released = of(["SECRET//REL TO USA, GBR", "SECRET"]).await;
    assert_eq!(signs(&released), [(2, Sign::ReleaseDiffers)]);
    assert_eq!(released.marking.as_ref().unwrap().rel_to, [""; 0]);
}

#[tokio::test]
async fn a_picture_that_was_not_read_is_looked_at() {
    let mut paper = letter("UNCLASSIFIED", "UNCLASSIFIED", &[]);
    paper.0.pictures.push(paper.region(200.0, 420.0, 230.0, 40.0));
    let survey = survey(vec![paper.0.clone()]).await;
    assert!(survey.findings[0].enhance, "{}", survey.findings[0].enhancements);
    // Pages in memory cannot be rendered, so the picture remains a doubt.
    let last = survey.findings.last().unwrap();
    assert!(last.signs.iter().any(|sign| sign.sign == Sign::SecondLookFailed));
    assert!(survey.candidates[0].confidence < 0.7);
    // A background with words on it is not a stamp.
    paper.0.pictures[0] = paper.0.region();
    assert!(!look(&paper).await.1.enhance);
}
