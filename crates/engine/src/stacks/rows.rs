//! The rows of one document: a row a form, of settled truth first, then of what was accepted, then of what was read.
//! What another of these says of a cell is kept beside its value.

use super::counted::identity;
use indexmap::IndexMap;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    CellState, Document, Evidence, Field, Form, GroundTruth, OtherValue, RowHead, RowIdentity, RunRecord, StackCell,
    StackRow, TruthSource,
};

/// What is known of a document.
pub struct Sources<'a> {
    pub document: &'a Document,
    /// Its position in the stack.
    pub position: u32,
    /// The newest run, as corrected; `None` before it is read, and after it is rejected.
    pub run_record: Option<&'a RunRecord>,
    /// The newest truth in force that a person settled.
    pub of_person: Option<&'a GroundTruth>,
    pub pack: Option<&'a Pack>,
}

/// The forms that rows are made of.
struct Origin<'a> {
    forms: &'a [Form],
    state: CellState,
    source: String,
}

/// A document without a form has a row for each segment, and one that was not read has one row, so that none is missing
/// from the table.
pub fn rows(sources: &Sources<'_>) -> Vec<StackRow> {
    let mut origins = origins(sources).into_iter();
    let Some(first) = origins.next() else {
        return vec![without_form(
            sources,
            1,
            "",
            1,
            sources.document.page_count.unwrap_or(1),
        )];
    };
    let others: Vec<Origin> = origins.collect();
    if !first.forms.is_empty() {
        return first
            .forms
            .iter()
            .map(|form| row(sources, form, &first, &others))
            .collect();
    }
    let classified = sources.of_person.map(|truth| &truth.classification);
    let classified = classified.or_else(|| sources.run_record?.classification());
    let segments = classified
        .map(|classified| classified.segments.as_slice())
        .unwrap_or_default();
    if segments.is_empty() {
        let label = classified.map_or("", |classified| &classified.label);
        return vec![without_form(
            sources,
            1,
            label,
            1,
            sources.document.page_count.unwrap_or(1),
        )];
    }
    let segments = (1..).zip(segments);
    segments
        .map(|(number, segment)| {
            let mut row = without_form(sources, number, &segment.label, segment.first_page, segment.last_page);
            row.head.state = first.state;
            row
        })
        .collect()
}

/// In order of precedence.
fn origins<'a>(sources: &Sources<'a>) -> Vec<Origin<'a>> {
    let mut origins = Vec::new();
    if let Some(truth) = sources.of_person {
        origins.push(Origin {
            forms: &truth.forms,
            state: CellState::Settled,
            source: truth.source.as_str().to_owned(),
        });
    }
    let Some(run_record) = sources.run_record else {
        return origins;
    };
    let accepted = run_record.standing_truth();
    if let Some(truth) = accepted.filter(|truth| truth.source == TruthSource::AutoAccepted) {
        origins.push(Origin {
            forms: &truth.forms,
            state: CellState::Accepted,
            source: truth.source.as_str().to_owned(),
        });
    }
    origins.push(Origin {
        forms: &run_record.forms,
        state: CellState::Unsettled,
        source: run_record.run.settings.engine.to_string(),
    });
    origins
}

fn row(sources: &Sources<'_>, form: &Form, of: &Origin<'_>, others: &[Origin<'_>]) -> StackRow {
    let rivals: Vec<(&Form, &str)> = others
        .iter()
        .filter_map(|other| {
            let same = |rival: &&Form| rival.number == form.number && rival.label == form.label;
            Some((other.forms.iter().find(same)?, other.source.as_str()))
        })
        .collect();
    let mut cells = IndexMap::new();
    for (name, field) in &form.fields {
        let mut differing: Vec<OtherValue> = Vec::new();
        for (rival, source) in &rivals {
            let Some(other) = rival.field(name).filter(|other| other.is_filled()) else {
                continue;
            };
            if other.value != field.value && !differing.iter().any(|known| known.value == other.value) {
                differing.push(OtherValue {
                    value: other.value.clone(),
                    source: (*source).to_owned(),
                    evidence: other.all_evidence().cloned().collect(),
                });
            }
        }
        if field.is_filled() || !differing.is_empty() {
            cells.insert(
                name.clone(),
                StackCell {
                    state: if field.is_filled() {
                        of.state
                    } else {
                        CellState::Missing
                    },
                    field: field.clone(),
                    source: of.source.clone(),
                    answered: false,
                    others: differing,
                },
            );
        }
    }
    StackRow {
        document_id: sources.document.id,
        position: sources.position,
        form: form.number,
        head: RowHead {
            pack: sources.document.pack.clone(),
            label: form.label.clone(),
            free: is_free(sources.pack, &form.label),
            first_page: form.first_page,
            last_page: form.last_page,
            state: of.state,
            identity: identity(sources.pack, sources.document, form, sources.document.expected_year),
        },
        cells,
        asked: None,
    }
}

fn without_form(sources: &Sources<'_>, number: u32, label: &str, first_page: u32, last_page: u32) -> StackRow {
    StackRow {
        document_id: sources.document.id,
        position: sources.position,
        form: number,
        head: RowHead {
            pack: sources.document.pack.clone(),
            label: label.to_owned(),
            free: is_free(sources.pack, label),
            first_page,
            last_page,
            state: CellState::Missing,
            identity: RowIdentity {
                known_by: vec![format!("{} {number}", sources.document.sha256)],
                ..RowIdentity::default()
            },
        },
        cells: IndexMap::new(),
        asked: None,
    }
}

/// Whether the pack has no template for it.
fn is_free(pack: Option<&Pack>, label: &str) -> bool {
    pack.is_none_or(|pack| label == pack.fallback || pack.template_for(label).label != label)
}

/// A cell that is empty.
pub(super) fn missing() -> StackCell {
    StackCell {
        field: Field::missing(),
        state: CellState::Missing,
        source: String::new(),
        answered: false,
        others: Vec::new(),
    }
}

/// A value of another cell, to be shown beside one.
pub(super) fn beside(cell: &StackCell, source: String) -> OtherValue {
    let evidence: Vec<Evidence> = cell.field.all_evidence().cloned().collect();
    OtherValue {
        value: cell.field.value.clone(),
        source,
        evidence,
    }
}
