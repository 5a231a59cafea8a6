//! The `ocr` role: what is written on the pixels of a page, with boxes and confidences. It is given pixels and nothing
//! else: no file, no path, no document.
//!
//! The way of a page: detector -> orientation -> recogniser -> ctc -> words, and rulings and squares beside them, put
//! together in `sheet`. Not here: what the words mean.

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
use touchstone_intake::Script;

/// Something that reads pictures of text: `recogniser::PaddleReader` with the models of ours, `tesseract::Tesseract`.
trait TextReader {
    /// The program that does it, and the model it does it with.
    fn name(&self) -> (&str, &str);

    /// All lines of a picture, which may lie on its side or upside down.
    fn read(&self, picture: Grey, wishes: &Wishes) -> anyhow::Result<Seen>;
}

/// What is asked of a text reader beside the picture.
#[derive(Debug, Clone, Copy)]
struct Wishes {
    script: Script,
    /// Length in pixels to which the long side is brought for finding lines; larger finds smaller print.
    detection_side: usize,
    pixels_per_point: f32,
    /// The picture is a part of a page that lies upright: nobody asks which way up it is.
    upright: bool,
}

/// What a text reader saw, in pixels of the picture it turned upright.
struct Seen {
    upright: Grey,
    /// Degrees clockwise from the picture given to the upright one.
    turn: f32,
    lines: Vec<Line>,
}

/// A line of text: where its middle runs and how high it is, and its characters from left to right.
struct Line {
    quad: quad::Quad,
    glyphs: Vec<Glyph>,
}

/// One recognised character, or a space. `at` is its middle along the line, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
struct Glyph {
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
