//! Banner controls in unusual places: in brackets or before the level (`SECRET (NOFORN)`, `NOFORN SECRET`), and
//! levels whose words are separated by a slash (`TOP/SECRET`). Controls after the level and its slashes are in
//! `banner`.

use super::Grammar;
use super::banner::Line;
use super::lex::{Kind, Token};
use crate::record::{Category, Control};

impl Grammar {
    /// Removes the slash between two words of one level.
    pub(super) fn unslashed(&self, mut tokens: Vec<Token>) -> Vec<Token> {
        let is = |token: &Token, word: &str| token.letters().is_some_and(|own| word.chars().eq(own.iter().copied()));
        for at in 1..tokens.len().saturating_sub(1) {
            if !matches!(tokens[at].kind, Kind::Slash { .. }) {
                continue;
            }
            let mut spellings = self.vocabulary.levels.iter().flat_map(|level| &level.spellings);
            let parts = |spelling: &String| {
                let words = spelling.split_once(' ');
                words.is_some_and(|(first, second)| is(&tokens[at - 1], first) && is(&tokens[at + 1], second))
            };
            if spellings.any(parts) {
                tokens[at].kind = Kind::Speck;
            }
        }
        tokens
    }
}

impl Line<'_> {
    /// Parses controls in brackets after a level, including the short forms used in portion marks: `SECRET (NF)`.
    /// Everything in the brackets must be known.
    pub(super) fn bracketed(&mut self) -> bool {
        let opens = |token: &Token| token.kind == Kind::Open;
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let Some(close) = rest.iter().position(|token| token.kind == Kind::Close) else {
            return false;
        };
        let inside = &rest[..close];
        if !inside.first().is_some_and(opens) || inside.len() < 2 || !inside.iter().all(Token::is_capital) {
            return false;
        }
        let (at, close, before) = (self.at, self.at + close, self.banner.clone());
        self.at += 1;
        while self.at < close {
            self.separator();
            if self.at == close || self.eyes_only() {
                continue;
            }
            let control = self.grammar.control_at(self.tokens, self.at);
            let found = control.or_else(|| self.grammar.short_control_at(self.tokens, self.at));
            let Some((control, spelt)) = found.filter(|(_, spelt)| spelt.next <= close) else {
                (self.at, self.banner) = (at, before);
                return false;
            };
            self.control(control, spelt);
        }
        self.at = close + 1;
        true
    }

    /// Parses controls immediately before a level, all in capitals. Controls that never accompany a classified level
    /// are left alone.
    pub(super) fn before_level(&mut self) -> bool {
        let (at, before) = (self.at, self.banner.clone());
        let fits = |control: &Control| {
            let other = matches!(control.category, Category::Cui | Category::Declassification);
            !other && control.implies.is_none()
        };
        while let Some(found) = self.grammar.control_at(self.tokens, self.at) {
            let (control, spelt) = found;
            if spelt.damage > 0 || !fits(control) {
                break;
            }
            // After a hyphen the next word may be the level rather than part of a name: `RESTRICTED DATA - SECRET`.
            let mut behind = spelt.next;
            while self.tokens.get(behind).is_some_and(|token| token.kind == Kind::Hyphen) {
                behind += 1;
            }
            let level = behind < self.tokens.len() && self.grammar.level_at(self.tokens, behind, false).is_some();
            if level && !self.banner.caveats.contains(&control.name) {
                self.banner.caveats.push(control.name.clone());
                self.at = behind;
            } else {
                self.control(control, spelt);
            }
            self.separator();
            let from = self.at;
            if from < self.tokens.len() && self.level() {
                let capitals = self.tokens[at..self.at].iter().all(Token::is_capital);
                if capitals {
                    return true;
                }
                break;
            }
        }
        (self.at, self.banner) = (at, before);
        false
    }
}
