//! Questions put to a model about pages with several forms, and what is reported while it cannot be asked. Decisions
//! made afterwards are in `models`.

use crate::models::{desk, nearby, paper, submitted};
use crate::shell::{Shell, fixtures};
use serde_json::{Value, json};
use std::fs;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::RaisedBy;
use touchstone_engine::Submission;
use touchstone_tests::markings;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};

/// Two W-2s of two people on one sheet: each question shows one of them, and each form is filled with its own values.
#[tokio::test]
async fn two_people_on_a_sheet_are_told_apart() {
    let shell = Shell::new();
    let sample = |end: &str| {
        let name = format!("w2-007-official-two-people.{end}");
        fs::read(fixtures("samples").join(name)).unwrap()
    };
    let truth: touchstone_tests::Truth = serde_json::from_slice(&sample("truth.json")).unwrap();
    let reader = Reader::new(truth.clone(), 0);
    let server = ModelServer::answering(Pace::default(), move |asked: &Asked| reader.answer(asked)).unwrap();
    let desk = desk(&shell, &server.catalog()).await;
    let ticket = submitted(&desk, shell.file("sheet.pdf", &sample("pdf")), nearby()).await;
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    let run_record = desk.run_record(ticket.run_id).await.unwrap();
    assert_eq!(run_record.forms.len(), 2);
    for (form, wanted) in run_record.forms.iter().zip(&truth.forms) {
        for name in ["employee_ssn", "wages_tips"] {
            assert_eq!(form.field(name).unwrap().value, wanted.fields[name], "{name}");
        }
    }
    // They are printed in combs, digits only.
    let numbers: Vec<String> = truth
        .forms
        .iter()
        .map(|form| form.fields["employee_ssn"].as_str().unwrap().replace('-', ""))
        .collect();
    // A question that fills or grades a form contains one of the two numbers, never both.
    let asked = server.asked();
    let of_a_form = asked
        .iter()
        .filter(|asked| asked.shape().is_none_or(|shape| shape == "grade"));
    let mut seen = [0, 0];
    for asked in of_a_form {
        let words = asked.words();
        let there: Vec<usize> = (0..2).filter(|at| words.contains(&numbers[*at])).collect();
        assert!(there.len() < 2, "{words}");
        for at in there {
            seen[at] += 1;
        }
        assert!(!words.contains("several times"), "{words}");
    }
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
    let mut issues = run_record.issues.iter().map(|issue| issue.body.code.as_str());
    assert!(!issues.any(|code| code == "outside_form" || code == "fabricated_evidence"));
}

/// The second attempt at a form that failed is asked with what else both readings of the page took it for.
#[tokio::test]
async fn a_second_attempt_is_told_what_else_a_form_may_be() {
    const OTHERWISE: &str = "consider whether this is another form: 1099-NEC (0.40)";
    let shell = Shell::new();
    let case = paper();
    let reader = Reader::new(case.truth.clone(), 1);
    let server = ModelServer::answering(Pace::default(), move |asked: &Asked| {
        let reply = reader.answer(asked);
        match reply {
            Reply::Text(text) if asked.shape() == Some("forms") => {
                let mut survey: Value = serde_json::from_str(&text).unwrap();
                survey["forms"][0]["candidates"] =
                    json!([{"label": "W-2", "confidence": 0.6}, {"label": "1099-NEC", "confidence": 0.4}]);
                Reply::Text(survey.to_string())
            }
            reply => reply,
        }
    })
    .unwrap();
    let desk = desk(&shell, &server.catalog()).await;
    submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    let asked = server.asked();
    // Each attempt fills the form, and is graded.
    let is_grade = |asked: &Asked| asked.shape() == Some("grade");
    let mut attempts = asked.split(is_grade).map(|asked| {
        let fills = asked.iter().filter(|asked| asked.shape().is_none());
        fills
            .map(|asked| asked.words().contains(OTHERWISE))
            .collect::<Vec<bool>>()
    });
    let (first, second) = (attempts.next().unwrap(), attempts.next().unwrap());
    assert!(!first.is_empty() && first.iter().all(|told| !told), "{first:?}");
    assert!(!second.is_empty() && second.iter().all(|told| *told), "{second:?}");
}

/// The scripted reader finds the marked line by its line number.
#[tokio::test]
async fn a_model_reads_markings_off_numbered_lines() {
    let shell = Shell::new();
    let case = markings::shipped(2024)
        .into_iter()
        .find(|case| case.truth.remarks == ["secret-noforn"])
        .unwrap();
    let reader = Reader::new(case.truth.clone(), 0);
    let server = ModelServer::answering(Pace::default(), move |asked: &Asked| reader.answer(asked)).unwrap();
    let desk = desk(&shell, &server.catalog()).await;
    let submission = Submission {
        path: shell.file("marked.pdf", &case.bytes),
        pack: "markings".into(),
        expected_year: None,
        case: None,
        engine: nearby(),
        again: false,
    };
    let ticket = desk.submit(&submission).await.unwrap();
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    let page = server
        .asked()
        .into_iter()
        .find(|asked| asked.shape() == Some("page"))
        .unwrap();
    assert!(page.words().contains("Page 1:\n1| "), "{}", page.words());
    let run_record = desk.run_record(ticket.run_id).await.unwrap();
    let found = &run_record.findings[0];
    assert!(
        found.markings_found.iter().any(|mark| mark.contains("SECRET")),
        "{found:?}"
    );
    let mut issues = run_record
        .issues
        .iter()
        .filter(|issue| issue.body.raised_by == RaisedBy::Readings);
    assert!(
        issues.next().is_none(),
        "both readings see the same: {:?}",
        run_record.issues
    );
}

/// A paused document is not reviewed work, and reports what it waits for.
#[tokio::test]
async fn a_pause_says_why_and_decides_nothing() {
    for (limit, reason) in [
        (None, "the key was rejected (status 401)"),
        (Some(0), "the spend limit"),
    ] {
        let shell = Shell::new();
        let case = paper();
        let server = ModelServer::answering(Pace::default(), |_| Reply::Refusal(401, "", "no such key")).unwrap();
        let desk = desk(&shell, &server.catalog()).await;
        let mut preferences = desk.preferences().await.unwrap();
        preferences.spend_limit_cents = limit;
        desk.set_preferences(&preferences).await.unwrap();
        let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
        desk.work(&[], &CancellationToken::new()).await.unwrap_err();
        let result = serde_json::to_value(desk.result(ticket.run_id).await.unwrap()).unwrap();
        assert_eq!(
            (&result["decision"], &result["error"]["code"]),
            (&Value::Null, &"unfinished".into())
        );
        let reasons = result["attempts"][0]["failure_reasons"].to_string();
        assert!(reasons.contains("paused: ") && reasons.contains(reason), "{reasons}");
    }
}
