//! Turns a scan into a page with one more reading: recognized words are merged with known ones, and lines and boxes
//! found in the pixels are added, all in points of the upright page.

use super::ink::Ink;
use super::quad::Quad;
use super::squares::Square;
use super::written::Written;
use super::{Glyph, Line, TextReader, Wishes, enhance, handwriting, layer, print, round, rulings, squares, words};
use touchstone_intake::layout::{self, Material};
use touchstone_intake::{Page, Reading, ReadingSource, Recipe, Region, Ruling, Scan, TextSource, Word};

/// Length in pixels to which the long side is scaled for line detection.
const DETECTION: usize = 1600;
/// The same for a finer second pass.
const FINE_DETECTION: usize = 2048;
/// Min overlap of a recognized word with a known one, as a fraction of the smaller box, at which they are the same
/// word.
const SAME_PLACE: f32 = 0.3;
/// Max distance between the centers of neighboring letters of a word, relative to the median of the line: a `D` and an
/// `E` are wide letters. A check box is at least twice as far from the letter after it.
const NEIGHBOUR: f32 = 1.5;
/// Accuracy of a recognized character's position, in character widths.
const BESIDE: f32 = 0.8;
/// Pictures covering more than this fraction of the page are the scan itself.
const READ: f32 = 0.4;

/// Converts pixels to points of the upright page.
struct Scale {
    number: u32,
    /// Points per pixel.
    unit: f32,
    left: f32,
    top: f32,
}

impl Scale {
    fn new(number: u32, covered: &Region, unit: f32) -> Self {
        let (left, top) = (covered.x, covered.y);
        Self {
            number,
            unit,
            left,
            top,
        }
    }

    fn region(&self, left: f32, top: f32, right: f32, bottom: f32) -> Region {
        let point = |x: f32, y: f32| (self.left + x * self.unit, self.top + y * self.unit);
        Region::between(self.number, point(left, top), point(right, bottom))
    }

    /// A place of the page, in pixels.
    fn quad(&self, place: &Region) -> Quad {
        let (left, right) = (
            (place.x - self.left) / self.unit,
            (place.right() - self.left) / self.unit,
        );
        let (top, bottom) = (
            (place.y - self.top) / self.unit,
            (place.bottom() - self.top) / self.unit,
        );
        Quad {
            corners: [(left, top), (right, top), (right, bottom), (left, bottom)],
        }
    }

    fn ruling(&self, line: &Ruling) -> Ruling {
        let (along, across) = if line.horizontal {
            (self.left, self.top)
        } else {
            (self.top, self.left)
        };
        Ruling {
            horizontal: line.horizontal,
            at: across + line.at * self.unit,
            from: along + line.from * self.unit,
            to: along + line.to * self.unit,
            thickness: line.thickness * self.unit,
        }
    }

    fn word(&self, written: Written) -> Word {
        Word {
            confidence: Some(written.confidence),
            min_char_confidence: Some(written.least),
            handwritten: written.by_hand,
            ..Word::typed(
                written.text,
                self.region(written.left, written.top, written.right, written.bottom),
                written.size * self.unit,
            )
        }
    }
}

pub(super) fn recognise(reader: &dyn TextReader, scan: Scan) -> anyhow::Result<Page> {
    let Scan {
        mut page,
        raster,
        recipe,
        script,
        lines: known,
    } = scan;
    let fine = recipe.asks_for(Recipe::FINE);
    let covered = recipe.region.unwrap_or(page.region());
    let unit = covered.width / raster.width as f32;
    let laid = page.reading.turn();
    let unmapped = disbelieve(&mut page) && page.text_source == TextSource::Partly;
    let wishes = Wishes {
        script,
        pixels_per_point: 1.0 / unit,
        detection_side: if fine { FINE_DETECTION } else { DETECTION },
        // A layer with some sound words shows which way up the page is.
        upright: recipe.asks_for(Recipe::AS_IT_LIES) || unmapped,
    };
    let scale = Scale::new(page.number, &covered, unit);
    let mut picture = raster.into();
    if page.text_source == TextSource::Partly && recipe.turn - laid == 0.0 {
        layer::erase(&mut picture, &page.reading.words, (scale.left, scale.top), unit);
    }
    let places: Vec<Quad> = known.iter().map(|place| scale.quad(place)).collect();
    let seen = reader.read_at(enhance::enhanced(picture, &recipe)?, &places, &wishes)?;
    let [mut ink, pale] = Ink::with_pale(&seen.upright);
    let boxes = check_boxes(&ink, &pale, &seen.lines, 1.0 / unit);
    let lines = rulings::find(&ink, 1.0 / unit);
    rulings::erase(&mut ink, &lines);
    for square in &boxes {
        // Includes the tick, which a word beside it might otherwise take for its own ink.
        let (left, top) = (square.left.saturating_sub(1), square.top.saturating_sub(1));
        ink.erase(left, top, square.right + 1, square.bottom + 1);
    }
    let walls: Vec<Ruling> = lines.iter().filter(|line| !line.horizontal).copied().collect();
    let mut written: Vec<Written> = seen
        .lines
        .iter()
        .flat_map(|line| words::split(line, &ink, &walls))
        .collect();
    written.retain(|word| !stands_for_a_box(word, &boxes));
    mend(&mut written);
    let recipe = Recipe {
        turn: recipe.turn + seen.turn,
        ..recipe
    };
    let (width, height) = (seen.upright.width as f32 * unit, seen.upright.height as f32 * unit);
    let upright = upright(page, &recipe, laid, width, height);
    Ok(put_together(
        upright,
        written,
        &lines,
        &boxes,
        &scale,
        source(reader),
        recipe,
    ))
}

/// Corrects words by comparison with the rest of the page: their case, O and 0, and whether they are handwritten.
fn mend(written: &mut [Written]) {
    print::set_case(written);
    round::agree(written);
    handwriting::mark(written);
}

fn source(reader: &dyn TextReader) -> ReadingSource {
    let (engine, model) = reader.name();
    ReadingSource::Ocr {
        engine: engine.to_owned(),
        model: model.to_owned(),
    }
}

/// The check boxes of a page: squares in its ink that are not letters, and squares in the paler ink where no line has
/// print.
fn check_boxes(ink: &Ink, pale: &Ink, lines: &[Line], pixels_per_point: f32) -> Vec<Square> {
    let mut boxes = squares::find(ink, pixels_per_point);
    let mut faint = squares::find(pale, pixels_per_point);
    // Pale edges make letters look square.
    faint.retain(|square| !lines.iter().any(|line| is_in_print(square, line)));
    squares::add(&mut boxes, faint);
    boxes.retain(|square| !lines.iter().any(|line| is_letter(square, line)));
    boxes
}

/// Whether a square is a letter within a word, such as the O of `OF`. A check box keeps a distance from letters.
fn is_letter(square: &Square, line: &Line) -> bool {
    let place = |glyph: &Glyph| line.quad.at(glyph.at, 0.5);
    let inside = |(x, y): (f32, f32)| square.contains_point(x, y);
    let written = |pair: &&[Glyph]| pair.iter().all(|glyph| !glyph.text.trim().is_empty());
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for pair in line.glyphs.windows(2).filter(written) {
        let (a, b) = (place(&pair[0]), place(&pair[1]));
        let pitches = if inside(a) || inside(b) { &mut own } else { &mut others };
        pitches.push((b.0 - a.0).abs());
    }
    others.sort_by(f32::total_cmp);
    let usual = others.get(others.len() / 2);
    usual.is_some_and(|usual| own.iter().any(|pitch| *pitch < NEIGHBOUR * usual))
}

/// Whether a square is where a line has a character next to another one.
fn is_in_print(square: &Square, line: &Line) -> bool {
    let (x, y) = square.center();
    let near = |glyph: &Glyph| {
        let (at, level) = line.quad.at(glyph.at, 0.5);
        (at - x).abs() < BESIDE * square.width() as f32 && (level - y).abs() < line.quad.height() / 2.0
    };
    let written = |glyph: &Glyph| !glyph.text.trim().is_empty();
    let pairs = line.glyphs.windows(2);
    let mut words = pairs.filter(|pair| pair.iter().all(written));
    words.any(|pair| pair.iter().any(near))
}

/// A single character read in a check box is its frame or its tick, both of which are evaluated as ink. An X is kept,
/// and so are letters and digits in adjacent boxes that each hold one character of a value.
fn stands_for_a_box(word: &Written, boxes: &[Square]) -> bool {
    let (x, y) = (
        f32::midpoint(word.left, word.right),
        f32::midpoint(word.top, word.bottom),
    );
    let mut characters = word.text.chars();
    let (Some(sign), None) = (characters.next(), characters.next()) else {
        return false;
    };
    let Some(own) = boxes.iter().find(|square| square.contains_point(x, y)) else {
        return false;
    };
    let of_a_row = || boxes.iter().any(|other| are_side_by_side(own, other));
    !(matches!(sign, 'X' | 'x') || sign.is_alphanumeric() && of_a_row())
}

/// Whether two squares are on one line and closer than half their width.
fn are_side_by_side(a: &Square, b: &Square) -> bool {
    let gap = a.left.max(b.left).saturating_sub(a.right.min(b.right));
    let level = a.top.abs_diff(b.top) * 4 < a.bottom - a.top;
    a != b && level && 2 * gap < a.width()
}

/// Turns the known content of the page as far as the picture was turned, so that it keeps its place.
fn upright(mut page: Page, recipe: &Recipe, laid: f32, width: f32, height: f32) -> Page {
    let turn = recipe.turn - laid;
    if turn == 0.0 || recipe.region.is_some() {
        return page;
    }
    let (sin, cos) = turn.to_radians().sin_cos();
    let (from_x, from_y) = (page.width / 2.0, page.height / 2.0);
    let mut turn = |place: &mut Region| {
        let (x, y) = place.center();
        let (x, y) = (x - from_x, y - from_y);
        let middle = (width / 2.0 + x * cos - y * sin, height / 2.0 + x * sin + y * cos);
        if sin.abs() > cos.abs() {
            std::mem::swap(&mut place.width, &mut place.height);
        }
        place.x = middle.0 - place.width / 2.0;
        place.y = middle.1 - place.height / 2.0;
    };
    let words = page.reading.words.iter_mut().chain(&mut page.layer);
    words.for_each(|word| turn(&mut word.region));
    let hidden = page.hidden.iter_mut().filter_map(|word| word.region.as_mut());
    hidden
        .chain(page.samples.iter_mut().map(|sample| &mut sample.region))
        .for_each(&mut turn);
    page.widgets.iter_mut().for_each(|widget| turn(&mut widget.region));
    page.pictures.iter_mut().for_each(turn);
    page.rulings.clear();
    page.cells.clear();
    (page.width, page.height) = (width, height);
    page
}

/// Drops unreliable text-layer words from a page; returns whether only some were dropped.
fn disbelieve(page: &mut Page) -> bool {
    // A text layer whose glyphs have no meaning, or a wrong one, is dropped entirely: it is the reason for OCR.
    let garbled = |word: &Word| {
        word.text
            .contains(|c: char| matches!(c, '\u{FFFD}' | '\u{E000}'..='\u{F8FF}'))
    };
    let words = &mut page.reading.words;
    let strange = words.iter().filter(|word| garbled(word)).count();
    let typed = words.iter().filter(|word| word.widget.is_none()).count();
    let disbelieved = strange * 4 > typed || page.text_source == TextSource::Doubted;
    words.retain(|word| word.widget.is_some() || !disbelieved && !garbled(word));
    strange > 0 && !disbelieved
}

fn put_together(
    mut page: Page,
    written: Vec<Written>,
    lines: &[Ruling],
    boxes: &[Square],
    scale: &Scale,
    source: ReadingSource,
    recipe: Recipe,
) -> Page {
    let mut all = std::mem::take(&mut page.reading.words);
    let mut angles = vec![0.0; all.len()];
    let count = all.len();
    let hidden = std::mem::take(&mut page.layer);
    for word in written {
        let angle = word.angle;
        let mut word = scale.word(word);
        layer::confirm(&mut word, &hidden);
        let again = all[..count]
            .iter()
            .any(|known| is_same_place(&known.region, &word.region));
        if !again {
            all.push(word);
            angles.push(angle);
        }
    }
    let mut strokes = std::mem::take(&mut page.rulings);
    strokes.extend(lines.iter().map(|line| scale.ruling(line)));
    strokes.extend(boxes.iter().flat_map(squares::sides).map(|side| scale.ruling(&side)));
    page.rulings = layout::join_rulings(&strokes, page.width, page.height);
    page.cells = layout::find_cells(page.number, &page.rulings);
    let (all, angles) = layout::join_combs(all, angles, &page.rulings);
    let whole = page.region();
    page.pictures.retain(|picture| picture.area() < READ * whole.area());
    let arranged = layout::arrange(
        all,
        &Material {
            page: whole,
            rulings: &page.rulings,
            cells: &page.cells,
            pictures: &page.pictures,
            angles: &angles,
        },
    );
    page.has_tables = arranged.has_tables;
    page.text_source = if arranged.words.is_empty() {
        TextSource::None
    } else {
        TextSource::Ocr
    };
    page.reading = Reading {
        number: page.reading.number + 1,
        source,
        recipe: Some(recipe),
        words: arranged.words,
        blocks: arranged.blocks,
    };
    page
}

fn is_same_place(a: &Region, b: &Region) -> bool {
    let shared = a.intersection(b).map_or(0.0, |shared| shared.area());
    shared > SAME_PLACE * a.area().min(b.area())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(left: usize, top: usize, right: usize, bottom: usize) -> Square {
        Square {
            left,
            top,
            right,
            bottom,
        }
    }

    #[test]
    fn a_sign_in_a_check_box_is_its_tick_and_one_of_a_row_of_boxes_is_not() {
        let boxes = [
            square(100, 100, 120, 120),
            square(300, 100, 320, 120),
            square(325, 101, 345, 121),
        ];
        for (text, left, expected) in [
            ("V", 105.0, true),
            ("X", 105.0, false),
            ("VO", 105.0, false),
            ("7", 305.0, false),
            ("8", 330.0, false),
            ("-", 330.0, true),
            ("V", 150.0, false),
        ] {
            let word = Written {
                text: text.to_owned(),
                left,
                top: 105.0,
                right: left + 8.0,
                bottom: 115.0,
                confidence: 1.0,
                least: 1.0,
                size: 10.0,
                angle: 0.0,
                stance: None,
                girth: None,
                by_hand: false,
            };
            assert_eq!(stands_for_a_box(&word, &boxes), expected, "{text} at {left}");
        }
    }

    #[test]
    fn a_pale_square_in_print_is_a_letter() {
        // `Box` on a line of 90 x 30 pixels; recognized positions are off by a few pixels.
        let sign = |text: &str, x: f32| Glyph {
            text: text.to_owned(),
            at: x / 90.0,
            confidence: 0.9,
        };
        let line = |glyphs: Vec<Glyph>| Line {
            quad: Quad {
                corners: [(0.0, 0.0), (90.0, 0.0), (90.0, 30.0), (0.0, 30.0)],
            },
            glyphs,
        };
        let printed = line(vec![sign("B", 26.0), sign("o", 40.0), sign("x", 54.0)]);
        assert!(is_in_print(&square(4, 5, 24, 25), &printed));
        assert!(!is_in_print(&square(4, 40, 24, 60), &printed));
        // A box beside its caption, and a character that is the box itself.
        let beside = line(vec![
            sign("\u{25a1}", 14.0),
            sign(" ", 30.0),
            sign("N", 60.0),
            sign("o", 75.0),
        ]);
        assert!(!is_in_print(&square(4, 5, 24, 25), &beside));
    }

    #[test]
    fn a_letter_of_a_word_is_no_check_box() {
        // A line of 200 x 30 pixels; the square is around its first character, and the others follow 15 pixels apart.
        let check = |second: (&str, f32), expected: bool| {
            let sign = |text: &str, x: f32| Glyph {
                text: text.to_owned(),
                at: x / 200.0,
                confidence: 0.9,
            };
            let line = Line {
                quad: Quad {
                    corners: [(0.0, 0.0), (200.0, 0.0), (200.0, 30.0), (0.0, 30.0)],
                },
                glyphs: vec![
                    sign("O", 10.0),
                    sign(second.0, second.1),
                    sign("A", second.1 + 15.0),
                    sign("B", second.1 + 30.0),
                ],
            };
            assert_eq!(is_letter(&square(0, 5, 20, 25), &line), expected, "{second:?}");
        };
        check(("F", 25.0), true);
        check(("V", 34.0), false);
        check((" ", 25.0), false);
    }
}
