//! Documents made after public reports, beside the checkout: those that a person must see are never accepted, and
//! nothing wrong is accepted with the others.

use crate::shell::{Shell, data};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use touchstone_engine::evaluate::{Judged, Prediction, Truth, judge};

/// Reads one document alone, because documents of one batch are compared with each other.
fn read(shell: &Shell, file: &Path, pack: &str) -> Judged {
    let words = ["classify", "--json", "-q", "--workspace", ":memory:", "--pack", pack].map(OsStr::new);
    let output = shell.run(words.into_iter().chain([file.as_os_str()]));
    let prediction: Prediction = serde_json::from_value(output.results().remove(0)).expect("a result");
    let truth = std::fs::read(file.with_extension("truth.json")).expect("the truth beside the file");
    let truth: Truth = serde_json::from_slice(&truth).expect("a truth");
    judge(&prediction, &truth)
}

/// Heavy, because some are pictures.
#[test]
fn heavy_no_reported_document_is_accepted_wrong() {
    let Some(folder) = data("reports") else { return };
    let expected = std::fs::read(folder.join("EXPECTED.json")).expect("what is expected");
    let expected: Vec<Value> = serde_json::from_slice(&expected).expect("a list");
    let shell = Shell::new();
    let (mut accepted, mut complaints) = (BTreeSet::new(), Vec::new());
    for one in &expected {
        let name = one["file"].as_str().expect("a file");
        let (pack, _) = name.split_once('/').expect("a folder that is named after its pack");
        let judged = read(&shell, &folder.join(name), pack);
        if !judged.accepted {
            continue;
        }
        accepted.insert(name);
        if one["decision"] == "escalate" {
            complaints.push(format!("{name} is for a person"));
        }
        let wrong = judged.misses.iter().filter(|miss| miss.is_error());
        complaints.extend(wrong.map(|miss| format!("{name}: {miss:?}")));
    }
    eprintln!("{} of {} accepted: {accepted:?}", accepted.len(), expected.len());
    assert_eq!(complaints, Vec::<String>::new());
    // Sound text that is turned inside its page is clean.
    assert!(accepted.contains("tax/w2_text_sideways.pdf"));
}
