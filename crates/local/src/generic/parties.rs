//! Parties of a document without a template: the issuer and the recipient, found by the captions that forms print
//! (pack: `parties.toml`), by words before a colon, by a letter's addresses, or by a firm's name in the head. If the
//! print is ambiguous, no party is named. See `values::parties` for forms with a template.

use super::fields::field;
use super::letterhead;
use crate::captions::find::captions;
use crate::compiled::CompiledPack;
use crate::forms::form_copy;
use crate::ledger;
use crate::page::address_block::{is_town, step_below};
use crate::page::model::{Layout, Row};
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::address;
use touchstone_core::address::is_name;
use touchstone_core::pack::{FieldSpec, Lines, Template, WordList};
use touchstone_core::record::{Field, Format};
use touchstone_core::text::fold;
use touchstone_intake::Region;

/// Min digits or mask characters of a tax ID.
const NUMBERED: usize = 4;

/// Confidence of a name found by captions of forms.
const CAPTIONED: f64 = 0.85;
/// Confidence of a name beside its caption and a colon.
const BESIDE: f64 = 0.75;
/// Confidence of a name in an address or a head.
const ADDRESSED: f64 = 0.7;

/// Max lines of an address.
const MOST_LINES: usize = 6;
/// Min gap between columns, in line heights.
const COLUMN: f32 = 3.0;
/// The upper share of a page in which the sender's address begins.
const SENDER: f32 = 0.2;
/// The upper share of a page in which the addressee's address begins.
const ADDRESSEE: f32 = 0.5;

/// The parties named on a page, or part of it, by field of the generic template. Only the first page of a document is
/// read as a letter, and for a firm at its head.
pub(crate) fn parties(compiled: &CompiledPack, layout: &Layout, part: &Region, first: bool) -> BTreeMap<String, Field> {
    let template = compiled.pack.generic();
    let mut named = asked(compiled, layout, part);
    let texts = |spec: &&FieldSpec| spec.format == Format::Text && !spec.anchors.is_empty();
    for spec in template.fields.iter().filter(texts) {
        if !named.contains_key(&spec.name)
            && let Some(field) = beside(layout, spec, part)
        {
            named.insert(spec.name.clone(), field);
        }
    }
    let Some([sender, addressee]) = compiled.pack.parties.as_ref().and_then(ends).filter(|_| first) else {
        return named;
    };
    let letter = letter(compiled, layout, part);
    let firm = compiled
        .vocabulary(&template.label)
        .and_then(|words| ledger::firm_at_head(layout, words, part));
    let sent_by = letter
        .sender
        .or(firm)
        .or_else(|| letterhead::name_at_head(layout, part));
    let found = [(sender, sent_by), (addressee, letter.addressee)];
    for (name, words) in found {
        let Some(words) = words.filter(|_| !named.contains_key(name)) else {
            continue;
        };
        let text = layout.text(&words);
        // No one sends a document to themselves.
        if !named.values().any(|other| other.raw.as_deref() == Some(text.as_str())) {
            named.insert(name.to_owned(), field(layout, Value::from(text), &[words], ADDRESSED));
        }
    }
    named
}

/// The fields of the sender and of the recipient.
fn ends(parties: &Template) -> Option<[&str; 2]> {
    let mut names = parties.fields.iter().filter(|spec| spec.lines == Lines::First);
    Some([names.next()?.name.as_str(), names.next()?.name.as_str()])
}

/// Parties found by the captions of forms.
fn asked(compiled: &CompiledPack, layout: &Layout, part: &Region) -> BTreeMap<String, Field> {
    let mut named = BTreeMap::new();
    let (Some(template), Some(wordings)) = (&compiled.pack.parties, &compiled.parties) else {
        return named;
    };
    let captions = captions(layout, wordings, false);
    let read = form_copy::fill(layout, template, &captions, *part);
    for (name, mut field) in read.fields {
        let kept = compiled.pack.generic().fields.iter().any(|spec| spec.name == name);
        let text = field.raw.as_deref().unwrap_or_default();
        if kept && field.is_filled() && is_name(text) && !is_of_columns(&field) {
            field.confidence = field.confidence.min(CAPTIONED);
            named.insert(name, field);
        }
    }
    named
}

/// Whether parts of a value are on one level but far apart, so that they belong to several columns and are not one
/// name.
fn is_of_columns(field: &Field) -> bool {
    let parts: Vec<&Region> = field.evidence.iter().flat_map(|evidence| &evidence.regions).collect();
    let apart = |a: &Region, b: &Region| a.is_level_with(b) && b.x - a.right() > COLUMN * a.height.max(b.height);
    parts.iter().any(|a| parts.iter().any(|b| apart(a, b)))
}

/// A name above its address.
struct Address {
    name: Vec<usize>,
    region: Region,
}

/// Sender and addressee of a letter, as words of their names.
#[derive(Default)]
struct Letter {
    sender: Option<Vec<usize>>,
    addressee: Option<Vec<usize>>,
}

/// One address above another at the head of a page are sender and addressee; a single one above a greeting is the
/// addressee's; more are ambiguous.
fn letter(compiled: &CompiledPack, layout: &Layout, part: &Region) -> Letter {
    let template = compiled.pack.generic();
    let height = layout.page.height;
    let all = addresses(layout, template, part);
    let greetings = template.words(WordList::Greetings);
    let greetings: Vec<Vec<u8>> = greetings.iter().map(|word| fold(word)).collect();
    let greets = |row: &&Row| {
        let first = row.words.first().map(|&word| layout.folded[word].clone());
        part.holds(&row.region) && first.is_some_and(|first| greetings.contains(&first))
    };
    let greeting = layout.pieces.iter().find(greets).map(|row| row.region.y);
    let firm = |address: &Address| {
        let words = compiled.vocabulary(&template.label);
        words.is_some_and(|words| ledger::has_firm(layout, words, &address.name))
    };
    // A bill has the payer's address above the one to pay to.
    let remits = |upper: &Address, lower: &Address| firm(lower) && !firm(upper);
    // A letterhead is at the very top; above the addressee there is at least the date.
    let headed = |address: &Address| {
        let mut rows = layout.pieces.iter().filter(|row| part.holds(&row.region));
        rows.any(|row| row.region.bottom() <= address.region.y)
    };
    let on_top = |address: &Address| address.region.y - part.y < SENDER * height;
    let mut letter = Letter::default();
    match all.as_slice() {
        [only] if greeting.is_some_and(|greeting| greeting > only.region.bottom()) && headed(only) => {
            letter.addressee = Some(only.name.clone());
        }
        [upper, lower] if on_top(upper) && lower.region.y > upper.region.bottom() && !remits(upper, lower) => {
            letter.sender = Some(upper.name.clone());
            letter.addressee = Some(lower.name.clone());
        }
        _ => {}
    }
    letter
}

/// The addresses in the upper part of a page, from the top.
fn addresses(layout: &Layout, template: &Template, part: &Region) -> Vec<Address> {
    let captions: Vec<Vec<u8>> = template
        .fields
        .iter()
        .flat_map(|spec| &spec.anchors)
        .map(|text| fold(text))
        .collect();
    let inside = |row: &&Row| part.holds(&row.region) && row.region.y - part.y < ADDRESSEE * layout.page.height;
    let rows: Vec<&Row> = layout.pieces.iter().filter(inside).collect();
    let mut found: Vec<Address> = Vec::new();
    for town in rows.iter().filter(|row| is_town(layout, row)) {
        let mut block = vec![*town];
        while let Some(above) = line_above(layout, &rows, block[block.len() - 1]).filter(|_| block.len() < MOST_LINES) {
            if captions.contains(&layout.letters(&above.words)) || layout.text(&above.words).ends_with(':') {
                break;
            }
            block.push(above);
        }
        let top = block[block.len() - 1];
        let text = layout.text(&top.words);
        // Street and town may share a line: `12 Green Street, Harrow, PA 19134`.
        let least = if address::starts_address(&layout.text(&town.words)) {
            2
        } else {
            3
        };
        let known = found.iter().any(|other| layout.text(&other.name) == text);
        if block.len() >= least && is_name(&text) && !known {
            found.push(Address {
                name: top.words.clone(),
                region: block.iter().fold(top.region, |sum, row| sum.union(&row.region)),
            });
        }
    }
    found.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    found
}

/// The line directly above another one, aligned with it.
fn line_above<'r>(layout: &Layout, rows: &[&'r Row], below: &Row) -> Option<&'r Row> {
    let steps = rows
        .iter()
        .filter_map(|row| Some((*row, step_below(layout, row, below)?)));
    steps.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(row, _)| row)
}

/// The text after one of a field's captions and its colon, `Bill to: Ann Lee`, as far as its piece of the row goes.
fn beside(layout: &Layout, spec: &FieldSpec, part: &Region) -> Option<Field> {
    let anchors: Vec<Vec<u8>> = spec.anchors.iter().map(|anchor| fold(anchor)).collect();
    for row in layout.rows.iter().filter(|row| part.holds(&row.region)) {
        for end in 1..row.words.len() {
            let (colon, value) = (row.words[end - 1], row.words[end]);
            if !layout.word(colon).text.ends_with(':') {
                continue;
            }
            // The caption begins its piece of the row: `returned to: (1)` in a sentence is not a caption.
            let begins = |start: usize| {
                let word = row.words[start];
                layout.pieces.iter().any(|piece| piece.words.first() == Some(&word))
            };
            let start = (0..end).rev().take(4).find(|&start| {
                if !begins(start) {
                    return false;
                }
                anchors.contains(&layout.letters(&row.words[start..end]))
            });
            let rest = layout.pieces.iter().find(|piece| piece.words.contains(&value));
            if let (Some(_), Some(piece)) = (start, rest) {
                let words: Vec<usize> = piece.words.iter().copied().skip_while(|&word| word != value).collect();
                // A second caption in the same piece would be taken for part of the value.
                let plain = |&word: &usize| !layout.word(word).text.ends_with(':');
                let named = layout.word(value).text.starts_with(|c: char| c.is_uppercase());
                let words = without_number(layout, words);
                if named && !words.is_empty() && words.iter().all(plain) {
                    return Some(field(layout, Value::from(layout.text(&words)), &[words], BESIDE));
                }
            }
        }
    }
    None
}

/// A name without the number that follows it: `Jane Roe SSN XXX-XX-1234`.
fn without_number(layout: &Layout, mut words: Vec<usize>) -> Vec<usize> {
    let text = |word: usize| layout.word(word).text.as_str();
    let numbered = |&word: &usize| {
        let marks = text(word)
            .chars()
            .filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x' | '*'));
        marks.count() >= NUMBERED && text(word).contains(|c: char| c.is_ascii_digit())
    };
    let Some(cut) = words.iter().position(numbered) else {
        return words;
    };
    words.truncate(cut);
    let label = |word: usize| {
        let short = text(word).len() <= 4 && text(word).bytes().all(|byte| byte.is_ascii_uppercase());
        short || text(word).ends_with(['#', '.', '(', ':'])
    };
    while words.len() > 1 && words.last().is_some_and(|&word| label(word)) {
        words.pop();
    }
    words
}
