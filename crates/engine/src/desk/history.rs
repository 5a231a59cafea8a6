//! What happened to a document, as a window lists it: received, read, edited, settled.

use super::views::{Change, ChangeKind};
use crate::pack::Pack;
use crate::record::{
    CorrectedBy, Correction, Document, Form, GroundTruth, Review, Run, RunState, TruthSource, Verdict,
};
use crate::review;
use crate::value;
use serde_json::Value;

pub(super) fn received(document: &Document) -> Change {
    Change {
        id: document.id.to_string(),
        at: document.received_at.to_string(),
        kind: ChangeKind::Received,
        by: NOBODY.to_owned(),
        name: format!("Added {}", document.file_name),
        form: None,
        path: String::new(),
        before: None,
        after: None,
        undone: false,
    }
}

pub(super) fn passed(run: &Run) -> Change {
    let name = match run.state {
        RunState::Queued => "Waiting to be read".to_owned(),
        RunState::Running => "Being read".to_owned(),
        RunState::Done => format!("Read with {} {}", run.pack, run.pack_version),
        RunState::Failed => "Reading failed".to_owned(),
        RunState::Cancelled => "Reading was cancelled".to_owned(),
    };
    Change {
        id: run.id.to_string(),
        at: run.ended_at.or(run.started_at).unwrap_or(run.queued_at).to_string(),
        kind: ChangeKind::Run,
        by: "Touchstone".to_owned(),
        name,
        form: None,
        path: String::new(),
        before: None,
        after: run.failure.clone(),
        undone: false,
    }
}

/// A verdict, when one was given.
pub(super) fn judged(review: &Review) -> Option<Change> {
    let by = review.reviewer.as_deref().unwrap_or(NOBODY);
    let name = match review.verdict? {
        Verdict::Agrees => "Accepted",
        Verdict::Corrects => "Accepted with corrections",
        Verdict::Rejects => "Rejected",
    };
    Some(settled(review.id.to_string(), review.ended_at?, by, name))
}

/// A truth that the program settled by itself.
pub(super) fn accepted(truth: &GroundTruth) -> Option<Change> {
    let by_itself = truth.source == TruthSource::AutoAccepted;
    by_itself.then(|| {
        settled(
            truth.id.to_string(),
            truth.settled_at,
            "Touchstone",
            "Accepted automatically",
        )
    })
}

fn settled(id: String, at: jiff::Timestamp, by: &str, name: &str) -> Change {
    Change {
        id,
        at: at.to_string(),
        kind: ChangeKind::Settled,
        by: by.to_owned(),
        name: name.to_owned(),
        form: None,
        path: String::new(),
        before: None,
        after: None,
        undone: false,
    }
}

/// A person who has not told a name.
const NOBODY: &str = "you";

/// Edits, and what took them back, oldest first.
pub(super) fn changes(corrections: &[Correction], forms: &[Form], pack: Option<&Pack>) -> Vec<Change> {
    let in_force: Vec<_> = review::in_force(corrections).iter().map(|edit| edit.id).collect();
    corrections
        .iter()
        .map(|row| {
            let mut shown = change(row, corrections, forms, pack);
            shown.undone = row.undoes.is_none() && !in_force.contains(&row.id);
            shown
        })
        .collect()
}

pub(super) fn change(row: &Correction, all: &[Correction], forms: &[Form], pack: Option<&Pack>) -> Change {
    let target = row.undoes.and_then(|id| all.iter().find(|other| other.id == id));
    let kind = match target {
        None => ChangeKind::Edit,
        Some(target) if target.undoes.is_some() => ChangeKind::Redo,
        Some(_) => ChangeKind::Undo,
    };
    let place = review::place_of(&row.path);
    let form = place.and_then(|(number, _)| forms.iter().find(|form| form.number == number));
    let label = row.form_label.as_deref().or(form.map(|form| form.label.as_str()));
    let name = place.map_or_else(
        || review::page_place(&row.path).map_or_else(|| row.path.clone(), |page| format!("Marking of page {page}")),
        |(_, path)| {
            let field = path.split(['.', '[']).next().unwrap_or(path);
            let spec = pack
                .zip(label)
                .and_then(|(pack, label)| pack.template_for(label).field(field));
            let cell = in_row(&path[field.len()..]);
            let described = spec.map_or_else(
                || super::fields::described(None, field),
                crate::pack::FieldSpec::described,
            );
            format!("{described}{cell}")
        },
    );
    let shown = |value: &Value| (!value.is_null()).then(|| in_words(value));
    Change {
        id: row.id.to_string(),
        at: row.at.to_string(),
        kind,
        by: match (row.by, &row.author) {
            (CorrectedBy::Person, author) => author.as_deref().unwrap_or(NOBODY).to_owned(),
            (CorrectedBy::Agent, None) => "agent".to_owned(),
            (CorrectedBy::Agent, Some(author)) => format!("agent, taken over by {author}"),
        },
        name,
        form: form.map(|form| form.id.to_string()),
        path: place.map(|(_, path)| path.to_owned()).unwrap_or_default(),
        before: shown(&row.before),
        after: shown(&row.after),
        undone: false,
    }
}

/// `[1].amount` as people count: `, row 2, amount`.
fn in_row(below: &str) -> String {
    let Some((row, part)) = below.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return String::new();
    };
    let row = row
        .parse::<u32>()
        .map_or_else(|_| row.to_owned(), |row| (row + 1).to_string());
    let part = part.trim_start_matches('.').replace('_', " ");
    let comma = if part.is_empty() { "" } else { ", " };
    format!(", row {row}{comma}{part}")
}

/// A value as it is read; of a row, what is filled of it.
pub(super) fn in_words(value: &Value) -> String {
    match value {
        Value::Object(parts) => {
            let filled = parts.values().filter(|part| !part.is_null()).map(value::print);
            filled.collect::<Vec<_>>().join(" · ")
        }
        value => value::print(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_as_people_count() {
        for (below, words) in [
            ("", ""),
            ("[0]", ", row 1"),
            ("[1].state_wages", ", row 2, state wages"),
        ] {
            assert_eq!(in_row(below), words);
        }
        assert_eq!(in_words(&serde_json::json!({"code": "D", "amount": null})), "D");
    }

    #[test]
    fn an_edit_is_of_whoever_signed_it() {
        let dossier = crate::export::sample::dossier();
        let edit = crate::desk::correct::edit_of(dossier.document.id, &dossier.forms[0], "tax_year", Value::Null, None);
        let told = |by: CorrectedBy, author: Option<&str>| {
            let row = Correction {
                by,
                author: author.map(str::to_owned),
                ..edit.clone()
            };
            change(&row, &[], &dossier.forms, None).by
        };
        assert_eq!(told(CorrectedBy::Person, None), "you");
        assert_eq!(told(CorrectedBy::Person, Some("Ada")), "Ada");
        assert_eq!(told(CorrectedBy::Agent, None), "agent");
        assert_eq!(told(CorrectedBy::Agent, Some("Ada")), "agent, taken over by Ada");
    }
}
