//! V4: a text value that holds more than its box: with a caption inside, such as a name that runs on into `Address:`,
//! or with part of the form's own sentences.

use super::obscured::quoted;
use super::support::padded;
use super::{CheckInput, form_path};
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::address::in_state;
use touchstone_core::pack::{FieldSpec, Lines, Pack, Template};
use touchstone_core::record::{Field, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::words;
use touchstone_intake::Word;

/// Min words of a caption that never occurs in a name.
const LONG: usize = 2;
/// Min words of the form's own captions that count in a row of a list, since a row may describe what a caption names.
const LONG_IN_ROW: usize = 3;
/// Min relative difference in font size by which text is a caption or note rather than part of the value.
const OTHER_SIZE: f32 = 0.12;
/// Min gap between words that do not belong together, in font sizes; a space is 0.25 to 0.5.
const APART: f32 = 1.0;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let (mut of_labels, mut issues) = (BTreeMap::new(), Vec::new());
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        let all = of_labels
            .entry(&template.label)
            .or_insert_with(|| Captions::of_document(input.pack, template));
        let own = Captions::of_rows(template);
        for (path, spec, text) in template.fields.iter().flat_map(|spec| texts(form, spec)) {
            let in_row = path.contains('[');
            let listed = if in_row { own.inside(text) } else { all.inside(text) };
            let appended = || {
                let field = field(form, &path)?;
                all.appended(input, field).or_else(|| all.leading(spec, text))
            };
            // A field without captions is the heading of the document, which may also be that of a box.
            let named = in_row || !spec.anchors.is_empty() || !spec.shared_anchors.is_empty();
            let caption = inner_caption(text).or_else(|| listed.or_else(appended).filter(|_| named));
            let (code, what) = match (caption, sentence(text)) {
                (Some(caption), _) => ("caption_in_value", format!("what looks like a caption: `{caption}`")),
                (None, true) => ("sentence_in_value", format!("part of a sentence: `{text}`")),
                (None, false) if !in_row && torn(text) => {
                    ("caption_in_value", format!("part of a text in brackets: `{text}`"))
                }
                (None, false) => match behind_postcode(text).filter(|_| spec.lines == Lines::Rest) {
                    Some(more) => ("caption_in_value", format!("more than an address: `{more}`")),
                    None => continue,
                },
            };
            let message = format!("{} contains {what}", spec.described());
            let subject = form_path(form.number, &path);
            issues.push(NewIssue::new(RaisedBy::V4, code, Severity::Major, subject, message));
        }
    }
    issues
}

fn field<'a>(form: &'a Form, path: &str) -> Option<&'a Field> {
    form.field(path).filter(|_| !path.contains('['))
}

/// The free texts of a field, including those in list rows, each with its path.
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

/// A word inside the text that ends with a colon, except those common in addresses and item numbers: `Workshop W3:
/// Isotope methods`.
fn inner_caption(text: &str) -> Option<&str> {
    text.split_whitespace().find(|word| {
        word.strip_suffix(':')
            .is_some_and(|name| !words::common().colons.contains(name.to_lowercase()) && !is_number(name))
    })
}

/// A letter followed by digits, which is never a caption: `W3`, `A-104`. `12b:` belongs to a box.
fn is_number(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.ends_with(|c: char| c.is_ascii_digit())
}

/// Captions, each with its folded words.
struct Captions<'p> {
    long: Vec<(&'p str, String)>,
    /// Captions of one word.
    short: Vec<(&'p str, String)>,
}

impl<'p> Captions<'p> {
    /// The captions of all forms with boxes, and of the fields of the document itself.
    fn of_document(pack: &'p Pack, own: &'p Template) -> Self {
        let boxed = pack
            .templates()
            .iter()
            .chain(&pack.parties)
            .filter(|template| template.reader.is_none());
        let boxed = boxed.flat_map(|template| &template.fields);
        let boxed = boxed.flat_map(|spec| spec.parts.iter().chain([spec]));
        let unboxed = own.fields.iter().filter(|_| own.reader.is_some());
        Self::of(boxed.chain(unboxed), LONG)
    }

    /// The captions of a form with boxes. Documents without boxes cut their rows in many ways.
    fn of_rows(template: &'p Template) -> Self {
        let specs = template.fields.iter().filter(|_| template.reader.is_none());
        Self::of(specs.flat_map(|spec| spec.parts.iter().chain([spec])), LONG_IN_ROW)
    }

    fn of(specs: impl Iterator<Item = &'p FieldSpec>, least: usize) -> Self {
        let texts = specs.flat_map(|spec| {
            spec.anchors
                .iter()
                .chain(&spec.shared_anchors)
                .chain(&spec.continuations)
        });
        let (mut long, mut short) = (Vec::new(), Vec::new());
        for text in texts {
            let words = padded(text);
            match words.split_whitespace().count() {
                1 => short.push((text.as_str(), words)),
                count if count >= least => long.push((text.as_str(), words)),
                _ => {}
            }
        }
        Self { long, short }
    }

    /// A long caption inside a text.
    fn inside(&self, text: &str) -> Option<&'p str> {
        let text = padded(text);
        let inside = self.long.iter().find(|(_, words)| text.contains(words));
        inside.map(|(caption, _)| *caption)
    }

    /// A caption of one word before a value that never begins with it: `Name Marisol Quintanilla`, `Street 418 Mill
    /// Ln`; or an abbreviated one behind it: `Ann Lee Suff.`.
    fn leading(&self, spec: &FieldSpec, text: &str) -> Option<&'p str> {
        let mut words = text.split_whitespace();
        let (first, second, last) = (words.next()?, words.next()?, words.next_back());
        let is_first = |caption: &str, words: &str| {
            let begins = words.trim() == first.to_lowercase();
            let numbered = second.starts_with(|c: char| c.is_ascii_digit());
            begins && (caption.eq_ignore_ascii_case("name") || numbered && spec.lines == Lines::Rest)
        };
        let is_last = |caption: &str| caption.ends_with('.') && last.is_some_and(|last| last == caption);
        let mut short = self.short.iter();
        short
            .find(|(caption, words)| is_first(caption, words) || is_last(caption))
            .map(|(caption, _)| *caption)
    }

    /// A caption of one word at the end of a value, in a different size or weight from the text before it, or apart
    /// from it.
    fn appended(&self, input: &CheckInput, field: &Field) -> Option<&'p str> {
        let words = field.evidence.iter().filter_map(|piece| quoted(input, piece));
        let words: Vec<&Word> = words.flatten().collect();
        let ([first, .., last], [.., before, _]) = (&words[..], &words[..]) else {
            return None;
        };
        let gap = (last.region.x - before.region.right()) / before.size.max(0.1);
        let unlike = (last.size / first.size.max(0.1) - 1.0).abs() > OTHER_SIZE || last.bold != first.bold;
        let unlike = unlike || last.region.is_level_with(&before.region) && gap > APART;
        let text = padded(&last.text);
        let mut short = self.short.iter().filter(|(_, words)| unlike && text == *words);
        short.next().map(|(caption, _)| *caption)
    }
}

/// Unbalanced brackets: the other half belongs to a caption. Documents without boxes cut their texts in many ways.
fn torn(text: &str) -> bool {
    let mut depth = 0;
    let closed = text.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    !closed || depth != 0
}

/// The line behind the postcode of an address, if it holds numbers only: `200 / 200`.
fn behind_postcode(text: &str) -> Option<&str> {
    let (address, more) = text.rsplit_once(", ")?;
    let mut words = address.rsplit(' ');
    let (postcode, state) = (words.next()?, words.next()?);
    (in_state(state, postcode) && !more.contains(char::is_alphabetic)).then_some(more)
}

fn sentence(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| words::common().sentences.contains(word)).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::behind_postcode;
    use super::inner_caption;
    use super::sentence;
    use super::torn;
    use crate::checks::case::Case;
    use crate::checks::case::typed;
    use serde_json::json;

    /// Whether the employer's name is reported to hold a caption after the change.
    fn is_reported(change: impl FnOnce(&mut Case)) -> bool {
        let mut case = Case::sound();
        change(&mut case);
        case.reported()
            .contains(&"caption_in_value forms[0].employer_name".to_owned())
    }

    #[test]
    fn a_caption_in_a_name_is_doubted_and_an_address_may_say_attn() {
        for (name, expected) in [
            ("North Bakery Address: 1 Main St", true),
            ("North Bakery State wages, tips, etc. 12.00", true),
            ("North Bakery Nonemployee compensation", true),
            ("North Bakery ATTN: Payroll", false),
            ("North Bakery State", false),
        ] {
            let found = is_reported(|case| case.field("employer_name").value = json!(name));
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn one_word_in_another_size_is_a_caption() {
        for (size, expected) in [(6.0, true), (9.0, false)] {
            let found = is_reported(|case| {
                let mut page = typed("Wage and Tax Statement\nNorth Bakery Suff.");
                page.words[6].size = size;
                case.readings.insert(1, page);
                let name = case.field("employer_name");
                (name.evidence[0].words, name.evidence[0].quote) = ((4, 7), "North Bakery Suff.".to_owned());
            });
            assert_eq!(found, expected, "{size}");
        }
    }

    #[test]
    fn one_word_apart_from_the_name_is_a_caption() {
        for (gap, expected) in [(14.0, true), (5.0, false)] {
            let found = is_reported(|case| {
                let mut page = typed("Wage and Tax Statement\nNorth Bakery State");
                page.words[6].region.x = page.words[5].region.right() + gap;
                case.readings.insert(1, page);
                let name = case.field("employer_name");
                (name.evidence[0].words, name.evidence[0].quote) = ((4, 7), "North Bakery State".to_owned());
            });
            assert_eq!(found, expected, "{gap}");
        }
    }

    #[test]
    fn a_merchant_holds_no_caption_of_its_receipt() {
        for (name, expected) in [
            ("GILDED OTTER GRAND TOTAL", true),
            ("GILDED OTTER", false),
            ("TOTAL WINE", false),
        ] {
            let case = Case::of("RECEIPT", name, &[("merchant", json!(name), name)]);
            let found = case
                .reported()
                .contains(&"caption_in_value forms[0].merchant".to_owned());
            assert_eq!(found, expected, "{name}");
        }
    }

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
    fn numbers_behind_an_address() {
        let rows = [
            ("11147 Ashgrove Ter, Moline, IL 61265, 200 / 200", Some("200 / 200")),
            ("11147 Ashgrove Ter, Moline, IL 61265, USA", None),
            ("11147 Ashgrove Ter, Moline, IL 61265", None),
        ];
        for (text, expected) in rows {
            assert_eq!(behind_postcode(text), expected, "{text}");
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
