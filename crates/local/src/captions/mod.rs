//! Finds the captions of a form's template among the words of a page.

pub(crate) mod adjacent;
pub(crate) mod ambiguous;
pub(crate) mod caption_index;
pub(crate) mod continuation;
pub(crate) mod evidence;
pub(crate) mod find;
pub(crate) mod model;
pub(crate) mod parenthetical;
pub(crate) mod passes;
pub(crate) mod section_headings;
pub(crate) mod synonyms;
pub(crate) mod template;
pub(crate) mod unknown_boxes;
