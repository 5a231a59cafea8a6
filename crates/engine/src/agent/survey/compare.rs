//! Merges two readings of one document: agreement raises confidence, disagreement reports both with their places, and
//! whatever either of them protects is kept. Values of forms are compared in `agent::readings`.

use super::{DOUBTFUL, Reader};
use std::collections::BTreeSet;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{Evidence, Marking, NewIssue, PageFinding, RaisedBy, Segment, Severity, Survey};
use touchstone_local::markings::UNMARKED;

/// Share of one reading's doubt that remains after agreement: the two work too differently to make the same mistake
/// often.
const LEFT: f64 = 0.5;
/// Below this confidence, a reading has its own reason for doubt, such as an illegible page, that agreement does not
/// remove.
const DOUBTED: f64 = 0.7;
/// Max pieces of evidence per side shown in an issue.
const SHOWN: usize = 3;

/// Confidence of a result that both readings agree on.
pub(super) fn agreed(confidence: f64) -> f64 {
    1.0 - LEFT * (1.0 - confidence)
}

pub(super) fn limit(finding: &mut PageFinding, most: f64) {
    for candidate in &mut finding.candidates {
        candidate.confidence = candidate.confidence.min(most);
    }
}

/// Merges both findings of a page.
pub(super) fn pages(grammar: &Grammar, local: &PageFinding, own: PageFinding) -> Both {
    let mut finding = own.clone();
    let more = local.evidence.iter().filter(|piece| !own.evidence.contains(piece));
    finding.evidence.extend(more.cloned());
    finding
        .signs
        .extend(local.signs.iter().filter(|sign| !own.signs.contains(sign)).cloned());
    let unseen = local
        .markings_found
        .iter()
        .filter(|text| !own.markings_found.contains(text));
    finding.markings_found.extend(unseen.cloned());
    finding.absence.clone_from(&local.absence);
    let (theirs, ours) = (local.confidence(), own.confidence());
    finding.marking = union(grammar, local, &own);
    let label = finding.marking.as_ref().filter(|marking| !marking.cancelled);
    let label = label.map_or(UNMARKED, |marking| marking.level.as_str()).to_owned();
    finding.candidates.clone_from(&local.candidates);
    finding.candidates.retain(|candidate| candidate.label != label);
    let same = alike(local.marking.as_ref(), own.marking.as_ref());
    let least = theirs.min(ours);
    let confidence = if !same {
        least.min(DOUBTFUL)
    } else if least >= DOUBTED {
        agreed(theirs)
    } else {
        least
    };
    let best = touchstone_core::record::Candidate { label, confidence };
    finding.candidates.insert(0, best);
    finding.candidates.iter_mut().skip(1).for_each(|other| {
        other.confidence = other.confidence.min(1.0 - confidence);
    });
    let mut issues = Vec::new();
    if !same {
        finding.rationale = format!("{}; the local engine: {}", own.rationale, local.rationale);
        issues.push(issue(grammar, local, &own));
    }
    Both {
        own: Some(own),
        finding,
        issues,
    }
}

/// Whatever either of them protects. A marking that only one reading calls cancelled remains in force.
fn union(grammar: &Grammar, local: &PageFinding, own: &PageFinding) -> Option<Marking> {
    let both: Vec<(u32, &Marking)> = [own, local]
        .into_iter()
        .filter_map(|finding| Some((finding.page, finding.marking.as_ref()?)))
        .collect();
    let merged = grammar.merge(&both);
    let first = both.first().map(|(_, marking)| (*marking).clone());
    if merged.level.is_empty() {
        return first;
    }
    let standing = both
        .iter()
        .filter(|(_, marking)| marking.level == merged.level && !marking.cancelled);
    let printed = standing
        .map(|(_, marking)| &marking.printed)
        .find(|printed| !printed.is_empty());
    Some(Marking {
        printed: printed.cloned().unwrap_or_default(),
        ..merged.marking()
    })
}

/// Whether two markings mean the same. The printed words may differ, since a page shows its marking more than once; a
/// declassification instruction that only one names is added, not doubted.
fn alike(one: Option<&Marking>, other: Option<&Marking>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return one.is_none() && other.is_none();
    };
    let set = |all: &[String]| all.iter().cloned().collect::<BTreeSet<String>>();
    let until = match (&one.declassify_on, &other.declassify_on) {
        (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
        _ => true,
    };
    one.level == other.level
        && one.cancelled == other.cancelled
        && set(&one.caveats) == set(&other.caveats)
        && set(&one.rel_to) == set(&other.rel_to)
        && until
}

fn issue(grammar: &Grammar, local: &PageFinding, own: &PageFinding) -> NewIssue {
    let line = |finding: &PageFinding| match &finding.marking {
        None => UNMARKED.to_owned(),
        Some(marking) => {
            let until = marking.declassify_on.as_ref();
            let until = until
                .map(|until| format!(", declassify on {until}"))
                .unwrap_or_default();
            let cancelled = if marking.cancelled { ", cancelled" } else { "" };
            format!("{}{until}{cancelled}", grammar.line(marking))
        }
    };
    let what = format!("the two readings of page {} found different markings", own.page);
    let subject = format!("pages[{}]", own.page.saturating_sub(1));
    NewIssue::new(
        RaisedBy::Readings,
        "marking_disagreement",
        Severity::Major,
        subject,
        what,
    )
    .expected(line(local), line(own))
    .evidence(places(&local.evidence, &own.evidence))
    .suggestion("check the page; until then the higher of the two counts")
}

/// Some places of each side.
fn places(local: &[Evidence], own: &[Evidence]) -> Vec<Evidence> {
    local
        .iter()
        .take(SHOWN)
        .chain(own.iter().take(SHOWN))
        .cloned()
        .collect()
}

/// How two readings of a chart differ: in the document's label, or else in the segments.
pub(super) fn charts(reader: &Reader<'_>, local: &Survey, own: &Survey) -> Option<NewIssue> {
    let label = |survey: &Survey| {
        let best = survey.candidates.first();
        best.map_or_else(|| reader.pack.fallback.clone(), |best| best.label.clone())
    };
    let (code, what, subject, theirs, ours) = if label(local) == label(own) {
        let what = "the two readings split the document differently";
        (
            "segments_disagreement",
            what,
            "segments",
            papers(&local.segments),
            papers(&own.segments),
        )
    } else {
        let what = "the two readings give the document different labels";
        ("label_disagreement", what, "label", label(local), label(own))
    };
    let evidence = |survey: &Survey| -> Vec<Evidence> {
        let types = survey.segments.iter().flat_map(|segment| &segment.types);
        types.flat_map(|share| share.evidence.iter().take(1)).cloned().collect()
    };
    (theirs != ours).then(|| {
        NewIssue::new(RaisedBy::Readings, code, Severity::Major, subject, what)
            .expected(theirs, ours)
            .evidence(places(&evidence(local), &evidence(own)))
    })
}

/// `1-5 Genomic Report; 6-8 Clinical Note`.
fn papers(segments: &[Segment]) -> String {
    let one = |segment: &Segment| format!("{}-{} {}", segment.first_page, segment.last_page, segment.label);
    segments.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Both readings of one page, merged.
pub(super) struct Both {
    /// The model's own finding, before merging; `None` if the question got no answer.
    pub own: Option<PageFinding>,
    pub finding: PageFinding,
    pub issues: Vec<NewIssue>,
}
