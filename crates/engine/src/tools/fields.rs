//! Describes the fields of a label to a model: name, place on the form, format and content.

use std::fmt::Write;
use touchstone_core::pack::{FieldSpec, Pack};
use touchstone_core::record::Format;

/// A heading and one line per field; parts of a list are indented under it.
pub(crate) fn fields_of(pack: &Pack, label: &str) -> String {
    let template = pack.template_for(label);
    let mut text = format!("## Fields of {} (`{label}`)\n\n", template.title);
    for spec in &template.fields {
        field(&mut text, spec, "");
    }
    text
}

fn field(text: &mut String, spec: &FieldSpec, indent: &str) {
    let place = spec
        .location
        .as_deref()
        .map(|place| format!("{place}; "))
        .unwrap_or_default();
    let required = if spec.required { "; required" } else { "" };
    let _infallible = writeln!(
        text,
        "{indent}- `{}` ({place}{}{required}): {}",
        spec.name, spec.format, spec.description
    );
    if spec.format == Format::List {
        for part in &spec.parts {
            field(text, part, "  ");
        }
    }
}
