//! Adds form values to the words, at the place of their field, and never twice. Pure geometry: a field's appearance is
//! often missing or stale, so the place of each word is computed from the field.

use crate::fields::{Fields, Value};
use crate::sheet::{Sheet, rounded};
use crate::words::Typed;
use crate::wrapping;
use crate::wrapping::{space, width};
use touchstone_intake::validate::{MAX_STRING, MAX_WORDS};
use touchstone_intake::{Region, Word};

/// Space between a field's edge and its text, in points.
const PADDING: f32 = 2.0;
/// Line spacing in font sizes, from PDFium's Helvetica.
const LINE_HEIGHT: f32 = 1.167;
/// Sizes from which PDFium takes the first that fits, for a multiline field without a size.
const OPEN_SIZES: [f32; 6] = [12.0, 10.0, 9.0, 8.0, 6.0, 4.0];
/// Space in a field that no line may use, at its top and bottom together, in points.
const BORDER: f32 = 2.0;

/// Adds the values to the words. Returns whether any word of the page is such a value.
pub(crate) fn merge(typed: &mut Typed, fields: &Fields, sheet: &Sheet) -> bool {
    let mut by_y: Vec<usize> = (0..typed.words.len()).collect();
    by_y.sort_by(|&a, &b| typed.words[a].region.y.total_cmp(&typed.words[b].region.y));
    let mut merged = false;
    for value in &fields.values {
        if mark_printed(&mut typed.words, &by_y, value) {
            merged = true;
            continue;
        }
        for mut word in place(value) {
            if typed.words.len() >= MAX_WORDS {
                return merged;
            }
            merged = true;
            word.size = word.size.min(sheet.height);
            typed.words.push(word);
            typed.angles.push(0.0);
        }
    }
    merged
}

/// A flattened form may keep its fields: if the value is printed where the field is, its words are assigned to the
/// field.
fn mark_printed(words: &mut [Word], by_y: &[usize], value: &Value) -> bool {
    let area = value.region.grown(1.0);
    let first = by_y.partition_point(|&index| words[index].region.y < area.y - 100.0);
    let mut inside: Vec<usize> = by_y[first..]
        .iter()
        .copied()
        .take_while(|&index| words[index].region.y <= area.bottom())
        .filter(|&index| area.holds(&words[index].region))
        .collect();
    inside.sort_unstable();
    let printed: String = inside.iter().map(|&index| words[index].text.as_str()).collect();
    let wanted: String = value.text.chars().filter(|c| !c.is_whitespace()).collect();
    if wanted.is_empty() || printed != wanted {
        return false;
    }
    for index in inside {
        words[index].widget = value.widget;
    }
    true
}

/// The words of a value with their places: where its appearance draws them, otherwise where a viewer would.
fn place(value: &Value) -> Vec<Word> {
    if let Some(words) = follow(value) {
        return words;
    }
    if let Some(boxes) = value.comb {
        return comb(value, boxes);
    }
    let area = value.region;
    let room = (area.width - 2.0 * PADDING).max(1.0);
    let size = value
        .drawn
        .first()
        .map_or_else(|| font_size(value, room), |line| line.size.clamp(2.0, 100.0));
    let lines = lines(value, size, room);
    let height = LINE_HEIGHT * size;
    let top = match value.drawn.first() {
        Some(first) => first.region.y,
        None if value.multiline => area.y + PADDING.min(area.height / 4.0),
        None => area.center().1 - height / 2.0,
    };
    let mut words = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let y = (top + number as f32 * height).clamp(area.y, (area.bottom() - 1.0).max(area.y));
        let long = width(line, size).min(room);
        let slack = (room - long).max(0.0);
        let indent = match value.alignment {
            1 => slack / 2.0,
            2 => slack,
            _ => 0.0,
        };
        let x = area.x + PADDING.min(area.width / 4.0) + indent;
        let height = height.min(area.bottom() - y).max(0.5);
        spread(
            line,
            Region {
                page: area.page,
                x,
                y,
                width: long,
                height,
            },
            size,
            value,
            &mut words,
        );
    }
    words
}

/// Puts the words of the value on the lines the appearance draws.
fn follow(value: &Value) -> Option<Vec<Word>> {
    if value.comb.is_some() || value.drawn.is_empty() {
        return None;
    }
    let lines = wrapping::lines(&value.text, &value.drawn)?;
    let mut words = Vec::new();
    for (line, drawn) in lines.iter().zip(&value.drawn) {
        spread(
            line,
            drawn.region.grown(0.5),
            drawn.size.clamp(2.0, 100.0),
            value,
            &mut words,
        );
    }
    Some(words)
}

/// Spreads the words of one line over the line's place.
fn spread(line: &str, place: Region, size: f32, value: &Value, words: &mut Vec<Word>) {
    let scale = place.width / width(line.trim(), size).max(0.01);
    let mut x = place.x;
    for piece in line.split_whitespace() {
        let long = width(piece, size) * scale;
        let region = Region {
            x,
            width: long,
            ..place
        };
        words.extend(pieces(piece).map(|text| word(text, region, size, value)));
        x += long + space(size) * scale;
    }
}

/// One character per cell, so that a word covers the cells it fills.
fn comb(value: &Value, boxes: u32) -> Vec<Word> {
    let area = value.region;
    let count = value.text.chars().count() as u32;
    let step = area.width / boxes.max(count).max(1) as f32;
    let mut words = Vec::new();
    let mut start = 0;
    for (index, c) in value.text.chars().chain([' ']).enumerate() {
        if c.is_whitespace() {
            if index > start {
                let text: String = value.text.chars().skip(start).take(index - start).collect();
                let region = Region {
                    x: area.x + start as f32 * step,
                    width: (index - start) as f32 * step,
                    ..area
                };
                words.extend(pieces(&text).map(|text| word(text, region, 0.7 * area.height, value)));
            }
            start = index + 1;
        }
    }
    words
}

fn word(text: &str, region: Region, size: f32, value: &Value) -> Word {
    Word {
        widget: value.widget,
        ..Word::typed(
            text,
            rounded(region.intersection(&value.region).unwrap_or(value.region)),
            (size * 100.0).round() / 100.0,
        )
    }
}

/// Splits a word of absurd length into pieces.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = (0..=rest.len().min(MAX_STRING / 2))
            .rev()
            .find(|&end| rest.is_char_boundary(end))?;
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fn font_size(value: &Value, room: f32) -> f32 {
    let height = value.region.height;
    if value.size > 0.0 {
        return value.size;
    }
    if value.multiline {
        let fits = |size: &f32| {
            let lines = lines(value, *size, room);
            let is_wide = lines.iter().any(|line| width(line, *size) > room);
            !is_wide && lines.len() as f32 * LINE_HEIGHT * size < height - BORDER
        };
        return OPEN_SIZES.into_iter().find(fits).unwrap_or(4.0);
    }
    let by_height = (0.7 * height).clamp(4.0, 12.0);
    let natural = width(&value.text, by_height);
    if natural > room {
        (by_height * room / natural).max(4.0)
    } else {
        by_height
    }
}

/// The lines of a value; those of a multiline field are wrapped at its edge.
fn lines(value: &Value, size: f32, room: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in value.text.split('\n') {
        if !value.multiline {
            lines.push(paragraph.to_owned());
            continue;
        }
        let mut line = String::new();
        for piece in paragraph.split_whitespace() {
            if !line.is_empty() && width(&line, size) + space(size) + width(piece, size) > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(piece);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::UserBox;

    fn value(text: &str, multiline: bool, comb: Option<u32>, alignment: u8) -> Value {
        let region = Region {
            page: 1,
            x: 100.0,
            y: 50.0,
            width: 100.0,
            height: if multiline { 60.0 } else { 16.0 },
        };
        Value {
            widget: Some(0),
            region,
            text: text.to_owned(),
            size: 10.0,
            multiline,
            comb,
            alignment,
            drawn: Vec::new(),
        }
    }

    fn texts(words: &[Word]) -> Vec<&str> {
        words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn words_stay_in_their_field_and_in_order() {
        for given in [
            value("1,234.56", false, None, 2),
            value(
                "Jane Q Public and a name that is far too long for its field",
                false,
                None,
                0,
            ),
            value(
                "12 Elm Street\nSpringfield IL 62704 and more that must be wrapped",
                true,
                None,
                0,
            ),
            value("123 45", false, Some(9), 0),
        ] {
            let words = place(&given);
            assert_eq!(texts(&words), given.text.split_whitespace().collect::<Vec<_>>());
            for word in &words {
                assert!(
                    given.region.grown(0.02).intersection(&word.region).is_some(),
                    "{word:?}"
                );
                assert!(given.region.grown(0.02).holds(&word.region), "{word:?}");
            }
            let in_order = words
                .windows(2)
                .all(|pair| pair[0].region.x < pair[1].region.x || pair[0].region.y < pair[1].region.y);
            assert!(in_order, "{words:?}");
        }
    }

    #[test]
    fn several_lines_of_no_size_are_as_large_as_they_fit() {
        let text = "Marigold Foundry and Metal Works 12 Elm Street";
        for (width, height, size) in [
            (150.0, 40.0, 12.0),
            (100.0, 40.0, 10.0),
            (80.0, 40.0, 9.0),
            (60.0, 40.0, 8.0),
        ] {
            let mut given = value(text, true, None, 0);
            (given.size, given.region.width, given.region.height) = (0.0, width, height);
            let words = place(&given);
            assert!(
                words.iter().all(|word| (word.size - size).abs() < 0.01),
                "{width} x {height}: {words:?}"
            );
        }
    }

    #[test]
    fn alignment_moves_the_words() {
        let left = place(&value("55.00", false, None, 0))[0].region;
        let right = place(&value("55.00", false, None, 2))[0].region;
        assert!(left.x < 103.0 && right.right() > 197.0, "{left:?} {right:?}");
    }

    #[test]
    fn a_comb_is_one_word_over_its_boxes() {
        let words = place(&value("123456789", false, Some(10), 0));
        assert_eq!(texts(&words), ["123456789"]);
        assert!((words[0].region.width - 90.0).abs() < 0.01);
    }

    #[test]
    fn a_printed_value_is_marked_and_not_doubled() {
        let given = value("Jane Public", false, None, 0);
        let sheet = Sheet::new(
            1,
            UserBox {
                left: 0.0,
                bottom: 0.0,
                right: 600.0,
                top: 800.0,
            },
            0,
            1.0,
        );
        let mut typed = Typed {
            words: place(&given),
            angles: vec![0.0; 2],
            ..Typed::default()
        };
        for word in &mut typed.words {
            word.widget = None;
        }
        let fields = Fields {
            widgets: Vec::new(),
            values: vec![given],
            drawn: Vec::new(),
            covers: Vec::new(),
            stamps: Vec::new(),
        };
        assert!(merge(&mut typed, &fields, &sheet));
        assert_eq!(texts(&typed.words), ["Jane", "Public"]);
        assert!(typed.words.iter().all(|word| word.widget == Some(0)));
    }
}
