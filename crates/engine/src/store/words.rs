//! Packs the words and blocks of a reading into a row: an array of arrays, since a page has hundreds of words and their
//! field names would take most of the bytes.

use serde::{Deserialize, Serialize};
use touchstone_intake::{Block, BlockKind, Page, Reading, Region, Ruling, Word};

/// `text, x, y, width, height, size, look, widget, confidence, min_char_confidence`; `look` is the sum of `BOLD` and
/// `HANDWRITTEN`.
#[derive(Serialize, Deserialize)]
struct PackedWord(
    String,
    f32,
    f32,
    f32,
    f32,
    f32,
    u8,
    Option<u32>,
    Option<f32>,
    Option<f32>,
);

/// `kind, x, y, width, height, first word, one past the last word`
#[derive(Serialize, Deserialize)]
struct PackedBlock(BlockKind, f32, f32, f32, f32, u32, u32);

const BOLD: u8 = 1;
const HANDWRITTEN: u8 = 2;

pub(super) fn pack_words(words: &[Word]) -> serde_json::Result<String> {
    let packed: Vec<PackedWord> = words
        .iter()
        .map(|word| {
            let Region {
                x, y, width, height, ..
            } = word.region;
            let look = BOLD * u8::from(word.bold) + HANDWRITTEN * u8::from(word.handwritten);
            let text = word.text.clone();
            let (widget, confidence, lowest) = (word.widget, word.confidence, word.min_char_confidence);
            PackedWord(text, x, y, width, height, word.size, look, widget, confidence, lowest)
        })
        .collect();
    serde_json::to_string(&packed)
}

pub(super) fn unpack_words(page: u32, text: &str) -> serde_json::Result<Vec<Word>> {
    let packed: Vec<PackedWord> = serde_json::from_str(text)?;
    let unpack = |PackedWord(text, x, y, width, height, size, look, widget, confidence, min_char_confidence)| Word {
        text,
        region: Region {
            page,
            x,
            y,
            width,
            height,
        },
        confidence,
        min_char_confidence,
        size,
        bold: look & BOLD != 0,
        handwritten: look & HANDWRITTEN != 0,
        widget,
    };
    Ok(packed.into_iter().map(unpack).collect())
}

pub(super) fn pack_blocks(blocks: &[Block]) -> serde_json::Result<String> {
    let packed: Vec<PackedBlock> = blocks
        .iter()
        .map(|block| {
            let Region {
                x, y, width, height, ..
            } = block.region;
            PackedBlock(block.kind, x, y, width, height, block.words.0, block.words.1)
        })
        .collect();
    serde_json::to_string(&packed)
}

pub(super) fn unpack_blocks(page: u32, text: &str) -> serde_json::Result<Vec<Block>> {
    let packed: Vec<PackedBlock> = serde_json::from_str(text)?;
    let unpack = |PackedBlock(kind, x, y, width, height, first, end)| Block {
        kind,
        region: Region {
            page,
            x,
            y,
            width,
            height,
        },
        words: (first, end),
    };
    Ok(packed.into_iter().map(unpack).collect())
}

/// Why a page's layout cannot be stored so that it reads back unchanged, if so.
pub(super) fn layout_flaw(page: &Page) -> Option<&'static str> {
    let boxes = page.cells.iter().chain(&page.pictures);
    let mut boxes = boxes.chain(page.widgets.iter().map(|widget| &widget.region));
    let line = |ruling: &Ruling| [ruling.at, ruling.from, ruling.to, ruling.thickness];
    let finite = page.width.is_finite()
        && page.height.is_finite()
        && boxes.all(Region::is_finite)
        && page.rulings.iter().flat_map(line).all(f32::is_finite);
    (!finite).then_some("its layout has a number that is not finite")
}

/// Why a reading cannot be stored so that it reads back unchanged, if so: JSON cannot represent numbers that are not
/// finite, rows do not repeat the page of each box, and a block must refer to existing words.
pub(super) fn flaw(page: u32, reading: &Reading) -> Option<&'static str> {
    let boxes = || {
        let words = reading.words.iter().map(|word| &word.region);
        words.chain(reading.blocks.iter().map(|block| &block.region))
    };
    let numbers = |word: &Word| [Some(word.size), word.confidence, word.min_char_confidence];
    let finite = |word: &Word| numbers(word).into_iter().flatten().all(f32::is_finite);
    let count = reading.words.len() as u32;
    let named = |block: &Block| block.words.0 <= block.words.1 && block.words.1 <= count;
    if boxes().any(|region| region.page != page) {
        Some("a word or block is on another page")
    } else if !boxes().all(Region::is_finite) || !reading.words.iter().all(finite) {
        Some("a word or block has a number that is not finite")
    } else if !reading.blocks.iter().all(named) {
        Some("a block refers to words that do not exist")
    } else {
        None
    }
}

/// Each kind of block once, in order of first appearance.
pub(super) fn kinds(reading: &Reading) -> Vec<BlockKind> {
    let mut kinds = Vec::new();
    for block in &reading.blocks {
        if !kinds.contains(&block.kind) {
            kinds.push(block.kind);
        }
    }
    kinds
}
