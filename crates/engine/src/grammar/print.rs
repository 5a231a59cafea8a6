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
                line.push_str(&format!("{LIST} {}", marking.rel_to.join(", ")));
            } else {
                line.push_str(caveat);
            }
            before = Some(part);
        }
        if !marking.rel_to.is_empty() && !marking.caveats.iter().any(|caveat| caveat == LIST) {
            line.push_str(&format!("//{LIST} {}", marking.rel_to.join(", ")));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::pack::{Pack, default_folder};

    #[test]
    fn a_banner_line_keeps_the_parts_of_a_banner() {
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let grammar = Grammar::new(pack.vocabulary.unwrap());
        let texts = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        for (caveats, rel_to, expected) in [
            (&[][..], &[][..], "SECRET"),
            (&["SI", "NOFORN"], &[], "SECRET//SI//NOFORN"),
            (&["SI", "TK", "ORCON", "NOFORN"], &[], "SECRET//SI/TK//ORCON/NOFORN"),
            (&["REL TO"], &["USA", "GBR"], "SECRET//REL TO USA, GBR"),
            (&["SOMETHING NEW"], &["USA"], "SECRET//SOMETHING NEW//REL TO USA"),
        ] {
            let marking = Marking {
                level: "SECRET".to_owned(),
                caveats: texts(caveats),
                rel_to: texts(rel_to),
                declassify_on: None,
                banner: String::new(),
                cancelled: false,
            };
            assert_eq!(grammar.line(&marking), expected);
        }
    }
}
