//! COCO: pictures of the pages and the places of the values as boxes in pixels, for training of detectors.

use super::page::ExportedPage;
use super::table::plain;
use super::values::values;
use super::{Exported, Exporter, Format, Needs, Output, Shape};
use anyhow::Context;
use indexmap::IndexSet;
use serde_json::{Value, json};

pub(super) const FORMAT: Format = Format {
    name: "coco",
    title: "COCO",
    description: "a folder with pictures of the pages and instances.json: boxes of the values, by name",
    shape: Shape::Folder,
    needs: Needs::Pictures,
    start: |highest| {
        Box::new(Coco {
            highest,
            images: Vec::new(),
            annotations: Vec::new(),
            categories: IndexSet::new(),
        })
    },
};

struct Coco {
    highest: Option<String>,
    images: Vec<Value>,
    annotations: Vec<Value>,
    /// In order of appearance; the first has number 1.
    categories: IndexSet<String>,
}

impl Exporter for Coco {
    fn page(&mut self, document: &Exported, page: &ExportedPage, out: &mut dyn Output) -> anyhow::Result<()> {
        let Some(picture) = &page.picture else { return Ok(()) };
        let file = format!("images/{}.png", page.picture_name(document));
        out.whole(&file, &picture.bytes, 0)?;
        let image = self.images.len() + 1;
        let about = &document.result.document;
        self.images.push(json!({
            "id": image, "file_name": file, "width": picture.width, "height": picture.height,
            "document_id": about.id, "document": about.file_name, "page": page.number,
            "state": document.state, "source": document.source, "highest_marking": document.highest_marking,
        }));
        for value in values(document) {
            for region in value.regions(page.number) {
                let place = page.pixels(picture, region);
                let (width, height) = (place.right - place.left, place.bottom - place.top);
                if width == 0 || height == 0 {
                    continue;
                }
                let (category, _) = self.categories.insert_full(value.category());
                self.annotations.push(json!({
                    "id": self.annotations.len() + 1, "image_id": image, "category_id": category + 1,
                    "bbox": [place.left, place.top, width, height], "area": width * height, "iscrowd": 0,
                    "segmentation": [[place.left, place.top, place.right, place.top, place.right, place.bottom,
                        place.left, place.bottom]],
                    "text": plain(value.value), "form": value.form, "field": value.path,
                    "score": value.confidence, "source": document.source,
                }));
            }
        }
        Ok(())
    }

    fn add(&mut self, _document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        let category = |(index, name): (usize, &String)| {
            let (label, _) = name.split_once('.').unwrap_or((name, ""));
            json!({"id": index + 1, "name": name, "supercategory": label})
        };
        let categories: Vec<Value> = self.categories.iter().enumerate().map(category).collect();
        let whole = json!({
            "info": {
                "description": "Values of documents with their places, exported by Touchstone",
                "version": env!("CARGO_PKG_VERSION"),
                "export_marking": self.highest,
            },
            "licenses": [],
            "images": self.images,
            "annotations": self.annotations,
            "categories": categories,
        });
        let text = serde_json::to_string(&whole).context("could not write the annotations")?;
        out.whole("instances.json", text.as_bytes(), self.annotations.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::page::tests::page;
    use crate::export::sample::{level, tall, written_with};

    #[test]
    fn boxes_are_in_pixels_of_their_picture() {
        let kept = written_with(&FORMAT, None, &[Exported::of(&tall(), &level)], &[page()]);
        let whole: Value = serde_json::from_str(&kept.text_of("instances.json")).unwrap();
        let annotations = whole["annotations"].as_array().unwrap();
        assert_eq!(annotations.len() as u64, kept.records);
        assert_eq!(annotations[0]["bbox"], json!([144, 200, 67, 20]));
        assert_eq!(whole["images"][0]["id"], annotations[0]["image_id"]);
        let file = whole["images"][0]["file_name"].as_str().unwrap();
        assert_eq!(kept.files[file], b"PNG");
        assert_eq!(whole["categories"][0]["supercategory"], "W-2");
    }
}
