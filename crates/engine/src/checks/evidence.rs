//! Whether a piece of evidence is what it claims to be: its quote matches the reading at its words, and its region
//! holds those words. The aligner decides, whatever was claimed.

use super::CheckInput;
use std::cell::RefCell;
use std::collections::HashMap;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Classification, Evidence, NewIssue, RaisedBy, Severity, TypeShare};
use touchstone_core::text::{Haystack, agrees, joined};
use touchstone_intake::{Reading, Word};

/// Result of checking one piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EvidenceStatus {
    /// The quote is at its words.
    Text,
    /// A check box or an empty place, without words: a region on the page.
    Place,
    /// The quote matches only if letters are taken for digits.
    Repaired,
    /// The quote is on the page, but elsewhere.
    Misplaced,
    /// The quote or an anchor is not on the page.
    Absent(String),
}

/// Checks evidence of one document, folding each reading once.
pub(super) struct EvidenceVerifier<'a> {
    input: &'a CheckInput<'a>,
    folded: RefCell<HashMap<(u32, u32), Haystack<'a>>>,
}

impl<'a> EvidenceVerifier<'a> {
    pub(super) fn new(input: &'a CheckInput<'a>) -> Self {
        Self {
            input,
            folded: RefCell::default(),
        }
    }

    pub(super) fn verify(&self, evidence: &Evidence) -> EvidenceStatus {
        if evidence.quote.trim().is_empty() {
            return self.place(evidence);
        }
        let Some(reading) = self.input.readings.get(evidence.page, evidence.reading) else {
            return EvidenceStatus::Absent(format!("page {} has no reading {}", evidence.page, evidence.reading));
        };
        let status = self.quote(evidence, reading);
        let mut anchors = evidence.anchors.iter();
        match (
            anchors.find(|anchor| !self.is_printed(evidence, reading, anchor)),
            status,
        ) {
            // The value rests on the quote, so a missing caption must not hide that the quote is missing too.
            (Some(anchor), EvidenceStatus::Absent(why)) => {
                EvidenceStatus::Absent(format!("{why}, and neither is the caption \"{anchor}\""))
            }
            (Some(anchor), _) => {
                EvidenceStatus::Absent(format!("the caption \"{anchor}\" is not on page {}", evidence.page))
            }
            (None, status) => status,
        }
    }

    /// Whether the quote is at its words.
    fn quote(&self, evidence: &Evidence, reading: &'a Reading) -> EvidenceStatus {
        let (from, to) = (evidence.words.0 as usize, evidence.words.1 as usize);
        let words = reading.words.get(from..to).unwrap_or_default();
        match agrees(&evidence.quote, &joined(words)) {
            Some((_, true)) if lies_at(evidence, words) => EvidenceStatus::Repaired,
            Some((_, false)) if lies_at(evidence, words) => EvidenceStatus::Text,
            _ if self.found(evidence, reading, &evidence.quote) => EvidenceStatus::Misplaced,
            _ => EvidenceStatus::Absent(format!("\"{}\" is not on page {}", evidence.quote, evidence.page)),
        }
    }

    /// A region without words must be valid and on a page of the document.
    fn place(&self, evidence: &Evidence) -> EvidenceStatus {
        let pages = &self.input.pages;
        let page = pages.iter().find(|page| page.number == evidence.page);
        let on_page = |region: &touchstone_intake::Region| {
            let inside = page.is_none_or(|page| {
                region.x >= -2.0
                    && region.y >= -2.0
                    && region.right() <= page.width + 2.0
                    && region.bottom() <= page.height + 2.0
            });
            region.page == evidence.page && region.is_finite() && region.area() > 0.0 && inside
        };
        let known = (1..=self.input.page_count).contains(&evidence.page);
        if known && !evidence.regions.is_empty() && evidence.regions.iter().all(on_page) {
            EvidenceStatus::Place
        } else {
            EvidenceStatus::Absent(format!("the cited place is not on page {}", evidence.page))
        }
    }

    fn found(&self, evidence: &Evidence, reading: &'a Reading, text: &str) -> bool {
        let mut folded = self.folded.borrow_mut();
        let hay = folded
            .entry((evidence.page, evidence.reading))
            .or_insert_with(|| Haystack::new(reading));
        hay.find(text, None).iter().any(|span| !span.repaired)
    }

    /// An anchor may be broken over lines that the reading interleaves with others; then each of its words must be
    /// found.
    fn is_printed(&self, evidence: &Evidence, reading: &'a Reading, anchor: &str) -> bool {
        self.found(evidence, reading, anchor)
            || anchor
                .split_whitespace()
                .all(|word| self.found(evidence, reading, word))
    }
}

/// Whether every word lies in one of the regions. Regions without words on them would show the wrong place.
fn lies_at(evidence: &Evidence, words: &[Word]) -> bool {
    let holds = |word: &Word| {
        evidence
            .regions
            .iter()
            .any(|region| region.grown(2.0).holds(&word.region))
    };
    !words.is_empty() && words.iter().all(holds)
}

/// Examines the evidence of one subject: returns the issues and the sound pieces.
pub(super) fn examine<'e>(
    verifier: &EvidenceVerifier,
    subject: &str,
    evidence: &'e [Evidence],
) -> (Vec<NewIssue>, Vec<&'e Evidence>) {
    let (mut issues, mut sound) = (Vec::new(), Vec::new());
    for piece in evidence {
        let issue = |code, severity, message: String| {
            NewIssue::new(RaisedBy::V4, code, severity, subject, message).evidence(vec![piece.clone()])
        };
        match verifier.verify(piece) {
            EvidenceStatus::Text | EvidenceStatus::Place => sound.push(piece),
            EvidenceStatus::Repaired => {
                let message = format!("\"{}\" matches only if letters are read as digits", piece.quote);
                issues.push(issue("repaired_reading", Severity::Major, message));
                sound.push(piece);
            }
            EvidenceStatus::Misplaced => {
                let message = format!("\"{}\" is elsewhere on page {}", piece.quote, piece.page);
                issues.push(issue("misplaced_evidence", Severity::Major, message));
            }
            EvidenceStatus::Absent(why) => issues.push(issue("fabricated_evidence", Severity::Blocker, why)),
        }
    }
    (issues, sound)
}

/// Whether a quote only points elsewhere (seed 003, slide 6).
pub(super) fn is_generic(pack: &Pack, quote: &str) -> bool {
    let words = plain(quote);
    let mut pointers = pack.pointers.iter();
    pointers.any(|phrase| {
        let rest = words.strip_prefix(phrase.as_str());
        rest.is_some_and(|rest| rest.len() <= 9)
    })
}

/// Lowercase letters and single spaces.
pub(super) fn plain(text: &str) -> String {
    let letters = |c: char| if c.is_alphabetic() { c } else { ' ' };
    let words: String = touchstone_core::text::normalise(text).chars().map(letters).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All type shares of a classification with their paths.
pub(super) fn shares(of: &Classification) -> impl Iterator<Item = (String, &TypeShare)> {
    let segments = of.segments.iter().enumerate();
    let in_segments = segments.flat_map(|(index, segment)| {
        let types = segment.types.iter().enumerate();
        types.map(move |(at, share)| (format!("segments[{index}].types[{at}]"), share))
    });
    let mixture = of.mixture.iter().enumerate();
    in_segments.chain(mixture.map(|(index, share)| (format!("mixture[{index}]"), share)))
}

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;

    #[test]
    fn a_false_caption_does_not_hide_a_made_up_quote() {
        let check = |quote: &str, expected: &str| {
            let mut case = Case::sound();
            let evidence = &mut case.field("ss_wages").evidence[0];
            quote.clone_into(&mut evidence.quote);
            evidence.anchors = vec!["Royalties".to_owned()];
            let found: Vec<String> = case.issues().into_iter().map(|issue| issue.message).collect();
            assert_eq!(found, [expected]);
        };
        check("24,410.00", "the caption \"Royalties\" is not on page 1");
        check(
            "31,999.00",
            "\"31,999.00\" is not on page 1, and neither is the caption \"Royalties\"",
        );
    }
}
