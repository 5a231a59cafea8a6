//! The register of markings: one CSV row per page with its marking, the evidence and the reviewer. The first and last
//! rows hold the highest marking of the whole file, like a cover and a back. The desk fills the entries.

use super::csv::line;
use super::{Exported, Exporter, Format, Needs, ONLY, Output, Shape};

pub(super) const FORMAT: Format = Format {
    name: "register",
    title: "Register of markings (CSV)",
    description: "one row per document and one per page, with its marking, evidence and reviewer",
    shape: Shape::Text("csv"),
    needs: Needs::Nothing,
    start: |highest| {
        Box::new(Register {
            highest,
            rows: String::new(),
            entries: 0,
        })
    },
};

const COLUMNS: [&str; 8] = [
    "document",
    "document_id",
    "page",
    "marking",
    "declassify_on",
    "evidence",
    "reviewer",
    "state",
];

/// Printed in place of the document's name in the first and last rows.
const WHOLE: &str = "HIGHEST MARKING";

/// A row about a document or one of its pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegisterEntry {
    /// `None` for the document as a whole.
    pub page: Option<u32>,
    pub marking: String,
    pub declassify_on: Option<String>,
    /// Quotes from the page, or the zones that were searched in vain.
    pub evidence: String,
    pub reviewer: Option<String>,
}

/// Rows are written at the end, below the header, so that an empty register is still a table.
struct Register {
    highest: Option<String>,
    rows: String,
    entries: u64,
}

impl Exporter for Register {
    fn add(&mut self, document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        let about = &document.result.document;
        for entry in &document.register {
            let cells = [
                about.file_name.clone(),
                about.id.map(|id| id.to_string()).unwrap_or_default(),
                entry.page.map(|page| page.to_string()).unwrap_or_default(),
                entry.marking.clone(),
                entry.declassify_on.clone().unwrap_or_default(),
                entry.evidence.clone(),
                entry.reviewer.clone().unwrap_or_default(),
                document.state.as_str().to_owned(),
            ];
            self.entries += 1;
            self.rows.push_str(&line(cells.into_iter()));
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        let header = line(COLUMNS.iter().map(|name| (*name).to_owned()));
        let edge = self.highest.as_ref().map(|marking| {
            let cells = COLUMNS.iter().map(|name| match *name {
                "document" => WHOLE.to_owned(),
                "marking" => marking.clone(),
                _ => String::new(),
            });
            line(cells)
        });
        let edges = if edge.is_some() { 2 } else { 0 };
        let edge = edge.unwrap_or_default();
        let text = format!("{header}{edge}{}{edge}", self.rows);
        out.write(ONLY, text.as_bytes(), self.entries + edges)
    }

    fn has_forms(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample::{level, run_record, written};

    #[test]
    fn the_highest_marking_stands_first_and_last() {
        let mut document = Exported::of(&run_record(), &level);
        document.register = vec![
            RegisterEntry {
                marking: "SECRET//NOFORN".to_owned(),
                declassify_on: Some("20451231".to_owned()),
                ..RegisterEntry::default()
            },
            RegisterEntry {
                page: Some(1),
                marking: "SECRET".to_owned(),
                evidence: "=SECRET, stamped".to_owned(),
                reviewer: Some("R. Reader".to_owned()),
                ..RegisterEntry::default()
            },
        ];
        let kept = written(&FORMAT, Some("SECRET//NOFORN"), &[document]);
        let (text, counted) = (kept.text(), kept.records as usize);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!((rows.len(), counted), (5, 4), "all rows but the head");
        assert_eq!(rows[0], COLUMNS.join(","));
        assert_eq!(
            (rows[1], rows[4]),
            (
                "HIGHEST MARKING,,,SECRET//NOFORN,,,,",
                "HIGHEST MARKING,,,SECRET//NOFORN,,,,"
            )
        );
        assert!(
            rows[2].contains(",,SECRET//NOFORN,20451231,,,needs_review"),
            "{}",
            rows[2]
        );
        assert!(
            rows[3].contains(",1,SECRET,,\"'=SECRET, stamped\",R. Reader,"),
            "{}",
            rows[3]
        );
        assert_eq!(written(&FORMAT, None, &[]).text(), COLUMNS.join(",") + "\r\n");
    }
}
