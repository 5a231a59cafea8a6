//! Exemptions from declassification in a banner, several of which may be combined: `X1,5` and `X1-X8`.

use super::Grammar;
use super::banner::Line;
use super::lex::Kind;
use crate::record::Category;

impl Grammar {
    /// Whether `name` is an exemption from declassification.
    fn exempts(&self, name: &str) -> bool {
        let mut controls = self.vocabulary.controls.iter();
        controls.any(|control| control.category == Category::Declassification && control.name == name)
    }
}

impl Line<'_> {
    /// Further exemptions: a bare number after a comma, the 5 of `X1,5`, and the rest of a range, `X1-X8`.
    pub(super) fn further(&mut self, first: &str) -> Vec<String> {
        let kind = first.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut names = self.range(kind, first);
        while let [comma, number, ..] = self.tokens.get(self.at..).unwrap_or_default() {
            let digits: Option<String> = number.letters().map(|letters| letters.iter().collect());
            let name = digits.map(|digits| format!("{kind}{digits}"));
            let Some(name) = name.filter(|name| comma.kind == Kind::Comma && self.grammar.exempts(name)) else {
                break;
            };
            names.push(name);
            self.at += 2;
        }
        names
    }

    /// The exemptions after the first one of a range.
    fn range(&mut self, kind: &str, first: &str) -> Vec<String> {
        let [hyphen, last, ..] = self.tokens.get(self.at..).unwrap_or_default() else {
            return Vec::new();
        };
        let number = |name: &str| name.strip_prefix(kind).unwrap_or(name).parse::<u8>().ok();
        let last: Option<String> = last.letters().map(|letters| letters.iter().collect());
        let (Some(from), Some(to)) = (number(first), last.as_deref().and_then(number)) else {
            return Vec::new();
        };
        let names: Vec<String> = (from + 1..=to).map(|number| format!("{kind}{number}")).collect();
        if hyphen.kind != Kind::Hyphen || names.is_empty() || !names.iter().all(|name| self.grammar.exempts(name)) {
            return Vec::new();
        }
        self.at += 2;
        names
    }
}
