//! Sets a document of a ward's chart page by page. Tables are in `tables`, the style in `print`.

use super::super::Patient;
use super::super::style::HOUSES;
use super::super::text::{Line, Written, sentences};
use super::print::{Head, Print, Title};
use crate::dice::Dice;
use crate::paper::Sheet;

const SIGNERS: [&str; 5] = [
    "Rosa Holm, MD",
    "Adam Finch, MD",
    "Lea Marsh, MD",
    "Ivo Stern, MD",
    "Nora Quist, MD",
];
/// Position of the lowest line of text.
const LOWEST: f32 = 725.0;

/// What all papers of one stay have in common.
#[derive(Clone)]
pub(super) struct Stay {
    patient: Patient,
    house: &'static str,
    number: String,
    month: i64,
    /// The day of the next paper.
    day: i64,
    admitted: i64,
}

impl Stay {
    pub(super) fn throw(patient: Patient, dice: &mut Dice) -> Self {
        let day = dice.between(1, 9);
        Self {
            patient,
            house: HOUSES[dice.index(HOUSES.len())],
            number: dice.between(10_000_000, 99_999_999).to_string(),
            month: dice.between(1, 12),
            day,
            admitted: day,
        }
    }
}

pub(super) struct Setting<'a> {
    print: &'a Print,
    paper: &'a Written,
    stay: &'a Stay,
    house: &'static str,
    title: &'static str,
    signer: &'static str,
    time: String,
    /// How many times as long as written.
    stretch: usize,
    sheets: Vec<Sheet>,
    y: f32,
}

/// The pages of one document, with its blank backs and the page that has only a logo.
pub(super) fn drawn(print: &Print, paper: &Written, stay: &mut Stay, dice: &mut Dice) -> Vec<Sheet> {
    stay.day = (stay.day + dice.between(0, 1)).min(28);
    let house = if print.mixed {
        HOUSES[dice.index(HOUSES.len())]
    } else {
        stay.house
    };
    let mut setting = Setting {
        print,
        paper,
        stay,
        house,
        title: paper.titles[dice.index(paper.titles.len())],
        signer: SIGNERS[dice.index(SIGNERS.len())],
        time: format!(
            "{}:{:02} {}",
            dice.between(1, 12),
            dice.between(0, 59),
            dice.pick(&["AM", "PM"])
        ),
        stretch: if paper.is("long") || paper.is("flow") {
            1 + dice.index(3)
        } else {
            1
        },
        sheets: Vec::new(),
        y: 0.0,
    };
    setting.first(dice);
    for line in &paper.lines {
        setting.line(*line, dice);
    }
    setting.last();
    if paper.is("logo") {
        setting.logo();
    }
    print.count(&mut setting.sheets);
    let mut sheets = setting.sheets;
    if print.backs {
        sheets = sheets.into_iter().flat_map(|sheet| [sheet, Sheet::letter()]).collect();
    }
    sheets
}

impl Setting<'_> {
    fn put(&mut self, x: f32, bold: bool, size: f32, text: &str) {
        let (ink, y) = (self.print.ink(bold, size), self.y);
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.text(x, y, ink, text);
        }
    }

    /// A piece of the current row, at a distance from the left margin.
    pub(super) fn cell(&mut self, x: f32, bold: bool, text: &str) {
        if self.y > LOWEST {
            self.page();
        }
        self.put(self.print.left + x, bold, self.print.size, text);
    }

    /// Goes down by a share of the size of the text.
    pub(super) fn gap(&mut self, lines: f32) {
        self.y += lines * self.print.size;
    }

    /// A day of the stay, that many days after the paper's own.
    pub(super) fn day(&self, later: usize) -> String {
        let later = i64::try_from(later).unwrap_or_default();
        format!("{:02}/{:02}/2024", self.stay.month, (self.stay.day + later).min(30))
    }

    fn centre(&mut self, bold: bool, size: f32, text: &str) {
        let (ink, y) = (self.print.ink(bold, size), self.y);
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.text_center(306.0, y, ink, text);
        }
        self.y += 1.3 * size;
    }

    /// A new page with its running head.
    fn page(&mut self) {
        self.sheets.push(Sheet::letter());
        self.y = 38.0;
        let (left, size, later) = (self.print.left, self.print.size, self.sheets.len() > 1);
        let letter = self.print.head == Head::Letter || self.paper.is("letter");
        if letter && later {
            let text = format!("RE: {}    {}", self.stay.patient.name(true), self.day(0));
            self.put(left, false, size, &text);
            self.gap(2.0);
        } else if letter {
            self.letterhead();
        } else {
            self.head(later);
        }
        let again = self.print.title == Title::Head || later && self.print.title == Title::Continued;
        if again && !letter && !self.paper.is("cover") {
            let more = if later && self.print.title == Title::Continued {
                " (continued)"
            } else {
                ""
            };
            self.put(left, true, size, &format!("{}{more}", self.title));
            self.gap(1.3);
        }
        self.gap(1.0);
    }

    fn letterhead(&mut self) {
        let size = self.print.size;
        self.centre(true, size + 2.0, self.house);
        self.centre(
            false,
            size - 2.0,
            "88 Birch Road, Fresno, CA 93721   Tel (555) 201-0044",
        );
    }

    /// Rows of one text each.
    fn rows(&mut self, x: f32, smaller: f32, texts: &[String]) {
        for text in texts {
            self.put(x, false, self.print.size - smaller, text);
            self.gap(1.15);
        }
    }

    fn head(&mut self, later: bool) {
        let (left, size, stay) = (self.print.left, self.print.size, self.stay);
        let (name, born, record) = (stay.patient.name(true), stay.patient.born(false), &stay.patient.record);
        let (number, admitted) = (&stay.number, format!("{:02}/{:02}/2024", stay.month, stay.admitted));
        match self.print.head {
            Head::House | Head::Letter => self.letterhead(),
            Head::Patient => {
                self.put(left, true, size, self.house);
                self.gap(1.3);
                let text = format!("Patient: {name}   DOB: {born}   MRN: {record}   CSN: {number}");
                self.rows(left, 1.0, &[text]);
            }
            Head::Bar => {
                let text = format!("{name}   MRN: {record}   CSN: {number}   DOB: {born}   Adm: {admitted}");
                self.rows(left, 1.5, &[text]);
            }
            Head::Box => {
                let text = format!("{} - Legal Medical Record", self.house);
                self.put(left, true, size - 1.0, &text);
                let texts = [
                    format!("Name: {name}"),
                    format!("MRN: {record}"),
                    format!("DOB: {born}"),
                    format!("Visit ID: {number}"),
                ];
                self.rows(400.0, 1.5, &texts);
            }
            Head::Release => self.released(&admitted, later),
            Head::Run => {
                let page = format!(
                    "RUN DATE: 12/02/24        {}        PAGE {}",
                    self.house,
                    self.sheets.len()
                );
                let texts = [
                    page,
                    format!("RUN TIME: 1{:03}", 100 + self.sheets.len()),
                    "RUN USER: MEDREC".to_owned(),
                    format!("PATIENT: {name}     ACCT #: {number}     LOC: 4 WEST"),
                    format!("DOB: {born}     U #: {record}     ADM: {admitted}"),
                ];
                self.rows(left, 0.5, &texts);
            }
        }
    }

    /// The head of a chart released by a records office.
    fn released(&mut self, admitted: &str, later: bool) {
        let (left, size, stay) = (self.print.left, self.print.size, self.stay);
        self.put(left, true, size + 1.0, self.house);
        let texts = [
            self.stay.patient.name(true),
            format!("MRN: {}, DOB: {}", stay.patient.record, stay.patient.born(false)),
            format!("Acct #: {}", stay.number),
            format!("Adm: {admitted}, D/C: {}", self.day(4)),
        ];
        self.rows(330.0, 1.0, &texts);
        self.put(left, false, size - 1.5, "Fresno CA 93721-2209   555-201-0044");
        self.gap(2.0);
        let section = if self.paper.is("flow") {
            "Flowsheets and Results"
        } else {
            "Notes"
        };
        let more = if later { " (continued)" } else { "" };
        self.put(left, true, size + 4.0, &format!("{section}{more}"));
        self.gap(1.8);
    }

    fn first(&mut self, dice: &mut Dice) {
        self.page();
        let (left, size) = (self.print.left, self.print.size);
        if self.paper.is("letter") {
            let day = format!(
                "{} {}, 2024",
                super::super::style::MONTHS[self.stay.month as usize - 1],
                self.stay.day
            );
            let to = dice.pick(&["Dr. Ames", "Dr. Okafor", "Colleague"]);
            let re = format!(
                "RE: {}, DOB {}",
                self.stay.patient.name(false),
                self.stay.patient.born(false)
            );
            for text in [day.as_str(), "", &re, "", &format!("Dear {to}:"), ""] {
                self.put(left, false, size, text);
                self.gap(1.3);
            }
            return;
        }
        match self.print.title {
            _ if self.paper.is("cover") => self.centre(true, size + 5.0, self.title),
            Title::Body | Title::Continued => self.centre(true, size + 3.0, self.title),
            Title::Byline => {
                let text = format!("{} by {} at {} {}", self.title, self.signer, self.day(0), self.time);
                self.put(left, true, size, &text);
                self.gap(1.4);
            }
            Title::Head => {}
        }
        if matches!(self.print.head, Head::House | Head::Letter) && !self.paper.is("cover") {
            let patient = &self.stay.patient;
            let text = format!(
                "Patient: {}   DOB: {}   MRN: {}",
                patient.name(true),
                patient.born(false),
                patient.record
            );
            self.put(left, false, size, &text);
            self.gap(1.3);
        }
        if !self.paper.is("flow") && self.print.title != Title::Byline && dice.chance(50) {
            let text = format!("Date of Service: {}", self.day(0));
            self.put(left, false, size, &text);
            self.gap(1.3);
        }
        self.gap(0.8);
    }

    fn line(&mut self, line: Line, dice: &mut Dice) {
        match line {
            Line::Head(head, rest) => {
                self.gap(0.5);
                let head = format!("{head}:");
                self.cell(0.0, true, &head);
                let x = self.print.bold.width(&head, self.print.size) + 6.0;
                self.cell(x, false, rest);
                self.gap(1.3);
            }
            Line::Row(row) => {
                for (column, cell) in row.split(' ').enumerate() {
                    self.cell(110.0 * column as f32, false, cell);
                }
                self.gap(1.3);
            }
            Line::Filler(count) => {
                let texts = sentences(self.paper.label);
                let start = dice.index(texts.len());
                let text: Vec<&str> = (0..count * self.stretch)
                    .map(|index| texts[(start + index) % texts.len()])
                    .collect();
                self.paragraph(&text.join(" "));
            }
            Line::Table(kind, rows) => self.table(kind, rows * self.stretch, dice),
            Line::Text(text) => self.paragraph(text),
        }
    }

    fn paragraph(&mut self, text: &str) {
        let wide = 612.0 - 2.0 * self.print.left;
        let mut line = String::new();
        for word in text.split_whitespace().chain([""]) {
            let longer = format!("{line} {word}");
            if word.is_empty() || self.print.font.width(longer.trim(), self.print.size) > wide {
                self.cell(0.0, false, line.trim());
                self.gap(1.25);
                word.clone_into(&mut line);
            } else {
                line = longer;
            }
        }
    }

    fn last(&mut self) {
        let (signer, day) = (self.signer, self.day(0));
        if self.paper.is("letter") {
            for text in ["", "Sincerely,", "", signer] {
                self.cell(0.0, false, text);
                self.gap(1.3);
            }
        } else if self.paper.is("signed") {
            self.gap(0.8);
            let text = format!("Electronically signed by {signer} on {day} at {}", self.time);
            self.cell(0.0, false, &text);
        }
    }

    /// A last page with the laboratory's mark and address only.
    fn logo(&mut self) {
        self.sheets.push(Sheet::letter());
        self.y = 380.0;
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.fill([246.0, 300.0, 366.0, 350.0], [0.2, 0.3, 0.6]);
        }
        self.centre(true, 16.0, "Corvid Molecular");
        self.centre(
            false,
            9.0,
            "12 Mill Lane, Dover, DE 19901   www.corvidmolecular.example",
        );
    }
}
