//! V1: every confidence is a number within 0..1 (seed 003, slide 4, check 4).

use super::{CheckInput, form_path};
use touchstone_core::record::{Classification, Form, NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut all = of_classification(input.classification);
    all.extend(input.forms.iter().flat_map(of_form));
    all.into_iter()
        .filter(|(_, confidence)| !(0.0..=1.0).contains(confidence))
        .map(|(subject, confidence)| {
            let message = format!("the confidence {confidence} is outside 0 to 1");
            NewIssue::new(RaisedBy::V1, "confidence_range", Severity::Blocker, subject, message)
                .expected("0..1", confidence)
                .guide("IG-4")
        })
        .collect()
}

fn of_classification(of: &Classification) -> Vec<(String, f64)> {
    let mut all = vec![("confidence".to_owned(), of.confidence)];
    let candidates = of.candidates.iter().enumerate();
    all.extend(candidates.map(|(index, candidate)| (format!("candidates[{index}]"), candidate.confidence)));
    for (index, segment) in of.segments.iter().enumerate() {
        let types = segment.types.iter().enumerate();
        all.extend(types.map(|(at, share)| (format!("segments[{index}].types[{at}]"), share.confidence)));
    }
    let mixture = of.mixture.iter().enumerate();
    all.extend(mixture.map(|(index, share)| (format!("mixture[{index}]"), share.confidence)));
    all
}

fn of_form(form: &Form) -> Vec<(String, f64)> {
    let mut all = vec![(form_path(form.number, ""), form.confidence)];
    for (name, field) in &form.fields {
        all.push((form_path(form.number, name), field.confidence));
        let cells = field.cells.iter();
        all.extend(cells.map(|(path, cell)| (form_path(form.number, &format!("{name}{path}")), cell.confidence)));
    }
    all
}
