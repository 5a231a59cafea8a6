//! Derives the classification from filled and graded forms: a segment takes the label of its best form, the document
//! the label with the largest share. Pure.

use super::attempts::Graded;
use touchstone_core::record::{Candidate, Classification, FormPlan, Presence, Segment, TypeShare};

/// A form with the attempt that counts for it; `None` when every attempt failed.
pub(super) type Kept<'a> = (&'a FormPlan, Option<&'a Graded>);

/// Rewrites the survey's classification by the results of filling the forms. `order` is the pack's order of labels,
/// which breaks ties; `fallback` is its label for forms without a template.
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
                // A candidate that the forms disproved cannot rank above the label they showed.
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

fn forms_of<'a>(kept: &[Kept<'a>], segment: usize) -> Vec<Kept<'a>> {
    let own = kept.iter().filter(|(plan, _)| plan.segment as usize == segment);
    own.copied().collect()
}

/// Gives a segment the label of its best filled form. Evidence of a label is kept only if the label is.
fn settle(segment: &Segment, forms: &[Kept<'_>], fallback: &str) -> Segment {
    let filled = || {
        forms
            .iter()
            .filter_map(|(plan, graded)| graded.map(|graded| (plan, graded)))
    };
    let of_pack = filled().any(|(_, form)| form.grade.label != fallback);
    let shared = segment.types.len() > 1;
    let mut types: Vec<TypeShare> = Vec::new();
    for (plan, form) in filled() {
        let label = &form.grade.label;
        // Blank copies beside a filled form do not count as a type; a near miss that shares the page does.
        if label == fallback && of_pack && !shared {
            continue;
        }
        let guessed = plan.candidates.first().map(|best| best.label.as_str());
        let seen = segment.types.iter().find(|share| Some(share.label.as_str()) == guessed);
        let alike = filled().filter(|(other, _)| other.candidates.first().map(|best| best.label.as_str()) == guessed);
        let share = seen.map_or(0.0, |seen| seen.share) / alike.count().max(1) as f64;
        match types.iter_mut().find(|known| known.label == *label) {
            Some(known) => known.share += share,
            None => types.push(TypeShare {
                label: label.clone(),
                presence: Presence::Primary,
                confidence: form.grade.confidence,
                share,
                evidence: seen
                    .or_else(|| segment.types.first())
                    .map(|seen| seen.evidence.clone())
                    .unwrap_or_default(),
            }),
        }
    }
    let all: f64 = types.iter().map(|share| share.share).sum();
    let even = 1.0 / types.len().max(1) as f64;
    for share in &mut types {
        share.share = if all > 0.0 { share.share / all } else { even };
    }
    types.sort_by(|a, b| b.share.total_cmp(&a.share));
    match types.first().map(|first| first.label.clone()) {
        Some(label) => Segment {
            label,
            types,
            ..segment.clone()
        },
        None => segment.clone(),
    }
}

/// Labels with their page counts, largest first; ties keep the pack's order.
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
