//! Countries of a banner: who may see it, and who owns it. The line around them is parsed in `banner`.

use super::Grammar;
use super::banner::{Line, add};
use super::lex::Kind;
use crate::record::Takes;

/// Separates the last two countries of a list.
const AND: &str = "AND";

impl Grammar {
    fn is_country(&self, code: &String) -> bool {
        self.vocabulary.countries.contains(code) || self.vocabulary.listed.contains(code)
    }
}

impl Line<'_> {
    /// Parses `USA/GBR EYES ONLY`, where the countries come first.
    pub(super) fn eyes_only(&mut self) -> bool {
        let (countries, next) = self.countries(self.at, true);
        if countries.is_empty() {
            return false;
        }
        match self.grammar.control_at(self.tokens, next) {
            Some((control, spelt)) if control.takes == Takes::CountriesBefore => {
                self.heed(&countries);
                add(&mut self.banner.rel_to, countries);
                self.take(spelt);
                add(&mut self.banner.caveats, [control.name.clone()]);
                true
            }
            _ => false,
        }
    }

    /// Parses `REL USA, GBR`: a portion-mark short form that its countries identify without a slash before it.
    pub(super) fn short_release(&mut self) -> bool {
        let Some((control, spelt)) = self.grammar.short_control_at(self.tokens, self.at) else {
            return false;
        };
        let releases = control.takes == Takes::Release && !self.countries(spelt.next, true).0.is_empty();
        if releases {
            self.control(control, spelt);
        }
        releases
    }

    /// Records the codes of a list that are not countries, so that an expert is asked.
    pub(super) fn heed(&mut self, countries: &[String]) {
        let strange = countries.iter().filter(|code| !self.grammar.is_country(code));
        add(&mut self.banner.strange, strange.cloned());
    }

    /// Countries from a token on, separated by commas, slashes and `AND` if `list`. Unknown codes of three or four
    /// capitals count within a list that begins with a known one.
    pub(super) fn countries(&self, at: usize, list: bool) -> (Vec<String>, usize) {
        let (mut found, mut next, mut here) = (Vec::new(), at, at);
        while let Some(token) = self.tokens.get(here) {
            match token.letters() {
                Some(letters) => {
                    let code: String = letters.iter().collect();
                    let vocabulary = &self.grammar.vocabulary;
                    let known = vocabulary.countries.contains(&code) || list && vocabulary.listed.contains(&code);
                    let like = code != AND
                        && list
                        && !found.is_empty()
                        && matches!(letters.len(), 3 | 4)
                        && token.is_capital()
                        && self.grammar.control_at(self.tokens, here).is_none();
                    if known || like {
                        found.push(code);
                        next = here + 1;
                    } else if !(list && code == AND) {
                        break;
                    }
                }
                None if list && matches!(token.kind, Kind::Comma | Kind::Slash { double: false }) => {}
                None => break,
            }
            here += 1;
        }
        (found, next)
    }
}
