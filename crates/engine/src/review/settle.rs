//! Turns a person's judgment of a whole result into a review and, if it is accepted, settled truth. Pure. See `store`
//! for the rows.

use super::{corrected_classification, corrected_findings, corrected_forms, label_place};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;
use touchstone_core::record::{
    Dossier, Form, GroundTruth, Review, ReviewId, ReviewState, RunState, TruthId, TruthSource, Verdict, now,
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
    #[error("nothing was read from it that could be right or wrong")]
    NothingRead,
    #[error("nobody has accepted or rejected it")]
    NotSettled,
}

/// Applies a judgment to `dossier`, whose forms must be as read, without the corrections.
///
/// # Errors
/// `Refused` if the run is not done, has no result to accept, or there is nothing to reopen.
pub fn settle(dossier: &Dossier, judgement: Judgement) -> Result<Settled, Refused> {
    if dossier.run.state != RunState::Done {
        return Err(Refused::Unfinished);
    }
    match judgement {
        Judgement::Accept => accept(dossier),
        Judgement::Reject => Ok(Settled {
            review: ended(dossier, Verdict::Rejects),
            truth: None,
        }),
        Judgement::Reopen => {
            let settled = dossier.review.as_ref().is_some_and(is_settled);
            let review = Review {
                state: ReviewState::Open,
                ended_at: Some(now()),
                ..fresh(dossier)
            };
            settled
                .then_some(Settled { review, truth: None })
                .ok_or(Refused::NotSettled)
        }
    }
}

fn accept(dossier: &Dossier) -> Result<Settled, Refused> {
    let found = dossier.classification().ok_or(Refused::NothingRead)?;
    let classification = corrected_classification(found.clone(), &dossier.corrections);
    let forms = corrected_forms(dossier.forms.clone(), &dossier.corrections);
    // A confirmation is not a correction; nor is a change that was changed back.
    let value = |form: &Form| {
        form.fields
            .iter()
            .map(|(name, field)| (name.clone(), field.value.clone()))
            .collect()
    };
    let values = |forms: &[Form]| forms.iter().map(value).collect::<Vec<IndexMap<String, Value>>>();
    let revalued = values(&forms) != values(&dossier.forms);
    let relabelled = dossier.corrections.iter().any(|row| label_place(&row.path).is_some()) && classification != *found;
    let marked = corrected_findings(dossier.findings.clone(), &dossier.corrections) != dossier.findings;
    let (verdict, source) = if revalued || relabelled || marked {
        (Verdict::Corrects, TruthSource::SmeCorrected)
    } else {
        (Verdict::Agrees, TruthSource::SmeValidated)
    };
    let review = ended(dossier, verdict);
    let truth = GroundTruth {
        id: TruthId::fresh(),
        document_id: dossier.document.id,
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
fn ended(dossier: &Dossier, verdict: Verdict) -> Review {
    let untouched = |review: &Review| review.state == ReviewState::Pending && review.undoes.is_none();
    let waiting = dossier.review.clone().filter(untouched);
    Review {
        state: ReviewState::Completed,
        verdict: Some(verdict),
        ended_at: Some(now()),
        ..waiting.unwrap_or_else(|| fresh(dossier))
    }
}

/// A new pending review.
pub fn fresh(dossier: &Dossier) -> Review {
    Review {
        id: ReviewId::fresh(),
        act: None,
        undoes: None,
        document_id: dossier.document.id,
        run_id: dossier.run.id,
        reviewer: None,
        state: ReviewState::Pending,
        verdict: None,
        notes: None,
        seconds: None,
        ended_at: None,
    }
}
