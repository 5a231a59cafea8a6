//! Turns a person's judgment of a whole result into a review and, if it is accepted, settled truth. Pure. See `store`
//! for the rows.

use super::{corrected_classification, corrected_findings, corrected_forms, label_place};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;
use touchstone_core::record::{
    Form, GroundTruth, Review, ReviewId, ReviewState, RunRecord, RunState, TruthId, TruthSource, Verdict, now,
};

/// A person's judgment of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The result is right as it is now, including corrections.
    Accept,
    /// The result is wrong; none of it becomes truth.
    Reject,
    /// Withdraws the earlier judgment.
    Reopen,
}

/// The rows that a judgment writes.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    pub review: Review,
    pub truth: Option<GroundTruth>,
}

/// Why a judgment was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("it is still being read")]
    Unfinished,
    #[error("nothing was read from it that could be judged")]
    NothingRead,
    #[error("it has not been accepted or rejected")]
    NotSettled,
}

/// Applies a judgment to `run_record`, whose forms must be as read, without the corrections.
///
/// # Errors
/// `Refused` if the run is not done, has no result to accept, or there is nothing to reopen.
pub fn settle(run_record: &RunRecord, judgement: Judgement) -> Result<Settled, Refused> {
    if run_record.run.state != RunState::Done {
        return Err(Refused::Unfinished);
    }
    match judgement {
        Judgement::Accept => accept(run_record),
        Judgement::Reject => Ok(Settled {
            review: ended(run_record, Verdict::Rejects),
            truth: None,
        }),
        Judgement::Reopen => {
            let settled = run_record.review.as_ref().is_some_and(is_settled);
            let review = Review {
                state: ReviewState::Open,
                ended_at: Some(now()),
                ..fresh(run_record)
            };
            settled
                .then_some(Settled { review, truth: None })
                .ok_or(Refused::NotSettled)
        }
    }
}

fn accept(run_record: &RunRecord) -> Result<Settled, Refused> {
    let found = run_record.classification().ok_or(Refused::NothingRead)?;
    let classification = corrected_classification(found.clone(), &run_record.corrections);
    let forms = corrected_forms(run_record.forms.clone(), &run_record.corrections);
    // A confirmation is not a correction; nor is a change that was changed back.
    let value = |form: &Form| {
        form.fields
            .iter()
            .map(|(name, field)| (name.clone(), field.value.clone()))
            .collect()
    };
    let values = |forms: &[Form]| forms.iter().map(value).collect::<Vec<IndexMap<String, Value>>>();
    let revalued = values(&forms) != values(&run_record.forms);
    let relabelled = run_record
        .corrections
        .iter()
        .any(|row| label_place(&row.path).is_some())
        && classification != *found;
    let marked = corrected_findings(run_record.findings.clone(), &run_record.corrections) != run_record.findings;
    let (verdict, source) = if revalued || relabelled || marked {
        (Verdict::Corrects, TruthSource::SmeCorrected)
    } else {
        (Verdict::Agrees, TruthSource::SmeValidated)
    };
    let review = ended(run_record, verdict);
    let truth = GroundTruth {
        id: TruthId::fresh(),
        document_id: run_record.document.id,
        source,
        classification,
        forms,
        review_id: Some(review.id),
        supersedes: None,
        settled_at: now(),
    };
    Ok(Settled {
        review,
        truth: Some(truth),
    })
}

/// Whether a person's verdict is in force.
pub fn is_settled(review: &Review) -> bool {
    review.state == ReviewState::Completed
}

/// The pending review with its verdict, or a new one if a person has already judged the result or no review is pending.
fn ended(run_record: &RunRecord, verdict: Verdict) -> Review {
    let untouched = |review: &Review| review.state == ReviewState::Pending && review.undoes.is_none();
    let waiting = run_record.review.clone().filter(untouched);
    Review {
        state: ReviewState::Completed,
        verdict: Some(verdict),
        ended_at: Some(now()),
        ..waiting.unwrap_or_else(|| fresh(run_record))
    }
}

/// A new pending review.
pub fn fresh(run_record: &RunRecord) -> Review {
    Review {
        id: ReviewId::fresh(),
        act: None,
        undoes: None,
        document_id: run_record.document.id,
        run_id: run_record.run.id,
        reviewer: None,
        state: ReviewState::Pending,
        verdict: None,
        notes: None,
        seconds: None,
        ended_at: None,
    }
}
