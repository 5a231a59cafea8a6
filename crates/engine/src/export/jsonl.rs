//! JSON Lines export: one document per line, for tools that read a stream.

use super::{Exported, Exporter, Format};
use anyhow::Context;

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    description: "one JSON object per line, one line per document",
    start: |highest| Box::new(Jsonl { highest, documents: 0 }),
};

/// Writes JSON Lines with the highest marking of the file in every record.
struct Jsonl {
    highest: Option<String>,
    documents: u32,
}

impl Exporter for Jsonl {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String> {
        self.documents += 1;
        let line = serde_json::to_string(&document.between(self.highest.as_deref()))
            .context("could not write a document as a JSON line")?;
        Ok(line + "\n")
    }

    fn rows(&self) -> u32 {
        self.documents
    }

    fn finish(&mut self) -> String {
        String::new()
    }
}
