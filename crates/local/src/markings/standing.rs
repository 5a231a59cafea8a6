//! Classifies the standing of a printed marking on its line: alone, apart from other words, prominent, after a caption,
//! in running text or quoted. Its role is decided in `own_markings`.

use crate::page::model::Layout;
use touchstone_core::grammar::{Banner, Grammar};
use touchstone_core::text::median;
use touchstone_intake::Region;

/// Max gap between words that belong together, in font sizes.
pub(super) const BESIDE: f32 = 1.6;
/// Min ratio to the page's usual type size for text to stand out.
const LARGE: f32 = 1.4;
/// Min letters in a letter-spaced marking.
const SPACED: usize = 5;
/// Max words in a caption: `OVERALL SECURITY CLASSIFICATION:`.
const CAPTION_WORDS: usize = 4;
/// Min digits in a message number.
const SERIAL: usize = 3;
const QUOTES: [char; 9] = ['"', '“', '”', '„', '\'', '‘', '’', '«', '»'];

/// Position of a marking among the words of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// No other words on the line.
    Alone,
    /// Other words on the line, none of them near.
    Apart,
    /// Letter-spaced at the start of the line, after the break of a message, or larger than the words around it.
    Prominent,
    /// The value of a caption, with nothing after it.
    Captioned,
    /// Next to words in capitals or numbers.
    Beside,
    /// Part of a phrase that is not a marking: `SECRET SERVICE`.
    Phrase,
    /// Part of a sentence.
    Running,
    Quoted,
}

/// The standing of a marking among the `words` of its line, which begins on row `row`.
pub(super) fn of(grammar: &Grammar, layout: &Layout, words: &[usize], row: usize, banner: &Banner) -> Standing {
    let (from, to) = banner.words;
    let text = |at: usize| layout.word(words[at]).text.as_str();
    let quoted = |text: &str| text.starts_with(QUOTES) || text.trim_end_matches(['.', ',']).ends_with(QUOTES);
    if (from..to).any(|at| quoted(text(at)) && text(at).chars().filter(|c| c.is_alphanumeric()).count() > 1) {
        return Standing::Quoted;
    }
    if (0..to).any(|at| phrase(grammar, layout, &words[at..]).is_some_and(|len| at + len > from)) {
        return Standing::Phrase;
    }
    let near = |left: usize, right: usize| {
        let gap = layout.gap(words[left], words[right]);
        gap < BESIDE * layout.word(words[left]).size.max(1.0) && has_content(text(left)) && has_content(text(right))
    };
    let before = from > 0 && near(from - 1, from);
    let after = to < words.len() && near(to - 1, to);
    if from > 0 && text(from - 1).ends_with(':') {
        let caption = (0..from).rev().skip(1).take_while(|at| near(*at, at + 1)).count() + 1;
        let captioned = !after && caption <= CAPTION_WORDS;
        return if captioned {
            Standing::Captioned
        } else {
            Standing::Running
        };
    }
    if !after && states(grammar, layout, &words[..from]) {
        return Standing::Captioned;
    }
    if from == 0 && (spaced(layout, &words[..to]) || after_break(grammar, layout, row))
        || stands_out(layout, words, banner)
    {
        return Standing::Prominent;
    }
    let small = |at: usize| text(at).chars().any(char::is_lowercase);
    if before && small(from - 1) || after && small(to) {
        Standing::Running
    } else if before || after {
        Standing::Beside
    } else if (0..from).chain(to..words.len()).any(|at| has_content(text(at))) {
        Standing::Apart
    } else {
        Standing::Alone
    }
}

/// Whether a line is the head of a telegram, with the level before place and number: `UNCLAS DUNMORE 000044`.
pub(super) fn heads_message(texts: &[&str], banner: &Banner) -> bool {
    let rest = &texts[banner.words.1..];
    let number = |text: &&str| text.len() >= SERIAL && text.chars().all(|c| c.is_ascii_digit());
    let place = |text: &&str| text.len() > 2 && text.chars().all(|c| c.is_ascii_uppercase());
    let printed = |text: &str| !text.chars().any(char::is_lowercase);
    banner.words.0 == 0
        && banner.capitals
        && banner.level.is_some()
        && rest.iter().any(number)
        && rest.iter().any(place)
        && rest.iter().all(|text| printed(text))
}

/// Number of words in a non-marking phrase that begins here.
fn phrase(grammar: &Grammar, layout: &Layout, words: &[usize]) -> Option<usize> {
    let phrases = grammar.vocabulary().sheets.phrases.iter();
    let lengths = phrases.filter_map(|phrase| {
        let count = phrase.split(' ').count();
        let here = words.get(..count)?;
        (plain(&layout.text(here)) == *phrase).then_some(count)
    });
    lengths.max()
}

/// Whether the words before a level state that it is the page's.
fn states(grammar: &Grammar, layout: &Layout, before: &[usize]) -> bool {
    let text = plain(&layout.text(before));
    let mut statements = grammar.vocabulary().sheets.statements.iter();
    !before.is_empty() && statements.any(|known| text == *known || text.ends_with(&format!(" {known}")))
}

/// A captioned level in the abbreviated form of a portion mark: `CLASSIFICATION: S//NF`.
pub(super) fn short_value(grammar: &Grammar, texts: &[&str]) -> Option<Banner> {
    let colon = texts.iter().take(CAPTION_WORDS).position(|text| text.ends_with(':'))?;
    let caption = plain(&texts[..=colon].join(" "));
    let captions = &grammar.vocabulary().sheets.captions;
    let known = captions
        .iter()
        .any(|known| caption.split(' ').any(|word| word == known));
    let value = texts.get(colon + 1..).filter(|value| known && !value.is_empty())?;
    let banner = grammar.abbreviated(value)?;
    Some(Banner {
        words: (colon + 1, texts.len()),
        ..banner
    })
}

/// Whether a form caption is right above a place: `SECURITY CLEARANCE` over `SECRET`.
pub(super) fn below_caption(grammar: &Grammar, layout: &Layout, place: &Region) -> bool {
    let captions = &grammar.vocabulary().sheets.captions;
    layout.pieces.iter().any(|piece| {
        let down = place.y - piece.region.bottom();
        let above = (-2.0..1.6 * place.height.max(8.0)).contains(&down) && piece.region.overlap_x(place) > 0.0;
        above && piece.words.len() <= CAPTION_WORDS && {
            let text = plain(&layout.text(&piece.words));
            captions.iter().any(|known| text.split(' ').any(|word| word == known))
        }
    })
}

/// The text in capitals and digits, with single spaces between words.
pub(super) fn plain(text: &str) -> String {
    let letters = text.chars().map(|c| {
        if c.is_alphanumeric() {
            c.to_ascii_uppercase()
        } else {
            ' '
        }
    });
    letters
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a word has content; a speck or a row of dashes does not.
pub(super) fn has_content(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() > 1 || text.contains(':')
}

fn spaced(layout: &Layout, words: &[usize]) -> bool {
    let single = |word: &&usize| layout.word(**word).text.chars().count() == 1;
    words.iter().filter(single).count() >= SPACED
}

/// Whether the line above ends the head of a message.
fn after_break(grammar: &Grammar, layout: &Layout, row: usize) -> bool {
    let before = row.checked_sub(1).and_then(|row| layout.rows.get(row));
    before.is_some_and(|before| {
        let text = layout.text(&before.words);
        grammar
            .vocabulary()
            .sheets
            .breaks
            .iter()
            .any(|known| text.trim() == known)
    })
}

/// Whether the marking is larger than the page's usual type and than adjacent words.
fn stands_out(layout: &Layout, words: &[usize], banner: &Banner) -> bool {
    let (from, to) = banner.words;
    let size = |word: &usize| layout.word(*word).size;
    let own = words[from..to].iter().map(size).fold(f32::MAX, f32::min);
    let usual = median(layout.page.reading.words.iter().map(|word| word.size)).unwrap_or(own);
    let beside = [from.checked_sub(1), Some(to)].into_iter().flatten();
    let smaller = beside
        .filter_map(|at| words.get(at))
        .all(|word| size(word) * LARGE <= own);
    own >= LARGE * usual.max(1.0) && smaller
}
