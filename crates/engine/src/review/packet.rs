//! Builds the expert packet of an escalated run from its stored rows (seed 003, slide 9). Pure. See `export` for its
//! shape and `html` for its printable page.

use super::{context, place_of};
use crate::export::{
    Comparison, LabelEvidence, Line, PACKET_SCHEMA, Packet, PacketIssue, PacketSegment, ResultJson, TextContext,
};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::record::{
    Cause, Classification, Decided, Evidence, Field, Issue, Presence, Prior, ReviewState, RunRecord, TypeShare,
};
use touchstone_intake::Reading;

/// Max places shown per issue, and per label.
const MOST_PLACES: usize = 3;

/// Readings by page and number, as evidence names them.
pub type PacketReadings = BTreeMap<(u32, u32), Reading>;

/// The readings whose text a packet shows.
pub fn readings_wanted(run_record: &RunRecord) -> BTreeSet<(u32, u32)> {
    let of_issues = last_issues(run_record);
    let mut shown: Vec<&Evidence> = Vec::new();
    for issue in &of_issues {
        shown.extend(evidence_of(run_record, issue));
    }
    let labels = present(run_record)
        .into_iter()
        .flat_map(|(_, share)| share.evidence.iter().take(MOST_PLACES));
    shown.extend(labels);
    shown.into_iter().map(|piece| (piece.page, piece.reading)).collect()
}

/// Builds the packet. `text` tells where to find the text of the pages.
pub fn packet(
    run_record: &RunRecord,
    readings: &PacketReadings,
    prior: Option<&Prior>,
    line: Line<'_>,
    text: String,
) -> Packet {
    let result = ResultJson::of(run_record, line);
    let marking = result
        .classification
        .marking
        .as_ref()
        .map(|marking| marking.banner.clone());
    let mut issues = last_issues(run_record);
    issues.sort_by(|a, b| (a.body.severity, &a.id).cmp(&(b.body.severity, &b.id)));
    let comparison = prior.map(|prior| compare(run_record, prior, marking.as_deref()));
    let decision = run_record.decision.as_ref();
    Packet {
        schema: PACKET_SCHEMA.to_owned(),
        doc_id: run_record.document.id,
        run_id: run_record.run.id,
        pdf_filename: run_record.document.file_name.clone(),
        file_path: run_record.document.path.clone(),
        sha256: run_record.document.sha256.clone(),
        page_count: run_record.document.page_count,
        case: run_record.document.case.clone(),
        pack: run_record.run.pack.clone(),
        created_at: touchstone_core::record::now(),
        highest_marking: marking,
        v5_decision: decision.map_or(Decided::EscalateToSme, |decision| decision.outcome),
        rule: decision.map_or(8, |decision| decision.rule),
        cause: decision.map_or(Cause::Rule, |decision| decision.cause),
        total_issues: issues.len(),
        review_status: run_record
            .review
            .as_ref()
            .map_or(ReviewState::Pending, |review| review.state),
        review_verdict: run_record.review.as_ref().and_then(|review| review.verdict),
        production_differs: comparison.as_ref().map(|found| !found.differences.is_empty()),
        comparison,
        issues_summary: issues
            .iter()
            .map(|issue| packet_issue(run_record, issue, readings))
            .collect(),
        verification: result.verification,
        model_phases: run_record
            .verifications
            .last()
            .map(|pass| pass.model_phases.clone())
            .unwrap_or_default(),
        classification: result.classification,
        forms: result.forms,
        evidence: label_evidence(run_record, readings),
        document_bundle_path: text,
    }
}

/// The issues of the last pass, on which the decision is based.
fn last_issues(run_record: &RunRecord) -> Vec<Issue> {
    let last = run_record.verifications.last().map(|pass| pass.pass);
    let of_last = run_record.issues.iter().filter(|issue| Some(issue.pass) == last);
    let mut issues: Vec<Issue> = of_last.cloned().collect();
    super::follow_rows(&mut issues, &run_record.corrections);
    issues
}

fn packet_issue(run_record: &RunRecord, issue: &Issue, readings: &PacketReadings) -> PacketIssue {
    let body = &issue.body;
    let mut shown = PacketIssue {
        severity: body.severity,
        agent: body.raised_by,
        id: issue.id.clone(),
        code: body.code.clone(),
        message: body.message.clone(),
        location: location(run_record, &body.subject),
        fix: body.suggestion.clone().or_else(|| {
            body.auto_fixable
                .then(|| "Repaired mechanically; see the repairs in the verification".to_owned())
        }),
        expected: body.expected.clone(),
        actual: body.actual.clone(),
        segment: segment_of(run_record, &body.subject),
        readable: String::new(),
        contexts: contexts(&evidence_of(run_record, issue), readings),
    };
    shown.readable = shown.print();
    shown
}

fn contexts(evidence: &[&Evidence], readings: &PacketReadings) -> Vec<TextContext> {
    let shown = evidence.iter().take(MOST_PLACES);
    shown
        .map(|piece| context(piece, readings.get(&(piece.page, piece.reading))))
        .collect()
}

/// The evidence of an issue, or else that of its subject.
fn evidence_of<'d>(run_record: &'d RunRecord, issue: &'d Issue) -> Vec<&'d Evidence> {
    if !issue.body.evidence.is_empty() {
        return issue.body.evidence.iter().take(MOST_PLACES).collect();
    }
    let Some(found) = run_record.classification() else {
        return Vec::new();
    };
    let subject = issue.body.subject.as_str();
    if let Some(share) = share_at(found, subject) {
        return share.evidence.iter().take(MOST_PLACES).collect();
    }
    if let Some(field) = field_at(run_record, subject) {
        return field.evidence.iter().take(MOST_PLACES).collect();
    }
    let segment = index_in(subject, "segments").and_then(|index| found.segments.get(index));
    let (label, shares) = segment.map_or((&found.label, &found.mixture), |segment| {
        (&segment.label, &segment.types)
    });
    let named = shares.iter().find(|share| share.label == *label);
    let evidence = named.map(|share| share.evidence.iter().take(MOST_PLACES).collect());
    evidence.unwrap_or_default()
}

/// The share at a path such as `segments[0].types[2]` or `mixture[2]`.
fn share_at<'c>(found: &'c Classification, subject: &str) -> Option<&'c TypeShare> {
    let (types, rest) = match index_in(subject, "segments") {
        Some(index) => (&found.segments.get(index)?.types, subject.split_once("].")?.1),
        None => (&found.mixture, subject),
    };
    let name = if rest == subject { "mixture" } else { "types" };
    types.get(index_in(rest, name)?)
}

fn field_at<'d>(run_record: &'d RunRecord, subject: &str) -> Option<&'d Field> {
    let (number, path) = form_place(subject)?;
    let form = run_record.forms.iter().find(|form| form.number == number)?;
    form.field(path.split(['.', '[']).next()?)
}

/// The form, counted from 1, and the place in it; issues may omit `fields`.
fn form_place(subject: &str) -> Option<(u32, &str)> {
    if let Some(place) = place_of(subject) {
        return Some(place);
    }
    let number = u32::try_from(index_in(subject, "forms")?).ok()?.checked_add(1)?;
    Some((number, subject.split_once("].").map_or("", |(_, rest)| rest)))
}

/// The index of a list: the 2 in `segments[2]...`.
fn index_in(subject: &str, list: &str) -> Option<usize> {
    let inside = subject.strip_prefix(list)?.strip_prefix('[')?;
    inside.split_once(']')?.0.parse().ok()
}

fn segment_of(run_record: &RunRecord, subject: &str) -> Option<PacketSegment> {
    let found = run_record.classification()?;
    let index = match form_place(subject) {
        Some((number, _)) => run_record.forms.iter().find(|form| form.number == number)?.segment as usize,
        None => index_in(subject, "segments")?,
    };
    let segment = found.segments.get(index)?;
    Some(PacketSegment {
        first_page: segment.first_page,
        last_page: segment.last_page,
        label: segment.label.clone(),
    })
}

/// The subject of an issue, in words.
fn location(run_record: &RunRecord, subject: &str) -> String {
    let found = run_record.classification();
    if let Some((number, path)) = form_place(subject) {
        let form = run_record.forms.iter().find(|form| form.number == number);
        let label = form.map_or(String::new(), |form| format!(" ({})", form.label));
        return arrow(format!("form {number}{label}"), path);
    }
    let share = found.and_then(|found| share_at(found, subject));
    if let Some(index) = index_in(subject, "segments") {
        let segment = found.and_then(|found| found.segments.get(index));
        let pages = segment.map_or(String::new(), |segment| {
            format!(" ({})", pages(segment.first_page, segment.last_page))
        });
        let rest = subject.split_once("].").map_or("", |(_, rest)| rest);
        return arrow(
            format!("segment {}{pages}", index + 1),
            share.map_or(rest, |share| share.label.as_str()),
        );
    }
    if subject.starts_with("mixture") {
        return arrow(
            "document mixture".to_owned(),
            share.map_or("", |share| share.label.as_str()),
        );
    }
    match index_in(subject, "pages") {
        Some(index) => format!("page {}", index + 1),
        None => subject.to_owned(),
    }
}

fn arrow(whole: String, part: &str) -> String {
    if part.is_empty() {
        whole
    } else {
        format!("{whole} → {part}")
    }
}

fn pages(first: u32, last: u32) -> String {
    if first == last {
        format!("page {first}")
    } else {
        format!("pages {first} to {last}")
    }
}

/// Labels reported present, by part of the document. The mixture repeats the segments, so it is used only if there are
/// none.
fn present(run_record: &RunRecord) -> Vec<(String, &TypeShare)> {
    let Some(found) = run_record.classification() else {
        return Vec::new();
    };
    let mut all: Vec<(String, &TypeShare)> = Vec::new();
    for segment in &found.segments {
        let part = pages(segment.first_page, segment.last_page);
        all.extend(segment.types.iter().map(|share| (part.clone(), share)));
    }
    if all.is_empty() {
        all.extend(found.mixture.iter().map(|share| ("document".to_owned(), share)));
    }
    all.retain(|(_, share)| share.presence != Presence::NoEvidence && !share.evidence.is_empty());
    all
}

fn label_evidence(run_record: &RunRecord, readings: &PacketReadings) -> Vec<LabelEvidence> {
    let shown = present(run_record).into_iter();
    shown
        .map(|(part, share)| LabelEvidence {
            part,
            label: share.label.clone(),
            contexts: contexts(&share.evidence.iter().collect::<Vec<_>>(), readings),
        })
        .collect()
}

/// The differences from a prior classification. What it omits is not a difference.
pub fn compare(run_record: &RunRecord, prior: &Prior, marking: Option<&str>) -> Comparison {
    let found = run_record.classification();
    let mut differences = Vec::new();
    let ours = found.map_or("nothing", |found| found.label.as_str());
    let mut differ = |what: &str, ours: String, theirs: String| {
        if !same(&ours, &theirs) {
            let what = what.to_owned();
            differences.push(crate::export::Difference { what, ours, theirs });
        }
    };
    if let Some(theirs) = &prior.label {
        // A marking may be given as its level or as a banner line.
        let line = marking.filter(|_| theirs.contains("//"));
        differ("label", line.unwrap_or(ours).to_owned(), theirs.clone());
    }
    if !prior.segments.is_empty() {
        let segments = found.map(|found| found.segments.as_slice()).unwrap_or_default();
        // Prior segments without a label are compared by their pages.
        let silent = |index: usize| prior.segments.get(index).is_some_and(|theirs| theirs.label.is_none());
        let own = segments.iter().enumerate().map(|(index, one)| {
            let label = Some(&one.label).filter(|_| !silent(index));
            (one.first_page, one.last_page, label)
        });
        let others = prior
            .segments
            .iter()
            .map(|one| (one.first_page, one.last_page, one.label.as_ref()));
        differ("segments", listed(own), listed(others));
    }
    Comparison {
        prior: prior.clone(),
        differences,
    }
}

fn listed<'a>(segments: impl Iterator<Item = (u32, u32, Option<&'a String>)>) -> String {
    let named = segments.map(|(first, last, label)| match label {
        Some(label) => format!("{} {label}", pages(first, last)),
        None => pages(first, last),
    });
    named.collect::<Vec<_>>().join(", ")
}

fn same(ours: &str, theirs: &str) -> bool {
    ours.trim().eq_ignore_ascii_case(theirs.trim())
}

#[cfg(test)]
mod tests;
