//! JSON Lines export: one document per line, for tools that read a stream.

use super::{Exported, Exporter, Format, Needs, ONLY, Output, Shape};
use anyhow::Context;

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    title: "JSON Lines",
    description: "the same, one line per document, for programs that read a stream",
    shape: Shape::Text("jsonl"),
    needs: Needs::Nothing,
    start: |highest| Box::new(Jsonl { highest }),
};

/// Writes JSON Lines with the highest marking of the file in every record.
struct Jsonl {
    highest: Option<String>,
}

impl Exporter for Jsonl {
    fn add(&mut self, document: &Exported, out: &mut dyn Output) -> anyhow::Result<()> {
        let line = serde_json::to_string(&document.between(self.highest.as_deref()))
            .context("could not write a document as a JSON line")?;
        out.write(ONLY, (line + "\n").as_bytes(), 1)
    }

    fn finish(&mut self, _out: &mut dyn Output) -> anyhow::Result<()> {
        Ok(())
    }
}
