//! Turns words into evidence: verbatim quotes, one region per line, the captions that identify the value.

use super::model::Caption;
use crate::page::model::Layout;
use touchstone_core::record::Evidence;
use touchstone_intake::Region;

/// Evidence for words given line by line. Words that are not consecutive in the reading make separate pieces.
pub(crate) fn of_lines(layout: &Layout, lines: &[Vec<usize>], anchors: &[&Caption]) -> Vec<Evidence> {
    let mut pieces: Vec<(usize, usize, Vec<Region>)> = Vec::new();
    for line in lines {
        let mut fresh = true;
        for &word in line {
            let region = *layout.region(word);
            match pieces.last_mut() {
                Some((_, end, regions)) if *end == word => {
                    *end = word + 1;
                    match regions.last_mut() {
                        Some(last) if !fresh => *last = last.union(&region),
                        _ => regions.push(region),
                    }
                }
                _ => pieces.push((word, word + 1, vec![region])),
            }
            fresh = false;
        }
    }
    let anchors = texts(layout, anchors);
    let evidence = |(start, end, regions): (usize, usize, Vec<Region>)| Evidence {
        page: layout.page.number,
        reading: layout.page.reading.number,
        words: (start as u32, end as u32),
        regions,
        quote: layout.text(&(start..end).collect::<Vec<_>>()),
        anchors: anchors.clone(),
    };
    pieces.into_iter().map(evidence).collect()
}

/// Evidence without words: of a place that was checked and is empty, or of a check box.
pub(crate) fn of_place(layout: &Layout, place: Region, anchors: &[&Caption]) -> Evidence {
    Evidence {
        page: layout.page.number,
        reading: layout.page.reading.number,
        words: (0, 0),
        regions: vec![place],
        quote: String::new(),
        anchors: texts(layout, anchors),
    }
}

fn texts(layout: &Layout, captions: &[&Caption]) -> Vec<String> {
    captions.iter().map(|caption| layout.text(&caption.words)).collect()
}
