//! Decides when two similar sheets are distinct forms rather than copies: another year, another person, a tick on
//! only one of them that changes the form's meaning, or the same copy again with another amount. See `copies` for how
//! much of their values has to agree.

use super::model::FilledCopy;
use crate::page::model::Layout;
use crate::recognise::model::same_value;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Pack, Template, TrapKind};
use touchstone_core::record::{Field, Format};
use touchstone_core::value;

/// Min confidence of a year; a less certain one may be from elsewhere on the sheet.
const SURE_YEAR: f64 = 0.75;

/// Values that distinguish a sheet from others, as far as they are reliable.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tokens {
    page: u32,
    year: Option<String>,
    /// Check boxes that change a form's meaning.
    ticks: BTreeMap<String, bool>,
    /// The number and the name of each party.
    parties: BTreeMap<String, (String, String)>,
    copy: Option<String>,
    /// Amounts of printed sheets. OCR may misread one with high confidence.
    amounts: BTreeMap<String, String>,
}

impl Tokens {
    pub(crate) fn of(pack: &Pack, template: &Template, filled: &FilledCopy, layout: &Layout) -> Tokens {
        let plain = |spec: &FieldSpec| {
            let field = filled.fields.get(&spec.name).filter(|field| field.is_filled())?;
            is_plain(pack, layout, field).then_some(field)
        };
        let of = |format: Format| template.fields.iter().filter(move |spec| spec.format == format);
        let year = of(Format::Year)
            .find_map(plain)
            .filter(|year| year.confidence >= SURE_YEAR);
        let weighty = pack.traps.iter().filter_map(|trap| match &trap.kind {
            TrapKind::Ticked { fields } => Some(fields),
            _ => None,
        });
        let ticks = weighty
            .flatten()
            .filter_map(|name| match filled.fields.get(name)?.value {
                Value::Bool(on) => Some((name.clone(), on)),
                _ => None,
            });
        let numbers = template
            .fields
            .iter()
            .filter(|spec| matches!(spec.format, Format::Ssn | Format::Ein | Format::Tin));
        let parties = numbers.filter_map(|spec| {
            let (party, _) = spec.name.rsplit_once('_')?;
            let name = template.field(&format!("{party}_name"))?;
            let number = plain(spec).filter(|number| value::validate(&spec.format, &number.value).is_ok())?;
            Some((
                party.to_owned(),
                (number.text()?.to_owned(), plain(name)?.text()?.to_owned()),
            ))
        });
        let amounts =
            of(Format::Currency).filter_map(|spec| Some((spec.name.clone(), plain(spec)?.text()?.to_owned())));
        Tokens {
            page: layout.page.number,
            year: year.map(|year| value::print(&year.value)),
            ticks: ticks.collect(),
            parties: parties.collect(),
            copy: filled.copy.clone(),
            amounts: if filled.scanned {
                BTreeMap::new()
            } else {
                amounts.collect()
            },
        }
    }

    /// Whether two sheets cannot be copies of one form.
    pub(crate) fn differs_from(&self, other: &Tokens) -> bool {
        let years = self.year.is_some() && other.year.is_some() && self.year != other.year;
        let ticks = both(&self.ticks, &other.ticks).any(|(mine, theirs)| mine != theirs);
        // A difference in only one of the two may be a misreading, or another spelling of the name.
        let people = both(&self.parties, &other.parties)
            .any(|(mine, theirs)| !same_value(&mine.0, &theirs.0) && !is_same_name(&mine.1, &theirs.1));
        let again = self.page != other.page && self.copy.is_some() && self.copy == other.copy;
        let amounts = || both(&self.amounts, &other.amounts).any(|(mine, theirs)| mine != theirs);
        years || ticks || people || again && amounts()
    }
}

fn both<'m, T>(mine: &'m BTreeMap<String, T>, theirs: &'m BTreeMap<String, T>) -> impl Iterator<Item = (&'m T, &'m T)> {
    mine.iter()
        .filter_map(move |(name, value)| Some((value, theirs.get(name)?)))
}

/// Equal letters, or one name inside the other: a second given name, or an address that was read with it.
fn is_same_name(a: &str, b: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let (a, b) = (letters(a), letters(b));
    a.contains(&b) || b.contains(&a)
}

/// Whether each character of a value is at least as certain as the pack requires without review.
fn is_plain(pack: &Pack, layout: &Layout, field: &Field) -> bool {
    let words = &layout.page.reading.words;
    let read = field.evidence.iter().flat_map(|piece| piece.words.0..piece.words.1);
    let mut known = read.map(|word| words.get(word as usize).map(|word| word.min_char_confidence));
    known.all(|sure| sure.is_some_and(|sure| sure.is_none_or(|sure| sure >= pack.least_character_confidence)))
}
