//! Edits of a single page's marking, under paths such as `pages[2].marking`, counted from 0 as in the result. Pure. The
//! desk then merges the pages again for the document.

use super::in_force;
use touchstone_core::record::{Candidate, Correction, Marking, PageFinding};

/// The page, counted from 1, whose marking a path names.
pub fn page_place(path: &str) -> Option<u32> {
    let index = path.strip_prefix("pages[")?.strip_suffix("].marking")?;
    index.parse::<u32>().ok()?.checked_add(1)
}

pub fn page_path(page: u32) -> String {
    format!("pages[{}].marking", page.saturating_sub(1))
}

/// `page 2`, `pages 14–15`.
pub fn pages_in_words(first: u32, last: u32) -> String {
    if first == last {
        format!("page {first}")
    } else {
        format!("pages {first}–{last}")
    }
}

/// Applies corrections to the findings of pages: the last finding of a page counts. Ignores pages that the document no
/// longer has after it was read again.
pub fn corrected_findings(mut findings: Vec<PageFinding>, corrections: &[Correction]) -> Vec<PageFinding> {
    for edit in in_force(corrections) {
        let Some(page) = page_place(&edit.path) else { continue };
        let last = findings.iter_mut().rfind(|finding| finding.page == page);
        let edited = serde_json::from_value::<Marking>(edit.after.clone());
        if let (Some(finding), Ok(marking)) = (last, edited) {
            finding.candidates = vec![Candidate {
                label: marking.level.clone(),
                confidence: 1.0,
            }];
            finding.marking = Some(marking);
            finding.absence = None;
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample;
    use serde_json::{Value, json};
    use touchstone_core::record::DocumentId;

    fn edit(path: &str, after: Value) -> Correction {
        Correction::of_person(DocumentId::fresh(), path.to_owned(), Value::Null, after)
    }

    #[test]
    fn pages_are_named_as_in_the_result() {
        for page in [1, 2, 40] {
            assert_eq!(page_place(&page_path(page)), Some(page));
        }
        for other in [
            "pages[0]",
            "pages[].marking",
            "pages[-1].marking",
            "pages[0].label",
            "marking",
            "pages[4294967295].marking",
        ] {
            assert_eq!(page_place(other), None, "{other}");
        }
    }

    #[test]
    fn the_last_look_says_what_a_person_said() {
        let mut looks = sample::run_record().findings;
        let again = looks[0].clone();
        looks.push(again);
        let secret = json!({"level": "SECRET", "caveats": [], "rel_to": [], "declassify_on": null, "banner": "SECRET", "cancelled": false});
        let edits = [
            edit("pages[0].marking", secret),
            edit("pages[7].marking", json!({"level": "SECRET"})),
            edit("pages[0].marking", json!("no marking")),
        ];
        let corrected = corrected_findings(looks.clone(), &edits);
        assert_eq!(corrected[0], looks[0]);
        assert_eq!(corrected[1].marking.as_ref().unwrap().level, "SECRET");
        assert_eq!(
            (corrected[1].candidates[0].label.as_str(), &corrected[1].absence),
            ("SECRET", &None)
        );
    }
}
