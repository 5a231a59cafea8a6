//! What a page without a label is called.

use crate::compiled::CompiledPack;
use crate::page::model::Layout;
use crate::recognise::form_number;
use crate::recognise::model::{Kind, LIKELY};
use crate::recognise::page_parts::Part;

/// How sure it is that a page is the form whose number it bears, when nothing else is known of that form.
pub(crate) const NUMBERED: f64 = 0.6;

/// A name for a page that is none of the pack's labels.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub name: String,
    pub confidence: f64,
}

/// What a page without a label is called: a near miss that the pack knows, or else its own form number.
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
    // A page that calls itself a form which it is not recognised as only talks about it.
    let number = || form_number::form_number(layout).filter(|form| compiled.form(form).is_none());
    known.or_else(|| {
        number().map(|name| Named {
            name,
            confidence: NUMBERED,
        })
    })
}
