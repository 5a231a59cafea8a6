//! Rows as they are shown: with edits, with what copies and corrections say, and with the columns of the table.

use super::counted::{Counts, counted};
use super::rows::{beside, missing};
use crate::review::{in_force, place_of};
use std::collections::{HashMap, HashSet};
use touchstone_core::record::{CellState, Correction, DocumentId, Field, OtherValue, StackCell, StackColumn, StackRow};

/// What all rows of a table have in common.
pub struct Table {
    pub columns: Vec<StackColumn>,
    /// Without their cells.
    heads: Vec<StackRow>,
    counts: Vec<Counts>,
    index: HashMap<RowKey, usize>,
    by_name: HashMap<String, usize>,
    /// Rows that count, by what they are about.
    about: HashMap<About, Vec<usize>>,
    edits: HashMap<Place, Correction>,
}

#[derive(PartialEq, Eq, Hash)]
struct RowKey {
    document: DocumentId,
    form: u32,
}

/// The label, year and account of a form. Corrections are compared with each other only.
#[derive(PartialEq, Eq, Hash)]
struct About {
    label: String,
    year: Option<i32>,
    account: String,
    corrected: bool,
}

/// A field of a row.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    document: DocumentId,
    form: u32,
    field: String,
}

/// A row with a cell for each column; `None` where the column is none of its label.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownRow {
    pub row: StackRow,
    /// `3`, or `3.2` for the second row of a document.
    pub name: String,
    pub cells: Vec<Option<StackCell>>,
    /// Whether it counts in sums.
    pub counts: bool,
    /// The row that counts instead.
    pub copy_of: Option<String>,
    pub replaced_by: Option<String>,
}

impl ShownRow {
    /// The columns that a model may fill: those that were asked for, and in a row that is no form of the pack all, where
    /// there is no value yet.
    pub fn gaps<'c>(&self, columns: &'c [StackColumn]) -> Vec<&'c StackColumn> {
        let cells = columns.iter().zip(&self.cells);
        let empty = |cell: &StackCell| !cell.field.is_filled() && cell.state != CellState::Edited;
        cells
            .filter(|(column, cell)| {
                (column.is_asked() || self.row.head.free) && column.format != "list" && cell.as_ref().is_some_and(empty)
            })
            .map(|(column, _)| column)
            .collect()
    }

    /// The gaps that no model was asked for.
    pub fn open_gaps<'c>(&self, columns: &'c [StackColumn]) -> Vec<&'c StackColumn> {
        let asked = self.row.asked.as_deref().unwrap_or_default();
        let mut gaps = self.gaps(columns);
        gaps.retain(|column| !asked.contains(&format!(",{},", column.name)));
        gaps
    }
}

/// The path of an edit of a cell, as in corrections.
pub fn field_path(form: u32, field: &str) -> String {
    format!("forms[{}].fields.{field}", form.saturating_sub(1))
}

impl Table {
    /// `heads` are all rows in order, `edits` all edits.
    pub fn new(columns: Vec<StackColumn>, heads: Vec<StackRow>, edits: &[Correction]) -> Self {
        let counts = counts_of(&heads);
        let mut about: HashMap<About, Vec<usize>> = HashMap::new();
        for (index, head) in heads.iter().enumerate().filter(|(index, _)| counts[*index].counts()) {
            if let Some(own) = about_of(head) {
                about.entry(own).or_default().push(index);
            }
        }
        let edits = in_force(edits).into_iter().filter_map(|edit| {
            let (form, field) = place_of(&edit.path)?;
            let place = Place {
                document: edit.document_id,
                form,
                field: field.to_owned(),
            };
            Some((place, edit.clone()))
        });
        Self {
            edits: edits.collect(),
            index: heads.iter().map(key).zip(0..).collect(),
            by_name: names(&heads).into_iter().zip(0..).collect(),
            columns,
            heads,
            counts,
            about,
        }
    }

    pub fn heads(&self) -> &[StackRow] {
        &self.heads
    }

    /// The row of a name such as `3`, or `3.2` for the second row of a document.
    pub fn named(&self, name: &str) -> Option<&StackRow> {
        self.by_name.get(name).map(|&index| &self.heads[index])
    }

    pub fn name(&self, row: &StackRow) -> String {
        let short = row.position.to_string();
        match self.by_name.get(&short) {
            Some(&index) if key(&self.heads[index]) == key(row) => short,
            _ => long_name(row),
        }
    }

    /// Positions of the rows that may contradict a row: about the same account and year, and neither copies nor replaced.
    pub fn rivals(&self, row: &StackRow) -> Vec<u32> {
        self.rivals_of(row).map(|head| head.position).collect()
    }

    fn rivals_of<'t>(&'t self, row: &StackRow) -> impl Iterator<Item = &'t StackRow> {
        let own = self.index.get(&key(row)).copied();
        let group = about_of(row).and_then(|about| self.about.get(&about));
        let group = group.filter(|group| own.is_some_and(|own| group.contains(&own)));
        let others = group.into_iter().flatten().filter(move |index| Some(**index) != own);
        others.map(|&index| &self.heads[index])
    }

    /// A row as it is shown; `rivals` are the rows at the positions of [`Table::rivals`].
    pub fn shown(&self, row: StackRow, rivals: &[StackRow]) -> ShownRow {
        let rivals: Vec<&StackRow> = self
            .rivals_of(&row)
            .filter_map(|head| rivals.iter().find(|rival| key(rival) == key(head)))
            .collect();
        let cells = self.columns.iter();
        let cells = cells.map(|column| column.is_of(&row.head).then(|| self.cell(&row, column, &rivals)));
        let cells = cells.collect();
        let index = self.index.get(&key(&row));
        let counts = index.map(|&index| self.counts[index]).unwrap_or_default();
        let named = |index: Option<usize>| index.map(|index| self.name(&self.heads[index]));
        ShownRow {
            name: self.name(&row),
            counts: counts.counts(),
            copy_of: named(counts.copy_of),
            replaced_by: named(counts.replaced_by),
            cells,
            row,
        }
    }

    fn cell(&self, row: &StackRow, column: &StackColumn, rivals: &[&StackRow]) -> StackCell {
        let mut cell = row.cells.get(&column.field).cloned().unwrap_or_else(missing);
        for rival in rivals {
            let Some(other) = rival.cells.get(&column.field).filter(|other| other.field.is_filled()) else {
                continue;
            };
            if cell.field.is_filled() && other.field.value != cell.field.value {
                cell.others.push(beside(other, format!("row {}", self.name(rival))));
                // Truth takes precedence over acceptance, and both over what is unsettled.
                if cell.state >= other.state && cell.state != CellState::Missing {
                    cell.state = CellState::Conflict;
                }
            }
        }
        let place = Place {
            document: row.document_id,
            form: row.form,
            field: column.field.clone(),
        };
        match self.edits.get(&place) {
            Some(edit) => edited(cell, edit),
            None => cell,
        }
    }
}

fn key(row: &StackRow) -> RowKey {
    RowKey {
        document: row.document_id,
        form: row.form,
    }
}

fn about_of(row: &StackRow) -> Option<About> {
    let identity = &row.head.identity;
    Some(About {
        label: row.head.label.clone(),
        year: identity.year,
        account: identity.account.clone()?,
        corrected: identity.corrected,
    })
}

/// Of copies, the one that is most to be relied on counts.
fn counts_of(heads: &[StackRow]) -> Vec<Counts> {
    let mut order: Vec<usize> = (0..heads.len()).collect();
    order.sort_by_key(|&index| heads[index].head.state);
    let identities: Vec<_> = order.iter().map(|&index| &heads[index].head.identity).collect();
    let mut counts = vec![Counts::default(); heads.len()];
    for (&index, found) in order.iter().zip(counted(&identities)) {
        counts[index] = Counts {
            copy_of: found.copy_of.map(|other| order[other]),
            replaced_by: found.replaced_by.map(|other| order[other]),
        };
    }
    counts
}

fn names(heads: &[StackRow]) -> Vec<String> {
    let mut seen = HashSet::new();
    let several: HashSet<u32> = heads
        .iter()
        .map(|head| head.position)
        .filter(|at| !seen.insert(*at))
        .collect();
    let name = |head: &StackRow| {
        if several.contains(&head.position) {
            long_name(head)
        } else {
            head.position.to_string()
        }
    };
    heads.iter().map(name).collect()
}

fn long_name(row: &StackRow) -> String {
    format!("{}.{}", row.position, row.form)
}

/// A cell with a person's value. What it was made of since stays beside it.
fn edited(cell: StackCell, edit: &Correction) -> StackCell {
    let changed = cell.field.is_filled() && cell.field.value != edit.before && cell.field.value != edit.after;
    let now = changed.then(|| beside(&cell, cell.source.clone()));
    let before = cell.others.into_iter().filter(|other| other.value != edit.after);
    let others: Vec<OtherValue> = now.into_iter().chain(before.filter(|_| changed)).collect();
    StackCell {
        field: Field {
            value: edit.after.clone(),
            raw: edit.evidence.as_ref().map(|evidence| evidence.quote.clone()),
            confidence: 1.0,
            evidence: edit.evidence.iter().cloned().collect(),
            ..Field::missing()
        },
        state: CellState::Edited,
        source: edit.author.clone().unwrap_or_else(|| "person".to_owned()),
        answered: false,
        others,
    }
}
