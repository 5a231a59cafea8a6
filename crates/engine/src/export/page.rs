//! A page of a document for formats that show pages, and how its points become pixels.

use super::RegionResult;
use touchstone_intake::{Picture, Word};

/// A page as read, with its picture if the format needs one.
#[derive(Debug, Clone)]
pub struct ExportedPage {
    pub number: u32,
    /// In points, as displayed.
    pub width: f64,
    pub height: f64,
    /// In reading order.
    pub words: Vec<Word>,
    /// Consecutive words of one block, as ranges.
    pub blocks: Vec<(u32, u32)>,
    pub text: String,
    pub picture: Option<Picture>,
}

/// A rectangle in whole pixels from the top left, within the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
}

/// A rectangle in percent of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Percent {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl ExportedPage {
    /// The name of its picture in an export, without folder.
    pub(super) fn picture_name(&self, document: &super::Exported) -> String {
        let id = document.result.document.id.map(|id| id.to_string()).unwrap_or_default();
        format!("{id}-{}", self.number)
    }

    /// The smallest rectangle of pixels that holds a region.
    pub(super) fn pixels(&self, picture: &Picture, region: &RegionResult) -> Pixels {
        let across = |points: f64| points / self.width * f64::from(picture.width);
        let down = |points: f64| points / self.height * f64::from(picture.height);
        let within = |pixels: f64, most: u32| pixels.clamp(0.0, f64::from(most)) as u32;
        Pixels {
            left: within(across(region.x).floor(), picture.width),
            top: within(down(region.y).floor(), picture.height),
            right: within(across(region.x + region.width).ceil(), picture.width),
            bottom: within(down(region.y + region.height).ceil(), picture.height),
        }
    }

    /// A region in percent, cut off at the edges of the page.
    pub(super) fn percent(&self, region: &RegionResult) -> Percent {
        let of = |points: f64, whole: f64| (points / whole * 100.0).clamp(0.0, 100.0);
        let (x, y) = (of(region.x, self.width), of(region.y, self.height));
        Percent {
            x: short(x),
            y: short(y),
            width: short(of(region.x + region.width, self.width) - x),
            height: short(of(region.y + region.height, self.height) - y),
        }
    }
}

/// Four decimals, rounded down: a rectangle at the edge must not pass it.
fn short(percent: f64) -> f64 {
    (percent * 10_000.0).floor() / 10_000.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use touchstone_intake::{ImageFormat, Region};

    /// A page of 612 by 792 points drawn at two pixels per point, with the words of the sample.
    pub(in crate::export) fn page() -> ExportedPage {
        let word = |text: &str, x: f32| {
            let region = Region {
                page: 1,
                x,
                y: 100.0,
                width: 33.0,
                height: 10.0,
            };
            Word::typed(text, region, 10.0)
        };
        let words = vec![word("Wages,", 0.0), word("tips", 36.0), word("(1,234.00)", 72.1)];
        ExportedPage {
            number: 1,
            width: 612.0,
            height: 792.0,
            text: words
                .iter()
                .map(|word| word.text.as_str())
                .collect::<Vec<_>>()
                .join(" "),
            blocks: vec![(0, words.len() as u32)],
            words,
            picture: Some(Picture {
                width: 1224,
                height: 1584,
                format: ImageFormat::Png,
                bytes: b"PNG".to_vec(),
            }),
        }
    }

    #[test]
    fn a_region_stays_within_page_and_picture() {
        let (page, over) = (
            page(),
            RegionResult {
                page: 1,
                x: 600.0,
                y: -5.0,
                width: 30.0,
                height: 10.3,
            },
        );
        let pixels = page.pixels(page.picture.as_ref().expect("a picture"), &over);
        assert_eq!(
            (pixels.left, pixels.top, pixels.right, pixels.bottom),
            (1200, 0, 1224, 11)
        );
        let percent = page.percent(&over);
        assert!(percent.x + percent.width <= 100.0 && percent.y >= 0.0, "{percent:?}");
        assert!((percent.height - 0.6691).abs() < 0.0002, "{percent:?}");
    }
}
