//! The share of a form's captions and required values that was found on a copy.

use crate::captions::model::Caption;
use crate::page::reading;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Field, Format};

/// Min coverage of a sheet on which all required values were found.
const COMPLETE: f32 = 0.5;

/// The share of the template's fields whose captions were found. Some prints omit boxes without a value: a form with
/// all required values in place is still that form.
pub(super) fn coverage(template: &Template, captions: &[Caption], fields: &BTreeMap<usize, Field>) -> f32 {
    let is_found = |(index, spec): (usize, &FieldSpec)| {
        // A year is read out of its sentence: `For calendar year 2024.`
        if matches!(spec.format, Format::Year) {
            return fields.get(&index).is_some_and(Field::is_filled);
        }
        let text = fields.get(&index).and_then(|field| field.raw.as_deref());
        text.is_some_and(|text| reading::value(&spec.format, text).is_some())
    };
    // A letter names its sender without a caption.
    let asked = |index: usize, spec: &FieldSpec| !matches!(spec.format, Format::Text) || is_captioned(captions, index);
    let fields = template.fields.iter().enumerate();
    let mut required = fields.filter(|(index, spec)| spec.required && asked(*index, spec));
    let least = if required.all(is_found) { COMPLETE } else { 0.0 };
    captioned(template, captions).max(least)
}

/// Whether a field has a caption.
fn is_captioned(captions: &[Caption], field: usize) -> bool {
    let mut roles = captions.iter().flat_map(|caption| &caption.roles);
    roles.any(|role| role.field() == Some(field))
}

fn captioned(template: &Template, captions: &[Caption]) -> f32 {
    let mut wanted = 0.0;
    let mut found = 0.0;
    for (index, field) in template.fields.iter().enumerate() {
        let anchored = !field.anchors.is_empty() || !field.shared_anchors.is_empty() || !field.parts.is_empty();
        if anchored {
            wanted += 1.0;
            found += f32::from(u8::from(is_captioned(captions, index)));
        }
    }
    if wanted > 0.0 { found / wanted } else { 0.0 }
}
