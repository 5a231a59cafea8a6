//! Scans whose stamps run up the edge, are upside down or faded: their letters are ink that the first reading does not
//! account for. Text layers that do not run level are in `marked_margins`.

use super::markings::{letter, shown};
use super::paper::{Pages, no_ink};
use crate::LocalEngine;
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Band, Extractor, PageFinding, Sign, Survey};
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Page, PageSource, Picture, Reading, ReadingSource, Recipe, Region,
    TextSource, UnreadInk, Word,
};

/// A scan with letters that can be read only after rotation by `turn` degrees, as `text`.
struct Stamped {
    page: Pages,
    /// Place of the letters.
    stamp: Region,
    turn: f32,
    text: &'static str,
    ink: Ink,
}

/// How dark the letters are; `None` if nothing is printed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ink {
    Dark,
    Faded,
    None,
}

fn place(x: f32, y: f32, width: f32, height: f32) -> Region {
    Region {
        page: 1,
        x,
        y,
        width,
        height,
    }
}

impl Stamped {
    fn read_at(&self, region: &Region, turn: f32) -> Vec<Word> {
        let right = (turn - self.turn).abs() < 1.0;
        if right && self.text.is_empty() {
            return Vec::new();
        }
        let texts: Vec<&str> = if right {
            self.text.split(' ').collect()
        } else {
            vec!["E", "S"]
        };
        let wide = region.width / texts.len() as f32;
        let words = texts.iter().enumerate().map(|(at, text)| Word {
            confidence: Some(0.99),
            min_char_confidence: Some(0.99),
            ..Word::typed(
                *text,
                Region {
                    x: region.x + wide * at as f32,
                    width: 0.8 * wide,
                    ..*region
                },
                region.height,
            )
        });
        words.collect()
    }
}

#[async_trait]
impl PageSource for Stamped {
    fn page_count(&self) -> u32 {
        1
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.page.page(number).await
    }

    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.page.draw(number, recipe, format).await
    }

    async fn inspect(&self, _: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        Ok(match query {
            InkQuery::Unread if self.ink == Ink::Dark => InkReport::Unread(UnreadInk {
                letters: vec![self.stamp],
                others: Vec::new(),
            }),
            InkQuery::Faint { parts } if self.ink == Ink::Faded => {
                let shown = parts.iter().filter(|part| part.holds(&self.stamp));
                InkReport::Places(shown.map(|_| self.stamp).collect())
            }
            other => no_ink(&other),
        })
    }

    async fn read(&self, _: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        let whole = &self.page.0[0].reading;
        let (x, y) = self.stamp.center();
        // Other parts of the page may be requested too.
        let asked = recipe
            .region
            .filter(|region| recipe.turn > 1.0 || region.contains_point(x, y));
        let words = match (recipe.region, asked) {
            (None, _) => whole.words.clone(),
            (Some(_), Some(region)) => self.read_at(&region, recipe.turn),
            (Some(_), None) => Vec::new(),
        };
        Ok(Reading {
            words,
            recipe: Some(recipe.clone()),
            source: source(),
            ..whole.clone()
        })
    }
}

fn source() -> ReadingSource {
    ReadingSource::Ocr {
        engine: "test".to_owned(),
        model: "test".to_owned(),
    }
}

async fn look(head: &str, stamp: Region, turn: f32, text: &'static str) -> (Survey, PageFinding) {
    let stamped = Stamped {
        page: Pages(Vec::new()),
        stamp,
        turn,
        text,
        ink: Ink::Dark,
    };
    look_at(head, head, stamped).await
}

async fn look_at(head: &str, foot: &str, pages: Stamped) -> (Survey, PageFinding) {
    survey(scan(head, foot), pages).await
}

fn scan(head: &str, foot: &str) -> Page {
    let mut page = letter(head, foot, &["The apples were picked in May."]).0;
    for word in &mut page.reading.words {
        word.confidence = Some(0.99);
        word.min_char_confidence = Some(0.99);
    }
    page.reading.source = source();
    page.text_source = TextSource::Ocr;
    page
}

async fn survey(page: Page, mut pages: Stamped) -> (Survey, PageFinding) {
    pages.page.0.push(page);
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/markings"));
    let engine = LocalEngine::new(Arc::new(Pack::load(folder).unwrap()));
    let survey = engine.survey(&pages, None, &()).await.unwrap();
    let finding = survey.findings.last().cloned().unwrap();
    (survey, finding)
}

#[tokio::test]
async fn stamps_that_run_up_the_edge_or_stand_upside_down_are_read_turned() {
    let (edge, foot) = (place(20.0, 300.0, 18.0, 150.0), place(230.0, 660.0, 150.0, 20.0));
    for (head, stamp, turn, text, expected) in [
        ("", edge, 90.0, "TOP SECRET", "TOP SECRET | "),
        ("", edge, 270.0, "TOP SECRET", "TOP SECRET | "),
        ("", foot, 180.0, "SECRET NOFORN", "SECRET | NOFORN"),
        ("UNCLASSIFIED", edge, 90.0, "TOP SECRET", "TOP SECRET | "),
        ("UNCLASSIFIED", foot, 180.0, "SECRET", "SECRET | "),
    ] {
        let (survey, finding) = look(head, stamp, turn, text).await;
        assert_eq!(shown(&survey), expected, "{turn} {text}: {}", finding.rationale);
        assert!(
            finding.signs.iter().any(|sign| sign.sign == Sign::OutsideText),
            "{:?}",
            finding.signs
        );
        let place = finding.evidence.last().unwrap().regions[0];
        assert!(
            (place.x - stamp.x).abs() < 20.0 && (place.y - stamp.y).abs() < 20.0,
            "{place:?}"
        );
    }
}

#[tokio::test]
async fn letters_that_no_turn_reads_are_a_doubt_and_words_that_mark_nothing_are_none() {
    let edge = place(20.0, 300.0, 18.0, 150.0);
    for head in ["", "UNCLASSIFIED", "SECRET"] {
        let (_, finding) = look(head, edge, 45.0, "").await;
        assert!(
            finding.signs.iter().any(|sign| sign.sign == Sign::UnreadInk),
            "{head}: {:?}",
            finding.signs
        );
        let (_, finding) = look(head, edge, 90.0, "Orchard Press").await;
        assert_eq!(finding.signs, [], "{head}");
        assert_ne!(Band::of(finding.candidates[0].confidence), Band::Low, "{head}");
    }
}

#[tokio::test]
async fn the_end_without_a_banner_is_looked_at_again() {
    let check = async |head: &str, foot: &str, ink: Ink, text: &'static str, expected: &str, sign: Option<Sign>| {
        let stamped = Stamped {
            page: Pages(Vec::new()),
            stamp: place(280.0, if foot.is_empty() { 764.0 } else { 24.0 }, 50.0, 14.0),
            turn: 0.0,
            text,
            ink,
        };
        let (survey, finding) = look_at(head, foot, stamped).await;
        let signs: Vec<Sign> = finding.signs.iter().map(|sign| sign.sign).collect();
        assert_eq!(shown(&survey), expected, "{head} {foot} {text}: {}", finding.rationale);
        assert_eq!(
            signs.first().copied(),
            sign,
            "{head} {foot} {text}: {}",
            finding.rationale
        );
    };
    check(
        "SECRET",
        "",
        Ink::Faded,
        "SECRET NOFORN",
        "SECRET | NOFORN",
        Some(Sign::OutsideText),
    )
    .await;
    check(
        "",
        "SECRET",
        Ink::Faded,
        "SECRET NOFORN",
        "SECRET | NOFORN",
        Some(Sign::OutsideText),
    )
    .await;
    check("TOP SECRET", "", Ink::Faded, "", "TOP SECRET | ", Some(Sign::UnreadInk)).await;
    check("SECRET", "", Ink::Faded, "SECRET", "SECRET | ", None).await;
    check("SECRET", "", Ink::None, "", "SECRET | ", None).await;
}

#[tokio::test]
async fn a_scan_with_a_text_layer_is_looked_at_like_one_that_was_recognized() {
    for (is_scan, expected) in [(true, "SECRET | NOFORN"), (false, "SECRET | ")] {
        let mut page = scan("SECRET", "");
        (page.text_source, page.reading.source) = (TextSource::Embedded, ReadingSource::Embedded);
        page.pictures = if is_scan { vec![page.region()] } else { Vec::new() };
        let pages = Stamped {
            page: Pages(Vec::new()),
            stamp: place(280.0, 764.0, 50.0, 14.0),
            turn: 0.0,
            text: "SECRET NOFORN",
            ink: Ink::Faded,
        };
        let (survey, finding) = survey(page, pages).await;
        assert_eq!(shown(&survey), expected, "{}", finding.rationale);
    }
}
