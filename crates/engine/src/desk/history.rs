//! The history of a document as the window lists it: received, read, edited, settled.

use super::edit_descriptions::{describe, each_edit};
use super::views::{Change, ChangeKind};
use crate::review;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    CorrectedBy, Correction, Document, Form, GroundTruth, Review, ReviewState, Run, RunState, TruthSource, Verdict,
};

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

/// Verdicts on the whole document. An edit that reopened it is listed as the edit only.
pub(super) fn judged(reviews: &[Review], corrections: &[Correction]) -> Vec<Change> {
    let taken = |review: &Review| review.undoes.and_then(|id| reviews.iter().find(|other| other.id == id));
    let own = |review: &&Review| {
        let first = taken(review).map_or(*review, |one| taken(one).unwrap_or(one));
        first.verdict.is_some() || corrections.iter().all(|edit| Some(edit.act) != review.act)
    };
    let as_change = |review: &Review| {
        let by = review.reviewer.as_deref().unwrap_or(NOBODY);
        let name = match review.undoes {
            Some(_) => undone_verdict(taken(review)?),
            None => verdict(review)?,
        };
        Some(settled(review.id.to_string(), review.ended_at?, by, name))
    };
    reviews.iter().filter(own).filter_map(as_change).collect()
}

fn verdict(review: &Review) -> Option<&'static str> {
    match (review.verdict, review.state) {
        (Some(Verdict::Agrees), _) => Some("Accepted"),
        (Some(Verdict::Corrects), _) => Some("Accepted with corrections"),
        (Some(Verdict::Rejects), _) => Some("Rejected"),
        (None, ReviewState::Open) => Some("Reopened"),
        (None, _) => None,
    }
}

fn undone_verdict(taken: &Review) -> &'static str {
    match (taken.undoes, taken.verdict) {
        (Some(_), _) => "Verdict redone",
        (None, Some(Verdict::Rejects)) => "Rejection undone",
        (None, Some(_)) => "Acceptance undone",
        (None, None) => "Reopening undone",
    }
}

/// A truth settled automatically.
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

/// Shown for a user who has not given a name.
const NOBODY: &str = "you";

/// Edits and their undos, oldest first, one line for each statement of an act.
pub(super) fn changes(corrections: &[Correction], forms: &[Form], pack: Option<&Pack>) -> Vec<Change> {
    let in_force: Vec<_> = review::in_force(corrections).iter().map(|edit| edit.id).collect();
    let acts = review::acts(corrections, &[]);
    let of_act = |act: &review::Act| {
        let edits = each_edit(&act.edits).filter_map(|rows| {
            let mut shown = change(rows, corrections, forms, pack)?;
            shown.undone = act.undoes.is_none() && !in_force.contains(&rows.first()?.id);
            Some(shown)
        });
        edits.collect::<Vec<_>>()
    };
    acts.iter().flat_map(of_act).collect()
}

/// A user's edit, with the rows that follow from it, as one line; `None` if there are no rows.
pub(super) fn change(rows: &[&Correction], all: &[Correction], forms: &[Form], pack: Option<&Pack>) -> Option<Change> {
    let row = rows.first()?;
    let target = row.undoes.and_then(|id| all.iter().find(|other| other.id == id));
    let kind = match target {
        None => ChangeKind::Edit,
        Some(target) if target.undoes.is_some() => ChangeKind::Redo,
        Some(_) => ChangeKind::Undo,
    };
    let place = review::place_of(&row.path);
    let form = place.and_then(|(number, _)| forms.iter().find(|form| form.number == number));
    let description = describe(rows, forms, pack)?;
    Some(Change {
        id: row.id.to_string(),
        at: row.at.to_string(),
        kind,
        by: by(row),
        name: description.name,
        form: form.map(|form| form.id.to_string()),
        path: place.map(|(_, path)| path.to_owned()).unwrap_or_default(),
        before: description.before,
        after: description.after,
        undone: false,
    })
}

/// The author of an edit.
pub(super) fn by(edit: &Correction) -> String {
    match (edit.by, &edit.author) {
        (CorrectedBy::Person, author) => author.as_deref().unwrap_or(NOBODY).to_owned(),
        (CorrectedBy::Agent, None) => "agent".to_owned(),
        (CorrectedBy::Agent, Some(author)) => format!("agent, accepted by {author}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn an_edit_is_of_whoever_signed_it() {
        let run_record = crate::export::sample::run_record();
        let edit = crate::desk::scene::edit_of(
            run_record.document.id,
            &run_record.forms[0],
            "tax_year",
            Value::Null,
            None,
        );
        let author_of = |made_by: CorrectedBy, author: Option<&str>| {
            let row = Correction {
                by: made_by,
                author: author.map(str::to_owned),
                ..edit.clone()
            };
            by(&row)
        };
        assert_eq!(author_of(CorrectedBy::Person, None), "you");
        assert_eq!(author_of(CorrectedBy::Person, Some("Ada")), "Ada");
        assert_eq!(author_of(CorrectedBy::Agent, None), "agent");
        assert_eq!(author_of(CorrectedBy::Agent, Some("Ada")), "agent, accepted by Ada");
    }
}
