//! A page prepared for reading, once for the survey and all attempts: its layout, what was recognized on it, and the
//! captions of forms. See `compiled` for preparing one.

use super::page_parts::{Part, parts};
use super::signatures::Marks;
use crate::captions::caption_index::Form;
use crate::captions::find::captions;
use crate::captions::model::Caption;
use crate::page::model::Layout;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// By the form's label, and whether misread letters are accepted.
type FormCaptions = HashMap<(String, bool), Arc<[Caption]>>;

pub(crate) struct PreparedPage {
    pub layout: Layout<'static>,
    pub marks: Marks,
    /// The parts of the whole page.
    pub parts: Vec<Part>,
    captions: Mutex<FormCaptions>,
}

impl PreparedPage {
    pub(crate) fn new(layout: Layout<'static>, marks: Marks) -> Self {
        Self {
            parts: parts(&layout, &marks, layout.page.region()),
            captions: Mutex::default(),
            layout,
            marks,
        }
    }

    /// The captions of a form on the page.
    pub(crate) fn captions(&self, form: Form<'_>, loose: bool) -> Arc<[Caption]> {
        let known = || self.captions.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (form.template.label.clone(), loose);
        let found = known().get(&key).cloned();
        found.unwrap_or_else(|| {
            let found: Arc<[Caption]> = captions(&self.layout, form.wordings, loose).into();
            known().insert(key, found.clone());
            found
        })
    }
}
