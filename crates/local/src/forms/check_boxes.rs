//! Check boxes: reads the state of a caption's square, or of a bare mark near the caption. An empty square means
//! "no", with the square as evidence. See `find` for finding the squares, `pairing` for their captions.

use super::model::CheckBoxQuery;
use crate::captions::evidence;
use crate::captions::model::Caption;
use crate::page::model::Layout;
use crate::page::ticks::is_mark;
use crate::squares::find::{Square, squares};
use crate::squares::pairing::{match_boxes, match_squares};
use crate::squares::questions;
use crate::squares::questions::Answers;
use crate::values::fields::SUREST;
use crate::values::model::{Areas, Run, Sheet};
use crate::values::text_blocks;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::record::{Field, Format};
use touchstone_core::text::fold;
use touchstone_intake::Region;

/// Max distance of a mark from its check box, in box heights.
const AROUND: f32 = 0.3;
/// Max distance of a mark from its check box, in points.
const MOST_AROUND: f32 = 2.5;
/// Distance kept from rulings when a place is searched for a mark, in points.
const CLEAR: f32 = 1.0;
/// Min free space on the line around a caption that is its own tick, in font sizes.
const ALONE: f32 = 4.0;

/// The state of one check box.
struct Ticked {
    on: bool,
    square: Region,
    /// The mark, if it is a printed word.
    words: Vec<usize>,
    /// Whether a square was found, rather than only the place for a mark.
    drawn: bool,
    /// Whether a form field, a glyph or a mark tells the state, not only the absence of a mark.
    certain: bool,
}

/// The check boxes, and the squares that belong to none of them.
pub(crate) fn fields(
    sheet: &Sheet,
    runs: &mut [Run],
    squares: &mut Vec<(CheckBoxQuery, Region)>,
) -> (BTreeMap<usize, Field>, Vec<Square>) {
    let bools = (0..sheet.template.fields.len()).filter(|&f| matches!(sheet.template.fields[f].format, Format::Bool));
    let owned: Vec<(usize, usize)> = bools
        .filter_map(|f| text_blocks::own_caption(sheet, f).map(|c| (f, c)))
        .collect();
    let captions: Vec<&Caption> = owned.iter().map(|(_, caption)| &sheet.captions[*caption]).collect();
    let areas: Vec<&Areas> = owned.iter().map(|(_, caption)| &sheet.areas[*caption]).collect();
    let states = |&(field, caption): &(usize, usize)| {
        let words = &sheet.captions[caption].words;
        let folded: Vec<u8> = words
            .iter()
            .flat_map(|&word| sheet.layout.folded[word].clone())
            .collect();
        sheet.template.fields[field]
            .statements
            .iter()
            .any(|text| fold(text) == folded)
    };
    let states: Vec<bool> = owned.iter().map(states).collect();
    let (ticks, others) = ticks(sheet.layout, &sheet.region, &captions, &areas, &states, runs);
    let mut fields = BTreeMap::new();
    for (((field, _), caption), tick) in owned.iter().zip(&captions).zip(ticks) {
        let Some(tick) = tick else { continue };
        if tick.drawn && !tick.certain {
            let name = sheet.template.fields[*field].name.clone();
            squares.push((CheckBoxQuery::Field(name), tick.square));
        }
        let layout = sheet.layout;
        let evidence = if tick.words.is_empty() {
            vec![evidence::of_place(layout, tick.square, &[caption])]
        } else {
            evidence::of_lines(layout, std::slice::from_ref(&tick.words), &[caption])
        };
        let sure = if tick.drawn { SUREST } else { 0.9 };
        fields.insert(
            *field,
            Field {
                value: Value::Bool(tick.on),
                raw: (!tick.words.is_empty()).then(|| layout.text(&tick.words)),
                confidence: sure * f64::from(0.5 + 0.5 * caption.score),
                evidence,
                cells: BTreeMap::new(),
            },
        );
    }
    (fields, others)
}

/// Reads the boxes of some captions together, so that all are taken from the same side. Marks used are marked as
/// taken. `states` tells which captions mean yes by themselves if they have no box. Also returns the squares that
/// belong to none of them.
fn ticks(
    layout: &Layout,
    sheet: &Region,
    captions: &[&Caption],
    areas: &[&Areas],
    states: &[bool],
    runs: &mut [Run],
) -> (Vec<Option<Ticked>>, Vec<Square>) {
    let mut squares = squares(layout, sheet);
    let asked = questions::answers(layout, captions, &mut squares);
    let mut chosen = match_squares(layout, captions, &squares);
    match_boxes(captions, areas, &squares, &mut chosen);
    let mut any_found = chosen.iter().any(Option::is_some) || asked.iter().any(Option::is_some);
    let mut ticks: Vec<Option<Ticked>> = Vec::new();
    for (index, square) in chosen.iter().enumerate() {
        if let Some(answers) = &asked[index] {
            ticks.push(decided(layout, answers, runs));
            continue;
        }
        if let Some(square) = square {
            ticks.push(Some(in_square(layout, &squares[*square], runs)));
            continue;
        }
        let answer = answered(layout, captions[index], areas[index], runs);
        any_found |= answer.as_ref().is_some_and(|(_, worded)| *worded);
        ticks.push(answer.map(|(tick, _)| tick));
    }
    // If other captions have squares or answers, a missing one means nothing unless a mark is there.
    for (index, tick) in ticks.iter_mut().enumerate().filter(|(_, tick)| tick.is_none()) {
        *tick = if states[index] && !layout.is_scan() && stands_alone(layout, captions[index]) {
            Some(stated(captions[index]))
        } else {
            // On a scan a small square and its mark may be missed: only a closed box without ink means no.
            let empty = !any_found && (areas[index].closed || !layout.is_scan());
            in_area(layout, captions[index], areas[index], runs).filter(|tick| tick.on || empty)
        };
    }
    // A glyph in the square of a form field is the same square twice.
    let own = chosen.iter().flatten().map(|square| squares[*square].region);
    let answered = asked
        .iter()
        .flatten()
        .flat_map(|asked| [asked.yes.region, asked.no.region]);
    let own: Vec<Region> = own.chain(answered).collect();
    squares.retain(|square| own.iter().all(|own| own.intersection(&square.region).is_none()));
    (ticks, squares)
}

/// Whether a caption is the only text on its line nearby, ignoring signs: `*** CORRECTED ***`.
fn stands_alone(layout: &Layout, caption: &Caption) -> bool {
    let (first, last) = (caption.words[0], caption.words[caption.words.len() - 1]);
    let room = ALONE * layout.word(first).size;
    let has_letters = |word: &usize| layout.word(*word).text.contains(char::is_alphanumeric);
    let before = std::iter::successors(layout.left_of(first), |&word| layout.left_of(word)).find(has_letters);
    let after = std::iter::successors(layout.right_of(last), |&word| layout.right_of(word)).find(has_letters);
    before.is_none_or(|word| caption.region.x - layout.region(word).right() > room)
        && after.is_none_or(|word| layout.region(word).x - caption.region.right() > room)
}

/// Print that is its own tick.
fn stated(caption: &Caption) -> Ticked {
    Ticked {
        on: true,
        square: caption.region,
        words: caption.words.clone(),
        drawn: false,
        certain: true,
    }
}

/// The state of the `Yes` square, unless both are ticked.
fn decided(layout: &Layout, answers: &Answers, runs: &mut [Run]) -> Option<Ticked> {
    let (yes, no) = (
        in_square(layout, &answers.yes, runs),
        in_square(layout, &answers.no, runs),
    );
    let certain = yes.certain || no.certain;
    (!(yes.on && no.on)).then_some(Ticked { certain, ..yes })
}

fn in_square(layout: &Layout, square: &Square, runs: &mut [Run]) -> Ticked {
    let mut words = square.words.clone();
    if words.is_empty() && square.on.is_none() {
        let around = (AROUND * square.region.height).min(MOST_AROUND);
        words = marks(layout, &square.region.grown(around), runs);
    }
    Ticked {
        on: square.on.unwrap_or(!words.is_empty()),
        square: square.region,
        certain: square.on.is_some() || !words.is_empty(),
        words,
        drawn: true,
    }
}

/// Without a drawn square, a mark anywhere in the caption's box means yes.
fn in_area(layout: &Layout, caption: &Caption, areas: &Areas, runs: &mut [Run]) -> Option<Ticked> {
    let places = [areas.below, areas.right];
    let roomy = places.iter().find(|area| area.height > 3.0 && area.width > 3.0)?;
    let roomy = &above_ruling(layout, roomy);
    let words = marks(layout, &near(&areas.below, caption), runs);
    let words = if words.is_empty() {
        // In a table row the mark is in a separate cell.
        let beside = if areas.closed {
            areas.right
        } else {
            near(&areas.right, caption)
        };
        marks(layout, &beside, runs)
    } else {
        words
    };
    Some(Ticked {
        on: !words.is_empty(),
        square: near(roomy, caption),
        certain: !words.is_empty(),
        words,
        drawn: false,
    })
}

/// A place without the rulings along its upper and lower edges, which would count as ink.
fn above_ruling(layout: &Layout, place: &Region) -> Region {
    let middle = place.center();
    let top = layout.last_horizontal_between(place.y - 1.0, middle.1, middle.0);
    let bottom = layout.horizontal_between(middle.1, place.bottom() + 1.0, middle.0);
    let (top, bottom) = (
        top.map_or(place.y, |line| line + CLEAR),
        bottom.map_or(place.bottom(), |line| line - CLEAR),
    );
    if bottom - top < CLEAR {
        return *place;
    }
    Region::between(place.page, (place.x, top), (place.right(), bottom))
}

/// Without a drawn square, the only text on the caption's line is its answer: `Final K-1: No`, or the mark at the end
/// of a table row; an answer in words may also be on another side. Also returns whether it is an answer in words, in
/// which case other captions would have one too.
fn answered(layout: &Layout, caption: &Caption, areas: &Areas, runs: &mut [Run]) -> Option<(Ticked, bool)> {
    let own = caption.region;
    let line = Region::between(own.page, (own.right(), own.y), (areas.right.right(), own.bottom()));
    let answer = |place: &Region| {
        let mut inside = (0..runs.len()).filter(|&run| place.holds(&runs[run].place));
        let (run, None) = (inside.next()?, inside.next()) else {
            return None;
        };
        let [word] = runs[run].words[..] else { return None };
        let (on, worded) = match layout.folded[word].as_slice() {
            b"yes" | b"y" => (true, true),
            b"no" | b"n" => (false, true),
            b"x" => (true, false),
            b"" if is_mark(&layout.word(word).text) => (true, false),
            _ => return None,
        };
        (!runs[run].taken).then_some((run, word, on, worded))
    };
    let around = [areas.above, areas.below, areas.left];
    let in_words = || around.iter().filter_map(answer).find(|(.., worded)| *worded);
    let (run, word, on, worded) = answer(&line).or_else(in_words)?;
    runs[run].taken = true;
    let tick = Ticked {
        on,
        square: runs[run].place,
        words: vec![word],
        drawn: false,
        certain: true,
    };
    Some((tick, worded))
}

/// The part of an area close to its caption.
fn near(area: &Region, caption: &Caption) -> Region {
    area.intersection(&caption.region.grown(30.0)).unwrap_or(*area)
}

/// A mark inside a place; its run is marked as taken.
fn marks(layout: &Layout, place: &Region, runs: &mut [Run]) -> Vec<usize> {
    let inside = |run: &&mut Run| {
        let (x, y) = run.place.center();
        !run.taken && place.contains_point(x, y) && run.words.len() == 1 && is_mark(&layout.word(run.words[0]).text)
    };
    let Some(run) = runs.iter_mut().find(inside) else {
        return Vec::new();
    };
    run.taken = true;
    run.words.clone()
}
