//! Pages of text: letters, articles in columns, tables, and any number of plain pages for measurements.

use super::{Case, Expect, Truth};
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::people::{Employer, Person, employer_number};

#[rustfmt::skip]
const WORDS: [&str; 96] = [
    "account", "after", "agency", "amount", "annual", "answer", "because", "before", "benefit", "between", "board",
    "branch", "building", "business", "calendar", "careful", "central", "change", "city", "client", "closing",
    "committee", "common", "company", "complete", "condition", "consider", "contract", "copy", "cost", "council",
    "county", "current", "customer", "date", "decision", "delivery", "department", "detail", "district", "document",
    "during", "early", "effect", "engine", "estimate", "every", "figure", "final", "first", "follow", "form", "general",
    "ground", "harbor", "history", "house", "include", "increase", "interest", "issue", "later", "letter", "library",
    "market", "matter", "measure", "meeting", "member", "method", "minute", "month", "notice", "number", "office",
    "order", "owner", "paper", "period", "person", "point", "policy", "price", "program", "project", "property",
    "public", "quarter", "reason", "record", "region", "report", "result", "review", "second", "service",
];

/// `count` words in sentences.
pub(crate) fn sentences(dice: &mut Dice, count: usize) -> String {
    let mut text = String::new();
    let mut left = 0;
    for _ in 0..count {
        let word = dice.pick(&WORDS);
        if left == 0 {
            left = dice.between(7, 16);
            if !text.is_empty() {
                text.push_str(". ");
            }
            let mut letters = word.chars();
            text.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            text.push_str(letters.as_str());
        } else {
            text.push(' ');
            text.push_str(word);
        }
        left -= 1;
    }
    text.push('.');
    text
}

/// Sets a text in lines at most `width` points wide; returns the baseline below the last one.
pub(crate) fn paragraph(sheet: &mut Sheet, x: f32, baseline: f32, width: f32, ink: Ink, text: &str) -> f32 {
    let mut baseline = baseline;
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if ink.font.width(&longer, ink.size) > width {
            sheet.text(x, baseline, ink, &line);
            baseline += 1.25 * ink.size;
            word.clone_into(&mut line);
        } else {
            line = longer;
        }
    }
    sheet.text(x, baseline, ink, &line);
    baseline + 1.25 * ink.size
}

/// A document of `pages` plain pages with `words` words each; for measurements.
pub fn pages_of_text(seed: u64, pages: u32, words: usize) -> Case {
    let mut dice = Dice::new(seed);
    let ink = Ink::new(Font::Serif, 11.0);
    let sheets = (1..=pages)
        .map(|number| {
            let mut sheet = Sheet::letter();
            sheet.text_right(
                540.0,
                40.0,
                Ink::new(Font::Sans, 8.0),
                &format!("Page {number} of {pages}"),
            );
            let mut baseline = 72.0;
            for _ in 0..words.div_ceil(80) {
                let text = sentences(&mut dice, words.min(80));
                baseline = paragraph(&mut sheet, 72.0, baseline, 468.0, ink, &text) + 8.0;
            }
            sheet
        })
        .collect();
    other(&format!("text-{pages}-pages"), "text", Paper::new(sheets), pages)
}

/// A page with one line of text.
pub fn line(text: &str) -> Vec<u8> {
    let mut sheet = Sheet::letter();
    sheet.text(60.0, 50.0, Ink::new(Font::Sans, 10.0), text);
    Paper::new(vec![sheet]).into_pdf()
}

/// A document that is none of the pack's forms.
pub(crate) fn other(stem: &str, layout: &str, paper: Paper, pages: u32) -> Case {
    let truth = Truth {
        layout: layout.to_owned(),
        pages,
        label: Some("OTHER".to_owned()),
        expect: Expect::Any,
        ..Truth::default()
    };
    Case::new(stem, paper.into_pdf(), truth)
}

/// An employer's letter that mentions the W-2 and is not one.
pub fn letter(seed: u64) -> Case {
    let sheet = letter_sheet(&mut Dice::new(seed));
    other("letter", "letter", Paper::new(vec![sheet]), 1)
}

pub(crate) fn letter_sheet(dice: &mut Dice) -> Sheet {
    let (person, employer) = (Person::throw(dice), Employer::throw(dice));
    let mut sheet = Sheet::letter();
    let ink = Ink::new(Font::Serif, 11.0);
    let mut baseline = 72.0;
    for line in employer.name.iter().chain(&employer.address.lines(true)) {
        sheet.text(72.0, baseline, ink, line);
        baseline += 14.0;
    }
    baseline += 28.0;
    sheet.text(72.0, baseline, ink, &format!("Dear {},", person.name()));
    let body = format!(
        "Your Form W-2, Wage and Tax Statement, for {} will be mailed by January 31. Please check the address that we \
         have on file. If box 1 or box 2 seems wrong, write to payroll within thirty days and quote our number {}.",
        dice.between(2015, 2025),
        employer_number(dice)
    );
    baseline = paragraph(&mut sheet, 72.0, baseline + 24.0, 468.0, ink, &body);
    let more = sentences(dice, 90);
    baseline = paragraph(&mut sheet, 72.0, baseline + 8.0, 468.0, ink, &more);
    sheet.text(72.0, baseline + 24.0, ink, "Sincerely,");
    sheet.text(72.0, baseline + 60.0, ink, "The payroll office");
    sheet
}

/// Pictures of lines of text without a text layer, as a scanner leaves them before OCR.
pub fn scan(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let (width, height) = (306, 396);
    let mut pixels = vec![250_u8; width * height];
    for row in 0..height {
        let inked = row % 12 < 6 && (30..height - 30).contains(&row);
        for column in 30..width - 30 {
            if inked && dice.chance(45) {
                pixels[row * width + column] = dice.between(10, 80) as u8;
            }
        }
    }
    let mut sheet = Sheet::letter();
    sheet.picture([0.0, 0.0, 612.0, 792.0], 306, 396, pixels);
    let mut case = other("scan", "scan", Paper::new(vec![sheet]), 1);
    case.truth.expect = Expect::Escalate;
    case.truth
        .remarks
        .push("a picture of text that nobody has read".to_owned());
    case
}

/// Two columns of text under a heading across both: reading order must not jump between them.
pub fn article(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let mut sheet = Sheet::letter();
    sheet.text_center(306.0, 70.0, Ink::new(Font::SansBold, 18.0), "On the keeping of records");
    let ink = Ink::new(Font::Serif, 10.0);
    for (x, word) in [(72.0, "Left"), (318.0, "Right")] {
        let mut baseline = 110.0;
        for number in 1..=4 {
            let text = format!("{word}{number} {}", sentences(&mut dice, 60));
            baseline = paragraph(&mut sheet, x, baseline, 222.0, ink, &text) + 8.0;
        }
    }
    other("article", "article", Paper::new(vec![sheet]), 1)
}

/// A table of numbers with rulings, and one aligned by columns alone.
pub fn table(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let mut sheet = Sheet::letter();
    let (ink, bold) = (Ink::new(Font::Sans, 9.0), Ink::new(Font::SansBold, 9.0));
    for (top, ruled) in [(90.0, true), (430.0, false)] {
        let title = if ruled {
            "Accounts by quarter"
        } else {
            "The same without lines"
        };
        sheet.text(72.0, top - 14.0, Ink::new(Font::SansBold, 12.0), title);
        for row in 0..15_u8 {
            let y = top + 18.0 * f32::from(row);
            for column in 0..5_u8 {
                let left = 72.0 + 93.6 * f32::from(column);
                if ruled {
                    sheet.frame([left, y, left + 93.6, y + 18.0], 0.5, [0.0; 3]);
                }
                match (row, column) {
                    (0, 0) => sheet.text(left + 4.0, y + 13.0, bold, "Account"),
                    (0, _) => sheet.text_right(left + 88.0, y + 13.0, bold, &format!("Q{column}")),
                    (_, 0) => sheet.text(left + 4.0, y + 13.0, ink, &format!("{}{row}", dice.pick(&WORDS))),
                    _ => {
                        let cents = dice.between(100, 9_999_999);
                        sheet.text_right(
                            left + 88.0,
                            y + 13.0,
                            ink,
                            &format!("{}.{:02}", cents / 100, cents % 100),
                        );
                    }
                }
            }
        }
    }
    other("table", "table", Paper::new(vec![sheet]), 1)
}
