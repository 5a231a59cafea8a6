//! JSON export: one array, one element per document.

use super::{Exported, Exporter, Format};
use anyhow::Context;

pub(super) const FORMAT: Format = Format {
    name: "json",
    description: "one JSON array, one element per document: its state, then the keys of touchstone.result/1",
    start: |highest| Box::new(Json { highest, documents: 0 }),
};

struct Json {
    highest: Option<String>,
    documents: u32,
}

impl Exporter for Json {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String> {
        let start = if self.documents > 0 { ",\n" } else { "[\n" };
        self.documents += 1;
        let text = serde_json::to_string_pretty(&document.between(self.highest.as_deref()))
            .context("could not write a document as JSON")?;
        Ok(format!("{start}{text}"))
    }

    fn rows(&self) -> u32 {
        self.documents
    }

    fn finish(&mut self) -> String {
        let end = if self.documents > 0 { "\n]\n" } else { "[]\n" };
        end.to_owned()
    }
}
