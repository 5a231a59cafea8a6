//! V4: values read from pixels of which at least one character was hard to read. A person looks at them; nothing is
//! accepted on a guess. Not here: pages that could not be read at all (see `legibility`).

use super::obscured::printed;
use super::{CheckInput, form_path};
use crate::record::{Evidence, NewIssue, RaisedBy, Severity};
use touchstone_intake::Word;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        for (path, evidence) in printed(form) {
            // What stands in a check box is a mark, whichever letter it looks like.
            if form.fields.get(&path).is_some_and(|field| field.value.is_boolean()) {
                continue;
            }
            let Some((word, least)) = evidence.iter().find_map(|piece| doubtful(input, piece)) else {
                continue;
            };
            let message = format!(
                "\"{}\" was hard to read, one character has confidence {least:.2}",
                word.text
            );
            let subject = form_path(form.number, &path);
            let issue = NewIssue::new(RaisedBy::V4, "doubtful_reading", Severity::Major, subject, message);
            let wanted = format!("at least {:.2}", input.pack.least_character_confidence);
            issues.push(
                issue
                    .expected(wanted, format!("{least:.2}"))
                    .evidence(evidence.to_vec()),
            );
        }
    }
    issues
}

/// The first word of a quote that has a less sure character than the pack lets pass.
fn doubtful<'r>(input: &CheckInput<'r>, piece: &Evidence) -> Option<(&'r Word, f32)> {
    let reading = input.readings.get(piece.page, piece.reading)?;
    let words = reading.words.get(piece.words.0 as usize..piece.words.1 as usize)?;
    words.iter().find_map(|word| {
        let least = word.min_char_confidence?;
        (least < input.pack.least_character_confidence).then_some((word, least))
    })
}
