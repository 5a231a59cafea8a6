//! Detects cancellation and regrading notices, and separates authority block lines from other text on the same row.
//! Struck-out markings are in `strikes`.

use super::model::Line;
use super::standing::plain;
use crate::page::model::Layout;
use touchstone_core::grammar::{AuthorityLine, Grammar};

/// Max words in a cancellation line, which may add a date or a name; a sentence has more.
const CANCELLATION_WORDS: usize = 12;
/// Max gap between rows of one sentence, in heights.
const WRAPPED: f32 = 2.5;
/// Min gap between unrelated texts on a line, in font sizes: a block at the left, a stamp at the right.
const APART: f32 = 4.0;

/// The words of a line that cancel a marking, and those of a marking named beside them, if any.
pub(super) fn cancellation(
    grammar: &Grammar,
    layout: &Layout,
    line: &Line,
    texts: &[&str],
) -> Option<(Vec<usize>, Vec<usize>)> {
    if goes_on(layout, line, texts) || is_scheduled(grammar, layout, line, texts) {
        return None;
    }
    let whole = |texts: &[&str]| {
        let banners = grammar.banners(texts);
        let whole =
            |banner: &touchstone_core::grammar::Banner| banner.words == (0, texts.len()) && banner.level.is_some();
        banners.iter().any(whole)
    };
    if let Some(taken) = takes_back(grammar, texts) {
        // `DECLASSIFIED SECRET`
        let end = if whole(&texts[taken..]) { taken } else { texts.len() };
        return Some((line.words[..end].to_vec(), line.words[end..].to_vec()));
    }
    // `SECRET CANCELLED`
    if texts.len() > CANCELLATION_WORDS || !texts.iter().any(|text| names_taking(grammar, text)) {
        return None;
    }
    let banners = grammar.banners(texts);
    let end = banners
        .iter()
        .find(|banner| banner.words.0 == 0 && banner.level.is_some())?
        .words
        .1;
    takes_back(grammar, &texts[end..])?;
    Some((line.words[end..].to_vec(), line.words[..end].to_vec()))
}

/// Whether a word begins a known cancellation.
fn names_taking(grammar: &Grammar, word: &str) -> bool {
    let word = plain(word);
    let mut known = grammar.vocabulary().cancellations.iter();
    known.any(|known| known.split(' ').next() == Some(&word))
}

/// Whether a line continues the sentence above it: `It was` over `declassified by the board`.
fn goes_on(layout: &Layout, line: &Line, texts: &[&str]) -> bool {
    let small = texts.first().is_some_and(|first| first.starts_with(char::is_lowercase));
    let above = line.row().checked_sub(1).and_then(|above| layout.rows.get(above));
    small
        && above.is_some_and(|above| {
            let last = above.words.last().map(|last| layout.word(*last).text.as_str());
            let own = layout.around(&line.words);
            let near = own.y - above.region.bottom() < WRAPPED * own.height;
            near && last.is_some_and(|last| !last.ends_with(['.', ':', ';', '!', '?']))
        })
}

/// Max rows of a block above a line.
const BLOCK: usize = 4;

/// Whether a line continues a block that schedules the end of its marking: `DOWNGRADED AT TWO YEAR INTERVALS` over
/// `DECLASSIFIED ON 31 DEC 1984`.
fn is_scheduled(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str]) -> bool {
    let words: Vec<String> = texts.iter().map(|text| plain(text)).collect();
    let taken = words.iter().position(|word| names_taking(grammar, word));
    let sheets = &grammar.vocabulary().sheets;
    let has_schedule = taken.is_some_and(|at| {
        words
            .get(at + 1)
            .is_some_and(|next| sheets.schedule_words.contains(next))
    });
    if !has_schedule {
        return false;
    }
    let own = layout.around(&line.words);
    let above = layout.rows.iter().take(line.row()).rev().take(BLOCK);
    let mut lower = own.y;
    let near = above.take_while(|row| {
        let gap = lower - row.region.bottom();
        lower = row.region.y;
        gap < WRAPPED * own.height
    });
    let mut block: Vec<String> = near.map(|row| plain(&layout.text(&row.words))).collect();
    block.reverse();
    let whole = format!("{} {}", block.join(" "), words.join(" "));
    sheets.scheduling.iter().any(|known| whole.contains(known.as_str()))
}

/// Number of leading words that cancel a marking. A single word must be in capitals; a phrase counts in any case.
fn takes_back(grammar: &Grammar, texts: &[&str]) -> Option<usize> {
    let letters = |text: &str| -> String { text.chars().filter(char::is_ascii_alphanumeric).collect() };
    let line = letters(&texts.concat().to_uppercase());
    let capitals = texts.iter().all(|text| !text.chars().any(char::is_lowercase));
    // `DECLASSIFIED BY *` is a caption unless text follows.
    let taken_back = |known: &&String| {
        let rest = line.strip_prefix(&letters(known));
        rest.is_some_and(|rest| !(known.ends_with('*') && rest.len() < 3)) && (capitals || known.contains(' '))
    };
    if texts.len() > CANCELLATION_WORDS {
        return None;
    }
    let known = grammar.vocabulary().cancellations.iter().filter(taken_back);
    let length = known.map(|known| letters(known).len()).max()?;
    let mut read = 0;
    let words = texts.iter().take_while(|text| {
        let before = read;
        read += letters(text).len();
        before < length
    });
    Some(words.count())
}

/// Min words in a row of running text.
const TEXT_WORDS: usize = 5;

/// Whether a line that begins with other words may cancel a marking: `NND 843012 DECLASSIFIED`,
/// `Declassified: 4 May 1991`, `This document is no longer classified`. It only raises a doubt.
pub(super) fn hints(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str]) -> bool {
    if texts.len() > CANCELLATION_WORDS {
        return false;
    }
    // OCR may read the I of a stamp as a lower-case l.
    let mend = |text: &str| {
        if text.chars().filter(|c| c.is_uppercase()).count() > 3 {
            text.replace('l', "I")
        } else {
            text.to_owned()
        }
    };
    let mended: Vec<String> = texts.iter().map(|text| mend(text)).collect();
    let words: Vec<String> = mended.iter().map(|text| plain(text)).collect();
    let cancellations = || {
        grammar
            .vocabulary()
            .cancellations
            .iter()
            .map(|known| known.trim_end_matches([' ', '*']))
    };
    let begins = |known: &String| {
        let mut known = known.split(' ').take(2);
        known.clone().count() == 2 && known.all(|word| words.iter().take(2).any(|own| own == word))
    };
    let sheets = &grammar.vocabulary().sheets;
    let of_page = sheets.statements.iter().any(begins);
    let all = words.join(" ");
    let phrase = |known: &str| known.contains(' ') && format!(" {all} ").contains(&format!(" {known} "));
    let taking = |at: &usize| {
        let before = at.checked_sub(1).map(|at| &words[at]);
        let not = before.is_some_and(|word| sheets.negations.contains(word))
            || words.get(at + 1).is_some_and(|word| sheets.deferrals.contains(word));
        let stamped = !mended[*at].chars().any(char::is_lowercase);
        let captioned = *at == 0 && texts[0].ends_with(':') && texts.len() > 1;
        !not && (stamped || captioned || of_page) && cancellations().any(|known| known == words[*at])
    };
    let cancels = of_page && cancellations().any(phrase) || (0..words.len()).find(taking).is_some();
    let goes_on = goes_on(layout, line, texts) || is_scheduled(grammar, layout, line, texts);
    cancels && !goes_on && stands_by_itself(layout, line)
}

/// Whether a line has no running text right above or below.
fn stands_by_itself(layout: &Layout, line: &Line) -> bool {
    let own = layout.around(&line.words);
    let rows = [line.row().checked_sub(1), Some(line.row() + 1)];
    let beside = rows.into_iter().flatten().filter_map(|row| layout.rows.get(row));
    let near = |row: &crate::page::model::Row| {
        let gap = (row.region.y - own.bottom()).max(own.y - row.region.bottom());
        gap < super::portions::PARAGRAPH * own.height && row.words.len() >= TEXT_WORDS
    };
    !beside.into_iter().any(near)
}

/// Whether a line names the level to which a marking was changed: `DOWNGRADED TO CONFIDENTIAL ON 3 MAY 1979`.
pub(super) fn changes(grammar: &Grammar, layout: &Layout, line: &Line, texts: &[&str]) -> bool {
    let names = |phrase: &String| {
        let count = phrase.split(' ').count();
        let here = texts.get(..count).map(|here| plain(&here.join(" ")));
        here.as_ref() == Some(phrase) && {
            let banners = grammar.banners(&texts[count..]);
            banners
                .iter()
                .any(|banner| banner.words.0 == 0 && banner.level.is_some())
        }
    };
    let short = texts.len() <= CANCELLATION_WORDS && !goes_on(layout, line, texts);
    short && grammar.vocabulary().regradings.iter().any(names)
}

/// Splits an authority block line from markings on the same row: `SECRET` before the first caption or far beside the
/// block. `Classified: SECRET` is a captioned level, not an authority line.
pub(super) fn beside_authority(grammar: &Grammar, layout: &Layout, line: &Line) -> (Vec<usize>, Vec<Vec<usize>>) {
    let texts = |words: &[usize]| -> Vec<&str> { words.iter().map(|word| layout.word(*word).text.as_str()).collect() };
    let whole = |words: &[usize]| {
        let texts = texts(words);
        let banners = grammar.banners(&texts);
        banners
            .iter()
            .any(|banner| banner.words == (0, texts.len()) && banner.level.is_some())
    };
    let found = grammar.authority(&texts(&line.words));
    let Some(first) = found.first() else {
        return (Vec::new(), vec![line.words.clone()]);
    };
    let value = line.words.get(first.caption.1..).unwrap_or_default();
    if found.len() == 1 && first.line == AuthorityLine::ClassifiedBy && whole(value) {
        return (Vec::new(), vec![line.words.clone()]);
    }
    let (before, block) = line.words.split_at(first.caption.0);
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for piece in layout.split(block, APART) {
        if whole(&piece.words) {
            others.push(piece.words);
        } else {
            own.extend(piece.words);
        }
    }
    if !before.is_empty() {
        others.push(before.to_vec());
    }
    (own, others)
}

/// The declassification instruction of a line without a caption, with the line below it: `GROUP 1`, excluded from
/// automatic downgrading.
pub(super) fn scheduled(grammar: &Grammar, text: &str, below: &str) -> Option<String> {
    let lines = plain(&format!("{text} {below}"));
    let mut schedules = grammar.vocabulary().schedules.iter();
    schedules.find_map(|known| known.lines.fill(&lines, &known.says))
}
