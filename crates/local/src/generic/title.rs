//! Names a page without a label.

use crate::compiled::CompiledPack;
use crate::page::model::Layout;
use crate::recognise::form_number;
use crate::recognise::model::{Kind, LIKELY};
use crate::recognise::page_parts::Part;

/// Confidence of a page that is known only by its form number.
pub(crate) const NUMBERED: f64 = 0.6;

/// A name for a page without a label of the pack.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub name: String,
    pub confidence: f64,
}

/// The name of a page without a label: a near miss that the pack knows, or else its form number.
pub(crate) fn name(compiled: &CompiledPack, layout: &Layout, parts: &[Part]) -> Option<Named> {
    let known = parts
        .iter()
        .filter_map(|part| part.guesses.first())
        .find_map(|guess| match &guess.kind {
            Kind::Other(name) if guess.confidence >= LIKELY => Some(Named {
                name: name.clone(),
                confidence: guess.confidence,
            }),
            _ => None,
        });
    // A page with the number of a pack's form that was not recognized only mentions that form.
    let number = || form_number::form_number(layout).filter(|form| compiled.form(form).is_none());
    known.or_else(|| {
        number().map(|name| Named {
            name,
            confidence: NUMBERED,
        })
    })
}
