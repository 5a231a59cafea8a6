//! Finds possible check boxes on a sheet (form fields, square glyphs, brackets, squares drawn with rulings) and the
//! marks in them. See `check_boxes` for their fields.

use crate::page::model::Layout;
use crate::page::ticks::is_mark;
use touchstone_intake::{Region, WidgetKind};

/// Sides of a check box, in points.
const SIDES: std::ops::RangeInclusive<f32> = 3.0..=20.0;

/// A place for a tick.
pub(crate) struct Square {
    pub region: Region,
    /// State known from a form field or a glyph; `None` if a mark must be searched for.
    pub on: Option<bool>,
    pub words: Vec<usize>,
}

/// All possible check boxes on the sheet.
pub(crate) fn squares(layout: &Layout, sheet: &Region) -> Vec<Square> {
    let mut squares: Vec<Square> = Vec::new();
    let is_box = |kind: WidgetKind| matches!(kind, WidgetKind::CheckBox | WidgetKind::Radio);
    for widget in layout
        .page
        .widgets
        .iter()
        .filter(|widget| is_box(widget.kind) && sheet.holds(&widget.region))
    {
        squares.push(Square {
            region: widget.region,
            on: widget.checked,
            words: Vec::new(),
        });
    }
    for (index, word) in layout.page.reading.words.iter().enumerate() {
        let on = match word.text.as_str() {
            "☐" | "□" | "❏" | "❑" | "[]" | "[_]" => false,
            "☑" | "☒" | "[X]" | "[x]" => true,
            _ => continue,
        };
        if sheet.holds(&word.region) {
            squares.push(Square {
                region: word.region,
                on: Some(on),
                words: if on { vec![index] } else { Vec::new() },
            });
        }
    }
    squares.extend(bracketed(layout).filter(|square| sheet.holds(&square.region)));
    for cell in drawn(layout).into_iter().chain(layout.page.cells.iter().copied()) {
        let square = SIDES.contains(&cell.width) && SIDES.contains(&cell.height);
        let even = cell.width / cell.height < 1.6 && cell.height / cell.width < 1.6;
        let known = squares.iter().any(|other| other.region.intersection(&cell).is_some());
        if square && even && !known && sheet.holds(&cell) && !is_numbered(layout, &cell) {
            squares.push(Square {
                region: cell,
                on: None,
                words: Vec::new(),
            });
        }
    }
    squares
}

/// Whether a cell holds the number of a box in a table rather than a mark.
fn is_numbered(layout: &Layout, cell: &Region) -> bool {
    let number = |word: usize| layout.folded[word].len() > 1 && layout.folded[word].iter().all(u8::is_ascii_digit);
    let mut inside = layout
        .around_height(cell, 0.0)
        .filter(|&word| cell.holds(layout.region(word)));
    inside.any(number)
}

/// Boxes typed as separate brackets: `[ ]`, `[ X ]`.
fn bracketed<'a>(layout: &'a Layout) -> impl Iterator<Item = Square> + 'a {
    let text = |word: usize| layout.word(word).text.as_str();
    let near = |left: usize, right: usize| layout.gap(left, right) < 2.0 * layout.word(left).size;
    let rows = layout
        .rows
        .iter()
        .flat_map(|row| row.words.windows(3).chain(row.words.windows(2)));
    let square = move |words: &[usize], marks: &[usize]| {
        let (first, last) = (words[0], words[words.len() - 1]);
        let typed = text(first) == "[" && text(last) == "]" && near(first, last);
        typed.then(|| Square {
            region: layout.around(words),
            on: Some(!marks.is_empty()),
            words: marks.to_vec(),
        })
    };
    rows.filter_map(move |words| match words {
        [_, mark, _] if is_mark(text(*mark)) => square(words, &[*mark]),
        [_, _] => square(words, &[]),
        _ => None,
    })
}

/// Squares of four rulings that are not among the page's cells. Stacked squares share their sides; the gap between
/// two of them does not count.
fn drawn(layout: &Layout) -> Vec<Region> {
    let rulings = &layout.page.rulings;
    let across: Vec<_> = rulings
        .iter()
        .filter(|r| r.horizontal && SIDES.contains(&(r.to - r.from)))
        .collect();
    let side = |x: f32, top: f32, bottom: f32| {
        let mut down = rulings.iter().filter(|r| !r.horizontal && (r.at - x).abs() < 1.5);
        down.any(|r| r.from < top + 1.5 && r.to > bottom - 1.5)
    };
    let mut found = Vec::new();
    for top in &across {
        let size = top.to - top.from;
        let under = across
            .iter()
            .filter(|b| (b.from - top.from).abs() < 1.5 && (b.to - top.to).abs() < 1.5 && b.at > top.at + 0.5);
        let Some(bottom) = under.min_by(|a, b| a.at.total_cmp(&b.at)) else {
            continue;
        };
        let even = (0.6..1.6).contains(&((bottom.at - top.at) / size));
        if even && side(top.from, top.at, bottom.at) && side(top.to, top.at, bottom.at) {
            found.push(Region::between(
                layout.page.number,
                (top.from, top.at),
                (top.to, bottom.at),
            ));
        }
    }
    found
}
