//! Addresses above the caption that asks for them, in a separate box: between a name above and the caption below, as
//! on forms that separate the two by a ruling. See `text_blocks` for boxes that include their caption, `parties` for
//! addresses without any caption.

use super::model::{Run, Sheet, Text};
use crate::captions::model::Role;
use crate::captions::template::parties;
use crate::page::tolerances::{ADDRESS_ALIGNED, ADDRESS_STEP};
use touchstone_core::address;
use touchstone_core::pack::Lines;

/// Max horizontal shift between an address and its caption, in points.
const SHIFT: f32 = 12.0;
const MOST_LINES: usize = 4;

/// Addresses, above their captions, of parties whose names were found. Marks the runs used.
pub(crate) fn texts(sheet: &Sheet, runs: &mut [Run], found: &[Text]) -> Vec<Text> {
    let known = |field: usize| found.iter().any(|text| text.field == field);
    let fields = &sheet.template.fields;
    let mut texts = Vec::new();
    for party in parties(sheet.template) {
        let mut rest = party.rest.iter().copied();
        let address = rest.find(|&field| fields[field].lines == Lines::Rest);
        let Some(field) = address.filter(|&field| known(party.name) && !known(field)) else {
            continue;
        };
        let Some(caption) = sheet.captions.iter().position(|own| own.is(Role::Field(field))) else {
            continue;
        };
        let lines = over(sheet, caption, runs);
        if lines.is_empty() {
            continue;
        }
        for &run in &lines {
            runs[run].taken = true;
        }
        texts.push(Text {
            field,
            caption,
            lines: lines.iter().map(|&run| runs[run].words.clone()).collect(),
        });
    }
    texts
}

/// The lines of an address that ends directly above a caption, top to bottom; empty if the text there is not an
/// address.
fn over(sheet: &Sheet, caption: usize, runs: &[Run]) -> Vec<usize> {
    let own = sheet.captions[caption].region;
    let text = |run: usize| sheet.layout.text(&runs[run].words);
    let above = |below: f32, left: f32, shift: f32| {
        (0..runs.len()).find(|&run| {
            let place = &runs[run].place;
            let gap = below - place.bottom();
            !runs[run].taken
                && (place.x - left).abs() < shift
                && (-1.0..(ADDRESS_STEP - 1.0) * runs[run].size).contains(&gap)
        })
    };
    let Some(last) = above(own.y, own.x, SHIFT).filter(|&run| address::ends_with_postcode(&text(run))) else {
        return Vec::new();
    };
    let mut lines = vec![last];
    while lines.len() < MOST_LINES && !address::starts_address(&text(lines[lines.len() - 1])) {
        let upper = &runs[lines[lines.len() - 1]].place;
        let Some(next) = above(upper.y, upper.x, ADDRESS_ALIGNED) else {
            return Vec::new();
        };
        lines.push(next);
    }
    lines.reverse();
    if address::starts_address(&text(lines[0])) {
        lines
    } else {
        Vec::new()
    }
}
