//! Feedback for the next attempt: the faults of each box, worst first, and what to try instead.

use super::judged::Judged;
use super::{Reason, Sheet};

/// Max faults listed; more would obscure the main ones (seed 004).
const MOST: usize = 10;
/// Number of the last attempt (seed 004).
const LAST: u32 = 3;

/// Feedback on a failed attempt, for the next one: the second attempt considers the alternative label, the third only
/// critical fields.
pub(super) fn feedback(sheet: &Sheet) -> String {
    written(sheet, &[], "")
}

/// The same, with a judge's doubts before the faults the rules found, and the judge's own words.
pub(super) fn written(sheet: &Sheet, doubts: &[Reason], words: &str) -> String {
    let mut faults = sheet.reasons();
    let optional = sheet.judged.iter().filter(|field| !field.spec.required);
    faults.extend(optional.filter_map(Judged::invalid));
    let mut lines = vec!["What was wrong:".to_owned()];
    let all = doubts.iter().chain(&faults).take(MOST);
    lines.extend(all.map(|fault| format!("- {}", fault.describe())));
    if !words.is_empty() {
        lines.push(words.to_owned());
    }
    lines.extend(strategy(sheet));
    lines.join("\n")
}

/// What to try next; `None` after the last attempt, whose faults are for a person.
fn strategy(sheet: &Sheet) -> Option<String> {
    let fallback = &sheet.input.pack.fallback;
    if sheet.input.number >= LAST {
        return None;
    }
    if sheet.input.number + 1 == LAST {
        let critical = sheet.template.fields.iter().filter(|field| field.critical);
        let critical: Vec<String> = critical
            .map(|spec| format!("`{}`, {}", spec.name, spec.described()))
            .collect();
        let only = if critical.is_empty() {
            "the fields that are certain".to_owned()
        } else {
            critical.join("; ")
        };
        return Some(format!(
            "Last attempt: look for {only} only. If they stay unclear, report {fallback} with low confidence."
        ));
    }
    let others = sheet.input.extraction.alternatives.iter();
    let others: Vec<String> = others
        .filter(|other| other.label != sheet.template.label)
        .map(|other| format!("{} ({:.2})", other.label, other.confidence))
        .collect();
    Some(if others.is_empty() {
        "Look again in each of these boxes and around them.".to_owned()
    } else {
        format!(
            "Look again in each of these boxes, and consider whether this is another form: {}.",
            others.join(", ")
        )
    })
}
