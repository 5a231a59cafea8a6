//! Truths as the program writes them: `*.truth.json`, `gt_ID.json` and documents of a JSON export.

use super::{TrueForm, Truth, TruthError};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What a settled document has in either of our files.
#[derive(Deserialize)]
struct Settled {
    #[serde(alias = "ground_truth_classification")]
    classification: Classification,
    forms: Vec<Form>,
}

#[derive(Deserialize)]
struct Classification {
    label: Option<String>,
    proposed_label: Option<String>,
    segments: Vec<Value>,
}

#[derive(Deserialize)]
struct Form {
    label: String,
    first_page: u32,
    fields: Map<String, Value>,
}

/// A truth; `None` for a document of an export that is not settled.
pub(super) fn truth(value: Value) -> Result<Option<Truth>, TruthError> {
    let text = |at: &str| value.pointer(at).and_then(Value::as_str).map(str::to_owned);
    let (file_name, sha256) = if value.get("ground_truth_classification").is_some() {
        (text("/pdf_filename"), text("/sha256"))
    } else if value.get("state").is_some() && value.get("document").is_some() {
        if value["state"] != "settled" {
            return Ok(None);
        }
        (text("/document/file_name"), text("/document/sha256"))
    } else {
        return Ok(Some(serde_json::from_value(value)?));
    };
    let settled = Settled::deserialize(&value)?;
    let known = settled.classification;
    let mut truth: Truth = serde_json::from_value(json!({
        "file_name": file_name, "sha256": sha256, "label": known.label, "proposed_label": known.proposed_label,
        "segments": known.segments,
    }))?;
    truth.forms = settled.forms.into_iter().map(form).collect();
    Ok(Some(truth))
}

fn form(from: Form) -> TrueForm {
    let value = |(name, field): (String, Value)| (name, field.get("value").cloned().unwrap_or(Value::Null));
    TrueForm {
        label: from.label,
        page: Some(from.first_page),
        fields: from.fields.into_iter().map(value).collect(),
        complete: true,
    }
}
