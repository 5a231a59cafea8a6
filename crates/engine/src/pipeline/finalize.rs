//! The last two stages: verifies the stored rows, then applies the arbiter's decision, which gives truth or a review
//! for the expert. See `verify` for the passes, which are pure.

use super::surroundings::gather;
use super::verification_input::VerificationInput;
use super::verify::{Questions, Verdict, Waiting, unread, verify};
use super::{Interrupted, Work, disproved, questions};
use crate::checks::traps::contradicted;
use crate::checks::{CheckInput, Readings};
use crate::error::Code;
use crate::export::Packet;
use crate::review::PacketReadings;
use crate::store::{Store, StoreError};
use crate::{checks, review};
use std::collections::BTreeSet;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    Classification, Decided, Document, EngineKind, Evidence, Field, GroundTruth, Marking, NewIssue, RaisedBy, Run,
    RunRecord, Severity, Stage, Surroundings, TruthId, TruthSource, now,
};

/// Verifies a run and commits issues, passes, repairs and the decision with the stage, unless pages have to be read
/// again first.
pub(super) async fn verify_run(work: &Work<'_>, run: &Run) -> Result<bool, Interrupted> {
    let mut run_record = work.store.run_record(run.id).await?;
    let known = gather(work, run, &run_record).await?;
    if let Some(won) = disproved::read_anew(work, run, &known).await? {
        return Ok(won);
    }
    run_record.surroundings = Some(known.clone());
    let verdict = match &work.model {
        Some(model) if run_record.run.settings.engine.kind == EngineKind::Model => {
            questions::put(work, run, &run_record, model).await?
        }
        _ => verdict(work.store, &work.pack, &run_record).await?,
    };
    Ok(work
        .store
        .finish_verify(run.id, &known, verdict.repaired.as_ref(), &verdict.verified)
        .await?)
}

/// Returns the verdict on the stored rows, from the classification that verification started with and the model's
/// answers at the time. `replay` compares it too.
pub(super) async fn verdict(store: &Store, pack: &Pack, run_record: &RunRecord) -> Result<Verdict, Interrupted> {
    let verification_input = VerificationInput::of(store, pack, run_record).await?;
    let answers = questions::stored(store, run_record).await?;
    let questions = match run_record.run.settings.engine.kind {
        EngineKind::Local => Questions::None,
        EngineKind::Model => Questions::Stored(&answers),
    };
    verification_input.passes(questions).map_err(|waiting| {
        let (run, pass) = (run_record.run.id, waiting.pass);
        anyhow::anyhow!("pass {pass} of run {run} waits for answers from a model").into()
    })
}

/// Runs only the checks on a run record, with its newest classification. Returns nothing for a document that could not be
/// read.
pub async fn found_by_checks(store: &Store, pack: &Pack, run_record: &RunRecord) -> Result<Vec<NewIssue>, Interrupted> {
    let verification_input = VerificationInput::of(store, pack, run_record).await?;
    let classification = run_record
        .classification()
        .filter(|_| unreadable(&run_record.document).is_none());
    Ok(classification.map_or_else(Vec::new, |found| checks::run_all(&verification_input.input(found))))
}

impl<'a> VerificationInput<'a> {
    pub(super) async fn of(store: &Store, pack: &'a Pack, run_record: &'a RunRecord) -> Result<Self, Interrupted> {
        let known = run_record.surroundings.clone().unwrap_or_default();
        let mut standing = standing(run_record);
        standing.extend(questions::of_survey(store, run_record).await?);
        let readings = match run_record.classification_before(Stage::Verify) {
            Some(classification) => readings(store, run_record, &known, classification, &standing).await?,
            None => Readings::default(),
        };
        Ok(Self {
            pack,
            run_record,
            known,
            readings,
            standing,
        })
    }

    fn input<'i>(&'i self, classification: &'i Classification) -> CheckInput<'i> {
        let run_record = self.run_record;
        CheckInput {
            pack: self.pack,
            document: &run_record.document,
            expected_year: run_record.run.settings.expected_year,
            classification,
            forms: &run_record.forms,
            plans: &run_record.plans,
            attempts: &run_record.attempts,
            page_count: run_record.document.page_count.unwrap_or(0),
            readings: &self.readings,
            pages: &run_record.pages,
            surroundings: &self.known,
            findings: &run_record.findings,
        }
    }

    pub(super) fn passes(&self, questions: Questions<'_>) -> Result<Verdict, Box<Waiting>> {
        let run_record = self.run_record;
        let unread_for = |why| Ok(unread(run_record.run.id, why));
        if let Some(why) = unreadable(&run_record.document) {
            return unread_for(why);
        }
        let Some(classification) = run_record.classification_before(Stage::Verify) else {
            let what = "the document was not classified";
            return unread_for(NewIssue::new(
                RaisedBy::Agent,
                "unclassified",
                Severity::Blocker,
                "document",
                what,
            ));
        };
        let input = self.input(classification);
        let retries = run_record.run.settings.max_retries;
        verify(run_record.run.id, &input, &self.standing, retries, questions)
    }
}

/// The reason why a document could not be read, as an issue for the expert.
fn unreadable(document: &Document) -> Option<NewIssue> {
    let outcome = document.outcome.filter(|outcome| !outcome.is_readable())?;
    let message = document
        .outcome_message
        .clone()
        .unwrap_or_else(|| format!("reading ended with `{outcome}`"));
    Some(NewIssue::new(
        RaisedBy::Intake,
        outcome.as_str(),
        Severity::Blocker,
        "document",
        message,
    ))
}

/// Issues raised before verification, by the grader and the extractor, on the attempts that count.
fn standing(run_record: &RunRecord) -> Vec<NewIssue> {
    let best = run_record.attempts.iter().filter(|row| row.attempt.best);
    best.filter_map(|row| row.grade.as_ref())
        .flat_map(|grade| grade.issues.iter().cloned())
        .collect()
}

/// Loads the readings that any evidence names and those of the forms' pages, and no others, so that checking one page
/// does not load a long document.
async fn readings(
    store: &Store,
    run_record: &RunRecord,
    known: &Surroundings,
    classification: &Classification,
    standing: &[NewIssue],
) -> Result<Readings, Interrupted> {
    let mut wanted: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut want = |evidence: &[Evidence]| wanted.extend(evidence.iter().map(|span| (span.page, span.reading)));
    for share in classification
        .segments
        .iter()
        .flat_map(|segment| &segment.types)
        .chain(&classification.mixture)
    {
        want(&share.evidence);
    }
    for field in run_record.forms.iter().flat_map(|form| form.fields.values()) {
        want_field(&mut want, field);
    }
    for issue in standing {
        want(&issue.evidence);
    }
    let mut readings = Readings::default();
    for (number, reading) in &known.readings {
        let mut page = store.page(run_record.document.id, *number).await?;
        if page.reading.number != *reading {
            page.reading = store.reading(run_record.document.id, *number, *reading).await?;
        }
        wanted.remove(&(*number, *reading));
        readings.insert_page(page);
    }
    for (page, number) in wanted {
        match store.reading(run_record.document.id, page, number).await {
            Ok(reading) => readings.insert(page, reading),
            // Evidence may name a reading that does not exist; the checks report that.
            Err(error) if error.code() == Some(Code::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(readings)
}

fn want_field(want: &mut impl FnMut(&[Evidence]), field: &Field) {
    want(&field.evidence);
    for cell in field.cells.values() {
        want(&cell.evidence);
    }
}

/// Turns accepted results into truth and escalated ones into a pending review. Documents that this one contradicts, and
/// that were verified without it, are verified again.
pub(super) async fn settle(work: &Work<'_>, run: &Run) -> Result<bool, Interrupted> {
    let run_record = work.store.run_record(run.id).await?;
    if let Some(known) = &run_record.surroundings {
        let contradicted = contradicted(&work.pack, &run_record.forms, known);
        work.store.renew(&contradicted, run_record.document.id).await?;
    }
    let decision = run_record
        .decision
        .as_ref()
        .ok_or_else(|| anyhow::anyhow!("run {} was never decided", run_record.run.id))?;
    let (truth, review, packet) = match decision.outcome {
        Decided::AutoAccept => (Some(truth(&run_record)?), None, None),
        Decided::AutoRetry | Decided::EscalateToSme => {
            let packet = packet(work.store, &work.pack, &run_record).await?;
            (None, Some(review::fresh(&run_record)), Some(packet))
        }
    };
    Ok(work
        .store
        .finish_decide(run.id, truth.as_ref(), review.as_ref(), packet.as_ref())
        .await?)
}

/// Builds the expert packet from the run's current rows.
pub async fn packet(store: &Store, pack: &Pack, run_record: &RunRecord) -> Result<Packet, StoreError> {
    let mut readings = PacketReadings::new();
    for (page, number) in review::readings_wanted(run_record) {
        match store.reading(run_record.document.id, page, number).await {
            Ok(reading) => _ = readings.insert((page, number), reading),
            // An issue reports the missing reading; the packet shows the evidence as not found.
            Err(error) if error.code() == Some(Code::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    let prior = store.prior(run_record.document.id).await?;
    let grammar = review::grammar(Some(pack));
    let text = format!("{}: readings of document {}", store.place(), run_record.document.id);
    let line = |marking: &Marking| grammar.line(marking);
    Ok(review::packet(run_record, &readings, prior.as_ref(), &line, text))
}

fn truth(run_record: &RunRecord) -> anyhow::Result<GroundTruth> {
    let classification = run_record
        .classification()
        .ok_or_else(|| anyhow::anyhow!("run {} has no classification", run_record.run.id))?;
    Ok(GroundTruth {
        id: TruthId::fresh(),
        document_id: run_record.document.id,
        source: TruthSource::AutoAccepted,
        classification: classification.clone(),
        forms: run_record.forms.clone(),
        review_id: None,
        supersedes: None,
        settled_at: now(),
    })
}
