//! Validates everything from a reader as if written by an attacker, because the reader parses hostile files. A page
//! that passes may still be nonsense, but is finite, bounded and consistent.

use crate::geometry::Region;
use crate::ink::{InkQuery, InkReport, InkSample, MAX_BODIES, Strike};
use crate::outcome::{Failure, Outcome};
use crate::page::{Page, PageFault, Reading, ReadingSource, Recipe, Ruling, Widget, Word};
use crate::protocol::{Greeting, Limits, Opened, PROTOCOL_VERSION, Raster};
use crate::source::{ImageFormat, Picture};
use crate::text;

/// Max words of a page that is accepted.
pub const MAX_WORDS: usize = 100_000;
/// Max words of a page that is processed further. The densest legitimate pages have fewer, and finding forms takes
/// more than linear time in the number of words.
pub const DENSEST: usize = 20_000;
/// Max bytes of text on a page.
pub const MAX_TEXT: usize = 5 << 20;
/// Max bytes of one word, name, caption or message.
pub const MAX_STRING: usize = 4096;
/// Max bytes of one form field's value.
pub const MAX_VALUE: usize = 1 << 20;
pub const MAX_RULINGS: usize = 20_000;
pub const MAX_CELLS: usize = 10_000;
pub const MAX_WIDGETS: usize = 10_000;
pub const MAX_PICTURES: usize = 2_000;
pub const MAX_SLANTS: usize = 2_000;
/// Max hidden words of a page that are kept; a page with more is told by these.
pub const MAX_HIDDEN: usize = 1_000;
/// Max readings that a reading is merged from.
const MAX_MERGED: usize = 1_000;
/// Max enhancements of a reading's pixels; there are six.
const MAX_ENHANCEMENTS: usize = 16;
/// Max resolution of a reading, in dots per inch. The largest rendering of the smallest legible print is far below.
const MAX_DPI: f32 = 10_000.0;
/// Max turn of a reading, in degrees: a page turned upright, turned again by recognition, and its skew.
const MAX_TURN: f32 = 1_000.0;
/// Max distance by which words and lines may extend beyond the page, in points: glyph boxes and forms are imprecise.
const MARGIN: f32 = 1_000.0;

/// A violation of the protocol by a reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("reader broke the protocol: {0}")]
pub struct Breach(pub String);

type Checked = Result<(), Breach>;

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Breach(what())) }
}

/// Decodes one reply frame; trailing bytes are a violation.
pub fn decode(frame: &[u8]) -> Result<crate::protocol::Reply, Breach> {
    let (reply, rest) =
        postcard::take_from_bytes(frame).map_err(|error| Breach(format!("undecodable reply, {error}")))?;
    ensure(rest.is_empty(), || format!("{} bytes after the reply", rest.len()))?;
    Ok(reply)
}

/// Validates a reader's greeting. Its protocol version must be the same as ours.
pub fn greeting(greeting: &mut Greeting) -> Checked {
    ensure(greeting.protocol == PROTOCOL_VERSION, || {
        format!("protocol {} instead of {PROTOCOL_VERSION}", greeting.protocol)
    })?;
    ensure(greeting.hardening.len() <= 32, || "too many hardening names".to_owned())?;
    for field in [&mut greeting.version, &mut greeting.library, &mut greeting.build]
        .into_iter()
        .chain(&mut greeting.hardening)
    {
        string(field, MAX_STRING, "greeting")?;
    }
    Ok(())
}

pub fn opened(opened: &Opened, limits: &Limits, passwords: usize) -> Checked {
    ensure((1..=limits.pages).contains(&opened.pages), || {
        format!("a document of {} pages", opened.pages)
    })?;
    ensure(
        opened.password_used.is_none_or(|index| (index as usize) < passwords),
        || format!("password {:?} of {passwords}", opened.password_used),
    )
}

pub fn failure(failure: &mut Failure) -> Checked {
    ensure(!failure.outcome.is_readable(), || {
        format!("a failure with the outcome {}", failure.outcome)
    })?;
    string(&mut failure.message, MAX_STRING, "failure message")
}

/// Validates a page. Text is cleaned in place; anything else that is wrong rejects the page.
pub fn page(page: &mut Page, number: u32, limits: &Limits) -> Checked {
    ensure(page.number == number, || {
        format!("page {} instead of {number}", page.number)
    })?;
    for side in [page.width, page.height] {
        ensure((0.0..=limits.side).contains(&side), || {
            format!("a page side of {side} points")
        })?;
    }
    fault(page.fault.as_mut())?;
    let frame = Region::whole(number, page.width, page.height).grown(MARGIN);
    count(page.rulings.len(), MAX_RULINGS, "rulings")?;
    for line in &page.rulings {
        ruling(line, page)?;
    }
    count(page.cells.len(), MAX_CELLS, "cells")?;
    count(page.pictures.len(), MAX_PICTURES, "pictures")?;
    count(page.slants.len(), MAX_SLANTS, "slants")?;
    for place in page.cells.iter().chain(&page.pictures).chain(&page.slants) {
        region(place, &frame)?;
    }
    count(page.widgets.len(), MAX_WIDGETS, "widgets")?;
    for field in &mut page.widgets {
        widget(field, &frame)?;
    }
    hidden(page, &frame)?;
    words(&mut page.layer, &frame, page.widgets.len())?;
    reading(&mut page.reading, &frame, page.widgets.len())
}

fn hidden(page: &mut Page, frame: &Region) -> Checked {
    count(page.hidden.len(), MAX_HIDDEN, "hidden words")?;
    for word in &mut page.hidden {
        string(&mut word.text, MAX_STRING, "hidden word")?;
        word.region.as_ref().map_or(Ok(()), |place| region(place, frame))?;
    }
    count(page.samples.len(), MAX_WORDS, "samples of fonts")?;
    page.samples.iter().try_for_each(|sample| region(&sample.region, frame))
}

fn ruling(line: &Ruling, page: &Page) -> Checked {
    let finite = [line.at, line.from, line.to, line.thickness]
        .iter()
        .all(|value| value.is_finite());
    let (across, along) = if line.horizontal {
        (page.height, page.width)
    } else {
        (page.width, page.height)
    };
    let inside = (-MARGIN..=across + MARGIN).contains(&line.at)
        && line.from >= -MARGIN
        && line.to <= along + MARGIN
        && line.from <= line.to
        && (0.0..=MARGIN).contains(&line.thickness);
    ensure(finite && inside, || format!("a ruling at {line:?}"))
}

/// Why a valid page is not processed further.
pub fn too_dense(page: &Page) -> Option<Failure> {
    let words = page.reading.words.len().max(page.layer.len());
    (words > DENSEST).then(|| {
        let message = format!(
            "page {} is too dense to be read: it has more than {DENSEST} words",
            page.number
        );
        Failure::new(Outcome::PageTooLarge, message)
    })
}

fn words(words: &mut [Word], frame: &Region, widgets: usize) -> Checked {
    count(words.len(), MAX_WORDS, "words")?;
    let mut bytes = 0;
    for one in words {
        bytes += one.text.len();
        word(one, frame, widgets)?;
    }
    count(bytes, MAX_TEXT, "bytes of text")
}

fn reading(reading: &mut Reading, frame: &Region, widgets: usize) -> Checked {
    ensure(reading.number >= 1, || "a reading numbered 0".to_owned())?;
    source(&mut reading.source)?;
    reading.recipe.as_mut().map_or(Ok(()), recipe)?;
    words(&mut reading.words, frame, widgets)?;
    count(reading.blocks.len(), MAX_WORDS, "blocks")?;
    let mut next = 0;
    for block in &reading.blocks {
        region(&block.region, frame)?;
        let (first, end) = block.words;
        ensure(first == next && end >= first, || {
            format!("a block of words {first}..{end} after word {next}")
        })?;
        next = end;
    }
    ensure(next as usize == reading.words.len(), || {
        format!("blocks for {next} of {} words", reading.words.len())
    })
}

fn source(source: &mut ReadingSource) -> Checked {
    match source {
        ReadingSource::Embedded | ReadingSource::Form => Ok(()),
        ReadingSource::Ocr { engine, model } => {
            string(engine, MAX_STRING, "name of a recognizer")?;
            string(model, MAX_STRING, "name of a model")
        }
        ReadingSource::Merged { readings } => count(readings.len(), MAX_MERGED, "merged readings"),
    }
}

/// The region of a recipe refers to the page before it was turned, so it is only bounded.
fn recipe(recipe: &mut Recipe) -> Checked {
    let bounded = |region: &Region| {
        let sides = [region.x, region.y, region.width, region.height];
        sides.iter().all(|side| side.abs() <= MARGIN * 100.0)
    };
    let sound = (0.0..=MAX_DPI).contains(&recipe.dpi)
        && (-MAX_TURN..=MAX_TURN).contains(&recipe.turn)
        && recipe.region.as_ref().is_none_or(bounded);
    ensure(sound, || {
        format!(
            "a recipe of {} dpi, turned by {} degrees, of {:?}",
            recipe.dpi, recipe.turn, recipe.region
        )
    })?;
    count(recipe.enhancements.len(), MAX_ENHANCEMENTS, "enhancements")?;
    let reason = recipe.reason.iter_mut();
    for text in recipe.enhancements.iter_mut().chain(reason) {
        string(text, MAX_STRING, "recipe")?;
    }
    Ok(())
}

fn word(word: &mut Word, frame: &Region, widgets: usize) -> Checked {
    string(&mut word.text, MAX_STRING, "word")?;
    if word.text.trim().is_empty() {
        "\u{FFFD}".clone_into(&mut word.text);
    }
    region(&word.region, frame)?;
    for confidence in [word.confidence, word.min_char_confidence].into_iter().flatten() {
        ensure((0.0..=1.0).contains(&confidence), || {
            format!("a confidence of {confidence}")
        })?;
    }
    ensure((0.0..=frame.height.max(frame.width)).contains(&word.size), || {
        format!("a font size of {}", word.size)
    })?;
    ensure(word.widget.is_none_or(|index| (index as usize) < widgets), || {
        format!("widget {:?} of {widgets}", word.widget)
    })
}

fn widget(widget: &mut Widget, frame: &Region) -> Checked {
    region(&widget.region, frame)?;
    string(&mut widget.name, MAX_STRING, "field name")?;
    if let Some(caption) = &mut widget.caption {
        string(caption, MAX_STRING, "field caption")?;
    }
    if let Some(shown) = &mut widget.shown {
        string(shown, MAX_STRING, "appearance of a field")?;
    }
    if let Some(value) = &mut widget.value {
        count(value.len(), MAX_VALUE, "bytes in a field")?;
        // Line breaks in a text field are kept: they are the only meaningful control characters.
        *value = value.split('\n').map(text::clean).collect::<Vec<_>>().join("\n");
    }
    Ok(())
}

fn fault(fault: Option<&mut PageFault>) -> Checked {
    let Some(fault) = fault else { return Ok(()) };
    ensure(fault.outcome != Outcome::Ok, || {
        "a fault with the outcome ok".to_owned()
    })?;
    string(&mut fault.message, MAX_STRING, "fault message")
}

/// Validates a rendering: its pixel count and that its bytes have the requested format.
pub fn picture(picture: &Picture, format: ImageFormat, limits: &Limits) -> Checked {
    ensure(picture.format == format, || {
        format!("a picture as {:?} instead of {format:?}", picture.format)
    })?;
    let pixels = u64::from(picture.width) * u64::from(picture.height);
    ensure((1..=limits.pixels).contains(&pixels), || {
        format!("a picture of {} x {} pixels", picture.width, picture.height)
    })?;
    let magic_fits = match format {
        ImageFormat::Png => picture.bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        ImageFormat::Webp => picture.bytes.starts_with(b"RIFF") && picture.bytes.get(8..12) == Some(b"WEBP"),
    };
    ensure(magic_fits, || format!("a picture that is not {format:?}"))?;
    let largest = picture_bytes(pixels);
    ensure(picture.bytes.len() as u64 <= largest, || {
        format!("a picture of {} bytes", picture.bytes.len())
    })
}

/// Validates gray pixels: the number of bytes matches the size.
pub fn raster(raster: &Raster, limits: &Limits) -> Checked {
    let pixels = u64::from(raster.width) * u64::from(raster.height);
    ensure(
        (1..=limits.pixels).contains(&pixels) && raster.grey.len() as u64 == pixels,
        || {
            format!(
                "{} bytes for {} x {} pixels",
                raster.grey.len(),
                raster.width,
                raster.height
            )
        },
    )
}

/// Validates an answer about ink: it is of the kind asked for, with one entry for each place, inside the page.
pub fn ink(report: &InkReport, query: &InkQuery, page: &Page) -> Checked {
    let frame = page.region().grown(MARGIN);
    let each = |found: usize, asked: usize| ensure(found == asked, || format!("{found} answers about {asked} places"));
    let bodies = |bodies: &[Region]| {
        count(bodies.len(), MAX_BODIES, "bodies of ink")?;
        bodies.iter().try_for_each(|place| region(place, &frame))
    };
    match (report, query) {
        (InkReport::Samples(samples), InkQuery::Samples { places, .. }) => {
            each(samples.len(), places.len())?;
            samples.iter().try_for_each(sample)
        }
        (InkReport::Unread(ink), InkQuery::Unread) => {
            bodies(&ink.letters)?;
            bodies(&ink.others)
        }
        (InkReport::Places(places), InkQuery::Faint { .. } | InkQuery::Pale | InkQuery::Colored) => bodies(places),
        (InkReport::Strikes(strikes), InkQuery::Strikes { lines }) => {
            each(strikes.len(), lines.len())?;
            strikes.iter().try_for_each(|strike| match strike {
                Strike::Line(line) => ruling(line, page),
                Strike::Nothing | Strike::Background => Ok(()),
            })
        }
        _ => ensure(false, || "an answer to another question about ink".to_owned()),
    }
}

fn sample(sample: &InkSample) -> Checked {
    let shares = [sample.dark, sample.pale];
    ensure(shares.iter().all(|share| (0.0..=1.0).contains(share)), || {
        format!("shares of ink of {shares:?}")
    })?;
    let sizes = [sample.joined, sample.thickest];
    ensure(sizes.iter().all(|size| size.is_finite() && *size >= 0.0), || {
        format!("sizes of ink of {sizes:?}")
    })
}

/// Max bytes of a lossless image with `pixels` pixels, including headers.
pub fn picture_bytes(pixels: u64) -> u64 {
    pixels.saturating_mul(5).saturating_add(1 << 16)
}

fn region(region: &Region, frame: &Region) -> Checked {
    let inside = region.is_finite()
        && region.page == frame.page
        && region.width >= 0.0
        && region.height >= 0.0
        && region.x >= frame.x
        && region.y >= frame.y
        && region.right() <= frame.right()
        && region.bottom() <= frame.bottom();
    ensure(inside, || format!("a region at {region:?}"))
}

fn count(found: usize, most: usize, what: &str) -> Checked {
    ensure(found <= most, || format!("{found} {what}, more than {most}"))
}

fn string(value: &mut String, most: usize, what: &str) -> Checked {
    count(value.len(), most, &format!("bytes in a {what}"))?;
    if value.chars().any(|c| text::clean_char(c) != Some(c)) {
        *value = text::clean(value);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
