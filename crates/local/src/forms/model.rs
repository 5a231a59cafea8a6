//! One sheet of a form, filled.

use super::trace::Trace;
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::Template;
use touchstone_core::record::{Evidence, Field, Format, Signals};
use touchstone_intake::Region;

/// One copy, filled.
pub(crate) struct FilledCopy {
    /// All fields, in the template's order.
    pub fields: IndexMap<String, Field>,
    /// Share of the fields with captions whose captions were found.
    pub coverage: f32,
    /// The copy's name as printed: `Copy B`.
    pub copy: Option<String>,
    /// Squares without a mark among the words; a mark may still be drawn in them.
    pub squares: Vec<(CheckBoxQuery, Region)>,
    /// Signals of the values, by path.
    pub signals: BTreeMap<String, Signals>,
    /// Number of amounts on the sheet that no field took.
    pub leftover: usize,
    /// How clear the side of the values was; `None` if no value shows it.
    pub lead: Option<f32>,
    /// Text that looks like a value but that no field took.
    pub strays: Vec<Stray>,
    /// Whether it was read by OCR.
    pub scanned: bool,
    /// How it was read.
    pub trace: Trace,
}

/// The owner of a square that is checked for a drawn mark.
pub(crate) enum CheckBoxQuery {
    /// The check box of this name.
    Field(String),
    /// No field: a mark is a doubt.
    NoField(Stray),
}

/// A piece of text that no field took.
#[derive(Clone)]
pub(crate) struct Stray {
    pub text: String,
    pub evidence: Vec<Evidence>,
    pub reason: StrayReason,
}

/// Why a piece of text is a doubt.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum StrayReason {
    Among,
    /// Directly under, above or after a value, as its continuation.
    Adjoins,
    /// Beside a caption whose box is empty.
    Beside,
    /// An amount under a caption whose box is empty.
    Under,
    /// Beside a ticked square.
    Ticked,
}

/// Number of filled amount fields.
pub(crate) fn amounts(template: &Template, fields: &IndexMap<String, Field>) -> usize {
    let amounts = template
        .fields
        .iter()
        .filter(|spec| matches!(spec.format, Format::Currency));
    amounts
        .filter(|spec| fields.get(&spec.name).is_some_and(Field::is_filled))
        .count()
}

/// Number of fields with content: an empty check box and the printed year do not count.
pub(crate) fn values(template: &Template, filled: &FilledCopy) -> usize {
    template
        .fields
        .iter()
        .filter(|spec| {
            filled
                .fields
                .get(&spec.name)
                .is_some_and(|field| has_content(spec, field))
        })
        .count()
}

pub(crate) fn has_content(spec: &touchstone_core::pack::FieldSpec, field: &Field) -> bool {
    let year = matches!(spec.format, Format::Year);
    !year && field.is_filled() && field.value != Value::Bool(false)
}
