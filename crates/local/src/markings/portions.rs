//! Finds portion marks: before a paragraph, after its number, at the end of a heading or a paragraph. The meaning of a
//! mark is in `touchstone_core::grammar`, its effect on the page in `page_marking`.

use super::model::{Line, Marked, Zone};
use super::standing::plain;
use crate::page::model::Layout;
use touchstone_core::grammar::{Grammar, Portion};

/// Min gap between rows of different paragraphs, in row heights.
pub(super) const PARAGRAPH: f32 = 0.6;
/// Max words before a portion mark, such as the paragraph's number.
const BEFORE: usize = 3;
/// Max words in a numbered heading before its mark.
const HEADING: usize = 7;

/// The portion mark of a line. A mark followed by a comma or another mark is mentioned in a sentence and does not
/// count.
pub(super) fn of_line(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str], listed: bool) -> Option<Marked> {
    let bare = |mark: &Marked| mark.portion.caveats.is_empty() && mark.words.len() == 1;
    let found = leading(grammar, layout, line, texts)
        .or_else(|| unbracketed(grammar, layout, line, texts))
        .or_else(|| trailing(grammar, line, texts));
    found.filter(|mark| !(listed && bare(mark)))
}

/// A mark before a paragraph, or after its number, with or without a space: `(2)(S)`.
fn leading(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str]) -> Option<Marked> {
    let numbers = texts
        .iter()
        .take(BEFORE)
        .take_while(|text| numbers(text) && mark_in(text).is_none())
        .count();
    let (at, within) = (0..=numbers).find_map(|at| Some((at, mark_in(texts.get(at)?)?)))?;
    let mut words = texts[at..].to_vec();
    words[0] = &words[0][within..];
    let mut portion = grammar.portion(&words)?;
    portion.end += at;
    let in_sentence = texts[portion.end - 1].ends_with(',')
        || texts.get(portion.end).is_some_and(|next| next.starts_with(['(', ',']));
    // `For Official Use Only (FOUO)` may span two rows.
    let explains = portion.control_alone && at == 0 && !begins_paragraph(layout, line.row());
    // `(U) is the symbol of uranium`: a paragraph begins with a capital.
    let goes_on = texts
        .get(portion.end)
        .is_some_and(|next| next.starts_with(char::is_lowercase));
    (!in_sentence && !explains).then(|| Marked {
        words: line.words[at..portion.end].to_vec(),
        taken: portion.end,
        unsure: goes_on && portion.caveats.is_empty(),
        portion,
    })
}

/// Where in a word a mark in brackets begins: at the start, or after a paragraph number.
fn mark_in(text: &str) -> Option<usize> {
    let at = text.rfind(['(', '[', '{'])?;
    (at == 0 || numbers(&text[..at])).then_some(at)
}

/// A mark without brackets before a paragraph: `S/NF The harvest`.
fn unbracketed(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str]) -> Option<Marked> {
    let at = texts.iter().take(BEFORE).take_while(|text| numbers(text)).count();
    let portion = grammar.bare_portion(texts.get(at..at + 1)?)?;
    let subject = at > 0 && is_subject(grammar, &texts[..at]);
    let dash = |text: &&&str| matches!(**text, "-" | "\u{2013}" | "\u{2014}");
    let after = at + 1 + usize::from(subject && texts.get(at + 1).as_ref().is_some_and(dash));
    let text = texts
        .get(after)
        .is_some_and(|next| next.starts_with(char::is_uppercase));
    // In a margin it is an abbreviated banner.
    let body = line.zone == Zone::Body && begins_paragraph(layout, line.row());
    (text && (body || subject)).then(|| Marked {
        words: vec![line.words[at]],
        taken: at + 1,
        portion: Portion { end: at + 1, ..portion },
        unsure: false,
    })
}

/// A mark at the end of a paragraph, of a subject line, or of a numbered heading.
fn trailing(grammar: &Grammar, line: &Line, texts: &[&str]) -> Option<Marked> {
    let opens = |at: &usize| texts[*at].starts_with(['(', '[', '{']);
    let (at, mut portion) = (1..texts.len()).filter(opens).find_map(|at| {
        let portion = grammar.portion(&texts[at..])?;
        Some((at, portion))
    })?;
    portion.end += at;
    let bare = portion.caveats.is_empty();
    let (before, last) = (texts[at - 1], portion.end == texts.len());
    let ends_sentence = last && before.ends_with(['.', '?', '!', ':', '"', '\u{201d}']);
    let subject = last && is_subject(grammar, &texts[..at]);
    let begins_next = texts
        .get(portion.end)
        .is_none_or(|next| next.starts_with(char::is_uppercase));
    let numbered = numbers(texts[0]) && texts[0].chars().any(char::is_alphanumeric) && texts[0].len() > 1;
    let heading = numbered && at <= HEADING && begins_next && !before.ends_with(',');
    // `is marked (S//NF)` mentions a mark, and a control in brackets explains the words before it.
    let stands = ends_sentence || subject || heading;
    (stands && !portion.control_alone).then(|| Marked {
        words: line.words[at..portion.end].to_vec(),
        taken: 0,
        portion,
        unsure: bare && !ends_sentence && !subject,
    })
}

/// Whether a line begins with a subject caption.
fn is_subject(grammar: &Grammar, texts: &[&str]) -> bool {
    let first = plain(texts.first().copied().unwrap_or_default());
    let mut words = grammar.vocabulary().sheets.subjects.iter();
    texts.first().is_some_and(|text| text.ends_with(':')) && words.any(|known| *known == first)
}

/// Whether a row is set off from the one above, or the one above ends a sentence.
pub(super) fn begins_paragraph(layout: &Layout, index: usize) -> bool {
    let above = index.checked_sub(1).and_then(|above| layout.rows.get(above));
    let (Some(above), Some(row)) = (above, layout.rows.get(index)) else {
        return true;
    };
    let ends = |text: &str| text.ends_with(['.', ':', ';', '!', '?', ')']);
    row.region.y - above.region.bottom() > PARAGRAPH * row.region.height
        || above.words.last().is_some_and(|last| ends(&layout.word(*last).text))
}

/// Whether a text may precede a portion mark: `1.`, `a)`, `(2)`, `•`, `SUBJECT:`.
pub(super) fn numbers(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters <= 1 || text.ends_with(':') || text.ends_with('.') && letters <= 4
}

/// Whether the page has a list with lettered items, in which case a bare `(C)` or `(S)` is not a mark.
pub(super) fn is_lettered(layout: &Layout) -> bool {
    let starts: Vec<&str> = layout
        .rows
        .iter()
        .filter_map(|row| row.words.first())
        .map(|word| layout.word(*word).text.as_str())
        .collect();
    starts.contains(&"(A)") && starts.contains(&"(B)")
}
