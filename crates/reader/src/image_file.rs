//! An image file as a document: PNG, JPEG, WebP, or TIFF with one picture per page. Pages are decoded one by one,
//! within limits, and turned upright by their EXIF orientation.

use crate::fax::Fax;
use crate::ink::InkView;
use crate::painting::Frame;
use crate::palette::Palette;
use crate::{image_metadata, painting, torn};
use image::{DynamicImage, ImageDecoder, ImageFormat as Codec, ImageReader, RgbImage};
use std::borrow::Cow;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use touchstone_intake::protocol::Limits;
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Outcome, Page, PageFault, Picture, Raster, Reading, Recipe, Region,
    TextSource,
};

/// Max size of an image file, in bytes.
const LARGEST: u64 = 512 << 20;
/// Max memory of a decoder, in bytes per pixel of the limit.
const PER_PIXEL: u64 = 16;
/// Long side, in points, of a picture without a usable resolution: US Letter.
const LONG_SIDE: f32 = 792.0;
/// Short side, in points, of one that is too long for a sheet: a till roll is 80 mm wide.
const ROLL: f32 = 227.0;
/// Max ratio of the sides of a sheet; US Legal has 1.65.
const SHEET: f32 = 2.5;

pub(crate) struct Album {
    bytes: Vec<u8>,
    codec: Codec,
    /// Offset of the directory of each picture; a single 0 for formats without directories.
    pages: Vec<u32>,
}

impl Album {
    /// `None` if the file's first bytes are not those of a picture.
    pub(crate) fn open(mut file: &File, limits: &Limits) -> Option<Result<Self, Failure>> {
        let io = |error: std::io::Error| Failure::new(Outcome::Io, format!("could not read the document: {error}"));
        let mut head = Vec::new();
        let begun = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.take(16).read_to_end(&mut head));
        if let Err(error) = begun {
            return Some(Err(io(error)));
        }
        let codec = codec(&head)?;
        let mut bytes = head;
        if let Err(error) = file.take(LARGEST).read_to_end(&mut bytes) {
            return Some(Err(io(error)));
        }
        if bytes.len() as u64 > LARGEST {
            let message = format!("the picture has more than {} MiB", LARGEST >> 20);
            return Some(Err(Failure::new(Outcome::PageTooLarge, message)));
        }
        let pages = if codec == Codec::Tiff {
            image_metadata::directories(&bytes, limits.pages)
        } else {
            vec![0]
        };
        Some(match pages.len() {
            0 => Err(Failure::new(
                Outcome::Damaged,
                "the picture is damaged: it has no directory",
            )),
            count if count > limits.pages as usize => Err(Failure::new(
                Outcome::TooManyPages,
                format!("the document has more than {} pages", limits.pages),
            )),
            _ => Ok(Self { bytes, codec, pages }),
        })
    }

    pub(crate) fn page_count(&self) -> u32 {
        self.pages.len() as u32
    }

    /// A page with only its picture known.
    pub(crate) fn page(&self, number: u32, limits: &Limits) -> Result<Page, Failure> {
        let whole = self.whole(number, &self.decoded(number, limits)?);
        Ok(Page {
            number,
            width: whole.width,
            height: whole.height,
            has_tables: false,
            text_source: TextSource::Unread,
            reading: Reading::empty(),
            layer: Vec::new(),
            hidden: Vec::new(),
            samples: Vec::new(),
            rulings: Vec::new(),
            slants: Vec::new(),
            cells: Vec::new(),
            widgets: Vec::new(),
            pictures: vec![whole],
            fault: self.fault(),
        })
    }

    /// Describes the missing part of a picture that was decoded.
    fn fault(&self) -> Option<PageFault> {
        let message = match self.codec {
            Codec::Jpeg if torn::is_torn_jpeg(&self.bytes) => {
                "the picture is cut off, and part of the page is missing".to_owned()
            }
            Codec::WebP => {
                let frames = torn::webp_frames(&self.bytes);
                (frames > 1)
                    .then(|| format!("the picture is animated, and only the first of its {frames} frames was read"))?
            }
            _ => return None,
        };
        Some(PageFault {
            outcome: Outcome::Damaged,
            message,
        })
    }

    pub(crate) fn render(
        &self,
        number: u32,
        recipe: &Recipe,
        format: ImageFormat,
        limits: &Limits,
    ) -> Result<Picture, Failure> {
        let picture = self.decoded(number, limits)?;
        let whole = self.whole(number, &picture);
        let paint = |frame: &Frame| Ok(paint(&picture, &whole, frame));
        painting::render(&whole, recipe, format, limits, &paint)
    }

    pub(crate) fn raster(&self, number: u32, recipe: &Recipe, limits: &Limits) -> Result<Raster, Failure> {
        let picture = self.decoded(number, limits)?;
        let whole = self.whole(number, &picture);
        let paint = |frame: &Frame| Ok(paint(&picture, &whole, frame));
        painting::raster(&whole, recipe, limits, &paint)
    }

    pub(crate) fn inspect(&self, read: &Page, query: &InkQuery, limits: &Limits) -> Result<InkReport, Failure> {
        let picture = self.decoded(read.number, limits)?;
        let whole = self.whole(read.number, &picture);
        let paint = |frame: &Frame| Ok(paint(&picture, &whole, frame));
        InkView::new(read, whole, limits, &paint).answer(query)
    }

    /// The paper size stated by the file, otherwise that of a sheet or, if it is longer, of a till roll.
    fn whole(&self, number: u32, picture: &RgbImage) -> Region {
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let page = self.pages.get(number as usize - 1).copied().unwrap_or(0);
        let stated = image_metadata::dots_per_inch(&self.bytes, self.codec, page);
        let dots = image_metadata::believable(stated, width, height).unwrap_or_else(|| {
            let (short, long) = (width.min(height), width.max(height));
            let points = if long > SHEET * short {
                ROLL / short
            } else {
                LONG_SIDE / long
            };
            (72.0 / points, 72.0 / points)
        });
        Region::whole(number, 72.0 * width / dots.0, 72.0 * height / dots.1)
    }

    fn decoded(&self, number: u32, limits: &Limits) -> Result<RgbImage, Failure> {
        let damaged = |error: image::ImageError| {
            let outcome = match error {
                image::ImageError::Limits(_) => Outcome::PageTooLarge,
                _ => Outcome::Damaged,
            };
            Failure::new(outcome, format!("page {number} could not be decoded: {error}"))
        };
        let Some(&directory) = self.pages.get((number as usize).wrapping_sub(1)) else {
            return Err(Failure::new(Outcome::Io, format!("there is no page {number}")));
        };
        let too_large = |width: u32, height: u32| {
            let message = format!(
                "page {number} has {width} x {height} pixels, more than {}",
                limits.pixels
            );
            Failure::new(Outcome::PageTooLarge, message)
        };
        let fits = |width: u32, height: u32| u64::from(width) * u64::from(height) <= limits.pixels;
        let fax = (self.codec == Codec::Tiff).then(|| Fax::of(&self.bytes, directory));
        if let Some(fax) = fax.flatten() {
            return if fits(fax.width, fax.height) {
                Ok(DynamicImage::from(fax.unpacked()).into_rgb8())
            } else {
                Err(too_large(fax.width, fax.height))
            };
        }
        let mut bytes = if number == 1 {
            Cow::Borrowed(self.bytes.as_slice())
        } else {
            Cow::Owned(image_metadata::beginning_with(&self.bytes, directory))
        };
        let palette = (self.codec == Codec::Tiff).then(|| Palette::of(&self.bytes, directory));
        let palette = palette.flatten();
        if let Some(palette) = &palette {
            palette.mark_as_grey(bytes.to_mut());
        }
        let mut reader = ImageReader::with_format(Cursor::new(&*bytes), self.codec);
        let mut allowed = image::Limits::default();
        allowed.max_alloc = Some(limits.pixels * PER_PIXEL);
        reader.limits(allowed);
        let mut decoder = reader.into_decoder().map_err(damaged)?;
        let (width, height) = decoder.dimensions();
        if !fits(width, height) {
            return Err(too_large(width, height));
        }
        let orientation = decoder.orientation().map_err(damaged)?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
        if let Some(palette) = &palette {
            picture = palette.coloured(&picture.into_luma8()).into();
        }
        picture.apply_orientation(orientation);
        Ok(on_white(picture))
    }
}

fn codec(head: &[u8]) -> Option<Codec> {
    let kinds: [(&[u8], Codec); 4] = [
        (b"\x89PNG\r\n\x1a\n", Codec::Png),
        (b"\xFF\xD8\xFF", Codec::Jpeg),
        (b"II*\0", Codec::Tiff),
        (b"MM\0*", Codec::Tiff),
    ];
    let known = kinds.iter().find(|(magic, _)| head.starts_with(magic));
    let webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    known.map(|(_, codec)| *codec).or(webp.then_some(Codec::WebP))
}

/// Composes transparent pictures onto white.
fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let clear = picture.into_rgba8();
    RgbImage::from_fn(clear.width(), clear.height(), |x, y| {
        let [red, green, blue, alpha] = clear.get_pixel(x, y).0.map(u32::from);
        image::Rgb([red, green, blue].map(|colour| ((colour * alpha + 255 * (255 - alpha)) / 255) as u8))
    })
}

/// The part of a picture that a frame requests, scaled to its size.
fn paint(picture: &RgbImage, whole: &Region, frame: &Frame) -> Vec<u8> {
    let (across, down) = (
        picture.width() as f32 / whole.width,
        picture.height() as f32 / whole.height,
    );
    let place = |length: f32, most: u32| length.round().clamp(0.0, most as f32 - 1.0) as u32;
    let (left, top) = (
        place(frame.wanted.x * across, picture.width()),
        place(frame.wanted.y * down, picture.height()),
    );
    let width = ((frame.wanted.width * across).round() as u32).clamp(1, picture.width() - left);
    let height = ((frame.wanted.height * down).round() as u32).clamp(1, picture.height() - top);
    let part = image::imageops::crop_imm(picture, left, top, width, height);
    let filter = image::imageops::FilterType::Triangle;
    let sized = image::imageops::resize(&*part, frame.width, frame.height, filter);
    let pixels = sized
        .pixels()
        .flat_map(|pixel| [pixel.0[2], pixel.0[1], pixel.0[0], u8::MAX]);
    pixels.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use image::{ImageEncoder, Rgb};
    use std::io::Write;

    fn opened(bytes: &[u8]) -> Album {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        Album::open(&file, &Limits::default()).unwrap().unwrap()
    }

    /// White with one black pixel.
    fn dotted(width: u32, height: u32, x: u32, y: u32) -> RgbImage {
        let mut picture = RgbImage::from_pixel(width, height, Rgb([255; 3]));
        picture.put_pixel(x, y, Rgb([0; 3]));
        picture
    }

    fn dark(picture: &RgbImage) -> Option<(u32, u32)> {
        let mut dark = picture.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[0] < 100);
        dark.next().map(|(x, y, _)| (x, y))
    }

    /// An uncompressed little-endian TIFF with one gray picture per page.
    fn tiff(pages: &[RgbImage]) -> Vec<u8> {
        let mut bytes = b"II*\0\x08\0\0\0".to_vec();
        for (index, page) in pages.iter().enumerate() {
            let grey: Vec<u8> = page.pixels().map(|pixel| pixel.0[0]).collect();
            let count = grey.len() as u32;
            let data = bytes.len() as u32 + 2 + 8 * 12 + 4;
            let entries = [
                (256, page.width()),
                (257, page.height()),
                (258, 8),
                (259, 1),
                (262, 1),
                (273, data),
                (278, page.height()),
                (279, count),
            ];
            bytes.extend((entries.len() as u16).to_le_bytes());
            for (tag, value) in entries {
                bytes.extend((tag as u16).to_le_bytes());
                bytes.extend([4, 0, 1, 0, 0, 0]);
                bytes.extend(value.to_le_bytes());
            }
            let next = if index + 1 < pages.len() { data + count } else { 0 };
            bytes.extend(next.to_le_bytes());
            bytes.extend(grey);
        }
        bytes
    }

    #[test]
    fn each_picture_of_a_tiff_is_a_page() {
        let album = opened(&tiff(&[dotted(20, 30, 3, 4), dotted(12, 10, 5, 6), dotted(8, 8, 0, 7)]));
        assert_eq!(album.page_count(), 3);
        let limits = Limits::default();
        let places: Vec<_> = (1..=3).map(|n| dark(&album.decoded(n, &limits).unwrap())).collect();
        assert_eq!(places, [Some((3, 4)), Some((5, 6)), Some((0, 7))]);
        let second = album.page(2, &limits).unwrap();
        assert!((second.width / second.height - 1.2).abs() < 0.01 && second.text_source == TextSource::Unread);
        assert!(album.page(4, &limits).is_err());
    }

    #[test]
    fn a_photograph_lies_as_the_camera_was_held() {
        let mut jpeg = Vec::new();
        let picture = dotted(40, 24, 0, 0);
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 100);
        encoder
            .write_image(&picture, 40, 24, image::ExtendedColorType::Rgb8)
            .unwrap();
        for (orientation, size, upper_left) in [
            (1u8, (40, 24), (0, 0)),
            (3, (40, 24), (39, 23)),
            (6, (24, 40), (23, 0)),
            (8, (24, 40), (0, 39)),
        ] {
            // After the first marker: an EXIF block with one entry, the orientation.
            let mut held = jpeg[..2].to_vec();
            held.extend(b"\xFF\xE1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0");
            held.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
            held.extend(&jpeg[2..]);
            let found = opened(&held).decoded(1, &Limits::default()).unwrap();
            assert_eq!(
                ((found.width(), found.height()), dark(&found)),
                (size, Some(upper_left)),
                "{orientation}"
            );
        }
    }

    #[test]
    fn a_transparent_picture_lies_on_white() {
        let mut webp = Vec::new();
        let mut pixels = vec![0u8; 4 * 10 * 6];
        pixels[4 * 13..4 * 14].copy_from_slice(&[0, 0, 0, 255]);
        let encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut webp);
        encoder
            .write_image(&pixels, 10, 6, image::ExtendedColorType::Rgba8)
            .unwrap();
        let found = opened(&webp).decoded(1, &Limits::default()).unwrap();
        assert_eq!((found.dimensions(), dark(&found)), ((10, 6), Some((3, 1))));
        assert_eq!(found.get_pixel(0, 0).0, [255; 3]);
    }
}
