//! Sets clinical documents in a style: position of letterhead, title and patient block, page numbering, running
//! heads. The text is in `text`.

use super::text::{Line, Written, sentences};
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Sheet};

/// A fictional patient.
#[derive(Clone)]
pub(super) struct Patient {
    pub first: String,
    pub last: String,
    /// Year, month, day.
    pub born: [i64; 3],
    pub record: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// Name and address centered.
    Centred,
    Left,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// Captions and values on one row.
    Row,
    /// Captions above values.
    Columns,
    /// One row each.
    Lines,
    /// `RE: name, DOB`
    Reference,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    Foot,
    Top,
    /// Page number without the total.
    Bare,
    None,
}

#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that a print has or has not"
)]
pub(super) struct Style {
    font: Font,
    bold: Font,
    size: f32,
    left: f32,
    head: Head,
    block: Block,
    counts: Counts,
    /// Whether the patient is repeated at the top of later pages.
    running: bool,
    /// Whether pages are numbered per document.
    numbered: bool,
    ruled: bool,
    faxed: bool,
    colon: bool,
}

const HOSPITAL: Style = Style {
    font: Font::Serif,
    bold: Font::SerifBold,
    size: 11.0,
    left: 72.0,
    head: Head::Centred,
    block: Block::Row,
    counts: Counts::Foot,
    running: true,
    numbered: true,
    ruled: false,
    faxed: false,
    colon: true,
};
const GRAY: [f32; 3] = [0.5; 3];
pub(super) const HOUSES: [&str; 6] = [
    "Lakeview Regional Hospital",
    "Meadow Street Clinic",
    "Harbor Medical Center",
    "Old Mill Health",
    "St. Brendan Hospital",
    "Juniper Family Practice",
];
pub(super) const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

impl Style {
    #[rustfmt::skip]
    pub(super) fn named(layout: &str) -> Self {
        let sans = Style { font: Font::Sans, bold: Font::SansBold, size: 10.0, ..HOSPITAL };
        let mono = Style { font: Font::Mono, bold: Font::MonoBold, size: 9.5, ..HOSPITAL };
        match layout.trim_start_matches("chart-").trim_start_matches("unseen-") {
            "clinic" => Style { head: Head::Left, block: Block::Lines, counts: Counts::Bare, ..sans },
            "columns" => Style { block: Block::Columns, running: false, ..sans },
            "typed" => Style { head: Head::Left, block: Block::Lines, counts: Counts::Top, ..mono },
            "letter" => Style { block: Block::Reference, running: false, numbered: false, counts: Counts::Bare, colon: false, ..HOSPITAL },
            "portal" => Style { head: Head::None, block: Block::Row, counts: Counts::Top, size: 9.5, left: 50.0, ..sans },
            "faxed" => Style { faxed: true, ..mono },
            "banded" => Style { ruled: true, block: Block::Columns, counts: Counts::Foot, ..sans },
            "ruled" => Style { ruled: true, head: Head::Left, block: Block::Lines, ..HOSPITAL },
            "narrow" => Style { left: 110.0, size: 9.5, block: Block::Columns, faxed: true, ..HOSPITAL },
            "footed" => Style { head: Head::None, counts: Counts::Bare, running: true, ..sans },
            "plain" => Style { head: Head::None, block: Block::Lines, counts: Counts::None, numbered: true, colon: false, ..mono },
            _ => HOSPITAL,
        }
    }

    fn ink(&self, bold: bool, size: f32) -> Ink {
        Ink::new(if bold { self.bold } else { self.font }, size)
    }

    /// The fax header at the very edge, which counts the pages of the transmission.
    pub(super) fn transmit(&self, sheets: &mut [Sheet]) {
        let total = sheets.len();
        for (index, sheet) in sheets.iter_mut().enumerate().filter(|_| self.faxed) {
            let line = format!(
                "03/14/2021 10:2{} FROM: HARBOR MEDICAL FAX 555-331-2209 PAGE {} OF {total}",
                index % 10,
                index + 1
            );
            sheet.text(30.0, 14.0, Ink::new(Font::Mono, 8.0), &line);
        }
    }
}

impl Patient {
    pub(super) fn name(&self, turned: bool) -> String {
        if turned {
            format!("{}, {}", self.last.to_uppercase(), self.first.to_uppercase())
        } else {
            format!("{} {}", self.first, self.last)
        }
    }

    pub(super) fn born(&self, spelt: bool) -> String {
        let [year, month, day] = self.born;
        if spelt {
            format!("{} {day}, {year}", MONTHS[(month - 1) as usize % 12])
        } else {
            format!("{month:02}/{day:02}/{year}")
        }
    }
}

/// A document being set: the pages so far, and the position of the next line.
struct Setting<'a> {
    style: &'a Style,
    paper: &'a Written,
    own: &'a Patient,
    stranger: Option<&'a Patient>,
    number: String,
    turned: bool,
    house: &'static str,
    sheets: Vec<Sheet>,
    y: f32,
}

/// The pages of a document. `stranger` is the patient its second page is about.
pub(super) fn drawn(
    style: &Style,
    paper: &Written,
    own: &Patient,
    stranger: Option<&Patient>,
    dice: &mut Dice,
) -> Vec<Sheet> {
    let mut setting = Setting {
        style,
        paper,
        own,
        stranger,
        number: format!(
            "{}{:02}-{:05}",
            dice.pick(&["S", "R", "V", "K"]),
            dice.between(18, 25),
            dice.between(1, 99_999)
        ),
        turned: dice.chance(50),
        house: HOUSES[dice.index(HOUSES.len())],
        sheets: Vec::new(),
        y: 0.0,
    };
    setting.first(dice);
    for line in &paper.lines {
        setting.line(*line, dice);
    }
    setting.count();
    setting.sheets
}

impl Setting<'_> {
    fn put(&mut self, x: f32, bold: bool, size: f32, text: &str) {
        let ink = self.style.ink(bold, size);
        let y = self.y;
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.text(x, y, ink, text);
        }
    }

    fn centre(&mut self, bold: bool, size: f32, text: &str) {
        let ink = self.style.ink(bold, size);
        let y = self.y;
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.text_center(306.0, y, ink, text);
        }
        self.y += 1.4 * size;
    }

    fn first(&mut self, dice: &mut Dice) {
        self.sheets.push(Sheet::letter());
        self.y = 50.0;
        let (left, size) = (self.style.left, self.style.size);
        let address = format!(
            "{} Birch Road, Fresno, CA 93721   Tel (555) 201-{:04}",
            dice.between(1, 999),
            dice.between(0, 9999)
        );
        match self.style.head {
            Head::Centred => {
                self.centre(true, size + 3.0, self.house);
                self.centre(false, size - 2.0, &address);
            }
            Head::Left => {
                self.put(left, true, size + 2.0, self.house);
                self.y += 1.5 * size;
            }
            Head::None => {}
        }
        self.rule();
        self.y += 14.0;
        let title = dice.pick(&self.paper.titles);
        if self.style.head == Head::Left {
            self.put(left, true, size + 4.0, title);
            self.y += 1.8 * size;
        } else {
            self.centre(true, size + 3.0, title);
        }
        self.y += 6.0;
        if !self.paper.is("cover") {
            self.patient(left, size);
        }
        self.rule();
        self.y += 12.0;
    }

    fn rule(&mut self) {
        let (left, y, ruled) = (self.style.left, self.y - 4.0, self.style.ruled);
        if let Some(sheet) = self.sheets.last_mut().filter(|_| ruled) {
            sheet.line((left, y), (612.0 - left, y), 0.8, GRAY);
        }
    }

    fn patient(&mut self, left: f32, size: f32) {
        let (name, born) = (self.own.name(self.turned), self.own.born(self.turned));
        let record = self.own.record.clone();
        let step = 1.3 * size;
        match self.style.block {
            Block::Row => {
                for (x, text) in [
                    (left, format!("Patient: {name}")),
                    (left + 240.0, format!("DOB: {born}")),
                    (left + 370.0, format!("MRN: {record}")),
                ] {
                    self.put(x, false, size, &text);
                }
            }
            Block::Columns => {
                for (x, caption, value) in [
                    (left, "Patient Name", &name),
                    (left + 230.0, "Date of Birth", &born),
                    (left + 350.0, "MRN", &record),
                ] {
                    self.put(x, true, size - 2.0, caption);
                    self.y += step;
                    self.put(x, false, size, value);
                    self.y -= step;
                }
                self.y += step;
            }
            Block::Lines => {
                for text in [
                    format!("Patient Name: {name}"),
                    format!("Date of Birth: {born}"),
                    format!("Medical Record Number: {record}"),
                ] {
                    self.put(left, false, size, &text);
                    self.y += step;
                }
            }
            Block::Reference => self.put(left, false, size, &format!("RE: {name}, DOB {born}")),
        }
        self.y += step;
        if self.style.numbered {
            let caption = if self.paper.label == "Clinical Note" {
                "Visit ID"
            } else {
                "Accession"
            };
            let text = format!("{caption}: {}", self.number);
            self.put(left, false, size, &text);
            self.y += step;
        }
    }

    /// Starts a new page when the current one is full.
    fn next_page(&mut self) {
        if self.y < 726.0 {
            return;
        }
        self.sheets.push(Sheet::letter());
        self.y = 48.0;
        let second = self.sheets.len() == 2;
        let whom = self.stranger.filter(|_| second).unwrap_or(self.own);
        if self.style.running || second && self.stranger.is_some() {
            let text = format!(
                "Patient: {}   DOB: {}   MRN: {}",
                whom.name(self.turned),
                whom.born(false),
                whom.record
            );
            self.put(self.style.left, false, 9.0, &text);
        }
        self.y = 84.0;
    }

    fn line(&mut self, line: Line, dice: &mut Dice) {
        let (left, size) = (self.style.left, self.style.size);
        match line {
            Line::Head(head, rest) => {
                self.y += 0.5 * size;
                self.next_page();
                let colon = if self.style.colon || !rest.is_empty() { ":" } else { "" };
                let head = format!("{head}{colon}");
                self.put(left, true, size, &head);
                let x = left + self.style.bold.width(&head, size) + 6.0;
                self.put(x, false, size, rest);
                self.y += 1.3 * size;
            }
            Line::Row(row) => {
                self.next_page();
                let cells: Vec<&str> = row.split(' ').collect();
                let wide = (612.0 - 2.0 * left) / cells.len().max(4) as f32;
                for (column, cell) in cells.into_iter().enumerate() {
                    self.put(left + wide * column as f32, false, size, cell);
                }
                self.y += 1.3 * size;
            }
            Line::Filler(count) => {
                let texts = sentences(self.paper.label);
                let start = dice.index(texts.len());
                let text: Vec<&str> = (0..count).map(|index| texts[(start + index) % texts.len()]).collect();
                self.paragraph(&text.join(" "));
            }
            // Tables are set in `wards` only.
            Line::Table(..) => {}
            Line::Text(text) => self.paragraph(text),
        }
    }

    fn paragraph(&mut self, text: &str) {
        let (left, size) = (self.style.left, self.style.size);
        let mut line = String::new();
        for word in text.split_whitespace().chain([""]) {
            let longer = format!("{line} {word}");
            let full = self.style.font.width(longer.trim(), size) > 612.0 - 2.0 * left;
            if full || word.is_empty() {
                self.next_page();
                self.put(left, false, size, line.trim());
                self.y += 1.25 * size;
                line.clear();
            }
            line = format!("{line} {word}");
        }
    }

    fn count(&mut self) {
        let total = self.sheets.len();
        let ink = self.style.ink(false, 8.5);
        for (sheet, number) in self.sheets.iter_mut().zip(1..) {
            match self.style.counts {
                Counts::Foot => sheet.text_center(306.0, 764.0, ink, &format!("Page {number} of {total}")),
                Counts::Top => sheet.text_right(570.0, 34.0, ink, &format!("Page {number} of {total}")),
                Counts::Bare => sheet.text_right(560.0, 764.0, ink, &format!("Page {number}")),
                Counts::None => {}
            }
        }
    }
}
