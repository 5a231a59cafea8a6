//! From filled and graded forms back to what the document is: segments take the labels their forms earned, the
//! document takes the largest share. Pure. Not here: how a survey guessed, and whether anyone should believe it.

use super::attempts::Graded;
use crate::record::{Candidate, Classification, Evidence, FormPlan, Presence, Segment, TypeShare};

/// A form with the attempt that counts for it; `None` when every attempt failed.
pub(super) type Kept<'a> = (&'a FormPlan, Option<&'a Graded>);

/// Rewrites the survey's classification by what filling the forms showed. `order` is the pack's order of labels,
/// which breaks ties (DESIGN: label = largest share); `fallback` is its label for what it has no template for.
pub(super) fn conclude(surveyed: &Classification, kept: &[Kept<'_>], order: &[&str], fallback: &str) -> Classification {
    let segments: Vec<Segment> = surveyed
        .segments
        .iter()
        .enumerate()
        .map(|(index, segment)| settle(segment, &forms_of(kept, index), fallback))
        .collect();
    let shares = shares_by_label(&segments, order);
    let (label, confidence) = shares
        .first()
        .map_or((fallback.to_owned(), surveyed.confidence.min(0.5)), |(label, pages)| {
            (label.clone(), weighted_confidence(&segments, label, *pages))
        });
    let mut candidates = vec![Candidate {
        label: label.clone(),
        confidence,
    }];
    candidates.extend(
        surveyed
            .candidates
            .iter()
            .filter(|other| other.label != label)
            .map(|other| Candidate {
                label: other.label.clone(),
                // What the forms disproved cannot rank above what they showed.
                confidence: other.confidence.min(confidence),
            }),
    );
    let proposed = kept
        .iter()
        .find_map(|(_, graded)| graded.and_then(|g| g.extraction.proposed_label.clone()));
    Classification {
        attempt_id: kept
            .iter()
            .find_map(|(_, graded)| graded.map(|g| g.attempt_id))
            .unwrap_or(surveyed.attempt_id),
        proposed_label: if label == fallback {
            proposed.or_else(|| surveyed.proposed_label.clone())
        } else {
            None
        },
        label,
        candidates,
        confidence,
        rationale: rationale(surveyed, kept),
        segments,
        ..surveyed.clone()
    }
}

fn forms_of<'a>(kept: &[Kept<'a>], segment: usize) -> Vec<&'a Graded> {
    kept.iter()
        .filter(|(plan, _)| plan.segment as usize == segment)
        .filter_map(|(_, graded)| *graded)
        .collect()
}

/// A segment's label is that of its best filled form; evidence of the label survives only if the label does.
fn settle(segment: &Segment, forms: &[&Graded], fallback: &str) -> Segment {
    let best = forms.iter().fold(None::<&Graded>, |best, form| match best {
        Some(best) if best.grade.label != fallback || form.grade.label == fallback => Some(best),
        _ => Some(form),
    });
    let Some(best) = best else { return segment.clone() };
    let label = best.grade.label.clone();
    let seen = segment.types.iter().find(|share| share.label == label);
    let evidence: Vec<Evidence> = seen
        .or_else(|| segment.types.first())
        .map(|share| share.evidence.clone())
        .unwrap_or_default();
    let types = vec![TypeShare {
        label: label.clone(),
        presence: Presence::Primary,
        confidence: best.grade.confidence,
        share: 1.0,
        evidence,
    }];
    Segment {
        label,
        types,
        ..segment.clone()
    }
}

/// Labels with their pages, most first, ties by the pack's order.
fn shares_by_label(segments: &[Segment], order: &[&str]) -> Vec<(String, u32)> {
    let mut shares: Vec<(String, u32)> = Vec::new();
    for segment in segments {
        let pages = segment.last_page.saturating_sub(segment.first_page) + 1;
        match shares.iter_mut().find(|(label, _)| *label == segment.label) {
            Some((_, sum)) => *sum += pages,
            None => shares.push((segment.label.clone(), pages)),
        }
    }
    let place = |label: &str| order.iter().position(|known| *known == label).unwrap_or(order.len());
    shares.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| place(&a.0).cmp(&place(&b.0))));
    shares
}

fn weighted_confidence(segments: &[Segment], label: &str, pages: u32) -> f64 {
    let sum: f64 = segments
        .iter()
        .filter(|segment| segment.label == label)
        .map(|segment| {
            let weight = f64::from(segment.last_page.saturating_sub(segment.first_page) + 1);
            weight * segment.types.first().map_or(0.0, |share| share.confidence)
        })
        .sum();
    sum / f64::from(pages.max(1))
}

fn rationale(surveyed: &Classification, kept: &[Kept<'_>]) -> String {
    let mut lines = vec![surveyed.rationale.clone()];
    lines.extend(kept.iter().filter_map(|(plan, graded)| {
        graded.map(|graded| format!("Form {}: {}", plan.number, graded.extraction.rationale))
    }));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

#[cfg(test)]
mod tests;
