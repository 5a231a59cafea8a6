//! Countries of a banner: who may see it, and whose it is. Not here: the line around them (see `banner`).

use super::Grammar;
use super::banner::{Line, add};
use super::lex::Kind;
use crate::record::Takes;

/// Stands between the last two countries of a list.
const AND: &str = "AND";

impl Grammar {
    fn is_country(&self, code: &String) -> bool {
        self.vocabulary.countries.contains(code) || self.vocabulary.listed.contains(code)
    }
}

impl Line<'_> {
    /// `USA/GBR EYES ONLY`: who may see it stands before.
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

    /// `REL USA, GBR`: the short word of a portion, which its countries tell without a slash before it.
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

    /// Keeps what of a list is no country, so that a person is asked.
    pub(super) fn heed(&mut self, countries: &[String]) {
        let strange = countries.iter().filter(|code| !self.grammar.is_country(code));
        add(&mut self.banner.strange, strange.cloned());
    }

    /// Countries from a token on, with commas, slashes and `AND` between them when `list`. Codes of three or four
    /// capitals that are not known count within a list that a known one begins.
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
