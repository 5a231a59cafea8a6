//! Confirming values through the engine's facade: values keep their place, nothing counts as a correction, and a
//! wrong year stays wrong. Changed values are in `review`.

use crate::models::submitted;
use crate::shell::{Shell, fixtures};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{EngineId, TruthSource};
use touchstone_engine::review::Judgement;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::views::{DocumentView, Edit, FieldState, FieldView, IssueStanding};
use touchstone_engine::{Desk, DeskOptions, Submission};

async fn desk() -> Desk {
    let options = DeskOptions {
        jobs: Some(1),
        ..DeskOptions::default()
    };
    Desk::open(&Place::Memory, Access::Own, options).await.unwrap()
}

async fn read(desk: &Desk, path: PathBuf, year: Option<i32>) -> String {
    let submission = Submission {
        path,
        pack: "tax".into(),
        expected_year: year,
        case: None,
        engine: EngineId::local(),
        again: false,
    };
    let ticket = desk.submit(&submission).await.unwrap();
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    ticket.document_id.to_string()
}

fn field<'v>(view: &'v DocumentView, path: &str) -> &'v FieldView {
    let groups = view.forms.iter().flat_map(|form| &form.groups);
    let mut fields = groups.flat_map(|group| &group.fields);
    fields.find(|field| field.path == path).unwrap()
}

async fn confirm(desk: &Desk, document: &str, path: &str) -> FieldView {
    let view = desk.document_view(document).await.unwrap();
    let stands = field(&view, path);
    let text = stands.raw.clone().or_else(|| stands.value.clone()).unwrap_or_default();
    let corrected = desk.correct(document, &view.forms[0].id, path, &Edit::Text(text)).await;
    corrected.unwrap().field
}

#[tokio::test]
async fn what_is_confirmed_keeps_its_place_and_is_validated() {
    let desk = desk().await;
    let document = read(&desk, fixtures("samples").join("w2-001-official.pdf"), None).await;
    let before = desk.document_view(&document).await.unwrap();
    for path in ["wages_tips", "employer_name", "employee_address", "tax_year"] {
        let was = field(&before, path);
        assert!(!was.evidence.is_empty(), "{path}");
        let now = confirm(&desk, &document, path).await;
        assert_eq!(
            (&now.value, &now.evidence, &now.raw),
            (&was.value, &was.evidence, &was.raw),
            "{path}"
        );
        assert_eq!((now.state, now.corrected), (FieldState::Proved, true), "{path}");
    }
    let groups = before.forms[0].groups.iter().flat_map(|group| &group.fields);
    let mut blank = groups.filter(|field| field.value.is_none() && field.rows == 0 && field.next_row.is_empty());
    let blank = &blank.next().unwrap().path;
    assert_eq!(confirm(&desk, &document, blank).await.state, FieldState::Empty);
    assert!(!desk.is_corrected(&document).await.unwrap());
    desk.judge(&document, Judgement::Accept).await.unwrap();
    let truth = desk.ground_truth(&document).await.unwrap().unwrap();
    assert_eq!(truth.ground_truth_source, TruthSource::SmeValidated);
}

/// A year other than the expected one stays wrong, however often it is confirmed.
#[tokio::test]
async fn a_confirmed_year_is_still_the_wrong_one() {
    let desk = desk().await;
    let document = read(&desk, fixtures("samples").join("w2-001-official.pdf"), Some(2001)).await;
    confirm(&desk, &document, "tax_year").await;
    let view = desk.document_view(&document).await.unwrap();
    let wrong = view.issues.iter().find(|issue| issue.code == "wrong_year").unwrap();
    assert_eq!(wrong.standing, IssueStanding::Open);
    let form = &view.forms[0].id;
    let year = Edit::Text("2001".to_owned());
    desk.correct(&document, form, "tax_year", &year).await.unwrap();
    let view = desk.document_view(&document).await.unwrap();
    let wrong = view.issues.iter().find(|issue| issue.code == "wrong_year").unwrap();
    assert_eq!(wrong.standing, IssueStanding::Settled);
}

#[tokio::test]
async fn a_file_without_bytes_has_failed() {
    let shell = Shell::new();
    let desk = desk().await;
    let empty = shell.file("empty.pdf", b"");
    let ticket = submitted(&desk, empty, EngineId::local()).await;
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    let view = desk.document_view(&ticket.document_id.to_string()).await.unwrap();
    let row = serde_json::to_value(&view.row).unwrap();
    assert_eq!(row["state"], "failed", "{row}");
    assert_eq!(row["error"]["code"], "empty", "{row}");
    let exported = desk.exported(ticket.run_id).await.unwrap();
    assert_eq!(serde_json::to_value(exported.state).unwrap(), "failed");
}
