//! Parsing of paths, and edits that succeed or fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::single_match_else)]

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

#[test]
fn paths_are_written_in_one_way() {
    for text in [
        "vendor.name",
        "items[2].price",
        "[0].amount",
        "a[0][1].b",
        "forms[1].fields.box_12[3].code",
    ] {
        assert_eq!(path(text).to_string(), text);
    }
    for text in [
        "", ".", "a.", ".a", "a..b", "a[", "a[]", "a[-1]", "a[01]", "a[x]", "a[0]b", "a]", "a [0]", "[1].[2]",
    ] {
        assert!(matches!(text.parse::<Path>(), Err(PathError::Syntax { .. })), "{text}");
    }
    assert!("a.".repeat(65).trim_end_matches('.').parse::<Path>().is_err());
}

/// Sets a value at a path; returns the new value or the error.
#[track_caller]
#[allow(clippy::needless_pass_by_value)]
fn check_set(before: Value, at: &str, expected: Result<Value, &str>) {
    let mut value = before.clone();
    match (path(at).set(&mut value, json!(1)), expected) {
        (Ok(_), Ok(after)) => assert_eq!(value, after, "{at}"),
        (Err(error), Err(message)) => {
            assert_eq!(error.to_string(), message);
            assert_eq!(value, before, "a refused edit changes nothing");
        }
        (got, expected) => panic!("{at}: {got:?} instead of {expected:?}"),
    }
}

#[test]
fn setting_makes_the_way_but_no_gaps() {
    check_set(json!({}), "a", Ok(json!({"a": 1})));
    check_set(json!(null), "a.b[0].c", Ok(json!({"a": {"b": [{"c": 1}]}})));
    check_set(json!({"a": null}), "a.b", Ok(json!({"a": {"b": 1}})));
    check_set(json!({"a": [0]}), "a[1]", Ok(json!({"a": [0, 1]})));
    check_set(json!({"a": [0]}), "a[0]", Ok(json!({"a": [1]})));
    check_set(
        json!({"a": [0]}),
        "a[2]",
        Err("`a[2]` would leave a gap: the list has 1 entries"),
    );
    check_set(
        json!({}),
        "a[1]",
        Err("`a[1]` would leave a gap: the list has 0 entries"),
    );
    check_set(
        json!({}),
        "a.b[0][1]",
        Err("`a.b[0][1]` would leave a gap: the list has 0 entries"),
    );
    check_set(json!({"a": "x"}), "a.b", Err("`a` is not an object, it is a text"));
    check_set(json!({"a": {}}), "a[0]", Err("`a` is not a list, it is an object"));
    check_set(json!([]), "a", Err("`the root` is not an object, it is a list"));
}

#[test]
fn removing_moves_later_entries_up() {
    let mut value = json!({"items": [{"a": 1}, {"a": 2}, {"a": 3}], "b": null});
    assert_eq!(path("items[1]").remove(&mut value), Ok(json!({"a": 2})));
    assert_eq!(path("items[1].a").remove(&mut value), Ok(json!(3)));
    assert_eq!(path("b").remove(&mut value), Ok(json!(null)));
    assert_eq!(value, json!({"items": [{"a": 1}, {}]}));
    for at in ["items[2]", "items.a", "none", "items[0].a.b", "b.c"] {
        assert!(
            matches!(path(at).remove(&mut value), Err(PathError::NotFound { .. })),
            "{at}"
        );
    }
}

#[test]
fn other_paths_follow_a_removal() {
    let check = |own: &str, removed: &str, expected: Option<&str>| {
        let moved = path(own).after_removal(&path(removed));
        assert_eq!(
            moved.map(|path| path.to_string()).as_deref(),
            expected,
            "{own} after {removed}"
        );
    };
    check("[2].amount", "[1]", Some("[1].amount"));
    check("[1].amount", "[1]", None);
    check("[0].amount", "[1]", Some("[0].amount"));
    check("a[2].b", "a[1].b", Some("a[2].b"));
    check("a[1].b[3]", "a[1].b[2]", Some("a[1].b[2]"));
    check("b[3]", "a[2]", Some("b[3]"));
    check("a.b", "a.c", Some("a.b"));
    check("a", "a[0]", Some("a"));
}

fn any_path() -> impl Strategy<Value = Path> {
    let step = prop_oneof!["[a-c]{1,2}".prop_map(Step::Key), (0usize..4).prop_map(Step::Index)];
    prop::collection::vec(step, 1..6).prop_map(Path)
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c]{1,2}", inner, 0..4)
                .prop_map(|parts| Value::Object(parts.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn a_path_survives_printing(own in any_path()) {
        prop_assert_eq!(own.to_string().parse::<Path>(), Ok(own));
    }

    #[test]
    fn what_is_set_is_there_and_what_is_refused_changes_nothing(own in any_path(), before in any_value()) {
        let mut value = before.clone();
        let there = own.get(&before).cloned().filter(|value| !value.is_null());
        match own.set(&mut value, json!("new")) {
            Ok(old) => {
                prop_assert_eq!(old, there);
                prop_assert_eq!(own.get(&value), Some(&json!("new")));
            }
            Err(_) => prop_assert_eq!(value, before),
        }
    }

    #[test]
    fn a_removal_takes_out_what_was_there_and_moves_the_rest(
        own in any_path(), other in any_path(), before in any_value(),
    ) {
        let mut value = before.clone();
        match own.remove(&mut value) {
            Ok(taken) => {
                prop_assert_eq!(Some(&taken), own.get(&before));
                if let (Some(kept), Some(moved)) = (other.get(&before), other.after_removal(&own))
                    && !own.is_within(&other)
                {
                    prop_assert_eq!(moved.get(&value), Some(kept));
                }
            }
            Err(_) => prop_assert_eq!(value, before),
        }
    }
}
