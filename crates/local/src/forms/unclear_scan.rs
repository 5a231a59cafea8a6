//! Parts of a form that a scan did not show well enough: boxes whose lines were not detected though those of their
//! neighbors were, and check boxes with a caption but no square. The document may differ there. See
//! `checks::doubtful` for characters that were hard to read, `unextracted_text` for text that no field took.

use super::model::FilledCopy;
use std::collections::BTreeMap;
use touchstone_core::pack::Template;
use touchstone_core::record::{Field, Format, NewIssue, RaisedBy, Severity, Signals};

/// Min share of values in closed boxes on a form that prints closed boxes for all of them.
const BOXES: f32 = 0.8;
/// Min values that show how a form prints them.
const ENOUGH: usize = 4;

/// Issues for the values of a form that was read by OCR.
pub(crate) fn issues(template: &Template, index: u32, sheets: &[FilledCopy]) -> Vec<NewIssue> {
    let scans: Vec<&FilledCopy> = sheets.iter().filter(|sheet| sheet.scanned).collect();
    if scans.len() < sheets.len() {
        return Vec::new();
    }
    let found = template.fields.iter().filter_map(|spec| {
        let fields = || {
            scans
                .iter()
                .filter_map(|sheet| Some((*sheet, sheet.fields.get(&spec.name)?)))
        };
        let (code, reason, field) = if matches!(spec.format, Format::Bool) {
            let (_, unseen) = fields().find(|(_, field)| is_unseen(field))?;
            let seen = fields().any(|(_, field)| field.is_filled());
            (!seen).then_some((
                "square_not_found",
                "has a caption, but its check box was not found in the scan",
                unseen,
            ))?
        } else {
            let (_, open) = fields().find(|(sheet, field)| field.is_filled() && is_open(&sheet.signals, &spec.name))?;
            let closed = fields().any(|(sheet, field)| field.is_filled() && !is_open(&sheet.signals, &spec.name));
            (!closed).then_some(("box_not_found", "is where the scan shows no complete box", open))?
        };
        let subject = format!("forms[{index}].{}", spec.name);
        let message = format!("{} {reason}", spec.described());
        let issue = NewIssue::new(RaisedBy::Readings, code, Severity::Major, subject, message);
        Some(issue.evidence(field.evidence.clone()))
    });
    found.collect()
}

/// Whether a check box has a caption but no known state.
fn is_unseen(field: &Field) -> bool {
    !field.is_filled() && !field.evidence.is_empty()
}

/// Whether a value is in a box that is not closed, on a sheet whose other boxes are. Values with a `place` signal
/// were assigned to a box.
fn is_open(signals: &BTreeMap<String, Signals>, name: &str) -> bool {
    let boxed = |signals: &Signals| {
        signals
            .get("place")
            .and(signals.get("closed"))
            .map(|closed| *closed > 0.0)
    };
    let all: Vec<bool> = signals.values().filter_map(boxed).collect();
    let closed = all.iter().filter(|closed| **closed).count();
    all.len() >= ENOUGH && closed as f32 >= BOXES * all.len() as f32 && signals.get(name).and_then(boxed) == Some(false)
}

#[cfg(test)]
mod tests {
    use super::Signals;
    use super::is_open;
    use std::collections::BTreeMap;

    #[test]
    fn an_open_box_among_closed_ones_is_doubted() {
        let check = |closed: &[f32], expected: bool| {
            let signals = |closed: f32| Signals::from([("place".to_owned(), 1.0), ("closed".to_owned(), closed)]);
            let all: BTreeMap<String, Signals> = (0..)
                .map(|i: u32| i.to_string())
                .zip(closed.iter().map(|c| signals(*c)))
                .collect();
            assert_eq!(is_open(&all, "0"), expected, "{closed:?}");
        };
        check(&[0.0, 1.0, 1.0, 1.0, 1.0], true);
        check(&[1.0, 0.0, 1.0, 1.0, 1.0], false);
        // A form without boxes, and one with too few values.
        check(&[0.0, 0.0, 1.0, 0.0, 1.0], false);
        check(&[0.0, 1.0], false);
    }
}
