//! Signals of each value, which the pack's calibration weighs, and the resulting confidence. Every signal is 0..=1
//! and higher is better. See `Calibration` in the pack for the weights.

use super::model::FilledCopy;
use crate::page::model::Layout;
use crate::recognise::model::same_value;
use crate::values::model::{Candidate, Item, Run, Sheet, Text};
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::address;
use touchstone_core::arithmetic::{CrossCheck, cross_checks};
use touchstone_core::pack::{Calibration, FieldSpec, Lines, Pack, Template};
use touchstone_core::record::{Field, Format, Signals};
use touchstone_core::value::{self, money, tin};

/// Max confidence of a value on which copies disagree.
const DISPUTED: f64 = 0.5;
/// Highest box number on any form of a pack.
const LAST_BOX: u32 = 30;
/// Neutral signal.
const NEUTRAL: f32 = 0.5;

/// Signals of a value assigned to a box.
pub(crate) fn of_given(sheet: &Sheet, one: &Candidate) -> Signals {
    let mut signals = captioned(sheet, &[one.caption]);
    signals.extend(named([
        ("place", one.fit.clamp(0.0, 1.0)),
        ("margin", one.margin),
        ("side", flag(one.side == sheet.side)),
        ("valid", flag(one.valid)),
        ("whole", flag(one.runs.len() == 1)),
    ]));
    signals
}

/// Signals of a text's lines.
pub(crate) fn of_text(sheet: &Sheet, text: &Text) -> Signals {
    let mut signals = captioned(sheet, &[text.caption]);
    let lines = 1.0 / text.lines.len().max(1) as f32;
    signals.extend(named([("lines", lines)]));
    signals
}

/// Signals of a list's row.
pub(crate) fn of_item(sheet: &Sheet, item: &Item) -> Signals {
    captioned(sheet, &item.captions)
}

/// Number of amounts with cents that no field took: many of them mean that boxes were confused.
pub(crate) fn leftover(layout: &Layout, runs: &[Run]) -> usize {
    let amount = |run: &&Run| {
        let text = layout.text(&run.words);
        !run.taken && text.contains('.') && money::parse(&text).is_ok()
    };
    runs.iter().filter(amount).count()
}

fn captioned(sheet: &Sheet, captions: &[usize]) -> Signals {
    let best = |of: &dyn Fn(usize) -> f32| captions.iter().map(|&caption| of(caption)).fold(0.0, f32::max);
    named([
        ("caption", best(&|caption| sheet.captions[caption].score)),
        ("labelled", best(&|caption| flag(sheet.captions[caption].labelled))),
        ("closed", best(&|caption| flag(sheet.areas[caption].closed))),
    ])
}

fn named<const N: usize>(signals: [(&str, f32); N]) -> Signals {
    signals
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn flag(value: bool) -> f32 {
    f32::from(u8::from(value))
}

/// Signals of the copies of one form, kept while they are merged.
pub(crate) struct MergedSignals {
    /// By path, from the first copy that has them.
    signals: BTreeMap<String, Signals>,
    /// The values of each copy.
    copies: Vec<BTreeMap<String, Value>>,
    coverage: f32,
    lead: f32,
    tidy: f32,
    likeness: f32,
}

impl MergedSignals {
    pub(crate) fn of(copies: &mut [FilledCopy], likeness: f64) -> Self {
        let mut signals = BTreeMap::new();
        for copy in copies.iter_mut() {
            for (path, own) in std::mem::take(&mut copy.signals) {
                signals.entry(path).or_insert(own);
            }
        }
        Self {
            signals,
            coverage: copies.iter().map(|copy| copy.coverage).fold(0.0, f32::max),
            lead: copies
                .iter()
                .filter_map(|copy| copy.lead)
                .reduce(f32::min)
                .unwrap_or(NEUTRAL),
            tidy: copies
                .iter()
                .map(|copy| 1.0 / (1.0 + copy.leftover as f32))
                .fold(0.0, f32::max),
            likeness: likeness as f32,
            copies: copies.iter().map(|copy| values(&copy.fields)).collect(),
        }
    }

    /// The signals of every value of the merged form.
    pub(crate) fn signals(
        &self,
        pack: &Pack,
        template: &Template,
        fields: &IndexMap<String, Field>,
        year: Option<i32>,
    ) -> BTreeMap<String, Signals> {
        let of_form = OfForm::new(pack, template, fields, year);
        let mut all = BTreeMap::new();
        for (path, value) in values(fields) {
            let Some(own) = of_form.of_value(template, fields, &path) else {
                continue;
            };
            let mut signals = self.signals.get(&path).cloned().unwrap_or_default();
            signals.extend(own);
            signals.extend(named([
                ("lead", self.lead),
                ("copies", self.agreement(&path, &value)),
                ("coverage", self.coverage),
                ("tidy", self.tidy),
                ("likeness", self.likeness),
            ]));
            all.insert(path, signals);
        }
        all
    }

    /// 1 if all other copies agree, 0 if one disagrees, a half if there is no other.
    fn agreement(&self, path: &str, value: &Value) -> f32 {
        let mine = value::print(value);
        let others: Vec<bool> = self
            .copies
            .iter()
            .filter_map(|copy| copy.get(path).map(|other| same_value(&mine, &value::print(other))))
            .collect();
        match (others.len(), others.iter().all(|same| *same)) {
            (0 | 1, _) => NEUTRAL,
            (_, same) => flag(same),
        }
    }
}

/// Signals of a form that is read by structure: it has no captions and no copies, and is as clear as its amounts
/// agree; `doubts` are the reader's own.
pub(crate) fn of_structure(
    pack: &Pack,
    template: &Template,
    fields: &IndexMap<String, Field>,
    doubts: usize,
    likeness: f64,
) -> BTreeMap<String, Signals> {
    let of_form = OfForm::new(pack, template, fields, None);
    let by_path = values(fields).into_keys().filter_map(|path| {
        let mut signals = of_form.of_value(template, fields, &path)?;
        signals.extend(named([
            ("lead", of_form.sums),
            ("copies", NEUTRAL),
            ("tidy", 1.0 / (1.0 + doubts as f32)),
            ("likeness", likeness as f32),
        ]));
        Some((path, signals))
    });
    by_path.collect()
}

/// Signals shared by all values of a form.
struct OfForm {
    checks: Vec<CrossCheck>,
    /// Share of the checks that passed.
    sums: f32,
    /// Share of the required fields that were found.
    required: f32,
}

impl OfForm {
    fn new(pack: &Pack, template: &Template, fields: &IndexMap<String, Field>, year: Option<i32>) -> Self {
        let checks = cross_checks(pack, &template.label, fields, year);
        let passed = checks.iter().filter(|check| check.passed).count() as f32;
        let required: Vec<bool> = template
            .required()
            .map(|spec| fields.get(&spec.name).is_some_and(Field::is_filled))
            .collect();
        let found = required.iter().filter(|found| **found).count() as f32;
        Self {
            sums: if checks.is_empty() {
                NEUTRAL
            } else {
                passed / checks.len() as f32
            },
            required: found / required.len().max(1) as f32,
            checks,
        }
    }

    /// `None` for a path that is not in the template.
    fn of_value(&self, template: &Template, fields: &IndexMap<String, Field>, path: &str) -> Option<Signals> {
        let (name, rest) = path.split_at(path.find('[').unwrap_or(path.len()));
        let spec = template.fields.iter().find(|spec| spec.name == name)?;
        let field = fields.get(name)?;
        let part = spec
            .parts
            .iter()
            .find(|part| rest.ends_with(&format!(".{}", part.name)));
        let cell = field.cells.get(rest);
        let read = cell.map_or(field.confidence, |cell| cell.confidence);
        let raw = cell
            .map_or(field.raw.as_deref(), |cell| cell.raw.as_deref())
            .unwrap_or_default();
        let own = self.checks.iter().find(|check| check.field == name);
        Some(named([
            ("read", read as f32),
            ("shape", shape(part.unwrap_or(spec), raw)),
            ("sum", own.map_or(NEUTRAL, |check| flag(check.passed))),
            ("sums", self.sums),
            ("required", self.required),
        ]))
    }
}

/// How much the printed text looks like a value of its field rather than a neighbor's value or print: a bare box
/// number reads as an amount, and anything reads as text.
fn shape(spec: &FieldSpec, raw: &str) -> f32 {
    let raw = raw.trim();
    let digits = raw.chars().filter(char::is_ascii_digit).count();
    match spec.format {
        _ if raw.starts_with('(') && digits == 0 => 0.0,
        Format::Currency if raw.contains(|c: char| c.is_whitespace()) && money::parse(raw).is_err() => 0.0,
        Format::Currency if raw.contains('.') => 1.0,
        Format::Currency if digits <= 2 && is_label(raw) => 0.0,
        Format::Currency => 0.6,
        Format::Year if digits < raw.chars().count() => 0.2,
        Format::Text if raw.contains('.') && money::parse(raw).is_ok() => 0.0,
        Format::Text if raw.contains('-') && tin::tin(raw).is_ok() => 0.2,
        Format::Text if spec.lines == Lines::First && raw.starts_with(|c: char| c.is_ascii_digit()) => 0.0,
        Format::Text if spec.lines == Lines::Rest && digits == 0 => 0.2,
        // Text of another caption was included.
        Format::Text if spec.lines != Lines::All && (raw.contains(':') || has_number(raw)) => 0.0,
        Format::Text if has_number(raw) => 0.2,
        Format::Text if spec.lines == Lines::Rest && raw.split(", ").any(address::is_phone) => 0.2,
        _ => 1.0,
    }
}

/// Whether a short text may be the number of a box.
fn is_label(text: &str) -> bool {
    let bare = text.trim_matches(['$', '(', ')', '-', ' ']);
    bare.parse::<u32>().ok().is_none_or(|own| (1..=LAST_BOX).contains(&own))
}

/// Whether a text contains a taxpayer number. A postcode of nine digits does not count.
fn has_number(raw: &str) -> bool {
    raw.split_whitespace()
        .any(|word| word.contains('-') && tin::tin(word).is_ok() && !address::is_postcode(word))
}

/// The single values of a form by path; a list is split into its cells.
fn values(fields: &IndexMap<String, Field>) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for (name, field) in fields.iter().filter(|(_, field)| field.is_filled()) {
        if field.cells.is_empty() {
            all.insert(name.clone(), field.value.clone());
        }
        for (rest, cell) in &field.cells {
            all.insert(format!("{name}{rest}"), cell.value.clone());
        }
    }
    all
}

/// Replaces confidences as read by calibrated probabilities. A list's confidence is the mean of its cells'.
pub(crate) fn calibrate(
    calibration: &Calibration,
    signals: &BTreeMap<String, Signals>,
    fields: &mut IndexMap<String, Field>,
) {
    let chance = |path: &str, read: f64| {
        let Some(signals) = signals.get(path) else { return read };
        let most = if signals.get("copies") == Some(&0.0) {
            DISPUTED
        } else {
            1.0
        };
        calibration.fields.probability(signals).min(most)
    };
    for (name, field) in fields.iter_mut().filter(|(_, field)| field.is_filled()) {
        if field.cells.is_empty() {
            field.confidence = chance(name, field.confidence);
            continue;
        }
        for (rest, cell) in &mut field.cells {
            cell.confidence = chance(&format!("{name}{rest}"), cell.confidence);
        }
        field.confidence = field.cells.values().map(|cell| cell.confidence).sum::<f64>() / field.cells.len() as f64;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::path::Path;

    #[test]
    fn a_neighbours_value_does_not_have_the_shape() {
        let pack = Pack::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax")).unwrap();
        let template = pack.template_for("W-2");
        let check = |field: &str, raw: &str, wanted: f32| {
            let spec = template.fields.iter().find(|spec| spec.name == field).unwrap();
            assert!((shape(spec, raw) - wanted).abs() < f32::EPSILON, "{field}: {raw}");
        };
        check("wages_tips", "1,234.56", 1.0);
        check("wages_tips", "1,234", 0.6);
        check("wages_tips", "10", 0.0);
        check("wages_tips", "85", 0.6);
        check("wages_tips", "0", 0.6);
        check("wages_tips", "(12.50)", 1.0);
        check("control_number", "(optional)", 0.0);
        check("control_number", "1,234.56", 0.0);
        check("control_number", "A12-9", 1.0);
        check("employer_name", "8763 RUE ROYALE", 0.0);
        check("employer_name", "Acme 9 Inc", 1.0);
        check("employer_address", "Wooster", 0.2);
        check("employer_address", "***-**-3113", 0.2);
        check("wages_tips", "97,637 25", 0.0);
        check("employee_name", "JO A FENN Employer ID (EIN): 22-3352234", 0.0);
        check("employer_address", "12 Main St, Boise, ID 83702, (503) 555-0117", 0.2);
        check("employer_address", "12 Main St, Boise, ID 83702-1234", 1.0);
        check("tax_year", "2022)", 0.2);
        check("tax_year", "2022", 1.0);
    }
}
