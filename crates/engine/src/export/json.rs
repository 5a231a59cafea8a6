//! JSON: one array, an element a document.

use super::{Exported, Exporter, Format};
use anyhow::Context;

pub(super) const FORMAT: Format = Format {
    name: "json",
    description: "one JSON array, an element a document: its state, then the keys of touchstone.result/1",
    start: |highest| Box::new(Json { highest, begun: false }),
};

struct Json {
    highest: Option<String>,
    begun: bool,
}

impl Exporter for Json {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String> {
        let start = if self.begun { ",\n" } else { "[\n" };
        self.begun = true;
        let text = serde_json::to_string_pretty(&document.between(self.highest.as_deref()))
            .context("could not write a document as JSON")?;
        Ok(format!("{start}{text}"))
    }

    fn finish(&mut self) -> String {
        let end = if self.begun { "\n]\n" } else { "[]\n" };
        end.to_owned()
    }
}
