//! The last two stages: verifies the stored rows, then applies the arbiter's decision, which gives truth or a review
//! for the expert. See `verify` for the passes, which are pure.

use super::docket::Docket;
use super::surroundings::gather;
use super::verify::{Questions, Verdict, Waiting, unread, verify};
use super::{Interrupted, Work, questions};
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
    Classification, Decided, Document, Dossier, EngineKind, Evidence, Field, GroundTruth, Marking, NewIssue, RaisedBy,
    Run, Severity, Stage, Surroundings, TruthId, TruthSource, now,
};

/// Verifies a run and commits issues, passes, repairs and the decision with the stage.
pub(super) async fn verify_run(work: &Work<'_>, run: &Run) -> Result<bool, Interrupted> {
    let mut dossier = work.store.dossier(run.id).await?;
    let known = gather(work, run, &dossier).await?;
    dossier.surroundings = Some(known.clone());
    let verdict = match &work.model {
        Some(model) if dossier.run.settings.engine.kind == EngineKind::Model => {
            questions::put(work, run, &dossier, model).await?
        }
        _ => verdict(work.store, &work.pack, &dossier).await?,
    };
    Ok(work
        .store
        .finish_verify(run.id, &known, verdict.repaired.as_ref(), &verdict.verified)
        .await?)
}

/// Returns the verdict on the stored rows, from the classification that verification started with and the model's
/// answers at the time. `replay` compares it too.
pub(super) async fn verdict(store: &Store, pack: &Pack, dossier: &Dossier) -> Result<Verdict, Interrupted> {
    let docket = Docket::of(store, pack, dossier).await?;
    let answers = questions::stored(store, dossier).await?;
    let questions = match dossier.run.settings.engine.kind {
        EngineKind::Local => Questions::None,
        EngineKind::Model => Questions::Stored(&answers),
    };
    docket.passes(questions).map_err(|waiting| {
        let (run, pass) = (dossier.run.id, waiting.pass);
        anyhow::anyhow!("pass {pass} of run {run} waits for answers of a model").into()
    })
}

/// Runs only the checks on a dossier, with its newest classification. Returns nothing for a document that could not be
/// read.
pub async fn found_by_checks(store: &Store, pack: &Pack, dossier: &Dossier) -> Result<Vec<NewIssue>, Interrupted> {
    let docket = Docket::of(store, pack, dossier).await?;
    let classification = dossier
        .classification()
        .filter(|_| unreadable(&dossier.document).is_none());
    Ok(classification.map_or_else(Vec::new, |found| checks::run_all(&docket.input(found))))
}

impl<'a> Docket<'a> {
    pub(super) async fn of(store: &Store, pack: &'a Pack, dossier: &'a Dossier) -> Result<Self, Interrupted> {
        let known = dossier.surroundings.clone().unwrap_or_default();
        let mut standing = standing(dossier);
        standing.extend(questions::of_survey(store, dossier).await?);
        let readings = match dossier.classification_before(Stage::Verify) {
            Some(classification) => readings(store, dossier, &known, classification, &standing).await?,
            None => Readings::default(),
        };
        Ok(Self {
            pack,
            dossier,
            known,
            readings,
            standing,
        })
    }

    fn input<'i>(&'i self, classification: &'i Classification) -> CheckInput<'i> {
        let dossier = self.dossier;
        CheckInput {
            pack: self.pack,
            document: &dossier.document,
            expected_year: dossier.run.settings.expected_year,
            classification,
            forms: &dossier.forms,
            plans: &dossier.plans,
            attempts: &dossier.attempts,
            page_count: dossier.document.page_count.unwrap_or(0),
            readings: &self.readings,
            pages: &dossier.pages,
            surroundings: &self.known,
            findings: &dossier.findings,
        }
    }

    pub(super) fn passes(&self, questions: Questions<'_>) -> Result<Verdict, Box<Waiting>> {
        let dossier = self.dossier;
        let unread_for = |why| Ok(unread(dossier.run.id, why));
        if let Some(why) = unreadable(&dossier.document) {
            return unread_for(why);
        }
        let Some(classification) = dossier.classification_before(Stage::Verify) else {
            let what = "nothing says what the document is";
            return unread_for(NewIssue::new(
                RaisedBy::Agent,
                "unclassified",
                Severity::Blocker,
                "document",
                what,
            ));
        };
        let input = self.input(classification);
        let retries = dossier.run.settings.max_retries;
        verify(dossier.run.id, &input, &self.standing, retries, questions)
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
fn standing(dossier: &Dossier) -> Vec<NewIssue> {
    let best = dossier.attempts.iter().filter(|row| row.attempt.best);
    best.filter_map(|row| row.grade.as_ref())
        .flat_map(|grade| grade.issues.iter().cloned())
        .collect()
}

/// Loads the readings that any evidence names and those of the forms' pages, and no others, so that checking one page
/// does not load a long document.
async fn readings(
    store: &Store,
    dossier: &Dossier,
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
    for field in dossier.forms.iter().flat_map(|form| form.fields.values()) {
        want_field(&mut want, field);
    }
    for issue in standing {
        want(&issue.evidence);
    }
    let mut readings = Readings::default();
    for (number, reading) in &known.readings {
        let mut page = store.page(dossier.document.id, *number).await?;
        if page.reading.number != *reading {
            page.reading = store.reading(dossier.document.id, *number, *reading).await?;
        }
        wanted.remove(&(*number, *reading));
        readings.insert_page(page);
    }
    for (page, number) in wanted {
        match store.reading(dossier.document.id, page, number).await {
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
    let dossier = work.store.dossier(run.id).await?;
    if let Some(known) = &dossier.surroundings {
        let contradicted = contradicted(&work.pack, &dossier.forms, known);
        work.store.renew(&contradicted, dossier.document.id).await?;
    }
    let decision = dossier
        .decision
        .as_ref()
        .ok_or_else(|| anyhow::anyhow!("run {} was never decided", dossier.run.id))?;
    let (truth, review, packet) = match decision.outcome {
        Decided::AutoAccept => (Some(truth(&dossier)?), None, None),
        Decided::AutoRetry | Decided::EscalateToSme => {
            let packet = packet(work.store, &work.pack, &dossier).await?;
            (None, Some(review::fresh(&dossier)), Some(packet))
        }
    };
    Ok(work
        .store
        .finish_decide(run.id, truth.as_ref(), review.as_ref(), packet.as_ref())
        .await?)
}

/// Builds the expert packet from the run's current rows.
pub async fn packet(store: &Store, pack: &Pack, dossier: &Dossier) -> Result<Packet, StoreError> {
    let mut readings = PacketReadings::new();
    for (page, number) in review::readings_wanted(dossier) {
        match store.reading(dossier.document.id, page, number).await {
            Ok(reading) => _ = readings.insert((page, number), reading),
            // An issue reports the missing reading; the packet shows the evidence as not found.
            Err(error) if error.code() == Some(Code::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    let prior = store.prior(dossier.document.id).await?;
    let grammar = review::grammar(Some(pack));
    let text = format!("{}: readings of document {}", store.place(), dossier.document.id);
    let line = |marking: &Marking| grammar.line(marking);
    Ok(review::packet(dossier, &readings, prior.as_ref(), &line, text))
}

fn truth(dossier: &Dossier) -> anyhow::Result<GroundTruth> {
    let classification = dossier
        .classification()
        .ok_or_else(|| anyhow::anyhow!("run {} has no classification", dossier.run.id))?;
    Ok(GroundTruth {
        id: TruthId::fresh(),
        document_id: dossier.document.id,
        source: TruthSource::AutoAccepted,
        classification: classification.clone(),
        forms: dossier.forms.clone(),
        review_id: None,
        supersedes: None,
        settled_at: now(),
    })
}
