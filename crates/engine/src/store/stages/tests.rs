//! Stages: each commits once, at its stage of a running run, completely or not at all.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::event::Received;
use crate::store::{Standing, StoreError, Word, fixture};
use touchstone_core::record::{
    CorrectedBy, Correction, DocumentId, GroundTruth, Marking, Review, ReviewState, Run, StagedClassification, TruthId,
    Verdict, now,
};

struct Survey {
    findings: Vec<PageFinding>,
    classification: Classification,
    plans: Vec<FormPlan>,
    steps: Vec<Step>,
}

impl Survey {
    fn of(attempt: AttemptId) -> Self {
        Self {
            findings: vec![fixture::finding(1), fixture::finding(2)],
            classification: fixture::classification(attempt, "W-2"),
            plans: vec![fixture::plan(1), fixture::plan(2)],
            steps: fixture::steps(attempt),
        }
    }

    fn classified(&self) -> Classified<'_> {
        Classified {
            attempt: self.classification.attempt_id,
            findings: &self.findings,
            classification: &self.classification,
            plans: &self.plans,
            summary: "two forms",
            usage: fixture::usage(),
            steps: &self.steps,
        }
    }
}

/// Takes a run through all stages and returns it with its survey.
async fn whole_run(store: &Store) -> (Run, Survey) {
    let run = fixture::running(store, Stage::Intake).await;
    store
        .put_pages(run.document_id, &[fixture::page(1, &["W-2"])])
        .await
        .unwrap();
    let readable = store
        .finish_intake(run.id, Outcome::Ok, None, Some(1), Stage::Classify)
        .await;
    assert!(readable.unwrap());
    let attempt = fixture::attempt(run.id, None, "survey", 1);
    store.start_attempt(&attempt).await.unwrap();
    let survey = Survey::of(attempt.id);
    // Findings stored during the survey are replaced by its final ones.
    store
        .add_finding(run.id, attempt.id, &survey.findings[0])
        .await
        .unwrap();
    assert!(store.finish_classify(run.id, &survey.classified()).await.unwrap());
    let better = fixture::classification(attempt.id, "1099-INT");
    assert!(store.finish_extract(run.id, Some(&better), &[]).await.unwrap());
    let fixed = fixture::classification(attempt.id, "1099-DIV");
    assert!(
        store
            .finish_verify(
                run.id,
                &Surroundings::default(),
                Some(&fixed),
                &fixture::verified(run.id)
            )
            .await
            .unwrap()
    );
    (run, survey)
}

#[tokio::test]
async fn a_whole_run_comes_back_as_one_record() {
    let store = fixture::store().await;
    let (run, survey) = whole_run(&store).await;
    let attempt = survey.classification.attempt_id;
    let (truth, review) = (fixture::truth(run.document_id, attempt), fixture::review(&run));
    assert!(
        store
            .finish_decide(run.id, Some(&truth), Some(&review), None)
            .await
            .unwrap()
    );

    let run_record = store.run_record(run.id).await.unwrap();
    assert_eq!(
        (run_record.run.state, run_record.run.stage),
        (RunState::Done, Stage::Done)
    );
    assert!(run_record.run.ended_at.is_some());
    assert_eq!(
        (run_record.document.outcome, run_record.document.page_count),
        (Some(Outcome::Ok), Some(1))
    );
    assert_eq!(run_record.pages, store.page_summaries(run.document_id).await.unwrap());
    assert_eq!(
        (run_record.findings.clone(), run_record.plans.clone()),
        (survey.findings.clone(), survey.plans.clone())
    );
    let labels = |row: &StagedClassification| (row.stage, row.classification.label.clone());
    let written: Vec<_> = run_record.classifications.iter().map(labels).collect();
    let expected = [
        (Stage::Classify, "W-2"),
        (Stage::Extract, "1099-INT"),
        (Stage::Verify, "1099-DIV"),
    ];
    assert_eq!(written, expected.map(|(stage, label)| (stage, label.to_owned())));
    assert_eq!(run_record.first_classification(), Some(&survey.classification));
    assert_eq!(run_record.classification().map(|c| c.label.as_str()), Some("1099-DIV"));
    assert_eq!(
        run_record
            .classification_before(Stage::Verify)
            .map(|c| c.label.as_str()),
        Some("1099-INT")
    );
    let verified = fixture::verified(run.id);
    assert_eq!(
        (run_record.issues, run_record.verifications),
        (verified.issues, verified.passes)
    );
    assert_eq!(
        (run_record.decision, run_record.review),
        (Some(verified.decision), Some(review))
    );
    assert_eq!(run_record.truth, Some(truth));
    assert_eq!(run_record.attempts[0].attempt.usage, fixture::usage());

    assert_eq!(store.findings(run.id).await.unwrap(), survey.findings);
    assert_eq!(store.plans(run.id).await.unwrap(), survey.plans);
    assert_eq!(store.issues(run.id).await.unwrap().len(), 2);
    assert_eq!(store.classification(run.id).await.unwrap().unwrap().label, "1099-DIV");
    assert!(matches!(
        store.run_record(touchstone_core::record::RunId::fresh()).await,
        Err(StoreError::NotFound { .. })
    ));
    assert_eq!(store.markings_of("tax").await.unwrap(), [fixture::marking()]);
    assert_eq!(store.markings_of("markings").await.unwrap(), []);
    store.trash(&[run.document_id]).await.unwrap();
    assert_eq!(
        store.markings_of("tax").await.unwrap(),
        [],
        "what is in the trash is not shown"
    );
}

#[tokio::test]
async fn the_marking_that_a_person_settled_is_the_documents() {
    let store = fixture::store().await;
    let (run, survey) = whole_run(&store).await;
    let mut truth = fixture::truth(run.document_id, survey.classification.attempt_id);
    let higher = Marking {
        level: "TOP SECRET".to_owned(),
        ..fixture::marking()
    };
    truth.classification.marking = Some(higher.clone());
    store.settle_truth(&truth).await.unwrap();
    assert_eq!(store.markings_of("tax").await.unwrap(), [higher]);
}

#[tokio::test]
async fn a_stage_wins_once_and_only_while_the_run_runs() {
    let store = fixture::store().await;
    let (run, survey) = whole_run(&store).await;
    let id = run.id;
    let verified = fixture::verified(id);
    let late = fixture::attempt(id, None, "survey", 2);
    store.start_attempt(&late).await.unwrap();
    let again = Survey::of(late.id);
    let before = store.run_record(id).await.unwrap();
    assert!(
        !store
            .finish_intake(id, Outcome::Damaged, None, Some(9), Stage::Classify)
            .await
            .unwrap()
    );
    assert!(!store.finish_classify(id, &again.classified()).await.unwrap());
    assert!(
        !store
            .finish_extract(id, Some(&survey.classification), &[])
            .await
            .unwrap()
    );
    assert!(
        !store
            .finish_verify(id, &Surroundings::default(), Some(&survey.classification), &verified)
            .await
            .unwrap()
    );
    assert_eq!(store.run_record(id).await.unwrap(), before);

    assert!(store.cancel_run(id).await.unwrap());
    let truth = fixture::truth(run.document_id, late.id);
    assert!(
        !store
            .finish_decide(id, Some(&truth), Some(&fixture::review(&run)), None)
            .await
            .unwrap()
    );
    let after = store.run_record(id).await.unwrap();
    assert_eq!(
        (after.run.state, after.truth, after.review),
        (RunState::Cancelled, None, None)
    );
}

#[tokio::test]
async fn a_survey_that_was_interrupted_does_not_end_classification() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Classify).await;
    let attempt = fixture::attempt(run.id, None, "survey", 1);
    store.start_attempt(&attempt).await.unwrap();
    store.recover().await.unwrap();
    assert!(store.claim(run.id).await.unwrap());
    let survey = Survey::of(attempt.id);
    assert!(!store.finish_classify(run.id, &survey.classified()).await.unwrap());
    assert_eq!(store.run(run.id).await.unwrap().stage, Stage::Classify);
    assert_eq!(store.findings(run.id).await.unwrap(), []);
    assert_eq!(store.classification(run.id).await.unwrap(), None);
}

#[tokio::test]
async fn a_stage_that_fails_half_way_leaves_nothing() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Verify).await;
    let mut verified = fixture::verified(run.id);
    verified.passes.push(verified.passes[0].clone());
    assert!(
        store
            .finish_verify(run.id, &Surroundings::default(), None, &verified)
            .await
            .is_err()
    );
    let run_record = store.run_record(run.id).await.unwrap();
    assert_eq!(run_record.run.stage, Stage::Verify);
    assert_eq!(
        (run_record.issues, run_record.verifications, run_record.decision),
        (vec![], vec![], None)
    );
    verified.passes.pop();
    assert!(
        store
            .finish_verify(run.id, &Surroundings::default(), None, &verified)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn an_unreadable_document_goes_straight_to_verification() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Intake).await;
    let mut listener = store.subscribe();
    let message = Some("the file is not a PDF");
    let next = Stage::Verify;
    assert!(
        store
            .finish_intake(run.id, Outcome::NotADocument, message, None, next)
            .await
            .unwrap()
    );
    let document = store.document(run.document_id).await.unwrap();
    assert_eq!(
        (document.outcome, document.outcome_message.as_deref()),
        (Some(Outcome::NotADocument), message)
    );
    assert_eq!(store.run(run.id).await.unwrap().stage, Stage::Verify);
    let document = run.document_id;
    assert_eq!(
        listener.next().await,
        Some(Received::Event(Event::DocumentChanged { document }))
    );
    let (run, stage) = (run.id, Stage::Intake);
    assert_eq!(
        listener.next().await,
        Some(Received::Event(Event::StageFinished { run, stage }))
    );
}

#[tokio::test]
async fn truths_form_one_chain_and_are_never_changed() {
    let store = fixture::store().await;
    let (run, survey) = whole_run(&store).await;
    let truth = || fixture::truth(run.document_id, survey.classification.attempt_id);
    let (first, second, fork) = (truth(), truth(), truth());
    assert!(store.finish_decide(run.id, Some(&first), None, None).await.unwrap());
    store.settle_truth(&second).await.unwrap();
    let fork = GroundTruth {
        supersedes: Some(first.id),
        ..fork
    };
    assert!(store.settle_truth(&fork).await.is_err());
    let chain: Vec<(TruthId, Option<TruthId>)> = store
        .truths(run.document_id)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.id, row.supersedes))
        .collect();
    assert_eq!(chain, [(first.id, None), (second.id, Some(first.id))]);
    assert_eq!(
        store.truth(run.document_id).await.unwrap().map(|row| row.id),
        Some(second.id)
    );
    for table in ["truths", "classifications", "readings"] {
        let sql = format!("UPDATE {table} SET rowid = rowid");
        let error = sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&store.writer)
            .await
            .unwrap_err();
        assert!(error.to_string().contains("never overwritten"), "{table}: {error}");
    }
}

#[tokio::test]
async fn a_review_changes_only_from_the_state_that_was_seen() {
    let store = fixture::store().await;
    let (run, _survey) = whole_run(&store).await;
    let review = fixture::review(&run);
    assert!(store.finish_decide(run.id, None, Some(&review), None).await.unwrap());
    assert_eq!(
        store.reviews_in(ReviewState::Pending).await.unwrap(),
        std::slice::from_ref(&review)
    );
    let done = Review {
        reviewer: Some("R. Expert".to_owned()),
        state: ReviewState::Completed,
        verdict: Some(Verdict::Corrects),
        notes: Some("box 4".to_owned()),
        seconds: Some(61.5),
        ended_at: Some(now()),
        ..review.clone()
    };
    assert!(!store.change_review(ReviewState::Open, &done).await.unwrap());
    assert_eq!(store.review(review.id).await.unwrap(), review);
    assert!(store.change_review(ReviewState::Pending, &done).await.unwrap());
    assert_eq!(store.review(review.id).await.unwrap(), done);
    assert_eq!(store.reviews_in(ReviewState::Pending).await.unwrap(), []);
}

/// A review of the run with this state and verdict.
fn review_in(run: &Run, state: ReviewState, verdict: Option<Verdict>) -> Review {
    Review {
        state,
        verdict,
        ended_at: Some(now()),
        ..fixture::review(run)
    }
}

/// Whether a statement about a run, with the truth that it settles, was stored.
async fn won(store: &Store, seen: Option<&Review>, review: &Review, truth: Option<&GroundTruth>) -> bool {
    let word = Word {
        seen: seen.cloned(),
        review: review.clone(),
        truth: truth.cloned(),
    };
    store.write_act(&[], Some(&word)).await.unwrap()
}

/// The document's state, and its truth.
async fn standing(store: &Store, document: DocumentId) -> (Standing, Option<TruthId>) {
    let truth = store.truth(document).await.unwrap().map(|truth| truth.id);
    (store.shelved(document).await.unwrap().state, truth)
}

#[tokio::test]
async fn the_newest_word_of_a_person_decides_what_is_truth() {
    use Standing::{Accepted, NeedsReview, Rejected};
    let store = fixture::store().await;
    let (run, survey) = whole_run(&store).await;
    let automatic = fixture::truth(run.document_id, survey.classification.attempt_id);
    assert!(store.finish_decide(run.id, Some(&automatic), None, None).await.unwrap());
    let standing = async || standing(&store, run.document_id).await;
    assert_eq!(standing().await, (Accepted, Some(automatic.id)));

    let rejected = review_in(&run, ReviewState::Completed, Some(Verdict::Rejects));
    assert!(won(&store, None, &rejected, None).await);
    assert_eq!(standing().await, (Rejected, None));
    assert!(!won(&store, None, &rejected, None).await, "somebody else was quicker");

    let open = review_in(&run, ReviewState::Open, None);
    assert!(won(&store, Some(&rejected), &open, None).await);
    assert_eq!(standing().await, (NeedsReview, None));

    let accepted = Review {
        state: ReviewState::Completed,
        verdict: Some(Verdict::Agrees),
        ..open.clone()
    };
    let truth = GroundTruth {
        review_id: Some(accepted.id),
        ..fixture::truth(run.document_id, survey.classification.attempt_id)
    };
    assert!(won(&store, Some(&open), &accepted, Some(&truth)).await);
    assert_eq!(standing().await, (Accepted, Some(truth.id)));
    let again = review_in(&run, ReviewState::Open, None);
    assert!(won(&store, Some(&accepted), &again, None).await);
    assert_eq!(standing().await, (NeedsReview, None));
    assert_eq!(store.reviews_of(run.document_id).await.unwrap().len(), 3);
    assert_eq!(
        store.truths(run.document_id).await.unwrap().len(),
        2,
        "nothing is ever taken away"
    );
}

#[tokio::test]
async fn an_edit_opens_what_was_accepted_automatically_until_it_is_taken_back() {
    use Standing::{Accepted, NeedsReview};
    let store = fixture::store().await;
    let (run, survey) = whole_run(&store).await;
    let automatic = fixture::truth(run.document_id, survey.classification.attempt_id);
    assert!(store.finish_decide(run.id, Some(&automatic), None, None).await.unwrap());
    let standing = async || standing(&store, run.document_id).await;
    let edit = fixture::correction(run.document_id);
    store.insert_correction(&edit).await.unwrap();
    assert_eq!(standing().await, (NeedsReview, None));
    let undo = Correction {
        undoes: Some(edit.id),
        ..fixture::correction(run.document_id)
    };
    store.insert_correction(&undo).await.unwrap();
    assert_eq!(standing().await, (Accepted, Some(automatic.id)));

    // The verdict is about the result including the edit.
    store
        .insert_correction(&fixture::correction(run.document_id))
        .await
        .unwrap();
    let accepted = review_in(&run, ReviewState::Completed, Some(Verdict::Corrects));
    let corrected = GroundTruth {
        review_id: Some(accepted.id),
        ..fixture::truth(run.document_id, survey.classification.attempt_id)
    };
    assert!(won(&store, None, &accepted, Some(&corrected)).await);
    assert_eq!(standing().await, (Accepted, Some(corrected.id)));
}

#[tokio::test]
async fn corrections_are_kept_in_order() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Decide).await;
    let review = fixture::review(&run);
    assert!(store.finish_decide(run.id, None, Some(&review), None).await.unwrap());
    let correction = || fixture::correction(run.document_id);
    let by_person = Correction {
        review_id: Some(review.id),
        ..correction()
    };
    let by_agent = Correction {
        by: CorrectedBy::Agent,
        author: None,
        ..correction()
    };
    let both = [by_person, by_agent];
    for one in &both {
        store.insert_correction(one).await.unwrap();
    }
    assert_eq!(store.corrections(run.document_id).await.unwrap(), both);
}
