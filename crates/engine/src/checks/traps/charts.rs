//! Traps of charts (seed 003, slide 5): a vendor that does not issue such documents, administrative words beside a
//! report, and evidence that is only a running header or footer. Pages of different patients are in `patients`.

use super::sprung;
use crate::checks::CheckInput;
use crate::checks::evidence::shares;
use crate::checks::support::letters;
use touchstone_core::pack::Trap;
use touchstone_core::record::{Evidence, NewIssue, Pattern, Presence, Segment};
use touchstone_core::text::{Haystack, normalise};

/// A keyword may have one misread letter per this many.
const FORGIVEN: usize = 10;

/// An issue where a label is PRIMARY that none of the vendors issues.
pub(super) fn vendors(input: &CheckInput, trap: &Trap, vendors: &[String], labels: &[String]) -> Vec<NewIssue> {
    let found = input.classification;
    let same = |signal: &String| vendors.iter().any(|vendor| letters(signal).contains(&letters(vendor)));
    let Some(vendor) = found.vendor_signals.iter().find(|signal| same(signal)) else {
        return Vec::new();
    };
    let wrong =
        || shares(found).filter(|(_, share)| share.presence == Presence::Primary && labels.contains(&share.label));
    // The mixture repeats the segments, so it is reported once, as in the seed.
    let mixed = wrong().any(|(subject, _)| subject.starts_with("mixture"));
    wrong()
        .filter(|(subject, _)| !mixed || subject.starts_with("mixture"))
        .map(|(subject, share)| {
            let detail = format!("{vendor}, but {} is PRIMARY", share.label);
            sprung(trap, subject, &detail, share.evidence.clone())
        })
        .collect()
}

/// One issue for each segment whose pages contain one of the words while one of the labels is claimed present.
pub(super) fn segment_words(input: &CheckInput, trap: &Trap, words: &[String], labels: &[String]) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for (index, segment) in input.classification.segments.iter().enumerate() {
        let present = segment
            .types
            .iter()
            .find(|share| share.presence != Presence::NoEvidence && labels.contains(&share.label));
        let Some(present) = present else { continue };
        if let Some((word, place)) = first_word(input, segment, words) {
            let presence = match present.presence {
                Presence::Primary => "PRIMARY",
                Presence::EmbeddedRaw => "EMBEDDED_RAW",
                Presence::MentionOnly | Presence::NoEvidence => "MENTION_ONLY",
            };
            let detail = format!("\"{word}\" on page {}, but {} is {presence}", place.page, present.label);
            issues.push(sprung(trap, format!("segments[{index}].types"), &detail, vec![place]));
        }
    }
    issues
}

pub(super) fn first_word<'w>(
    input: &CheckInput,
    segment: &Segment,
    words: &'w [String],
) -> Option<(&'w str, Evidence)> {
    (segment.first_page..=segment.last_page).find_map(|page| {
        let reading = input.readings.newest(page)?;
        let hay = Haystack::new(reading);
        words.iter().find_map(|word| {
            let wanted = letters(word);
            let spans = hay.find(word, None);
            let span = spans.into_iter().find(|span| begins(&letters(&span.quote), &wanted))?;
            let place = Evidence {
                page,
                reading: reading.number,
                words: span.words,
                regions: span.regions,
                quote: span.quote,
                anchors: Vec::new(),
            };
            Some((word.as_str(), place))
        })
    })
}

/// Whether a text begins with a keyword, allowing a few misread letters: `test requested` begins with `test request`.
fn begins(text: &str, wanted: &str) -> bool {
    let head: String = text.chars().take(wanted.chars().count()).collect();
    strsim::levenshtein(&head, wanted) <= wanted.len() / FORGIVEN
}

/// Pieces of evidence that are running headers or footers.
pub(super) fn quoted(input: &CheckInput, trap: &Trap, patterns: &[Pattern]) -> Vec<NewIssue> {
    let running = |piece: &&Evidence| {
        let quote = normalise(&piece.quote);
        patterns.iter().any(|pattern| pattern.takes(&quote))
    };
    let of_share = |(subject, evidence): (String, &[Evidence])| -> Vec<NewIssue> {
        let pieces = evidence.iter().filter(running);
        pieces
            .map(|piece| {
                sprung(
                    trap,
                    subject.clone(),
                    &format!("\"{}\"", piece.quote),
                    vec![piece.clone()],
                )
            })
            .collect()
    };
    shares(input.classification)
        .flat_map(|(subject, share)| of_share((subject, &share.evidence)))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;
    use touchstone_core::pack::{Trap, TrapKind};
    use touchstone_core::record::Severity;

    #[test]
    fn a_vendor_is_reported_once_however_many_segments_there_are() {
        let check = |segments: usize, mixture: bool, expected: &[&str]| {
            let mut case = Case::sound();
            case.pack.traps = vec![Trap {
                name: "vendor".to_owned(),
                severity: Severity::Blocker,
                kind: TrapKind::Vendor {
                    vendors: vec!["North Bakery".to_owned()],
                    labels: vec!["W-2".to_owned()],
                },
                message: "a bakery makes no such papers".to_owned(),
                suggestion: None,
            }];
            let found = &mut case.classification;
            found.vendor_signals = vec!["North Bakery".to_owned()];
            found.segments = vec![found.segments[0].clone(); segments];
            if !mixture {
                found.mixture.clear();
            }
            let subjects: Vec<String> = case
                .issues()
                .into_iter()
                .filter(|issue| issue.code == "vendor")
                .map(|issue| issue.subject)
                .collect();
            assert_eq!(subjects, expected);
        };
        check(1, true, &["mixture[0]"]);
        check(2, true, &["mixture[0]"]);
        check(1, false, &["segments[0].types[0]"]);
    }
}
