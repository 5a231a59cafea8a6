//! The exported form of a document: its settled truth, or else its newest result, and which of the two it is.

use super::RegisterEntry;
use super::parts::{classification, form};
use super::result::{FormResult, Line, ResultJson};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Marking, RunRecord, RunState, TruthSource, Verdict};
use touchstone_intake::Outcome;

/// One document of an export: its state, then the keys of the result JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exported {
    pub state: ExportState,
    /// How the truth was settled; `null` unless settled.
    pub source: Option<TruthSource>,
    /// RFC 3339; `null` unless settled.
    pub settled_at: Option<jiff::Timestamp>,
    /// The document's highest marking as a banner line; absent in packs without markings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest_marking: Option<String>,
    /// For the register of markings; other formats have the pages' markings in the result.
    #[serde(skip)]
    pub register: Vec<RegisterEntry>,
    /// For formats whose columns have types; without it all are text.
    #[serde(skip)]
    pub pack: Option<Arc<Pack>>,
    #[serde(flatten)]
    pub result: ResultJson,
}

/// A document with the highest marking of the whole file as its first and last key. An array or a stream of records has
/// no header or footer, so every record carries the marking at both ends.
#[derive(Serialize)]
pub(super) struct Borne<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    export_marking: Option<&'e str>,
    #[serde(flatten)]
    document: &'e Exported,
    #[serde(skip_serializing_if = "Option::is_none")]
    export_marking_again: Option<&'e str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportState {
    /// Ground truth: classification and forms are the settled ones.
    Settled,
    /// Escalated to a person; the review is not finished.
    NeedsReview,
    /// A person rejected the result; it is not truth.
    Rejected,
    /// The file could not be read or the run failed; `error` says why.
    Failed,
    /// Queued, running or interrupted.
    Unfinished,
}

impl ExportState {
    pub const ALL: [ExportState; 5] = [
        ExportState::Settled,
        ExportState::NeedsReview,
        ExportState::Rejected,
        ExportState::Failed,
        ExportState::Unfinished,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            ExportState::Settled => "settled",
            ExportState::NeedsReview => "needs_review",
            ExportState::Rejected => "rejected",
            ExportState::Failed => "failed",
            ExportState::Unfinished => "unfinished",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    fn of(run_record: &RunRecord, result: &ResultJson) -> Self {
        match run_record.run.state {
            _ if run_record.standing_truth().is_some() => ExportState::Settled,
            RunState::Queued | RunState::Running => ExportState::Unfinished,
            _ if rejected(run_record) => ExportState::Rejected,
            _ if result.error.is_some() || result.outcome == Outcome::Empty => ExportState::Failed,
            _ => ExportState::NeedsReview,
        }
    }
}

fn rejected(run_record: &RunRecord) -> bool {
    let verdict = run_record.review.as_ref().and_then(|review| review.verdict);
    verdict == Some(Verdict::Rejects)
}

impl Exported {
    pub fn of(run_record: &RunRecord, line: Line<'_>) -> Self {
        let mut result = ResultJson::of(run_record, line);
        let state = ExportState::of(run_record, &result);
        let truth = run_record.standing_truth();
        if let Some(truth) = truth {
            result.classification = classification(&truth.classification, line);
            result.forms = truth.forms.iter().map(form).collect();
        }
        Self {
            state,
            source: truth.map(|truth| truth.source),
            settled_at: truth.map(|truth| truth.settled_at),
            highest_marking: None,
            register: Vec::new(),
            pack: None,
            result,
        }
    }

    pub(super) fn between<'e>(&'e self, export_marking: Option<&'e str>) -> Borne<'e> {
        Borne {
            export_marking,
            document: self,
            export_marking_again: export_marking,
        }
    }

    /// The document's marking with the name of its pack, for computing the highest of several.
    pub fn marking(&self) -> Option<(String, Marking)> {
        let marking = self.result.classification.marking.as_ref()?;
        Some((self.result.pack.name.clone(), Marking::from(marking)))
    }

    /// The program's confidence in a form: that of its best attempt, else of the classification.
    pub(super) fn confidence(&self, form: Option<&FormResult>) -> f64 {
        let attempt = form.and_then(|form| {
            self.result
                .attempts
                .iter()
                .find(|attempt| attempt.best && attempt.form == Some(form.id))
        });
        attempt
            .and_then(|attempt| attempt.confidence)
            .unwrap_or(self.result.classification.confidence)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use super::*;
    use crate::export::Format;
    use crate::export::sample::{form, level, moment, run_record, written};
    use serde_json::{Value, json};
    use touchstone_core::record::GroundTruth;

    fn settled() -> RunRecord {
        let mut run_record = run_record();
        let mut form = form();
        form.fields.get_mut("wages_tips").unwrap().value = json!("99.00");
        run_record.truth = Some(GroundTruth {
            id: "01900000-0000-7000-8000-000000000009".parse().unwrap(),
            document_id: run_record.document.id,
            source: TruthSource::SmeCorrected,
            classification: run_record.classification().unwrap().clone(),
            forms: vec![form],
            review_id: None,
            supersedes: None,
            settled_at: moment(),
        });
        run_record
    }

    #[test]
    fn the_state_says_how_far_an_export_may_be_relied_on() {
        let check = |change: fn(&mut RunRecord), expected: ExportState| {
            let mut run_record = run_record();
            change(&mut run_record);
            assert_eq!(Exported::of(&run_record, &level).state, expected);
        };
        check(|_| (), ExportState::NeedsReview);
        check(|run_record| run_record.truth = settled().truth, ExportState::Settled);
        let doubted = |run_record: &mut RunRecord| {
            run_record.truth = settled().truth;
            run_record.truth.as_mut().unwrap().source = TruthSource::AutoAccepted;
        };
        check(doubted, ExportState::NeedsReview);
        check(
            |run_record| run_record.run.state = RunState::Failed,
            ExportState::Failed,
        );
        check(
            |run_record| run_record.run.state = RunState::Cancelled,
            ExportState::Failed,
        );
        check(
            |run_record| run_record.run.state = RunState::Running,
            ExportState::Unfinished,
        );
        check(
            |run_record| run_record.document.outcome = Some(touchstone_intake::Outcome::Damaged),
            ExportState::Failed,
        );
        check(
            |run_record| run_record.document.outcome = Some(touchstone_intake::Outcome::Empty),
            ExportState::Failed,
        );
    }

    #[test]
    fn settled_truth_stands_in_for_the_run() {
        let exported = Exported::of(&settled(), &level);
        assert_eq!(exported.result.forms[0].fields["wages_tips"].value, json!("99.00"));
        assert_eq!(exported.source, Some(TruthSource::SmeCorrected));
    }

    #[test]
    fn json_and_json_lines_read_back_whole() {
        let documents = [Exported::of(&run_record(), &level), Exported::of(&settled(), &level)];
        for count in 0..=documents.len() {
            let documents = &documents[..count];
            let text = |name: &str| written(Format::named(name).unwrap(), None, documents).text();
            let array: Vec<Exported> = serde_json::from_str(&text("json")).unwrap();
            assert_eq!(array, documents);
            let lines: Vec<Exported> = text("jsonl")
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!(lines, documents);
        }
    }

    #[test]
    fn every_record_begins_and_ends_with_the_highest_marking_of_its_file() {
        let mut document = Exported::of(&run_record(), &level);
        document.highest_marking = Some("CONFIDENTIAL".to_owned());
        for name in ["json", "jsonl", "csv"] {
            let documents = [document.clone(), document.clone()];
            let text = written(Format::named(name).unwrap(), Some("SECRET//NOFORN"), &documents).text();
            let times = if name == "csv" { 2 } else { 4 };
            assert_eq!(text.matches("SECRET//NOFORN").count(), times, "{text}");
            assert_eq!(text.matches("CONFIDENTIAL").count(), 2, "{text}");
            if name == "jsonl" {
                let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
                let keys: Vec<&String> = last.as_object().unwrap().keys().collect();
                assert_eq!(
                    (keys[0].as_str(), keys[keys.len() - 1].as_str()),
                    ("export_marking", "export_marking_again")
                );
            }
        }
    }

    #[test]
    fn an_exported_document_is_its_state_and_then_the_contract() {
        let value: Value = serde_json::to_value(Exported::of(&settled(), &level)).unwrap();
        let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys[..5], ["state", "source", "settled_at", "schema", "run_id"]);
    }
}
