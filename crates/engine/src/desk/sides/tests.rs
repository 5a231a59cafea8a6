//! Two sides of a small workspace: what each has, and what the figures compare.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::desk::DeskOptions;
use crate::desk::views::{EvaluationQuery, Remarks};
use crate::review::Judgement;
use crate::store::{Access, Classified, Place, fixture};
use touchstone_core::record::{
    Classification, Decided, Document, EngineId, EngineKind, Segment, Settings, Stage, Surroundings,
};
use touchstone_intake::Outcome;

const MODEL: &str = "acme:m-1";

fn model() -> EngineId {
    EngineId {
        kind: EngineKind::Model,
        provider: Some("acme".to_owned()),
        model: Some("m-1".to_owned()),
    }
}

async fn desk() -> Desk {
    let desk = Desk::open(&Place::Memory, Access::Own, DeskOptions::default());
    desk.await.unwrap().signed_by(Some("Dana".to_owned()))
}

async fn document(desk: &Desk, name: &str) -> DocumentId {
    let document = Document {
        file_name: name.to_owned(),
        ..fixture::document()
    };
    desk.store.insert_document(&document).await.unwrap();
    let pages = [fixture::page(1, &["one"]), fixture::page(2, &["two"])];
    desk.store.put_pages(document.id, &pages).await.unwrap();
    document.id
}

/// A finished run that found this type and waits for a person.
async fn read(desk: &Desk, document: DocumentId, settings: Settings, label: &str) {
    let store = &desk.store;
    let run = Run {
        settings,
        ..fixture::run(document)
    };
    store.queue(&run).await.unwrap();
    assert!(store.claim(run.id).await.unwrap());
    let intake = store.finish_intake(run.id, Outcome::Ok, None, Some(2), Stage::Classify);
    assert!(intake.await.unwrap());
    let attempt = fixture::attempt(run.id, None, "survey", 1);
    store.start_attempt(&attempt).await.unwrap();
    let segment = Segment {
        first_page: 1,
        last_page: 2,
        page_count: 2,
        label: label.to_owned(),
        types: Vec::new(),
    };
    let classification = Classification {
        marking: None,
        segments: vec![segment],
        ..fixture::classification(attempt.id, label)
    };
    let classified = Classified {
        attempt: attempt.id,
        findings: &[],
        classification: &classification,
        plans: &[],
        summary: "read",
        usage: fixture::usage(),
        steps: &[],
    };
    assert!(store.finish_classify(run.id, &classified).await.unwrap());
    assert!(store.finish_extract(run.id, None, &[]).await.unwrap());
    let mut verified = fixture::verified(run.id);
    verified.decision.outcome = Decided::EscalateToSme;
    let known = Surroundings::default();
    assert!(store.finish_verify(run.id, &known, None, &verified).await.unwrap());
    let review = fixture::review(&run);
    assert!(store.finish_decide(run.id, None, Some(&review), None).await.unwrap());
}

fn by(engine: EngineId, document: DocumentId) -> Settings {
    Settings {
        engine,
        ..fixture::run(document).settings
    }
}

/// `a` was settled as W-2 and read again by the model, `b` was corrected to 1099-INT, `c` was read by both engines and
/// settled by nobody, and `d` is in the trash.
async fn workspace() -> (Desk, [DocumentId; 3]) {
    let desk = desk().await;
    let remarks = Remarks {
        despite_blockers: true,
        ..Remarks::default()
    };
    let mut ids = Vec::new();
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        let id = document(&desk, name).await;
        ids.push(id);
        read(&desk, id, by(EngineId::local(), id), "W-2").await;
        let text = id.to_string();
        if name == "b.pdf" {
            desk.relabel(&text, "label", "1099-INT".into()).await.unwrap();
        }
        if name != "c.pdf" {
            desk.save_review(&text, Judgement::Accept, &remarks).await.unwrap();
        }
        if name != "b.pdf" {
            read(&desk, id, by(model(), id), "1099-INT").await;
        }
    }
    desk.trash(&[ids[3].to_string()]).await.unwrap();
    (desk, [ids[0], ids[1], ids[2]])
}

async fn compared(desk: &Desk, of: &str, against: &str) -> anyhow::Result<Option<Comparison>> {
    let order = SidesOrder {
        of: of.to_owned(),
        against: against.to_owned(),
        pack: None,
    };
    desk.compare_sides(&order, &CancellationToken::new(), |_, _| ()).await
}

#[tokio::test]
async fn only_documents_with_both_sides_are_compared() {
    let (desk, [a, b, c]) = workspace().await;
    let sides = desk.sides(None).await.unwrap();
    let listed: Vec<(&str, u32)> = sides.iter().map(|side| (side.name.as_str(), side.documents)).collect();
    assert_eq!(listed, [("truth", 2), (MODEL, 2), ("local", 3)]);

    let local = compared(&desk, "local", "truth").await.unwrap().unwrap();
    assert_eq!(local.documents, [a, b]);
    assert_eq!(local.score.against, Against::Truth);
    // The correction of `b` is truth, not what the engine read.
    assert_eq!(local.score.confusion["W-2"]["W-2"], 1);
    assert_eq!(local.score.confusion["1099-INT"]["W-2"], 1);
    assert_eq!(local.score.types["1099-INT"].recall.hits, 0);
    assert_eq!((local.score.all.effort.documents, local.effort_against), (2, None));

    let swapped = compared(&desk, "truth", "local").await.unwrap().unwrap();
    assert_eq!((swapped.of.name.as_str(), &swapped.score), ("local", &local.score));

    let model = compared(&desk, MODEL, "local").await.unwrap().unwrap();
    assert_eq!(model.documents, [a, c]);
    assert_eq!(model.score.against, Against::Results);
    assert_eq!(model.score.confusion["W-2"]["1099-INT"], 2);
    assert!(model.effort_against.is_some_and(|effort| effort.documents == 2));
    let model = compared(&desk, MODEL, "truth").await.unwrap().unwrap();
    assert_eq!(model.documents, [a]);
}

#[tokio::test]
async fn figures_of_the_window_name_their_documents() {
    let (desk, [a, b, _]) = workspace().await;
    let query = EvaluationQuery {
        of: "local".to_owned(),
        against: "truth".to_owned(),
        pack: Some("tax".to_owned()),
    };
    let view = desk.evaluation(query, &CancellationToken::new(), |_, _| ()).await;
    let view = view.unwrap().unwrap();
    assert_eq!(view.documents, [a.to_string(), b.to_string()]);
    let cells: Vec<(&str, &str, &[u32])> = view
        .confusion
        .iter()
        .map(|cell| (cell.known.as_str(), cell.found.as_str(), cell.documents.as_slice()))
        .collect();
    assert_eq!(cells, [("1099-INT", "W-2", &[1][..]), ("W-2", "W-2", &[0][..])]);
    let differ: Vec<(&str, &[u32])> = view
        .types
        .iter()
        .map(|own| (own.label.as_str(), own.differ.as_slice()))
        .collect();
    assert_eq!(differ, [("1099-INT", &[1][..]), ("W-2", &[1][..])]);
    assert!(view.errors > 0 && view.review.len() == 10, "{view:?}");
}

#[tokio::test]
async fn versions_of_packs_and_instructions_are_sides_of_their_own() {
    let desk = desk().await;
    let id = document(&desk, "a.pdf").await;
    for (digest, guide) in [("ab", None), ("cd", Some(2)), ("cd", None)] {
        let settings = Settings {
            pack_sha256: digest.repeat(32),
            guides: guide
                .map(|version| ("classify".to_owned(), version))
                .into_iter()
                .collect(),
            ..by(model(), id)
        };
        read(&desk, id, settings, "W-2").await;
    }
    let sides = desk.sides(None).await.unwrap();
    let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
    let expected = [
        "truth",
        MODEL,
        "acme:m-1/tax-1.0.0-abababab",
        "acme:m-1/tax-1.0.0-cdcdcdcd",
        "acme:m-1/own-instructions",
        "acme:m-1/classify-2",
    ];
    assert_eq!(names, expected);
    let both = compared(&desk, expected[4], expected[5]).await.unwrap().unwrap();
    assert_eq!((both.documents, both.score.all.types.hits), (vec![id], 1));
}

#[tokio::test]
async fn what_cannot_be_compared_is_named_and_what_is_stopped_has_no_figures() {
    let (desk, _) = workspace().await;
    let refused = |of: &'static str, against: &'static str| {
        let asked = Box::pin(compared(&desk, of, against));
        async move { format!("{:#}", asked.await.unwrap_err()) }
    };
    assert!(refused("local", "local").await.contains("with itself"));
    let unknown = refused("nobody", "truth").await;
    assert!(
        unknown.contains("`nobody`") && unknown.contains("truth, acme:m-1, local"),
        "{unknown}"
    );

    let stop = CancellationToken::new();
    stop.cancel();
    let order = SidesOrder {
        of: "local".to_owned(),
        against: "truth".to_owned(),
        pack: None,
    };
    assert!(desk.compare_sides(&order, &stop, |_, _| ()).await.unwrap().is_none());
    let other = SidesOrder {
        pack: Some("clinical".to_owned()),
        ..order
    };
    let none = desk.compare_sides(&other, &CancellationToken::new(), |_, _| ()).await;
    assert!(format!("{:#}", none.unwrap_err()).contains("nothing named `local`"));
}
