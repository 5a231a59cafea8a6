//! Finds a template's captions on a page. Every printed word belongs to at most one caption; longer wordings, and
//! those beside their own box label, win. See `page_copies` for assigning captions to copies.

use super::caption_index::Wordings;
use super::model::{Caption, Owner, Phrase, RUN_GAP, Role, is_box};
use super::passes::pass;
use super::{continuation, parenthetical, unknown_boxes};
use crate::page::model::Layout;
use crate::page::search::Found;
use crate::page::ticks::is_mark;
use crate::page::tolerances::{LABEL_SPACE, WORD_SPACE};
use touchstone_core::text::fold;
use touchstone_intake::Region;

/// Min letters of a caption that cannot turn into another one by a few misread letters.
const LONG: usize = 14;
/// Wordings shorter than this many letters are too common to count without their box label.
const SHORT: usize = 7;

/// Max characters of a word that holds several labels of one box.
const LONGEST_LABEL: usize = 5;
/// Bonus for a caption with its own label, in letters.
const LABEL_RANK: f32 = 4.0;
/// Max vertical distance between a caption and its label in a separate column, in font sizes.
const APART: f32 = 1.8;
/// Captions scored lower than this are mentions in a text.
const DOUBTFUL: f32 = 0.45;

impl Caption {
    pub(crate) fn is(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Whether it names a box rather than being mere print.
    pub(crate) fn names_field(&self) -> bool {
        self.roles.iter().any(|role| role.field().is_some())
    }
}

/// A place where a phrase was found, before words are assigned.
struct Claim<'a> {
    found: Found,
    place: usize,
    phrase: &'a Phrase,
    /// Words of its label: before it, such as `Box 1`, and behind it, such as `(1)`.
    before: Vec<usize>,
    behind: Vec<usize>,
    /// Whether the label is the field's own.
    own: bool,
    rank: f32,
}

/// All captions of a template on a page. `loose` also accepts wordings with misread letters, which long wordings of a
/// scan may always have.
pub(crate) fn captions(layout: &Layout, wordings: &Wordings, loose: bool) -> Vec<Caption> {
    let mut claims: Vec<Claim> = Vec::new();
    for (place, phrase) in wordings.phrases.iter().enumerate() {
        let mut found = layout.find(&phrase.folded);
        if found.is_empty() && phrase.tick {
            found = layout.find_stacked(&phrase.folded);
        }
        let misread = loose && phrase.folded.len() >= 8 || layout.is_scan() && phrase.folded.len() >= LONG;
        if found.is_empty() && misread {
            found = layout.find_misread(&phrase.folded, 0.13);
        }
        if found.is_empty() {
            found = layout.find_abbreviated(&phrase.folded, &phrase.words);
        }
        claims.extend(
            found
                .into_iter()
                .filter_map(|found| claim(layout, wordings, place, phrase, found)),
        );
    }
    claims.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    let mut taken = vec![false; layout.page.reading.words.len()];
    let mut captions = Vec::new();
    for claim in claims {
        if claim.found.words.iter().any(|&word| taken[word]) {
            continue;
        }
        let free = |words: &[usize]| {
            words
                .iter()
                .copied()
                .filter(|&word| !taken[word])
                .collect::<Vec<usize>>()
        };
        let (before, behind) = (free(&claim.before), free(&claim.behind));
        let unlabelled = claim.before.is_empty() && claim.behind.is_empty();
        let labelled = claim.own && (unlabelled || !before.is_empty() || !behind.is_empty());
        let words = [before, claim.found.words.clone(), behind].concat();
        for &word in &words {
            taken[word] = true;
        }
        captions.push(caption(layout, &claim, words, labelled));
    }
    let solid = solid_words(wordings, &captions, taken.len());
    let found = &mut captions;
    pass("running text", found, |all| {
        doubt_running_text(layout, wordings, all, &solid);
    });
    found.retain(|caption| caption.score >= DOUBTFUL);
    pass("continuation", found, |all| continuation::take(layout, wordings, all));
    pass("parenthetical", found, |all| parenthetical::take(layout, wordings, all));
    pass("unknown boxes", found, |all| unknown_boxes::take(layout, wordings, all));
    captions
}

fn claim<'a>(
    layout: &Layout,
    wordings: &Wordings,
    place: usize,
    phrase: &'a Phrase,
    found: Found,
) -> Option<Claim<'a>> {
    let labels: Vec<&[u8]> = phrase
        .owners
        .iter()
        .flat_map(|owner| owner.labels.iter().map(Vec::as_slice))
        .collect();
    if ends_in_code(layout, phrase, &found) {
        return None;
    }
    let glued = !found.prefix.is_empty();
    if glued && !labels.contains(&found.prefix.as_slice()) {
        return None;
    }
    let own_label = |word: usize| is_label(layout, word, &labels);
    let (mut before, mut behind): (Vec<usize>, Vec<usize>) = Default::default();
    if !glued {
        before.extend(label_before(layout, &found, &own_label));
        if before.is_empty() {
            behind = label_behind(layout, wordings, &found);
        }
    }
    let own = !before.is_empty() || glued || behind.iter().any(|&word| own_label(word));
    if found.cryptic && !own {
        return None;
    }
    if before.is_empty() && !glued {
        // In another year's form the box has another label, which is print all the same.
        before.extend(other_label(layout, wordings, &found));
    }
    let first = before.first().copied().unwrap_or(found.words[0]);
    before.splice(0..0, word_box(layout, first));
    Some(Claim {
        rank: phrase.folded.len() as f32 * found.exactness * found.exactness + if own { LABEL_RANK } else { 0.0 },
        own,
        before,
        behind,
        place,
        phrase,
        found,
    })
}

/// Whether the last letter of a phrase is printed as a separate word and so is a code: `Code S` is not `Codes`.
fn ends_in_code(layout: &Layout, phrase: &Phrase, found: &Found) -> bool {
    let Some(&last) = found.words.last() else { return false };
    let letter = layout.word(last).text.starts_with(char::is_uppercase) && layout.folded[last].len() == 1;
    let capitals = found.words.iter().all(|&word| layout.folded[word].len() == 1);
    letter && phrase.words.last().is_some_and(|letters| *letters > 1) && found.words.len() > 1 && !capitals
}

/// The box label left of a caption or directly above its first word: `1`, `12a`, `b`, `1 -`.
fn label_before(layout: &Layout, found: &Found, fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    let first = found.words[0];
    let left = left_past_dash(layout, first).filter(|&word| {
        let gap = layout.gap(word, first);
        fits(word) && gap < LABEL_SPACE * layout.word(first).size
    });
    left.or_else(|| nearby_label(layout, first, fits))
        .or_else(|| label_apart(layout, first, fits))
}

/// The word left of another one, skipping a dash between them.
fn left_past_dash(layout: &Layout, word: usize) -> Option<usize> {
    let left = layout.left_of(word)?;
    if layout.folded[left].is_empty() {
        layout.left_of(left)
    } else {
        Some(left)
    }
}

/// The box label in parentheses directly after a caption: `Federal income tax withheld (2)`, `Other (box 14)`.
fn label_behind(layout: &Layout, wordings: &Wordings, found: &Found) -> Vec<usize> {
    let next = |word: usize| {
        let beside = layout.right_of(word)?;
        let gap = layout.gap(word, beside);
        (gap < WORD_SPACE * layout.word(word).size).then_some(beside)
    };
    let Some(first) = found.words.last().and_then(|&last| next(last)) else {
        return Vec::new();
    };
    let boxed = is_box(&layout.folded[first]);
    let Some(label) = (if boxed { next(first) } else { Some(first) }) else {
        return Vec::new();
    };
    if let Some(several) = labels_in_brackets(layout, wordings, first, &next) {
        return several;
    }
    let closed = layout.word(label).text.trim_end_matches(['.', ':', ',', '\u{2026}']);
    let bracketed = layout.word(first).text.starts_with(['(', '[']) && closed.ends_with([')', ']']);
    let mut words = vec![first, label];
    words.dedup();
    words.retain(|_| bracketed && wordings.labels.contains(&layout.folded[label]));
    words
}

/// Two labels of one box after its caption: `Employee's name, address (e, f)`.
fn labels_in_brackets(
    layout: &Layout,
    wordings: &Wordings,
    first: usize,
    next: &dyn Fn(usize) -> Option<usize>,
) -> Option<Vec<usize>> {
    let second = next(first)?;
    let text = |word: usize| layout.word(word).text.as_str();
    let known = |word: usize| wordings.labels.contains(&layout.folded[word]);
    let bracketed = text(first).starts_with('(') && text(first).ends_with(',') && text(second).ends_with(')');
    (bracketed && known(first) && known(second)).then(|| vec![first, second])
}

/// `Box` or `Line` before a label, or before a caption that is itself a label.
fn word_box(layout: &Layout, label: usize) -> Option<usize> {
    layout.left_of(label).filter(|&word| {
        let gap = layout.gap(word, label);
        is_box(&layout.folded[word]) && gap < WORD_SPACE * layout.word(label).size
    })
}

/// The label of another box of the form, directly before the caption.
fn other_label(layout: &Layout, wordings: &Wordings, found: &Found) -> Option<usize> {
    let first = found.words[0];
    left_past_dash(layout, first).filter(|&word| {
        let gap = layout.gap(word, first);
        let ratio = layout.word(word).size / layout.word(first).size.max(0.1);
        let known = wordings.labels.contains(&layout.folded[word]);
        known && gap < 1.5 * layout.word(first).size && (0.7..1.45).contains(&ratio)
    })
}

/// Whether a word is a label, or several labels of one box: `e/f`, `e.f.`, `e-f`.
fn is_label(layout: &Layout, word: usize, labels: &[&[u8]]) -> bool {
    let text = &layout.word(word).text;
    let mut parts = text.split(['/', '.', '-', '&', ',']);
    labels.contains(&layout.folded[word].as_slice())
        || text.len() <= LONGEST_LABEL && parts.any(|part| labels.contains(&fold(part).as_slice()))
}

/// The label of a caption that is printed in another size, and therefore is in another row.
fn nearby_label(layout: &Layout, first: usize, fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    let caption = layout.region(first);
    let reach = 3.0 * layout.word(first).size;
    let labels = layout.around_height(caption, 2.0).filter(|&word| {
        let region = layout.region(word);
        let gap = caption.x - region.right();
        (-1.0..reach).contains(&gap)
            && layout.row_of[word] != layout.row_of[first]
            && fits(word)
            && region.overlap_y(&caption.grown(2.0)) > 0.3 * region.height
            && layout.word(word).widget.is_none()
    });
    labels.min()
}

/// A label in a separate column or circle, beside both the caption and its value or above them.
fn label_apart(layout: &Layout, first: usize, fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    let (caption, size) = (layout.region(first), layout.word(first).size);
    let near = |left: usize, right: usize| layout.gap(left, right) < WORD_SPACE * size;
    let alone = |word: usize| {
        layout.left_of(word).is_none_or(|left| !near(left, word))
            && layout.right_of(word).is_none_or(|right| !near(word, right))
    };
    let labels = layout.around_height(caption, APART * size).filter(|&word| {
        let region = layout.region(word);
        let text = &layout.word(word).text;
        // Single letters are codes.
        let plain = text.chars().all(char::is_alphanumeric) && text.starts_with(|c: char| c.is_ascii_digit());
        plain
            && fits(word)
            && (-1.0..3.0 * size).contains(&(caption.x - region.right()))
            && -region.overlap_y(caption) < APART * size
            && layout.row_of[word] != layout.row_of[first]
            && layout.word(word).widget.is_none()
            && alone(word)
    });
    labels.min()
}

/// The place of a caption, including its label if both are on one line.
fn place(layout: &Layout, claim: &Claim, words: &[usize]) -> Region {
    let text = layout.around(&claim.found.words);
    let level = |word: &usize| {
        let own = layout.region(*word);
        claim.behind.contains(word) || own.overlap_y(&text.grown(2.0)) > 0.3 * own.height
    };
    let words: Vec<usize> = words.iter().copied().filter(level).collect();
    layout.around(&words)
}

fn caption(layout: &Layout, claim: &Claim, words: Vec<usize>, labelled: bool) -> Caption {
    let labelled = labelled || !claim.found.prefix.is_empty();
    let letters = claim.phrase.folded.len();
    let plain = if letters < SHORT { 0.55 } else { 0.9 };
    let row = |owner: &Owner| matches!(owner.role, Role::Row(..));
    let score = if labelled || claim.phrase.owners.iter().all(row) {
        1.0
    } else {
        plain
    };
    Caption {
        roles: claim.phrase.owners.iter().map(|owner| owner.role).collect(),
        phrase: claim.place,
        region: place(layout, claim, &words),
        words,
        labelled,
        score: score * claim.found.exactness,
        passes: vec!["wording"],
    }
}

/// Marks the words of definite captions: labeled, long, or labels of rows.
fn solid_words(wordings: &Wordings, captions: &[Caption], count: usize) -> Vec<bool> {
    let mut solid = vec![false; count];
    let sure = |caption: &&Caption| {
        caption.labelled || is_row(caption) || wordings.phrases[caption.phrase].folded.len() >= SHORT
    };
    for &word in captions.iter().filter(sure).flat_map(|caption| &caption.words) {
        solid[word] = true;
    }
    solid
}

/// Max word space, in font sizes, of running text around a caption. `FOX & FINCH SOFTWARE CORP` on a scan does not
/// contain the printed `Corp.` of a payroll form.
fn word_space(wordings: &Wordings, caption: &Caption) -> f32 {
    let short = wordings.phrases[caption.phrase].folded.len() < SHORT;
    if short && caption.is(Role::Print) {
        RUN_GAP
    } else {
        WORD_SPACE
    }
}

/// Lowers the score of wordings in running text: in the middle of a sentence they are mentions, and a short one
/// beside another word is part of it.
fn doubt_running_text(layout: &Layout, wordings: &Wordings, captions: &mut [Caption], solid: &[bool]) {
    let lists: Vec<(Role, Region)> = captions
        .iter()
        .filter(|c| !is_row(c))
        .flat_map(|c| c.roles.iter().map(|role| (*role, c.region)))
        .collect();
    for caption in captions.iter_mut().filter(|caption| !caption.labelled) {
        let size = layout.word(caption.words[0]).size;
        let space = word_space(wordings, caption);
        let near = |left: usize, right: usize| layout.gap(left, right) < space * size;
        let lower = |word: usize| {
            let text = &layout.word(word).text;
            let small = text.chars().all(|c| c.is_lowercase() || !c.is_alphanumeric());
            // Dot leaders are not part of a sentence.
            layout.word(word).widget.is_none() && small && text.contains(char::is_alphabetic)
        };
        let first = caption.words[0];
        let last = caption.words[caption.words.len() - 1];
        // A mark is the content of the check box beside the caption, however near: `X VOID`.
        let mark = |word: usize| wordings.phrases[caption.phrase].tick && is_mark(&layout.word(word).text);
        let before = layout.left_of(first);
        // A number before a caption that ends with a colon is not part of it: `TIN: 46-2634527  Account: 71-0032`.
        let colon = layout.word(last).text.ends_with(':');
        let parted = |word: usize| colon && layout.word(word).text.contains(|c: char| c.is_ascii_digit());
        let before = before.filter(|&word| !solid[word] && near(word, first) && !mark(word));
        let before = before.filter(|&word| !parted(word));
        // Nor is the value of the caption before it: `Payer's state no. 2048817-QX  State tax withheld 12.00`.
        let before = before.filter(|&word| !follows_other_part(layout, caption, &lists, word));
        // After a colon comes the value, however near.
        let after = layout.right_of(last).filter(|_| !colon);
        let after = after.filter(|&word| !solid[word] && near(last, word) && !mark(word));
        let letters = |word: usize| layout.folded[word].iter().filter(|c| c.is_ascii_alphabetic()).count();
        let folded = &wordings.phrases[caption.phrase].folded;
        // Before another caption of the same list even a short wording is one: `State NJ  Employer's state ID`.
        let listed = is_row(caption) || on_row_of_list(caption, &lists);
        let number = folded.iter().all(u8::is_ascii_digit);
        let inside = before.is_some_and(|word| number || letters(word) > 0)
            || !listed && after.is_some_and(|word| letters(word) > 0);
        // The single word that heads a box of a name and an address counts as short: `Employer`.
        let heading = caption.words.len() == 1 && caption.roles.iter().all(|role| matches!(role, Role::Shared(_)));
        if (folded.len() < SHORT || heading) && inside {
            caption.score = 0.0;
        }
        if before.is_some_and(|word| letters(word) > 1) {
            caption.score *= 0.4;
        }
        if after.is_some_and(lower) {
            caption.score *= 0.6;
        }
        // In the middle of a sentence that begins with another caption: `filed with employee's STATE tax return`.
        let sentence = |word: usize| near(word, first) && layout.word(word).text.starts_with(char::is_lowercase);
        if after.is_some_and(|word| letters(word) > 1) && layout.left_of(first).is_some_and(sentence) {
            caption.score = 0.0;
        }
        // A bare number is a row's label only directly before the list's own caption, or after the word `Box`.
        if is_row(caption) && number && !is_box(&layout.folded[first]) && !leads_list(caption, &lists) {
            caption.score = 0.0;
        }
    }
}

fn is_row(caption: &Caption) -> bool {
    caption.roles.iter().any(|role| matches!(role, Role::Row(..)))
}

fn on_row_of_list(caption: &Caption, lists: &[(Role, Region)]) -> bool {
    let own = caption.region;
    lists.iter().any(|(role, region)| {
        is_other_part(caption, role) && region.x > own.right() && region.overlap_y(&own) > 0.3 * own.height
    })
}

/// Whether a word directly follows the caption of another part of the same list and so is that part's value.
fn follows_other_part(layout: &Layout, caption: &Caption, lists: &[(Role, Region)], word: usize) -> bool {
    let Some(left) = layout.left_of(word) else { return false };
    let (x, y) = layout.region(left).center();
    lists
        .iter()
        .any(|(role, region)| is_other_part(caption, role) && region.contains_point(x, y))
}

/// Whether a role is that of another part of the caption's list.
fn is_other_part(caption: &Caption, role: &Role) -> bool {
    let part = |role: &Role| matches!(role, Role::Part(..));
    let mut roles = caption.roles.iter();
    roles.any(|mine| part(mine) && part(role) && mine != role && mine.field() == role.field())
}

fn leads_list(caption: &Caption, lists: &[(Role, Region)]) -> bool {
    let own = caption.region;
    lists.iter().any(|(role, region)| {
        let same = caption
            .roles
            .iter()
            .any(|mine| mine.field().is_some() && mine.field() == role.field());
        same && region.overlap_y(&own) > 0.0 && (-1.0..3.0 * own.height).contains(&(region.x - own.right()))
    })
}
