//! Splits the lines of a party's box into fields: name, address, telephone. See `text_blocks` for the lines of a box,
//! `names` for the shape of a name.

use super::model::{Sheet, Text};
use crate::page::model::Layout;
use touchstone_core::address;
use touchstone_core::pack::Lines;

/// Min gap between two texts of one line, in font sizes.
const WIDE: f32 = 1.5;

/// Splits the lines of a name and an address into fields.
pub(crate) fn divided(sheet: &Sheet, caption: usize, owners: &[usize], words: Vec<Vec<usize>>) -> Vec<Text> {
    let words = words
        .into_iter()
        .flat_map(|line| apart(sheet.layout, line))
        .collect::<Vec<_>>();
    // Some forms print the telephone number above the name.
    let is_phone = |line: &Vec<usize>| address::is_phone(&sheet.layout.text(line));
    let (mut phone, words): (Vec<_>, Vec<_>) = words.into_iter().partition(is_phone);
    let rest = |field: &usize| sheet.template.fields[*field].lines == Lines::Rest;
    let (name, rest) = if owners.iter().any(rest) {
        divide(sheet.layout, words)
    } else {
        lone_name(sheet.layout, words)
    };
    for line in &mut phone {
        // `Telephone: (919) 451-7579`
        let numbered = |&word: &usize| sheet.layout.word(word).text.contains(|c: char| c.is_ascii_digit());
        line.drain(..line.iter().position(numbered).unwrap_or(0));
    }
    let lines = |field: usize| match sheet.template.fields[field].lines {
        Lines::All => name.iter().chain(&rest).chain(&phone).cloned().collect(),
        Lines::First => name.clone(),
        Lines::Rest => rest.clone(),
        Lines::Phone => phone.clone(),
    };
    let texts = owners.iter().map(|&field| Text {
        field,
        caption,
        lines: lines(field),
    });
    texts.filter(|text| !text.lines.is_empty()).collect()
}

/// Splits a telephone number off the end of a line: `Golden, CO 80401      303-555-0119`.
fn apart(layout: &Layout, line: Vec<usize>) -> Vec<Vec<usize>> {
    let gap = |at: &usize| layout.gap(line[*at - 1], line[*at]);
    let wide = |at: &usize| gap(at) > WIDE * layout.word(line[*at]).size;
    let phone = (1..line.len()).find(|at| wide(at) && address::is_phone(&layout.text(&line[*at..])));
    match phone {
        Some(at) => vec![line[..at].to_vec(), line[at..].to_vec()],
        None => vec![line],
    }
}

/// Name lines and address lines; a single line is cut where the address begins.
fn divide(layout: &Layout, mut lines: Vec<Vec<usize>>) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    if let [line] = lines.as_slice() {
        let words: Vec<&str> = line.iter().map(|&word| layout.word(word).text.as_str()).collect();
        if let Some(end) = address::name_end(&words) {
            return (vec![line[..end].to_vec()], vec![line[end..].to_vec()]);
        }
    }
    let texts: Vec<String> = lines.iter().map(|line| layout.text(line)).collect();
    let rest = lines.split_off(address::name_lines(&texts));
    (lines, rest)
}

/// The lines of a name whose address has a caption elsewhere.
fn lone_name(layout: &Layout, mut lines: Vec<Vec<usize>>) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let texts: Vec<String> = lines.iter().map(|line| layout.text(line)).collect();
    let rest = lines.split_off(address::lone_name_lines(&texts));
    (lines, rest)
}
