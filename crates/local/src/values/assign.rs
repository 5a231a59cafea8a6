//! Assigns values to boxes: every box with a format gets the best placed run in its area that reads as that format,
//! and every run is used once. The side on which the form prints its values is determined by trying all. See
//! `text_blocks` for text that fills a whole box and `labelled_rows` for lists.

use super::model::{Areas, Candidate, Run, Side};
use crate::captions::model::Caption;
use crate::page::model::Layout;
use crate::page::numeric::names_form;
use crate::page::reading;
use crate::page::reading::is_reference;
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Weight of a value on another side than the form's.
const OTHER_SIDE: f32 = 0.4;
/// Weight of text of another format: kept so that a reviewer sees it, never preferred.
const WRONG_FORMAT: f32 = 0.2;
/// Min weight of a replacement value, relative to the value that a field yields.
const YIELDS: f32 = 0.85;
/// Weight of free text relative to a value of a format, so that each field takes only what fits it.
const FREE_TEXT: f32 = 0.7;
/// Max letters of a box label, which is no value left of its caption.
const LABEL: usize = 3;
/// Max length of a ruling that divides the cells of a small table rather than the form, in points.
const SHORT_WALL: f32 = 90.0;

/// A box that requires one value of one format.
pub(crate) struct Want<'a> {
    pub field: usize,
    pub format: &'a Format,
    /// Index into the sheet's captions.
    pub caption: usize,
    /// Position and number of the fields under one caption, which are side by side in the template's order.
    pub share: (usize, usize),
    /// Left and right bound of a value beside the caption, by the head of its column.
    pub column: Option<(f32, f32)>,
}

/// The assignment of values to fields.
pub(crate) struct Assigned {
    pub side: Side,
    pub given: Vec<Candidate>,
    /// Every candidate that competed.
    pub considered: Vec<Candidate>,
}

/// Returns the side whose assignment has the highest total weight, and that assignment.
pub(crate) fn assign(layout: &Layout, wants: &[Want], captions: &[Caption], areas: &[Areas], runs: &[Run]) -> Assigned {
    let mut all: Vec<Candidate> = Vec::new();
    for want in wants {
        for side in Side::ALL {
            all.extend(candidates(
                layout,
                want,
                &captions[want.caption],
                &areas[want.caption],
                runs,
                side,
            ));
        }
    }
    let mut tries = Side::ALL.map(|side| {
        let given = given(all.clone(), runs.len(), side);
        let decisive = || given.iter().filter(|one| one.valid && one.decisive);
        let worth: f32 = decisive().map(|one| weight(one, side)).sum();
        // A side that leaves many values to the other sides is not the form's.
        let own = decisive().filter(|one| one.side == side).count() as f32;
        let worth = worth * own / decisive().count().max(1) as f32;
        (worth, side, given)
    });
    tries.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| preference(a.1).cmp(&preference(b.1))));
    let [(worth, side, mut given), (second, ..), ..] = tries;
    let lead = if worth > 0.0 { 1.0 - second / worth } else { 0.0 };
    for one in &mut given {
        one.lead = lead;
    }
    Assigned {
        side,
        given,
        considered: all,
    }
}

/// Breaks ties: the official form prints its values below.
fn preference(side: Side) -> u8 {
    match side {
        Side::Below => 0,
        Side::Right => 1,
        Side::Above => 2,
        Side::Left => 3,
    }
}

pub(crate) fn weight(given: &Candidate, side: Side) -> f32 {
    let side = if given.side == side { 1.0 } else { OTHER_SIDE };
    let format = if given.valid { 1.0 } else { WRONG_FORMAT };
    given.fit * side * format
}

/// Repeatedly takes the best candidate; each field and each run is used once.
fn given(mut candidates: Vec<Candidate>, runs: usize, side: Side) -> Vec<Candidate> {
    let rivals = candidates.clone();
    candidates.sort_by(|a, b| weight(b, side).total_cmp(&weight(a, side)));
    let mut used = vec![false; runs];
    let mut chosen: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let taken = candidate.runs.iter().any(|&run| used[run]);
        if taken || chosen.iter().any(|other| other.field == candidate.field) {
            continue;
        }
        candidate.runs.iter().for_each(|&run| used[run] = true);
        chosen.push(candidate);
    }
    yield_values(&rivals, side, &mut used, &mut chosen);
    for one in &mut chosen {
        one.margin = margin(one, &rivals, side);
    }
    chosen
}

/// Resolves columns in which captions and values alternate, where a value may belong to either neighbor: a field yields
/// its value to one that has none, and takes the next value on that field's side.
fn yield_values(candidates: &[Candidate], side: Side, used: &mut [bool], chosen: &mut Vec<Candidate>) {
    let wanted: Vec<&Candidate> = candidates.iter().filter(|one| one.valid && one.decisive).collect();
    loop {
        let lone = wanted
            .iter()
            .filter(|one| !chosen.iter().any(|other| other.field == one.field));
        let swap = lone.into_iter().find_map(|one| {
            let holder = chosen.iter().position(|other| other.valid && other.runs == one.runs)?;
            let held = &chosen[holder];
            let close = |other: &Candidate| weight(other, side) > YIELDS * weight(held, side);
            let moved = wanted.iter().find(|other| {
                // Free text finds another place.
                let texts = chosen.iter().filter(|text| !text.decisive);
                let texts: Vec<usize> = texts.flat_map(|text| text.runs.clone()).collect();
                let free = other.runs.iter().all(|run| !used[*run] || texts.contains(run));
                other.field == held.field && other.side == one.side && free && close(other)
            })?;
            (one.side != held.side && close(one)).then(|| (holder, (*one).clone(), (*moved).clone()))
        });
        let Some((holder, one, moved)) = swap else { return };
        moved.runs.iter().for_each(|&run| used[run] = true);
        chosen[holder] = moved.clone();
        chosen.push(one);
        chosen.retain(|text| text.decisive || !text.runs.iter().any(|run| moved.runs.contains(run)));
    }
}

/// Lead of a choice over the best alternative for its field and over the best other field for its runs.
fn margin(one: &Candidate, rivals: &[Candidate], side: Side) -> f32 {
    let shares = |other: &Candidate| other.runs.iter().any(|run| one.runs.contains(run));
    let rival = |other: &&Candidate| (other.field == one.field) != shares(other);
    let best = rivals
        .iter()
        .filter(rival)
        .map(|other| weight(other, side))
        .fold(0.0, f32::max);
    let own = weight(one, side);
    if own > 0.0 {
        (1.0 - best / own).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

fn candidates(
    layout: &Layout,
    want: &Want,
    caption: &Caption,
    areas: &Areas,
    runs: &[Run],
    side: Side,
) -> Vec<Candidate> {
    let neighbours = in_order(layout, want, areas, runs, side);
    let area = &match (neighbours, want.column.filter(|_| side == Side::Right)) {
        (Some(run), _) => runs[run].place,
        (None, Some((from, to))) => {
            Region::between(areas.right.page, (from, areas.right.y), (to, areas.right.bottom()))
        }
        (None, None) => slice(layout, &caption.region, areas, side, want),
    };
    let inside: Vec<(usize, f32)> = runs
        .iter()
        .enumerate()
        .filter(|(_, run)| !run.taken && !run.words.iter().all(|&word| names_form(layout, word)))
        .filter(|(_, run)| side != Side::Left || layout.letters(&run.words).len() > LABEL)
        .filter_map(|(index, run)| fit(side, &caption.region, area, run).map(|fit| (index, fit)))
        .collect();
    let decisive = !matches!(want.format, Format::Text);
    let given = |runs: Vec<usize>, words: Vec<usize>, fit: f32, valid: bool| Candidate {
        field: want.field,
        caption: want.caption,
        runs,
        words,
        side,
        fit: fit * (0.5 + 0.5 * caption.score) * if decisive { 1.0 } else { FREE_TEXT },
        valid,
        margin: 1.0,
        lead: 0.0,
        decisive,
    };
    let mut found = Vec::new();
    for &(index, fit) in &inside {
        let run = &runs[index];
        if run.blank {
            found.push(given(vec![index], run.words.clone(), fit, true));
        } else if let Some(words) = reading::part_that_reads(layout, want.format, &run.words) {
            let whole = words.len() == run.words.len();
            found.push(given(vec![index], words, if whole { fit } else { 0.8 * fit }, true));
        } else if run.widget.is_some()
            || areas.closed && !is_print(layout, want.format, run)
            || reading::is_damaged_amount(layout, want.format, &run.words)
        {
            found.push(given(vec![index], run.words.clone(), fit, false));
        }
    }
    if let Some((pieces, words, fit)) = torn(layout, want, &inside, runs) {
        found.retain(|one| one.runs.iter().all(|run| !pieces.contains(run)));
        found.push(given(pieces, words, fit, false));
    }
    if found.iter().all(|one| !one.valid) && inside.len() > 1 {
        found.extend(joined(layout, want, &inside, runs).map(|(runs, words, fit)| given(runs, words, fit, true)));
    }
    found
}

/// Two runs of a scan that are one amount with a gap: bare digits, closely followed by text that ends with cents.
/// Neither run alone is the value.
fn torn(layout: &Layout, want: &Want, inside: &[(usize, f32)], runs: &[Run]) -> Option<(Vec<usize>, Vec<usize>, f32)> {
    const GAP: f32 = 2.0;
    if !layout.is_scan() || !matches!(want.format, Format::Currency) {
        return None;
    }
    let bare = |run: &Run| {
        let text = layout.text(&run.words);
        text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    };
    let close = |first: &Run, second: &Run| {
        let gap = second.place.x - first.place.right();
        (0.0..GAP * first.size).contains(&gap) && first.place.overlap_y(&second.place) > 0.5 * first.place.height
    };
    inside.iter().find_map(|&(first, fit)| {
        let behind = inside.iter().find(|(second, _)| close(&runs[first], &runs[*second]));
        let &(second, other) = behind.filter(|_| bare(&runs[first]))?;
        let words: Vec<usize> = [first, second]
            .iter()
            .flat_map(|run| runs[*run].words.clone())
            .collect();
        let reads = reading::of_words(layout, want.format, &words).is_some();
        let damaged = !reads && reading::is_damaged_amount(layout, want.format, &words);
        damaged.then(|| (vec![first, second], words, fit.max(other)))
    })
}

/// Whether a run is the form's own print, such as `Ending` above the next amount: neither a misread amount nor a
/// reference to a statement.
fn is_print(layout: &Layout, format: &Format, run: &Run) -> bool {
    const LIKE_DIGITS: &str = "OoDQIlSsBZzG";
    let text = layout.text(&run.words);
    let sure = text.chars().filter(|c| c.is_alphabetic() && !LIKE_DIGITS.contains(*c));
    let figure = text.contains(|c: char| c.is_ascii_digit()) || !matches!(format, Format::Currency);
    let refers = run.words.iter().any(|&word| is_reference(layout, word));
    !figure && !refers && sure.count() > 3
}

/// This field's run among fields side by side under one caption, if the caption's line has as many values as fields:
/// then the order decides.
fn in_order(layout: &Layout, want: &Want, areas: &Areas, runs: &[Run], side: Side) -> Option<usize> {
    let (place, count) = want.share;
    if count < 2 || side != Side::Right {
        return None;
    }
    let mut row: Vec<usize> = (0..runs.len())
        .filter(|&run| {
            let (x, y) = runs[run].place.center();
            areas.right.contains_point(x, y)
                && reading::part_that_reads(layout, want.format, &runs[run].words).is_some()
        })
        .collect();
    row.sort_by(|&a, &b| runs[a].place.x.total_cmp(&runs[b].place.x));
    let level = |run: usize| runs[run].place.center().1;
    let one_line = row
        .windows(2)
        .all(|two| (level(two[0]) - level(two[1])).abs() < 0.5 * runs[two[0]].place.height);
    (row.len() == count && one_line).then(|| row[place])
}

/// The part of a side that belongs to one of several fields under (or beside) one caption: equal parts, or the cells
/// between short rulings.
fn slice(layout: &Layout, caption: &Region, areas: &Areas, side: Side, want: &Want) -> Region {
    let (place, count) = want.share;
    let mut area = *areas.on(side);
    if count < 2 {
        return area;
    }
    // Text beside the caption is neither below nor above it.
    let (mut top, mut bottom) = (area.y, area.bottom());
    match side {
        Side::Below => top = top.max(caption.bottom() + 2.0),
        Side::Above => bottom = bottom.min(caption.y - 2.0),
        Side::Right | Side::Left => {}
    }
    area = Region::between(area.page, (area.x, top), (area.right(), bottom.max(top)));
    let level = area.center().1;
    let mut walls = vec![area.x, area.right()];
    while side == Side::Right && walls.len() <= count {
        let last = walls[walls.len() - 1];
        let next = layout.vertical_between(last + 1.0, layout.page.width, level);
        match next.filter(|_| layout.is_short_wall(last, level, SHORT_WALL)) {
            Some(next) => walls.push(next),
            None => break,
        }
    }
    if walls.len() > count {
        return Region::between(area.page, (walls[place], area.y), (walls[place + 1], area.bottom()));
    }
    let width = area.width / count as f32;
    Region {
        x: area.x + width * place as f32,
        width,
        ..area
    }
}

/// A value printed in pieces, such as `123 45 6789` over three cells: all runs of one row that read only together.
fn joined(
    layout: &Layout,
    want: &Want,
    inside: &[(usize, f32)],
    runs: &[Run],
) -> Option<(Vec<usize>, Vec<usize>, f32)> {
    let (first, fit) = *inside.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let level = runs[first].place.center().1;
    let mut row: Vec<usize> = inside.iter().map(|(index, _)| *index).collect();
    row.retain(|&index| {
        !runs[index].blank && (runs[index].place.center().1 - level).abs() < 0.4 * runs[index].place.height
    });
    row.sort_by(|&a, &b| runs[a].place.x.total_cmp(&runs[b].place.x));
    let words: Vec<usize> = row
        .iter()
        .flat_map(|&index| runs[index].words.iter().copied())
        .collect();
    let reads = row.len() > 1 && reading::of_words(layout, want.format, &words).is_some();
    reads.then_some((row, words, 0.9 * fit))
}

/// How well a run is placed in an area, or nothing if it is outside.
pub(crate) fn fit(side: Side, caption: &Region, area: &Region, run: &Run) -> Option<f32> {
    let (x, y) = run.place.center();
    let inside = area.area() > 0.0 && area.grown(1.0).contains_point(x, y);
    if !inside {
        return None;
    }
    let size = run.size.max(4.0);
    let gap = match side {
        Side::Below => run.place.y - caption.bottom(),
        Side::Right => 0.4 * (run.place.x - caption.right()),
        Side::Above => caption.y - run.place.bottom(),
        Side::Left => 0.4 * (caption.x - run.place.right()),
    };
    let near = 1.0 / (1.0 + 0.22 * (gap / size).max(0.0));
    if side.is_beside() {
        // Among close rows, a value belongs to the one whose line it is on.
        let off = (-run.place.overlap_y(caption)).max(0.0) / size;
        return Some(near / (1.0 + off));
    }
    let shifts = [
        run.place.x - caption.x,
        run.place.right() - caption.right(),
        run.place.right() - area.right(),
        x - caption.center().0,
        x - area.center().0,
    ];
    let shift = shifts.into_iter().map(f32::abs).fold(f32::MAX, f32::min);
    Some(near * (1.0 - 0.35 * (shift / area.width.max(1.0)).min(1.0)))
}
