//! Levels with worn letters: a header or footer that is part of a level, as in `P SECRET` for `TOP SECRET`, or letters
//! cut by the top or bottom edge. They raise a doubt and never count as a level. Cuts at the sides are in `cut_levels`.

use super::model::{DOUBTFUL, Fragment, Line, Printed, Sum, Zone};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::Sign;

/// Min letters; fewer match by chance, unless they are the first word of a level.
const FEWEST: usize = 4;
/// Min letters for one of them to be possibly misread.
const LONG: usize = 6;
/// Min gap between unrelated texts, in font sizes.
const APART: f32 = 3.0;
/// Max distance from the top or bottom edge of a scan, in points, of a line that may be cut; its min letters; and the
/// mean character confidence below which it counts.
const EDGE: f32 = 1.0;
const CUT_LETTERS: usize = 3;
const UNSURE: f32 = 0.9;

/// The fragment of a level on a margin line that shows no marking.
pub(super) fn of_line(grammar: &Grammar, layout: &Layout, line: &Line) -> Option<Fragment> {
    if line.zone == Zone::Body {
        return None;
    }
    let pieces = layout.split(&line.words, APART);
    let part = pieces
        .iter()
        .find_map(|piece| part(grammar, &layout.text(&piece.words)));
    part.or_else(|| on_edge(grammar, layout, line))
}

fn part(grammar: &Grammar, text: &str) -> Option<Fragment> {
    let own: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).map(meant).collect();
    if own.iter().any(|c| !c.is_uppercase()) {
        return None;
    }
    let is_part = |spelling: &str| {
        let whole: Vec<char> = spelling.chars().filter(|c| c.is_alphanumeric()).collect();
        let wrong = |part: &[char]| part.iter().zip(&own).filter(|(a, b)| a != b).count();
        let most = usize::from(own.len() >= LONG);
        let first = spelling
            .split_once(' ')
            .is_some_and(|(first, _)| first.chars().eq(own.iter().copied()));
        let within = own.len() >= FEWEST && whole.windows(own.len()).any(|part| wrong(part) <= most);
        own.len() < whole.len() && (first || within)
    };
    let mut levels = grammar.vocabulary().levels.iter().filter(|level| level.classified);
    let highest = levels.rfind(|level| level.spellings.iter().any(|spelling| is_part(spelling)))?;
    Some(Fragment {
        text: text.to_owned(),
        rank: grammar.vocabulary().rank(&highest.name),
    })
}

/// The letter that a digit may be a misreading of.
fn meant(c: char) -> char {
    match c {
        '0' => 'O',
        '1' => 'I',
        '5' => 'S',
        _ => c,
    }
}

/// Capitals along the top or bottom edge of a scan that were read unsurely, as cut letters are.
fn on_edge(grammar: &Grammar, layout: &Layout, line: &Line) -> Option<Fragment> {
    let page = layout.page.region();
    let touches = |word: &usize| {
        let place = layout.region(*word);
        place.y <= page.y + EDGE || place.bottom() >= page.bottom() - EDGE
    };
    let text = layout.text(&line.words);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let sure: Vec<f32> = line
        .words
        .iter()
        .filter_map(|word| layout.word(*word).min_char_confidence)
        .collect();
    let fits = layout.is_scan()
        && line.words.iter().all(touches)
        && letters >= CUT_LETTERS
        && !text.chars().any(char::is_lowercase)
        && sure.iter().sum::<f32>() < UNSURE * sure.len() as f32;
    fits.then(|| Fragment {
        text,
        rank: grammar.vocabulary().levels.len().checked_sub(1),
    })
}

/// A level preceded by one or two letters of a higher level's first word: `P SECRET`.
fn torn(grammar: &Grammar, layout: &Layout, one: &Printed) -> Option<String> {
    let level = one.banner.level.as_deref()?;
    let at = one.line.iter().position(|word| Some(word) == one.words.first())?;
    let before = &layout.word(*one.line.get(at.checked_sub(1)?)?).text;
    let left: String = before.chars().filter(|c| c.is_alphanumeric()).collect();
    let vocabulary = grammar.vocabulary();
    let higher = vocabulary
        .levels
        .iter()
        .filter(|other| vocabulary.rank(&other.name) > vocabulary.rank(level));
    let mut spellings = higher.flat_map(|other| &other.spellings);
    let loses = |spelling: &String| {
        let parts = spelling.split_once(' ');
        parts.is_some_and(|(first, rest)| rest == level && left.len() < first.len() && first.contains(&left))
    };
    let torn = one.banner.capitals && !left.is_empty() && spellings.any(loses);
    torn.then(|| format!("{before} {}", one.text))
}

impl Sum {
    /// Raises a doubt about levels that may have lost letters to wear or to the top or bottom edge.
    pub(super) fn worn(&mut self, grammar: &Grammar, layout: &Layout, own: &[&Printed], fragments: &[Fragment]) {
        if let Some(text) = own.iter().find_map(|one| torn(grammar, layout, one)) {
            let detail = format!("`{text}` may be a higher level that lost letters");
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
        let own = self
            .marking
            .as_ref()
            .and_then(|marking| grammar.vocabulary().rank(&marking.level));
        if let Some(fragment) = fragments.iter().find(|fragment| fragment.rank > own) {
            let detail = format!("`{}` in a margin may be a fragment of a level", fragment.text);
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
    }

    /// Raises a doubt about levels that may be cut at the sides or typed over.
    pub(super) fn cut(&mut self, cut: &[String], typed_over: &[String]) {
        if let Some(text) = cut.first() {
            let detail = format!("`{text}` is at the edge of the page and may be cut off");
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
        if let Some(text) = typed_over.first() {
            let detail =
                format!("`{text}` in a margin was read with low confidence; it may be a marking that was typed over");
            self.doubt(Sign::UnreadInk, DOUBTFUL, &detail);
        }
    }

    /// Raises a doubt about the lowest classified level beside words that firms and individuals use for private
    /// information.
    pub(super) fn private(&mut self, grammar: &Grammar, layout: &Layout, own: &[&Printed]) {
        let vocabulary = grammar.vocabulary();
        let lowest = vocabulary
            .levels
            .iter()
            .find(|level| level.classified)
            .map(|level| &level.name);
        let beside = |one: &&&Printed| {
            let text = format!(" {} ", super::standing::plain(&layout.text(&one.line)));
            let mut words = vocabulary.sheets.private.iter();
            one.banner.level.as_ref() == lowest && words.any(|word| text.contains(&format!(" {word} ")))
        };
        if let Some(one) = own.iter().find(beside) {
            let detail = format!(
                "`{}` may be the word of a company or a person, not a level",
                layout.text(&one.line)
            );
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
    }
}
