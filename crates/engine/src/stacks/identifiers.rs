//! The cells of a segment of a chart: whose it is and its date, as its pages print them under captions of the pack.

use super::rows::beside;
use indexmap::IndexMap;
use indexmap::map::Entry;
use touchstone_core::pack::Pack;
use touchstone_core::people::{Stated, stated};
use touchstone_core::record::{CellState, Field, Identifier, IdentifierForm, Kinds, StackCell};
use touchstone_intake::Page;

const DATE: &str = "date";

/// What the pages of one segment state, gathered page by page.
pub struct Identifiers {
    /// The patient's, then the date of the document.
    kinds: Kinds,
    first: IndexMap<String, Stated>,
    cells: IndexMap<String, StackCell>,
}

impl Identifiers {
    /// `None` for packs without captions of patients.
    pub fn of(pack: &Pack) -> Option<Self> {
        let kinds = pack.kinds.as_ref().filter(|kinds| !kinds.patient.is_empty())?;
        let date = Identifier {
            what: DATE.to_owned(),
            form: IdentifierForm::Day,
            captions: kinds.limits.days.clone(),
            beside: Vec::new(),
        };
        Some(Self {
            kinds: Kinds {
                patient: kinds.patient.iter().cloned().chain([date]).collect(),
                ..kinds.clone()
            },
            first: IndexMap::new(),
            cells: IndexMap::new(),
        })
    }

    /// Takes in a page. The first value counts; another person's makes the cell a conflict. Of several dates the first
    /// under a caption is the date of the document.
    pub fn add(&mut self, page: &Page) {
        for value in stated(&self.kinds, page.number, &page.reading) {
            let Some(identifier) = self.kinds.patient.get(value.what) else {
                continue;
            };
            let field = field(&identifier.what);
            match self.cells.entry(field.clone()) {
                Entry::Vacant(cell) => {
                    cell.insert(cell_of(&value));
                    self.first.insert(field, value);
                }
                Entry::Occupied(mut cell) => {
                    let same = self.first.get(&field).is_none_or(|first| first.agrees(&value));
                    let cell = cell.get_mut();
                    let known = cell.others.iter().any(|other| other.value == value.text.as_str());
                    if !same && !known && field != DATE {
                        let other = cell_of(&value);
                        cell.others.push(beside(&other, format!("page {}", page.number)));
                        cell.state = CellState::Conflict;
                    }
                }
            }
        }
    }

    pub fn into_cells(self) -> IndexMap<String, StackCell> {
        self.cells
    }
}

/// `patient_name`, `patient_date_of_birth`.
fn field(what: &str) -> String {
    let name = what.replace(' ', "_");
    if what == DATE || what.starts_with("patient") {
        name
    } else {
        format!("patient_{name}")
    }
}

fn cell_of(value: &Stated) -> StackCell {
    StackCell {
        field: Field {
            value: value.text.as_str().into(),
            raw: Some(value.text.clone()),
            confidence: 0.0,
            evidence: vec![value.evidence.clone()],
            ..Field::missing()
        },
        state: CellState::Unsettled,
        source: "local".to_owned(),
        answered: false,
        others: Vec::new(),
    }
}
