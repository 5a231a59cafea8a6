//! The values of a document one by one, each with its evidence: for formats of one record per value.

use super::table::leaves;
use super::{EvidenceResult, Exported, RegionResult};
use serde_json::Value;

/// A value of a form, or a plain part of a list.
pub(super) struct FormValue<'e> {
    /// From 1, in the order of the document.
    pub(super) form: usize,
    pub(super) label: &'e str,
    /// Such as `box_12[0].amount`.
    pub(super) path: String,
    pub(super) value: &'e Value,
    pub(super) raw: Option<&'e str>,
    pub(super) confidence: f64,
    pub(super) evidence: &'e [EvidenceResult],
}

/// All values that are not missing.
pub(super) fn values(document: &Exported) -> Vec<FormValue<'_>> {
    let mut all = Vec::new();
    for (index, form) in document.result.forms.iter().enumerate() {
        for (name, field) in &form.fields {
            for (path, value) in leaves(name, &field.value) {
                if value.is_null() || value.as_array().is_some_and(Vec::is_empty) {
                    continue;
                }
                let cell = field.cells.get(&path[name.len()..]);
                let (raw, confidence, evidence) = match cell {
                    Some(cell) => (&cell.raw, cell.confidence, &cell.evidence),
                    None => (&field.raw, field.confidence, &field.evidence),
                };
                all.push(FormValue {
                    form: index + 1,
                    label: &form.label,
                    path,
                    value,
                    raw: raw.as_deref(),
                    confidence,
                    evidence,
                });
            }
        }
    }
    all
}

impl FormValue<'_> {
    /// The name of its kind over all documents: `W-2.box_12.amount`.
    pub(super) fn category(&self) -> String {
        let path: Vec<&str> = self
            .path
            .split('.')
            .map(|name| name.split('[').next().unwrap_or(name))
            .collect();
        format!("{}.{}", self.label, path.join("."))
    }

    /// The places of its evidence on a page.
    pub(super) fn regions(&self, page: u32) -> impl Iterator<Item = &RegionResult> {
        let regions = self.evidence.iter().flat_map(|evidence| &evidence.regions);
        regions.filter(move |region| region.page == page && region.width > 0.0 && region.height > 0.0)
    }
}

/// The smallest region around all of them; `None` if there are none.
pub(super) fn around<'r>(regions: impl Iterator<Item = &'r RegionResult>) -> Option<RegionResult> {
    regions.copied().reduce(|a, b| {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        RegionResult {
            page: a.page,
            x,
            y,
            width: (a.x + a.width).max(b.x + b.width) - x,
            height: (a.y + a.height).max(b.y + b.height) - y,
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample::{level, run_record};

    #[test]
    fn a_part_of_a_list_has_its_own_evidence_and_what_is_missing_is_left_out() {
        let document = Exported::of(&run_record(), &level);
        let all = values(&document);
        let paths: Vec<&str> = all.iter().map(|value| value.path.as_str()).collect();
        assert_eq!(
            paths.join(" "),
            "employee_ssn employer_name wages_tips box_12[0].code box_12[0].amount retirement_plan tax_year"
        );
        assert_eq!(all[4].category(), "W-2.box_12.amount");
        assert_eq!(all[4].evidence[0].quote, "1200.00");
        assert_eq!(all[2].raw, Some("(1,234.00)"));
    }

    #[test]
    fn a_region_around_others_holds_them() {
        let region = |x: f64, y: f64| RegionResult {
            page: 1,
            x,
            y,
            width: 10.0,
            height: 5.0,
        };
        let whole = around([region(5.0, 50.0), region(1.0, 60.0)].iter()).unwrap();
        assert_eq!((whole.x, whole.y, whole.width, whole.height), (1.0, 50.0, 14.0, 15.0));
        assert!(around([].iter()).is_none());
    }
}
