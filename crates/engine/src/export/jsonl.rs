//! JSON lines: a document a line, for tools that read a stream.

use super::{Exported, Exporter, Format};
use anyhow::Context;

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    description: "one JSON object a line, a line a document",
    start: |highest| Box::new(Jsonl(highest)),
};

/// The highest marking of the file.
struct Jsonl(Option<String>);

impl Exporter for Jsonl {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String> {
        let line = serde_json::to_string(&document.between(self.0.as_deref()))
            .context("could not write a document as a JSON line")?;
        Ok(line + "\n")
    }

    fn finish(&mut self) -> String {
        String::new()
    }
}
