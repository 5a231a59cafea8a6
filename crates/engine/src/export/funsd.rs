//! Pages in the form of the FUNSD data set: for each a picture, and its words grouped into captions (`question`), values
//! (`answer`) and other print, with links from a caption to its value.

use super::page::{ExportedPage, Pixels};
use super::values::{FormValue, values};
use super::{Exported, Exporter, Format, Needs, Output, RegionResult, Shape};
use anyhow::Context;
use serde_json::{Value, json};
use touchstone_core::text::normalise;
use touchstone_intake::{Picture, Word};

pub(super) const FORMAT: Format = Format {
    name: "funsd",
    title: "FUNSD",
    description: "a folder with pictures of the pages and their words as captions, values and links between them",
    shape: Shape::Folder,
    needs: Needs::Pictures,
    start: |highest| Box::new(Funsd { highest }),
};

struct Funsd {
    highest: Option<String>,
}

impl Exporter for Funsd {
    fn page(&mut self, document: &Exported, page: &ExportedPage, out: &mut dyn Output) -> anyhow::Result<()> {
        let Some(picture) = &page.picture else { return Ok(()) };
        let name = page.picture_name(document);
        out.whole(&format!("images/{name}.png"), &picture.bytes, 0)?;
        let entities = entities(document, page);
        let records = entities.len() as u64;
        let form: Vec<Value> = entities
            .iter()
            .enumerate()
            .map(|(id, one)| one.json(id, page, picture))
            .collect();
        let about = &document.result.document;
        let whole = json!({
            "form": form,
            "document": {
                "id": about.id, "file_name": about.file_name, "page": page.number,
                "label": document.result.classification.label, "state": document.state, "source": document.source,
                "highest_marking": document.highest_marking, "export_marking": self.highest,
            },
        });
        let text = serde_json::to_string(&whole).context("could not write the words of a page")?;
        out.whole(&format!("annotations/{name}.json"), text.as_bytes(), records)
    }

    fn add(&mut self, _document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _out: &mut dyn Output) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Words that belong together.
struct Entity<'p> {
    label: &'static str,
    words: Vec<&'p Word>,
    /// The name of the value, for an answer.
    field: Option<String>,
    /// Pairs of a question and an answer, of which this is one.
    links: Vec<[usize; 2]>,
}

impl Entity<'_> {
    fn json(&self, id: usize, page: &ExportedPage, picture: &Picture) -> Value {
        let corners = |place: Pixels| [place.left, place.top, place.right, place.bottom];
        let places: Vec<RegionResult> = self.words.iter().map(|word| RegionResult::from(&word.region)).collect();
        let whole = super::values::around(places.iter());
        let words = self
            .words
            .iter()
            .zip(&places)
            .map(|(word, place)| json!({"text": word.text, "box": corners(page.pixels(picture, place))}));
        let text: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        json!({
            "id": id, "label": self.label, "text": text.join(" "), "field": self.field,
            "box": whole.map(|whole| corners(page.pixels(picture, &whole))),
            "words": words.collect::<Vec<_>>(), "linking": self.links,
        })
    }
}

/// Values first, each followed by its caption; then what is left of each block.
fn entities<'p>(document: &Exported, page: &'p ExportedPage) -> Vec<Entity<'p>> {
    let mut free = vec![true; page.words.len()];
    let mut all: Vec<Entity<'p>> = Vec::new();
    for value in values(document) {
        let words = take(page, &mut free, |index| {
            let place = RegionResult::from(&page.words[index].region);
            value.regions(page.number).any(|region| holds(region, &place))
        });
        let Some(first) = words.first() else { continue };
        let answer = all.len();
        let caption = caption(page, &free, &value, first);
        all.push(Entity {
            label: "answer",
            words,
            field: Some(format!("{}[{}].{}", value.label, value.form - 1, value.path)),
            links: Vec::new(),
        });
        if let Some(span) = caption {
            let words = take(page, &mut free, |index| span.contains(&index));
            let link = [all.len(), answer];
            all[answer].links.push(link);
            all.push(Entity {
                label: "question",
                words,
                field: None,
                links: vec![link],
            });
        }
    }
    for (from, to) in &page.blocks {
        let words = take(page, &mut free, |index| (*from as usize..*to as usize).contains(&index));
        if !words.is_empty() {
            all.push(Entity {
                label: "other",
                words,
                field: None,
                links: Vec::new(),
            });
        }
    }
    all
}

/// Takes the wanted words that no other entity has.
fn take<'p>(page: &'p ExportedPage, free: &mut [bool], wanted: impl Fn(usize) -> bool) -> Vec<&'p Word> {
    let mut words = Vec::new();
    for (index, free) in free.iter_mut().enumerate() {
        if *free && wanted(index) {
            *free = false;
            words.push(&page.words[index]);
        }
    }
    words
}

/// Whether the middle of a word is inside a region.
fn holds(region: &RegionResult, word: &RegionResult) -> bool {
    let (x, y) = (word.x + word.width / 2.0, word.y + word.height / 2.0);
    (region.x..=region.x + region.width).contains(&x) && (region.y..=region.y + region.height).contains(&y)
}

/// The printed caption of a value that is nearest to it.
fn caption(page: &ExportedPage, free: &[bool], value: &FormValue<'_>, at: &Word) -> Option<std::ops::Range<usize>> {
    let anchors = value.evidence.iter().filter(|evidence| evidence.page == page.number);
    let distance = |span: &std::ops::Range<usize>| {
        let place = &page.words[span.start].region;
        let (across, down) = (place.x - at.region.x, place.y - at.region.y);
        across * across + down * down
    };
    anchors
        .flat_map(|evidence| &evidence.anchors)
        .flat_map(|anchor| spans(page, free, anchor))
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The free words that read as a text, wherever they are.
fn spans(page: &ExportedPage, free: &[bool], text: &str) -> Vec<std::ops::Range<usize>> {
    let folded = normalise(text);
    let wanted: Vec<&str> = folded.split_whitespace().collect();
    if wanted.is_empty() || wanted.len() > page.words.len() {
        return Vec::new();
    }
    let fits = |start: &usize| {
        let range = *start..*start + wanted.len();
        let same = |(index, wanted): (usize, &&str)| free[index] && normalise(&page.words[index].text) == **wanted;
        range.zip(&wanted).all(same)
    };
    let starts = (0..=page.words.len() - wanted.len()).filter(fits);
    starts.map(|start| start..start + wanted.len()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::page::tests::page;
    use crate::export::sample::{level, tall, written_with};

    #[test]
    fn a_caption_is_linked_to_its_value_and_every_word_is_used_once() {
        let mut record = tall();
        let wages = record.forms[0].fields.get_mut("wages_tips").unwrap();
        wages.evidence[0].anchors = vec!["Wages, tips".to_owned()];
        let only = wages.clone();
        record.forms[0].fields.retain(|name, _| name == "wages_tips");
        record.forms[0].fields.insert("wages_tips".to_owned(), only);
        let kept = written_with(&FORMAT, None, &[Exported::of(&record, &level)], &[page()]);
        let file = kept.files.keys().find(|name| name.starts_with("annotations/")).unwrap();
        let whole: Value = serde_json::from_str(&kept.text_of(file)).unwrap();
        let form = whole["form"].as_array().unwrap();
        assert_eq!(form.len() as u64, kept.records);
        let told: Vec<(&str, &str)> = form
            .iter()
            .map(|one| (one["label"].as_str().unwrap(), one["text"].as_str().unwrap()))
            .collect();
        assert_eq!(told, [("answer", "(1,234.00)"), ("question", "Wages, tips")]);
        assert_eq!(
            (&form[0]["linking"], &form[1]["linking"]),
            (&json!([[1, 0]]), &json!([[1, 0]]))
        );
        assert_eq!(form[1]["box"], json!([0, 200, 138, 220]));
    }
}
