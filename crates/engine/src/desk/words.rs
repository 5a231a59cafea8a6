//! The words of a page for the window: their places, the fields they are values of, and text search.

use super::Desk;
use super::fields::place;
use super::trouble::parse_id;
use super::views::{Hit, Owner, PageWord, PageWords, ReadingView, TextBlock};
use crate::review;
use touchstone_core::record::{DocumentId, Evidence, Form};
use touchstone_core::text::{line_regions, normalise};
use touchstone_intake::{Reading, ReadingSource, Word};

/// Max hits; more are of no use.
const MOST_HITS: usize = 500;

impl Desk {
    pub async fn page_words(&self, document: &str, page: u32) -> anyhow::Result<PageWords> {
        let id = parse_id(document)?;
        let reading = self.store.page(id, page).await?.reading;
        let mut owners: Vec<Option<Owner>> = vec![None; reading.words.len()];
        for form in self.forms_of(id).await? {
            own(&form, page, &reading, &mut owners);
        }
        let words = reading.words.iter().zip(owners).map(|(word, owner)| shown(word, owner));
        let blocks = reading.blocks.iter().map(|block| TextBlock {
            kind: kind(block.kind),
            from: block.words.0,
            to: block.words.1,
        });
        Ok(PageWords {
            words: words.collect(),
            blocks: blocks.collect(),
        })
    }

    /// All readings of a page, for comparison. Their words have no owners.
    pub async fn page_readings(&self, document: &str, page: u32) -> anyhow::Result<Vec<ReadingView>> {
        let readings = self.store.readings(parse_id(document)?, page).await?;
        Ok(readings.iter().map(reading_view).collect())
    }

    /// Finds places where the words of a text appear in sequence; the last word may be a prefix.
    pub async fn find_in_document(&self, document: &str, text: &str) -> anyhow::Result<Vec<Hit>> {
        let id = parse_id(document)?;
        let folded = normalise(text);
        let wanted: Vec<&str> = folded.split_whitespace().collect();
        let mut hits = Vec::new();
        if wanted.is_empty() {
            return Ok(hits);
        }
        for number in self.store.stored_pages(id).await? {
            let words = self.store.page(id, number).await?.reading.words;
            let room = MOST_HITS - hits.len();
            hits.extend(found(&words, &wanted).take(room).map(|span| Hit {
                page: number,
                regions: line_regions(span).iter().map(place).collect(),
            }));
        }
        Ok(hits)
    }

    /// The forms of the newest run, as corrected by users.
    pub(super) async fn forms_of(&self, document: DocumentId) -> anyhow::Result<Vec<Form>> {
        let Some(run) = self.store.newest_run(document).await? else {
            return Ok(Vec::new());
        };
        let corrections = self.store.corrections(document).await?;
        Ok(review::corrected_forms(
            self.store.best_forms(run.id).await?,
            &corrections,
        ))
    }
}

fn shown(word: &Word, owner: Option<Owner>) -> PageWord {
    PageWord {
        text: word.text.clone(),
        x: f64::from(word.region.x),
        y: f64::from(word.region.y),
        width: f64::from(word.region.width),
        height: f64::from(word.region.height),
        confidence: word.min_char_confidence.or(word.confidence).map(f64::from),
        owner,
    }
}

fn reading_view(from: &Reading) -> ReadingView {
    let source = match from.source {
        ReadingSource::Embedded => "embedded",
        ReadingSource::Form => "form",
        ReadingSource::Ocr { .. } => "ocr",
        ReadingSource::Merged { .. } => "merged",
    };
    let recipe = from.recipe.as_ref();
    ReadingView {
        number: from.number,
        source: source.to_owned(),
        dpi: recipe.map(|recipe| f64::from(recipe.dpi)),
        turn: recipe.map_or(0.0, |recipe| f64::from(recipe.turn)),
        enhancements: recipe.map(|recipe| recipe.enhancements.clone()).unwrap_or_default(),
        reason: recipe.and_then(|recipe| recipe.reason.clone()),
        words: from.words.iter().map(|word| shown(word, None)).collect(),
    }
}

/// Assigns words to the values read from them, or, for another reading of the page, by their place. Cells are
/// assigned after their list, so that a word belongs to the innermost value.
fn own(form: &Form, page: u32, reading: &Reading, owners: &mut [Option<Owner>]) {
    let mut claim = |path: String, evidence: &[Evidence]| {
        for span in evidence.iter().filter(|span| span.page == page) {
            let here = |(index, word): (usize, &Word)| {
                let own = if span.reading == reading.number {
                    (span.words.0..span.words.1).contains(&(index as u32))
                } else {
                    !span.quote.is_empty() && span.regions.iter().any(|region| region.holds(&word.region))
                };
                own.then_some(index)
            };
            for index in reading.words.iter().enumerate().filter_map(here) {
                if let Some(owner) = owners.get_mut(index) {
                    *owner = Some(Owner {
                        form: form.id.to_string(),
                        path: path.clone(),
                    });
                }
            }
        }
    };
    for (name, field) in &form.fields {
        claim(name.clone(), &field.evidence);
        for (below, cell) in &field.cells {
            claim(format!("{name}{below}"), &cell.evidence);
        }
    }
}

fn found<'w>(words: &'w [Word], wanted: &'w [&'w str]) -> impl Iterator<Item = &'w [Word]> {
    words.windows(wanted.len()).filter(move |span| {
        let last = wanted.len() - 1;
        span.iter().zip(wanted).enumerate().all(|(at, (word, wanted))| {
            let folded = normalise(&word.text);
            match (at == 0, at == last) {
                (true, true) => folded.contains(wanted),
                (true, false) => folded.ends_with(wanted),
                (false, true) => folded.starts_with(wanted),
                (false, false) => folded == *wanted,
            }
        })
    })
}

fn kind(kind: touchstone_intake::BlockKind) -> String {
    serde_json::to_value(kind)
        .ok()
        .and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Region;

    fn word(text: &str) -> Word {
        Word::typed(
            text,
            Region {
                page: 1,
                x: 0.0,
                y: 0.0,
                width: 1.0,
                height: 1.0,
            },
            10.0,
        )
    }

    #[test]
    fn words_are_found_in_a_row_and_the_last_may_be_cut() {
        let words: Vec<Word> = ["Wages,", "tips,", "other", "compensation", "Tips"]
            .into_iter()
            .map(word)
            .collect();
        for (text, expected) in [
            ("tips", 2),
            ("tips, oth", 1),
            ("ages, tips", 1),
            ("other tips", 0),
            ("comp", 1),
        ] {
            let wanted: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(found(&words, &wanted).count(), expected, "{text}");
        }
    }
}
