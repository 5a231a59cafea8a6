//! Merges the findings of all pages into the document's marking: highest level, all restrictions, confidence and
//! rationale. Of a page looked at twice, the second finding counts; it unites both looks.

use super::page::UNMARKED;
use touchstone_core::grammar::{Grammar, Merged, Note};
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    Band, Candidate, Evidence, Marking, PageFinding, PageSign, Presence, Segment, Sign, Survey, TypeShare, Usage,
};

/// Max confidence of a document whose pages show different levels.
const UNEVEN: f64 = 0.88;

pub fn finalize(pack: &Pack, grammar: &Grammar, mut first: Vec<PageFinding>, mut again: Vec<PageFinding>) -> Survey {
    note_pages(grammar, &mut first, &mut again);
    let last = last(&first, &again);
    let marked: Vec<(u32, &Marking)> = last
        .iter()
        .filter_map(|look| Some((look.page, look.marking.as_ref()?)))
        .collect();
    let merged = grammar.merge(&marked);
    let cancelled = marked
        .iter()
        .find(|(_, marking)| marking.cancelled)
        .map(|(_, marking)| *marking);
    let label = if merged.level.is_empty() {
        UNMARKED.to_owned()
    } else {
        merged.level.clone()
    };
    let confidence = confidence(&label, &last, &merged);
    let marking = document_marking(&label, &merged, &marked, cancelled);
    let evidence = evidence(&last, &label);
    let pages = last.len() as u32;
    let rationale = rationale(grammar, &label, &last, &merged);
    let types = shares(pack, &label, confidence, evidence);
    let segments = vec![Segment {
        first_page: 1,
        last_page: pages.max(1),
        page_count: pages.max(1),
        label: label.clone(),
        types: types.clone(),
    }];
    let mut survey = Survey {
        candidates: candidates(&label, confidence, &last),
        proposed_label: None,
        segments,
        forms: Vec::new(),
        marking: Some(marking),
        mixture: Vec::new(),
        vendor_signals: Vec::new(),
        self_evaluation: None,
        findings: Vec::new(),
        rationale,
        claimed_segments: None,
        issues: Vec::new(),
        usage: Usage::default(),
    };
    survey.findings = first;
    survey.findings.extend(again);
    survey
}

/// Notes pages that differ from each other. The first page must show the highest marking of its document (DoDM 5200.01
/// volume 2), so a first page that shows less or nothing is noted, as are classified pages without a release list where
/// others have one.
fn note_pages(grammar: &Grammar, first: &mut [PageFinding], again: &mut [PageFinding]) {
    let looks = first.iter().chain(again.iter());
    let marked: Vec<(u32, &Marking)> = looks
        .filter_map(|look| Some((look.page, look.marking.as_ref()?)))
        .collect();
    let merged = grammar.merge(&marked);
    let highest = &merged.level;
    let mut notes: Vec<(u32, Sign, String)> = Vec::new();
    let bare = |look: &PageFinding| look.page == 1 && look.marking.is_none();
    let unmarked = last(first, again).into_iter().any(bare);
    if unmarked && grammar.vocabulary().is_classified(highest) {
        let detail = format!("it shows no marking, a later page shows {highest}");
        notes.push((1, Sign::FirstPageLower, detail));
    }
    notes.extend(merged.notes.iter().filter_map(|note| match note {
        Note::FirstPageLower { page, level } => {
            let detail = format!("it shows {level}, a later page shows {highest}");
            Some((*page, Sign::FirstPageLower, detail))
        }
        Note::NoList { page, level } => {
            let detail = format!("{level} names no countries, but other pages do");
            Some((*page, Sign::ReleaseDiffers, detail))
        }
        Note::ShownToOthers { page } => {
            let detail = "it may be released to others, but another page is withheld from all foreign nationals";
            Some((*page, Sign::ReleaseDiffers, detail.to_owned()))
        }
        Note::UnclearInstruction { page, instruction } => {
            let detail = format!("it is not known how long `{instruction}` protects, and another instruction differs");
            Some((*page, Sign::UnknownWords, detail))
        }
        _ => None,
    }));
    for (page, sign, detail) in notes {
        let looks = first
            .iter_mut()
            .chain(again.iter_mut())
            .filter(|look| look.page == page);
        looks.for_each(|look| look.signs.push(PageSign::new(sign, &detail)));
    }
}

/// The findings that count: the second one of a page looked at twice.
fn last<'f>(first: &'f [PageFinding], again: &'f [PageFinding]) -> Vec<&'f PageFinding> {
    let counts = |look: &'f PageFinding| again.iter().find(|later| later.page == look.page).unwrap_or(look);
    first.iter().map(counts).collect()
}

/// The least sure page decides: an unreadable page may bear a higher level than all others.
fn confidence(label: &str, pages: &[&PageFinding], merged: &Merged) -> f64 {
    let least = pages.iter().map(|page| page.confidence()).fold(1.0, f64::min);
    let uneven = !merged.notes.is_empty() || label != UNMARKED && pages.iter().any(|page| page.marking.is_none());
    if pages.is_empty() {
        0.0
    } else if uneven {
        least.min(UNEVEN)
    } else {
        least
    }
}

fn document_marking(label: &str, merged: &Merged, marked: &[(u32, &Marking)], cancelled: Option<&Marking>) -> Marking {
    if merged.level.is_empty() {
        return cancelled.cloned().unwrap_or(Marking {
            level: UNMARKED.to_owned(),
            caveats: Vec::new(),
            rel_to: Vec::new(),
            declassify_on: None,
            printed: String::new(),
            cancelled: false,
        });
    }
    let of_level = marked
        .iter()
        .find(|(_, marking)| marking.level == label && !marking.printed.is_empty());
    Marking {
        level: merged.level.clone(),
        caveats: merged.caveats.clone(),
        rel_to: merged.rel_to.clone(),
        declassify_on: merged.declassify_on.clone(),
        printed: of_level.map(|(_, marking)| marking.printed.clone()).unwrap_or_default(),
        cancelled: false,
    }
}

/// Evidence of the level or, for a document without one, the margins that were searched.
fn evidence(pages: &[&PageFinding], label: &str) -> Vec<Evidence> {
    let shows = |page: &PageFinding| page.candidates.first().is_some_and(|best| best.label == label);
    let of_label = pages.iter().filter(|page| shows(page));
    of_label.flat_map(|page| page.evidence.iter().cloned()).collect()
}

/// All labels of the pack; the document's label has the whole share.
fn shares(pack: &Pack, label: &str, confidence: f64, mut evidence: Vec<Evidence>) -> Vec<TypeShare> {
    let own = |name: &str| name == label;
    pack.labels
        .iter()
        .map(|known| TypeShare {
            label: known.name.clone(),
            presence: if own(&known.name) {
                Presence::Primary
            } else {
                Presence::NoEvidence
            },
            confidence: if own(&known.name) { confidence } else { 0.0 },
            share: if own(&known.name) { 1.0 } else { 0.0 },
            evidence: if own(&known.name) {
                std::mem::take(&mut evidence)
            } else {
                Vec::new()
            },
        })
        .collect()
}

fn candidates(label: &str, confidence: f64, pages: &[&PageFinding]) -> Vec<Candidate> {
    let mut all = vec![Candidate {
        label: label.to_owned(),
        confidence,
    }];
    for page in pages {
        for other in &page.candidates {
            if !all.iter().any(|known| known.label == other.label) {
                let share = pages
                    .iter()
                    .filter(|page| page.candidates.first().is_some_and(|best| best.label == other.label))
                    .count();
                let confidence = (1.0 - confidence) * share as f64 / pages.len() as f64;
                all.push(Candidate {
                    label: other.label.clone(),
                    confidence,
                });
            }
        }
    }
    all
}

fn rationale(grammar: &Grammar, label: &str, pages: &[&PageFinding], merged: &Merged) -> String {
    let mut lines = vec![match pages.len() {
        1 => format!("{label} is the marking of the only page."),
        many => format!("{label} is the highest marking of {many} pages."),
    }];
    if pages.len() > 1 {
        lines.extend(borne(grammar, pages));
    }
    lines.extend(merged.notes.iter().map(|note| match note {
        Note::Lower { page, level } => format!("Page {page} shows only {level}."),
        Note::FirstPageLower { page, level } => format!("Page {page}, the first, shows only {level}."),
        Note::NoList { page, level } => format!("Page {page}, {level}, names no countries, but other pages do."),
        Note::UnclearInstruction { page, instruction } => {
            format!("Page {page}: it is not known how long `{instruction}` protects, and another instruction differs.")
        }
        Note::ShownToOthers { page } => {
            format!("Page {page} may be released to others, but another page is withheld from all foreign nationals.")
        }
        Note::NothingInCommon => "No country is in every REL TO list, so NOFORN applies.".to_owned(),
    }));
    let low = |page: &&&PageFinding| Band::of(page.confidence()) == Band::Low;
    lines.extend(pages.iter().filter(low).map(|page| describe(page)));
    lines.join("\n")
}

/// Each marking with its pages: `SECRET//NOFORN is on pages 1 to 3, 5.`
fn borne(grammar: &Grammar, pages: &[&PageFinding]) -> Vec<String> {
    let mut markings: Vec<(String, Vec<u32>)> = Vec::new();
    for finding in pages {
        let line = match &finding.marking {
            Some(marking) if marking.cancelled => format!("{}, cancelled,", grammar.line(marking)),
            Some(marking) => grammar.line(marking),
            None => "No marking".to_owned(),
        };
        match markings.iter_mut().find(|(known, _)| *known == line) {
            Some((_, pages)) => pages.push(finding.page),
            None => markings.push((line, vec![finding.page])),
        }
    }
    let sentence = |(line, pages): (String, Vec<u32>)| {
        let noun = if pages.len() == 1 { "page" } else { "pages" };
        format!("{line} is on {noun} {}.", in_stretches(&pages))
    };
    markings.into_iter().map(sentence).collect()
}

/// `1 to 3, 5, 6`; `pages` must be ascending.
fn in_stretches(pages: &[u32]) -> String {
    let stretches = pages.chunk_by(|one, next| one + 1 == *next);
    let ranges = stretches.map(|stretch| match stretch {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    ranges.collect::<Vec<_>>().join(", ")
}

fn describe(finding: &PageFinding) -> String {
    format!("Page {}: {}.", finding.page, finding.rationale)
}

#[cfg(test)]
mod tests {
    use super::in_stretches;

    #[test]
    fn pages_are_told_in_stretches() {
        let check = |pages: &[u32], expected: &str| assert_eq!(in_stretches(pages), expected, "{pages:?}");
        check(&[4], "4");
        check(&[1, 2], "1, 2");
        check(&[1, 2, 3], "1 to 3");
        check(&[1, 2, 3, 5, 7, 8, 9, 12], "1 to 3, 5, 7 to 9, 12");
    }
}
