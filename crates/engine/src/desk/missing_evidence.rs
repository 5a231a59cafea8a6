//! Finds evidence for a confirmed value that has none. Values with evidence keep it (see `review`).

use super::Desk;
use serde_json::Value;
use touchstone_core::record::{DocumentId, Evidence, Field, Form, Format};
use touchstone_core::text::{Haystack, Span, evidence_of, joined, line_regions};
use touchstone_core::value::{self, amount};
use touchstone_intake::Reading;

/// Max words of a line that form one value, for formats other than free text.
const MOST_WORDS: usize = 4;
/// Min letters and digits of a text; shorter texts match by chance.
const FEWEST_LETTERS: usize = 3;

impl Desk {
    /// The only place on the form's pages that contains the value and is not evidence of another value; `None` if
    /// there are several or none.
    pub(super) async fn only_place(
        &self,
        document: DocumentId,
        form: &Form,
        format: &Format,
        value: &Value,
    ) -> anyhow::Result<Option<Evidence>> {
        let mut places = self.free_places(document, form, format, value).await?;
        let only = places.pop();
        Ok(only.filter(|_| places.is_empty()))
    }

    /// All places on the form's pages that contain the value and are not evidence of another value.
    pub(super) async fn free_places(
        &self,
        document: DocumentId,
        form: &Form,
        format: &Format,
        value: &Value,
    ) -> anyhow::Result<Vec<Evidence>> {
        let mut places = Vec::new();
        for number in form.first_page..=form.last_page {
            let reading = self.store.page(document, number).await?.reading;
            places.extend(free_places(form, number, &reading, format, value));
        }
        Ok(places)
    }
}

fn free_places(form: &Form, page: u32, reading: &Reading, format: &Format, value: &Value) -> Vec<Evidence> {
    let within = |span: &(u32, u32)| {
        let words = &reading.words[span.0 as usize..span.1 as usize];
        let region = form.region.filter(|region| region.page == page);
        region.is_none_or(|region| words.iter().all(|word| region.holds(&word.region)))
    };
    let taken = |span: &(u32, u32)| {
        let of_fields = form.fields.values().flat_map(Field::all_evidence);
        of_fields
            .filter(|piece| (piece.page, piece.reading) == (page, reading.number))
            .any(|piece| piece.words.0 < span.1 && span.0 < piece.words.1)
    };
    let spans = spans(reading, format, value).into_iter();
    let free = spans.filter(|span| within(span) && !taken(span));
    free.map(|(from, to)| evidence_of(page, reading, from as usize..to as usize))
        .collect()
}

/// The shortest runs of words that match the value.
fn spans(reading: &Reading, format: &Format, value: &Value) -> Vec<(u32, u32)> {
    match format {
        Format::Text => {
            let text = value::print(value);
            let is_long_enough = text.chars().filter(|c| c.is_alphanumeric()).count() >= FEWEST_LETTERS;
            let found = if is_long_enough {
                Haystack::new(reading).find(&text, None)
            } else {
                Vec::new()
            };
            let exact = |span: &Span| !span.repaired && span.score >= 1.0;
            found.iter().filter(|span| exact(span)).map(|span| span.words).collect()
        }
        Format::Currency
        | Format::Year
        | Format::Date
        | Format::Ssn
        | Format::Ein
        | Format::Tin
        | Format::State
        | Format::Percentage => {
            // A number without cents may be a box number.
            let plain = |text: &str| *format != Format::Currency || amount::unmistakable(text).is_some();
            let reads = |text: &str| plain(text) && value::parse(format, text).as_ref() == Ok(value);
            let runs = |length: usize| {
                let runs = reading.words.windows(length).zip(0u32..);
                let own = runs.filter(|(words, _)| line_regions(words).len() == 1 && reads(&joined(words)));
                own.map(|(_, from)| (from, from + length as u32)).collect::<Vec<_>>()
            };
            let found = (1..=MOST_WORDS).map(runs).find(|found| !found.is_empty());
            found.unwrap_or_default()
        }
        // Values that carry too little text, or are not printed as words.
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::sample;
    use serde_json::json;
    use touchstone_intake::{Region, Word};

    fn page(lines: &[&str]) -> Reading {
        let words = lines.iter().enumerate().flat_map(|(line, text)| {
            text.split_whitespace().enumerate().map(move |(at, text)| {
                Word::typed(
                    text,
                    Region {
                        page: 1,
                        x: 50.0 * at as f32,
                        y: 20.0 * line as f32,
                        width: 40.0,
                        height: 10.0,
                    },
                    9.0,
                )
            })
        });
        Reading {
            words: words.collect(),
            ..Reading::empty()
        }
    }

    #[test]
    fn a_value_gains_the_place_that_nothing_else_was_read_from() {
        let reading = page(&[
            "3 Social security wages",
            "37,160.56",
            "wages 37,160.56",
            "Acme Widgets",
            "CO 2024 2024",
        ]);
        let mut form = sample::run_record().forms.remove(0);
        form.region = None;
        form.fields.clear();
        let places = |form: &Form, format: &Format, value: Value| -> Vec<String> {
            let found = free_places(form, 1, &reading, format, &value);
            found
                .into_iter()
                .map(|place| format!("{} {}", place.words.0, place.quote))
                .collect()
        };
        assert_eq!(places(&form, &Format::Currency, json!("37160.56")).len(), 2);
        let other = Evidence {
            page: 1,
            reading: reading.number,
            words: (4, 5),
            regions: Vec::new(),
            quote: "37,160.56".to_owned(),
            anchors: Vec::new(),
        };
        let mut read = touchstone_core::record::Field::missing();
        read.evidence = vec![other];
        form.fields.insert("medicare_wages".to_owned(), read);
        for (format, value, expected) in [
            (Format::Currency, json!("37160.56"), &["6 37,160.56"][..]),
            (Format::Currency, json!("3.00"), &[]),
            (Format::Text, json!("ACME WIDGETS"), &["7 Acme Widgets"]),
            (Format::Text, json!("CO"), &[]),
            (Format::State, json!("CO"), &["9 CO"]),
            (Format::Year, json!(2024), &["10 2024", "11 2024"]),
            (Format::Bool, json!(true), &[]),
        ] {
            assert_eq!(places(&form, &format, value.clone()), expected, "{value}");
        }
    }
}
