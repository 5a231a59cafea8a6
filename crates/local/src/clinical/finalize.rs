//! Builds the survey from the course of pages: segments with all their types, the mixture of the document, confidence
//! and rationale. Finding the course is in `sequence`.

use super::page::PageLook;
use super::presence::{Document, types};
use super::sequence::{Step, likelihoods};
use super::signs::Book;
use std::cmp::Ordering;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    Band, Candidate, Evidence, PageFinding, Pass, Presence, Segment, Survey, TypeShare, Usage, logistic,
};

/// Max confidence of a segment of unknown kind.
const UNKNOWN: f64 = 0.5;
const SUREST: f64 = 0.98;
/// Log-odds of a kind per point of lead over its rival, and without a lead.
const LEAD: f64 = 0.5;
const NO_LEAD: f64 = -0.6;
/// Weight factor of a rival that no title names, against a kind that a title names.
const UNNAMED_RIVAL: f64 = 0.75;
/// The same for segment starts, by margin. Two documents of one kind under one letterhead look much like one.
const BEGIN: f64 = 1.1;
const NO_BEGIN: f64 = -0.6;
/// Max pieces of evidence per label in the mixture; they come from the segments.
const MIXED_EVIDENCE: usize = 6;

struct Found {
    segment: Segment,
    kind: usize,
    confidence: f64,
    /// Confidence that its first page is a start, its other pages are not, and the page after it is.
    bounds: f64,
}

pub(super) fn finalize(pack: &Pack, book: &Book, looks: &[PageLook], course: &[Step]) -> Survey {
    let found = segments(pack, book, looks, course);
    let mixture = mixture(pack, looks.len(), &found);
    let candidates = candidates(pack, &mixture, &found);
    let label = candidates
        .first()
        .map_or(pack.fallback.clone(), |best| best.label.clone());
    let named = found.iter().filter(|found| found.segment.label == label);
    let longest = named.max_by_key(|found| found.segment.page_count);
    let proposed = longest
        .filter(|_| label == pack.fallback)
        .and_then(|found| book.kind(found.kind));
    let mut vendors: Vec<String> = Vec::new();
    for name in looks.iter().flat_map(|look| &look.vendors) {
        if !vendors.contains(name) {
            vendors.push(name.clone());
        }
    }
    Survey {
        findings: findings(book, pack, looks, course, &found),
        proposed_label: proposed.map(|kind| kind.name.clone()),
        forms: Vec::new(),
        marking: None,
        vendor_signals: vendors,
        self_evaluation: Some(evaluation(&found)),
        rationale: rationale(book, &found),
        segments: found.into_iter().map(|found| found.segment).collect(),
        candidates,
        mixture,
        claimed_segments: None,
        issues: Vec::new(),
        usage: Usage::default(),
    }
}

fn label_of<'a>(pack: &'a Pack, book: &'a Book, kind: usize) -> &'a str {
    book.kind(kind).map_or(&pack.fallback, |kind| &kind.label)
}

fn segments(pack: &Pack, book: &Book, looks: &[PageLook], course: &[Step]) -> Vec<Found> {
    let mut starts: Vec<usize> = (0..course.len()).filter(|&page| course[page].starts).collect();
    starts.push(course.len());
    let documents = starts.windows(2).map(|pair| (pair[0], pair[1]));
    documents
        .map(|(from, to)| {
            let kind = course[from].kind;
            let label = label_of(pack, book, kind);
            let own = &looks[from..to];
            let confidence = kind_confidence(pack, book, own, kind);
            let bounds = course[from..to].iter().chain(course.get(to));
            let bounds = bounds
                .map(|step| logistic(BEGIN * step.margin + NO_BEGIN))
                .fold(SUREST, f64::min);
            let document = Document {
                looks: own,
                kind,
                label,
                confidence: confidence.min(bounds),
            };
            Found {
                segment: Segment {
                    first_page: own[0].number,
                    last_page: own[own.len() - 1].number,
                    page_count: own.len() as u32,
                    label: label.to_owned(),
                    types: types(pack, book, &document),
                },
                kind,
                confidence,
                bounds,
            }
        })
        .collect()
}

/// Confidence in the kind's label, by its lead over the best other label.
fn kind_confidence(pack: &Pack, book: &Book, looks: &[PageLook], kind: usize) -> f64 {
    if kind == book.unknown() || looks.iter().any(|look| look.unread) {
        return UNKNOWN;
    }
    let total = |kind: usize| looks.iter().map(|look| look.scores[kind]).sum::<f64>();
    let label = label_of(pack, book, kind);
    let others = (0..book.unknown()).filter(|&other| label_of(pack, book, other) != label);
    let titled = |kind: usize| {
        let mut hits = looks.iter().flat_map(|look| &look.hits);
        hits.any(|hit| hit.zone.names_paper() && label_of(pack, book, hit.kind) == label_of(pack, book, kind))
    };
    // Sections appear in documents of several kinds; a document with a title of its kind may have them.
    let doubt = |other: usize| {
        let named = titled(kind) && !titled(other);
        total(other) * if named { UNNAMED_RIVAL } else { 1.0 }
    };
    let rival = others.map(doubt).fold(0.0, f64::max);
    logistic(LEAD * (total(kind) - rival) + NO_LEAD).min(SUREST)
}

/// Shares by pages; each label has its strongest presence in any segment.
fn mixture(pack: &Pack, pages: usize, found: &[Found]) -> Vec<TypeShare> {
    let strength = |presence: Presence| match presence {
        Presence::Primary => 3,
        Presence::EmbeddedRaw => 2,
        Presence::MentionOnly => 1,
        Presence::NoEvidence => 0,
    };
    let mut mixture: Vec<TypeShare> = pack
        .labels
        .iter()
        .map(|label| {
            let own = || {
                let all = found
                    .iter()
                    .flat_map(|found| found.segment.types.iter().map(move |share| (found, share)));
                all.filter(|(_, share)| share.label == label.name)
            };
            let presence = own()
                .map(|(_, share)| share.presence)
                .max_by_key(|presence| strength(*presence));
            let presence = presence.unwrap_or(Presence::NoEvidence);
            let strongest = || own().filter(|(_, share)| share.presence == presence);
            let evidence = strongest().flat_map(|(_, share)| share.evidence.iter().take(2).cloned());
            TypeShare {
                label: label.name.clone(),
                presence,
                confidence: strongest().map(|(_, share)| share.confidence).fold(0.0, f64::max),
                share: own()
                    .map(|(found, share)| share.share * f64::from(found.segment.page_count) / pages.max(1) as f64)
                    .sum(),
                evidence: evidence.take(MIXED_EVIDENCE).collect::<Vec<Evidence>>(),
            }
        })
        .collect();
    let sum: f64 = mixture.iter().map(|share| share.share).sum();
    if sum > 0.0 {
        for share in &mut mixture {
            share.share /= sum;
        }
    }
    mixture
}

/// Labels by the pages of their segments, ties in the pack's order, so that a label only mentioned does not outweigh a
/// segment. Labels without a segment follow by share. A document is as sure as its least sure segment.
fn candidates(pack: &Pack, mixture: &[TypeShare], found: &[Found]) -> Vec<Candidate> {
    let pages = |label: &str| -> u32 {
        let own = found.iter().filter(|found| found.segment.label == label);
        own.map(|found| found.segment.page_count).sum()
    };
    let mut order: Vec<&TypeShare> = mixture.iter().filter(|share| share.share > 0.0).collect();
    order.sort_by(|a, b| {
        let by_pages = pages(&b.label).cmp(&pages(&a.label));
        let shares = if pages(&a.label) == 0 {
            b.share.total_cmp(&a.share)
        } else {
            Ordering::Equal
        };
        let ties = pack.rank(&a.label).cmp(&pack.rank(&b.label));
        by_pages.then(shares).then(ties)
    });
    let least = found
        .iter()
        .map(|found| found.confidence.min(found.bounds))
        .fold(1.0, f64::min);
    let least = if found.is_empty() { 0.0 } else { least };
    let candidate = |(place, share): (usize, &&TypeShare)| Candidate {
        label: share.label.clone(),
        confidence: if place == 0 { least } else { share.share.min(least) },
    };
    order.iter().enumerate().map(candidate).collect()
}

fn findings(book: &Book, pack: &Pack, looks: &[PageLook], course: &[Step], found: &[Found]) -> Vec<PageFinding> {
    let segment_of = |page: u32| {
        let own = found
            .iter()
            .find(|found| (found.segment.first_page..=found.segment.last_page).contains(&page));
        own.map_or(0.0, |found| found.confidence.min(found.bounds))
    };
    looks
        .iter()
        .zip(course)
        .map(|(look, step)| {
            let label = label_of(pack, book, step.kind);
            let mut candidates = vec![Candidate {
                label: label.to_owned(),
                confidence: segment_of(look.number),
            }];
            for (kind, likely) in likelihoods(look).into_iter().enumerate() {
                let other = label_of(pack, book, kind);
                if likely.exp() > 0.1 && candidates.iter().all(|known| known.label != other) {
                    candidates.push(Candidate {
                        label: other.to_owned(),
                        confidence: likely.exp().min(segment_of(look.number)),
                    });
                }
            }
            let mut own: Vec<_> = look.hits.iter().filter(|hit| hit.kind == step.kind).collect();
            own.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            let quotes: Vec<&str> = own.iter().take(3).map(|hit| hit.evidence.quote.as_str()).collect();
            let name = book
                .kind(step.kind)
                .map_or("document of no known kind", |kind| &kind.name);
            let rationale = if look.is_blank() {
                format!("a blank page beside a {name}")
            } else {
                let begins = if step.starts { "begins" } else { "continues" };
                format!("{begins} a {name}: {}", quotes.join("; "))
            };
            PageFinding {
                page: look.number,
                pass: Pass::Classify,
                candidates,
                markings_found: Vec::new(),
                marking: None,
                rationale,
                enhance: false,
                enhancements: String::new(),
                absence: None,
                signs: Vec::new(),
                evidence: own.iter().take(3).map(|hit| hit.evidence.clone()).collect(),
            }
        })
        .collect()
}

fn rationale(book: &Book, found: &[Found]) -> String {
    let lines: Vec<String> = found
        .iter()
        .map(|found| {
            let segment = &found.segment;
            let name = book
                .kind(found.kind)
                .map_or("document of no known kind", |kind| &kind.name);
            let pages = if segment.first_page == segment.last_page {
                format!("Page {}", segment.first_page)
            } else {
                format!("Pages {} to {}", segment.first_page, segment.last_page)
            };
            format!("{pages}: {} ({name}), {:.2}.", segment.label, found.confidence)
        })
        .collect();
    lines.join("\n")
}

/// The engine's own assessment, in a sentence.
fn evaluation(found: &[Found]) -> String {
    let doubtful = found
        .iter()
        .filter(|found| Band::of(found.confidence) == Band::Low)
        .count();
    let loose = found.iter().filter(|found| Band::of(found.bounds) == Band::Low).count();
    match (doubtful, loose) {
        (0, 0) => format!(
            "The types and page boundaries of all {} segments are well supported.",
            found.len()
        ),
        (doubtful, loose) => format!(
            "Of {} segments, {doubtful} have an uncertain type and {loose} have uncertain page boundaries.",
            found.len()
        ),
    }
}
