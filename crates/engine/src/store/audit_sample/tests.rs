//! The draw cannot be chosen, verdicts follow what people do, and only proof of too many errors switches acceptance off.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{Word, fixture};
use sha2::{Digest, Sha256};
use touchstone_core::record::{ActId, Document, ReviewState, Run, Stage};

const ALL: AuditRules = AuditRules {
    percent: 100,
    limit_percent: 2,
};

#[test]
fn a_share_of_all_documents_is_drawn_and_a_larger_share_includes_it() {
    let digests: Vec<String> = (0..4000)
        .map(|number| format!("{:x}", Sha256::digest(format!("{number}"))))
        .collect();
    let drawn = |percent| {
        let rules = AuditRules { percent, ..ALL };
        digests.iter().filter(|sha256| rules.draws(sha256)).collect::<Vec<_>>()
    };
    assert_eq!((drawn(0).len(), drawn(100).len()), (0, digests.len()));
    let (five, ten) = (drawn(5), drawn(10));
    assert!((150..250).contains(&five.len()), "{} of 4000 at 5 %", five.len());
    assert!(five.iter().all(|sha256| ten.contains(sha256)));
}

#[test]
fn only_errors_that_prove_the_limit_exceeded_switch_off() {
    let check = |wrong, judged, expected| assert_eq!(ALL.exceeded(wrong, judged), expected, "{wrong} of {judged}");
    check(0, 0, false);
    check(1, 1, false);
    check(2, 2, true);
    check(2, 18, true);
    check(2, 19, false);
    check(3, 41, true);
    check(3, 42, false);
}

/// A document that was accepted automatically.
async fn accepted(store: &Store) -> Run {
    let run = fixture::running(store, Stage::Decide).await;
    let truth = fixture::truth(run.document_id, fixture::attempt(run.id, None, "survey", 1).id);
    assert!(store.finish_decide(run.id, Some(&truth), None, None).await.unwrap());
    run
}

async fn say(store: &Store, run: &Run, seen: Option<Review>, verdict: Option<Verdict>) -> Review {
    let review = Review {
        act: Some(ActId::fresh()),
        reviewer: Some("Dana".to_owned()),
        state: if verdict.is_some() {
            ReviewState::Completed
        } else {
            ReviewState::Open
        },
        verdict,
        ..fixture::review(run)
    };
    let word = Word {
        seen,
        review: review.clone(),
        truth: None,
    };
    assert!(store.write_act(&[], Some(&word)).await.unwrap());
    review
}

#[tokio::test]
async fn a_drawn_document_waits_until_a_person_has_looked_and_again_when_that_is_withdrawn() {
    let store = fixture::store().await;
    store.set_audit_rules(ALL, None).await.unwrap();
    let run = accepted(&store).await;
    assert_eq!(store.drawn_documents().await.unwrap(), [run.document_id]);
    let review = say(&store, &run, None, Some(Verdict::Agrees)).await;
    assert_eq!(store.drawn_documents().await.unwrap(), []);
    let sample = store.audit_sample().await.unwrap();
    assert_eq!(
        (sample.draws[0].right, sample.draws[0].reviewer.as_deref()),
        (Some(true), Some("Dana"))
    );
    let of_pack = sample.of_pack("tax");
    assert_eq!((of_pack.drawn, of_pack.judged, of_pack.wrong), (1, 1, 0));
    assert!((of_pack.upper_bound - 0.95).abs() < 1e-6, "{}", of_pack.upper_bound);

    let review = say(&store, &run, Some(review), None).await;
    assert_eq!(store.drawn_documents().await.unwrap(), [run.document_id]);
    say(&store, &run, Some(review), Some(Verdict::Corrects)).await;
    assert_eq!(store.audit_sample().await.unwrap().of_pack("tax").wrong, 1);
    assert!(!store.is_held_back("tax").await.unwrap(), "one error may be a slip");
}

#[tokio::test]
async fn errors_switch_the_pack_off_and_a_person_switches_it_on_again() {
    let store = fixture::store().await;
    store.set_audit_rules(ALL, None).await.unwrap();
    for _ in 0..2 {
        let run = accepted(&store).await;
        say(&store, &run, None, Some(Verdict::Rejects)).await;
    }
    let off = store.audit_sample().await.unwrap().of_pack("tax").off.unwrap();
    assert_eq!(
        (off.who, off.why.as_str()),
        (None, "2 of 2 audited acceptances were wrong")
    );
    assert!(!store.is_held_back("clinical").await.unwrap());

    assert!(store.switch_acceptance("tax", true, Some("Dana")).await.unwrap());
    assert!(!store.switch_acceptance("tax", true, Some("Dana")).await.unwrap());
    let of_pack = store.audit_sample().await.unwrap().of_pack("tax");
    assert_eq!((of_pack.off, of_pack.drawn), (None, 0), "counting starts anew");
    assert!(store.switch_acceptance("tax", false, Some("Dana")).await.unwrap());
    assert!(store.is_held_back("tax").await.unwrap());
    assert!(store.verify_log().await.unwrap().broken.is_empty());
}

#[tokio::test]
async fn without_a_share_nothing_is_drawn_and_a_verdict_is_no_audit() {
    let store = fixture::store().await;
    store
        .set_audit_rules(AuditRules { percent: 0, ..ALL }, Some("Dana"))
        .await
        .unwrap();
    let run = accepted(&store).await;
    say(&store, &run, None, Some(Verdict::Rejects)).await;
    let sample = store.audit_sample().await.unwrap();
    assert_eq!(sample, Sample::default());
    let entries = store.log_entries(None).await.unwrap();
    assert_eq!(entries[1].note.as_deref(), Some("share 5 % -> 0 %, limit 2 % -> 2 %"));
    let document: Document = store.document(run.document_id).await.unwrap();
    assert_eq!(entries[2].document_sha256, Some(document.sha256));
}
