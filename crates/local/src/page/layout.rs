//! A page prepared for reading: printed rows, their pieces between wide gaps and rulings, and lookups of the rulings
//! between two places. Text is not interpreted here.

use super::model::{Layout, Row};
use super::reading;
use super::tolerances::{PIECE_GAP, SAME_SIZE, WORD_SPACE};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;
use touchstone_core::stop;
use touchstone_core::text::{fold, median};
use touchstone_intake::{BlockKind, Page, Region, Ruling, TextSource, Word};

/// Max gap between parts of one word, in font sizes.
const TORN: f32 = 0.08;
/// Max ratio between the heights of words on one row, so that a caption never joins the value under it.
const SIZE_RATIO: f32 = 1.45;
/// A lone letter on a scan that is smaller than this share of the usual print belongs to an upright word whose other
/// letters may have been lost.
const TINY: f32 = 0.75;
/// Max horizontal shift between letters of an upright word, in points.
const STACK_SHIFT: f32 = 2.5;

impl<'a> Layout<'a> {
    pub(crate) fn new(page: &'a Page) -> Self {
        Self::of_part(Cow::Borrowed(page), &page.region())
    }

    /// Part of the page, as if nothing else were printed on it.
    pub(crate) fn within(&self, part: &Region) -> Layout<'_> {
        Layout::of_part(Cow::Borrowed(&self.page), part)
    }

    pub(crate) fn of_part(page: Cow<'a, Page>, part: &Region) -> Self {
        stop::point();
        let words = &page.reading.words;
        let mut upright = upright_words(words);
        if *part != page.region() {
            for (out, word) in upright.iter_mut().zip(words) {
                *out |= !part.holds(&word.region);
            }
        }
        for index in lone_letters(words) {
            upright[index] = true;
        }
        // Text stamped across a page tells the document's status and is never a value.
        for stamp in page
            .reading
            .blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Stamp)
        {
            let (from, to) = (stamp.words.0 as usize, stamp.words.1 as usize);
            upright[from.min(words.len())..to.min(words.len())].fill(true);
        }
        let mut by_height: Vec<usize> = (0..words.len()).collect();
        by_height.sort_by(|&a, &b| words[a].region.center().1.total_cmp(&words[b].region.center().1));
        let rows = rows(words, &upright);
        let mut row_of = vec![usize::MAX; words.len()];
        for (index, row) in rows.iter().enumerate() {
            for &word in &row.words {
                row_of[word] = index;
            }
        }
        let mut layout = Self {
            folded: words.iter().map(|word| fold(&word.text)).collect(),
            rows,
            pieces: Vec::new(),
            row_of,
            by_height,
            tallest: words.iter().map(|word| word.region.height).fold(0.0, f32::max),
            upright,
            cents_apart: false,
            horizontal: rulings(&page, true),
            vertical: rulings(&page, false),
            strings: OnceLock::new(),
            page,
        };
        layout.pieces = layout
            .rows
            .iter()
            .flat_map(|row| layout.split(&row.words, PIECE_GAP))
            .collect();
        layout.cents_apart = reading::has_cents_apart(&layout);
        layout
    }

    /// Whether the words were read by OCR.
    pub(crate) fn is_scan(&self) -> bool {
        self.page.text_source == TextSource::Ocr
    }

    /// Allowed size of a line relative to the one above it in the same block.
    pub(crate) fn alike(&self) -> Range<f32> {
        alike(self.is_scan())
    }

    pub(crate) fn word(&self, index: usize) -> &Word {
        &self.page.reading.words[index]
    }

    pub(crate) fn region(&self, index: usize) -> &Region {
        &self.page.reading.words[index].region
    }

    /// Distance from the end of a word to the beginning of another one.
    pub(crate) fn gap(&self, left: usize, right: usize) -> f32 {
        self.region(right).x - self.region(left).right()
    }

    /// Words whose middle is at one of these heights, in no meaningful order.
    pub(crate) fn at_heights(&self, heights: Range<f32>) -> &[usize] {
        let above = |limit: f32| move |&word: &usize| self.region(word).center().1 < limit;
        let (from, to) = (
            self.by_height.partition_point(above(heights.start)),
            self.by_height.partition_point(above(heights.end)),
        );
        &self.by_height[from..to.max(from)]
    }

    /// Words that may be at most `reach` points above or below a place, or beside it, in no meaningful order.
    pub(crate) fn around_height(&self, place: &Region, reach: f32) -> impl Iterator<Item = usize> {
        let reach = reach + 0.5 * self.tallest + 1.0;
        self.at_heights(place.y - reach..place.bottom() + reach).iter().copied()
    }

    /// The rectangle around some words, empty if there are no words.
    pub(crate) fn around(&self, words: &[usize]) -> Region {
        Region::around(words.iter().map(|&word| self.region(word))).unwrap_or(Region {
            page: self.page.number,
            x: 0.0,
            y: 0.0,
            width: 0.0,
            height: 0.0,
        })
    }

    /// Cuts a left-to-right list of words at gaps wider than `gap` font sizes, where a ruling passes between them,
    /// and where the size of the print changes.
    pub(crate) fn split(&self, words: &[usize], gap: f32) -> Vec<Row> {
        let mut pieces: Vec<Row> = Vec::new();
        for &word in words {
            let region = *self.region(word);
            let joins = pieces.last().is_some_and(|piece| {
                let gap = if self.is_monogram(&piece.words, word) {
                    WORD_SPACE.min(gap)
                } else {
                    gap
                };
                let wide = region.x - piece.region.right() > gap * self.word(word).size.max(1.0);
                let ratio = self.word(word).size / self.word(piece.words[0]).size.max(0.1);
                let torn = || self.is_torn(piece.words[piece.words.len() - 1], word);
                !wide && (0.8..1.25).contains(&ratio) && (!self.divided(&piece.region, &region) || torn())
            });
            match pieces.last_mut() {
                Some(piece) if joins => {
                    piece.words.push(word);
                    piece.region = piece.region.union(&region);
                }
                _ => pieces.push(Row {
                    words: vec![word],
                    region,
                }),
            }
        }
        pieces
    }

    /// Whether a piece is only the initial of the name behind it, as a sign of the firm: `B   Bayou Community Bank`.
    fn is_monogram(&self, piece: &[usize], name: usize) -> bool {
        let (text, name) = (self.text(piece), &self.word(name).text);
        text.len() == 1
            && text.bytes().all(|byte| byte.is_ascii_uppercase())
            && name.len() > 1
            && name.starts_with(&text)
    }

    /// Whether two touching lower-case words are one word that a ruling cuts.
    fn is_torn(&self, left: usize, right: usize) -> bool {
        let gap = self.gap(left, right);
        let ends = self.word(left).text.ends_with(char::is_lowercase);
        let goes_on = self.word(right).text.starts_with(char::is_lowercase);
        ends && goes_on && gap.abs() < TORN * self.word(right).size.max(1.0)
    }

    /// Whether a vertical ruling passes between two neighbours on one row.
    fn divided(&self, left: &Region, right: &Region) -> bool {
        let middle = right.center().1;
        self.vertical_between(left.right() - 1.0, right.x + 1.0, middle)
            .is_some()
    }

    /// The leftmost vertical ruling strictly between two x that crosses height `y`.
    pub(crate) fn vertical_between(&self, left: f32, right: f32, y: f32) -> Option<f32> {
        let start = self.vertical.partition_point(|ruling| ruling.at <= left);
        let mut lines = self.vertical[start..].iter().take_while(|ruling| ruling.at < right);
        lines.find(|ruling| crosses(ruling, y)).map(|ruling| ruling.at)
    }

    /// The rightmost vertical ruling strictly between two x that crosses height `y`.
    pub(crate) fn last_vertical_between(&self, left: f32, right: f32, y: f32) -> Option<f32> {
        let end = self.vertical.partition_point(|ruling| ruling.at < right);
        let mut lines = self.vertical[..end].iter().rev().take_while(|ruling| ruling.at > left);
        lines.find(|ruling| crosses(ruling, y)).map(|ruling| ruling.at)
    }

    /// Whether the vertical ruling at `x` that crosses height `y` is at most `longest` points long.
    pub(crate) fn is_short_wall(&self, x: f32, y: f32, longest: f32) -> bool {
        let mut lines = self.vertical.iter().filter(|ruling| (ruling.at - x).abs() < 1.0);
        lines.any(|ruling| crosses(ruling, y) && ruling.to - ruling.from <= longest)
    }

    /// The topmost horizontal ruling strictly between two y that crosses `x`.
    pub(crate) fn horizontal_between(&self, top: f32, bottom: f32, x: f32) -> Option<f32> {
        let start = self.horizontal.partition_point(|ruling| ruling.at <= top);
        let mut lines = self.horizontal[start..].iter().take_while(|ruling| ruling.at < bottom);
        lines.find(|ruling| crosses(ruling, x)).map(|ruling| ruling.at)
    }

    /// The lowest horizontal ruling strictly between two y that crosses `x`.
    pub(crate) fn last_horizontal_between(&self, top: f32, bottom: f32, x: f32) -> Option<f32> {
        let end = self.horizontal.partition_point(|ruling| ruling.at < bottom);
        let mut lines = self.horizontal[..end].iter().rev().take_while(|ruling| ruling.at > top);
        lines.find(|ruling| crosses(ruling, x)).map(|ruling| ruling.at)
    }

    /// The left end of the horizontal ruling at a height that crosses `x`.
    pub(crate) fn horizontal_begins(&self, y: f32, x: f32) -> Option<f32> {
        let mut lines = self.horizontal.iter().filter(|ruling| (ruling.at - y).abs() < 0.1);
        lines.find(|ruling| crosses(ruling, x)).map(|ruling| ruling.from)
    }

    /// Text of some words, joined by single spaces.
    pub(crate) fn text(&self, words: &[usize]) -> String {
        let texts = words.iter().map(|&word| self.word(word).text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Lower-case letters and digits of some words, joined.
    pub(crate) fn letters(&self, words: &[usize]) -> Vec<u8> {
        words.iter().flat_map(|&word| self.folded[word].clone()).collect()
    }

    /// The word just left of `word` on its row.
    pub(crate) fn left_of(&self, word: usize) -> Option<usize> {
        let row = &self.rows.get(*self.row_of.get(word)?)?.words;
        let place = row.iter().position(|&other| other == word)?;
        place.checked_sub(1).map(|before| row[before])
    }

    /// The word just right of `word` on its row.
    pub(crate) fn right_of(&self, word: usize) -> Option<usize> {
        let row = &self.rows.get(*self.row_of.get(word)?)?.words;
        let place = row.iter().position(|&other| other == word)?;
        row.get(place + 1).copied()
    }
}

/// Allowed size of a line relative to the one above it in the same text. OCR measures the size of small print to a
/// pixel, which is much of it, and the boxes of tightly set lines overlap.
pub(crate) fn alike(recognised: bool) -> Range<f32> {
    if recognised { 0.7..1.43 } else { SAME_SIZE }
}

/// The rulings of one direction, in order.
fn rulings(page: &Page, horizontal: bool) -> Vec<Ruling> {
    let own = page.rulings.iter().filter(|ruling| ruling.horizontal == horizontal);
    let mut lines: Vec<Ruling> = own.copied().collect();
    lines.sort_by(|a, b| a.at.total_cmp(&b.at));
    lines
}

/// Whether a ruling reaches a position along it, within half a point.
fn crosses(ruling: &Ruling, at: f32) -> bool {
    ruling.from - 0.5 <= at && at <= ruling.to + 0.5
}

/// Groups words into rows: same baseline, similar size. Form values never share a row with printed text.
fn rows(words: &[Word], upright: &[bool]) -> Vec<Row> {
    let mut order: Vec<usize> = (0..words.len()).filter(|&index| !upright[index]).collect();
    let middle = |index: usize| words[index].region.center().1;
    order.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)));
    let mut rows: Vec<(Row, usize)> = Vec::new();
    for index in order {
        let word = &words[index];
        let home = rows
            .iter_mut()
            .rev()
            .take(24)
            .find(|(_, seed)| same_row(word, &words[*seed]));
        match home {
            Some((row, _)) => {
                row.words.push(index);
                row.region = row.region.union(&word.region);
            }
            None => rows.push((
                Row {
                    words: vec![index],
                    region: word.region,
                },
                index,
            )),
        }
    }
    for (row, _) in &mut rows {
        row.words
            .sort_by(|&a, &b| words[a].region.x.total_cmp(&words[b].region.x));
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

fn same_row(word: &Word, seed: &Word) -> bool {
    let low = word.region.height.min(seed.region.height).max(1.0);
    let near = (word.region.center().1 - seed.region.center().1).abs() < 0.36 * low;
    let ratio = (word.size / seed.size.max(0.1)).max(seed.size / word.size.max(0.1));
    near && ratio < SIZE_RATIO && word.widget.is_some() == seed.widget.is_some()
}

/// Single letters directly below each other, three or more, less than a line apart.
fn upright_words(words: &[Word]) -> Vec<bool> {
    let mut singles: Vec<usize> = (0..words.len())
        .filter(|&index| words[index].widget.is_none() && words[index].text.chars().count() == 1)
        .filter(|&index| words[index].text.chars().all(char::is_alphabetic))
        .collect();
    singles.sort_by(|&a, &b| words[a].region.x.total_cmp(&words[b].region.x));
    let mut below: Vec<Option<usize>> = vec![None; words.len()];
    let mut has_above = vec![false; words.len()];
    for &upper in &singles {
        let left = words[upper].region.x - STACK_SHIFT;
        let first = singles.partition_point(|&other| words[other].region.x < left);
        let near = singles[first..]
            .iter()
            .take_while(|&&other| words[other].region.x < left + 2.0 * STACK_SHIFT);
        below[upper] = near.copied().find(|&lower| stacked(&words[upper], &words[lower]));
        if let Some(lower) = below[upper] {
            has_above[lower] = true;
        }
    }
    let mut upright = vec![false; words.len()];
    for &top in singles.iter().filter(|&&word| !has_above[word]) {
        let stack: Vec<usize> = std::iter::successors(Some(top), |&word| below[word]).take(64).collect();
        // Codes in consecutive lines of a list are a full line apart.
        let small = stack
            .iter()
            .any(|&word| words[word].text.chars().all(char::is_lowercase));
        let step = |pair: &[usize]| words[pair[1]].region.center().1 - words[pair[0]].region.center().1;
        let tight = || stack.windows(2).all(|pair| step(pair) < words[pair[0]].size);
        if stack.len() >= 3 && (small || tight()) {
            for word in stack {
                upright[word] = true;
            }
        }
    }
    upright
}

/// Letters much smaller than the print around them, recognized one by one. A cross may be a tick.
fn lone_letters(words: &[Word]) -> Vec<usize> {
    let read = |index: &usize| words[*index].min_char_confidence.is_some();
    let usual = median((0..words.len()).filter(read).map(|index| words[index].size)).unwrap_or(0.0);
    let is_letter = |text: &str| {
        let mut chars = text.chars();
        matches!((chars.next(), chars.next()), (Some(c), None) if c.is_alphabetic() && !matches!(c, 'X' | 'x'))
    };
    let tiny = |index: &usize| words[*index].size < TINY * usual && is_letter(&words[*index].text);
    (0..words.len()).filter(read).filter(tiny).collect()
}

fn stacked(upper: &Word, lower: &Word) -> bool {
    let step = lower.region.center().1 - upper.region.center().1;
    let close = step > 0.0 && step < 1.25 * upper.size.max(2.0);
    close && (upper.region.x - lower.region.x).abs() < STACK_SHIFT && (upper.size - lower.size).abs() < 0.6
}
