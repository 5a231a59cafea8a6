//! The acts of people on a document, and which one is undone or redone next. Pure.

use super::fresh;
use std::collections::{BTreeMap, HashSet};
use touchstone_core::record::{ActId, Correction, Review, RunRecord, now};

/// What a person did in one step: edits, a verdict, or both.
#[derive(Debug, Clone, PartialEq)]
pub struct Act<'a> {
    pub id: ActId,
    /// In the order they were made.
    pub edits: Vec<&'a Correction>,
    pub review: Option<&'a Review>,
    /// The act that this one undoes; itself an undo when this is a redo.
    pub undoes: Option<ActId>,
}

/// Returns the acts in the order they were made. `reviews` holds those of the newest run only: verdicts on other
/// results are not undone.
pub fn acts<'a>(corrections: &'a [Correction], reviews: &'a [Review]) -> Vec<Act<'a>> {
    let mut acts: BTreeMap<ActId, Act<'a>> = BTreeMap::new();
    for edit in corrections {
        let target = |id| corrections.iter().find(|other| other.id == id).map(|other| other.act);
        let act = acts.entry(edit.act).or_insert_with(|| Act::of(edit.act));
        act.edits.push(edit);
        act.undoes = act.undoes.or(edit.undoes.and_then(target));
    }
    for review in reviews {
        let Some(id) = review.act else { continue };
        let target = |id| reviews.iter().find(|other| other.id == id)?.act;
        let act = acts.entry(id).or_insert_with(|| Act::of(id));
        act.review = Some(review);
        act.undoes = act.undoes.or(review.undoes.and_then(target));
    }
    acts.into_values().collect()
}

impl Act<'_> {
    fn of(id: ActId) -> Self {
        Self {
            id,
            edits: Vec::new(),
            review: None,
            undoes: None,
        }
    }
}

/// The act that "undo" undoes next.
pub fn to_undo<'l, 'a>(acts: &'l [Act<'a>]) -> Option<&'l Act<'a>> {
    let undone = undone(acts);
    let mut done = acts.iter().filter(|act| act.undoes.is_none());
    done.rfind(|act| !undone.contains(&act.id))
}

/// The undo that "redo" undoes next. A new act ends what can be redone.
pub fn to_redo<'l, 'a>(acts: &'l [Act<'a>]) -> Option<&'l Act<'a>> {
    let undone = undone(acts);
    let is_done = |id: ActId| acts.iter().any(|act| act.id == id && act.undoes.is_none());
    let since_last = acts.iter().rev().take_while(|act| act.undoes.is_some());
    let mut undos = since_last.filter(|act| act.undoes.is_some_and(is_done));
    undos.find(|act| !undone.contains(&act.id))
}

/// Acts that a later act undoes. An undo that was undone itself has no effect.
fn undone(acts: &[Act<'_>]) -> HashSet<ActId> {
    let mut undone = HashSet::new();
    for act in acts.iter().rev() {
        if let Some(target) = act.undoes.filter(|_| !undone.contains(&act.id)) {
            undone.insert(target);
        }
    }
    undone
}

/// The review that undoes another one: it restores the state before that review, which may be none.
pub fn restored(run_record: &RunRecord, of_run: &[Review], taken: &Review) -> Review {
    let before = of_run.iter().take_while(|other| other.id != taken.id).last();
    Review {
        id: touchstone_core::record::ReviewId::fresh(),
        undoes: Some(taken.id),
        ended_at: Some(now()),
        ..before.cloned().unwrap_or_else(|| fresh(run_record))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample::run_record;
    use serde_json::Value;
    use touchstone_core::record::{DocumentId, ReviewId, ReviewState, Verdict};

    fn edits(paths: &[&str], undoes: &[&Correction]) -> Vec<Correction> {
        let act = ActId::fresh();
        let row = |(at, path): (usize, &&str)| Correction {
            act,
            undoes: undoes.get(at).map(|row| row.id),
            ..Correction::of_person(DocumentId::fresh(), (*path).to_owned(), Value::Null, 1.into())
        };
        paths.iter().enumerate().map(row).collect()
    }

    #[test]
    fn all_rows_of_an_act_go_together_whatever_they_are_about() {
        let value = edits(&["forms[0].fields.wages_tips"], &[]);
        let parts = ["classification.segments", "classification.mixture"];
        let split = edits(&parts, &[]);
        let mut rows = [value, split.clone()].concat();
        let (all, none) = (rows.clone(), []);
        let all = acts(&all, &none);
        let next = to_undo(&all).unwrap();
        assert_eq!((next.id, next.edits.len()), (split[0].act, 2));
        assert_eq!(to_redo(&all), None);

        let undo = edits(&parts, &[&split[0], &split[1]]);
        rows.extend(undo.clone());
        let all = acts(&rows, &none);
        assert_eq!(to_undo(&all).unwrap().id, rows[0].act);
        assert_eq!(to_redo(&all).unwrap().id, undo[0].act);
    }

    #[test]
    fn a_verdict_is_an_act_and_what_was_said_before_it_is_restored() {
        let run_record = run_record();
        let review = |verdict, act| Review {
            id: ReviewId::fresh(),
            act: Some(act),
            verdict,
            state: ReviewState::Completed,
            ..fresh(&run_record)
        };
        let accepted = review(Some(Verdict::Agrees), ActId::fresh());
        let value = edits(&["forms[0].fields.wages_tips"], &[]);
        // The edit reopens the accepted result.
        let opened = Review {
            state: ReviewState::Open,
            ..review(None, value[0].act)
        };
        let all = [accepted.clone(), opened.clone()];
        let done = acts(&value, &all);
        let last = to_undo(&done).unwrap();
        assert_eq!((last.edits.len(), last.review), (1, Some(&opened)));
        let again = restored(&run_record, &all, &opened);
        assert_eq!((again.verdict, again.undoes), (Some(Verdict::Agrees), Some(opened.id)));
        let waits = restored(&run_record, &all, &accepted);
        assert_eq!((waits.state, waits.verdict), (ReviewState::Pending, None));
    }
}
