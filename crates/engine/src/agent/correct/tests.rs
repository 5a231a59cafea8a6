#![allow(clippy::unwrap_used)]
use super::*;
use crate::agent::script::{Script, fault, responds, turn};
use crate::provider::{Fault, Stop};
use crate::tools::tests::{Lines, W2, pack};
use indexmap::IndexMap;
use serde_json::{Value, json};
use touchstone_core::record::{AttemptId, Field, FormId};

/// A W-2 with misread wages and one code too many.
fn form() -> Form {
    let field = |value: Value| Field {
        value,
        confidence: 0.9,
        ..Field::missing()
    };
    let codes = json!([{"code": "D", "amount": "1500.00"}, {"code": "DD", "amount": "4200.00"}]);
    Form {
        id: FormId::fresh(),
        attempt_id: AttemptId::fresh(),
        number: 1,
        segment: 0,
        label: "W-2".into(),
        first_page: 1,
        last_page: 1,
        region: None,
        confidence: 0.9,
        fields: IndexMap::from([
            ("wages_tips".to_owned(), field(json!("5000.00"))),
            ("federal_tax_withheld".to_owned(), field(json!("6500.00"))),
            ("box_12".to_owned(), field(codes)),
        ]),
    }
}

fn update(path: &str, value: &str, quote: &str) -> (&'static str, Value) {
    let input = json!({"path": path, "value": value, "page": 1, "quote": quote, "confidence": 0.9});
    ("update_field", input)
}

async fn played(words: &str, script: &Script) -> anyhow::Result<Proposed> {
    let pages = Lines::of(&[W2]);
    let guide = "Names stay as printed.";
    correct(
        script,
        &pack(),
        guide,
        &pages,
        Instruction {
            form: &form(),
            extent: Extent::of_form(&form(), &[]),
            words,
        },
        &CancellationToken::new(),
    )
    .await
}

#[tokio::test]
async fn what_was_asked_for_is_proposed_with_its_place() {
    let acts = turn(
        "",
        &[
            update("wages_tips", "50,000.00", "50,000.00"),
            ("remove_field", json!({"path": "box_12[0]"})),
        ],
        Stop::Calls,
    );
    let script = Script::new(vec![Ok(acts), responds("Box 1 is 50,000.00 now.")]);
    let proposed = played("box 1 is 50,000.00, and code D is not mine", &script)
        .await
        .unwrap();
    assert_eq!(proposed.message, "Box 1 is 50,000.00 now.");
    let [wages, code] = proposed.edits.as_slice() else {
        panic!("{:?}", proposed.edits)
    };
    assert_eq!(
        (wages.before.clone(), wages.after.clone()),
        (json!("5000.00"), json!("50000.00"))
    );
    assert_eq!(wages.evidence[0].quote, "50,000.00");
    assert_eq!(
        (code.path.to_string().as_str(), code.after.clone()),
        ("box_12[0]", Value::Null)
    );
    let asked = script.asked();
    assert!(
        asked[0].system.contains("`wages_tips`")
            && asked[0].system.contains("Names stay as printed.")
            && asked[0].tools().iter().all(|tool| tool.name != "complete_extraction")
    );
}

/// A value may come from the person's words against the page; the model's word alone does not suffice.
#[tokio::test]
async fn a_value_is_on_the_page_or_in_the_persons_words() {
    for (words, proposed) in [("box 2 is 6,543.21", true), ("box 2 is wrong", false)] {
        for quote in ["", "6,500.00"] {
            let acts = turn("", &[update("federal_tax_withheld", "6,543.21", quote)], Stop::Calls);
            let script = Script::new(vec![Ok(acts), responds("Done.")]);
            let edits = played(words, &script).await.unwrap().edits;
            assert_eq!(edits.len(), usize::from(proposed), "{words} {quote}");
            assert!(edits.iter().all(|edit| edit.evidence.is_empty()));
        }
    }
}

/// People write numbers into sentences: the punctuation around one is not part of it, everything else is.
#[tokio::test]
async fn a_persons_number_ends_where_the_sentence_goes_on() {
    for (words, proposed) in [
        ("Box 2 should be 6,543.21.", true),
        ("Box 2 is 6,543.21, please change it", true),
        ("is box 2 not \"6,543.21\"?", true),
        ("box 2: 6,543.21; the rest is right", true),
        ("Box 2 should be 16,543.21.", false),
        ("Box 2 should be 6,543.2.", false),
        ("Box 2 should be (6,543.21).", false),
    ] {
        let acts = turn("", &[update("federal_tax_withheld", "6,543.21", "")], Stop::Calls);
        let script = Script::new(vec![Ok(acts), responds("Done.")]);
        let edits = played(words, &script).await.unwrap().edits;
        let after: Vec<Value> = edits.into_iter().map(|edit| edit.after).collect();
        assert_eq!(after, Vec::from_iter(proposed.then(|| json!("6543.21"))), "{words}");
    }
}

#[tokio::test]
async fn a_model_that_fails_keeps_what_it_proposed_before() {
    let acts = || Ok(turn("", &[update("wages_tips", "50,000.00", "50,000.00")], Stop::Calls));
    let proposed = played("box 1", &Script::new(vec![acts(), fault(Fault::Overloaded)]))
        .await
        .unwrap();
    assert_eq!(proposed.edits.len(), 1);
    assert!(proposed.message.contains("stopped early"), "{}", proposed.message);
    assert!(
        played("box 1", &Script::new(vec![fault(Fault::Overloaded)]))
            .await
            .is_err()
    );
}
