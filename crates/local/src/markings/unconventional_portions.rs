//! Possible portion marks in unconventional forms: `S: The harvest`, `(s)`, `(U/S)`, `Secret.` before its paragraph. If
//! higher than the page's marking they raise a doubt; they never count. Conventional marks are in `portions` and
//! `displaced_portions`.

use super::model::{Line, Zone};
use super::portions::{begins_paragraph, numbers};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::LevelWords;

/// Max paragraph numbers before the mark.
const BEFORE: usize = 2;
const ENDS: [char; 5] = [':', '/', '-', '\u{2013}', '\u{2014}'];

/// The level that a line may be marked with, and the text of the mark.
pub(super) fn of_line(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str]) -> Option<(String, String)> {
    if line.zone != Zone::Body || !begins_paragraph(layout, line.row()) {
        return None;
    }
    let numbered = texts.iter().take(BEFORE).take_while(|text| numbers(text)).count();
    (0..=numbered).find_map(|at| mark(grammar, layout, texts.get(at..)?))
}

fn mark(grammar: &Grammar, layout: &Layout, texts: &[&str]) -> Option<(String, String)> {
    let (first, next) = (*texts.first()?, texts.get(1).copied().unwrap_or_default());
    if let Some(inside) = first.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        let level = small(grammar, layout, inside).or_else(|| several(grammar, inside))?;
        return Some((level.name.clone(), first.to_owned()));
    }
    let dash = next.starts_with(ENDS) && next.chars().all(|c| ENDS.contains(&c));
    let short = first.trim_end_matches(ENDS);
    let text = texts.get(1 + usize::from(dash))?;
    if !text.starts_with(char::is_uppercase) {
        return None;
    }
    let level = abbreviated(grammar, short).filter(|_| short.len() < first.len() || dash);
    level.map_or_else(
        || written_out(grammar, texts),
        |level| Some((level.name.clone(), first.to_owned())),
    )
}

/// Classified levels above the lowest one, whose letter has many other meanings.
fn distinctive_levels(grammar: &Grammar) -> impl Iterator<Item = &LevelWords> {
    let classified = grammar.vocabulary().levels.iter().filter(|level| level.classified);
    classified.skip(1)
}

fn abbreviated<'g>(grammar: &'g Grammar, text: &str) -> Option<&'g LevelWords> {
    distinctive_levels(grammar).find(|level| level.portions.iter().any(|known| known == text))
}

/// In lower case, unless lower-case letters number the items of a list.
fn small<'g>(grammar: &'g Grammar, layout: &Layout, text: &str) -> Option<&'g LevelWords> {
    let starts = layout.rows.iter().filter_map(|row| row.words.first());
    let mut starts = starts.map(|word| layout.word(*word).text.as_str());
    let listed = starts.any(|text| ["(a)", "(b)", "(r)"].contains(&text));
    let lower = text.chars().all(char::is_lowercase);
    if listed || !lower {
        return None;
    }
    abbreviated(grammar, &text.to_uppercase())
}

/// Letters of several levels separated by slashes: the highest.
fn several<'g>(grammar: &'g Grammar, text: &str) -> Option<&'g LevelWords> {
    let levels = &grammar.vocabulary().levels;
    let known = |part: &str| {
        levels
            .iter()
            .position(|level| level.portions.iter().any(|known| known == part))
    };
    let ranks: Option<Vec<usize>> = text.split('/').map(known).collect();
    let ranks = ranks.filter(|ranks| ranks.len() > 1)?;
    levels.get(ranks.into_iter().max()?).filter(|level| level.classified)
}

/// The name of a level as the first sentence of a paragraph, or before a colon.
fn written_out(grammar: &Grammar, texts: &[&str]) -> Option<(String, String)> {
    let mut classified = grammar.vocabulary().levels.iter().filter(|level| level.classified);
    classified.find_map(|level| {
        let count = level.name.split(' ').count();
        let text = texts.get(..count)?.join(" ");
        let name = text.strip_suffix([':', '.'])?;
        let titled = text.split(' ').all(|word| word.starts_with(char::is_uppercase));
        let follows = texts.get(count)?.starts_with(char::is_uppercase);
        let own = titled && follows && name.to_uppercase() == level.name;
        own.then(|| (level.name.clone(), text.clone()))
    })
}
