//! CSV with one row per value and the place of its evidence: for programs that compare or count values.

use super::csv::line;
use super::table::plain;
use super::values::{FormValue, around, values};
use super::{EvidenceResult, Exported, Exporter, Format, Needs, ONLY, Output, Shape};

pub(super) const FORMAT: Format = Format {
    name: "csv-long",
    title: "CSV, one row per value",
    description: "label and values of every form with confidence, page, place and quote of the evidence",
    shape: Shape::Text("csv"),
    needs: Needs::Nothing,
    start: |highest| Box::new(Long { highest, begun: false }),
};

pub(super) const COLUMNS: [&str; 21] = [
    "document_id",
    "file_name",
    "case",
    "pack",
    "state",
    "source",
    "settled_at",
    "export_marking",
    "highest_marking",
    "form",
    "label",
    "field",
    "value",
    "raw",
    "confidence",
    "page",
    "x",
    "y",
    "width",
    "height",
    "quote",
];

struct Long {
    highest: Option<String>,
    begun: bool,
}

impl Exporter for Long {
    fn add(&mut self, document: &Exported, out: &mut dyn Output) -> anyhow::Result<()> {
        self.begin(out)?;
        for cells in rows(document, self.highest.as_deref()) {
            out.write(ONLY, line(cells.into_iter()).as_bytes(), 1)?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        self.begin(out)
    }
}

impl Long {
    fn begin(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let header = line(COLUMNS.iter().map(|name| (*name).to_owned()));
        out.write(ONLY, header.as_bytes(), 0)
    }
}

/// A row for the label of the document, whose field is `label` and which is of no form, and one for each value.
pub(super) fn rows(document: &Exported, highest: Option<&str>) -> Vec<[String; COLUMNS.len()]> {
    let classification = &document.result.classification;
    let mut rows = Vec::new();
    if let Some(label) = &classification.label {
        let types = classification.segments.iter().flat_map(|segment| &segment.types);
        let evidence = types
            .filter(|share| share.label == *label)
            .flat_map(|share| &share.evidence);
        let first: Vec<EvidenceResult> = evidence.take(1).cloned().collect();
        let value = serde_json::Value::String(label.clone());
        let of_document = FormValue {
            form: 0,
            label,
            path: "label".to_owned(),
            value: &value,
            raw: None,
            confidence: classification.confidence,
            evidence: &first,
        };
        rows.push(row(document, highest, &of_document));
    }
    rows.extend(values(document).iter().map(|value| row(document, highest, value)));
    rows
}

fn row(document: &Exported, highest: Option<&str>, value: &FormValue<'_>) -> [String; COLUMNS.len()] {
    let about = &document.result.document;
    let evidence = value.evidence.first();
    let place = evidence.and_then(|evidence| {
        let here = evidence.regions.iter().filter(|region| region.page == evidence.page);
        around(here)
    });
    let number = |pick: fn(&super::RegionResult) -> f64| {
        place
            .as_ref()
            .map(|place| ((pick(place) * 100.0).round() / 100.0).to_string())
            .unwrap_or_default()
    };
    [
        about.id.map(|id| id.to_string()).unwrap_or_default(),
        about.file_name.clone(),
        about.case.clone().unwrap_or_default(),
        document.result.pack.name.clone(),
        document.state.as_str().to_owned(),
        document
            .source
            .map(|source| source.as_str().to_owned())
            .unwrap_or_default(),
        document.settled_at.map(|at| at.to_string()).unwrap_or_default(),
        highest.unwrap_or_default().to_owned(),
        document.highest_marking.clone().unwrap_or_default(),
        if value.form == 0 {
            String::new()
        } else {
            value.form.to_string()
        },
        value.label.to_owned(),
        value.path.clone(),
        plain(value.value),
        value.raw.unwrap_or_default().to_owned(),
        value.confidence.to_string(),
        evidence.map(|evidence| evidence.page.to_string()).unwrap_or_default(),
        number(|place| place.x),
        number(|place| place.y),
        number(|place| place.width),
        number(|place| place.height),
        evidence.map(|evidence| evidence.quote.clone()).unwrap_or_default(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::sample::{level, run_record, written};

    #[test]
    fn a_row_names_the_place_of_its_evidence() {
        let kept = written(&FORMAT, None, &[Exported::of(&run_record(), &level)]);
        let text = kept.text();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(
            (rows.len(), kept.records),
            (9, 8),
            "a header, the label, and a row a value"
        );
        assert!(
            rows[1].contains(",,,,W-2,label,W-2,,0.95,1,72,100,33.33,0,Wage and Tax Statement"),
            "{}",
            rows[1]
        );
        assert!(
            rows[4].ends_with(",1,W-2,wages_tips,-1234.00,\"(1,234.00)\",0.9877,1,72,100,33.33,0,\"(1,234.00)\""),
            "{}",
            rows[4]
        );
        assert_eq!(written(&FORMAT, None, &[]).text(), COLUMNS.join(",") + "\r\n");
    }
}
