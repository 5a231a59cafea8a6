//! Types for a sign found on a page of a chart.

use super::lines::Line;
use touchstone_core::record::{Evidence, SignZone};
use touchstone_core::text::page_count;

/// A sign found on the page.
#[derive(Debug, Clone)]
pub(in super::super) struct Hit {
    pub kind: usize,
    pub zone: SignZone,
    pub weight: f64,
    pub row: usize,
    pub evidence: Evidence,
}

/// Shares of the page height: letterheads and running headers are above the first, running footers below the second.
pub(super) const TOP: f32 = 0.12;

pub(super) const BOTTOM: f32 = 0.92;

pub(super) fn counted(line: &Line) -> bool {
    page_count::is_count(&line.text)
}

/// Whether a line is a heading, but not one that begins documents.
pub(super) fn is_amid(hits: &[Hit], line: &Line) -> bool {
    let zones = || hits.iter().filter(|hit| hit.row == line.row).map(|hit| hit.zone);
    zones().any(|zone| zone == SignZone::Head) && zones().all(|zone| zone == SignZone::Head)
}
