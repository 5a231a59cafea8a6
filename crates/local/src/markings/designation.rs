//! Reads the CUI designation block, which names the category and who may have the information: `CUI Category: CTI`,
//! `LDC: FEDCON`. It adds controls that the banner does not name. Authority blocks of classified information are in
//! `notices`.

use super::model::{DOUBTFUL, Designated, Sum};
use super::standing::plain;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{Designation, Sign};

/// Max words in a caption.
const CAPTION: usize = 6;

/// Reads a line that begins with a caption of the block.
pub(super) fn of_line(grammar: &Grammar, layout: &Layout, words: &[usize]) -> Option<Designated> {
    let Designation {
        categories,
        dissemination,
        nothing,
    } = &grammar.vocabulary().designation;
    let colon = words
        .iter()
        .take(CAPTION)
        .position(|word| layout.word(*word).text.ends_with(':'))?;
    let caption = plain(&layout.text(&words[..=colon]));
    let limits = dissemination.contains(&caption);
    let value = layout.text(&words[colon + 1..]);
    let text = plain(&value);
    let nothing = limits && nothing.iter().any(|known| known.takes(&text));
    let has_value = !text.is_empty() && !nothing;
    (has_value && (limits || categories.contains(&caption))).then_some(Designated { value, limits })
}

impl Sum {
    /// Adds the controls of the block if the page bears a level of controlled unclassified information.
    pub(super) fn designated(&mut self, grammar: &Grammar, block: &[Designated]) {
        let vocabulary = grammar.vocabulary();
        // At the lowest level, the block is about something else.
        let controlled = |level: &str| !vocabulary.is_classified(level) && vocabulary.rank(level) > Some(0);
        let standing = self.marking.as_mut().filter(|marking| !marking.cancelled);
        let Some(marking) = standing.filter(|marking| controlled(&marking.level)) else {
            return;
        };
        let mut lost = None;
        for line in block {
            let text = format!("{}//{}", marking.level, line.value.to_uppercase());
            let words: Vec<&str> = text.split(' ').collect();
            let Some(banner) = grammar.banners(&words).into_iter().next() else {
                continue;
            };
            for name in banner.caveats.iter().filter(|name| !banner.unknown.contains(name)) {
                // `SP-CTI` in a banner is the category `CTI` in its block.
                let shown =
                    |own: &String| own == name || own.strip_suffix(name.as_str()).is_some_and(|sp| sp.ends_with('-'));
                if !marking.caveats.iter().any(shown) {
                    marking.caveats.push(name.clone());
                }
            }
            for country in &banner.rel_to {
                if !marking.rel_to.contains(country) {
                    marking.rel_to.push(country.clone());
                }
            }
            let whole = banner.unknown.is_empty() && banner.words.1 == words.len();
            if line.limits && !whole {
                lost = Some(line.value.clone());
            }
        }
        if let Some(value) = lost {
            let detail = format!("`{value}` limits who may have the page, in unknown words");
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
    }
}
