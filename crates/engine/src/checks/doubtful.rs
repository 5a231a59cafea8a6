//! V4: recognized values with at least one doubtful character, or in which two words ran together. A person looks at
//! them; nothing is accepted on a guess. Pages that could not be read at all are in `legibility`.

use super::obscured::{quoted, worded};
use super::{CheckInput, form_path};
use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Severity};
use touchstone_intake::Word;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        for (path, evidence) in worded(form) {
            let subject = form_path(form.number, &path);
            let raise = |message| NewIssue::new(RaisedBy::V4, "doubtful_reading", Severity::Major, subject, message);
            if let Some((word, least)) = evidence.iter().find_map(|piece| doubtful(input, piece)) {
                let message = format!(
                    "\"{}\" was hard to read: one character is uncertain ({least:.2})",
                    word.text
                );
                let wanted = format!("at least {:.2}", input.pack.least_character_confidence);
                let issue = raise(message).expected(wanted, format!("{least:.2}"));
                issues.push(issue.evidence(evidence.to_vec()));
            } else if let Some(word) = evidence.iter().find_map(|piece| run_together(input, piece)) {
                let issue = raise(format!("\"{}\" looks like two words that ran together", word.text));
                issues.push(issue.evidence(evidence.to_vec()));
            }
        }
    }
    issues
}

/// The first recognized word of a quote that is a number joined to a name: `7911Union`.
fn run_together<'r>(input: &CheckInput<'r>, piece: &Evidence) -> Option<&'r Word> {
    let recognised = quoted(input, piece)?
        .iter()
        .filter(|word| word.min_char_confidence.is_some());
    let joined = |word: &&Word| {
        let name = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut letters = name.trim_end_matches([',', '.']).chars();
        name.len() < word.text.len()
            && letters.next().is_some_and(char::is_uppercase)
            && letters.clone().count() > 1
            && letters.all(char::is_lowercase)
    };
    recognised.into_iter().find(joined)
}

/// The first word of a quote with a character below the pack's minimum confidence.
fn doubtful<'r>(input: &CheckInput<'r>, piece: &Evidence) -> Option<(&'r Word, f32)> {
    quoted(input, piece)?.iter().find_map(|word| {
        let least = word.min_char_confidence?;
        (least < input.pack.least_character_confidence).then_some((word, least))
    })
}
