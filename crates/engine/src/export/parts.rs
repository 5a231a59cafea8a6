//! The parts that results share with settled truth: classifications and forms with their evidence. Numbers are rounded
//! here, once, and are always finite.

use super::result::{
    CandidateResult, CellResult, ClassificationResult, EvidenceResult, FieldResult, FormResult, Line, MarkingResult,
    RegionResult, SegmentResult, ShareResult,
};
use serde_json::Value;
use touchstone_core::record::{Candidate, Cell, Classification, Evidence, Field, Form, Marking, Segment, TypeShare};
use touchstone_intake::Region;

pub(super) fn classification(from: &Classification, line: Line<'_>) -> ClassificationResult {
    ClassificationResult {
        label: Some(from.label.clone()),
        proposed_label: from.proposed_label.clone(),
        confidence: unit(from.confidence),
        band: from.band(),
        candidates: from.candidates.iter().map(candidate).collect(),
        rationale: from.rationale.clone(),
        number_of_segments: from.number_of_segments,
        segments: from.segments.iter().map(segment).collect(),
        mixture: from.mixture.iter().map(share).collect(),
        vendor_signals: from.vendor_signals.clone(),
        marking: from.marking.as_ref().map(|one| marking(one, line)),
        self_evaluation: from.self_evaluation.clone(),
    }
}

pub(super) fn marking(from: &Marking, line: Line<'_>) -> MarkingResult {
    MarkingResult {
        level: from.level.clone(),
        caveats: from.caveats.clone(),
        rel_to: from.rel_to.clone(),
        declassify_on: from.declassify_on.clone(),
        banner: line(from),
        printed: from.printed.clone(),
        cancelled: from.cancelled,
    }
}

impl From<&MarkingResult> for Marking {
    fn from(marking: &MarkingResult) -> Self {
        Self {
            level: marking.level.clone(),
            caveats: marking.caveats.clone(),
            rel_to: marking.rel_to.clone(),
            declassify_on: marking.declassify_on.clone(),
            printed: marking.printed.clone(),
            cancelled: marking.cancelled,
        }
    }
}

fn candidate(from: &Candidate) -> CandidateResult {
    CandidateResult {
        label: from.label.clone(),
        confidence: unit(from.confidence),
    }
}

fn segment(from: &Segment) -> SegmentResult {
    SegmentResult {
        first_page: from.first_page,
        last_page: from.last_page,
        page_count: from.page_count,
        label: from.label.clone(),
        types: from.types.iter().map(share).collect(),
    }
}

fn share(from: &TypeShare) -> ShareResult {
    ShareResult {
        label: from.label.clone(),
        presence: from.presence,
        confidence: unit(from.confidence),
        share: rounded(from.share, 4),
        evidence: evidence(&from.evidence),
    }
}

pub(super) fn form(from: &Form) -> FormResult {
    FormResult {
        id: from.id,
        label: from.label.clone(),
        first_page: from.first_page,
        last_page: from.last_page,
        region: from.region.as_ref().map(region),
        fields: from
            .fields
            .iter()
            .map(|(name, value)| (name.clone(), field(value)))
            .collect(),
    }
}

fn field(from: &Field) -> FieldResult {
    let mut cells: Vec<(&String, &Cell)> = from.cells.iter().collect();
    // Item by item and, within an item, in the order of the value's parts.
    let order = places(&from.value);
    cells.sort_by_key(|(path, _)| order.iter().position(|place| place == *path).unwrap_or(usize::MAX));
    FieldResult {
        value: from.value.clone(),
        raw: from.raw.clone(),
        confidence: unit(from.confidence),
        evidence: evidence(&from.evidence),
        cells: cells
            .into_iter()
            .map(|(path, part)| (path.clone(), cell(part)))
            .collect(),
    }
}

fn cell(from: &Cell) -> CellResult {
    CellResult {
        value: from.value.clone(),
        raw: from.raw.clone(),
        confidence: unit(from.confidence),
        evidence: evidence(&from.evidence),
    }
}

/// Paths of the parts of a list, such as `[0].code`.
fn places(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten().enumerate();
    items
        .flat_map(|(index, item)| match item {
            Value::Object(parts) => parts.keys().map(|key| format!("[{index}].{key}")).collect(),
            _ => vec![format!("[{index}]")],
        })
        .collect()
}

pub(super) fn evidence(from: &[Evidence]) -> Vec<EvidenceResult> {
    from.iter()
        .map(|evidence| EvidenceResult {
            page: evidence.page,
            quote: evidence.quote.clone(),
            regions: evidence.regions.iter().map(region).collect(),
            anchors: evidence.anchors.clone(),
        })
        .collect()
}

impl From<&Region> for RegionResult {
    fn from(region_on_page: &Region) -> Self {
        region(region_on_page)
    }
}

pub(super) fn region(from: &Region) -> RegionResult {
    RegionResult {
        page: from.page,
        x: rounded(f64::from(from.x), 2),
        y: rounded(f64::from(from.y), 2),
        width: rounded(f64::from(from.width), 2),
        height: rounded(f64::from(from.height), 2),
    }
}

/// A confidence or quality: 0..1 to four decimals. V1 reports values out of range; the contract stays valid.
pub(super) fn unit(value: f64) -> f64 {
    rounded(value, 4).clamp(0.0, 1.0)
}

/// Rounds to `decimals`. Never NaN or infinite, which JSON cannot represent.
pub(super) fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    let rounded = (value * scale).round() / scale;
    if rounded.is_finite() {
        // Adding zero turns -0 into 0.
        rounded + 0.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_number_breaks_the_json(value in any::<f64>(), decimals in 0i32..7) {
            let number = rounded(value, decimals);
            prop_assert!(number.is_finite());
            prop_assert!(serde_json::to_string(&number).unwrap() != "null");
            prop_assert!((0.0..=1.0).contains(&unit(value)));
        }

        #[test]
        fn rounding_stays_within_half_a_unit(value in -20_000.0f64..20_000.0) {
            prop_assert!((rounded(value, 2) - value).abs() <= 0.005 + 1e-9);
        }
    }
}
