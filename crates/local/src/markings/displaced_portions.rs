//! Finds portion marks in unusual positions: in the second column of a page, in a table cell, after a caption or an
//! unnumbered heading. They count if something else on the page is marked. Marks in usual positions are in `portions`.

use super::model::Marked;
use super::portions;
use super::standing::{BESIDE, plain};
use crate::page::model::Layout;
use touchstone_core::grammar::{Grammar, Portion};

/// Words before brackets that make them a mention: `paragraphs marked (S)`.
const LEAD_IN: &str = "MARKED MARK MARKING MARKINGS MARKS SYMBOL SYMBOLS LETTER LETTERS ABBREVIATED AS WITH BY OF IN \
    FOR AND OR THE A USE LIKE";

/// The marks of a line not found by `portions`, whose words are in `taken`.
pub(super) fn of_line(grammar: &Grammar, layout: &Layout, words: &[usize], taken: &[usize]) -> Vec<Marked> {
    let texts: Vec<&str> = words.iter().map(|word| layout.word(*word).text.as_str()).collect();
    let opens = |at: &usize| texts[*at].starts_with(['(', '[', '{']) && !taken.contains(&words[*at]);
    let mark = |at: usize| {
        let mut portion = grammar.portion(&texts[at..]).or_else(|| {
            written_out(
                grammar,
                texts[at],
                texts[..at].iter().all(|text| portions::numbers(text)) || at + 1 == texts.len(),
            )
        })?;
        portion.end += at;
        let known = grammar.vocabulary().is_classified(&portion.level) && !portion.control_alone;
        (known && !is_in_sentence(layout, words, &texts, at, portion.end)).then(|| Marked {
            words: words[at..portion.end].to_vec(),
            taken: 0,
            unsure: is_weak(grammar, &portion),
            portion,
        })
    };
    (0..texts.len()).filter(opens).filter_map(mark).collect()
}

/// A level in title case in brackets: `(Secret)` before a paragraph or after a heading.
fn written_out(grammar: &Grammar, text: &str, outermost: bool) -> Option<Portion> {
    let inside = text.strip_prefix(['(', '['])?.split([')', ']']).next()?;
    let titled = inside.starts_with(char::is_uppercase) && inside.len() > 2;
    let level = inside.to_uppercase();
    let mut levels = grammar.vocabulary().levels.iter();
    let known = levels.find(|known| known.classified && known.name == level)?;
    (titled && outermost && text.ends_with([')', ']', ':', '.'])).then(|| Portion {
        level: known.name.clone(),
        end: 1,
        ..Portion::default()
    })
}

/// Whether a mark is only the letter of the lowest classified level, which also means a copyright or an initial.
fn is_weak(grammar: &Grammar, portion: &Portion) -> bool {
    let lowest = grammar.vocabulary().levels.iter().find(|level| level.classified);
    portion.caveats.is_empty() && lowest.is_some_and(|level| level.name == portion.level)
}

/// Whether a mark is part of a sentence.
fn is_in_sentence(layout: &Layout, words: &[usize], texts: &[&str], at: usize, end: usize) -> bool {
    let near = |left: usize, right: usize| {
        let gap = layout.gap(words[left], words[right]);
        gap < BESIDE * layout.word(words[left]).size.max(1.0)
    };
    let before = at.checked_sub(1).filter(|before| near(*before, at)).map(|at| texts[at]);
    let after = (end < texts.len() && near(end - 1, end)).then(|| texts[end]);
    let listed = texts[end - 1].ends_with(',')
        || after.is_some_and(|next| next.starts_with(['(', ',']))
        || before.is_some_and(|before| before.ends_with([',', ')']));
    let small = |text: &str| text.starts_with(char::is_lowercase);
    let ends = |text: &str| text.ends_with(['.', ':', ';', '!', '?']);
    let introduced = before
        .is_some_and(|before| small(before) && LEAD_IN.split(' ').any(|word| word == plain(before)) && !ends(before));
    let running = before.is_some_and(|before| !ends(before)) && {
        // The following text may be on the next row.
        let row = layout.row_of.get(words[at]).copied().unwrap_or(usize::MAX);
        let below = || {
            let next = layout.rows.get(row.checked_add(1)?)?;
            let own = layout.rows.get(row)?.region;
            let near = next.region.y - own.bottom() < own.height;
            near.then(|| layout.word(next.words[0]).text.as_str())
        };
        let next = if end < texts.len() { after } else { below() };
        next.is_some_and(small) && !ends(texts[end - 1])
    };
    listed || introduced || running
}
