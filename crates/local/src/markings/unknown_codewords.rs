//! Unknown words after a level that may belong to it without a slash: `TOP SECRET AMBER LARK`, `SECRET - DELTA5`. They
//! are kept as unknown controls, for an expert. Page numbers, copy numbers and dates after a level are ignored.

use super::model::{Line, Zone};
use super::standing;
use super::standing::{Standing, plain};
use crate::page::model::Layout;
use touchstone_core::grammar::{Banner, Grammar};

/// Max words without a slash after a level that may belong to it.
const MOST_UNKNOWN: usize = 8;

/// Adds the words after a level to the marking if they may be part of it, and returns its new standing. The level must
/// be the only one on its line.
pub(super) fn taken(
    grammar: &Grammar,
    layout: &Layout,
    line: &Line,
    texts: &[&str],
    standing: Standing,
    banner: &mut Banner,
) -> Standing {
    let fits = match standing {
        Standing::Beside | Standing::Apart => line.zone != Zone::Body,
        Standing::Prominent => true,
        _ => false,
    };
    let end = banner.words.1 + linked(layout, &line.words, banner.words.1);
    if !fits || banner.words.0 > 0 || banner.level.is_none() || !banner.capitals {
        return standing;
    }
    let rest = &texts[banner.words.1..end];
    if !is_name(rest) || standing::heads_message(texts, banner) || is_reference(grammar, rest) {
        return standing;
    }
    for name in rest.join(" ").split([',', ';']) {
        let words: Vec<&str> = name.split(' ').filter(|text| has_letters(text)).collect();
        if !words.is_empty() {
            banner.unknown.push(words.join(" "));
            banner.caveats.push(words.join(" "));
        }
    }
    banner.words.1 = end;
    match standing {
        Standing::Prominent => standing,
        _ if end == texts.len() => Standing::Alone,
        _ => Standing::Apart,
    }
}

/// Number of words from word `from` on that follow each other closely.
fn linked(layout: &Layout, words: &[usize], from: usize) -> usize {
    let near = |pair: &&[usize]| {
        let gap = layout.gap(pair[0], pair[1]);
        gap < standing::BESIDE * layout.word(pair[0]).size.max(1.0)
    };
    let pairs = words.get(from.saturating_sub(1)..).unwrap_or_default().windows(2);
    pairs.take_while(near).count()
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether words in capitals, with or without digits, may be a name. A caption names the value after it.
fn is_name(texts: &[&str]) -> bool {
    let printed = |text: &&str| !text.contains(':') && !text.chars().any(char::is_lowercase);
    let distinctive = |text: &&str| {
        let own = text.chars().filter(|c| c.is_alphanumeric());
        own.clone().count() > 1 && own.clone().any(char::is_alphabetic)
    };
    texts.len() <= MOST_UNKNOWN && texts.iter().all(printed) && texts.iter().any(distinctive)
}

/// Whether words only give a page, a copy or a date.
fn is_reference(grammar: &Grammar, texts: &[&str]) -> bool {
    let neighbours = &grammar.vocabulary().sheets.neighbours;
    let takes = |texts: &[&str]| {
        let text = plain(&texts.join(" "));
        text.is_empty() || neighbours.iter().any(|known| known.takes(&text))
    };
    (0..texts.len()).any(|at| takes(&texts[..at]) && takes(&texts[at..]))
}
