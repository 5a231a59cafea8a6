//! Prints a marking as a banner line (CAPCO: categories separated by `//`, controls within one by `/`).

use super::Grammar;
use super::merge::known;
use crate::record::Marking;

/// The control that lists countries.
const LIST: &str = "REL TO";

impl Grammar {
    /// Prints `SECRET//SI//REL TO USA, GBR`; the level alone if there are no controls.
    pub fn line(&self, marking: &Marking) -> String {
        let mut line = marking.level.clone();
        let mut before = None;
        for caveat in &marking.caveats {
            let part = known(&self.vocabulary, caveat).map(|place| self.vocabulary.controls[place].category);
            // An unknown control is a separate category.
            let joined = before.is_some_and(|before| before == part) && part.is_some();
            line.push_str(if joined { "/" } else { "//" });
            if caveat == LIST && !marking.rel_to.is_empty() {
                line += &countries(marking);
            } else {
                line.push_str(caveat);
            }
            before = Some(part);
        }
        if !marking.rel_to.is_empty() && !marking.caveats.iter().any(|caveat| caveat == LIST) {
            line += "//";
            line += &countries(marking);
        }
        line
    }
}

fn countries(marking: &Marking) -> String {
    format!("{LIST} {}", marking.rel_to.join(", "))
}
