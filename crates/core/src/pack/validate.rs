//! Converts the pack as written into the pack as used: every name resolved, every number in range. Stops at the
//! first mistake and reports its file and key.

use super::at::{At, Codes, Digests, Placed};
use super::error::PackError;
use super::raw::{
    RawKnownDocument, RawMode, RawPack, RawParties, RawReader, RawSignature, RawSignatureKind, RawTemplate, RawZone,
};
use super::{
    FieldSpec, KnownDocument, Label, LedgerColumn, Mode, Pack, Reader, Signature, SignatureKind, Stamps, Template,
    WordList, Zone, fields, rules, traps,
};
use crate::record::{CodeList, Control, Vocabulary};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

impl<'a> At<'a> {
    /// The file as a whole.
    pub(super) fn whole(file: &'a Path) -> Self {
        At { file, prefix: "" }
    }

    pub(super) fn fault(&self, key: &str, reason: impl Into<String>) -> PackError {
        PackError::new(self.file, format!("{}{key}", self.prefix), reason)
    }

    /// A name that is not one of `known`, with the nearest of these.
    pub(super) fn unknown(&self, key: &str, name: &str, known: impl Iterator<Item = &'static str>) -> PackError {
        let nearest = known
            .min_by_key(|own| strsim::levenshtein(own, name))
            .unwrap_or_default();
        self.fault(
            key,
            format!("the reader does not know `{name}`; the nearest name that it knows is `{nearest}`"),
        )
    }

    pub(super) fn filled(&self, key: &str, text: &str) -> Result<(), PackError> {
        if text.trim().is_empty() {
            return Err(self.fault(key, "is empty"));
        }
        Ok(())
    }

    pub(super) fn all_filled(&self, key: &str, texts: &[String]) -> Result<(), PackError> {
        for (index, text) in texts.iter().enumerate() {
            self.filled(&format!("{key}[{index}]"), text)?;
        }
        self.unique(key, texts.iter().map(String::as_str))
    }

    pub(super) fn unique<'t>(&self, key: &str, names: impl Iterator<Item = &'t str>) -> Result<(), PackError> {
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                return Err(self.fault(key, format!("`{name}` is listed twice")));
            }
        }
        Ok(())
    }

    pub(super) fn decimal(&self, key: &str, text: &str) -> Result<Decimal, PackError> {
        text.parse()
            .map_err(|_| self.fault(key, format!("`{text}` is not a number in quotes")))
    }
}

pub(super) fn pack(
    folder: &Path,
    file: &Path,
    digests: Digests,
    raw: RawPack,
    placed: Vec<Placed>,
) -> Result<Pack, PackError> {
    let at = At { file, prefix: "" };
    name(at, &raw.name)?;
    at.filled("version", &raw.version)?;
    if !(0.0..=1.0).contains(&raw.least_character_confidence) {
        let why = format!("{} is not within 0..1", raw.least_character_confidence);
        return Err(at.fault("least_character_confidence", why));
    }
    let labels = labels(at, &raw)?;
    let codes = codes(at, &raw)?;
    let templates = templates(at, &raw, &labels, &codes, placed)?;
    let years = years(at, &raw)?;
    let rules = rules::rules(at, &raw.checks, &templates, &years)?;
    Ok(Pack {
        traps: traps::traps(at, &raw.traps, &templates, &labels)?,
        stamps: Stamps {
            go_on: raw.stamps.go_on,
            conditions: raw.stamps.conditions,
        },
        others: documents(at, "others", &raw.others, &labels)?,
        inserts: documents(at, "inserts", &raw.inserts, &labels)?,
        name: raw.name,
        version: raw.version,
        description: raw.description,
        folder: folder.to_owned(),
        sha256: digests.all,
        rules_sha256: digests.rules,
        calibration: None,
        second_reader: None,
        prints: Vec::new(),
        mode: match raw.mode {
            RawMode::Form => Mode::Form,
            RawMode::Pages => Mode::Pages,
            RawMode::Whole => Mode::Whole,
        },
        parallel: parallel(at, raw.mode, raw.parallel)?,
        labels,
        fallback: raw.fallback,
        least_character_confidence: raw.least_character_confidence,
        templates,
        rules,
        years,
        codes,
        synonyms: synonyms(at, raw.synonyms)?,
        pointers: raw.pointers,
        address_words: raw.address_words,
        joining_words: raw.joining_words,
        parties: None,
        vocabulary: None,
        kinds: None,
        guides: Vec::new(),
    })
}

fn parallel(at: At, mode: RawMode, parallel: bool) -> Result<bool, PackError> {
    if parallel && !matches!(mode, RawMode::Pages) {
        return Err(at.fault("parallel", "is allowed only with the mode `pages`"));
    }
    Ok(parallel)
}

fn synonyms(at: At, groups: Vec<Vec<String>>) -> Result<Vec<Vec<String>>, PackError> {
    match groups.iter().position(|group| group.len() < 2) {
        Some(index) => Err(at.fault(&format!("synonyms[{index}]"), "names fewer than two words")),
        None => Ok(groups),
    }
}

/// Pack names are used in paths, commands and database rows.
fn name(at: At, name: &str) -> Result<(), PackError> {
    let plain = name
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_');
    if name.is_empty() || !plain {
        return Err(at.fault(
            "name",
            format!("`{name}` must consist of lower-case letters, digits, `-` and `_`"),
        ));
    }
    Ok(())
}

fn labels(at: At, raw: &RawPack) -> Result<Vec<Label>, PackError> {
    for (index, label) in raw.labels.iter().enumerate() {
        at.filled(&format!("labels[{index}].name"), &label.name)?;
        if let Some(colour) = label.colour.as_ref().filter(|colour| !is_colour(colour)) {
            let reason = format!("`{colour}` is not a colour such as `#c8102e`");
            return Err(at.fault(&format!("labels[{index}].colour"), reason));
        }
    }
    at.unique("labels", raw.labels.iter().map(|label| label.name.as_str()))?;
    if !raw.labels.iter().any(|label| label.name == raw.fallback) {
        return Err(at.fault("fallback", format!("`{}` is not one of the labels", raw.fallback)));
    }
    let own = |label: &super::raw::RawLabel| Label {
        name: label.name.clone(),
        description: label.description.clone(),
        colour: label.colour.clone(),
    };
    Ok(raw.labels.iter().map(own).collect())
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#');
    digits.is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn codes(at: At, raw: &RawPack) -> Result<Codes, PackError> {
    let mut lists = Codes::new();
    for (name, codes) in &raw.codes {
        if codes.is_empty() {
            return Err(at.fault(&format!("codes.{name}"), "lists no codes"));
        }
        let list = CodeList {
            name: name.clone(),
            codes: codes.clone(),
        };
        lists.insert(name.clone(), Arc::new(list));
    }
    Ok(lists)
}

fn years(at: At, raw: &RawPack) -> Result<BTreeMap<i32, BTreeMap<String, Decimal>>, PackError> {
    let mut years = BTreeMap::new();
    for (year, figures) in &raw.years {
        let number = year.parse().ok().filter(|year| (1900..2200).contains(year));
        let number: i32 = number.ok_or_else(|| at.fault(&format!("years.{year}"), "is not a year"))?;
        let mut named = BTreeMap::new();
        for (name, text) in figures {
            named.insert(name.clone(), at.decimal(&format!("years.{year}.{name}"), text)?);
        }
        years.insert(number, named);
    }
    Ok(years)
}

/// All templates, the generic one first; a pack that fills no forms has only one, without fields.
fn templates(
    at: At,
    pack: &RawPack,
    labels: &[Label],
    codes: &Codes,
    placed: Vec<Placed>,
) -> Result<Vec<Template>, PackError> {
    let fallback = &pack.fallback;
    if placed.is_empty() && !matches!(pack.mode, RawMode::Form) {
        return Ok(vec![without_fields(fallback)]);
    }
    let mut done: Vec<Template> = Vec::new();
    let (plain, extending): (Vec<_>, Vec<_>) = placed.into_iter().partition(|placed| placed.template.extends.is_none());
    for placed in plain.into_iter().chain(extending) {
        let at = At {
            file: &placed.file,
            prefix: &placed.prefix,
        };
        let next = template(at, labels, codes, &done, &placed)?;
        if done.iter().any(|template| template.label == next.label) {
            return Err(at.fault("label", format!("`{}` has a second template", next.label)));
        }
        done.push(next);
    }
    let rank = |template: &Template| labels.iter().position(|label| label.name == template.label);
    done.sort_by_key(|template| (template.label != *fallback, rank(template)));
    if done.first().is_none_or(|first| first.label != *fallback) {
        return Err(at.fault("templates", format!("the fallback `{fallback}` has no template")));
    }
    Ok(done)
}

fn without_fields(label: &str) -> Template {
    Template {
        label: label.to_owned(),
        title: label.to_owned(),
        confidence_threshold: 0.0,
        min_fields: 0,
        complete: false,
        groups: Vec::new(),
        signatures: Vec::new(),
        copies: Vec::new(),
        printed: Vec::new(),
        fields: Vec::new(),
        reader: None,
        words: BTreeMap::new(),
        weights: BTreeMap::new(),
    }
}

fn template(
    at: At,
    labels: &[Label],
    codes: &Codes,
    done: &[Template],
    placed: &Placed,
) -> Result<Template, PackError> {
    let raw = &placed.template;
    if !labels.iter().any(|label| label.name == raw.label) {
        return Err(at.fault("label", format!("`{}` is not one of the labels", raw.label)));
    }
    if !(0.0..=1.0).contains(&raw.confidence_threshold) {
        return Err(at.fault(
            "confidence_threshold",
            format!("{} is not within 0..1", raw.confidence_threshold),
        ));
    }
    let fields = template_fields(at, codes, done, raw)?;
    let required = fields.iter().filter(|field| field.required).count();
    let most = if required == 0 { fields.len() } else { required };
    if raw.min_fields > most {
        return Err(at.fault(
            "min_fields",
            format!("{} is more than the {most} fields that count", raw.min_fields),
        ));
    }
    at.all_filled("copies", &raw.copies)?;
    at.all_filled("printed", &raw.printed)?;
    Ok(Template {
        label: raw.label.clone(),
        title: raw.title.clone(),
        confidence_threshold: raw.confidence_threshold,
        min_fields: raw.min_fields,
        complete: raw.complete,
        signatures: signatures(at, &raw.signatures)?,
        copies: raw.copies.clone(),
        printed: raw.printed.clone(),
        reader: raw.reader.map(reader),
        words: words(at, raw)?,
        weights: weights(at, raw, &fields)?,
        groups: fields::groups(at, &raw.groups, &fields)?,
        fields,
    })
}

/// At least one field must be a field of the generic template, or everything found would be lost.
pub(super) fn parties(at: At, pack: &Pack, raw: &RawParties) -> Result<Template, PackError> {
    let mut template = without_fields(&pack.fallback);
    for (index, raw) in raw.fields.iter().enumerate() {
        let field = fields::field(at, &format!("fields[{index}]"), raw, &Codes::new())?;
        template.fields.push(field);
    }
    at.unique("fields", template.fields.iter().map(|field| field.name.as_str()))?;
    let generic = &pack.generic().fields;
    let mut own = template.fields.iter();
    if !own.any(|field| generic.iter().any(|other| other.name == field.name)) {
        return Err(at.fault("fields", format!("none is a field of `{}`", pack.fallback)));
    }
    at.all_filled("printed", &raw.printed)?;
    template.printed.clone_from(&raw.printed);
    Ok(template)
}

/// Every level must be a label and every name unique, so that no marking is ambiguous.
pub(super) fn vocabulary(at: At, pack: &Pack, words: &Vocabulary) -> Result<(), PackError> {
    for (index, level) in words.levels.iter().enumerate() {
        if pack.label(&level.name).is_none() {
            let reason = format!("`{}` is not one of the labels", level.name);
            return Err(at.fault(&format!("levels[{index}].name"), reason));
        }
        at.all_filled(&format!("levels[{index}].spellings"), &level.spellings)?;
    }
    at.unique("levels", words.levels.iter().map(|level| level.name.as_str()))?;
    for (index, control) in words.controls.iter().enumerate() {
        at.filled(&format!("controls[{index}].name"), &control.name)?;
        at.all_filled(&format!("controls[{index}].spellings"), &control.spellings)?;
        if let Some(level) = control.implies.as_ref().filter(|level| words.rank(level).is_none()) {
            return Err(at.fault(
                &format!("controls[{index}].implies"),
                format!("`{level}` is not one of the levels"),
            ));
        }
    }
    at.unique("controls", words.controls.iter().flat_map(Control::all_spellings))
}

fn reader(raw: RawReader) -> Reader {
    match raw {
        RawReader::Ledger => Reader::Ledger,
        RawReader::Tally => Reader::Tally,
    }
}

/// Known documents, none of which may have the name of a label.
fn documents(at: At, key: &str, raw: &[RawKnownDocument], labels: &[Label]) -> Result<Vec<KnownDocument>, PackError> {
    at.unique(key, raw.iter().map(|document| document.name.as_str()))?;
    let mut documents = Vec::new();
    for (index, raw) in raw.iter().enumerate() {
        let prefix = format!("{}{key}[{index}].", at.prefix);
        let at = At { prefix: &prefix, ..at };
        at.filled("name", &raw.name)?;
        let is_label = |name: &String| labels.iter().any(|label| label.name == *name);
        if is_label(&raw.name) {
            return Err(at.fault("name", format!("`{}` is a label of the pack", raw.name)));
        }
        if let Some(unknown) = raw.attached_to.iter().find(|name| !is_label(name)) {
            return Err(at.fault("attached_to", format!("`{unknown}` is no label of the pack")));
        }
        documents.push(KnownDocument {
            name: raw.name.clone(),
            description: raw.description.clone(),
            signatures: signatures(at, &raw.signatures)?,
            attached_to: raw.attached_to.clone(),
        });
    }
    Ok(documents)
}

/// The fields of a template after those of the one that it extends.
fn template_fields(at: At, codes: &Codes, done: &[Template], raw: &RawTemplate) -> Result<Vec<FieldSpec>, PackError> {
    let mut fields = match &raw.extends {
        None => Vec::new(),
        Some(base) => done
            .iter()
            .find(|template| template.label == *base)
            .map(|template| template.fields.clone())
            .ok_or_else(|| at.fault("extends", format!("`{base}` has no template without `extends`")))?,
    };
    for (index, raw) in raw.fields.iter().enumerate() {
        fields.push(fields::field(at, &format!("fields[{index}]"), raw, codes)?);
    }
    if fields.is_empty() {
        return Err(at.fault("fields", "a template needs at least one field"));
    }
    at.unique("fields", fields.iter().map(|field| field.name.as_str()))?;
    if let Some(reader) = raw.reader.map(reader) {
        known_to_reader(at, reader, &fields[fields.len() - raw.fields.len()..])?;
    }
    Ok(fields)
}

/// The fields of a template with a reader, those it extends left out: the reader would leave any other one empty.
fn known_to_reader(at: At, reader: Reader, fields: &[FieldSpec]) -> Result<(), PackError> {
    for (index, field) in fields.iter().enumerate() {
        let known = reader.fields();
        if !known.iter().any(|(own, _)| own.name() == field.name) {
            let names = known.iter().map(|(own, _)| own.name());
            return Err(at.unknown(&format!("fields[{index}].name"), &field.name, names));
        }
        for (number, part) in field.parts.iter().enumerate() {
            if LedgerColumn::from_name(&part.name).is_none() {
                let names = LedgerColumn::ALL.iter().map(|column| column.name());
                return Err(at.unknown(&format!("fields[{index}].parts[{number}].name"), &part.name, names));
            }
        }
    }
    Ok(())
}

fn words(at: At, raw: &RawTemplate) -> Result<BTreeMap<WordList, Vec<String>>, PackError> {
    let mut lists = BTreeMap::new();
    for (name, words) in &raw.words {
        let key = format!("words.{name}");
        let Some(list) = WordList::from_name(name) else {
            let names = WordList::ALL.iter().map(|list| list.name());
            return Err(at.unknown(&key, name, names));
        };
        at.all_filled(&key, words)?;
        lists.insert(list, words.clone());
    }
    Ok(lists)
}

/// Weights of fields, and of lists of words whose lines can prove something by themselves.
fn weights(at: At, raw: &RawTemplate, fields: &[FieldSpec]) -> Result<BTreeMap<String, f64>, PackError> {
    for (name, weight) in &raw.weights {
        if !weight.is_finite() || weight.abs() > 10.0 {
            return Err(at.fault(
                &format!("weights.{name}"),
                format!("{weight} is not a weight within -10..10"),
            ));
        }
        if !fields.iter().any(|field| field.name == *name) && !raw.words.contains_key(name) {
            return Err(at.fault(&format!("weights.{name}"), "there is no such field or list of words"));
        }
    }
    Ok(raw.weights.clone())
}

fn signatures(at: At, raw: &[RawSignature]) -> Result<Vec<Signature>, PackError> {
    let mut signatures = Vec::new();
    for (index, raw) in raw.iter().enumerate() {
        at.filled(&format!("signatures[{index}].text"), &raw.text)?;
        if !raw.weight.is_finite() || raw.weight == 0.0 || raw.weight.abs() > 10.0 {
            let reason = format!("{} is not a weight within -10..10 other than 0", raw.weight);
            return Err(at.fault(&format!("signatures[{index}].weight"), reason));
        }
        signatures.push(Signature {
            text: raw.text.clone(),
            weight: raw.weight,
            zone: match raw.zone {
                RawZone::Anywhere => Zone::Anywhere,
                RawZone::Top => Zone::Top,
                RawZone::Bottom => Zone::Bottom,
            },
            kind: match raw.kind {
                RawSignatureKind::Phrase => SignatureKind::Phrase,
                RawSignatureKind::Code => SignatureKind::Code,
                RawSignatureKind::Title => SignatureKind::Title,
            },
        });
    }
    at.unique("signatures", signatures.iter().map(|signature| signature.text.as_str()))?;
    Ok(signatures)
}
