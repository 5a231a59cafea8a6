//! The highest marking of documents as a banner line, for packets and exports. Not here: merging (see `grammar`).

use crate::grammar::Grammar;
use crate::pack::Pack;
use crate::record::Marking;

/// One marking as a banner line; the level alone in a pack without a vocabulary.
pub fn marking_line(pack: &Pack, marking: &Marking) -> String {
    let grammar = pack.vocabulary.clone().map(Grammar::new);
    grammar.map_or_else(|| marking.level.clone(), |grammar| grammar.line(marking))
}

/// The highest level of several markings with the restrictions of all of them; `None` when none of them stands.
pub fn highest_marking(pack: &Pack, markings: &[Marking]) -> Option<String> {
    let grammar = Grammar::new(pack.vocabulary.clone()?);
    grammar.highest(markings).map(|highest| grammar.line(&highest))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::pack::default_folder;

    #[test]
    fn several_documents_are_handled_as_the_highest_of_them() {
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let marking = |level: &str, caveats: &[&str], cancelled| Marking {
            level: level.to_owned(),
            caveats: caveats.iter().map(|one| (*one).to_owned()).collect(),
            rel_to: Vec::new(),
            declassify_on: None,
            banner: String::new(),
            cancelled,
        };
        let (secret, low) = (
            marking("SECRET", &["NOFORN"], false),
            marking("CONFIDENTIAL", &[], false),
        );
        let top = marking("TOP SECRET", &["SI"], true);
        assert_eq!(marking_line(&pack, &secret), "SECRET//NOFORN");
        let of = |markings: &[&Marking]| {
            let markings: Vec<Marking> = markings.iter().map(|one| (*one).clone()).collect();
            highest_marking(&pack, &markings)
        };
        assert_eq!(of(&[&low, &secret, &top]).as_deref(), Some("SECRET//NOFORN"));
        assert_eq!(of(&[&marking("UNMARKED", &[], false)]).as_deref(), Some("UNMARKED"));
        assert_eq!(of(&[]), None);
    }
}
