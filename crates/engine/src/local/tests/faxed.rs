//! Letters that came by fax: the machine's line counts the transmission, not a paper.

use super::clinical::{engine, segments};
use super::paper::{Pages, Paper};
use crate::record::Extractor;

/// A letter of one page below the line of a fax machine, which sets its parts far apart.
fn letter(number: u32, day: &str, text: &str, signer: &str) -> Paper {
    let mut paper = Paper::new();
    paper.0.number = number;
    paper.text(40.0, 60.0, 7.0, "FROM: HARBOR CARDIOLOGY GROUP");
    paper.text(300.0, 60.0, 7.0, "11/21/2025 10:33");
    paper.text(520.0, 60.0, 7.0, &format!("P.00{number}/003"));
    paper.text(200.0, 90.0, 14.0, "Harbor Cardiology Group");
    paper.text(200.0, 110.0, 9.0, "12 Quay Street, Lakeview, OH 44299 (330) 555-0188");
    let body = [
        day,
        "RE: Jane Doe  DOB: 01/15/1970",
        "Dear Dr. Holm:",
        text,
        "Sincerely,",
        signer,
    ];
    for (row, line) in body.iter().enumerate() {
        paper.text(60.0, 160.0 + 30.0 * row as f32, 10.0, line);
    }
    paper
}

#[tokio::test]
async fn the_count_of_a_transmission_joins_no_letters() {
    let pages = [
        (
            "November 3, 2025",
            "I saw her for palpitations. She feels well and takes her medicine.",
            "Ada Reyes, MD",
        ),
        (
            "November 10, 2025",
            "We read her scan again. The nodule has not changed since May.",
            "Ivo Marchetti, MD",
        ),
        (
            "November 17, 2025",
            "I looked at the slides that you sent. They show no tumor.",
            "Rosa Osei, MD",
        ),
    ];
    let pages = (1..)
        .zip(pages)
        .map(|(number, (day, text, signer))| letter(number, day, text, signer).0);
    let survey = engine().survey(&Pages(pages.collect()), None, &()).await.unwrap();
    let found = segments(&survey);
    let ranges: Vec<&str> = found.iter().filter_map(|segment| segment.split(' ').next()).collect();
    assert_eq!(ranges, ["1-1", "2-2", "3-3"]);
}
