//! Portion marks: `(S//NF)` before or after a paragraph, in the short forms of the vocabulary. Whether a `(C)` is a
//! list letter is decided elsewhere.

use super::lex::{Kind, Token};
use super::{Banner, Grammar, lex, spell};
use crate::record::{Control, Takes};

/// The content of a portion mark.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Portion {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    /// Parts that are not a known control; also in `caveats`.
    pub unknown: Vec<String>,
    /// Whether a control implies the level: `(FOUO)`.
    pub control_alone: bool,
    /// One past its last word.
    pub end: usize,
}

/// Max tokens between the brackets: `(TS//SI-G ABCD/TK//REL TO USA, AUS, CAN, GBR, NZL)` has 23.
const LONGEST: usize = 40;

impl Grammar {
    /// The portion mark at the start of the words, if any.
    pub fn portion(&self, words: &[&str]) -> Option<Portion> {
        let tokens = lex::tokens(&words[..words.len().min(LONGEST)]);
        if tokens.first()?.kind != Kind::Open {
            return None;
        }
        let close = tokens.iter().position(|token| token.kind == Kind::Close)?;
        let mut portion = self.marked(&tokens[1..close])?;
        portion.end = tokens[close].word + 1;
        Some(portion)
    }

    /// A mark without brackets that fills all the words: `S/NF`, `TS//SI//NF`. A single slash also occurs in other
    /// abbreviations, so a known control must follow it, long enough not to match by chance.
    pub fn bare_portion(&self, words: &[&str]) -> Option<Portion> {
        let tokens = lex::tokens(words);
        let fits = |token: &Token| {
            matches!(
                token.kind,
                Kind::Letters { .. } | Kind::Slash { .. } | Kind::Comma | Kind::Hyphen
            )
        };
        // `SECRET//NOFORN` is a banner.
        let short = |level: &String| {
            words
                .concat()
                .strip_prefix(level)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        let mut levels = self.vocabulary.levels.iter().flat_map(|level| &level.portions);
        if tokens.len() < 3 || !tokens.iter().all(fits) || !levels.any(short) {
            return None;
        }
        let portion = self.marked(&tokens)?;
        let doubled = tokens.iter().any(|token| token.kind == Kind::Slash { double: true });
        let slash = tokens.iter().any(|token| matches!(token.kind, Kind::Slash { .. }));
        let known = |name: &String| !portion.unknown.contains(name) && name.len() > 1;
        let short = tokens
            .iter()
            .skip(1)
            .any(|token| token.letters().is_some_and(|letters| letters.len() == 1));
        let meant = doubled || !short && portion.caveats.iter().all(known) && !portion.caveats.is_empty();
        (slash && meant && !portion.control_alone).then_some(Portion {
            end: words.len(),
            ..portion
        })
    }

    /// An entire line in portion-mark short forms at the place of a banner: `TS//SI//NF`, `T/S`.
    pub fn abbreviated(&self, words: &[&str]) -> Option<Banner> {
        let parted = || {
            let level = words.concat().replace('/', "");
            let parts = words.concat().matches('/').count();
            let mut levels = self.vocabulary.levels.iter();
            let known = levels.find(|known| known.classified && known.portions.contains(&level))?;
            (parts == 1 && level.len() > 1).then(|| Portion {
                level: known.name.clone(),
                ..Portion::default()
            })
        };
        let portion = self
            .bare_portion(words)
            .or_else(parted)
            .or_else(|| self.initials(words))?;
        Some(Banner {
            level: Some(portion.level),
            caveats: portion.caveats,
            rel_to: portion.rel_to,
            unknown: portion.unknown,
            words: (0, words.len()),
            slashes: true,
            capitals: true,
            abbreviated: true,
            ..Banner::default()
        })
    }

    /// The initials of a two-word level, with periods or before a slash and unknown letters: `T.S.`, `TS/SCI`.
    fn initials(&self, words: &[&str]) -> Option<Portion> {
        let text = words.concat();
        let (first, rest) = text.split_once('/').unwrap_or((&text, ""));
        let named = |spelling: &String| {
            let initials: String = spelling.split(' ').filter_map(|word| word.chars().next()).collect();
            let dotted: String = initials.chars().flat_map(|c| [c, '.']).collect();
            spelling.contains(' ') && (first == initials && rest.len() > 1 || text == dotted)
        };
        let mut levels = self.vocabulary.levels.iter();
        let level = levels.find(|level| level.classified && level.spellings.iter().any(named))?;
        let capitals = rest.chars().all(|c| c.is_ascii_uppercase());
        let unknown: Vec<String> = (!rest.is_empty()).then(|| rest.to_owned()).into_iter().collect();
        capitals.then(|| Portion {
            level: level.name.clone(),
            caveats: unknown.clone(),
            unknown,
            ..Portion::default()
        })
    }

    /// Parses the tokens of a mark, without its brackets.
    fn marked(&self, inside: &[Token]) -> Option<Portion> {
        if inside.is_empty() || inside.iter().any(|token| !token.is_capital()) {
            return None;
        }
        let mut parts = inside.split(|token| matches!(token.kind, Kind::Slash { .. }));
        let first = parts.find(|part| !part.is_empty())?;
        let mut portion = Portion::default();
        if self.portion_level(first, &mut portion).is_none() {
            return self.hyphened(inside);
        }
        for part in parts.filter(|part| !part.is_empty()) {
            self.portion_part(part, &mut portion);
        }
        Some(portion)
    }

    /// Parses `S-NF`: hyphens instead of slashes, before known controls. Anything else is a number: `C-130`, `S-1`.
    fn hyphened(&self, inside: &[Token]) -> Option<Portion> {
        let mut parts = inside.split(|token| token.kind == Kind::Hyphen);
        let mut portion = Portion::default();
        self.portion_level(parts.next()?, &mut portion)?;
        for part in parts {
            self.portion_part(part, &mut portion);
        }
        let known = portion.unknown.is_empty() && portion.caveats.iter().all(|name| name.len() > 1);
        (known && !portion.caveats.is_empty() && !portion.control_alone).then_some(portion)
    }

    /// Parses the level, alone, with its owner before it (`//GBR S`), or run together with a misread slash (`SI/NF`
    /// for `S//NF`).
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
            let level = known.then(|| level(rest)).flatten()?;
            Some((level, Some(owner.to_owned())))
        };
        let stuck = || {
            let bare = text.trim_end_matches(spell::slash_like);
            (bare.len() + 2 >= text.len()).then(|| level(bare)).flatten()
        };
        let own = |level: String| (level, self.vocabulary.portion_owners.get(&text).cloned());
        if let Some((level, owner)) = level(&text).map(own).or_else(owned).or_else(|| Some((stuck()?, None))) {
            portion.level = level;
            portion.caveats.extend(owner);
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
        // The control, and the text after it.
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

/// The text of tokens for comparison: single spaces, with commas and hyphens kept.
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
