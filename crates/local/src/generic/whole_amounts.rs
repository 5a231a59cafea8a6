//! Whole amounts of documents without a template, `1440`: without cents and sign only the head of their column, or
//! the words beside a sum, distinguish them from other numbers. See `fields` for unmistakable amounts.

use crate::page::model::{Layout, Row};
use crate::recognise::form_number::HEAD;
use touchstone_core::text::fold;
use touchstone_core::value::amount;
use touchstone_intake::Region;

/// Max difference between the right ends of a column's figures, in points.
const ALIGNED: f32 = 2.5;
/// Max words of a head, or beside a sum.
const SHORT: usize = 4;

/// Print on a page that identifies whole amounts.
pub(crate) struct WholeAmounts {
    /// Pieces of a row that name money charged or paid: `UNIT PRICE`, `Subtotal`.
    charged: Vec<Region>,
    /// Right ends of unmistakable amounts.
    ends: Vec<f32>,
    /// Numbers that are alone in their piece of a row.
    alone: Vec<usize>,
}

impl WholeAmounts {
    pub(crate) fn of(layout: &Layout, charged: &[String]) -> Self {
        let charged: Vec<Vec<u8>> = charged.iter().map(|word| fold(word)).collect();
        let is_charge = |row: &&Row| {
            let named = row.words.iter().any(|&word| charged.contains(&layout.folded[word]));
            row.words.len() <= SHORT && named
        };
        let words = &layout.page.reading.words;
        let certain = words.iter().filter(|word| amount::unmistakable(&word.text).is_some());
        let single = |row: &Row| <[usize; 1]>::try_from(row.words.as_slice()).ok().map(|[word]| word);
        Self {
            charged: layout.pieces.iter().filter(is_charge).map(|row| row.region).collect(),
            ends: certain.map(|word| word.region.right()).collect(),
            alone: layout.pieces.iter().filter_map(single).collect(),
        }
    }

    /// Whether a bare number is an amount: it is in a column with such a head, or beside such words and in a column
    /// with unmistakable amounts.
    pub(crate) fn hold(&self, layout: &Layout, word: usize) -> bool {
        if !is_whole(&layout.word(word).text) || !self.alone.contains(&word) {
            return false;
        }
        let own = layout.region(word);
        let level = |place: &Region| place.is_level_with(own);
        let ends_alike = |end: &f32| (end - own.right()).abs() < ALIGNED;
        let beside = || {
            let pieces = layout.pieces.iter().map(|piece| &piece.region);
            let left = pieces.filter(|place| level(place) && place.right() <= own.x);
            let nearest = left.max_by(|a, b| a.right().total_cmp(&b.right()));
            nearest.is_some_and(|place| self.charged.contains(place)) && self.ends.iter().any(ends_alike)
        };
        self.head(layout, own) || beside()
    }

    /// Whether the nearest words above are such a head, with only figures between.
    fn head(&self, layout: &Layout, own: &Region) -> bool {
        let worded = |row: &&Row| {
            row.words
                .iter()
                .any(|&word| layout.folded[word].iter().any(u8::is_ascii_alphabetic))
        };
        // A head is centered in its column, figures are right-aligned.
        let (x, y) = own.center();
        let column = (
            layout.last_vertical_between(0.0, x, y),
            layout.vertical_between(x, layout.page.width, y),
        );
        let shares = |place: &Region| {
            let middle = place.center().0;
            let cell = matches!(column, (Some(left), Some(right)) if middle > left && middle < right);
            place.overlap_x(own) > 0.0 || cell
        };
        let over = |row: &&Row| {
            let gap = own.y - row.region.bottom();
            shares(&row.region) && (-0.5 * own.height..HEAD).contains(&gap)
        };
        let above = layout.pieces.iter().filter(worded).filter(over);
        let nearest = above.max_by(|a, b| a.region.y.total_cmp(&b.region.y));
        nearest.is_some_and(|row| self.charged.contains(&row.region))
    }
}

/// `720`, `1,440`: at most seven digits, without a leading zero.
fn is_whole(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let grouped = text.split(',').skip(1).all(|group| group.len() == 3);
    (1..=7).contains(&digits)
        && grouped
        && !text.starts_with([',', '0'])
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
}
