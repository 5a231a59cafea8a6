//! Bounds the areas where the value of a caption can be: below it, above it and on both sides, limited by rulings and
//! by the next captions. See `assign` for choosing the value.

use super::model::{Areas, OUTDENT, SAME_LINE, Side};
use super::table_edges::{column_begin, table_edge};
use crate::captions::model::{Caption, Role};
use crate::page::model::Layout;
use touchstone_core::stop;
use touchstone_intake::Region;

/// Max gap between the dots of a leader, in points.
const DOT_SPACE: f32 = 6.0;
/// Reach of an unbounded box from its caption, in font sizes.
const OPEN_LINES: f32 = 12.0;
/// Min font size used for that reach: values are seldom smaller, however small the captions are.
const USUAL_SIZE: f32 = 8.0;
/// Max distance, in points, of a box's left wall from its caption.
const WALL_GAP: f32 = 20.0;

/// Min captions with the same left end that make a column.
const COLUMN: usize = 3;
/// Max distance between the end of a column of captions and a caption that it continues beside, in points.
const COLUMN_REACH: f32 = 80.0;
/// Max vertical offset of text level with a caption, in heights; values are printed slightly lower in their rows.
const LEVEL: f32 = 0.75;
/// Min room for a value above or below a caption, in font sizes.
const TIGHT: f32 = 0.9;
/// Max overlap of a caption with another one's column, as a share of the narrower, at which it is beside it.
const ASIDE: f32 = 0.1;

impl Side {
    pub(crate) const ALL: [Side; 4] = [Side::Below, Side::Right, Side::Above, Side::Left];
}

impl Areas {
    pub(crate) fn on(&self, side: Side) -> &Region {
        match side {
            Side::Below => &self.below,
            Side::Right => &self.right,
            Side::Above => &self.above,
            Side::Left => &self.left,
        }
    }

    /// Whether the caption is in the first cell of a table row whose other cells hold its values.
    pub(crate) fn is_row(&self) -> bool {
        self.right.height > 0.0 && self.right.x >= self.below.right() && self.right.right() > self.below.right() + 1.0
    }

    /// The whole box: the caption and the areas in which any value would be its own.
    pub(crate) fn whole(&self, caption: &Caption) -> Region {
        let spans = [self.below, self.right, self.above];
        spans
            .iter()
            .filter(|area| area.area() > 0.0)
            .fold(caption.region, |sum, area| sum.union(area))
    }
}

/// Whether another caption bounds a caption's areas. The print beside a row's label does not: `12a See instructions`.
fn bounds(own: &Caption, other: &Caption) -> bool {
    let list = own.roles.iter().find_map(|role| {
        if let Role::Row(field, _) = role {
            Some(*field)
        } else {
            None
        }
    });
    let of_list = |role: &Role| match role {
        Role::Field(field) | Role::Part(field, _) => Some(*field) == list,
        _ => false,
    };
    list.is_none() || !other.roles.iter().any(of_list)
}

/// Bounds the areas of caption `index` within a sheet.
pub(crate) fn areas(layout: &Layout, sheet: &Region, captions: &[Caption], index: usize) -> Areas {
    let own = captions[index].region;
    let size = layout.word(captions[index].words[0]).size.max(4.0);
    let Span {
        left,
        right,
        walled,
        walls,
        wall_right,
        alone,
    } = span(layout, sheet, captions, index);
    let probe = (own.x + own.width.min(20.0) / 2.0).max(left).min(right);
    let reach = OPEN_LINES * size.max(USUAL_SIZE);
    let floor = layout.horizontal_between(own.center().1, sheet.bottom(), probe);
    let ceiling = layout.last_horizontal_between(sheet.y, own.center().1, probe);
    // A ruling directly above a caption, without walls, is a line to write on: the value is above it.
    let written = |top: &f32| !walled && !wall_right && own.y - top < TIGHT * size;
    let ceiling = match ceiling.filter(written) {
        Some(line) => layout.last_horizontal_between(sheet.y, line - 1.0, probe),
        None => ceiling,
    };
    let floor = floor.map(|line| {
        let banded = || in_band(layout, captions, index, &band(&own, left, right, ceiling, line));
        let lined = strip(&own, size, ceiling, line) || banded();
        let cell = layout.horizontal_between(line + 1.0, sheet.bottom(), probe);
        let free = |bottom: &f32| {
            let cell = Region::between(own.page, (left, line), (right, *bottom));
            is_free(captions, &cell) && !is_of_row(layout, captions, &cell)
        };
        let below = || lined && !has_cell_beside(layout, captions, &own, right, line);
        cell.filter(|bottom| below() && free(bottom)).unwrap_or(line)
    });
    let edge = table_edge(layout, ceiling, floor, probe);
    let left = edge
        .filter(|edge| *edge > left + WALL_GAP && *edge < own.x + 2.0)
        .unwrap_or(left);
    let closed = match (ceiling, floor) {
        (Some(top), Some(bottom)) if walls => {
            let frame = Region::between(own.page, (left, top), (right, bottom));
            strangers(captions, index, &frame) <= 1
        }
        _ => false,
    };
    // The frame around a whole form is not a wall of a box.
    let begin = if walled && (closed || own.x - left < WALL_GAP) {
        left
    } else {
        column_begin(layout, &captions[index], edge) - OUTDENT
    };
    // A caption that is alone on its line, or begins a column with others, does not own the print to its left.
    let start = if alone || !walled && is_column(captions, own.x) {
        begin
    } else {
        left
    };
    let column = Region::between(own.page, (start + 1.0, own.y), (right - 1.0, own.bottom()));

    // A caption of the next column may begin slightly before this one ends.
    let shares = |other: &Region| other.overlap_x(&column) > ASIDE * other.width.min(column.width);
    // Print that begins to the right of a caption, without a wall between, is beside the value under it.
    let aside = |other: &Region| {
        let print = |caption: &Caption| caption.region == *other && !caption.names_field();
        !walls && other.x > own.right() + size && captions.iter().any(print)
    };
    let next = nearest(captions, index, |other| {
        (other.y > own.center().1 && shares(other) && !aside(other)).then_some(other.y)
    });
    let bounds = [floor.map(|y| y + 1.0), next.map(|y| y + 0.5)];
    let open = sheet.bottom().min(own.bottom() + reach);
    let bottom = bounds.into_iter().flatten().min_by(f32::total_cmp).unwrap_or(open);

    let before = nearest(captions, index, |other| {
        (other.bottom() < own.center().1 && shares(other)).then_some(-other.bottom())
    });
    let bounds = [ceiling.map(|y| y - 1.0), before.map(|y| -y - 0.5)];
    let open = sheet.y.max(own.y - reach);
    let top = bounds.into_iter().flatten().max_by(f32::total_cmp).unwrap_or(open);

    let frame = ceiling.zip(floor).filter(|_| walls);
    let row_end = frame.map_or(right, |(top, bottom)| {
        row_end(
            layout,
            captions,
            index,
            &Region::between(own.page, (left, top), (right, bottom)),
        )
    });
    let rect = |x: f32, y: f32, right: f32, bottom: f32| Region {
        page: own.page,
        x,
        y,
        width: (right - x).max(0.0),
        height: (bottom - y).max(0.0),
    };
    let (line, line_end) = (own.y - 0.35 * own.height, own.bottom() + 0.35 * own.height);
    Areas {
        below: rect(left, own.bottom() - 0.25 * own.height, right, bottom),
        right: match frame.filter(|_| row_end > right) {
            // In a table the value's cell may be higher than the caption.
            Some((ceiling, floor)) => rect(right, ceiling, row_end, floor),
            None => rect(own.right(), line, right, line_end),
        },
        left: rect(left, line, own.x, line_end),
        above: rect(left, top, right, own.y + 0.25 * own.height),
        closed,
        begin,
    }
}

/// Whether a caption fills the band between two rulings, with no room for a value.
fn strip(own: &Region, size: f32, ceiling: Option<f32>, floor: f32) -> bool {
    let tight = TIGHT * size;
    floor - own.bottom() < tight && ceiling.is_some_and(|top| own.y - top < tight)
}

/// The cell of a caption between two rulings; of height 0 if nothing bounds it above.
fn band(own: &Region, left: f32, right: f32, ceiling: Option<f32>, floor: f32) -> Region {
    Region::between(own.page, (left, ceiling.unwrap_or(floor)), (right, floor))
}

/// Whether a caption's cell is in a band of captions: it holds nothing else, and the longer caption of another field
/// fills its cell between the same rulings.
fn in_band(layout: &Layout, captions: &[Caption], index: usize, cell: &Region) -> bool {
    let (own, bounds) = (&captions[index], (cell.y, cell.bottom()));
    let level = |y: f32, other: &Region| {
        let x = other.center().0;
        layout.horizontal_between(y - SAME_LINE, y + SAME_LINE, x).is_some()
    };
    let fills = |other: &Caption| {
        let size = layout.word(other.words[0]).size.max(4.0);
        let inside = other.region.y > bounds.0 && other.region.bottom() < bounds.1;
        other.names_field()
            && other.region.height > own.region.height
            && inside
            && strip(&other.region, size, Some(bounds.0), bounds.1)
            && level(bounds.0, &other.region)
            && level(bounds.1, &other.region)
    };
    let others = || captions.iter().enumerate().filter(|(place, _)| *place != index);
    if cell.height <= 0.0 || !others().any(|(_, other)| fills(other)) {
        return false;
    }
    (0..layout.folded.len()).all(|word| {
        let (x, y) = layout.region(word).center();
        let print = || captions.iter().any(|caption| caption.words.contains(&word));
        !cell.contains_point(x, y) || layout.folded[word].is_empty() || print()
    })
}

/// Whether the cell to the right on a caption's line holds or could hold the value, as in a table row: it has text,
/// or it is closed and has no caption. The caption's own cell ends at `right` and `floor`.
fn has_cell_beside(layout: &Layout, captions: &[Caption], own: &Region, right: f32, floor: f32) -> bool {
    let next = layout.vertical_between(right + 1.0, layout.page.width, own.center().1);
    let beside = Region::between(own.page, (right, own.y), (next.unwrap_or(layout.page.width), floor));
    // A dash between two words of a caption is not part of it, but not a value either.
    let print =
        |word: usize| layout.folded[word].is_empty() || captions.iter().any(|caption| caption.words.contains(&word));
    let walled = next.is_some()
        && layout
            .horizontal_between(floor - 1.0, floor + 1.0, beside.center().0)
            .is_some();
    if walled && is_free(captions, &beside) {
        return true;
    }
    (0..layout.folded.len()).any(|word| {
        let (x, y) = layout.region(word).center();
        beside.contains_point(x, y) && !print(word)
    })
}

/// Whether a field's caption is left of a cell between the same two rulings: the cell is that caption's, in a table
/// whose columns have heads.
fn is_of_row(layout: &Layout, captions: &[Caption], cell: &Region) -> bool {
    captions.iter().filter(|caption| caption.names_field()).any(|caption| {
        let (x, y) = caption.region.center();
        let row = (
            layout.last_horizontal_between(cell.y - 1.0, y, x),
            layout.horizontal_between(y, cell.bottom() + 1.0, x),
        );
        x < cell.x && cell.y < y && y < cell.bottom() && row.0.is_some() && row.1.is_some()
    })
}

/// Whether a cell holds no caption, so that it belongs to the caption in the band above it.
fn is_free(captions: &[Caption], cell: &Region) -> bool {
    let captioned = |caption: &Caption| {
        let (x, y) = caption.region.center();
        cell.contains_point(x, y)
    };
    !captions.iter().any(captioned)
}

/// The right end of a table row whose first cell holds only a caption: past the adjacent cells of the same height
/// that have no caption.
fn row_end(layout: &Layout, captions: &[Caption], index: usize, cell: &Region) -> f32 {
    let own = &captions[index];
    let inside = (0..layout.folded.len()).filter(|word| cell.holds(layout.region(*word)));
    let others: Vec<usize> = inside.filter(|word| !own.words.contains(word)).collect();
    let level = cell.center().1;
    let mut end = cell.right();
    if !others.is_empty() && !is_remark(layout, &others) {
        return end;
    }
    while let Some(next) = layout.vertical_between(end + 1.0, layout.page.width, level) {
        let beside = Region::between(cell.page, (end, cell.y), (next, cell.bottom()));
        let middle = beside.center().0;
        let as_high = |y: f32| {
            layout
                .horizontal_between(y - SAME_LINE, y + SAME_LINE, middle)
                .is_some()
        };
        let captioned = captions.iter().any(|other| {
            let (x, y) = other.region.center();
            beside.contains_point(x, y)
        });
        if captioned || !as_high(cell.y) || !as_high(cell.bottom()) {
            break;
        }
        end = next;
    }
    end
}

/// Whether words after a caption explain it: `(dividends on shares)`. A number in parentheses is a value.
fn is_remark(layout: &Layout, words: &[usize]) -> bool {
    let text = layout.text(words);
    text.starts_with('(') && text.ends_with(')') && !text.contains(|c: char| c.is_ascii_digit())
}

/// Number of captions of other fields in the same frame; an address may share its name's.
fn strangers(captions: &[Caption], index: usize, frame: &Region) -> usize {
    let fields = |caption: &Caption| caption.roles.iter().filter_map(|role| role.field()).collect::<Vec<_>>();
    let own = fields(&captions[index]);
    let inside = captions
        .iter()
        .filter(|other| other.names_field() && frame.holds(&other.region));
    inside
        .filter(|other| !fields(other).iter().any(|field| own.contains(field)))
        .count()
}

#[allow(
    clippy::struct_excessive_bools,
    reason = "four things that are so or not, each by itself"
)]
/// Horizontal bounds of a caption's column, and which of them are rulings.
struct Span {
    left: f32,
    right: f32,
    walled: bool,
    walls: bool,
    wall_right: bool,
    /// Whether no other caption is left of it on its line.
    alone: bool,
}

fn span(layout: &Layout, sheet: &Region, captions: &[Caption], index: usize) -> Span {
    let own = captions[index].region;
    let (x, y) = own.center();
    let beside = |other: &Region| other.overlap_y(&own) > 0.35 * other.height.min(own.height);
    // A wall may directly adjoin the caption. One that crosses a long caption over two cells is ignored.
    let wall_left = layout.last_vertical_between(sheet.x - 1.0, x.min(own.x + 2.0), y);
    let wall_right = layout.vertical_between(own.right() - 2.0, sheet.right() + 1.0, y);
    let next = nearest(captions, index, |other| {
        (other.x > x && beside(other)).then_some(other.x)
    });
    let before = nearest(captions, index, |other| {
        (other.right() < x && beside(other)).then_some(-other.right())
    });
    let next = match (wall_right, next) {
        (None, next) => [
            next,
            next_column(layout, captions, &captions[index])
                .filter(|&x| !led_past(layout, &own, x) && !stands_past(layout, captions, &own, x)),
        ]
        .into_iter()
        .flatten()
        .min_by(f32::total_cmp),
        (_, next) => next,
    };
    let left = [wall_left, before.map(|x| -x)]
        .into_iter()
        .flatten()
        .fold(sheet.x, f32::max);
    let right = [wall_right, next].into_iter().flatten().fold(sheet.right(), f32::min);
    let walled = wall_left.is_some_and(|wall| wall >= left);
    let ends = wall_right.is_some_and(|wall| wall <= right);
    Span {
        left: left.min(own.x),
        right: right.max(own.right()),
        walled,
        walls: walled && ends,
        wall_right: ends,
        alone: before.is_none(),
    }
}

/// Whether dots on a caption's line lead past a place.
fn led_past(layout: &Layout, own: &Region, x: f32) -> bool {
    let words = layout.around_height(own, 2.0);
    let words = words.filter(|&word| layout.row_of[word] != usize::MAX);
    words.map(|word| (word, layout.region(word))).any(|(word, region)| {
        let beside = region.overlap_y(&own.grown(2.0)) > 0.0 && region.x > own.right() - 1.0;
        let text = &layout.word(word).text;
        // Dots a space apart are separate words.
        let spaced = if text.bytes().all(|byte| byte == b'.') {
            DOT_SPACE
        } else {
            0.0
        };
        let passes = region.x < x + spaced && region.right() > x - spaced;
        beside && passes && (spaced > 0.0 || text.starts_with(".."))
    })
}

/// Whether the first text on a caption's line is in a column of other captions, but below none of them and not behind
/// a wall: then it belongs to the line.
fn stands_past(layout: &Layout, captions: &[Caption], own: &Region, x: f32) -> bool {
    let level = |place: &Region| (place.center().1 - own.center().1).abs() < LEVEL * own.height.max(place.height);
    let words = layout.around_height(own, LEVEL * own.height.max(layout.tallest));
    let beside = words.filter(|&word| layout.region(word).x > own.right() && level(layout.region(word)));
    let first = beside.min_by(|&a, &b| layout.region(a).x.total_cmp(&layout.region(b).x).then(a.cmp(&b)));
    let Some(first) = first.map(|word| layout.region(word)).filter(|first| first.x > x) else {
        return false;
    };
    if layout.vertical_between(own.right(), first.x, own.center().1).is_some() {
        return false;
    }
    let over = |other: &Region| (0.0..COLUMN_REACH).contains(&(first.y - other.y)) && other.overlap_x(first) > 0.0;
    !captions
        .iter()
        .any(|caption| caption.names_field() && over(&caption.region))
}

/// The left end of the next column of captions to the right: several captions with the same left end, above and below
/// it, all above it and not far, or all below it beside others of its own column or beside a text under the caption.
fn next_column(layout: &Layout, captions: &[Caption], caption: &Caption) -> Option<f32> {
    let own = &caption.region;
    stop::point();
    let middle = own.center().1;
    let right = captions.iter().map(|other| other.region.x);
    let mut right: Vec<f32> = right.filter(|&x| x > own.right() + 2.0).collect();
    right.sort_by(f32::total_cmp);
    right.dedup();
    let begins = |x: f32| {
        let alike = captions
            .iter()
            .map(|other| other.region)
            .filter(move |other| (other.x - x).abs() < 2.0);
        let (above, below): (Vec<Region>, Vec<Region>) = alike.partition(|other| other.center().1 < middle);
        let near = above.iter().any(|other| own.y - other.bottom() < COLUMN_REACH);
        let first = below.iter().map(|other| other.y).fold(f32::MAX, f32::min);
        // Beside a panel of captions a column may begin further down.
        let panel = |other: &Caption| (other.region.x - own.x).abs() < 2.0 && other.region.y > first;
        let beside = || is_column(captions, own.x) && captions.iter().any(panel);
        let text = |other: &Region| {
            let mut words = layout.around_height(other, 0.0).map(|word| layout.region(word));
            words.any(|word| (word.x - own.x).abs() < OUTDENT && word.right() < x && word.is_level_with(other))
        };
        let heads_lines = caption.roles.iter().any(|role| matches!(role, Role::Shared(_)));
        let runs_beside = || heads_lines && below.len() > 1 && below.iter().take(2).all(text);
        near && above.len() >= COLUMN
            || !above.is_empty() && !below.is_empty() && above.len() + below.len() >= COLUMN
            || below.len() >= COLUMN && beside()
            || runs_beside()
    };
    right.into_iter().find(|&x| begins(x))
}

/// The left end of the next column of captions to the right, at any height.
pub(crate) fn column_beside(captions: &[Caption], own: &Region) -> Option<f32> {
    let right = captions.iter().filter(|other| other.region.x > own.right() + 2.0);
    let column = right.map(|other| other.region.x).filter(|&x| is_column(captions, x));
    column.min_by(f32::total_cmp)
}

/// Whether several captions of fields begin at one x.
fn is_column(captions: &[Caption], x: f32) -> bool {
    let alike = captions
        .iter()
        .filter(|other| other.names_field() && (other.region.x - x).abs() < 2.0);
    alike.count() >= COLUMN
}

/// The smallest key over all other captions that bound this one.
fn nearest(captions: &[Caption], index: usize, key: impl Fn(&Region) -> Option<f32>) -> Option<f32> {
    let own = &captions[index];
    let others = captions
        .iter()
        .enumerate()
        .filter(|(place, other)| *place != index && bounds(own, other));
    others
        .filter_map(|(_, caption)| key(&caption.region))
        .min_by(f32::total_cmp)
}
