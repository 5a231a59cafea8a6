//! A form's layout as data: cells with a caption and a place for a value, rulings, other words. Drawn onto a sheet
//! with printed values, or with live form fields at the same places. `S` names the places of one kind of form. The
//! layouts themselves are in `official` and `payroll`.

use crate::font::Font;
use crate::paper::{Area, FieldState, FormField, Ink, Sheet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
    Center,
}

/// The name of a place on a form.
pub(crate) trait Place {
    /// Whether it is a check box.
    fn is_square(&self) -> bool;
    /// Maximum length of a form field there, in characters. `Some(0)` means that there is no field.
    fn max_length(&self) -> Option<i32>;
    /// Whether it holds an amount, whose cents some forms print in a separate cell.
    fn is_amount(&self) -> bool {
        false
    }
}

/// The content of a filled form.
pub(crate) trait Filling<S> {
    /// The lines printed at a place; empty where the form stays blank.
    fn lines(&self, slot: &S) -> Vec<String>;
    fn ticked(&self, slot: &S) -> bool;
}

/// One place of the form. Areas are in points from the form's top left corner.
#[derive(Debug, Clone)]
pub(crate) struct Cell<S = Slot> {
    pub slot: S,
    /// Where the value is written; for a check box, its square.
    pub area: Area,
    pub align: Align,
}

#[derive(Debug, Clone)]
pub(crate) struct Words {
    pub x: f32,
    pub baseline: f32,
    pub ink: Ink,
    pub text: String,
}

/// A line: from, to, thickness.
pub(crate) type Stroke = ((f32, f32), (f32, f32), f32);

#[derive(Debug, Clone)]
pub(crate) struct Layout<S = Slot> {
    pub cells: Vec<Cell<S>>,
    pub words: Vec<Words>,
    pub lines: Vec<Stroke>,
    pub fills: Vec<Area>,
    pub value: Ink,
    pub mark: Mark,
    /// The color of rulings and printed words.
    pub color: [f32; 3],
    /// Width of a separate cell for cents, at the right end of an amount's place.
    pub cents: Option<f32>,
}

/// How a checked square is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Letter,
    Tick,
    Cross,
}

impl<S: Place> Layout<S> {
    /// Draws the form with its top left corner at `origin`. Without a print, the form stays blank.
    pub(crate) fn draw<F: Filling<S>>(&self, sheet: &mut Sheet, origin: (f32, f32), print: Option<&F>) {
        self.draw_form(sheet, origin);
        for cell in &self.cells {
            let area = moved(cell.area, origin);
            if cell.slot.is_square() {
                sheet.frame(area, 0.7, self.color);
                if print.is_some_and(|print| print.ticked(&cell.slot)) {
                    self.check(sheet, area);
                }
                continue;
            }
            let Some(print) = print else { continue };
            let lines = print.lines(&cell.slot);
            match (self.cents, lines.first().and_then(|line| line.split_once('.'))) {
                (Some(width), Some((dollars, cents))) if cell.slot.is_amount() => {
                    let wall = area[2] - width;
                    self.write(
                        sheet,
                        [area[0], area[1], wall - 1.0, area[3]],
                        Align::Right,
                        &[dollars.to_owned()],
                    );
                    self.write(
                        sheet,
                        [wall, area[1], area[2], area[3]],
                        Align::Center,
                        &[cents.to_owned()],
                    );
                }
                _ => self.write(sheet, area, cell.align, &lines),
            }
        }
    }

    /// Draws the form with live fields in place of values. `prefix` makes the field names of several copies unique.
    pub(crate) fn draw_fields<F: Filling<S>>(
        &self,
        sheet: &mut Sheet,
        origin: (f32, f32),
        print: Option<&F>,
        prefix: &str,
    ) {
        self.draw_form(sheet, origin);
        for (number, cell) in self.cells.iter().enumerate() {
            let area = moved(cell.area, origin);
            let max_length = cell.slot.max_length();
            if max_length == Some(0) {
                continue;
            }
            let state = if cell.slot.is_square() {
                sheet.frame(area, 0.7, self.color);
                FieldState::Check(print.is_some_and(|print| print.ticked(&cell.slot)))
            } else {
                let lines = print.map(|print| print.lines(&cell.slot)).unwrap_or_default();
                FieldState::Text {
                    value: lines.join("\n"),
                    max_length,
                    multiline: area[3] - area[1] > 2.0 * self.value.size,
                }
            };
            sheet.field(FormField {
                name: format!("{prefix}_{:02}[0]", number + 1),
                caption: None,
                area,
                state,
                size: self.value.size,
            });
        }
    }

    /// Moves all values but not the form.
    pub(crate) fn shift_values(&mut self, x: f32, y: f32) {
        for cell in &mut self.cells {
            if !cell.slot.is_square() {
                cell.area = moved(cell.area, (x, y));
            }
        }
    }

    /// Shifts values in proportion to their distance from the top, like paper that slips in the printer.
    pub(crate) fn drift(&mut self, x: f32, top: f32, bottom: f32) {
        let height = self.cells.iter().map(|cell| cell.area[3]).fold(1.0, f32::max);
        for cell in &mut self.cells {
            if !cell.slot.is_square() {
                let share = cell.area[3] / height;
                cell.area = moved(cell.area, (x, top + (bottom - top) * share));
            }
        }
    }

    fn draw_form(&self, sheet: &mut Sheet, origin: (f32, f32)) {
        for area in &self.fills {
            sheet.fill(moved(*area, origin), [0.8, 0.8, 0.8]);
        }
        for (from, to, thickness) in &self.lines {
            let from = (from.0 + origin.0, from.1 + origin.1);
            sheet.line(from, (to.0 + origin.0, to.1 + origin.1), *thickness, self.color);
        }
        for words in &self.words {
            let ink = Ink {
                color: self.color,
                ..words.ink
            };
            sheet.text(words.x + origin.0, words.baseline + origin.1, ink, &words.text);
        }
    }

    fn check(&self, sheet: &mut Sheet, area: Area) {
        match self.mark {
            Mark::Tick => sheet.tick(area),
            Mark::Cross => sheet.cross(area),
            Mark::Letter => {
                let size = 0.95 * (area[3] - area[1]);
                let ink = Ink::new(Font::SansBold, size);
                sheet.text_center(f32::midpoint(area[0], area[2]), area[3] - 0.17 * size, ink, "X");
            }
        }
    }

    /// Writes one line at the bottom of the area, or several from its top, smaller when they would not fit.
    fn write(&self, sheet: &mut Sheet, area: Area, align: Align, lines: &[String]) {
        let height = area[3] - area[1];
        let widest = lines
            .iter()
            .map(|line| self.value.font.width(line, 1.0))
            .fold(0.01, f32::max);
        let room = (area[2] - area[0] - 2.0) / widest;
        let rows = height / (1.2 * lines.len().max(1) as f32);
        let size = self.value.size.min(room).min(rows.max(4.0));
        let ink = Ink { size, ..self.value };
        for (number, line) in lines.iter().enumerate() {
            let baseline = if lines.len() == 1 && height < 2.4 * size {
                area[3] - 0.25 * size
            } else {
                area[1] + size + number as f32 * 1.2 * size
            };
            match align {
                Align::Left => sheet.text(area[0] + 1.0, baseline, ink, line),
                Align::Right => sheet.text_right(area[2] - 1.0, baseline, ink, line),
                Align::Center => sheet.text_center(f32::midpoint(area[0], area[2]), baseline, ink, line),
            }
        }
    }
}

fn moved(area: Area, origin: (f32, f32)) -> Area {
    [
        area[0] + origin.0,
        area[1] + origin.1,
        area[2] + origin.0,
        area[3] + origin.1,
    ]
}

/// A place on the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Printed words only, no value.
    Nothing,
    Ssn,
    Ein,
    Control,
    /// Name and address of the employer, box c.
    Employer,
    EmployerName,
    EmployerAddress,
    FirstName,
    LastName,
    Suffix,
    EmployeeName,
    EmployeeAddress,
    /// Name and address of the employee, boxes e and f.
    Employee,
    /// An amount: boxes 1 to 8, 10 and 11.
    Box(u8),
    /// Code of row 0 to 3 of box 12.
    Code12(u8),
    Amount12(u8),
    /// Code and amount of a row of box 12 together.
    Line12(u8),
    /// A check box of box 13, 0 to 2.
    Check(u8),
    Other,
    /// State abbreviation. `StateId`: state number. Row 0 or 1.
    State(u8),
    StateId(u8),
    /// State abbreviation and number together.
    StateLine(u8),
    StateWages(u8),
    StateTax(u8),
    LocalWages(u8),
    LocalTax(u8),
    Locality(u8),
}
