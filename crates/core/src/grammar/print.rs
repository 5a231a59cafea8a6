//! A marking as a banner line prints it (CAPCO: parts by `//`, controls of one part by `/`). Not here: reading one.

use super::Grammar;
use super::merge::known;
use crate::record::Marking;

/// The control that lists countries.
const LIST: &str = "REL TO";

impl Grammar {
    /// `SECRET//SI//REL TO USA, GBR`. The level alone when there are no controls.
    pub fn line(&self, marking: &Marking) -> String {
        let mut line = marking.level.clone();
        let mut before = None;
        for caveat in &marking.caveats {
            let part = known(&self.vocabulary, caveat).map(|place| self.vocabulary.controls[place].category);
            // A control that nobody knows stands in a part of its own.
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
