//! A page of small print: rows of references, dates, numbers of persons and firms, and amounts, in eight, seven and
//! six points. For bank statements see `statements`.

use super::{Case, Dice};
use crate::calendar::grouped;
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::people::{employer_number, social_security_number};
use crate::prose::other;

const SIZES: [f32; 3] = [8.0, 7.0, 6.0];
const ROWS: usize = 16;
const COLUMNS: [f32; 5] = [50.0, 130.0, 210.0, 310.0, 420.0];
const HEADS: [&str; 5] = ["Reference", "Date", "Taxpayer", "Employer", "Amount"];
const RIGHT: f32 = 520.0;

/// 48 rows of five values; for measurements.
pub fn ledger(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let mut sheet = Sheet::letter();
    let mut baseline = 60.0;
    for size in SIZES {
        let (ink, bold) = (Ink::new(Font::Sans, size), Ink::new(Font::SansBold, size));
        for (x, head) in COLUMNS.into_iter().zip(HEADS) {
            sheet.text(x, baseline, bold, head);
        }
        for _ in 0..ROWS {
            baseline += 1.7 * size;
            let cents = dice.between(100, 99_999_999);
            let (month, day, year) = (dice.between(1, 12), dice.between(1, 28), dice.between(2015, 2025));
            let values = [
                format!("O{}", dice.between(1_000, 99_999)),
                format!("{month:02}/{day:02}/{year}"),
                social_security_number(&mut dice),
                employer_number(&mut dice),
            ];
            for (x, value) in COLUMNS.into_iter().zip(&values) {
                sheet.text(x, baseline, ink, value);
            }
            sheet.text_right(RIGHT, baseline, ink, &grouped(cents));
        }
        baseline += 30.0;
    }
    other("ledger", "ledger", Paper::new(vec![sheet]), 1)
}
