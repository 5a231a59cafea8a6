//! States of documents, and the results of the filters.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::fixture;
use serde_json::json;
use touchstone_core::record::{Correction, Run, RunState, Stage, Surroundings, now};

fn all() -> LibraryFilter {
    LibraryFilter::default()
}

async fn list(store: &Store, filter: &LibraryFilter) -> Vec<Shelved> {
    let listed = store.library(filter, LibraryOrder::Received, false, 0, 100).await;
    listed.unwrap().1
}

/// A run of one W-2, up to and including verification.
async fn verified(store: &Store) -> Run {
    let run = fixture::running(store, Stage::Verify).await;
    let attempt = fixture::attempt(run.id, Some(1), "extract", 1);
    store.start_attempt(&attempt).await.unwrap();
    let mut form = fixture::form(attempt.id, 1);
    let mut year = form.fields["wages_tips"].clone();
    year.value = json!(2024);
    form.fields.insert("tax_year".to_owned(), year);
    let done = crate::store::Completed {
        attempt: attempt.id,
        form: &form,
        grade: &fixture::grade(attempt.id),
        score: 0.9,
        summary: "",
        usage: fixture::usage(),
        steps: &[],
    };
    assert!(store.complete_attempt(&done).await.unwrap());
    assert!(store.mark_best(run.id, 1, attempt.id).await.unwrap());
    let fixed = fixture::classification(attempt.id, "W-2");
    let known = Surroundings::default();
    let verdict = fixture::verified(run.id);
    assert!(
        store
            .finish_verify(run.id, &known, Some(&fixed), &verdict)
            .await
            .unwrap()
    );
    run
}

#[tokio::test]
async fn a_document_stands_where_its_newest_run_is() {
    let store = fixture::store().await;
    let mut document = fixture::document();
    document.case = Some("Müller 2024".to_owned());
    store.insert_document(&document).await.unwrap();
    assert_eq!(store.shelved(document.id).await.unwrap().state, Standing::Queued);
    let run = fixture::run(document.id);
    store.queue(&run).await.unwrap();
    assert!(store.claim(run.id).await.unwrap());
    let shelved = store.shelved(document.id).await.unwrap();
    assert_eq!((shelved.state, shelved.run), (Standing::Reading, Some(run.id)));
    assert!(store.cancel_run(run.id).await.unwrap());
    let shelved = store.shelved(document.id).await.unwrap();
    assert_eq!(shelved.state, Standing::Cancelled);
}

#[tokio::test]
async fn a_verified_run_gives_label_year_and_the_issues_of_its_last_pass() {
    let store = fixture::store().await;
    let run = verified(&store).await;
    let shelved = store.shelved(run.document_id).await.unwrap();
    assert_eq!(
        (shelved.state, shelved.label.as_deref()),
        (Standing::Verifying, Some("W-2"))
    );
    assert_eq!((shelved.year, shelved.forms, shelved.majors), (Some(2024), 1, 1));
    assert!(store.finish_decide(run.id, None, None, None).await.unwrap());
    assert_eq!(store.shelved(run.document_id).await.unwrap().state, Standing::Accepted);

    let edit = |after, undoes| Correction {
        undoes,
        ..Correction::of_person(
            run.document_id,
            "forms[0].fields.tax_year".to_owned(),
            json!(2024),
            after,
        )
    };
    let year = edit(json!(2023), None);
    store.insert_correction(&year).await.unwrap();
    let shelved = store.shelved(run.document_id).await.unwrap();
    assert_eq!((shelved.year, shelved.edits), (Some(2023), 1));
    store
        .insert_correction(&edit(json!(2024), Some(year.id)))
        .await
        .unwrap();
    let shelved = store.shelved(run.document_id).await.unwrap();
    assert_eq!((shelved.year, shelved.edits), (Some(2024), 0));
}

#[tokio::test]
async fn filters_leave_their_own_counts_alone() {
    let store = fixture::store().await;
    let run = verified(&store).await;
    assert!(store.finish_decide(run.id, None, None, None).await.unwrap());
    let mut waiting = fixture::document();
    waiting.file_name = "Zoe's letter.pdf".to_owned();
    waiting.case = Some("Zoe".to_owned());
    store.insert_document(&waiting).await.unwrap();
    store.queue(&fixture::run(waiting.id)).await.unwrap();
    store
        .put_pages(waiting.id, &[fixture::page(1, &["Dear", "Müller"])])
        .await
        .unwrap();

    let accepted = LibraryFilter {
        states: vec![Standing::Accepted],
        ..all()
    };
    let listed = store.library(&accepted, LibraryOrder::Name, true, 0, 10).await;
    let (total, rows, counts) = listed.unwrap();
    assert_eq!((total, rows.len(), counts.all), (1, 1, 2));
    assert_eq!(counts.states, [(Standing::Queued, 1), (Standing::Accepted, 1)]);
    assert_eq!(counts.labels, [("W-2".to_owned(), 1)]);
    assert_eq!((counts.years, counts.cases), (vec![(2024, 1)], vec![]));

    for (search, expected) in [
        ("zoe's", 1),
        ("muller", 1),
        ("ZOE", 1),
        ("one.pdf", 1),
        ("nobody", 0),
        ("", 2),
    ] {
        let filter = LibraryFilter {
            search: search.to_owned(),
            ..all()
        };
        assert_eq!(list(&store, &filter).await.len(), expected, "{search}");
        assert_eq!(store.library_ids(&filter).await.unwrap().len(), expected, "{search}");
    }
    for (filter, expected) in [
        (
            LibraryFilter {
                years: vec![2024],
                ..all()
            },
            vec![run.document_id],
        ),
        (
            LibraryFilter {
                cases: vec!["Zoe".to_owned()],
                ..all()
            },
            vec![waiting.id],
        ),
        (
            LibraryFilter {
                labels: vec!["W-2".to_owned()],
                ..all()
            },
            vec![run.document_id],
        ),
        (LibraryFilter { trash: true, ..all() }, vec![]),
    ] {
        assert_eq!(store.library_ids(&filter).await.unwrap(), expected, "{filter:?}");
    }
}

#[tokio::test]
async fn every_order_works_and_pages_follow_each_other() {
    let store = fixture::store().await;
    for name in ["b.pdf", "A.pdf", "c.pdf"] {
        let mut document = fixture::document();
        document.file_name = name.to_owned();
        store.insert_document(&document).await.unwrap();
    }
    let orders = [
        (LibraryOrder::Received, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::Name, ["A.pdf", "b.pdf", "c.pdf"]),
        (LibraryOrder::Case, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::Label, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::Confidence, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::Year, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::Pages, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::Issues, ["b.pdf", "A.pdf", "c.pdf"]),
        (LibraryOrder::State, ["b.pdf", "A.pdf", "c.pdf"]),
    ];
    for (order, expected) in orders {
        let mut names = Vec::new();
        for offset in 0..3 {
            let (total, rows, _) = store.library(&all(), order, false, offset, 1).await.unwrap();
            assert_eq!((total, rows.len()), (3, 1));
            names.push(rows[0].document.file_name.clone());
        }
        assert_eq!(names, expected, "{order:?}");
        let (_, rows, _) = store.library(&all(), order, true, 0, 3).await.unwrap();
        names.reverse();
        assert_eq!(
            rows.iter()
                .map(|row| row.document.file_name.as_str())
                .collect::<Vec<_>>(),
            names,
            "{order:?}"
        );
    }
}

#[tokio::test]
async fn the_tally_and_the_progress_leave_the_trash_out() {
    let store = fixture::store().await;
    let before = now();
    let (one, two) = (fixture::document(), fixture::document());
    for document in [&one, &two] {
        store.insert_document(document).await.unwrap();
        store.queue(&fixture::run(document.id)).await.unwrap();
    }
    assert_eq!(
        store.shelved(two.id).await.unwrap().duplicate_of,
        Some(one.file_name.clone())
    );
    assert_eq!(store.first_with(&two.sha256).await.unwrap(), Some(one.clone()));
    assert_eq!(store.trash(&[one.id]).await.unwrap(), [one.id]);
    let tally = store.tally().await.unwrap();
    assert_eq!((tally.states, tally.trash), (vec![(Standing::Queued, 1)], 1));
    assert_eq!(
        store.progress(before).await.unwrap(),
        Progress {
            waiting: 1,
            ..Progress::default()
        }
    );
    let claimed = store.claim_next().await.unwrap().unwrap();
    assert_eq!((claimed.document_id, store.claim_next().await.unwrap()), (two.id, None));
    assert!(store.fail_run(claimed.id, "broken").await.unwrap());
    assert_eq!(
        store.progress(before).await.unwrap(),
        Progress {
            failed: 1,
            ..Progress::default()
        }
    );
    assert_eq!(store.shelved(two.id).await.unwrap().failure.as_deref(), Some("broken"));
    assert_eq!(store.runs_in(RunState::Queued).await.unwrap().len(), 1);
}

#[tokio::test]
async fn documents_are_compared_by_what_they_are_read_as() {
    let store = fixture::store().await;
    let mut ids = Vec::new();
    for year in [Some(2023), Some(2024), Some(2024)] {
        let mut document = fixture::document();
        document.id = DocumentId::fresh();
        document.expected_year = year;
        store.insert_document(&document).await.unwrap();
        ids.push(document.id);
    }
    let run = fixture::run(ids[2]);
    store.queue(&run).await.unwrap();
    let common = store.common(&ids).await.unwrap();
    assert_eq!(common.packs, [fixture::document().pack]);
    assert_eq!(common.expected_years, [Some(2023), Some(2024)]);
    assert_eq!((common.engines, common.in_work), (vec![run.settings.engine], 1));
    assert_eq!(store.common(&[]).await.unwrap(), Common::default());
}
