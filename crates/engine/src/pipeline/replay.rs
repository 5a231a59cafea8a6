//! Recomputes the decision of a finished run from its stored rows and compares it with the stored one. Never reads the
//! original.

use super::Interrupted;
use super::finalize::verdict;
use crate::store::Store;
use serde::Serialize;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Classification, Issue, NewIssue, RunId, RunRecord, Stage, Verification};

/// The result of a replay. `differences` is empty when it matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replay {
    pub run_id: RunId,
    pub matches: bool,
    pub issues: usize,
    pub passes: usize,
    pub differences: Vec<String>,
}

/// Recomputes issues, passes and decision of `run_id`. `pack` must be the version that the run used; another version
/// counts as a difference.
pub async fn replay(store: &Store, pack: &Pack, run_id: RunId) -> Result<Replay, Interrupted> {
    let run_record = store.run_record(run_id).await?;
    let stored = run_record.decision.as_ref();
    let stored = stored.ok_or_else(|| {
        anyhow::anyhow!(
            "run {run_id} has no decision to replay: its stage is {}",
            run_record.run.stage.as_str()
        )
    })?;
    let mut differences = Vec::new();
    if run_record.run.settings.pack_sha256 != pack.sha256 {
        let (then, now) = (&run_record.run.pack_version, &pack.version);
        let how = if then == now {
            "its files differ".to_owned()
        } else {
            format!("version {then} then, {now} now")
        };
        differences.push(format!("the pack `{}` has changed since: {how}", pack.name));
    }
    let verdict = verdict(store, pack, &run_record).await?;
    compare_repair(&run_record, verdict.repaired.as_ref(), &mut differences);
    let again = verdict.verified;
    compare_issues(&run_record.issues, &again.issues, &mut differences);
    let same = |(stored, again): (&Verification, &Verification)| {
        let mut again = again.clone();
        // Passes of older versions do not record the questions to the model.
        if stored.model_phases.is_empty() {
            again.model_phases.clear();
        }
        *stored == again
    };
    let mut passes = run_record.verifications.iter().zip(&again.passes);
    if run_record.verifications.len() != again.passes.len() || !passes.all(same) {
        differences.push(format!(
            "{} passes stored, {} recomputed, or the passes differ",
            run_record.verifications.len(),
            again.passes.len()
        ));
    }
    if *stored != again.decision {
        differences.push(format!(
            "decided {} by rule {} then, {} by rule {} now",
            stored.outcome.as_str(),
            stored.rule,
            again.decision.outcome.as_str(),
            again.decision.rule
        ));
    }
    let (issues, passes) = (again.issues.len(), again.passes.len());
    Ok(Replay {
        run_id,
        matches: differences.is_empty(),
        issues,
        passes,
        differences,
    })
}

/// Compares the repaired classification with the stored one.
fn compare_repair(run_record: &RunRecord, again: Option<&Classification>, differences: &mut Vec<String>) {
    let mut rows = run_record.classifications.iter();
    let stored = rows
        .rfind(|row| row.stage == Stage::Verify)
        .map(|row| &row.classification);
    if stored != again {
        differences.push("the repairs now lead to a different classification".to_owned());
    }
}

fn compare_issues(stored: &[Issue], again: &[Issue], differences: &mut Vec<String>) {
    let body_of = |issues: &[Issue], id: &str| -> Option<NewIssue> {
        issues
            .iter()
            .find(|issue| issue.id == id)
            .map(|issue| issue.body.clone())
    };
    for issue in stored {
        match body_of(again, &issue.id) {
            None => differences.push(format!(
                "{} `{}` is stored but was not found again",
                issue.id, issue.body.code
            )),
            Some(body) if body != issue.body => {
                differences.push(format!("{} `{}` reads differently now", issue.id, issue.body.code));
            }
            Some(_) => {}
        }
    }
    for issue in again {
        if body_of(stored, &issue.id).is_none() {
            differences.push(format!(
                "{} `{}` was found now but is not stored",
                issue.id, issue.body.code
            ));
        }
    }
}
