//! Edits of a document's classification: its label, segments, mixture and marking, as corrections under paths such as
//! `classification.label`. Pure. Does not check that the pack has the label.

use super::in_force;
use serde_json::{Map, Value, json};
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Classification, Correction};

/// Prefix of their paths.
const ROOT: &str = "classification.";

/// Parts of a classification that a person may correct; the rest records how it came about.
const PARTS: [&str; 7] = [
    "label",
    "proposed_label",
    "segments",
    "mixture",
    "vendor_signals",
    "marking",
    "number_of_segments",
];

/// The path within the classification, if the edit is one of its parts.
pub fn label_place(path: &str) -> Option<&str> {
    path.strip_prefix(ROOT)
}

pub fn label_path(within: &str) -> String {
    format!("{ROOT}{within}")
}

/// Applies corrections to a classification. An edit that no longer fits after the document was read again is ignored.
#[must_use]
pub fn corrected_classification(found: Classification, corrections: &[Correction]) -> Classification {
    let edits = in_force(corrections).into_iter();
    edits
        .filter_map(|edit| Some((label_place(&edit.path)?, &edit.after)))
        .fold(found, |found, (path, after)| {
            relabelled(&found, path, after.clone()).unwrap_or(found)
        })
}

/// Replaces one part of a classification, or returns why the result would be invalid.
pub fn relabelled(found: &Classification, path: &str, value: Value) -> Result<Classification, String> {
    let place: Path = path
        .parse()
        .map_err(|fault| format!("could not change `{path}`: {fault}"))?;
    let may = matches!(place.steps().first(), Some(Step::Key(part)) if PARTS.contains(&part.as_str()));
    if !may {
        return Err(format!(
            "could not change `{path}`: only {} can be changed",
            PARTS.join(", ")
        ));
    }
    let unfit = |fault: String| format!("could not change `{path}`: {fault}");
    let mut whole = serde_json::to_value(found).map_err(|fault| unfit(fault.to_string()))?;
    place.set(&mut whole, value).map_err(|fault| unfit(fault.to_string()))?;
    complete(&mut whole);
    let mut changed: Classification = serde_json::from_value(whole).map_err(|fault| unfit(fault.to_string()))?;
    // The number of segments follows from segments given by a person.
    if matches!(place.steps().first(), Some(Step::Key(part)) if part == "segments") {
        changed.number_of_segments = changed.segments.len() as u32;
    }
    Ok(changed)
}

/// Fills in what follows from the page ranges and labels that people give.
fn complete(whole: &mut Value) {
    if let Some(segments) = whole.get_mut("segments").and_then(Value::as_array_mut) {
        for segment in segments.iter_mut().filter_map(Value::as_object_mut) {
            let page =
                |segment: &Map<String, Value>, name: &str| segment.get(name).and_then(Value::as_u64).unwrap_or(0);
            let pages = (page(segment, "last_page") + 1).saturating_sub(page(segment, "first_page"));
            segment.entry("page_count").or_insert(json!(pages));
            segment.entry("types").or_insert(json!([]));
            complete_shares(segment.get_mut("types"));
        }
    }
    complete_shares(whole.get_mut("mixture"));
}

fn complete_shares(shares: Option<&mut Value>) {
    let shares = shares.and_then(Value::as_array_mut).into_iter().flatten();
    for share in shares.filter_map(Value::as_object_mut) {
        share.entry("presence").or_insert(json!("PRIMARY"));
        share.entry("confidence").or_insert(json!(1.0));
        share.entry("evidence").or_insert(json!([]));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample::run_record;

    fn found() -> Classification {
        let mut found = run_record().classification().unwrap().clone();
        // JSON cannot represent NaN.
        found.candidates.clear();
        found
    }

    #[test]
    fn labels_and_segments_are_put_right_and_the_rest_follows() {
        let other = relabelled(&found(), "label", json!("OTHER")).unwrap();
        assert_eq!(
            (other.label.as_str(), other.segments[0].label.as_str()),
            ("OTHER", "W-2")
        );
        let segments = json!([
            { "first_page": 1, "last_page": 2, "label": "W-2" },
            { "first_page": 3, "last_page": 3, "label": "OTHER", "types": [{ "label": "OTHER", "share": 1.0 }] }
        ]);
        let parted = relabelled(&found(), "segments", segments).unwrap();
        assert_eq!((parted.number_of_segments, parted.segments[0].page_count), (2, 2));
        assert!((parted.segments[1].types[0].confidence - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_a_classification_is_refused() {
        for (path, value, reason) in [
            ("confidence", json!(1.0), "only label"),
            ("label", json!(3), "invalid type"),
            ("segments", json!([{ "label": "W-2" }]), "first_page"),
            ("segments[7].label", json!("W-2"), "gap"),
            ("", json!(1), "empty"),
        ] {
            let refused = relabelled(&found(), path, value).unwrap_err();
            assert!(refused.contains(reason), "{path}: {refused}");
        }
    }
}
