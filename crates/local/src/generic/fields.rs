//! Generic fields of documents without a template (seed 000, the generic template). See `parties` for the parties
//! they name.

use super::whole_amounts::WholeAmounts;
use crate::captions::evidence;
use crate::page::model::{Layout, Row};
use crate::page::reading;
use crate::recognise::form_number::HEAD;
use crate::values::form_year;
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template, WordList};
use touchstone_core::record::{Cell, Field, Format};
use touchstone_core::text::fold;
use touchstone_intake::Region;

/// Max amounts of a document; more do not help to identify it.
const AMOUNTS: usize = 200;

/// Amounts on a page that are its own print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Print {
    None,
    /// A numbered form explains itself in whole dollars: `$600 or more`.
    OfForm,
}

/// Facts about a page that are known before its generic fields are filled.
pub(crate) struct Known<'a> {
    /// Words of the title by which the document was recognized.
    pub title: Option<&'a [usize]>,
    pub print: Print,
    /// The parties it names, by field.
    pub named: BTreeMap<String, Field>,
}

/// Fills the generic fields from a page or part of it; those filled by an earlier page are kept.
pub(crate) fn fill(
    layout: &Layout,
    template: &Template,
    part: &Region,
    mut known: Known,
    fields: &mut IndexMap<String, Field>,
) {
    for (index, spec) in template.fields.iter().enumerate() {
        let filled = fields.get(&spec.name).is_some_and(Field::is_filled);
        let list = spec.parts.is_empty() && matches!(spec.format, Format::List);
        if filled && !list {
            continue;
        }
        let found = match &spec.format {
            Format::Year => tax_year(layout, part),
            Format::List => {
                let counts = Counts::of(layout, template.words(WordList::Measured));
                let whole = WholeAmounts::of(layout, template.words(WordList::Charged));
                amounts(layout, spec, part, known.print, &counts, &whole, fields.get(&spec.name))
            }
            Format::Text if index == 0 => match known.title {
                // A title word within a name, such as that of an association, is not a title.
                Some(words) if is_within_name(layout, words, &known.named) => None,
                Some(words) => Some(field(layout, Value::from(layout.text(words)), &[words.to_vec()], 0.9)),
                None => title(layout, part),
            },
            Format::Text => known.named.remove(&spec.name),
            _ => None,
        };
        if let Some(field) = found {
            fields.insert(spec.name.clone(), field);
        } else if !filled {
            fields.entry(spec.name.clone()).or_insert_with(Field::missing);
        }
    }
}

/// Whether words are part of a party's name, but not all of it.
fn is_within_name(layout: &Layout, words: &[usize], named: &BTreeMap<String, Field>) -> bool {
    let own = layout.letters(words);
    let mut names = named.values().filter_map(|field| field.raw.as_deref()).map(fold);
    names.any(|name| name.len() > own.len() && name.windows(own.len().max(1)).any(|part| part == own))
}

pub(crate) fn field(layout: &Layout, value: Value, lines: &[Vec<usize>], confidence: f64) -> Field {
    let texts: Vec<String> = lines.iter().map(|line| layout.text(line)).collect();
    Field {
        value,
        raw: Some(texts.join(" ")),
        confidence,
        evidence: evidence::of_lines(layout, lines, &[]),
        cells: BTreeMap::new(),
    }
}

fn tax_year(layout: &Layout, part: &Region) -> Option<Field> {
    let found = form_year::find(layout, part, &[])?;
    (found.confidence > 0.7).then(|| field(layout, Value::from(found.value), &[found.words], found.confidence * 0.8))
}

/// The largest print in the upper half of the page; among equals the first.
pub(crate) fn title(layout: &Layout, part: &Region) -> Option<Field> {
    let worded = |row: &&Row| {
        let colon = row
            .words
            .last()
            .is_some_and(|&word| layout.word(word).text.ends_with([':', ',']));
        let sentence = row.words.len() > 5
            && row
                .words
                .last()
                .is_some_and(|&word| layout.word(word).text.ends_with('.'));
        let letters = row
            .words
            .iter()
            .flat_map(|&word| &layout.folded[word])
            .filter(|c| c.is_ascii_alphabetic())
            .count();
        let upper = row.region.y < part.y + 0.5 * part.height;
        letters >= 4 && row.words.len() <= 14 && upper && !colon && !sentence && part.holds(&row.region)
    };
    let size = |row: &Row| row.words.iter().map(|&word| layout.word(word).size).fold(0.0, f32::max);
    let rows = layout.rows.iter().filter(worded);
    let best = rows.max_by(|a, b| size(a).total_cmp(&size(b)).then(b.region.y.total_cmp(&a.region.y)))?;
    Some(field(
        layout,
        Value::from(layout.text(&best.words)),
        std::slice::from_ref(&best.words),
        0.6,
    ))
}

/// Heads and words that mark numbers as quantities other than money.
struct Counts {
    words: Vec<usize>,
}

impl Counts {
    fn of(layout: &Layout, measured: &[String]) -> Self {
        let measured: Vec<Vec<u8>> = measured.iter().map(|word| fold(word)).collect();
        let all = 0..layout.folded.len();
        Self {
            words: all.filter(|&word| measured.contains(&layout.folded[word])).collect(),
        }
    }

    /// Whether a number is directly beside such a word, or below it as its head.
    fn hold(&self, layout: &Layout, number: usize) -> bool {
        let beside = [layout.left_of(number), layout.right_of(number)];
        if beside.into_iter().flatten().any(|word| self.words.contains(&word)) {
            return true;
        }
        let own = layout.region(number);
        let worded = |word: &usize| layout.folded[*word].iter().any(u8::is_ascii_alphabetic);
        let over = |word: &usize| {
            let place = layout.region(*word);
            place.overlap_x(own) > 0.0 && (0.0..HEAD).contains(&(own.y - place.bottom()))
        };
        let above = (0..layout.folded.len()).filter(|word| worded(word) && over(word));
        let nearest = above.max_by(|&a, &b| layout.region(a).y.total_cmp(&layout.region(b).y));
        nearest.is_some_and(|word| self.words.contains(&word))
    }
}

/// Every amount with a currency sign or cents, and whole ones confirmed by a table or a sum (see `whole_amounts`).
fn amounts(
    layout: &Layout,
    spec: &FieldSpec,
    part: &Region,
    print: Print,
    counts: &Counts,
    whole: &WholeAmounts,
    known: Option<&Field>,
) -> Option<Field> {
    let format = spec.item.as_ref()?;
    let mut list = known
        .filter(|field| field.is_filled())
        .cloned()
        .unwrap_or_else(|| Field {
            value: Value::Array(Vec::new()),
            confidence: 0.7,
            ..Field::missing()
        });
    for (index, word) in layout.page.reading.words.iter().enumerate() {
        let Value::Array(values) = &mut list.value else { break };
        // Trailing punctuation of a sentence is not part of it.
        let text = word.text.trim_end_matches([',', ';', ':', '.']);
        let cents = text.len() > 3 && text.as_bytes()[text.len() - 3] == b'.';
        let signed = text.starts_with('$');
        let printed = print == Print::OfForm && !cents && word.widget.is_none();
        let counted = || !signed && counts.hold(layout, index);
        let certain = cents || signed || print == Print::None && whole.hold(layout, index);
        if values.len() >= AMOUNTS || !part.holds(&word.region) || !certain || printed || counted() {
            continue;
        }
        if let Some(value) = reading::value(format, text) {
            let evidence = evidence::of_lines(layout, &[vec![index]], &[]);
            list.evidence.extend(evidence.clone());
            list.cells.insert(
                format!("[{}]", values.len()),
                Cell {
                    value: value.clone(),
                    raw: Some(word.text.clone()),
                    confidence: 0.7,
                    evidence,
                },
            );
            values.push(value);
        }
    }
    let texts: Vec<&str> = list.cells.values().filter_map(|cell| cell.raw.as_deref()).collect();
    list.raw = Some(texts.join(" "));
    list.is_filled().then_some(list)
}
