//! Pages crowded with words that the engine looks for, far denser than any document, to measure how the work grows.

use crate::Dice;
use touchstone_intake::{Page, Reading, ReadingSource, Region, Word};

const WIDTH: f32 = 612.0;
const HEIGHT: f32 = 792.0;
const MARGIN: f32 = 10.0;
/// Width of a letter, in font sizes.
const LETTER: f32 = 0.55;
/// Share of a column that its word fills, so that the next is set apart.
const FILLED: f32 = 0.85;

const CAPTIONS: &str = "1 Wages, tips, other compensation 2 Federal income tax withheld 3 Social security wages \
    4 Social security tax withheld 5 Medicare wages and tips 6 Medicare tax withheld Employee's social security number \
    Employer identification number (EIN) 12a See instructions for box 12 Form W-2 Wage and Tax Statement 2023";
const MARKS: &str = "TOP SECRET//SI//NOFORN (S//NF) UNCLASSIFIED SECRET (U) CONFIDENTIAL//REL TO USA, FVEY Declassify \
    on: 20481231";
const CHART: &str = "Patient Name: Jane Roe MRN: 0012345 DOB: 02/29/1980 Progress Note Discharge Summary Page 1 of 9 \
    Dr. Smith";
const ROW: &str = "Pens 2 @ 3.50 7.00";

/// What a page is crowded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crowd {
    Total,
    Captions,
    Amounts,
    Dates,
    Random,
    Receipt,
    Letters,
    Markings,
    Chart,
    /// Everything, on four lines.
    Lines,
}

impl Crowd {
    pub const ALL: [Self; 10] = [
        Self::Total,
        Self::Captions,
        Self::Amounts,
        Self::Dates,
        Self::Random,
        Self::Receipt,
        Self::Letters,
        Self::Markings,
        Self::Chart,
        Self::Lines,
    ];

    fn word(self, dice: &mut Dice, place: usize) -> String {
        let of = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            words[place % words.len()].to_owned()
        };
        match self {
            Self::Total => "Total".to_owned(),
            Self::Captions => of(CAPTIONS),
            Self::Amounts => format!("{}.{:02}", dice.between(1, 99_999), dice.between(0, 99)),
            Self::Dates => {
                let (month, day, year) = (dice.between(1, 12), dice.between(1, 28), dice.between(1990, 2025));
                format!("{month:02}/{day:02}/{year}")
            }
            Self::Random => (0..dice.between(2, 7)).map(|_| dice.pick(LOWER)).collect(),
            Self::Receipt => of(ROW),
            Self::Letters => dice.pick(LOWER).to_string(),
            Self::Markings => of(MARKS),
            Self::Chart => of(CHART),
            Self::Lines => of(&[CAPTIONS, MARKS, CHART, ROW].join(" ")),
        }
    }

    /// A Letter page numbered 1 with this many words on a grid.
    pub fn page(self, words: usize) -> Page {
        let mut dice = Dice::new(1);
        let rows = match self {
            Self::Lines => 4,
            _ => ((words as f32 * HEIGHT / WIDTH * 1.6).sqrt() as usize).max(1),
        };
        let columns = words.div_ceil(rows).max(1);
        let (across, down) = (
            (WIDTH - 2.0 * MARGIN) / columns as f32,
            (HEIGHT - 2.0 * MARGIN) / rows as f32,
        );
        let size = (0.8 * down).min(10.0);
        let placed = (0..words).map(|place| {
            let text = self.word(&mut dice, place);
            let wide = (LETTER * size * text.chars().count() as f32).min(FILLED * across);
            let (row, column) = (place / columns, place % columns);
            let region = Region {
                page: 1,
                x: MARGIN + column as f32 * across,
                y: MARGIN + row as f32 * down,
                width: wide,
                height: 1.1 * size,
            };
            Word::typed(text, region, size)
        });
        let words: Vec<Word> = placed.collect();
        let reading = Reading {
            source: ReadingSource::Embedded,
            blocks: crate::arbitrary::block(&words),
            words,
            ..Reading::empty()
        };
        Page::letter(1, reading)
    }
}

const LOWER: &[char] = &[
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w',
    'x', 'y', 'z',
];
