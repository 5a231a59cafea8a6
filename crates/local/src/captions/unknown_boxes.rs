//! Boxes that are numbered like the others but have an unlisted caption or none: `Box 9`, `3 INT ON BONDS`. Their
//! field is unknown, so they are print, and as such bound the search areas of the boxes around them. Only if the
//! number is unambiguous, `Interest (Box 1)`, is it taken for the form's box of that number.

use super::caption_index::Wordings;
use super::model::{Caption, Owner, Phrase, Role, is_box};
use crate::page::model::Layout;
use crate::page::tolerances::{LABEL_SPACE, WORD_SPACE};
use touchstone_core::address;
use touchstone_intake::Region;

/// Min labeled captions below each other that make a column of labels.
const COLUMN: usize = 2;
/// Max difference between the left or right ends of labels in one column, in points.
const ALIGNED: f32 = 1.5;
/// Max difference in size between labels of one column, as a share.
const SAME_SIZE: f32 = 0.05;
/// Min letters of a name; a code has fewer.
const LETTERS: usize = 4;
/// Max words of a name before the number of a box.
const LONGEST: usize = 6;
/// The phrase of a caption that is not in the template.
pub(crate) const NO_PHRASE: usize = usize::MAX;

/// Adds the unknown boxes of a page to its captions.
pub(crate) fn take(layout: &Layout, wordings: &Wordings, captions: &mut Vec<Caption>) {
    let mut taken = vec![false; layout.folded.len()];
    for &word in captions.iter().flat_map(|caption| &caption.words) {
        taken[word] = true;
    }
    let labels: Vec<(Region, f32)> = captions
        .iter()
        .filter(|caption| caption.labelled && caption.names_field())
        .map(|caption| caption.words[0])
        .map(|word| (*layout.region(word), layout.word(word).size))
        .collect();
    let free = |word: usize| !taken[word] && !layout.upright[word] && layout.word(word).widget.is_none();
    let found: Vec<Vec<usize>> = (0..layout.folded.len())
        .filter(|&word| free(word) && is_label(wordings, layout, word))
        .filter_map(|word| boxed(layout, word, &free).or_else(|| listed(layout, word, &labels, &free)))
        .collect();
    let lone: Vec<Caption> = (0..layout.folded.len())
        .filter(|&word| free(word) && wordings.labels.contains(&layout.folded[word]))
        .filter(|&word| !found.iter().any(|words| words.contains(&word)))
        .filter_map(|word| in_sequence(layout, wordings, captions, word))
        .collect();
    captions.extend(lone);
    captions.extend(found.into_iter().map(|words| Caption {
        roles: vec![row_of(layout, wordings, &words).unwrap_or(Role::Print)],
        phrase: NO_PHRASE,
        region: layout.around(&words),
        words,
        labelled: true,
        score: 1.0,
        passes: Vec::new(),
    }));
    let named: Vec<Caption> = layout
        .pieces
        .iter()
        .filter_map(|piece| numbered(layout, wordings, &piece.words, &taken))
        .collect();
    captions.extend(named);
}

/// The row of a list that a label after `Box` names: `Box 12a`.
fn row_of(layout: &Layout, wordings: &Wordings, words: &[usize]) -> Option<Role> {
    let &[boxed, label] = words else { return None };
    let named = |phrase: &&Phrase| is_box(&layout.folded[boxed]) && phrase.folded == layout.folded[label];
    let owners = wordings.phrases.iter().filter(named).flat_map(|phrase| &phrase.owners);
    let mut roles = owners.map(|owner| owner.role);
    roles.find(|role| matches!(role, Role::Row(..)))
}

/// A short text that ends in `Box` and its number: `Interest (Box 1)`.
fn numbered(layout: &Layout, wordings: &Wordings, words: &[usize], taken: &[bool]) -> Option<Caption> {
    let [name @ .., boxed, label] = words else { return None };
    let text = |word: usize| layout.word(word).text.as_str();
    let enclosed = is_box(&layout.folded[*boxed]) && text(*boxed).starts_with('(') && text(*label).ends_with(')');
    let worded = |&word: &usize| !text(word).contains(|c: char| c.is_ascii_digit());
    let short = (1..=LONGEST).contains(&name.len()) && name.iter().all(worded);
    if !enclosed
        || !short
        || words
            .iter()
            .any(|&word| taken[word] || layout.word(word).widget.is_some())
    {
        return None;
    }
    let (phrase, role) = owner_of(wordings, &layout.folded[*label])?;
    Some(Caption {
        roles: vec![role],
        phrase,
        region: layout.around(words),
        words: words.to_vec(),
        labelled: true,
        score: 1.0,
        passes: Vec::new(),
    })
}

/// The only box of the form with a label, and one of its wordings.
fn owner_of(wordings: &Wordings, label: &[u8]) -> Option<(usize, Role)> {
    let own = |owner: &Owner| {
        let field = matches!(owner.role, Role::Field(_) | Role::Part(..));
        (field && owner.labels.iter().any(|own| own == label)).then_some(owner.role)
    };
    let mut owners = wordings.phrases.iter().enumerate().flat_map(|(place, phrase)| {
        let roles = phrase.owners.iter().filter_map(own);
        roles.map(move |role| (place, role))
    });
    let (phrase, role) = owners.next()?;
    owners.all(|(_, other)| other == role).then_some((phrase, role))
}

/// A lone label that continues a row of labeled captions: `18 Local wages | 19 Local tax | 20`.
fn in_sequence(layout: &Layout, wordings: &Wordings, captions: &[Caption], word: usize) -> Option<Caption> {
    let number = |word: usize| std::str::from_utf8(&layout.folded[word]).ok()?.parse::<u32>().ok();
    let own = number(word)?;
    let size = layout.word(word).size;
    let alone = |other: Option<usize>, left: bool| {
        other.is_none_or(|other| {
            let (a, b) = if left { (other, word) } else { (word, other) };
            !is_near(layout, a, b, WORD_SPACE)
        })
    };
    let row: Vec<&Caption> = captions
        .iter()
        .filter(|caption| caption.labelled && layout.row_of[caption.words[0]] == layout.row_of[word])
        .filter(|caption| (layout.word(caption.words[0]).size / size.max(0.1) - 1.0).abs() < SAME_SIZE)
        .collect();
    let left = |caption: &&&Caption| caption.region.x < layout.region(word).x;
    let before = row.iter().filter(left).filter_map(|caption| number(caption.words[0]));
    let goes_on = before.max().is_some_and(|before| before + 1 == own);
    let lone = alone(layout.left_of(word), true) && alone(layout.right_of(word), false);
    (row.len() >= COLUMN && goes_on && lone).then(|| {
        let owner = owner_of(wordings, &layout.folded[word]);
        Caption {
            roles: vec![owner.map_or(Role::Print, |(_, role)| role)],
            phrase: owner.map_or(NO_PHRASE, |(phrase, _)| phrase),
            region: *layout.region(word),
            words: vec![word],
            labelled: true,
            score: 1.0,
            passes: Vec::new(),
        }
    })
}

/// Whether a word is, or looks like, a label of a box of the form: one or two digits and at most one letter.
fn is_label(wordings: &Wordings, layout: &Layout, word: usize) -> bool {
    let folded = &layout.folded[word];
    let digits = folded.iter().take_while(|c| c.is_ascii_digit()).count();
    let numbered = (1..=2).contains(&digits) && folded[digits..].iter().all(u8::is_ascii_lowercase);
    wordings.labels.contains(folded) && folded.iter().any(u8::is_ascii_digit) || numbered && folded.len() <= digits + 1
}

/// `Box 9` with nothing else close to it.
fn boxed(layout: &Layout, label: usize, free: &dyn Fn(usize) -> bool) -> Option<Vec<usize>> {
    let before = layout.left_of(label)?;
    let named = is_box(&layout.folded[before]) && free(before) && is_near(layout, before, label, WORD_SPACE);
    let alone = |other: Option<usize>, left: bool| {
        other.is_none_or(|other| {
            let (a, b) = if left { (other, before) } else { (label, other) };
            !is_near(layout, a, b, WORD_SPACE)
        })
    };
    let lone = alone(layout.left_of(before), true) && alone(layout.right_of(label), false);
    (named && lone).then(|| vec![before, label])
}

/// A label in a column of labels, followed by unlisted words.
fn listed(layout: &Layout, label: usize, labels: &[(Region, f32)], free: &dyn Fn(usize) -> bool) -> Option<Vec<usize>> {
    let (own, size) = (layout.region(label), layout.word(label).size);
    let alike = labels.iter().filter(|(other, other_size)| {
        let apart = (other.x - own.x).abs().min((other.right() - own.right()).abs());
        apart < ALIGNED && (other_size / size.max(0.1) - 1.0).abs() < SAME_SIZE
    });
    let first = layout
        .right_of(label)
        .filter(|&next| is_near(layout, label, next, LABEL_SPACE))?;
    if alike.count() < COLUMN || !free(first) {
        return None;
    }
    let mut words = vec![label, first];
    let mut last = first;
    while let Some(next) = layout
        .right_of(last)
        .filter(|&next| is_near(layout, last, next, WORD_SPACE))
    {
        if !free(next) {
            return None;
        }
        words.push(next);
        last = next;
    }
    let text = layout.text(&words);
    let letters = layout.text(&words[1..]).chars().filter(|c| c.is_alphabetic()).count();
    let begins = layout.word(first).text.starts_with(char::is_alphabetic);
    let amount = words[1..]
        .iter()
        .any(|&word| layout.word(word).text.contains(|c: char| c.is_ascii_digit()));
    (begins && letters >= LETTERS && !amount && !address::is_street(&text)).then_some(words)
}

/// Whether a word follows another within `space` font sizes.
pub(crate) fn is_near(layout: &Layout, left: usize, right: usize, space: f32) -> bool {
    let gap = layout.gap(left, right);
    gap < space * layout.word(left).size
}
