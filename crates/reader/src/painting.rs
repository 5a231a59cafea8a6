//! Renders a page or a region of it as an encoded picture, with form fields drawn.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_wrap,
    reason = "no side of a picture within the limit of pixels comes near 2^31"
)]

use crate::ocr::{Grey, enhanced};
use crate::page_handle::OpenPage;
use crate::rotation;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, GrayImage, ImageEncoder, Pixel, Rgb};
use std::ffi::c_int;
use touchstone_intake::protocol::Limits;
use touchstone_intake::{Failure, ImageFormat, Inks, Outcome, Picture, Raster, Recipe, Region};

/// Four bytes per pixel, blue first, the last unused. PDFium's gray format crashed on real pages.
const FORMAT_BGRX: c_int = 3;
const WHITE: u32 = 0xFFFF_FFFF;
/// Draws annotations too.
const FLAG_ANNOTATIONS: c_int = 1;
/// Max pixels per point. Larger scales show no more detail and approach the limits of PDFium's integers.
const LARGEST_SCALE: f32 = 100.0;
/// Max side of a WebP picture, in pixels.
const LONGEST_WEBP: u32 = 16_383;

/// The part of a page to show, and its size in pixels.
pub(crate) struct Frame {
    pub(crate) wanted: Region,
    pub(crate) scale: f32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Paints the requested frame, four bytes per pixel.
pub(crate) type Painter<'p> = &'p dyn Fn(&Frame) -> Result<Vec<u8>, Failure>;

/// An encoded picture of the page `whole` or a region of it, turned clockwise first if requested.
pub(crate) fn render(
    whole: &Region,
    recipe: &Recipe,
    format: ImageFormat,
    limits: &Limits,
    paint: Painter,
) -> Result<Picture, Failure> {
    let (pixels, width, height) = rendered(whole, recipe, limits, paint)?;
    if format == ImageFormat::Webp && width.max(height) > LONGEST_WEBP {
        return Err(too_large(width, height, u64::from(LONGEST_WEBP)));
    }
    encode(pixels, width, height, format)
}

/// The same in grayscale, by the lightness of its colors.
pub(crate) fn gray(whole: &Region, recipe: &Recipe, limits: &Limits, paint: Painter) -> Result<GrayImage, Failure> {
    let (pixels, width, height) = rendered(whole, recipe, limits, paint)?;
    let lightness = |pixel: &[u8]| Rgb([pixel[2], pixel[1], pixel[0]]).to_luma().0[0];
    let gray = pixels.chunks_exact(4).map(lightness).collect();
    GrayImage::from_raw(width, height, gray)
        .ok_or_else(|| Failure::new(Outcome::Io, format!("a picture of {width} x {height} pixels has fewer")))
}

/// The pixels of the picture, four bytes each, and its size.
fn rendered(whole: &Region, recipe: &Recipe, limits: &Limits, paint: Painter) -> Result<(Vec<u8>, u32, u32), Failure> {
    let scale = recipe.scale();
    if recipe.turn == 0.0 {
        let frame = Frame::of(whole, recipe.region, scale, limits)?;
        let pixels = prepared(paint(&frame)?, frame.width, recipe)?;
        return Ok((pixels, frame.width, frame.height));
    }
    let frame = Frame::of(whole, None, scale, limits)?;
    let pixels = prepared(paint(&frame)?, frame.width, recipe)?;
    rotation::turned(&pixels, (frame.width, frame.height), recipe.turn, recipe.region, scale)
}

/// As [`gray`], with the lightness that text recognition expects.
pub(crate) fn raster(whole: &Region, recipe: &Recipe, limits: &Limits, paint: Painter) -> Result<Raster, Failure> {
    let (scale, inks) = (recipe.scale(), recipe.inks());
    let (pixels, width, height) = if recipe.turn == 0.0 {
        let frame = Frame::of(whole, recipe.region, scale, limits)?;
        (paint(&frame)?, frame.width, frame.height)
    } else {
        let frame = Frame::of(whole, None, scale, limits)?;
        let size = (frame.width, frame.height);
        rotation::turned(&paint(&frame)?, size, recipe.turn, recipe.region, scale)?
    };
    Ok(Raster {
        width,
        height,
        grey: pixels.chunks_exact(4).map(|pixel| shade(pixel, inks)).collect(),
    })
}

/// The pixels as seen by text recognition, if the recipe has enhancements.
fn prepared(pixels: Vec<u8>, width: u32, recipe: &Recipe) -> Result<Vec<u8>, Failure> {
    if recipe.enhancements.is_empty() {
        return Ok(pixels);
    }
    let (width, inks) = (width as usize, recipe.inks());
    let grey = Grey {
        width,
        height: pixels.len() / 4 / width.max(1),
        pixels: pixels.chunks_exact(4).map(|pixel| shade(pixel, inks)).collect(),
    };
    let better = enhanced(grey, recipe).map_err(|error| Failure::new(Outcome::Io, error.to_string()))?;
    Ok(better.pixels.iter().flat_map(|value| [*value; 4]).collect())
}

/// Lightness of a pixel. Colored ink is light in at least one channel, black ink in none; black and white have no
/// color.
fn shade(pixel: &[u8], inks: Inks) -> u8 {
    let [blue, green, red] = [pixel[0], pixel[1], pixel[2]];
    let (most, least) = (blue.max(green).max(red), blue.min(green).min(red));
    match inks {
        Inks::All => {
            let [blue, green, red] = [blue, green, red].map(u32::from);
            ((299 * red + 587 * green + 114 * blue + 500) / 1000) as u8
        }
        Inks::Black => most,
        Inks::Coloured => u8::MAX - (most - least),
    }
}

impl Frame {
    fn of(whole: &Region, region: Option<Region>, scale: f32, limits: &Limits) -> Result<Self, Failure> {
        if !(scale > 0.0 && scale <= LARGEST_SCALE) {
            return Err(Failure::new(
                Outcome::Io,
                format!("a scale of {scale} pixels a point cannot be rendered"),
            ));
        }
        let shown = |region: Region| {
            region.is_finite().then(|| {
                whole.intersection(&Region {
                    page: whole.page,
                    ..region
                })
            })?
        };
        let Some(wanted) = region.map_or(Some(*whole), shown) else {
            return Err(Failure::new(
                Outcome::Io,
                format!("the region {region:?} is outside the page"),
            ));
        };
        let (width, height) = (pixels(wanted.width * scale), pixels(wanted.height * scale));
        if u64::from(width) * u64::from(height) > limits.pixels {
            return Err(too_large(width, height, limits.pixels));
        }
        Ok(Self {
            wanted,
            scale,
            width,
            height,
        })
    }
}

fn too_large(width: u32, height: u32, most: u64) -> Failure {
    let message = format!("a picture of {width} x {height} pixels is larger than {most} pixels");
    Failure::new(Outcome::PageTooLarge, message)
}

fn pixels(length: f32) -> u32 {
    (length.round() as u32).max(1)
}

/// The pixels of a page open in PDFium.
pub(crate) fn paint(page: &OpenPage, frame: &Frame) -> Result<Vec<u8>, Failure> {
    let Frame {
        wanted,
        scale,
        width,
        height,
    } = *frame;
    let stride = width as usize * 4;
    let mut pixels = vec![0u8; stride * height as usize];
    let whole = page.sheet.region();
    let (x, y) = (
        -(wanted.x * scale).round() as c_int,
        -(wanted.y * scale).round() as c_int,
    );
    let (w, h) = (
        (whole.width * scale).round() as c_int,
        (whole.height * scale).round() as c_int,
    );
    let (w, h) = (w.max(1), h.max(1));
    let (columns, rows) = (width as c_int, height as c_int);
    let turns = page.sheet.turns.into();
    // SAFETY: `pixels` has `rows` rows of `stride` bytes and outlives the bitmap, which is destroyed before it is used;
    // page and form are open.
    unsafe {
        let bitmap =
            page.calls
                .FPDFBitmap_CreateEx(columns, rows, FORMAT_BGRX, pixels.as_mut_ptr().cast(), stride as c_int);
        if bitmap.is_null() {
            return Err(Failure::new(
                Outcome::OutOfMemory,
                format!("no room for {width} x {height} pixels"),
            ));
        }
        page.calls
            .FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE.into());
        page.calls
            .FPDF_RenderPageBitmap(bitmap, page.handle, x, y, w, h, turns, FLAG_ANNOTATIONS);
        if !page.form.is_null() {
            page.calls
                .FPDF_FFLDraw(page.form, bitmap, page.handle, x, y, w, h, turns, FLAG_ANNOTATIONS);
        }
        page.calls.FPDFBitmap_Destroy(bitmap);
    }
    Ok(pixels)
}

/// Gray pages are stored as gray, at a third of the size.
fn encode(mut pixels: Vec<u8>, width: u32, height: u32, format: ImageFormat) -> Result<Picture, Failure> {
    let grey = pixels
        .chunks_exact(4)
        .all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    let kept = if grey { 1 } else { 3 };
    let count = pixels.len() / 4;
    for index in 0..count {
        let [blue, green, red] = [pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]];
        if grey {
            pixels[index] = blue;
        } else {
            pixels[3 * index] = red;
            pixels[3 * index + 1] = green;
            pixels[3 * index + 2] = blue;
        }
    }
    pixels.truncate(kept * count);
    let color = if grey {
        ExtendedColorType::L8
    } else {
        ExtendedColorType::Rgb8
    };
    let mut bytes = Vec::new();
    let written = match format {
        ImageFormat::Png => PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive)
            .write_image(&pixels, width, height, color),
        ImageFormat::Webp => WebPEncoder::new_lossless(&mut bytes).write_image(&pixels, width, height, color),
    };
    written.map_err(|error| Failure::new(Outcome::Io, format!("could not encode the picture: {error}")))?;
    Ok(Picture {
        width,
        height,
        format,
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_are_told_apart_by_their_colour() {
        // Blue first: white paper, black print, a red stamp, a blue pen.
        let pixels = [[255, 255, 255, 0], [10, 10, 10, 0], [40, 30, 220, 0], [200, 60, 40, 0]];
        let shades = |inks| pixels.map(|pixel| shade(&pixel, inks));
        assert_eq!(shades(Inks::All), [255, 10, 88, 70]);
        assert_eq!(shades(Inks::Black), [255, 10, 220, 200]);
        assert_eq!(shades(Inks::Coloured), [255, 255, 65, 95]);
    }

    #[test]
    fn a_picture_is_shown_as_it_was_read() {
        // White paper, black print and a red stamp, in a row.
        let paper: Vec<u8> = [[255, 255, 255, 0], [10, 10, 10, 0], [40, 30, 220, 0]].concat();
        let shown = |names: &[&str]| {
            let recipe = Recipe {
                enhancements: names.iter().map(|name| (*name).to_owned()).collect(),
                ..Recipe::plain(None, 1.0)
            };
            let shown = prepared(paper.clone(), 3, &recipe)?;
            Ok::<_, Failure>(shown.chunks_exact(4).map(|pixel| pixel[0]).collect::<Vec<u8>>())
        };
        assert_eq!(shown(&[]), Ok(vec![255, 10, 40]));
        assert_eq!(shown(&[Recipe::BLACK_INK]), Ok(vec![255, 10, 220]));
        assert_eq!(shown(&[Recipe::COLOURED_INK, Recipe::INVERTED]), Ok(vec![0, 0, 190]));
        assert!(shown(&["made up"]).is_err());
    }
}
