//! Pairs squares with captions: one square per caption, and all captions of a line or a stack have theirs on the same
//! side. See `find` for finding the squares, `check_boxes` for their state.

use super::find::Square;
use crate::captions::model::Caption;
use crate::page::model::Layout;
use crate::values::model::Areas;
use touchstone_intake::Region;

/// Max distance between a square and its caption, in points.
const REACH: f32 = 40.0;
/// Max step between captions of one stack, and max gap to their squares, in heights.
const STACKED: f32 = 2.0;
/// Max distance of squares below a line of captions, in points.
const UNDER: f32 = 12.0;
/// Cost per point of an empty line between a caption and its square.
const FAR: f32 = 0.03;
/// Extra cost, in points, of a square that is neither beside nor below its caption.
const ASLANT: f32 = 10.0;

/// Distance of a square from a caption on one side, if it is on that side.
type Side<'a> = &'a dyn Fn(&Region, &Region) -> Option<f32>;

/// Pairs each caption with a square, all on the side that fits best overall.
pub(crate) fn match_squares(layout: &Layout, captions: &[&Caption], squares: &[Square]) -> Vec<Option<usize>> {
    let texts: Vec<Region> = captions.iter().map(|caption| unlabelled(layout, caption)).collect();
    let places: Vec<Region> = captions
        .iter()
        .zip(&texts)
        .map(|(caption, text)| off_label(layout, caption, text))
        .collect();
    let captions = places.as_slice();
    let beside = |caption: &Region, square: &Region| right(layout, caption, square);
    let sides: [Side; 4] = [&below, &left, &beside, &above];
    let mut chosen = vec![None; captions.len()];
    for group in stacks(&texts) {
        for (caption, square) in level_by_level(&texts, squares, &group) {
            chosen[caption] = Some(square);
        }
    }
    for group in lines(captions) {
        if group.iter().any(|&caption| chosen[caption].is_some()) {
            continue;
        }
        if let Some(row) = in_order(captions, squares, &group) {
            for (caption, square) in row {
                chosen[caption] = Some(square);
            }
            continue;
        }
        let mut best = (0.0, chosen.clone());
        for side in sides {
            let (worth, tried) = on_side(layout, captions, squares, side, &group, &chosen);
            if worth > best.0 && group.iter().all(|&caption| tried[caption].is_some()) {
                best = (worth, tried);
            }
        }
        chosen = best.1;
    }
    let rest: Vec<usize> = (0..captions.len())
        .filter(|&caption| chosen[caption].is_none())
        .collect();
    let tries = sides.map(|side| on_side(layout, captions, squares, side, &rest, &chosen));
    // Among equally good sides the first.
    let best = tries
        .into_iter()
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    let mut chosen = best.map_or(chosen, |(_, chosen)| chosen);
    match_rest(layout, captions, squares, &mut chosen);
    match_rows(layout, captions, squares, &mut chosen);
    chosen
}

/// Pairs several captions on a line, in order, with the same number of squares in one row directly after or under the
/// last of them.
fn in_order(captions: &[Region], squares: &[Square], group: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut group = group.to_vec();
    group.sort_by(|&a, &b| captions[a].x.total_cmp(&captions[b].x));
    let line = Region::around(group.iter().map(|&caption| &captions[caption]))?;
    let level = |square: &Region| square.overlap_y(&line) > 0.3 * square.height.min(line.height);
    let all: Vec<usize> = (0..squares.len()).collect();
    let pick = |fits: &dyn Fn(&Region) -> bool| -> Vec<usize> {
        let inside = all.iter().copied().filter(|&square| fits(&squares[square].region));
        inside.collect()
    };
    let among = pick(&|square| level(square) && square.center().0 < line.right());
    let behind = pick(&|square| level(square) && square.x >= line.right());
    let under = pick(&|square| {
        let gap = square.y - line.bottom();
        (-1.0..UNDER).contains(&gap) && square.right() > line.x && square.x < line.right() + REACH
    });
    let mut row = if behind.len() == group.len() { behind } else { under };
    row.sort_by(|&a, &b| squares[a].region.x.total_cmp(&squares[b].region.x));
    let one_row = row
        .windows(2)
        .all(|two| squares[two[0]].region.overlap_y(&squares[two[1]].region) > 0.0);
    (among.is_empty() && row.len() == group.len() && one_row).then(|| group.into_iter().zip(row).collect())
}

/// Pairs stacked captions, in order, with the same number of stacked squares closely before them, even if none is
/// level with its caption.
fn level_by_level(captions: &[Region], squares: &[Square], group: &[usize]) -> Vec<(usize, usize)> {
    let Some(stack) = Region::around(group.iter().map(|&caption| &captions[caption])) else {
        return Vec::new();
    };
    let height = stack.height / group.len() as f32;
    let before = |square: &usize| {
        let place = &squares[*square].region;
        let level = place.center().1;
        let near = place.right() < stack.x + 1.0 && stack.x - place.right() < STACKED * height;
        near && level > stack.y - 0.5 * height && level < stack.bottom() + height
    };
    let mut column: Vec<usize> = (0..squares.len()).filter(before).collect();
    column.sort_by(|&a, &b| squares[a].region.y.total_cmp(&squares[b].region.y));
    let apart = |two: &[usize]| squares[two[0]].region.bottom() < squares[two[1]].region.bottom() - 1.0;
    let straight = column.windows(2).all(|two| {
        let (upper, lower) = (&squares[two[0]].region, &squares[two[1]].region);
        apart(two) && (upper.x - lower.x).abs() < 2.0
    });
    if column.len() != group.len() || !straight {
        return Vec::new();
    }
    group.iter().copied().zip(column).collect()
}

/// A caption's place without its box number if that is on a line above.
fn off_label(layout: &Layout, caption: &Caption, text: &Region) -> Region {
    if layout.region(caption.words[0]).overlap_y(text) <= 0.0 {
        *text
    } else {
        caption.region
    }
}

/// A caption's place without its box label, which may precede the squares: `13 [ ] Statutory employee`.
fn unlabelled(layout: &Layout, caption: &Caption) -> Region {
    let label = |word: usize| layout.folded[word].iter().all(u8::is_ascii_digit);
    match caption.words.split_first() {
        Some((&first, rest)) if !rest.is_empty() && label(first) => layout.around(rest),
        _ => caption.region,
    }
}

/// Captions closely below each other with the same left end, top to bottom.
fn stacks(captions: &[Region]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..captions.len()).collect();
    order.sort_by(|&a, &b| captions[a].y.total_cmp(&captions[b].y));
    let mut stacks: Vec<Vec<usize>> = Vec::new();
    for caption in order {
        let own = &captions[caption];
        let under = |stack: &&mut Vec<usize>| {
            let last = &captions[stack[stack.len() - 1]];
            let step = own.center().1 - last.center().1;
            (own.x - last.x).abs() < 2.0 && (0.5 * own.height..STACKED * own.height).contains(&step)
        };
        match stacks.iter_mut().find(under) {
            Some(stack) => stack.push(caption),
            None => stacks.push(vec![caption]),
        }
    }
    stacks.retain(|stack| stack.len() > 1);
    stacks
}

/// Captions on one line, whose squares are on one side regardless of other lines. Omits captions alone on their line.
fn lines(captions: &[Region]) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for (index, caption) in captions.iter().enumerate() {
        let beside = |line: &&mut Vec<usize>| {
            let first = &captions[line[0]];
            (first.center().1 - caption.center().1).abs() < 0.5 * first.height.min(caption.height)
        };
        match lines.iter_mut().find(beside) {
            Some(line) => line.push(index),
            None => lines.push(vec![index]),
        }
    }
    lines.retain(|line| line.len() > 1);
    lines
}

/// The nearest free squares on one side of some captions, added to the squares already chosen, and the quality of the
/// match.
fn on_side(
    layout: &Layout,
    captions: &[Region],
    squares: &[Square],
    side: Side,
    group: &[usize],
    known: &[Option<usize>],
) -> (f32, Vec<Option<usize>>) {
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for &c in group {
        let caption = &captions[c];
        for (s, square) in squares.iter().enumerate() {
            let open = |d: &f32| *d < REACH && !walled_off(layout, caption, &square.region);
            pairs.extend(side(caption, &square.region).filter(open).map(|d| (d, c, s)));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut chosen = known.to_vec();
    let mut worth = 0.0;
    for (distance, caption, square) in pairs {
        if chosen[caption].is_none() && !chosen.contains(&Some(square)) {
            chosen[caption] = Some(square);
            worth += 1.0 - distance / (2.0 * REACH);
        }
    }
    (worth, chosen)
}

/// Whether a ruling separates a caption from a square, so that the square is in another box.
fn walled_off(layout: &Layout, caption: &Region, square: &Region) -> bool {
    let (x, y) = square.center();
    let beside = (caption.right().min(square.right()), caption.x.max(square.x));
    let over = (caption.bottom().min(square.bottom()), caption.y.max(square.y));
    beside.1 > beside.0 + 1.0 && layout.vertical_between(beside.0 + 0.5, beside.1 - 0.5, y).is_some()
        || over.1 > over.0 + 1.0 && layout.horizontal_between(over.0 + 0.5, over.1 - 0.5, x).is_some()
}

/// Lists and tables print the square at the far end of the caption's line: the nearest free one to its right, unless
/// another caption comes first.
fn match_rows(layout: &Layout, captions: &[Region], squares: &[Square], chosen: &mut [Option<usize>]) {
    for (c, own) in captions.iter().enumerate() {
        let gap = |place: &Region| right(layout, own, place).unwrap_or(f32::MAX);
        let other = captions.iter().map(gap).fold(f32::MAX, f32::min);
        let free = (0..squares.len()).filter(|&s| !chosen.contains(&Some(s)));
        let nearest = free.min_by(|&a, &b| gap(&squares[a].region).total_cmp(&gap(&squares[b].region)));
        if chosen[c].is_none() {
            chosen[c] = nearest.filter(|&s| gap(&squares[s].region) < other);
        }
    }
}

/// Pairs the remaining captions with the nearest free square on any side, or within the caption's own last line.
fn match_rest(layout: &Layout, captions: &[Region], squares: &[Square], chosen: &mut [Option<usize>]) {
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (c, own) in captions.iter().enumerate() {
        for (s, square) in squares.iter().enumerate() {
            let place = &square.region;
            let within = own.intersection(place).map(|_| 0.0);
            let sides = [
                within,
                below(own, place),
                left(own, place),
                right(layout, own, place),
                above(own, place),
            ];
            let nearest = sides.into_iter().flatten().min_by(f32::total_cmp);
            // In a box without inner rulings the square may be in the far corner.
            let nearest = nearest.or_else(|| Some(ASLANT + 0.3 * corner(own, place)));
            let open = || !walled_off(layout, own, place);
            pairs.extend(nearest.filter(|&d| d < REACH && open()).map(|d| (d, c, s)));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, caption, square) in pairs {
        if chosen[caption].is_none() && !chosen.contains(&Some(square)) {
            chosen[caption] = Some(square);
        }
    }
}

/// The only square in a closed box belongs to its caption, however far away.
pub(crate) fn match_boxes(captions: &[&Caption], areas: &[&Areas], squares: &[Square], chosen: &mut [Option<usize>]) {
    for (c, caption) in captions.iter().enumerate() {
        if chosen[c].is_some() || !areas[c].closed {
            continue;
        }
        let frame = areas[c].whole(caption);
        let inside = |s: &usize| {
            let (x, y) = squares[*s].region.center();
            frame.contains_point(x, y)
        };
        let mut all = (0..squares.len()).filter(inside);
        if let (Some(only), None) = (all.next(), all.next()) {
            chosen[c] = Some(only).filter(|only| !chosen.contains(&Some(*only)));
        }
    }
}

/// Distance between the nearest corners of two places, horizontal plus vertical.
fn corner(a: &Region, b: &Region) -> f32 {
    (-a.overlap_x(b)).max(0.0) + (-a.overlap_y(b)).max(0.0)
}

fn below(caption: &Region, square: &Region) -> Option<f32> {
    let gap = square.y - caption.bottom();
    (gap > -4.0 && square.overlap_x(&caption.grown(4.0)) > 0.0)
        .then(|| gap.max(0.0) + 0.3 * (square.x - caption.x).abs())
}

fn above(caption: &Region, square: &Region) -> Option<f32> {
    let gap = caption.y - square.bottom();
    (gap > -4.0 && square.overlap_x(&caption.grown(4.0)) > 0.0)
        .then(|| gap.max(0.0) + 0.3 * (square.x - caption.x).abs())
}

fn left(caption: &Region, square: &Region) -> Option<f32> {
    let gap = caption.x - square.right();
    (gap > -3.0 && square.overlap_y(caption) > 0.0).then(|| gap.max(0.0))
}

/// On an otherwise empty line, as in a table, a square may be far away.
fn right(layout: &Layout, caption: &Region, square: &Region) -> Option<f32> {
    let gap = square.x - caption.right();
    if gap <= -3.0 || square.overlap_y(caption) <= 0.0 {
        return None;
    }
    let between = Region::between(
        caption.page,
        (caption.right() + 1.0, caption.y),
        (square.x - 1.0, caption.bottom()),
    );
    let stands = |word: &touchstone_intake::Word| {
        word.text.contains(char::is_alphanumeric) && word.region.intersection(&between).is_some()
    };
    if gap < 0.5 * REACH || layout.page.reading.words.iter().any(stands) {
        return Some(gap.max(0.0));
    }
    Some(0.5 * REACH + FAR * (gap - 0.5 * REACH))
}
