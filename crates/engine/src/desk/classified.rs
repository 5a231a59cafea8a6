//! Classifications, findings and markings as the window shows them.

use super::fields::evidence;
use super::history::by;
use super::views::{
    AbsenceView, BandName, CandidateView, ClassificationView, CorrectedView, FindingView, MarkingView, PassName,
    SegmentView, ShareView,
};
use crate::review;
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Band, Correction, Marking, PageFinding, Pass, Presence, RunRecord, Segment, TypeShare};

/// The document's classification as corrected by users, alongside what was read.
pub(super) fn classification(
    corrected: &RunRecord,
    as_read: &RunRecord,
    pack: Option<&Pack>,
) -> Option<ClassificationView> {
    let from = corrected.classification()?;
    let of_whole = |path: &str| review::label_place(path).is_some() || review::page_place(path).is_some();
    let read = as_read.classification();
    Some(ClassificationView {
        corrected: last_edit(corrected, of_whole).map(|edit| CorrectedView {
            by: by(edit),
            label: read.map(|read| read.label.clone()),
            marking: read
                .and_then(|read| read.marking.as_ref())
                .map(|read| marking(read, pack)),
        }),

        label: from.label.clone(),
        proposed_label: from.proposed_label.clone(),
        confidence: from.confidence,
        band: band(from.confidence),
        rationale: from.rationale.clone(),
        candidates: from
            .candidates
            .iter()
            .map(|candidate| CandidateView {
                label: candidate.label.clone(),
                confidence: candidate.confidence,
            })
            .collect(),
        segments: from.segments.iter().map(|one| segment(one, from.confidence)).collect(),
        mixture: from.mixture.iter().map(share).collect(),
        vendor_signals: from.vendor_signals.clone(),
        self_evaluation: from.self_evaluation.clone(),
        marking: from.marking.as_ref().map(|one| marking(one, pack)),
    })
}

fn last_edit(run_record: &RunRecord, about: impl Fn(&str) -> bool) -> Option<&Correction> {
    let mut edits = review::in_force(&run_record.corrections).into_iter();
    edits.rfind(|edit| about(&edit.path))
}

fn segment(from: &Segment, otherwise: f64) -> SegmentView {
    SegmentView {
        first_page: from.first_page,
        last_page: from.last_page,
        label: from.label.clone(),
        confidence: from
            .types
            .iter()
            .find(|one| one.label == from.label)
            .map_or(otherwise, |one| one.confidence),
        types: from.types.iter().map(share).collect(),
    }
}

fn share(from: &TypeShare) -> ShareView {
    let presence = match from.presence {
        Presence::Primary => "PRIMARY",
        Presence::EmbeddedRaw => "EMBEDDED_RAW",
        Presence::MentionOnly => "MENTION_ONLY",
        Presence::NoEvidence => "NO_EVIDENCE",
    };
    ShareView {
        label: from.label.clone(),
        presence: presence.to_owned(),
        confidence: from.confidence,
        share: from.share,
        evidence: from.evidence.iter().map(evidence).collect(),
    }
}

/// The findings of each pass on each page as corrected by users, alongside what was read.
pub(super) fn findings(corrected: &RunRecord, as_read: &RunRecord, pack: Option<&Pack>) -> Vec<FindingView> {
    let looks = corrected.findings.iter().zip(&as_read.findings);
    looks
        .map(|(now, read)| {
            let edit = last_edit(corrected, |path| review::page_place(path) == Some(now.page));
            let corrected = edit.filter(|_| now != read).map(|edit| CorrectedView {
                by: by(edit),
                label: read.candidates.first().map(|best| best.label.clone()),
                marking: read.marking.as_ref().map(|one| marking(one, pack)),
            });
            FindingView {
                corrected,
                ..finding(now, pack)
            }
        })
        .collect()
}

fn finding(from: &PageFinding, pack: Option<&Pack>) -> FindingView {
    let confidence = from.confidence();
    FindingView {
        page: from.page,
        pass: match from.pass {
            Pass::Classify => PassName::Classify,
            Pass::Enhance => PassName::Enhance,
        },
        label: from.candidates.first().map(|best| best.label.clone()),
        confidence,
        band: band(confidence),
        markings_found: from.markings_found.clone(),
        marking: from.marking.as_ref().map(|one| marking(one, pack)),
        rationale: from.rationale.clone(),
        wants: from.enhance.then(|| from.enhancements.clone()),
        absence: from.absence.as_ref().map(|absence| AbsenceView {
            zones: absence.zones.clone(),
            enhancements: absence.enhancements.clone(),
        }),
        evidence: from.evidence.iter().map(evidence).collect(),
        corrected: None,
    }
}

/// A marking in the words and colors of its pack.
pub(super) fn marking(from: &Marking, pack: Option<&Pack>) -> MarkingView {
    let label = pack.and_then(|pack| pack.labels.iter().find(|label| label.name == from.level));
    MarkingView {
        level: from.level.clone(),
        line: review::grammar(pack).line(from),
        colour: label.and_then(|label| label.colour.clone()),
        declassify_on: from.declassify_on.clone(),
        cancelled: from.cancelled,
    }
}

/// The marking of a document, or the highest seen so far while its pages are still being classified.
pub(super) fn highest(run_record: &RunRecord, pack: &Pack) -> Option<MarkingView> {
    match run_record.classification() {
        Some(found) => found.marking.as_ref().map(|one| marking(one, Some(pack))),
        None => merged(
            run_record.findings.iter().filter_map(|found| found.marking.as_ref()),
            pack,
        ),
    }
}

/// The highest level of several markings with all restrictions; `None` if none of them is in force.
pub(super) fn merged<'m>(markings: impl Iterator<Item = &'m Marking>, pack: &Pack) -> Option<MarkingView> {
    let highest = grammar(pack)?.highest(markings)?;
    Some(marking(&highest, Some(pack)))
}

fn grammar(pack: &Pack) -> Option<Grammar> {
    pack.vocabulary.clone().map(Grammar::new)
}

pub(super) fn band(confidence: f64) -> BandName {
    match Band::of(confidence) {
        Band::High => BandName::High,
        Band::Medium => BandName::Medium,
        Band::Low => BandName::Low,
    }
}
