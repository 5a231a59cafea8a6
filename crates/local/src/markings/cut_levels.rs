//! Levels cut by the edge of the page: stamps set too far out, sheets scanned askew. A cut level raises a doubt and
//! never counts as a level. Whole markings are in `lines`.

use super::model::Printed;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;

/// Max distance of a whole level from the side of the page, in heights, for it to be possibly cut.
const NEAR: f32 = 0.6;
/// The same for part of a level, which may be farther away: cut letters are not always read.
const FAR: f32 = 1.6;
/// Min letters in a part of a level.
const LETTERS: usize = 3;

/// Text of a line that may be part of a level at a side of the page: letters that begin or end a level, or a whole
/// level that may have lost text before or after it.
pub(super) fn cut(grammar: &Grammar, layout: &Layout, words: &[usize], printed: &[Printed]) -> Option<String> {
    let (first, last) = (*words.first()?, *words.last()?);
    let width = layout.page.width;
    // The height of a line that runs upward is its length.
    let height = |word: usize| layout.region(word).height.min(layout.word(word).size.max(1.0));
    let left_of = |word: usize| layout.region(word).x / height(word);
    let right_of = |word: usize| (width - layout.region(word).right()) / height(word);
    let shows = |word: usize| {
        let mut leveled = printed
            .iter()
            .filter(|one| one.banner.level.is_some() && one.banner.capitals);
        leveled
            .find(|one| one.words.contains(&word))
            .map(|one| one.text.clone())
    };
    let whole = |word: usize, gap: f32| if gap < NEAR { shows(word) } else { None };
    let levels = || grammar.vocabulary().levels.iter().flat_map(|level| &level.spellings);
    // One letter may be misread: the one that is cut.
    let alike = |level: &str, own: &str| strsim::levenshtein(level, own) <= usize::from(own.len() > LETTERS);
    let part = |words: &[usize], of: &dyn Fn(&str, usize) -> String| {
        let text = layout.text(words);
        let capitals = !text.chars().any(char::is_lowercase);
        let own = letters(&text);
        let is_part = |level: String| own.len() < level.len() && alike(&of(&level, own.len()), &own);
        let fits = own.len() >= LETTERS && levels().any(|level| is_part(letters(level)));
        (capitals && fits).then_some(text)
    };
    let right = || {
        let mut tails = (0..words.len()).map(|from| &words[from..]);
        whole(last, right_of(last))
            .or_else(|| tails.find_map(|tail| part(tail, &|level, count| level.chars().take(count).collect())))
    };
    let left = || {
        let mut heads = (1..=words.len()).rev().map(|to| &words[..to]);
        whole(first, left_of(first)).or_else(|| {
            heads.find_map(|head| part(head, &|level, count| level.chars().skip(level.len() - count).collect()))
        })
    };
    // Above and below: a text layer can hold text beyond the edge.
    let page = layout.page.region();
    let over = |word: usize| layout.region(word).y <= page.y || layout.region(word).bottom() >= page.bottom();
    if let Some(text) = words.iter().filter(|word| over(**word)).find_map(|word| shows(*word)) {
        return Some(text);
    }
    let at_right = if right_of(last) < FAR { right() } else { None };
    at_right.or_else(|| if left_of(first) < FAR { left() } else { None })
}

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}
