//! The `ocr` role: recognizes the text on the pixels of a page, with boxes and confidences. It receives pixels only: no
//! file, no path, no document.
//!
//! Steps: detector -> orientation -> recognizer -> ctc -> words, with rulings and squares beside them, assembled in
//! `sheet`.

mod crop;
mod ctc;
mod detector;
mod enhance;
mod glyphs;
mod grey;
mod handwriting;
mod ink;
mod layer;
mod models;
mod network;
mod orientation;
mod paddle;
mod pieces;
mod print;
mod quad;
mod recogniser;
mod round;
mod rulings;
pub(crate) mod serve;
mod sheet;
mod squares;
mod tesseract;
mod trim;
mod words;
mod written;

pub(crate) use enhance::enhanced;
pub(crate) use grey::Grey;
pub(crate) use ink::percentile;
use touchstone_intake::Script;

/// Reads pictures of text: `recogniser::PaddleReader` with the bundled models, or `tesseract::Tesseract`.
pub(crate) trait TextReader {
    /// The program and the model it uses.
    fn name(&self) -> (&str, &str);

    /// All lines of a picture, which may be sideways or upside down.
    fn read(&self, picture: Grey, wishes: &Wishes) -> anyhow::Result<Seen>;

    /// The lines of an upright picture in these places; all lines if there are none, or for a reader that cannot leave
    /// out the search for lines.
    fn read_at(&self, picture: Grey, _places: &[quad::Quad], wishes: &Wishes) -> anyhow::Result<Seen> {
        self.read(picture, wishes)
    }
}

/// Options for a text reader.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wishes {
    script: Script,
    /// Length in pixels to which the long side is scaled for line detection; larger values find smaller print.
    detection_side: usize,
    pixels_per_point: f32,
    /// The picture is part of an upright page, so its orientation is not checked.
    upright: bool,
}

/// Result of a text reader, in pixels of the picture after it was turned upright.
pub(crate) struct Seen {
    upright: Grey,
    /// Degrees clockwise from the given picture to the upright one.
    turn: f32,
    lines: Vec<Line>,
}

/// A line of text: its box and its characters from left to right.
pub(crate) struct Line {
    quad: quad::Quad,
    glyphs: Vec<Glyph>,
}

/// One recognized character, or a space. `at` is its middle along the line, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Glyph {
    text: String,
    at: f32,
    confidence: f32,
}

impl Line {
    fn confidence(&self) -> f32 {
        if self.glyphs.is_empty() {
            return 0.0;
        }
        self.glyphs.iter().map(|glyph| glyph.confidence).sum::<f32>() / self.glyphs.len() as f32
    }
}
