//! A banner line: level, controls and their arguments, separated by slashes, spaces or nothing at all (DoDM 5200.01
//! volume 2, CAPCO). Whether a line is a banner or only mentions a level depends on its place on the page, and is
//! decided elsewhere.

use super::lex::{Kind, Token};
use super::merge::known;
use super::spell::{Spelt, spelt};
use super::{Grammar, lex, spell};
use crate::record::{Category, Control, Takes};
use crate::stop;

/// A marking as printed on one line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is something that a line shows or does not"
)]
pub struct Banner {
    /// `None` for controls without a level: `NOFORN`.
    pub level: Option<String>,
    /// The owner of a level that is not the United States': `NATO`, `GBR`, `JOINT CAN GBR USA`.
    pub owner: Option<String>,
    /// Whether the level is used only by other governments and the line names none of them: `RESTRICTED`.
    pub unowned: bool,
    /// Names of the controls in printed order.
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    pub declassify_on: Option<String>,
    /// Unknown words between slashes where a control is expected. Also in `caveats`.
    pub unknown: Vec<String>,
    /// Codes in its country lists that are not country codes.
    pub strange: Vec<String>,
    /// Trailing letters in its last word that belong to no part of a marking: the `QQ` of `SECRET//SBU-QQ`.
    pub left_over: Option<String>,
    /// The words it covers: the first, and one past the last.
    pub words: (usize, usize),
    /// Recognition damage tolerated, in half letters, and the part of it that comes from split words with correct
    /// letters.
    pub damage: u32,
    pub torn: u32,
    /// Whether slashes separate its parts.
    pub slashes: bool,
    /// Whether it is printed entirely in capitals.
    pub capitals: bool,
    /// Whether its level is given in the short form of a portion mark: `TS//SI`.
    pub abbreviated: bool,
}

/// Max words of an unknown control.
const LONGEST_UNKNOWN: usize = 4;

impl Grammar {
    /// All markings of a line, from left to right, from its words as read.
    pub fn banners(&self, words: &[&str]) -> Vec<Banner> {
        let tokens = self.unslashed(self.unstuck(&lex::tokens(words)));
        let mut banners = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            match self.banner_at(&tokens, at) {
                Some((banner, next)) => {
                    banners.push(banner);
                    at = next.max(at + 1);
                }
                None => at += 1,
            }
        }
        banners
    }

    /// Controls that fill an entire line, including everyday words that count only beside a level.
    pub fn controls(&self, words: &[&str]) -> Option<Banner> {
        let tokens = self.unstuck(&lex::tokens(words));
        let mut line = Line {
            grammar: self,
            tokens: &tokens,
            at: 0,
            banner: Banner::default(),
        };
        line.rest();
        let whole = line.at == tokens.len() && !line.banner.caveats.is_empty() && line.banner.unknown.is_empty();
        whole.then(|| line.finish(0).0)
    }

    /// Whether a line may continue a marking begun on the line before: it names a control or a country, unlike the
    /// next line of a message's heading.
    pub fn goes_on(&self, words: &[&str]) -> bool {
        let tokens = self.unstuck(&lex::tokens(words));
        let country = |token: &Token| {
            let code: Option<String> = token.letters().map(|letters| letters.iter().collect());
            code.is_some_and(|code| self.vocabulary.countries.contains(&code))
        };
        (0..tokens.len()).any(|at| {
            begins(&tokens, at)
                && tokens[at].is_capital()
                && (self.control_at(&tokens, at).is_some() || country(&tokens[at]))
        })
    }

    fn banner_at(&self, tokens: &[Token], at: usize) -> Option<(Banner, usize)> {
        if !begins(tokens, at) {
            return None;
        }
        let mut line = Line {
            grammar: self,
            tokens,
            at,
            banner: Banner::default(),
        };
        if !line.level() && !line.before_level() && !line.lone_control() && !line.unowned_level() {
            return None;
        }
        line.rest();
        Some(line.finish(at))
    }

    /// The cheapest level starting at a token; the longer one on a tie.
    pub(super) fn level_at(&self, tokens: &[Token], at: usize, foreign: bool) -> Option<(&str, Spelt)> {
        stop::point();
        let spellings = self.vocabulary.levels.iter().flat_map(|level| {
            let foreign = level.foreign.iter().filter(move |_| foreign);
            let all = level.spellings.iter().chain(foreign);
            all.map(move |spelling| (level.name.as_str(), spelling))
        });
        let found = spellings.filter_map(|(name, spelling)| Some((name, spelt(tokens, at, spelling)?)));
        cheapest(found)
    }

    /// The cheapest control starting at a token; the longer one on a tie.
    pub(super) fn control_at(&self, tokens: &[Token], at: usize) -> Option<(&Control, Spelt)> {
        stop::point();
        let controls = self.vocabulary.controls.iter();
        let spellings = controls.flat_map(|control| control.all_spellings().map(move |spelling| (control, spelling)));
        cheapest(spellings.filter_map(|(control, spelling)| Some((control, spelt(tokens, at, spelling)?))))
    }

    /// The control whose portion-mark short form is at a token: `SECRET//NF`.
    pub(super) fn short_control_at(&self, tokens: &[Token], at: usize) -> Option<(&Control, Spelt)> {
        let controls = self.vocabulary.controls.iter();
        let short = controls.flat_map(|control| control.portions.iter().map(move |short| (control, short)));
        let found = short.filter_map(|(control, short)| Some((control, spelt(tokens, at, short)?)));
        let clear = found.filter(|(_, spelt)| spelt.damage == 0 && spelt.letters > 1);
        clear.max_by_key(|(_, spelt)| spelt.letters)
    }
}

/// Whether a marking may begin here: not after a hyphen inside a word.
fn begins(tokens: &[Token], at: usize) -> bool {
    let letters = tokens[at].letters().is_some();
    let after_hyphen = at >= 2
        && tokens[at].joined
        && tokens[at - 1].kind == Kind::Hyphen
        && tokens[at - 1].joined
        && tokens[at - 2].letters().is_some_and(|before| before.len() > 1);
    letters && !after_hyphen
}

fn cheapest<T>(found: impl Iterator<Item = (T, Spelt)>) -> Option<(T, Spelt)> {
    found.min_by_key(|(_, spelt)| (spelt.damage, std::cmp::Reverse(spelt.letters)))
}

/// Parser state for one line.
pub(super) struct Line<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) tokens: &'g [Token],
    pub(super) at: usize,
    pub(super) banner: Banner,
}

impl Line<'_> {
    /// Parses a level, with its owner before it.
    pub(super) fn level(&mut self) -> bool {
        // `CONTROLLED IMAGERY` is a control, although it begins with a level.
        let longer = |spelt: &Spelt| {
            let control = self.grammar.control_at(self.tokens, self.at);
            control.is_some_and(|(_, other)| other.letters > spelt.letters && other.damage == 0)
        };
        let level = self.grammar.level_at(self.tokens, self.at, false);
        if let Some((name, spelt)) = level.filter(|(_, spelt)| !longer(spelt)) {
            self.banner.level = Some(name.to_owned());
            self.take(spelt);
            return true;
        }
        let (owners, next) = self.countries(self.at, false);
        if owners.is_empty() {
            return false;
        }
        // `JOINT SECRET CAN GBR USA` lists its owners after the level; other markings before it.
        let joint = owners.iter().any(|owner| owner == "JOINT");
        let Some((name, spelt)) = self.grammar.level_at(self.tokens, next, true) else {
            return false;
        };
        self.banner.level = Some(name.to_owned());
        self.take(spelt);
        let mut owner = owners.join(" ");
        if joint {
            let (partners, next) = self.countries(self.at, true);
            self.at = next;
            owner = [owner].into_iter().chain(partners).collect::<Vec<_>>().join(" ");
        }
        self.banner.owner = Some(owner);
        true
    }

    /// Parses a level that only other governments use, without an owner before it. `RESTRICTED DATA` is a control.
    fn unowned_level(&mut self) -> bool {
        let Some((name, spelt)) = self.grammar.level_at(self.tokens, self.at, true) else {
            return false;
        };
        let control = self.grammar.control_at(self.tokens, self.at);
        if spelt.damage > 0 || control.is_some_and(|(_, other)| other.letters > spelt.letters) {
            return false;
        }
        self.banner.level = Some(name.to_owned());
        self.banner.unowned = true;
        self.take(spelt);
        true
    }

    /// Parses a control that is a marking without a level beside it.
    fn lone_control(&mut self) -> bool {
        if self.eyes_only() {
            return true;
        }
        let Some((control, spelt)) = self.grammar.control_at(self.tokens, self.at) else {
            return false;
        };
        let alone = |phrase: &String| spell::spelt(self.tokens, self.at, phrase).is_some();
        let beside = control.only_beside_level && !control.alone.iter().any(alone);
        if beside || control.category == Category::Declassification {
            return false;
        }
        self.banner.level.clone_from(&control.implies);
        self.control(control, spelt);
        true
    }

    /// Parses everything after the level.
    fn rest(&mut self) {
        while self.at < self.tokens.len() {
            let here = self.at;
            let slash = self.separator();
            if self.eyes_only() || self.date() || self.sending() || self.programme() || self.bracketed() {
                continue;
            }
            if let Some((control, spelt)) = self.grammar.control_at(self.tokens, self.at) {
                self.control(control, spelt);
                continue;
            }
            if !(self.short_release() || slash && self.unknown()) {
                self.at = here;
                return;
            }
        }
    }

    /// Skips slashes, commas, hyphens and specks; returns whether there was a slash.
    pub(super) fn separator(&mut self) -> bool {
        let mut slash = false;
        while let Some(token) = self.tokens.get(self.at) {
            match token.kind {
                Kind::Slash { double } => {
                    slash = true;
                    self.banner.slashes |= double;
                }
                Kind::Comma | Kind::Hyphen | Kind::Speck => {}
                _ => break,
            }
            self.at += 1;
        }
        slash
    }

    /// Skips words about how the message is sent.
    fn sending(&mut self) -> bool {
        let words = self.grammar.vocabulary.sheets.sending.iter();
        let found = words.filter_map(|word| Some(((), spelt(self.tokens, self.at, word)?)));
        // Some controls are spelled similarly: `EFTO` and `FOUO`.
        let control = self.grammar.control_at(self.tokens, self.at);
        match cheapest(found) {
            Some(((), spelt)) if control.is_none_or(|(_, other)| spelt.damage < other.damage) => {
                self.take(spelt);
                true
            }
            _ => false,
        }
    }

    pub(super) fn control(&mut self, control: &Control, spelt: Spelt) {
        self.take(spelt);
        let mut name = control.name.clone();
        match control.takes {
            Takes::Nothing | Takes::CountriesBefore => {}
            Takes::Countries | Takes::Release => {
                let (countries, next) = self.countries(self.at, true);
                self.at = next;
                self.heed(&countries);
                if control.takes == Takes::Release {
                    add(&mut self.banner.rel_to, countries);
                } else if !countries.is_empty() {
                    name = format!("{name} {}", countries.join(" "));
                }
            }
            Takes::Name => self.name(&mut name),
        }
        if control.category != Category::Declassification {
            return add(&mut self.banner.caveats, [name]);
        }
        let mut names = vec![name];
        names.extend(self.further(&control.name));
        let listed = names.join(", ");
        self.banner.declassify_on = Some(match self.banner.declassify_on.take() {
            Some(before) => format!("{before}, {listed}"),
            None => listed,
        });
        add(&mut self.banner.caveats, names);
    }

    /// Parses `-BUTTER POPCORN`, `-G ABCD`: letters after a hyphen, up to the next sign or known control.
    fn name(&mut self, name: &mut String) {
        let hyphen = |token: Option<&Token>| token.is_some_and(|token| token.kind == Kind::Hyphen);
        if hyphen(self.tokens.get(self.at)) {
            self.named(name);
        }
    }

    /// Appends the rest of a name.
    fn named(&mut self, name: &mut String) {
        let hyphen = |token: Option<&Token>| token.is_some_and(|token| token.kind == Kind::Hyphen);
        while let Some(token) = self.tokens.get(self.at) {
            let linked = hyphen(self.tokens.get(self.at - 1));
            match token.letters() {
                Some(_) if !linked && self.is_control() => break,
                Some(letters) if token.is_capital() => {
                    name.push(if linked { '-' } else { ' ' });
                    name.extend(letters);
                }
                None if token.kind == Kind::Hyphen => {}
                _ => break,
            }
            self.at += 1;
        }
    }

    /// Parses a further program after a single slash, where its control need not be repeated: `SAR-BP/CD-XR`,
    /// `ACCM-PRIMAL SPIRIT/RIVAL FISH`.
    fn programme(&mut self) -> bool {
        let before = self.at.checked_sub(1).map(|before| &self.tokens[before].kind);
        let last = self.banner.caveats.last();
        let place = last.and_then(|last| known(&self.grammar.vocabulary, last));
        let control = place.map(|place| &self.grammar.vocabulary.controls[place]);
        let Some(control) = control.filter(|control| control.takes_further) else {
            return false;
        };
        let token = self.tokens.get(self.at).filter(|token| token.is_capital());
        let letters = token.and_then(Token::letters);
        let one_slash = matches!(before, Some(Kind::Slash { double: false }));
        let Some(letters) = letters.filter(|_| one_slash && !self.is_control()) else {
            return false;
        };
        let mut name = format!("{}-", control.name);
        name.extend(letters);
        self.at += 1;
        self.named(&mut name);
        add(&mut self.banner.caveats, [name]);
        true
    }

    /// Whether a known control begins here, spelled exactly.
    fn is_control(&self) -> bool {
        let control = self.grammar.control_at(self.tokens, self.at);
        control.is_some_and(|(_, spelt)| spelt.damage == 0 && spelt.letters > 2)
    }

    /// Parses a declassification date of eight digits: `20401231`.
    fn date(&mut self) -> bool {
        let Some(text) = self.tokens.get(self.at).and_then(Token::letters) else {
            return false;
        };
        let eight = text.len() == 8 && text.iter().all(char::is_ascii_digit);
        if eight {
            self.banner.declassify_on = Some(text.iter().collect());
            self.at += 1;
        }
        eight
    }

    /// Parses letters between slashes that are not a known control: they are kept, and an expert is asked. Message
    /// codes are skipped.
    fn unknown(&mut self) -> bool {
        if let Some((control, spelt)) = self.grammar.short_control_at(self.tokens, self.at) {
            self.control(control, spelt);
            return true;
        }
        let mut words = Vec::new();
        while let Some(token) = self.tokens.get(self.at + words.len()) {
            match token.letters() {
                Some(letters) if token.is_capital() => words.push(letters.iter().collect::<String>()),
                _ => break,
            }
        }
        if words.is_empty() || words.len() > LONGEST_UNKNOWN {
            return false;
        }
        self.at += words.len();
        let name = words.join(" ");
        let mut codes = self.grammar.vocabulary.sheets.codes.iter();
        if codes.any(|code| code.takes(&name)) {
            return true;
        }
        self.banner.unknown.push(name.clone());
        add(&mut self.banner.caveats, [name]);
        true
    }

    pub(super) fn take(&mut self, spelt: Spelt) {
        self.at = spelt.next;
        self.banner.damage += spelt.damage;
        self.banner.torn += spelt.torn;
    }

    fn finish(mut self, from: usize) -> (Banner, usize) {
        let used = &self.tokens[from..self.at];
        self.banner.damage += used.iter().map(|token| token.mended).sum::<u32>();
        self.banner.capitals = used.iter().all(Token::is_capital);
        let last = used.last().map_or(0, |token| token.word);
        self.banner.words = (self.tokens[from].word, last + 1);
        let behind = self.tokens[self.at..].iter().take_while(|token| token.word == last);
        let letters = |token: &Token| {
            token
                .letters()
                .filter(|own| own.len() > 1 && token.is_capital())
                .map(String::from_iter)
        };
        self.banner.left_over = behind.filter(|token| token.joined).find_map(letters);
        (self.banner, self.at)
    }
}

pub(super) fn add(to: &mut Vec<String>, names: impl IntoIterator<Item = String>) {
    for name in names {
        if !to.contains(&name) {
            to.push(name);
        }
    }
}
