//! Simulates scanning or copying a page: damages its pixels as scanners, copiers and fax machines do, and writes a
//! PDF that holds only pictures. Everything follows from a seed. The page itself is drawn by the program's own
//! readers.
#![expect(
    clippy::cast_possible_wrap,
    reason = "no document of tests has 2^31 pages, and no picture such a side"
)]

use super::Dice;
use anyhow::{Context, bail};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};

/// The damage done to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    Clean,
    /// Skewed by up to two degrees.
    Skew,
    /// Sensor grain and specks of dust.
    Noise,
    Blur,
    /// Gray print on gray paper.
    Faint,
    /// Stored as a small JPEG.
    Jpeg,
    /// Rotated by 90, 180 or 270 degrees.
    Turned,
    /// Black and white only, as a fax sends it.
    Fax,
}

impl Damage {
    pub const ALL: [(&str, Damage); 8] = [
        ("clean", Damage::Clean),
        ("skew", Damage::Skew),
        ("noise", Damage::Noise),
        ("blur", Damage::Blur),
        ("faint", Damage::Faint),
        ("jpeg", Damage::Jpeg),
        ("turned", Damage::Turned),
        ("fax", Damage::Fax),
    ];

    pub fn named(name: &str) -> Option<Damage> {
        Damage::ALL
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, damage)| damage)
    }
}

/// A damage and a resolution in DPI, written `skew:200`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scanner {
    pub damage: Damage,
    pub dpi: u32,
}

impl std::str::FromStr for Scanner {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, dpi) = text.split_once(':').unwrap_or((text, "200"));
        let Some(damage) = Damage::named(name) else {
            let known: Vec<&str> = Damage::ALL.iter().map(|(name, _)| *name).collect();
            bail!("no scan is called `{name}`, only {}", known.join(", "));
        };
        let dpi = dpi.parse().context("reading the resolution of a scan")?;
        Ok(Self { damage, dpi })
    }
}

/// Gray pixels, row by row.
#[derive(Clone)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub grey: Vec<u8>,
}

impl Scanner {
    /// Pixels per point.
    pub fn scale(self) -> f32 {
        self.dpi as f32 / 72.0
    }

    /// The page as this scanner captures it.
    pub fn scan(self, page: Pixels, dice: &mut Dice) -> Pixels {
        match self.damage {
            Damage::Clean | Damage::Jpeg => page,
            Damage::Skew => {
                let tenths = dice.between(4, 20) * if dice.chance(50) { 1 } else { -1 };
                askew(&page, tenths as f32 / 10.0)
            }
            Damage::Noise => noisy(page, dice),
            Damage::Blur => blurred(&page, (self.dpi / 150).max(1) as usize),
            Damage::Faint => each(page, |value| 120 + value / 3),
            Damage::Turned => quarters(&page, dice.between(1, 3)),
            Damage::Fax => each(page, |value| if value < 150 { 0 } else { 255 }),
        }
    }

    /// A PDF of these pages.
    pub fn document(self, pages: &[Pixels]) -> anyhow::Result<Vec<u8>> {
        let quality = if self.damage == Damage::Jpeg { 25 } else { 92 };
        let mut pdf = Pdf::new();
        let (catalog, tree) = (Ref::new(1), Ref::new(2));
        let id = |page: usize, part: i32| Ref::new(3 + 3 * page as i32 + part);
        pdf.catalog(catalog).pages(tree);
        pdf.pages(tree)
            .kids((0..pages.len()).map(|page| id(page, 0)))
            .count(pages.len() as i32);
        for (number, page) in pages.iter().enumerate() {
            let (width, height) = (page.width as f32 / self.scale(), page.height as f32 / self.scale());
            let mut leaf = pdf.page(id(number, 0));
            leaf.parent(tree)
                .media_box(Rect::new(0.0, 0.0, width, height))
                .contents(id(number, 1));
            leaf.resources().x_objects().pair(Name(b"Scan"), id(number, 2));
            leaf.finish();
            let mut content = Content::new();
            content
                .transform([width, 0.0, 0.0, height, 0.0, 0.0])
                .x_object(Name(b"Scan"));
            pdf.stream(id(number, 1), &content.finish());
            let mut bytes = Vec::new();
            JpegEncoder::new_with_quality(&mut bytes, quality).write_image(
                &page.grey,
                page.width as u32,
                page.height as u32,
                ExtendedColorType::L8,
            )?;
            let mut picture = pdf.image_xobject(id(number, 2), &bytes);
            picture.filter(Filter::DctDecode);
            picture.width(page.width as i32).height(page.height as i32);
            picture.color_space().device_gray();
            picture.bits_per_component(8);
        }
        Ok(pdf.finish())
    }
}

fn each(page: Pixels, change: impl Fn(u8) -> u8) -> Pixels {
    Pixels {
        grey: page.grey.into_iter().map(change).collect(),
        ..page
    }
}

/// Rotated clockwise about its center; white where nothing was.
fn askew(page: &Pixels, degrees: f32) -> Pixels {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (middle_x, middle_y) = (page.width as f32 / 2.0, page.height as f32 / 2.0);
    let value = |x: f32, y: f32| {
        let inside = x >= 0.0 && y >= 0.0 && (x as usize) < page.width && (y as usize) < page.height;
        if inside {
            f32::from(page.grey[y as usize * page.width + x as usize])
        } else {
            255.0
        }
    };
    let mut grey = Vec::with_capacity(page.grey.len());
    for y in 0..page.height {
        for x in 0..page.width {
            let (along, down) = (x as f32 - middle_x, y as f32 - middle_y);
            let (from_x, from_y) = (middle_x + along * cos + down * sin, middle_y - along * sin + down * cos);
            let (part_x, part_y) = (from_x - from_x.floor(), from_y - from_y.floor());
            let above = value(from_x, from_y) * (1.0 - part_x) + value(from_x + 1.0, from_y) * part_x;
            let below = value(from_x, from_y + 1.0) * (1.0 - part_x) + value(from_x + 1.0, from_y + 1.0) * part_x;
            grey.push((above * (1.0 - part_y) + below * part_y) as u8);
        }
    }
    Pixels { grey, ..*page }
}

fn noisy(mut page: Pixels, dice: &mut Dice) -> Pixels {
    for value in &mut page.grey {
        // The sum of three throws is mostly small.
        let grain: i64 = (0..3).map(|_| dice.between(-14, 14)).sum();
        *value = (i64::from(*value) * 15 / 16 + 8 + grain).clamp(0, 255) as u8;
    }
    for _ in 0..page.grey.len() / 20_000 {
        let at = dice.index(page.grey.len());
        page.grey[at] = 40;
    }
    page
}

/// Replaces each pixel by the mean of those around it, twice.
fn blurred(page: &Pixels, reach: usize) -> Pixels {
    let mut page = page.clone();
    for _ in 0..2 {
        let old = page.grey.clone();
        for y in 0..page.height {
            for x in 0..page.width {
                let (mut sum, mut count) = (0u32, 0u32);
                for near_y in y.saturating_sub(reach)..(y + reach + 1).min(page.height) {
                    for near_x in x.saturating_sub(reach)..(x + reach + 1).min(page.width) {
                        sum += u32::from(old[near_y * page.width + near_x]);
                        count += 1;
                    }
                }
                page.grey[y * page.width + x] = (sum / count) as u8;
            }
        }
    }
    page
}

/// Rotated clockwise by quarter turns.
fn quarters(page: &Pixels, quarters: i64) -> Pixels {
    let (w, h) = (page.width, page.height);
    let (width, height) = if quarters == 2 { (w, h) } else { (h, w) };
    let mut grey = Vec::with_capacity(w * h);
    for y in 0..height {
        for x in 0..width {
            let (from_x, from_y) = match quarters {
                1 => (y, h - 1 - x),
                2 => (w - 1 - x, h - 1 - y),
                _ => (w - 1 - y, x),
            };
            grey.push(page.grey[from_y * w + from_x]);
        }
    }
    Pixels { width, height, grey }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn scans_are_named_with_their_resolution() {
        let scanner: Scanner = "skew:150".parse().unwrap();
        assert_eq!((scanner.damage, scanner.dpi), (Damage::Skew, 150));
        assert_eq!("fax".parse::<Scanner>().unwrap().dpi, 200);
        assert!("torn:200".parse::<Scanner>().is_err());
    }

    #[test]
    fn the_same_seed_gives_the_same_scan() {
        let page = Pixels {
            width: 60,
            height: 80,
            grey: (0..4800).map(|at| (at % 251) as u8).collect(),
        };
        for (_, damage) in Damage::ALL {
            let scanner = Scanner { damage, dpi: 72 };
            let scan = |seed| scanner.scan(page.clone(), &mut Dice::new(seed)).grey;
            assert_eq!(scan(7), scan(7), "{damage:?}");
            let document = scanner.document(std::slice::from_ref(&page)).unwrap();
            assert!(document.starts_with(b"%PDF"));
        }
    }
}
