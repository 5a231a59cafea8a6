//! Edits of what a document is: its label, segments, mixture, marking. Rows of the table of corrections like any other
//! edit, under paths such as `classification.label`. Pure. Not here: whether the pack has such a label.

use super::in_force;
use serde_json::{Map, Value, json};
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Classification, Correction};

/// What their paths begin with.
const ROOT: &str = "classification.";

/// Parts of a classification that a person may correct; the rest says how it came about.
const PARTS: [&str; 7] = [
    "label",
    "proposed_label",
    "segments",
    "mixture",
    "vendor_signals",
    "marking",
    "number_of_segments",
];

/// The path within the classification, for edits of it.
pub fn label_place(path: &str) -> Option<&str> {
    path.strip_prefix(ROOT)
}

pub fn label_path(within: &str) -> String {
    format!("{ROOT}{within}")
}

/// The classification as people corrected it. An edit that does not fit after the document was read again says nothing.
#[must_use]
pub fn corrected_classification(found: Classification, corrections: &[Correction]) -> Classification {
    let edits = in_force(corrections).into_iter();
    edits
        .filter_map(|edit| Some((label_place(&edit.path)?, &edit.after)))
        .fold(found, |found, (path, after)| {
            relabelled(&found, path, after.clone()).unwrap_or(found)
        })
}

/// A classification with one part replaced, or why it would be none any more.
pub fn relabelled(found: &Classification, path: &str, value: Value) -> Result<Classification, String> {
    let place: Path = path
        .parse()
        .map_err(|fault| format!("could not change `{path}`: {fault}"))?;
    let may = matches!(place.steps().first(), Some(Step::Key(part)) if PARTS.contains(&part.as_str()));
    if !may {
        return Err(format!("could not change `{path}`: only {} can be", PARTS.join(", ")));
    }
    let unfit = |fault: String| format!("could not change `{path}`: {fault}");
    let mut whole = serde_json::to_value(found).map_err(|fault| unfit(fault.to_string()))?;
    place.set(&mut whole, value).map_err(|fault| unfit(fault.to_string()))?;
    complete(&mut whole);
    let mut changed: Classification = serde_json::from_value(whole).map_err(|fault| unfit(fault.to_string()))?;
    // A person who gives the segments has counted them.
    if matches!(place.steps().first(), Some(Step::Key(part)) if part == "segments") {
        changed.number_of_segments = changed.segments.len() as u32;
    }
    Ok(changed)
}

/// People give page ranges and labels; what follows from them is filled in.
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
    use crate::export::sample::dossier;

    fn found() -> Classification {
        let mut found = dossier().classification().unwrap().clone();
        // JSON has no way to say what is not a number.
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
