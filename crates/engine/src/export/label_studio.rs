//! Tasks for Label Studio: one per page, with its picture and one prediction that holds all its values. Places are in
//! percent. The labelling configuration that the predictions refer to is written beside them.

use super::page::ExportedPage;
use super::table::plain;
use super::values::{FormValue, values};
use super::{Exported, Exporter, Format, Needs, Output, Shape};
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use touchstone_core::text::escaped;
use touchstone_intake::Picture;

pub(super) const FORMAT: Format = Format {
    name: "label-studio",
    title: "Label Studio",
    description: "a folder with a task per page, its picture, predictions, and the labelling configuration",
    shape: Shape::Folder,
    needs: Needs::Pictures,
    start: |highest| {
        Box::new(LabelStudio {
            highest,
            tasks: 0,
            labels: BTreeSet::new(),
            types: BTreeSet::new(),
        })
    },
};

const TASKS: &str = "tasks.json";
const CONFIGURATION: &str = "config.xml";

struct LabelStudio {
    highest: Option<String>,
    tasks: u64,
    /// Names of the values, and of the document types.
    labels: BTreeSet<String>,
    types: BTreeSet<String>,
}

impl Exporter for LabelStudio {
    fn page(&mut self, document: &Exported, page: &ExportedPage, out: &mut dyn Output) -> anyhow::Result<()> {
        let Some(picture) = &page.picture else { return Ok(()) };
        let file = format!("pages/{}.png", page.picture_name(document));
        out.whole(&file, &picture.bytes, 0)?;
        let task = self.task(document, page, picture, &file);
        let text = serde_json::to_string(&task).context("could not write a task")?;
        let start = if self.tasks > 0 { ",\n" } else { "[\n" };
        self.tasks += 1;
        out.write(TASKS, format!("{start}{text}").as_bytes(), 1)
    }

    fn add(&mut self, _document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        let end = if self.tasks > 0 { "\n]\n" } else { "[]\n" };
        out.write(TASKS, end.as_bytes(), 0)?;
        out.whole(CONFIGURATION, self.configuration().as_bytes(), 0)
    }
}

impl LabelStudio {
    fn task(&mut self, document: &Exported, page: &ExportedPage, picture: &Picture, file: &str) -> Value {
        let mut result = Vec::new();
        let label = type_of(document, page.number);
        if let Some(label) = &label {
            self.types.insert(label.clone());
            result.push(json!({
                "id": "type", "type": "choices", "from_name": "type", "to_name": "image",
                "value": {"choices": [label]},
            }));
        }
        for value in values(document) {
            for region in value.regions(page.number) {
                let name = value.category();
                let id = format!("v{}", result.len());
                result.extend(annotated(&id, &name, &value, &page.percent(region), picture));
                self.labels.insert(name);
            }
        }
        let about = &document.result.document;
        json!({
            "data": {
                // Label Studio serves this file if it is started with the export's folder as its document root.
                "image": format!("/data/local-files/?d={file}"),
                "document_id": about.id.map(|id| id.to_string()),
                "file_name": about.file_name,
                "case": about.case,
                "page": page.number,
                "label": label,
                "state": document.state,
                "source": document.source,
                "settled_at": document.settled_at,
                "highest_marking": document.highest_marking,
                "export_marking": self.highest,
            },
            "predictions": [{
                "model_version": format!("touchstone {}", env!("CARGO_PKG_VERSION")),
                "score": document.result.classification.confidence,
                "result": result,
            }],
        })
    }

    fn configuration(&self) -> String {
        let items = |tag: &str, names: &BTreeSet<String>| {
            let item = |name: &String| format!("    <{tag} value=\"{}\"/>\n", escaped(name));
            names.iter().map(item).collect::<Vec<_>>().concat()
        };
        format!(
            "<View>\n  <Image name=\"image\" value=\"$image\" zoom=\"true\"/>\n  \
             <Choices name=\"type\" toName=\"image\" choice=\"single\">\n{}  </Choices>\n  \
             <RectangleLabels name=\"label\" toName=\"image\">\n{}  </RectangleLabels>\n  \
             <TextArea name=\"transcription\" toName=\"image\" perRegion=\"true\" editable=\"true\" maxSubmissions=\"1\"/>\n\
             </View>\n",
            items("Choice", &self.types),
            items("Label", &self.labels),
        )
    }
}

/// The label of the first form on a page, or of the document.
fn type_of(document: &Exported, page: u32) -> Option<String> {
    let forms = document.result.forms.iter();
    let mut here = forms.filter(|form| (form.first_page..=form.last_page).contains(&page));
    let of_form = here.next().map(|form| form.label.clone());
    of_form.or_else(|| document.result.classification.label.clone())
}

/// A rectangle with its name, and its text, which Label Studio joins by their id.
fn annotated(
    id: &str,
    name: &str,
    value: &FormValue<'_>,
    place: &super::page::Percent,
    picture: &Picture,
) -> [Value; 2] {
    let region = |kind: &str, from: &str, key: &str, content: &str| {
        let mut value_part = json!({
            "x": place.x, "y": place.y, "width": place.width, "height": place.height, "rotation": 0,
        });
        value_part[key] = json!([content]);
        json!({
            "id": id, "type": kind, "from_name": from, "to_name": "image",
            "original_width": picture.width, "original_height": picture.height, "image_rotation": 0,
            "score": value.confidence,
            "value": value_part,
        })
    };
    [
        region("rectanglelabels", "label", "rectanglelabels", name),
        region("textarea", "transcription", "text", &plain(value.value)),
    ]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::page::tests::page;
    use crate::export::sample::{level, tall, written_with};

    #[test]
    fn a_page_is_a_task_with_one_prediction_in_percent() {
        let document = Exported::of(&tall(), &level);
        let kept = written_with(&FORMAT, None, &[document], &[page()]);
        let tasks: Value = serde_json::from_str(&kept.text_of(TASKS)).unwrap();
        assert_eq!((tasks.as_array().unwrap().len(), kept.records), (1, 1));
        let predictions = tasks[0]["predictions"].as_array().unwrap();
        assert_eq!(predictions.len(), 1);
        let result = predictions[0]["result"].as_array().unwrap();
        assert_eq!(result[0]["value"]["choices"][0], "W-2");
        let box_1 = result
            .iter()
            .position(|one| one["value"]["rectanglelabels"][0] == "W-2.wages_tips")
            .unwrap();
        let (rectangle, text) = (&result[box_1], &result[box_1 + 1]);
        assert_eq!(rectangle["id"], text["id"]);
        assert_eq!(text["value"]["text"][0], "-1234.00");
        assert_eq!(rectangle["original_width"], 1224);
        assert!((rectangle["value"]["x"].as_f64().unwrap() - 72.0 / 6.12).abs() < 0.001);
        let configuration = kept.text_of(CONFIGURATION);
        for name in ["W-2.wages_tips", "W-2.box_12.amount"] {
            assert!(
                configuration.contains(&format!("<Label value=\"{name}\"/>")),
                "{configuration}"
            );
        }
    }
}
