//! Sends documents through a simulated scanner with the program's own readers, and measures how much of their text is
//! recognized. The scanner is in `scan`.

use super::Dice;
use crate::handwriting;
use crate::scan::{Pixels, Scanner};
use anyhow::Context;
use std::io::Write;
use touchstone_intake::{OpenDocument, Page, ReaderPool, Recipe, Region, Word};

/// Tolerance in points for the position of a recognized word, in addition to its size.
const SLACK: f32 = 2.0;

/// A scan of a document. `None` when no reader opens the document.
pub async fn scanned(
    pool: &ReaderPool,
    bytes: &[u8],
    scanner: Scanner,
    dice: &mut Dice,
) -> anyhow::Result<Option<Vec<u8>>> {
    let Ok(open) = open(pool, bytes).await else {
        return Ok(None);
    };
    let mut pages = Vec::new();
    for number in 1..=open.page_count() {
        let raster = open.raster(number, &Recipe::plain(None, scanner.scale())).await?;
        let page = Pixels {
            width: raster.width as usize,
            height: raster.height as usize,
            grey: raster.grey,
        };
        pages.push(scanner.scan(page, dice));
    }
    open.close().await;
    scanner.document(&pages).map(Some)
}

/// A scan of a document's first page, with those of the picked words that can be written replaced by handwriting; and
/// the places of these words.
pub async fn written_by_hand(
    pool: &ReaderPool,
    bytes: &[u8],
    scanner: Scanner,
    dice: &mut Dice,
    picked: impl Fn(&Word) -> bool,
) -> anyhow::Result<(Vec<u8>, Vec<Region>)> {
    let open = open(pool, bytes).await?;
    let printed = open.page(1).await?;
    let raster = open.raster(1, &Recipe::plain(None, scanner.scale())).await?;
    open.close().await;
    let mut page = Pixels {
        width: raster.width as usize,
        height: raster.height as usize,
        grey: raster.grey,
    };
    let words = printed.reading.words.iter();
    let places = words
        .filter(|word| handwriting::can_write(&word.text) && picked(word))
        .map(|word| handwriting::write(&mut page, scanner.scale(), word, dice))
        .collect();
    let page = scanner.scan(page, dice);
    Ok((scanner.document(&[page])?, places))
}

/// Opens a document held in memory.
pub async fn open(pool: &ReaderPool, bytes: &[u8]) -> anyhow::Result<OpenDocument> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    pool.open(file, &[]).await.context("opening a made document")
}

/// Longest side in pixels of a picture that the program recognizes.
const LONGEST: f32 = 4000.0;

/// The recipe with which the program recognizes a page: large sheets at a lower resolution.
pub fn usual(page: &Page) -> Recipe {
    let longest = page.width.max(page.height).max(1.0);
    Recipe {
        dpi: 200.0_f32.min(72.0 * LONGEST / longest),
        region: None,
        turn: 0.0,
        enhancements: Vec::new(),
        reason: None,
    }
}

/// A page as the program recognizes it.
pub async fn recognised(open: &OpenDocument, number: u32) -> anyhow::Result<Page> {
    let page = open.page(number).await?;
    let recipe = usual(&page);
    Ok(open.recognise(page, &recipe).await?)
}

/// How many words of a text were recognized exactly, each in its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recall {
    pub words: usize,
    pub read: usize,
    /// The same for words with a digit.
    pub figures: usize,
    pub figures_read: usize,
    /// Words that were recognized and are not in the text.
    pub extra: usize,
}

/// A word of the text that was not recognized, and what was recognized in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Miss {
    pub word: Word,
    pub instead: Vec<String>,
}

impl Recall {
    /// A word counts as recognized where an equal word is in its place and is not taken by another word of the text.
    /// A value of a form field may be anywhere in its field, because the viewer decides where its lines break.
    pub fn of(text: &Page, read: &Page) -> (Self, Vec<Miss>) {
        let mut left: Vec<&Word> = read.reading.words.iter().collect();
        let mut lost: Vec<&Word> = Vec::new();
        let mut recall = Self::default();
        for word in &text.reading.words {
            let wanted = plain(&word.text);
            let found = left
                .iter()
                .position(|other| is_its_place(text, word, &other.region) && plain(&other.text) == wanted);
            let figure = word.text.contains(|c: char| c.is_ascii_digit());
            recall.words += 1;
            recall.read += usize::from(found.is_some());
            recall.figures += usize::from(figure);
            recall.figures_read += usize::from(figure && found.is_some());
            match found {
                Some(at) => drop(left.remove(at)),
                None => lost.push(word),
            }
        }
        recall.extra = left.len();
        let miss = |word: &Word| Miss {
            word: word.clone(),
            instead: left
                .iter()
                .filter(|other| word.region.intersection(&other.region).is_some())
                .map(|other| other.text.clone())
                .collect(),
        };
        (recall, lost.into_iter().map(miss).collect())
    }

    pub fn add(&mut self, other: Self) {
        self.words += other.words;
        self.read += other.read;
        self.figures += other.figures;
        self.figures_read += other.figures_read;
        self.extra += other.extra;
    }
}

fn is_its_place(text: &Page, word: &Word, other: &Region) -> bool {
    let field = word.widget.and_then(|widget| text.widgets.get(widget as usize));
    is_near(&word.region, other) || field.is_some_and(|field| field.region.holds(other))
}

/// Whether two boxes are in the same place: the distance of their centers is at most half a side plus the tolerance.
fn is_near(a: &Region, b: &Region) -> bool {
    let ((a_x, a_y), (b_x, b_y)) = (a.center(), b.center());
    let reach = |a: f32, b: f32| a.max(b) / 2.0 + SLACK;
    (a_x - b_x).abs() < reach(a.width, b.width) && (a_y - b_y).abs() < reach(a.height, b.height)
}

/// Replaces typographic dashes and quotation marks with ASCII ones.
fn plain(text: &str) -> String {
    let simple = |c| match c {
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        other => other,
    };
    text.chars().map(simple).collect()
}
