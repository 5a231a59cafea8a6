//! Words behind a level that may belong to it though no slash parts them: `TOP SECRET AMBER LARK`, `SECRET - DELTA5`. Nobody
//! knows them, so that a person is asked. Not here: controls that are known (see `grammar`), and pages, copies and dates, which
//! stand there too and say nothing of the level.

use super::model::{Line, Zone};
use super::standing;
use super::standing::{Standing, plain};
use crate::page::model::Layout;
use touchstone_core::grammar::{Banner, Grammar};

/// Words that follow a level without a slash and may belong to it.
const MOST_UNKNOWN: usize = 8;

/// Takes what follows a level, the only one of its line, when it may be a part of the marking; how that stands then.
pub(super) fn taken(
    grammar: &Grammar,
    layout: &Layout,
    line: &Line,
    texts: &[&str],
    (standing, banner): (Standing, &mut Banner),
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
    if !is_name(rest) || standing::heads_message(texts, banner) || says_which(grammar, rest) {
        return standing;
    }
    for name in rest.join(" ").split([',', ';']) {
        let words: Vec<&str> = name.split(' ').filter(|text| says(text)).collect();
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

/// How many words stand one right behind the other from word `from` of a line on.
fn linked(layout: &Layout, words: &[usize], from: usize) -> usize {
    let near = |pair: &&[usize]| {
        let gap = layout.region(pair[1]).x - layout.region(pair[0]).right();
        gap < standing::BESIDE * layout.word(pair[0]).size.max(1.0)
    };
    let pairs = words.get(from.saturating_sub(1)..).unwrap_or_default().windows(2);
    pairs.take_while(near).count()
}

fn says(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether words in capitals, with digits or without, may name something. A caption names what stands behind it.
fn is_name(texts: &[&str]) -> bool {
    let printed = |text: &&str| !text.contains(':') && !text.chars().any(char::is_lowercase);
    let telling = |text: &&str| {
        let own = text.chars().filter(|c| c.is_alphanumeric());
        own.clone().count() > 1 && own.clone().any(char::is_alphabetic)
    };
    texts.len() <= MOST_UNKNOWN && texts.iter().all(printed) && texts.iter().any(telling)
}

/// Whether words only say which page, copy or date it is.
fn says_which(grammar: &Grammar, texts: &[&str]) -> bool {
    let neighbours = &grammar.vocabulary().sheets.neighbours;
    let takes = |texts: &[&str]| {
        let text = plain(&texts.join(" "));
        text.is_empty() || neighbours.iter().any(|known| known.takes(&text))
    };
    (0..texts.len()).any(|at| takes(&texts[..at]) && takes(&texts[at..]))
}
