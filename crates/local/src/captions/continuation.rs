//! Extends captions of texts that continue in words of their own wordings: `IRS center return filed`. Captions of
//! parties may also continue in the words that the pack lists for addresses, `PAYER'S NAME, STREET ADDRESS, CITY, STATE,
//! ZIP CODE`; a name's caption that does is the caption of the whole box.

use super::caption_index::Wordings;
use super::model::{Caption, Role};
use super::template::Party;
use crate::page::model::Layout;
use crate::page::tolerances::{NEXT_LINE, SAME_SIZE, WORD_SPACE};

/// Max lines of a caption.
const LINES: usize = 4;
/// Score of a caption whose wording the pack does not list.
const SCORE: f32 = 0.9;

/// Extends the captions of texts by the words that continue them, and gives those of names that ask for an address the
/// fields of the whole box.
pub(crate) fn take(layout: &Layout, wordings: &Wordings, captions: &mut Vec<Caption>) {
    let of_address = |word: &usize| wordings.address_words.contains(&layout.folded[*word]);
    let mut grown: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, caption) in captions.iter().enumerate() {
        let fields: Vec<usize> = caption.roles.iter().filter_map(|role| asked(*role)).collect();
        let is_party = |party: &Party| !party.rest.is_empty() && party.fields().any(|field| fields.contains(&field));
        let party = wordings.parties.iter().any(is_party);
        let own = |word: &usize| {
            let mut own = fields.iter().filter_map(|field| wordings.text_words.get(field));
            party && of_address(word) || own.any(|words| words.contains(&layout.folded[*word]))
        };
        grown.extend(tail(layout, wordings, caption, own).map(|tail| (index, tail)));
    }
    for (index, tail) in &grown {
        let caption = &mut captions[*index];
        let named = |party: &&Party| !party.rest.is_empty() && caption.is(Role::Field(party.name));
        let party = wordings.parties.iter().find(named);
        if let Some(party) = party.filter(|_| tail.iter().any(of_address)) {
            caption.roles = party.fields().map(Role::Shared).collect();
        }
        caption.words.extend(tail);
        caption.region = layout.around(&caption.words);
        caption.score = caption.score.max(SCORE);
    }
    let inside = |word: &usize| grown.iter().any(|(_, tail)| tail.contains(word));
    let mut index = 0..;
    captions.retain(|caption| {
        let own = index.next();
        grown.iter().any(|(grown, _)| Some(*grown) == own) || !caption.words.iter().any(inside)
    });
}

/// The field whose value a caption asks for.
fn asked(role: Role) -> Option<usize> {
    match role {
        Role::Field(field) | Role::Shared(field) => Some(field),
        _ => None,
    }
}

/// The words after a caption, if all of them up to a wide gap are its `own` or joining words, and whole such lines below.
fn tail(layout: &Layout, wordings: &Wordings, caption: &Caption, own: impl Fn(&usize) -> bool) -> Option<Vec<usize>> {
    let known = |word: &usize| own(word) || joins(layout, wordings, *word);
    let mut tail: Vec<usize> = Vec::new();
    let mut last = *caption.words.last()?;
    while let Some(next) = layout.right_of(last).filter(|&next| is_near(layout, last, next)) {
        tail.push(next);
        last = next;
    }
    for _ in 1..LINES {
        // A colon ends a caption: the next line is another one, as in a list.
        let open = !layout.word(last).text.ends_with(':');
        let Some(line) = line_below(layout, caption, last, known).filter(|_| open) else {
            break;
        };
        last = *line.last()?;
        tail.extend(line);
    }
    (tail.iter().all(known) && tail.iter().any(own)).then_some(tail)
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
fn line_below<'a>(
    layout: &'a Layout,
    caption: &Caption,
    last: usize,
    known: impl Fn(&usize) -> bool,
) -> Option<&'a [usize]> {
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
    piece.words.iter().all(known).then_some(piece.words.as_slice())
}
