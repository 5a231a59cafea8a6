//! Chat messages for fine-tuning: the text of a document as the question, its result as JSON as the answer. Messages
//! hold nothing else, because trainers refuse other keys; what is told apart elsewhere is in `documents.jsonl`, line by
//! line.

use super::page::ExportedPage;
use super::{Exported, Exporter, Format, Needs, Output, Shape};
use anyhow::Context;
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub(super) const FORMAT: Format = Format {
    name: "chat",
    title: "Chat messages for fine-tuning",
    description: "a folder with chat.jsonl: the text of a document and its label and values as JSON",
    shape: Shape::Folder,
    needs: Needs::Words,
    start: |highest| {
        Box::new(Chat {
            highest,
            text: String::new(),
        })
    },
};

const SYSTEM: &str = "You classify a document and fill a form for each form on it. Answer with JSON only: \
    {\"label\": the type of the document, \"forms\": [{\"label\", \"first_page\", \"last_page\", \"fields\"}]}. \
    A field that is not on the document is null.";

struct Chat {
    highest: Option<String>,
    /// Of the pages of the document that is added next.
    text: String,
}

impl Exporter for Chat {
    fn page(&mut self, _document: &Exported, page: &ExportedPage, _out: &mut dyn Output) -> anyhow::Result<()> {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        write!(self.text, "Page {}\n{}", page.number, page.text).context("could not add a page to a message")
    }

    fn add(&mut self, document: &Exported, out: &mut dyn Output) -> anyhow::Result<()> {
        let message = |role: &str, content: &str| json!({"role": role, "content": content});
        let messages = json!({"messages": [
            message("system", SYSTEM),
            message("user", &std::mem::take(&mut self.text)),
            message("assistant", &answer(document).to_string()),
        ]});
        let about = &document.result.document;
        let beside = json!({
            "document_id": about.id, "file_name": about.file_name, "case": about.case, "pack": document.result.pack.name,
            "label": document.result.classification.label, "state": document.state, "source": document.source,
            "settled_at": document.settled_at, "highest_marking": document.highest_marking,
            "export_marking": self.highest,
        });
        let line = |value: &Value| -> anyhow::Result<String> {
            Ok(serde_json::to_string(value).context("could not write a message")? + "\n")
        };
        out.write("chat.jsonl", line(&messages)?.as_bytes(), 1)?;
        out.write("documents.jsonl", line(&beside)?.as_bytes(), 1)
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        // Both files exist, even without documents.
        out.write("chat.jsonl", b"", 0)?;
        out.write("documents.jsonl", b"", 0)
    }
}

fn answer(document: &Exported) -> Value {
    let forms = document.result.forms.iter().map(|form| {
        let fields: Map<String, Value> = form
            .fields
            .iter()
            .map(|(name, field)| (name.clone(), field.value.clone()))
            .collect();
        json!({"label": form.label, "first_page": form.first_page, "last_page": form.last_page, "fields": fields})
    });
    json!({"label": document.result.classification.label, "forms": forms.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::page::tests::page;
    use crate::export::sample::{level, run_record, written_with};

    #[test]
    fn a_document_is_a_conversation_and_a_line_about_it() {
        let documents = [(); 2].map(|()| Exported::of(&run_record(), &level));
        let kept = written_with(&FORMAT, None, &documents, &[page()]);
        let chat = kept.text_of("chat.jsonl");
        assert_eq!(
            (chat.lines().count(), kept.text_of("documents.jsonl").lines().count()),
            (2, 2)
        );
        for line in chat.lines() {
            let whole: Value = serde_json::from_str(line).unwrap();
            assert_eq!(whole.as_object().unwrap().len(), 1);
            let messages = whole["messages"].as_array().unwrap();
            assert_eq!(messages[1]["content"], "Page 1\nWages, tips (1,234.00)");
            let answer: Value = serde_json::from_str(messages[2]["content"].as_str().unwrap()).unwrap();
            assert_eq!(answer["forms"][0]["fields"]["wages_tips"], "-1234.00");
        }
    }
}
