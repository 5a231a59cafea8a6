//! A portion mark: `(S//NF)` before or after a paragraph, in the short words of the vocabulary. Not here: which
//! paragraphs have one, and whether `(C)` is one of a row of list letters.

use super::lex::{self, Kind, Token};
use super::{Grammar, spell};
use crate::record::{Control, Takes};

/// What a portion mark says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Portion {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    /// Parts that are no control that is known; among `caveats` too.
    pub unknown: Vec<String>,
    /// Whether a control says the level too: `(FOUO)`.
    pub control_alone: bool,
    /// One past the last word it takes.
    pub end: usize,
}

/// Tokens between the brackets at most: `(TS//SI-G ABCD/TK//REL TO USA, AUS, CAN, GBR, NZL)` has 23.
const LONGEST: usize = 40;

impl Grammar {
    /// The portion mark with which the words begin, if they do.
    pub fn portion(&self, words: &[&str]) -> Option<Portion> {
        let tokens = lex::tokens(&words[..words.len().min(LONGEST)]);
        if tokens.first()?.kind != Kind::Open {
            return None;
        }
        let close = tokens.iter().position(|token| token.kind == Kind::Close)?;
        let inside = &tokens[1..close];
        if inside.is_empty() || inside.iter().any(|token| !token.is_capital()) {
            return None;
        }
        let mut parts = inside.split(|token| matches!(token.kind, Kind::Slash { .. }));
        let first = parts.find(|part| !part.is_empty())?;
        let mut portion = Portion {
            end: tokens[close].word + 1,
            ..Portion::default()
        };
        self.portion_level(first, &mut portion)?;
        for part in parts.filter(|part| !part.is_empty()) {
            self.portion_part(part, &mut portion);
        }
        Some(portion)
    }

    /// The level, alone or with its owner before it (`//GBR S`), or run into a misread slash (`SI/NF` for `S//NF`).
    fn portion_level(&self, part: &[Token], portion: &mut Portion) -> Option<()> {
        let text = joined(part);
        let level = |text: &str| {
            let levels = self.vocabulary.levels.iter();
            let mut known = levels.filter(|level| {
                let spellings = level.portions.iter().chain(&level.spellings).chain(&level.foreign);
                spellings.into_iter().any(|spelling| spelling == text)
            });
            known.next().map(|level| level.name.clone())
        };
        let owned = || {
            let (owner, rest) = text.split_once(' ')?;
            let known = self.vocabulary.countries.iter().any(|country| country == owner);
            known.then(|| level(rest)).flatten()
        };
        let stuck = || {
            let bare = text.trim_end_matches(spell::slash_like);
            (bare.len() + 2 >= text.len()).then(|| level(bare)).flatten()
        };
        if let Some(level) = level(&text).or_else(owned).or_else(stuck) {
            portion.level = level;
            return Some(());
        }
        let named = |control: &&Control| control.portions.contains(&text) || control.name == text;
        let control = self.vocabulary.controls.iter().find(named)?;
        portion.level.clone_from(control.implies.as_ref()?);
        portion.caveats.push(control.name.clone());
        portion.control_alone = true;
        Some(())
    }

    fn portion_part<'v>(&'v self, part: &[Token], portion: &mut Portion) {
        let text = joined(part);
        // What stands after the control.
        let named = |control: &'v Control| {
            let portions = control.portions.iter().map(String::as_str);
            let mut rests = portions
                .chain(control.all_spellings())
                .filter_map(|spelling| text.strip_prefix(spelling));
            let takes = control.takes != Takes::Nothing;
            let rest = rests.find(|rest| rest.is_empty() || takes && rest.starts_with([' ', '-', ',']))?;
            Some((control, rest.trim_start_matches([' ', '-', ','])))
        };
        let Some((control, rest)) = self.vocabulary.controls.iter().find_map(named) else {
            portion.unknown.push(text.clone());
            portion.caveats.push(text);
            return;
        };
        let lists = control.takes == Takes::Release;
        if lists {
            let codes = rest.split([' ', ',']).filter(|code| !code.is_empty() && *code != "TO");
            portion.rel_to.extend(codes.map(str::to_owned));
        }
        let name = match control.takes {
            Takes::Name if !rest.is_empty() => format!("{}-{rest}", control.name),
            Takes::Countries if !lists && !rest.is_empty() => format!("{} {rest}", control.name),
            _ => control.name.clone(),
        };
        portion.caveats.push(name);
    }
}

/// The text of some tokens as it is compared: single spaces, commas and hyphens kept.
fn joined(part: &[Token]) -> String {
    let mut text = String::new();
    for (index, token) in part.iter().enumerate() {
        match &token.kind {
            Kind::Letters { text: letters, .. } => {
                if index > 0 && !token.joined {
                    text.push(' ');
                }
                text.extend(letters);
            }
            Kind::Comma => text.push(','),
            Kind::Hyphen => text.push('-'),
            _ => {}
        }
    }
    text
}
