//! Undo and redo of acts on a chart and on marked pages, as shown to the user.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::desk::views::{ChangeKind, DocumentView, IssueStanding, Remarks};
use crate::desk::{DeskOptions, OpenBlockers};
use crate::store::{Access, Classified, Place, Standing, fixture};
use serde_json::{Value, json};
use touchstone_core::record::{
    Classification, Evidence, Marking, NewIssue, PageFinding, Presence, RaisedBy, Run, Segment, Severity, Stage,
    Surroundings, TypeShare,
};
use touchstone_intake::Outcome;

const NOTE: &str = "Clinical Note";
const REPORT: &str = "Radiology Report";

/// A document with the result of reading it.
struct Paper {
    desk: Desk,
    id: DocumentId,
}

/// Parameters of a test document.
struct Read {
    pack: &'static str,
    pages: u32,
    findings: Vec<PageFinding>,
    classification: Classification,
    severity: Severity,
}

impl Paper {
    async fn of(read: Read) -> Self {
        let desk = Desk::open(&Place::Memory, Access::Own, DeskOptions::default())
            .await
            .unwrap();
        let desk = desk.signed_by(Some("Dana".to_owned()));
        let document = Document {
            pack: read.pack.to_owned(),
            ..fixture::document()
        };
        let store = &desk.store;
        store.insert_document(&document).await.unwrap();
        let run = Run {
            pack: read.pack.to_owned(),
            ..fixture::run(document.id)
        };
        store.queue(&run).await.unwrap();
        assert!(store.claim(run.id).await.unwrap());
        let pages: Vec<_> = (1..=read.pages)
            .map(|page| fixture::page(page, &["one", "two"]))
            .collect();
        store.put_pages(document.id, &pages).await.unwrap();
        let intake = store.finish_intake(run.id, Outcome::Ok, None, Some(read.pages), Stage::Classify);
        assert!(intake.await.unwrap());
        let attempt = fixture::attempt(run.id, None, "survey", 1);
        store.start_attempt(&attempt).await.unwrap();
        let classification = Classification {
            attempt_id: attempt.id,
            ..read.classification
        };
        let classified = Classified {
            attempt: attempt.id,
            findings: &read.findings,
            classification: &classification,
            plans: &[],
            summary: "read",
            usage: fixture::usage(),
            steps: &[],
        };
        assert!(store.finish_classify(run.id, &classified).await.unwrap());
        assert!(store.finish_extract(run.id, None, &[]).await.unwrap());
        let mut verified = fixture::verified(run.id);
        let doubt = NewIssue::new(RaisedBy::V3, "trap", read.severity, "label", "somebody doubts this");
        verified.issues[1].body = doubt;
        verified.decision.outcome = touchstone_core::record::Decided::EscalateToSme;
        let known = Surroundings::default();
        assert!(store.finish_verify(run.id, &known, None, &verified).await.unwrap());
        let review = fixture::review(&run);
        assert!(store.finish_decide(run.id, None, Some(&review), None).await.unwrap());
        Self { desk, id: document.id }
    }

    /// Seven pages in three segments, with a quote on each page.
    async fn chart() -> Self {
        let segments = vec![segment(1, 3, NOTE), segment(4, 5, REPORT), segment(6, 7, NOTE)];
        let mixture = vec![share(NOTE, 5.0 / 7.0, &[1]), share(REPORT, 2.0 / 7.0, &[4])];
        Self::of(Read {
            pack: "clinical",
            pages: 7,
            findings: Vec::new(),
            classification: Classification {
                number_of_segments: 3,
                segments,
                mixture,
                marking: None,
                ..classification(NOTE)
            },
            severity: Severity::Major,
        })
        .await
    }

    async fn marked() -> Self {
        let finding = |page| PageFinding {
            marking: Some(marking()),
            ..fixture::finding(page)
        };
        Self::of(Read {
            pack: "markings",
            pages: 2,
            findings: vec![finding(1), finding(2)],
            classification: classification("SECRET"),
            severity: Severity::Blocker,
        })
        .await
    }

    fn name(&self) -> String {
        self.id.to_string()
    }

    async fn view(&self) -> DocumentView {
        self.desk.document_view(&self.name()).await.unwrap()
    }

    async fn undo(&self) -> String {
        self.desk.undo(&self.name()).await.unwrap().unwrap().label
    }

    async fn redo(&self) -> String {
        self.desk.redo(&self.name()).await.unwrap().unwrap().label
    }

    async fn range(&self, ranges: &[(u32, u32, &str)]) -> anyhow::Result<()> {
        let range =
            |(first, last, label): &(u32, u32, &str)| json!({"first_page": first, "last_page": last, "label": label});
        let ranges: Value = ranges.iter().map(range).collect();
        self.desk.relabel(&self.name(), "segments", ranges).await
    }

    async fn standing(&self) -> (Standing, Option<TruthId>) {
        let truth = self.desk.store.truth(self.id).await.unwrap().map(|truth| truth.id);
        (self.desk.store.shelved(self.id).await.unwrap().state, truth)
    }

    async fn accept(&self) -> anyhow::Result<()> {
        let remarks = Remarks {
            despite_blockers: true,
            ..Remarks::default()
        };
        self.desk.save_review(&self.name(), Judgement::Accept, &remarks).await
    }
}

fn marking() -> Marking {
    Marking {
        caveats: Vec::new(),
        declassify_on: None,
        printed: "SECRET".to_owned(),
        ..fixture::marking()
    }
}

fn classification(label: &str) -> Classification {
    let mut found = fixture::classification(touchstone_core::record::AttemptId::fresh(), label);
    found.marking = Some(marking());
    found.proposed_label = None;
    found
}

fn share(label: &str, share: f64, pages: &[u32]) -> TypeShare {
    let quoted = |page: &u32| Evidence {
        words: (0, 1),
        quote: "one".to_owned(),
        anchors: Vec::new(),
        ..fixture::evidence(*page)
    };
    TypeShare {
        label: label.to_owned(),
        presence: Presence::Primary,
        confidence: 0.71,
        share,
        evidence: pages.iter().map(quoted).collect(),
    }
}

fn segment(first_page: u32, last_page: u32, label: &str) -> Segment {
    let pages: Vec<u32> = (first_page..=last_page).collect();
    Segment {
        first_page,
        last_page,
        page_count: last_page + 1 - first_page,
        label: label.to_owned(),
        types: vec![share(label, 1.0, &pages)],
    }
}

#[tokio::test]
async fn a_split_is_undone_as_one_and_touches_nothing_else() {
    let paper = Paper::chart().await;
    let before = paper.view().await;
    let split = [(1, 3, NOTE), (4, 4, REPORT), (5, 5, REPORT), (6, 7, NOTE)];
    paper.range(&split).await.unwrap();
    let after = paper.view().await;
    let segments = |view: &DocumentView| view.classification.clone().unwrap().segments;
    let main = |view: &DocumentView, at: usize| {
        let segment = segments(view)[at].clone();
        (
            segment.confidence,
            segment.types.into_iter().find(|one| one.label == segment.label),
        )
    };
    for (old, new) in [(0, 0), (2, 3)] {
        assert_eq!(main(&after, new), main(&before, old));
    }
    for new in [1, 2] {
        let (sure, kept) = main(&after, new);
        assert_eq!(
            (sure, kept.unwrap().evidence.len()),
            (0.71, 1),
            "what was found on its page"
        );
    }
    let quotes = |view: &DocumentView| -> Vec<usize> {
        let mixture = view.classification.clone().unwrap().mixture.into_iter();
        mixture
            .map(|share| share.evidence.len())
            .filter(|count| *count > 0)
            .collect()
    };
    assert_eq!(quotes(&after), quotes(&before));
    let new = after.issues.iter().filter(|issue| issue.standing == IssueStanding::New);
    let new: Vec<&str> = new.map(|issue| issue.code.as_str()).collect();
    assert!(
        !new.contains(&"unsupported") && !new.contains(&"evidence_missing"),
        "{new:?}"
    );
    let edits = after.history.iter().filter(|change| change.kind == ChangeKind::Edit);
    let edits: Vec<_> = edits
        .map(|one| (&*one.by, &*one.name, one.before.as_deref(), one.after.as_deref()))
        .collect();
    let halves = "Radiology Report (page 4), Radiology Report (page 5)";
    assert_eq!(edits, [("Dana", "pages 4–5", Some(REPORT), Some(halves))]);

    assert_eq!(paper.undo().await, "pages 4–5 split");
    let back = paper.view().await;
    assert_eq!((&back.classification, back.can_undo), (&before.classification, false));
    assert!(
        paper.desk.undo(&paper.name()).await.unwrap().is_none(),
        "there is nothing left"
    );
    assert_eq!(paper.redo().await, "pages 4–5 split");
    assert_eq!(segments(&paper.view().await), segments(&after));
}

#[tokio::test]
async fn ranges_that_overlap_or_leave_pages_out_are_refused_before_anything_is_written() {
    let paper = Paper::chart().await;
    for (ranges, reason) in [
        (
            &[(1, 3, NOTE), (4, 5, REPORT), (5, 7, NOTE)][..],
            "page 5 is in two segments",
        ),
        (&[(1, 3, NOTE), (6, 7, NOTE)], "pages 4–5 are in no segment"),
    ] {
        let refused = paper.range(ranges).await.unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    assert_eq!(paper.desk.store.corrections(paper.id).await.unwrap(), []);
    paper
        .desk
        .relabel(&paper.name(), "segments[0].last_page", json!("2"))
        .await
        .unwrap();
    let moved = "Clinical Note (pages 1–2), Radiology Report (pages 3–5)";
    assert!(paper.undo().await.ends_with(moved));
}

#[tokio::test]
async fn a_page_marking_names_who_corrected_it_and_is_undone_with_what_followed() {
    let paper = Paper::marked().await;
    let before = paper.view().await;
    let path = "pages[1].marking";
    paper
        .desk
        .relabel(&paper.name(), path, json!("SECRET//NOFORN"))
        .await
        .unwrap();
    let after = paper.view().await;
    assert_eq!(after.marking.as_ref().unwrap().line, "SECRET//NOFORN");
    let corrected = after.findings[1].corrected.clone().unwrap();
    assert_eq!((&*corrected.by, &*corrected.marking.unwrap().line), ("Dana", "SECRET"));
    assert_eq!(after.findings[0].corrected, None);
    let whole = after.classification.unwrap().corrected.unwrap();
    assert_eq!((&*whole.by, &*whole.marking.unwrap().line), ("Dana", "SECRET"));
    let run = after.run.unwrap().id.parse().unwrap();
    let register = paper.desk.exported(run).await.unwrap().register;
    let signed: Vec<Option<&str>> = register.iter().map(|row| row.reviewer.as_deref()).collect();
    assert_eq!(signed, [Some("Dana"), None, Some("Dana")]);

    assert_eq!(paper.undo().await, "page 2: SECRET → SECRET//NOFORN");
    let back = paper.view().await;
    assert_eq!((back.marking, back.findings), (before.marking, before.findings));
    let last = back.history.last().unwrap();
    assert_eq!(
        (last.kind, &*last.name, last.after.as_deref()),
        (ChangeKind::Undo, "page 2", Some("SECRET"))
    );
}

#[tokio::test]
async fn verdicts_are_undone_without_taking_a_truth_away() {
    let paper = Paper::chart().await;
    paper.accept().await.unwrap();
    let (state, first) = paper.standing().await;
    assert!(state == Standing::Accepted && first.is_some());
    assert_eq!(paper.undo().await, "accepted one.pdf");
    assert_eq!(paper.standing().await, (Standing::NeedsReview, None));
    assert_eq!(paper.redo().await, "accepted one.pdf");
    let (state, second) = paper.standing().await;
    assert_eq!(state, Standing::Accepted);
    let truths = paper.desk.store.truths(paper.id).await.unwrap();
    let chain: Vec<_> = truths.iter().map(|truth| (Some(truth.id), truth.supersedes)).collect();
    assert_eq!(chain, [(first, None), (second, first)]);

    // An edit reopens an accepted document; undoing the edit restores the acceptance.
    paper.desk.relabel(&paper.name(), "label", json!(REPORT)).await.unwrap();
    assert_eq!(paper.standing().await, (Standing::NeedsReview, None));
    assert_eq!(
        paper.undo().await,
        "the document type: Clinical Note → Radiology Report"
    );
    let (state, third) = paper.standing().await;
    assert!(state == Standing::Accepted && third.is_some() && third != second);

    paper.desk.judge(&paper.name(), Judgement::Reject).await.unwrap();
    assert_eq!(paper.standing().await, (Standing::Rejected, None));
    assert_eq!(paper.undo().await, "rejected one.pdf");
    assert_eq!(paper.standing().await.0, Standing::Accepted);
    assert_eq!(paper.undo().await, "accepted one.pdf");
    assert_eq!(paper.standing().await, (Standing::NeedsReview, None));
    let names: Vec<String> = paper
        .view()
        .await
        .history
        .into_iter()
        .map(|change| change.name)
        .collect();
    let verdicts = [
        "Accepted",
        "Acceptance undone",
        "Verdict redone",
        "Rejected",
        "Rejection undone",
    ];
    for verdict in verdicts {
        assert!(names.iter().any(|name| name == verdict), "{verdict}: {names:?}");
    }
}

#[tokio::test]
async fn an_open_blocker_is_accepted_only_in_spite_of_it() {
    let paper = Paper::marked().await;
    let refused = paper.desk.judge(&paper.name(), Judgement::Accept).await.unwrap_err();
    let open = refused.downcast_ref::<OpenBlockers>().unwrap();
    assert_eq!(open.messages, ["somebody doubts this"]);
    assert_eq!(paper.standing().await, (Standing::NeedsReview, None));
    paper.accept().await.unwrap();
    assert_eq!(paper.standing().await.0, Standing::Accepted);
}
