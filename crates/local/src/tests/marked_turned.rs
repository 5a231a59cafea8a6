//! Scans whose stamps run up the edge, are upside down or faded: their letters are ink that the first reading does not
//! account for. Text layers that do not run level are in `marked_margins`.

use super::markings::{letter, shown};
use super::paper::Pages;
use crate::LocalEngine;
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Band, Extractor, PageFinding, Sign, Survey};
use touchstone_intake::{
    Failure, ImageFormat, Page, PageSource, Picture, Reading, ReadingSource, Recipe, Region, TextSource, Word,
};

/// A scan with letters that can be read only after rotation by `turn` degrees, as `says`.
struct Stamped {
    page: Pages,
    /// Left, top, width and height of the letters, in points.
    stamp: (f32, f32, f32, f32),
    turn: f32,
    says: &'static str,
    /// Gray level of the letters.
    shade: u8,
}

impl Stamped {
    /// Frames of two widths alternating along the longer side of the stamp.
    fn is_inked(&self, x: f32, y: f32) -> bool {
        let (left, top, width, height) = self.stamp;
        if x < left || y < top || x >= left + width || y >= top + height {
            return false;
        }
        let (along, across, high) = if width > height {
            (x - left, y - top, height)
        } else {
            (y - top, x - left, width)
        };
        let pitch = 0.9 * high;
        let wide = if ((along / pitch) as u32).is_multiple_of(2) {
            0.7
        } else {
            0.5
        } * high;
        let (own, edge) = (along % pitch, 0.15 * high);
        own < wide && (own < edge || own >= wide - edge || across < edge || across >= high - edge)
    }

    fn read_at(&self, region: &Region, turn: f32) -> Vec<Word> {
        let right = (turn - self.turn).abs() < 1.0;
        if right && self.says.is_empty() {
            return Vec::new();
        }
        let texts: Vec<&str> = if right {
            self.says.split(' ').collect()
        } else {
            vec!["E", "S"]
        };
        let wide = region.width / texts.len() as f32;
        let words = texts.iter().enumerate().map(|(at, text)| Word {
            text: (*text).to_owned(),
            region: Region {
                x: region.x + wide * at as f32,
                width: 0.8 * wide,
                ..*region
            },
            confidence: Some(0.99),
            min_char_confidence: Some(0.99),
            handwritten: false,
            size: region.height,
            bold: false,
            widget: None,
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

    async fn draw(&self, _: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        let (part, scale) = (recipe.region.unwrap_or(self.page.0[0].region()), recipe.scale());
        let (width, height) = ((part.width * scale) as u32, (part.height * scale) as u32);
        let picture = image::GrayImage::from_fn(width, height, |x, y| {
            let inked = self.is_inked(part.x + x as f32 / scale, part.y + y as f32 / scale);
            image::Luma([if inked { self.shade } else { 255 }])
        });
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        Ok(Picture {
            width,
            height,
            format,
            bytes: bytes.into_inner(),
        })
    }

    async fn read(&self, _: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        let whole = &self.page.0[0].reading;
        let (left, top, width, height) = self.stamp;
        // Other parts of the page may be requested too.
        let asked = recipe
            .region
            .filter(|region| recipe.turn > 1.0 || region.contains_point(left + 0.5 * width, top + 0.5 * height));
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

async fn look(head: &str, stamp: (f32, f32, f32, f32), turn: f32, says: &'static str) -> (Survey, PageFinding) {
    let stamped = Stamped {
        page: Pages(Vec::new()),
        stamp,
        turn,
        says,
        shade: 60,
    };
    look_at(head, head, stamped).await
}

async fn look_at(head: &str, foot: &str, mut pages: Stamped) -> (Survey, PageFinding) {
    let mut page = letter(head, foot, &["The apples were picked in May."]).0;
    for word in &mut page.reading.words {
        word.confidence = Some(0.99);
        word.min_char_confidence = Some(0.99);
    }
    page.reading.source = source();
    page.text_source = TextSource::Ocr;
    pages.page.0.push(page);
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/markings"));
    let engine = LocalEngine::new(Arc::new(Pack::load(folder).unwrap()));
    let survey = engine.survey(&pages, None, &()).await.unwrap();
    let finding = survey.findings.last().cloned().unwrap();
    (survey, finding)
}

#[tokio::test]
async fn stamps_that_run_up_the_edge_or_stand_upside_down_are_read_turned() {
    let (edge, foot) = ((20.0, 300.0, 18.0, 150.0), (230.0, 660.0, 150.0, 20.0));
    for (head, stamp, turn, says, expected) in [
        ("", edge, 90.0, "TOP SECRET", "TOP SECRET | "),
        ("", edge, 270.0, "TOP SECRET", "TOP SECRET | "),
        ("", foot, 180.0, "SECRET NOFORN", "SECRET | NOFORN"),
        ("UNCLASSIFIED", edge, 90.0, "TOP SECRET", "TOP SECRET | "),
        ("UNCLASSIFIED", foot, 180.0, "SECRET", "SECRET | "),
    ] {
        let (survey, finding) = look(head, stamp, turn, says).await;
        assert_eq!(shown(&survey), expected, "{turn} {says}: {}", finding.rationale);
        assert!(
            finding.signs.iter().any(|sign| sign.sign == Sign::OutsideText),
            "{:?}",
            finding.signs
        );
        let place = finding.evidence.last().unwrap().regions[0];
        assert!(
            (place.x - stamp.0).abs() < 20.0 && (place.y - stamp.1).abs() < 20.0,
            "{place:?}"
        );
    }
}

#[tokio::test]
async fn letters_that_no_turn_reads_are_a_doubt_and_words_that_mark_nothing_are_none() {
    let edge = (20.0, 300.0, 18.0, 150.0);
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
    let (faded, none) = (235, 255);
    let check = async |head: &str, foot: &str, shade: u8, says: &'static str, expected: &str, sign: Option<Sign>| {
        let stamped = Stamped {
            page: Pages(Vec::new()),
            stamp: (280.0, if foot.is_empty() { 764.0 } else { 24.0 }, 50.0, 14.0),
            turn: 0.0,
            says,
            shade,
        };
        let (survey, finding) = look_at(head, foot, stamped).await;
        let told: Vec<Sign> = finding.signs.iter().map(|sign| sign.sign).collect();
        assert_eq!(shown(&survey), expected, "{head} {foot} {says}: {}", finding.rationale);
        assert_eq!(
            told.first().copied(),
            sign,
            "{head} {foot} {says}: {}",
            finding.rationale
        );
    };
    check(
        "SECRET",
        "",
        faded,
        "SECRET NOFORN",
        "SECRET | NOFORN",
        Some(Sign::OutsideText),
    )
    .await;
    check(
        "",
        "SECRET",
        faded,
        "SECRET NOFORN",
        "SECRET | NOFORN",
        Some(Sign::OutsideText),
    )
    .await;
    check("TOP SECRET", "", faded, "", "TOP SECRET | ", Some(Sign::UnreadInk)).await;
    check("SECRET", "", faded, "SECRET", "SECRET | ", None).await;
    check("SECRET", "", none, "", "SECRET | ", None).await;
}
