//! Unites two looks at a page into one finding: their markings are merged, and a misread control gives way to a clear
//! reading of the same one, which the rationale records.

use super::model::DOUBTFUL;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{Candidate, Marking, PageFinding, PageSign, Pass, Sign};

/// Min similarity of two readings of one control.
const ALIKE: f64 = 0.6;

/// The second look, as the finding of the page.
pub fn united(grammar: &Grammar, first: &PageFinding, mut second: PageFinding) -> PageFinding {
    if let Some(absence) = &mut second.absence {
        let searched = first.absence.iter().flat_map(|absence| absence.enhancements.iter());
        let more: Vec<String> = searched
            .filter(|known| !absence.enhancements.contains(known))
            .cloned()
            .collect();
        absence.enhancements.splice(0..0, more);
    }
    if second.enhance {
        limit(&mut second);
    }
    let Some(before) = &first.marking else {
        // A possible fragment of a level still counts if the finer rendering loses it.
        let none = second.marking.is_none();
        let left = first
            .signs
            .iter()
            .filter(|sign| none && sign.sign == Sign::UnknownWords);
        let lost: Vec<PageSign> = left.filter(|sign| !second.signs.contains(sign)).cloned().collect();
        return lost.into_iter().fold(second, doubted);
    };
    let Some(after) = &second.marking else {
        let mut kept = first.clone();
        kept.pass = Pass::Enhance;
        kept.enhance = false;
        let detail = "the enhanced image did not show the marking that was read before";
        return doubted(kept, PageSign::new(Sign::LooksDiffer, detail));
    };
    let page = second.page;
    let (before, dropped) = clear(grammar, before, after);
    let merged = grammar.merge(&[(page, &before), (page, after)]);
    let level = if merged.level.is_empty() {
        after.level.clone()
    } else {
        merged.level
    };
    let (differ, cancelled) = (before.level != after.level, before.cancelled || after.cancelled);
    let united = Marking {
        level,
        caveats: merged.caveats,
        rel_to: merged.rel_to,
        declassify_on: merged.declassify_on,
        printed: after.printed.clone(),
        cancelled,
    };
    if !cancelled {
        relabel(&mut second, &united.level);
        second.marking = Some(united);
    }
    let dropped = dropped
        .iter()
        .map(|name| format!("; `{name}` of the first look was the same mark, misread"));
    second.rationale.extend(dropped);
    if differ {
        let detail = "the two looks at the page read different levels";
        second = doubted(second, PageSign::new(Sign::LooksDiffer, detail));
    }
    second
}

/// The first look, with a failed second look noted.
pub fn failed(first: &PageFinding, why: &str) -> PageFinding {
    let mut finding = first.clone();
    finding.pass = Pass::Enhance;
    let detail = format!("the enhanced image could not be read: {why}");
    doubted(finding, PageSign::new(Sign::SecondLookFailed, &detail))
}

/// Whether an enhanced rendering of the page could not be read.
pub(super) fn has_failed(finding: &PageFinding) -> bool {
    finding.signs.iter().any(|sign| sign.sign == Sign::SecondLookFailed)
}

/// Adds a separately read place to a finding; `what` names the place. A marking shown nowhere else on the page goes to
/// an expert.
pub(super) fn placed(grammar: &Grammar, mut finding: PageFinding, part: PageFinding, what: &str) -> PageFinding {
    if let Some(absence) = &mut finding.absence {
        let searched = what.to_owned();
        if !absence.zones.contains(&searched) {
            absence.zones.push(searched);
        }
    }
    let Some(found) = part.marking else {
        if !part.signs.is_empty() {
            let named = part.candidates.iter().map(|one| one.confidence).fold(1.0, f64::min);
            let cap = |one: &mut Candidate| one.confidence = one.confidence.min(named);
            finding.candidates.iter_mut().for_each(cap);
            finding.signs.extend(part.signs);
        }
        return finding;
    };
    let before = finding.marking.take();
    let standing: Vec<(u32, &Marking)> = before.iter().chain([&found]).map(|one| (finding.page, one)).collect();
    let merged = grammar.merge(&standing);
    let united = Marking {
        printed: before.as_ref().map_or(&found.printed, |before| &before.printed).clone(),
        ..merged.marking()
    };
    let shown = |one: &Marking| (one.level.clone(), one.caveats.clone(), one.rel_to.clone());
    let known = before.as_ref().is_some_and(|before| shown(before) == shown(&united));
    if before.is_none() {
        finding.evidence.clear();
        finding.absence = None;
    }
    finding.evidence.extend(part.evidence);
    let text = part.markings_found.join(" ");
    finding.markings_found.extend(part.markings_found);
    if known {
        finding.marking = before;
        return finding;
    }
    if united.level.is_empty() {
        finding.marking = before.or(Some(found));
    } else {
        finding.candidates.truncate(1);
        relabel(&mut finding, &united.level);
        finding.marking = Some(united);
    }
    doubted(
        finding,
        PageSign::new(Sign::OutsideText, &format!("`{text}` was read only in {what}")),
    )
}

/// Changes the label of the page, also at the start of its rationale.
fn relabel(finding: &mut PageFinding, level: &str) {
    for candidate in &mut finding.candidates {
        if let Some(rest) = finding.rationale.strip_prefix(&format!("{}: ", candidate.label)) {
            finding.rationale = format!("{level}: {rest}");
        }
        level.clone_into(&mut candidate.label);
    }
}

pub(super) fn doubted(mut finding: PageFinding, sign: PageSign) -> PageFinding {
    finding.rationale = format!("{}; {}", finding.rationale, sign.detail);
    finding.signs.push(sign);
    limit(&mut finding);
    finding
}

fn limit(finding: &mut PageFinding) {
    for candidate in &mut finding.candidates {
        candidate.confidence = candidate.confidence.min(DOUBTFUL);
    }
}

/// The first look's marking without controls that are misreadings of the second's, and their names.
fn clear(grammar: &Grammar, first: &Marking, second: &Marking) -> (Marking, Vec<String>) {
    let misread = |name: &String| {
        let mut known = second.caveats.iter().filter(|other| grammar.knows(other));
        !grammar.knows(name) && known.any(|other| strsim::normalized_levenshtein(name, other) >= ALIKE)
    };
    let (dropped, caveats) = first.caveats.iter().cloned().partition(misread);
    let first = Marking {
        caveats,
        ..first.clone()
    };
    (first, dropped)
}
