//! Sends documents through a scanner with the program's own readers, and tells how much of their text is read again.
//! Not here: what scanners do to pixels (see `scan`).

use crate::Dice;
use crate::scan::{Pixels, Scanner};
use anyhow::Context;
use std::collections::HashMap;
use std::io::Write;
use touchstone_intake::{OpenDocument, Page, ReaderPool, Recipe, Script};

/// A picture document of a document; `None` when no reader opens that.
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
        let raster = open.raster(number, None, scanner.scale()).await?;
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

/// A document that lies in memory.
pub async fn open(pool: &ReaderPool, bytes: &[u8]) -> anyhow::Result<OpenDocument> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    pool.open(file, &[]).await.context("opening a made document")
}

/// A page as it is recognised at the resolution that the program uses.
pub async fn recognised(open: &OpenDocument, number: u32) -> anyhow::Result<Page> {
    let recipe = Recipe {
        dpi: 200.0,
        region: None,
        turn: 0.0,
        enhancements: Vec::new(),
    };
    let page = open.page(number).await?;
    Ok(open.recognise(page, &recipe, Script::Latin).await?)
}

/// How many words of a text were read exactly, wherever they were read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recall {
    pub words: usize,
    pub read: usize,
    /// The same of words with a digit.
    pub figures: usize,
    pub figures_read: usize,
    /// Words that were read and are not in the text.
    pub extra: usize,
}

impl Recall {
    pub fn of(text: &Page, read: &Page) -> Self {
        let mut left: HashMap<String, usize> = HashMap::new();
        for word in &read.reading.words {
            *left.entry(plain(&word.text)).or_default() += 1;
        }
        let mut recall = Self::default();
        for word in &text.reading.words {
            let found = left.get_mut(&plain(&word.text)).filter(|count| **count > 0);
            let exact = found.is_some();
            if let Some(count) = found {
                *count -= 1;
            }
            let figure = word.text.contains(|c: char| c.is_ascii_digit());
            recall.words += 1;
            recall.read += usize::from(exact);
            recall.figures += usize::from(figure);
            recall.figures_read += usize::from(figure && exact);
        }
        recall.extra = left.values().sum();
        recall
    }

    pub fn add(&mut self, other: Self) {
        self.words += other.words;
        self.read += other.read;
        self.figures += other.figures;
        self.figures_read += other.figures_read;
        self.extra += other.extra;
    }
}

/// Dashes and quotation marks of print are those of typewriters.
fn plain(text: &str) -> String {
    let simple = |c| match c {
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        other => other,
    };
    text.chars().map(simple).collect()
}
