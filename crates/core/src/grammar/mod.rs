//! The grammar of security markings: banner lines, portion marks, authority blocks, and how the markings of pages make
//! the marking of a document. Its words, their order and their meaning come from the pack's vocabulary. Not here: where
//! on a page a line stands, and whether it is a marking or a mention.

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

/// A vocabulary with the ways of reading it.
#[derive(Debug, Clone)]
pub struct Grammar {
    vocabulary: Vocabulary,
}

impl Grammar {
    pub fn new(vocabulary: Vocabulary) -> Self {
        Self { vocabulary }
    }

    /// Whether a reported control is one of the vocabulary.
    pub fn knows(&self, caveat: &str) -> bool {
        merge::known(&self.vocabulary, caveat).is_some()
    }

    /// The control that a reported name is of: `SAR-BP` is one of `SAR`.
    pub fn control(&self, caveat: &str) -> Option<&Control> {
        merge::known(&self.vocabulary, caveat).map(|place| &self.vocabulary.controls[place])
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }
}
