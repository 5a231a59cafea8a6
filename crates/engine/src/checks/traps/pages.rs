//! Traps on signs noted for a page: a level that is only mentioned, a cancelled marking, banners that contradict each
//! other. The engine notes the signs; the pack sets the severity.

use super::sprung;
use crate::checks::CheckInput;
use std::collections::BTreeMap;
use touchstone_core::pack::Trap;
use touchstone_core::record::{NewIssue, PageFinding, Sign};

/// One issue for each page with one of the signs, by the last finding of the page.
pub(super) fn signs(input: &CheckInput, trap: &Trap, signs: &[Sign]) -> Vec<NewIssue> {
    let looks = input.findings.iter().map(|finding| (finding.page, finding));
    let last: BTreeMap<u32, &PageFinding> = looks.collect();
    let noted = last.into_iter().filter_map(|(page, finding)| {
        let sign = finding.signs.iter().find(|noted| signs.contains(&noted.sign))?;
        let subject = format!("pages[{}]", page.saturating_sub(1));
        let detail = format!("page {page}, {}", sign.detail);
        Some(sprung(trap, subject, &detail, finding.evidence.clone()))
    });
    noted.collect()
}
