//! The mechanical repairs (seed 003, slide 8): counts are recounted, missing types are added as not present, shares
//! are divided by their sum. Pure; a repair records the previous value.

use super::{complete_types, page_counts, segment_count, shares};
use serde_json::{Value, json};
use touchstone_core::record::{Classification, Fix, Issue, Presence, Segment, TypeShare};

/// Applies the repair of every fixable issue, in order.
pub fn repair(classification: &mut Classification, issues: &[Issue]) -> Vec<Fix> {
    let fixable = issues.iter().filter(|issue| issue.body.auto_fixable);
    fixable
        .filter_map(|issue| match issue.body.code.as_str() {
            segment_count::CODE => Some(segments(classification)),
            page_counts::CODE => page_count(classification, &issue.body.subject),
            complete_types::CODE => {
                let label = issue.body.expected.as_deref()?;
                missing_type(classification, &issue.body.subject, label)
            }
            shares::CODE => normalise(classification, &issue.body.subject),
            _ => None,
        })
        .collect()
}

fn fix(path: &str, before: impl Into<Value>, after: impl Into<Value>) -> Fix {
    Fix {
        path: path.to_owned(),
        before: before.into(),
        after: after.into(),
    }
}

fn segments(classification: &mut Classification) -> Fix {
    let (before, after) = (classification.number_of_segments, classification.segments.len() as u32);
    classification.number_of_segments = after;
    fix("number_of_segments", before, after)
}

fn page_count(classification: &mut Classification, subject: &str) -> Option<Fix> {
    let segment = segment(classification, subject, "page_count")?;
    let (before, after) = (segment.page_count, page_counts::counted(segment)?);
    segment.page_count = after;
    Some(fix(subject, before, after))
}

fn types<'c>(classification: &'c mut Classification, subject: &str) -> Option<&'c mut Vec<TypeShare>> {
    if subject == "mixture" {
        return Some(&mut classification.mixture);
    }
    segment(classification, subject, "types").map(|segment| &mut segment.types)
}

/// The segment named by `segments[N].part`.
fn segment<'c>(classification: &'c mut Classification, subject: &str, part: &str) -> Option<&'c mut Segment> {
    let mut segments = classification.segments.iter_mut().enumerate();
    let named = segments.find(|(index, _)| *subject == format!("segments[{index}].{part}"));
    named.map(|(_, segment)| segment)
}

fn missing_type(classification: &mut Classification, subject: &str, label: &str) -> Option<Fix> {
    let types = types(classification, subject)?;
    let path = format!("{subject}[{}]", types.len());
    types.push(TypeShare {
        label: label.to_owned(),
        presence: Presence::NoEvidence,
        confidence: 0.0,
        share: 0.0,
        evidence: Vec::new(),
    });
    let after = json!({ "label": label, "presence": Presence::NoEvidence, "share": 0.0 });
    Some(fix(&path, Value::Null, after))
}

fn normalise(classification: &mut Classification, subject: &str) -> Option<Fix> {
    let types = types(classification, subject)?;
    if !shares::can_normalise(types) {
        return None;
    }
    let before: Vec<f64> = types.iter().map(|share| share.share).collect();
    let sum = shares::sum(types);
    for share in types.iter_mut() {
        share.share /= sum;
    }
    let after: Vec<f64> = types.iter().map(|share| share.share).collect();
    Some(fix(subject, before, after))
}
