//! One sheet of a form, filled.

use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::Template;
use touchstone_core::record::{Evidence, Field, Format, Signals};
use touchstone_intake::Region;

/// One copy, filled.
pub(crate) struct Filled {
    /// In the template's order, every field present.
    pub fields: IndexMap<String, Field>,
    /// Captions found that name a field, over the fields that have captions.
    pub coverage: f32,
    /// The copy's name as printed: `Copy B`.
    pub copy: Option<String>,
    /// Squares that look empty as far as words tell; a mark may still be drawn in them.
    pub squares: Vec<(Asked, Region)>,
    /// What the values rest on, by path.
    pub signals: BTreeMap<String, Signals>,
    /// Amounts on the sheet that no field took.
    pub leftover: usize,
    /// How clear it was on which side of their captions values stand; `None` without values that tell.
    pub lead: Option<f32>,
    /// Text that looks like a value and that no field took.
    pub strays: Vec<Stray>,
    /// Whether it was read from pixels.
    pub scanned: bool,
}

/// Who asks whether a mark is drawn in a square.
pub(crate) enum Asked {
    /// The check box of this name.
    Field(String),
    /// Nobody: a mark is a doubt.
    Nobody(Stray),
}

/// A piece of text that no field took.
#[derive(Clone)]
pub(crate) struct Stray {
    pub text: String,
    pub evidence: Vec<Evidence>,
    pub stands: Stands,
}

/// How a piece of text came to be a doubt.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stands {
    Among,
    /// Right under, over or behind a value, as the value's own further line.
    Adjoins,
    /// Beside a caption whose box is empty.
    Beside,
    /// The same, an amount under it.
    Under,
    /// Beside a ticked square.
    Ticked,
}

/// How many fields say something: an empty check box and the printed year do not.
pub(crate) fn values(template: &Template, filled: &Filled) -> usize {
    template
        .fields
        .iter()
        .filter(|spec| {
            filled
                .fields
                .get(&spec.name)
                .is_some_and(|field| says_something(spec, field))
        })
        .count()
}

pub(crate) fn says_something(spec: &touchstone_core::pack::FieldSpec, field: &Field) -> bool {
    let year = matches!(spec.format, Format::Year);
    !year && field.is_filled() && field.value != Value::Bool(false)
}
