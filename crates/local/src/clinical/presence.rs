//! Determines how each label is present in a segment: primary, quoted, only mentioned or absent, with shares and
//! evidence.

use super::model::Hit;
use super::page::PageLook;
use super::signs::Book;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Evidence, Presence, SignZone, TypeShare};

/// Max pieces of evidence per label.
const MOST_EVIDENCE: usize = 6;
/// Min headings of another kind for it to be quoted, and min weight for each to count.
const QUOTED: usize = 2;
const QUOTED_WEIGHT: f64 = 1.35;
/// Min headings below that weight, since rows of a laboratory table count as one-word headings.
const QUOTED_LIGHT: usize = 5;
/// Share of a mentioned report per row that mentions it, max share of mentions, and max share of quotations.
const NAMED: f64 = 0.02;
const MOST_NAMED: f64 = 0.1;
const MOST_QUOTED: f64 = 0.45;

/// The pages and kind of a segment.
pub(super) struct Document<'a> {
    pub looks: &'a [PageLook],
    pub kind: usize,
    pub label: &'a str,
    pub confidence: f64,
}

/// One share per label, in the pack's order, adding up to one.
pub(super) fn types(pack: &Pack, book: &Book, document: &Document) -> Vec<TypeShare> {
    let mut types: Vec<TypeShare> = pack
        .labels
        .iter()
        .map(|label| {
            if label.name == document.label {
                own(book, document)
            } else {
                other(book, document, &label.name)
            }
        })
        .collect();
    let rest: f64 = types
        .iter()
        .filter(|share| share.label != document.label)
        .map(|share| share.share)
        .sum();
    // However much is quoted, the document itself has the largest share.
    let scale = if rest > MOST_QUOTED { MOST_QUOTED / rest } else { 1.0 };
    for share in &mut types {
        share.share = if share.label == document.label {
            1.0 - rest * scale
        } else {
            share.share * scale
        };
    }
    types
}

fn share(label: &str, presence: Presence, confidence: f64, share: f64, evidence: Vec<Evidence>) -> TypeShare {
    TypeShare {
        label: label.to_owned(),
        presence,
        confidence,
        share,
        evidence,
    }
}

/// Hits of a label's kinds, highest weight first.
fn hits<'a>(book: &Book, document: &Document<'a>, label: &str) -> Vec<(&'a PageLook, &'a Hit)> {
    let of_label = |hit: &&Hit| book.kind(hit.kind).is_some_and(|kind| kind.label == label);
    let all = document
        .looks
        .iter()
        .flat_map(|look| look.hits.iter().map(move |hit| (look, hit)));
    let mut own: Vec<(&PageLook, &Hit)> = all.filter(|(_, hit)| of_label(hit)).collect();
    own.sort_by(|a, b| b.1.weight.total_cmp(&a.1.weight));
    own
}

fn quotes<'a>(hits: impl Iterator<Item = &'a Hit>) -> Vec<Evidence> {
    let mut evidence: Vec<Evidence> = Vec::new();
    for hit in hits {
        if evidence.len() < MOST_EVIDENCE && evidence.iter().all(|known| known.quote != hit.evidence.quote) {
            evidence.push(hit.evidence.clone());
        }
    }
    evidence
}

fn own(book: &Book, document: &Document) -> TypeShare {
    let own = hits(book, document, document.label);
    // Signs of the same kind come first: a cover is not a consent form, though both are Other.
    let first = own
        .iter()
        .filter(|(_, hit)| hit.kind == document.kind)
        .map(|(_, hit)| *hit);
    let evidence = quotes(first);
    share(document.label, Presence::Primary, document.confidence, 1.0, evidence)
}

fn other(book: &Book, document: &Document, label: &str) -> TypeShare {
    let none = share(label, Presence::NoEvidence, 0.0, 0.0, Vec::new());
    if book.kind(document.kind).is_some_and(|kind| kind.administrative) {
        return none;
    }
    if let Some(quoted) = embedded(book, document, label) {
        return quoted;
    }
    let named: Vec<&Evidence> = document
        .looks
        .iter()
        .flat_map(|look| &look.mentions)
        .filter(|(kind, _)| book.kind(*kind).is_some_and(|kind| kind.label == label))
        .map(|(_, evidence)| evidence)
        .collect();
    if named.is_empty() {
        return none;
    }
    let size = (NAMED * named.len() as f64).min(MOST_NAMED);
    let evidence = named.into_iter().take(MOST_EVIDENCE).cloned().collect();
    share(label, Presence::MentionOnly, 0.3, size, evidence)
}

/// A report quoted in the segment: its headings that are not the document's own.
fn embedded(book: &Book, document: &Document, label: &str) -> Option<TypeShare> {
    let own = hits(book, document, document.label);
    let shared = |look: &PageLook, hit: &Hit| {
        own.iter().any(|(other, own)| {
            let (a, b) = (own.evidence.words, hit.evidence.words);
            other.number == look.number && a.0 < b.1 && b.0 < a.1 && own.zone != SignZone::Body
        })
    };
    let heading = |hit: &Hit| matches!(hit.zone, SignZone::Title | SignZone::Head | SignZone::Opening);
    let found: Vec<(&PageLook, &Hit)> = hits(book, document, label)
        .into_iter()
        .filter(|(look, hit)| heading(hit) && !shared(look, hit))
        .collect();
    let heavy = found.iter().filter(|(_, hit)| hit.weight >= QUOTED_WEIGHT).count();
    if heavy < QUOTED && found.len() < QUOTED_LIGHT {
        return None;
    }
    let mut rows = 0;
    for look in document.looks {
        let own = found
            .iter()
            .filter(|(other, _)| other.number == look.number)
            .map(|(_, hit)| hit.row);
        let (first, last) = own.fold((usize::MAX, 0), |(first, last), row| (first.min(row), last.max(row)));
        rows += (last + 1).saturating_sub(first);
    }
    let all: usize = document.looks.iter().map(|look| look.rows).sum();
    let size = (rows as f64 / all.max(1) as f64).min(MOST_QUOTED);
    let confidence = (0.5 + 0.08 * found.len() as f64).min(0.9);
    let evidence = quotes(found.iter().map(|(_, hit)| *hit));
    Some(share(label, Presence::EmbeddedRaw, confidence, size, evidence))
}
