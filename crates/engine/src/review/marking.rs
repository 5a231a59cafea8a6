//! The highest marking of documents as a banner line, for packets and exports. See `grammar` for merging.

use touchstone_core::grammar::Grammar;
use touchstone_core::pack::Pack;
use touchstone_core::record::Marking;

/// The grammar that prints a pack's markings. Without a vocabulary, each control is printed as a separate part, so that
/// nothing is lost.
pub fn grammar(pack: Option<&Pack>) -> Grammar {
    let vocabulary = pack.and_then(|pack| pack.vocabulary.clone());
    Grammar::new(vocabulary.unwrap_or_default())
}

pub fn marking_line(pack: &Pack, marking: &Marking) -> String {
    grammar(Some(pack)).line(marking)
}

/// The highest level of several markings with the restrictions of all of them; `None` if none of them is in force.
pub fn highest_marking(pack: &Pack, markings: &[Marking]) -> Option<String> {
    let grammar = Grammar::new(pack.vocabulary.clone()?);
    grammar.highest(markings).map(|highest| grammar.line(&highest))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use touchstone_core::pack::default_folder;

    /// A line composed for several pages is at least as restrictive as each of them.
    #[test]
    fn the_line_of_several_pages_is_no_less_than_that_of_any() {
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let place = "marking".parse().unwrap();
        let read = |line: &str| -> Marking {
            let value = crate::review::understood(&pack, &place, line.into()).unwrap();
            serde_json::from_value(value).unwrap()
        };
        for (pages, expected) in [
            (
                &["SECRET//REL TO USA, AUS, GBR", "SECRET//NOFORN"][..],
                "SECRET//NOFORN",
            ),
            (
                &["SECRET//REL TO USA, AUS, GBR", "SECRET//REL TO USA, GBR"],
                "SECRET//REL TO USA, GBR",
            ),
            (
                &["CONFIDENTIAL//ORCON", "TOP SECRET//SI/TK//NOFORN"],
                "TOP SECRET//SI/TK//ORCON/NOFORN",
            ),
            (&["UNCLASSIFIED", "SECRET"], "SECRET"),
        ] {
            let pages: Vec<Marking> = pages.iter().map(|line| read(line)).collect();
            let line = highest_marking(&pack, &pages).unwrap();
            assert_eq!(line, expected);
            let whole = read(&line);
            let rank = |marking: &Marking| pack.vocabulary.as_ref().unwrap().rank(&marking.level);
            for page in &pages {
                assert!(rank(&whole) >= rank(page), "{line}");
                let kept = |caveat: &&String| *caveat == "REL TO" || whole.caveats.contains(caveat);
                assert!(page.caveats.iter().all(|caveat| kept(&caveat)), "{line}");
                let shown = |country: &String| page.rel_to.is_empty() || page.rel_to.contains(country);
                assert!(whole.rel_to.iter().all(shown), "{line}");
            }
        }
    }

    #[test]
    fn several_documents_are_handled_as_the_highest_of_them() {
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let marking = |level: &str, caveats: &[&str], cancelled| Marking {
            level: level.to_owned(),
            caveats: caveats.iter().map(|one| (*one).to_owned()).collect(),
            rel_to: Vec::new(),
            declassify_on: None,
            printed: String::new(),
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
