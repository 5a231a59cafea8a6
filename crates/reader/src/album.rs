//! A file of pictures as a document: PNG, JPEG, WebP, and TIFF with a picture a page. Decoded page by page, within limits,
//! upright as the camera held it. Not here: what is on them (see `ocr`).

use crate::density;
use crate::painting::{self, Frame};
use image::{DynamicImage, ImageDecoder, ImageFormat as Codec, ImageReader, RgbImage};
use std::borrow::Cow;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use touchstone_intake::protocol::Limits;
use touchstone_intake::{Failure, ImageFormat, Outcome, Page, Picture, Raster, Reading, Recipe, Region, TextSource};

/// Larger files of pictures are not decoded, in bytes.
const LARGEST: u64 = 512 << 20;
/// Memory that a decoder may take, in bytes a pixel of the limit.
const PER_PIXEL: u64 = 16;
/// Long side, in points, of a picture that does not tell how large it is on paper.
const LONG_SIDE: f32 = 792.0;

pub(crate) struct Album {
    bytes: Vec<u8>,
    codec: Codec,
    /// Where the directory of each picture lies; one 0 where there is no directory.
    pages: Vec<u32>,
}

impl Album {
    /// `None` when the file is no picture by its first bytes.
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
            let message = format!("a picture of more than {} MiB", LARGEST >> 20);
            return Some(Err(Failure::new(Outcome::PageTooLarge, message)));
        }
        let pages = if codec == Codec::Tiff {
            density::directories(&bytes, limits.pages)
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

    /// A page of which only the picture is known.
    pub(crate) fn page(&self, number: u32, limits: &Limits) -> Result<Page, Failure> {
        let whole = self.whole(number, &self.decoded(number, limits)?);
        Ok(Page {
            number,
            width: whole.width,
            height: whole.height,
            has_tables: false,
            text_source: TextSource::Unread,
            reading: Reading::empty(),
            rulings: Vec::new(),
            cells: Vec::new(),
            widgets: Vec::new(),
            pictures: vec![whole],
            fault: None,
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

    /// The size on paper that the file tells, else a long side like that of a letter.
    fn whole(&self, number: u32, picture: &RgbImage) -> Region {
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let page = self.pages.get(number as usize - 1).copied().unwrap_or(0);
        let told = density::dots_per_inch(&self.bytes, self.codec, page);
        let unit = density::believable(told, width.max(height)).map_or(LONG_SIDE / width.max(height), |dpi| 72.0 / dpi);
        Region::whole(number, width * unit, height * unit)
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
        let bytes = if number == 1 {
            Cow::Borrowed(self.bytes.as_slice())
        } else {
            Cow::Owned(density::beginning_with(&self.bytes, directory))
        };
        let mut reader = ImageReader::with_format(Cursor::new(&*bytes), self.codec);
        let mut allowed = image::Limits::default();
        allowed.max_alloc = Some(limits.pixels * PER_PIXEL);
        reader.limits(allowed);
        let mut decoder = reader.into_decoder().map_err(damaged)?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > limits.pixels {
            let message = format!(
                "page {number} has {width} x {height} pixels, more than {}",
                limits.pixels
            );
            return Err(Failure::new(Outcome::PageTooLarge, message));
        }
        let orientation = decoder.orientation().map_err(damaged)?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
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

/// Paper shows where a picture is transparent.
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

/// The part of a picture that a frame wants, in its size.
fn paint(picture: &RgbImage, whole: &Region, frame: &Frame) -> Vec<u8> {
    let unit = picture.width() as f32 / whole.width;
    let place = |length: f32, most: u32| (length * unit).round().clamp(0.0, most as f32 - 1.0) as u32;
    let (left, top) = (
        place(frame.wanted.x, picture.width()),
        place(frame.wanted.y, picture.height()),
    );
    let width = ((frame.wanted.width * unit).round() as u32).clamp(1, picture.width() - left);
    let height = ((frame.wanted.height * unit).round() as u32).clamp(1, picture.height() - top);
    let part = image::imageops::crop_imm(picture, left, top, width, height);
    let filter = image::imageops::FilterType::Triangle;
    let sized = image::imageops::resize(&*part, frame.width, frame.height, filter);
    let pixels = sized
        .pixels()
        .flat_map(|pixel| [pixel.0[2], pixel.0[1], pixel.0[0], u8::MAX]);
    pixels.collect()
}
