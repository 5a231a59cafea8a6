//! JSON export: one array, one element per document.

use super::{Exported, Exporter, Format, Needs, ONLY, Output, Shape};
use anyhow::Context;

pub(super) const FORMAT: Format = Format {
    name: "json",
    title: "JSON",
    description: "one array, one element per document: its state, then everything with evidence",
    shape: Shape::Text("json"),
    needs: Needs::Nothing,
    start: |highest| Box::new(Json { highest, documents: 0 }),
};

struct Json {
    highest: Option<String>,
    documents: u32,
}

impl Exporter for Json {
    fn add(&mut self, document: &Exported, out: &mut dyn Output) -> anyhow::Result<()> {
        let start = if self.documents > 0 { ",\n" } else { "[\n" };
        self.documents += 1;
        let text = serde_json::to_string_pretty(&document.between(self.highest.as_deref()))
            .context("could not write a document as JSON")?;
        out.write(ONLY, format!("{start}{text}").as_bytes(), 1)
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        let end = if self.documents > 0 { "\n]\n" } else { "[]\n" };
        out.write(ONLY, end.as_bytes(), 0)
    }
}
