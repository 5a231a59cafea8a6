//! V4: a text value that took more than its box holds: with a caption inside, such as a name that runs on into
//! `Address:`, or with a piece of the form's own sentences.

use super::support::padded;
use super::{CheckInput, form_path};
use crate::pack::{FieldSpec, Template};
use crate::record::{Form, Format, NewIssue, RaisedBy, Severity};
use serde_json::Value;

/// Two of these words make a sentence; names, addresses and codes hold hardly one. `may` is not among them: it is a
/// month too.
const OF_SENTENCES: [&str; 23] = [
    "your", "you", "this", "that", "these", "it", "is", "are", "be", "been", "was", "will", "not", "what", "which",
    "must", "if", "when", "any", "please", "can", "should", "have",
];

/// Captions of so many words are in no name.
const LONG: usize = 3;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        let captions = captions(template);
        for (path, spec, text) in template.fields.iter().flat_map(|spec| texts(form, spec)) {
            let caption = inner_caption(text).or_else(|| listed(&captions, text));
            let (code, what) = match (caption, sentence(text)) {
                (Some(caption), _) => ("caption_in_value", format!("what looks like a caption: `{caption}`")),
                (None, true) => ("sentence_in_value", format!("a piece of a sentence: `{text}`")),
                (None, false) if !path.contains('[') && torn(text) => (
                    "caption_in_value",
                    format!("a piece of what stands in brackets: `{text}`"),
                ),
                (None, false) => continue,
            };
            let message = format!("{} holds {what}", spec.described());
            let subject = form_path(form.number, &path);
            issues.push(NewIssue::new(RaisedBy::V4, code, Severity::Major, subject, message));
        }
    }
    issues
}

/// The free texts of a field, those in the rows of a list included, each with its path.
fn texts<'a>(form: &'a Form, spec: &'a FieldSpec) -> Vec<(String, &'a FieldSpec, &'a str)> {
    if matches!(spec.format, Format::Text) {
        return form
            .text(&spec.name)
            .map(|text| (spec.name.clone(), spec, text))
            .into_iter()
            .collect();
    }
    let rows = form.field(&spec.name).and_then(|field| field.value.as_array());
    let rows = rows.map(Vec::as_slice).unwrap_or_default().iter().enumerate();
    let parts = |(index, row): (usize, &'a Value)| {
        let free = spec.parts.iter().filter(|part| matches!(part.format, Format::Text));
        free.filter_map(move |part| {
            let text = row.get(&part.name)?.as_str()?;
            Some((format!("{}[{index}].{}", spec.name, part.name), part, text))
        })
    };
    rows.flat_map(parts).collect()
}

/// A word inside the text that ends with a colon, apart from those that addresses really contain and from the numbers of
/// what is sold: `Workshop W3: Isotope methods`.
fn inner_caption(text: &str) -> Option<&str> {
    const PART_OF_ADDRESSES: [&str; 5] = ["attn", "attention", "c/o", "dba", "d/b/a"];
    text.split_whitespace().find(|word| {
        word.strip_suffix(':')
            .is_some_and(|name| !PART_OF_ADDRESSES.contains(&name.to_lowercase().as_str()) && !is_number(name))
    })
}

/// A letter and the figures behind it, which no caption is: `W3`, `A-104`. `12b:` is one of a box.
fn is_number(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.ends_with(|c: char| c.is_ascii_digit())
}

/// The long captions of a form, each with its words as they are looked for. Shorter ones may be part of a name, and papers
/// without boxes have none.
fn captions(template: &Template) -> Vec<(&str, String)> {
    if template.reader.is_some() {
        return Vec::new();
    }
    let parts = template.fields.iter().flat_map(|spec| spec.parts.iter().chain([spec]));
    let captions = parts.flat_map(|spec| &spec.anchors);
    captions
        .map(|caption| (caption.as_str(), padded(caption)))
        .filter(|(_, words)| words.split_whitespace().count() >= LONG)
        .collect()
}

/// A caption of the form itself inside the text.
fn listed<'c>(captions: &[(&'c str, String)], text: &str) -> Option<&'c str> {
    let text = padded(text);
    let inside = captions.iter().find(|(_, words)| text.contains(words));
    inside.map(|(caption, _)| *caption)
}

/// A bracket without its other half: the rest belongs to a caption. Papers without boxes cut their texts in many ways.
fn torn(text: &str) -> bool {
    let mut depth = 0;
    let closed = text.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    !closed || depth != 0
}

fn sentence(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| OF_SENTENCES.contains(&word.as_str())).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::{inner_caption, sentence, torn};

    #[test]
    fn captions_and_the_numbers_of_what_is_sold() {
        let rows = [
            ("North Bakery Address: 1 Main St", Some("Address:")),
            ("Oduya 12b: D", Some("12b:")),
            ("Workshop W3: Isotope methods", None),
            ("Room A-104: two nights", None),
            ("Attn: Payroll", None),
        ];
        for (text, expected) in rows {
            assert_eq!(inner_caption(text), expected, "{text}");
        }
    }

    #[test]
    fn brackets() {
        let rows = [
            ("(see 346726C92", true),
            ("instructions) 12", true),
            ("(555) 010-2000", false),
            ("Aspen LLC", false),
        ];
        for (text, expected) in rows {
            assert_eq!(torn(text), expected, "{text}");
        }
    }

    #[test]
    fn sentences_and_names() {
        let rows = [
            ("of what your employer reported. It need not be attached", true),
            ("Keep this copy if you file on paper", true),
            (
                "Board of Trustees of the Greater Ashford Community College District No. 12",
                false,
            ),
            ("NYC", false),
            ("Any Occasion Flowers LLC", false),
        ];
        for (text, expected) in rows {
            assert_eq!(sentence(text), expected, "{text}");
        }
    }
}
