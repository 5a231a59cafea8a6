//! Combs: rows of small, evenly spaced boxes for one character each, which OCR reads as one word across their walls.
//! Their rulings divide that word rather than the form, so they are removed from the page. Digits that are read one
//! by one are not handled here.

use touchstone_intake::{Page, Ruling, layout};

/// Height of a comb's walls, in points.
const HIGH: std::ops::RangeInclusive<f32> = 4.0..=28.0;
/// Gap between neighboring walls, in points.
const APART: std::ops::RangeInclusive<f32> = 4.0..=26.0;
/// Max difference between the ends of neighboring walls, in points.
const ALIKE: f32 = 2.5;
/// Max deviation from the usual gap, as a share of it.
const EVEN: f32 = 0.15;
/// Max distance between two detected neighbors, in gaps.
const MISSED: f32 = 2.0;
/// Min walls of a comb.
const WALLS: usize = 5;
/// Min walls that the word in a comb crosses.
const CROSSED: usize = 3;

/// The page without the rulings of combs in which a word was read.
pub(crate) fn opened(mut page: Page) -> Page {
    let combs: Vec<Vec<Ruling>> = combs(&page.rulings)
        .into_iter()
        .filter(|comb| is_written(&page, comb))
        .collect();
    if combs.is_empty() {
        return page;
    }
    page.rulings.retain(|line| !combs.iter().any(|comb| is_of(comb, line)));
    page.cells = layout::find_cells(page.number, &page.rulings);
    page
}

/// Groups of similar vertical rulings at even distances.
fn combs(rulings: &[Ruling]) -> Vec<Vec<Ruling>> {
    let mut walls: Vec<Ruling> = rulings.iter().filter(|line| !line.horizontal).copied().collect();
    walls.retain(|line| HIGH.contains(&(line.to - line.from)));
    walls.sort_by(|one, other| one.at.total_cmp(&other.at));
    let alike =
        |one: &Ruling, other: &Ruling| (one.from - other.from).abs() < ALIKE && (one.to - other.to).abs() < ALIKE;
    let mut combs: Vec<Vec<Ruling>> = Vec::new();
    for wall in walls {
        let goes_on = |comb: &Vec<Ruling>| {
            let last = comb[comb.len() - 1];
            let gap = wall.at - last.at;
            let usual = comb.windows(2).next().map_or(gap, |pair| pair[1].at - pair[0].at);
            // A wall close to a character may not have been detected.
            let steps = (gap / usual).round().clamp(1.0, MISSED);
            alike(&last, &wall) && APART.contains(&(gap / steps)) && (gap - steps * usual).abs() < EVEN * usual
        };
        match combs.iter_mut().find(|comb| goes_on(comb)) {
            Some(comb) => comb.push(wall),
            None => combs.push(vec![wall]),
        }
    }
    combs.retain(|comb| comb.len() >= WALLS);
    combs
}

/// Whether a recognized word crosses the walls of a comb.
fn is_written(page: &Page, comb: &[Ruling]) -> bool {
    let mut words = page.reading.words.iter().filter(|word| word.confidence.is_some());
    words.any(|word| {
        let (_, y) = word.region.center();
        let inside = |wall: &&Ruling| wall.at > word.region.x && wall.at < word.region.right();
        (comb[0].from..comb[0].to).contains(&y)
            && comb.iter().filter(inside).count() >= CROSSED
            && word.text.chars().filter(char::is_ascii_alphanumeric).count() > CROSSED
    })
}

/// Whether a ruling is a wall, the top or the bottom of a comb.
fn is_of(comb: &[Ruling], line: &Ruling) -> bool {
    let (first, last) = (comb[0], comb[comb.len() - 1]);
    if line.horizontal {
        let along = line.from > first.at - ALIKE && line.to < last.at + ALIKE;
        let edge = |level: f32| (line.at - level).abs() < ALIKE;
        along && (edge(first.from) || edge(first.to))
    } else {
        comb.contains(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::{Reading, Region, Word};

    fn line(horizontal: bool, at: f32, from: f32, to: f32) -> Ruling {
        Ruling {
            horizontal,
            at,
            from,
            to,
            thickness: 0.5,
        }
    }

    /// A box with a comb of nine in it, and a word at the given x.
    fn page(x: f32, step: impl Fn(usize) -> f32) -> Page {
        let region = Region {
            page: 1,
            x,
            y: 112.0,
            width: 70.0,
            height: 9.0,
        };
        let reading = Reading {
            words: vec![Word {
                confidence: Some(0.99),
                min_char_confidence: Some(0.98),
                ..Word::typed("941828876", region, 9.0)
            }],
            ..Reading::empty()
        };
        let mut page = Page::letter(1, reading);
        page.rulings = vec![
            line(true, 90.0, 100.0, 280.0),
            line(true, 130.0, 100.0, 280.0),
            line(false, 100.0, 90.0, 130.0),
            line(false, 280.0, 90.0, 130.0),
            line(true, 110.0, 110.0, 182.0),
            line(true, 123.0, 110.0, 182.0),
        ];
        page.rulings
            .extend((0..10).map(|wall| line(false, 110.0 + step(wall), 110.0, 123.0)));
        page.cells = layout::find_cells(1, &page.rulings);
        page
    }

    #[test]
    fn the_lines_of_a_comb_in_which_a_word_was_read_divide_nothing() {
        let comb = opened(page(111.0, |wall| 8.0 * wall as f32));
        assert_eq!((comb.rulings.len(), comb.cells.len()), (4, 1));
        // An empty comb, and a table whose columns are uneven, are left alone.
        let empty = page(200.0, |wall| 8.0 * wall as f32);
        assert_eq!(opened(empty.clone()), empty);
        let table = page(111.0, |wall| (wall * wall) as f32 * 0.9);
        assert_eq!(opened(table.clone()), table);
    }
}
