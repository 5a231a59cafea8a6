//! Sets the lines of a page in a style: a memorandum, a typed message, stamps on a letter, a report, a slide. The
//! text is in `text`.

use super::text::{Line, Place, WrittenPage};
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Sheet};

/// How a page is set. Lengths in points.
pub(super) struct Style {
    width: f32,
    height: f32,
    font: Font,
    bold: Font,
    size: f32,
    head_size: f32,
    /// Distance from the edge of the page to the baseline of the first header line. `foot`: of the last footer line.
    head: f32,
    foot: f32,
    /// Horizontal alignment of headers and footers: 0 left, 0.5 centered, 1 right.
    align: f32,
    left: f32,
    leading: f32,
    ink: [f32; 3],
    training: Training,
}

/// Where the page is stamped TRAINING.
enum Training {
    /// In large pale letters across the page.
    Across,
    /// In small letters beside the page number.
    Corner,
}

const MEMO: Style = Style {
    width: 612.0,
    height: 792.0,
    font: Font::Serif,
    bold: Font::SerifBold,
    size: 11.0,
    head_size: 14.0,
    head: 36.0,
    foot: 30.0,
    align: 0.5,
    left: 72.0,
    leading: 1.5,
    ink: [0.0; 3],
    training: Training::Across,
};

const RED: [f32; 3] = [0.75, 0.05, 0.1];

impl Style {
    pub(super) fn named(layout: &str) -> Self {
        match layout.trim_start_matches("marked-").trim_start_matches("unseen-") {
            "message" => Style {
                font: Font::Mono,
                bold: Font::Mono,
                size: 10.0,
                head_size: 10.0,
                head: 50.0,
                foot: 46.0,
                align: 0.0,
                leading: 1.3,
                training: Training::Corner,
                ..MEMO
            },
            "stamped" => Style {
                font: Font::Mono,
                bold: Font::SansBold,
                head_size: 20.0,
                head: 30.0,
                foot: 18.0,
                ink: RED,
                ..MEMO
            },
            "report" => Style {
                width: 595.0,
                height: 842.0,
                font: Font::Sans,
                bold: Font::SansBold,
                size: 10.0,
                head_size: 12.0,
                training: Training::Corner,
                ..MEMO
            },
            "slide" => Style {
                width: 960.0,
                height: 540.0,
                font: Font::Sans,
                bold: Font::SansBold,
                size: 16.0,
                head_size: 16.0,
                head: 24.0,
                foot: 14.0,
                left: 60.0,
                training: Training::Corner,
                ..MEMO
            },
            "bulletin" => Style {
                head_size: 11.0,
                head: 60.0,
                foot: 64.0,
                align: 1.0,
                leading: 1.35,
                training: Training::Corner,
                ..MEMO
            },
            "carbon" => Style {
                font: Font::Mono,
                bold: Font::MonoBold,
                size: 11.0,
                head_size: 12.0,
                head: 72.0,
                foot: 70.0,
                leading: 1.9,
                ink: [0.35; 3],
                ..MEMO
            },
            _ => MEMO,
        }
    }

    fn place(&self, text: &str, ink: Ink) -> f32 {
        let room = self.width - 2.0 * self.left;
        (self.left + self.align * (room - ink.font.width(text, ink.size))).max(6.0)
    }
}

/// Harmless sentences.
const FILLER: [&str; 14] = [
    "The apples were picked in May and carried to the cellar.",
    "Twelve loaves were baked before the doors were opened.",
    "Rain is expected over the lower meadow until the evening.",
    "The ladder by the north wall needs two new rungs.",
    "All volunteers meet at the old mill at nine.",
    "A second wheelbarrow was lent to the neighbours.",
    "The count of jars agrees with the list of last year.",
    "Honey from the lime trees is darker than the rest.",
    "Please bring gloves, a hat and something to drink.",
    "The gate to the pond stays closed while the geese nest.",
    "Flour is delivered on Tuesdays, yeast on Fridays.",
    "The pears ripen late in this valley.",
    "A new recipe for plum cake was tried and praised.",
    "The swing in the garden was painted green.",
];

pub(super) fn drawn(style: &Style, page: &WrittenPage, dice: &mut Dice) -> Sheet {
    let head = Ink {
        color: style.ink,
        ..Ink::new(style.bold, style.head_size)
    };
    let count = |of: fn(&Line) -> bool| page.lines.iter().filter(|line| of(line)).count() as f32;
    let heads = count(|line| matches!(line, Line::Head(_))).max(1.0);
    let feet = count(|line| matches!(line, Line::Foot(_))).max(1.0);
    let blocks = count(|line| matches!(line, Line::Block(_)));
    let step = 1.25 * head.size;
    let mut setting = Setting {
        sheet: Sheet::new(style.width, style.height),
        style,
        head,
        body: Ink::new(style.font, style.size),
        step,
        top: style.head,
        foot: style.height - style.foot - (feet - 1.0) * step,
        block: style.height - style.foot - feet * step - 14.0 - 12.0 * blocks,
        down: style.head + heads * step + 2.4 * style.size,
    };
    training(&mut setting.sheet, style);
    for line in &page.lines {
        setting.line(*line, dice);
    }
    setting.sheet
}

/// A page being set, with the baselines where each of its parts continues.
struct Setting<'s> {
    sheet: Sheet,
    style: &'s Style,
    head: Ink,
    body: Ink,
    /// Distance between two header lines.
    step: f32,
    top: f32,
    foot: f32,
    block: f32,
    down: f32,
}

impl Setting<'_> {
    fn line(&mut self, line: Line, dice: &mut Dice) {
        let style = self.style;
        match line {
            Line::Head(words) => {
                self.sheet
                    .text(style.place(words, self.head), self.top, self.head, words);
                self.top += self.step;
            }
            Line::Foot(words) => {
                self.sheet
                    .text(style.place(words, self.head), self.foot, self.head, words);
                self.foot += self.step;
            }
            Line::Stamp(place, words) => self.stamp(place, words, dice),
            Line::Struck(place, words) => self.struck(place, words),
            Line::Title(words) => self.text(Ink::new(style.bold, style.size + 3.0), words),
            Line::Block(words) => {
                self.sheet
                    .text(style.left, self.block, Ink::new(style.font, 9.0), words);
                self.block += 12.0;
            }
            Line::Squares(words) => self.squares(words),
            Line::Filler(count) => {
                for _ in 0..count {
                    self.text(self.body, FILLER[dice.index(FILLER.len())]);
                }
            }
            Line::Text(words) => self.text(self.body, words),
        }
    }

    fn text(&mut self, ink: Ink, words: &str) {
        self.sheet.text(self.style.left, self.down, ink, words);
        self.down += self.style.leading * ink.size;
    }

    /// Makes room for a separate line within the text and returns its baseline.
    fn room(&mut self, size: f32) -> f32 {
        self.down += 0.6 * size;
        let baseline = self.down;
        self.down += 1.6 * size;
        baseline
    }

    fn stamp(&mut self, place: Place, words: &str, dice: &mut Dice) {
        let ink = Ink {
            color: RED,
            ..Ink::new(Font::SansBold, 18.0)
        };
        let baseline = match place {
            Place::Top => self.style.head + 6.0,
            Place::Middle => self.room(ink.size),
            Place::Bottom => self.style.height - self.style.foot - 4.0,
        };
        let turn = dice.between(-20, 20) as f32 / 10.0;
        self.sheet
            .slanted((self.style.width * 0.36, baseline), turn, ink, words);
    }

    fn struck(&mut self, place: Place, words: &str) {
        let (ink, style) = (self.head, self.style);
        let (x, baseline) = match place {
            Place::Top => (style.place(words, ink), style.head),
            Place::Bottom => (style.place(words, ink), style.height - style.foot),
            Place::Middle => (style.left, self.room(ink.size)),
        };
        self.sheet.text(x, baseline, ink, words);
        let (through, end) = (baseline - 0.33 * ink.size, x + ink.font.width(words, ink.size));
        self.sheet.line((x - 3.0, through), (end + 3.0, through), 1.2, [0.0; 3]);
    }

    fn squares(&mut self, words: &str) {
        let (mut x, size) = (self.style.left, self.style.size);
        let baseline = self.room(size);
        for word in words.split('|').map(str::trim) {
            let (ticked, word) = word.strip_prefix("x ").map_or((false, word), |word| (true, word));
            let area = [x, baseline - size, x + size, baseline];
            self.sheet.frame(area, 0.8, [0.0; 3]);
            if ticked {
                self.sheet.tick(area);
            }
            self.sheet.text(x + 1.6 * size, baseline, self.body, word);
            x += 3.2 * size + self.body.font.width(word, size);
        }
    }
}

fn training(sheet: &mut Sheet, style: &Style) {
    match style.training {
        Training::Across => {
            let ink = Ink {
                color: [0.88; 3],
                ..Ink::new(Font::SansBold, 60.0)
            };
            sheet.slanted((0.25 * style.width, 0.72 * style.height), 35.0, ink, "TRAINING");
        }
        Training::Corner => {
            let ink = Ink::new(Font::Sans, 7.0);
            sheet.text(
                style.width - 200.0,
                style.height - 8.0,
                ink,
                "TRAINING - nothing here is real",
            );
        }
    }
}
