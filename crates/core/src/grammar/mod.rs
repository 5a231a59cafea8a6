//! The grammar of security markings: banner lines, portion marks, classification authority blocks, and how the
//! markings of pages combine into the marking of a document. Words, their order and their meaning come from the
//! pack's vocabulary. Whether a line is a marking or a mention depends on its place on the page, and is decided
//! elsewhere.

mod around;
mod authority;
mod banner;
mod countries;
mod exempt;
mod lex;
mod merge;
mod portion;
mod print;
mod seam;
mod spell;

#[cfg(test)]
mod tests;

use crate::record::{Control, Vocabulary};
pub use authority::{Authority, AuthorityLine};
pub use banner::Banner;
pub use merge::{Merged, Note};
pub use portion::Portion;

/// A vocabulary with the parsers that use it.
#[derive(Debug, Clone)]
pub struct Grammar {
    vocabulary: Vocabulary,
}

impl Grammar {
    pub fn new(vocabulary: Vocabulary) -> Self {
        Self { vocabulary }
    }

    /// Whether a reported control is in the vocabulary.
    pub fn knows(&self, caveat: &str) -> bool {
        merge::known(&self.vocabulary, caveat).is_some()
    }

    /// The control that a reported name belongs to: `SAR-BP` belongs to `SAR`.
    pub fn control(&self, caveat: &str) -> Option<&Control> {
        merge::known(&self.vocabulary, caveat).map(|place| &self.vocabulary.controls[place])
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }
}
