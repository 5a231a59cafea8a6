//! Extends captions of names that continue in words the pack does not list: `PAYER'S NAME, STREET ADDRESS, CITY,
//! STATE, ZIP CODE`. The pack lists the words such captions consist of; one that also asks for an address is the
//! caption of the whole box.

use super::caption_index::Wordings;
use super::model::{Caption, Role};
use super::template::Party;
use crate::page::model::Layout;
use crate::page::tolerances::{NEXT_LINE, SAME_SIZE, WORD_SPACE};

/// Max lines of a caption.
const LINES: usize = 4;
/// Score of a caption whose wording the pack does not list.
const SCORE: f32 = 0.9;

/// Extends the captions of names by the words that continue them, and gives them the fields of the whole box.
pub(crate) fn take(layout: &Layout, wordings: &Wordings, captions: &mut Vec<Caption>) {
    let mut grown: Vec<(usize, Party, Vec<usize>)> = Vec::new();
    for (index, caption) in captions.iter().enumerate() {
        let named = |party: &&Party| {
            let shared = caption.is(Role::Shared(party.name));
            !party.rest.is_empty() && (shared || caption.is(Role::Field(party.name)))
        };
        let tail = || tail(layout, wordings, caption);
        if let Some((party, tail)) = wordings.parties.iter().find(named).zip(tail()) {
            grown.push((index, party.clone(), tail));
        }
    }
    for (index, party, tail) in &grown {
        let caption = &mut captions[*index];
        if caption.is(Role::Field(party.name)) {
            caption.roles = party.fields().map(Role::Shared).collect();
        }
        caption.words.extend(tail);
        caption.region = layout.around(&caption.words);
        caption.score = caption.score.max(SCORE);
    }
    let taken = |caption: &Caption| {
        let inside = |(_, _, tail): &(usize, Party, Vec<usize>)| caption.words.iter().any(|word| tail.contains(word));
        grown.iter().any(inside) && !caption.roles.iter().all(|role| matches!(role, Role::Shared(_)))
    };
    captions.retain(|caption| !taken(caption));
}

/// The words after a caption, if all of them up to a wide gap are address or joining words, and whole such lines
/// below.
fn tail(layout: &Layout, wordings: &Wordings, caption: &Caption) -> Option<Vec<usize>> {
    let mut tail: Vec<usize> = Vec::new();
    let mut last = *caption.words.last()?;
    while let Some(next) = layout.right_of(last).filter(|&next| is_near(layout, last, next)) {
        tail.push(next);
        last = next;
    }
    for _ in 1..LINES {
        // A colon ends a caption: the next line is another one, as in a list.
        let open = !layout.word(last).text.ends_with(':');
        let Some(line) = line_below(layout, wordings, caption, last).filter(|_| open) else {
            break;
        };
        last = *line.last()?;
        tail.extend(line);
    }
    let of_address = |word: &usize| wordings.address_words.contains(&layout.folded[*word]);
    let known = tail
        .iter()
        .all(|word| of_address(word) || joins(layout, wordings, *word));
    (known && tail.iter().any(of_address)).then_some(tail)
}

fn joins(layout: &Layout, wordings: &Wordings, word: usize) -> bool {
    let folded = &layout.folded[word];
    folded.is_empty() || wordings.joining_words.contains(folded)
}

fn is_near(layout: &Layout, left: usize, right: usize) -> bool {
    let size = layout.word(left).size;
    let gap = layout.gap(left, right);
    let ratio = layout.word(right).size / size.max(0.1);
    gap < WORD_SPACE * size && SAME_SIZE.contains(&ratio)
}

/// The next line of a caption if nothing else is on it: it begins where the caption or its box label begins.
fn line_below<'a>(layout: &'a Layout, wordings: &Wordings, caption: &Caption, last: usize) -> Option<&'a [usize]> {
    let size = layout.word(last).size;
    let level = layout.region(last).center().1;
    let begins = |x: f32| {
        let mut starts = caption.words.iter().take(2).map(|&word| layout.region(word).x);
        starts.any(|start| (start - x).abs() < size)
    };
    let piece = layout.pieces.iter().find(|piece| {
        let step = piece.region.center().1 - level;
        NEXT_LINE.contains(&(step / size))
            && begins(piece.region.x)
            && SAME_SIZE.contains(&(layout.word(piece.words[0]).size / size.max(0.1)))
    })?;
    let known = |word: &usize| wordings.address_words.contains(&layout.folded[*word]) || joins(layout, wordings, *word);
    piece.words.iter().all(known).then_some(&piece.words)
}
