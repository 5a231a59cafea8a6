//! The lines of a page, and the text of each with the word behind every character.

use touchstone_intake::{Region, Word};

/// Max distance of a word's middle from that of the highest word of its line, in font sizes. Boxes of words may be much
/// higher, and a word between two lines must not join them.
const LEVEL: f32 = 0.5;
/// Max gap between characters of one text, in font sizes.
const LETTER_GAP: f32 = 0.12;
/// Max gap between words of one piece, in font sizes.
const WORD_GAP: f32 = 1.2;
/// Between two pieces of a line.
pub(crate) const WALL: char = '\t';

/// Words on one level, from left to right, as indices of the page's words.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub words: Vec<usize>,
    pub region: Region,
    /// The middle of its highest word.
    level: f32,
}

/// The lines from top to bottom.
pub(crate) fn lines(words: &[Word]) -> Vec<Line> {
    let middle = |index: &usize| words[*index].region.center().1;
    let mut order: Vec<usize> = (0..words.len())
        .filter(|&index| !words[index].text.trim().is_empty())
        .collect();
    order.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    let mut lines: Vec<Line> = Vec::new();
    for index in order {
        let region = words[index].region;
        match lines.last_mut() {
            Some(line)
                if region.center().1 - line.level
                    <= LEVEL * words[index].size.min(region.height).min(line.region.height) =>
            {
                line.words.push(index);
                line.region = line.region.union(&region);
            }
            _ => lines.push(Line {
                words: vec![index],
                region,
                level: region.center().1,
            }),
        }
    }
    for line in &mut lines {
        line.words
            .sort_by(|&a, &b| words[a].region.x.total_cmp(&words[b].region.x));
    }
    lines
}

/// The text of a line, and for each of its bytes the place of its word in the line. Spaces belong to the word before
/// them.
#[derive(Debug, Default)]
pub(crate) struct LineText {
    pub text: String,
    pub owners: Vec<usize>,
}

impl LineText {
    /// The line's text. Pieces far apart, or in different cells, are separated by a wall.
    pub(crate) fn new(line: &Line, words: &[Word], cells: &[Option<usize>]) -> Self {
        let mut found = Self::default();
        for (place, &index) in line.words.iter().enumerate() {
            if let Some(before) = place.checked_sub(1) {
                let (last, word) = (line.words[before], &words[index]);
                let gap = (word.region.x - words[last].region.right()) / word.size.max(1.0);
                if gap > WORD_GAP || cells[last] != cells[index] {
                    found.push(WALL, before);
                } else if gap > LETTER_GAP {
                    found.push(' ', before);
                }
            }
            for letter in words[index].text.trim().chars() {
                // Spaces that do not break and thin ones separate thousands.
                let letter = if letter.is_whitespace() { ' ' } else { letter };
                found.push(letter, place);
            }
        }
        found
    }

    fn push(&mut self, letter: char, owner: usize) {
        self.text.push(letter);
        self.owners.resize(self.text.len(), owner);
    }
}

/// The smallest cell around the middle of each word.
pub(crate) fn cells_of(words: &[Word], cells: &[Region]) -> Vec<Option<usize>> {
    let smallest = |word: &Word| {
        let (x, y) = word.region.center();
        let around = cells.iter().enumerate().filter(|(_, cell)| cell.contains_point(x, y));
        around
            .min_by(|(_, a), (_, b)| a.area().total_cmp(&b.area()))
            .map(|(index, _)| index)
    };
    words.iter().map(smallest).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Words of one font size from texts with the gaps between them, in points: each line at its own height.
    pub(crate) fn page(lines: &[&[(&str, f32)]]) -> Vec<Word> {
        let mut words = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mut x = 40.0;
            for (text, gap) in *line {
                let region = Region {
                    page: 1,
                    x: x + gap,
                    y: 40.0 + 14.0 * number as f32,
                    width: 5.0 * text.len() as f32,
                    height: 10.0,
                };
                x = region.right();
                words.push(Word::typed(*text, region, 10.0));
            }
        }
        words
    }

    #[test]
    fn gaps_join_separate_and_wall_off() {
        let words = page(&[
            &[("1,2", 0.0), ("34.50", 0.5), ("USD", 4.0), ("Total", 60.0)],
            &[("below", 0.0)],
        ]);
        let lines = lines(&words);
        assert_eq!(lines.len(), 2);
        let read = LineText::new(&lines[0], &words, &[None; 5]);
        assert_eq!(read.text, "1,234.50 USD\tTotal");
        assert_eq!(read.owners.len(), read.text.len());
        assert_eq!(read.owners[read.text.len() - 1], 3);
    }

    #[test]
    fn cells_wall_off() {
        let words = page(&[&[("Wages", 0.0), ("Tax", 4.0)]]);
        let cells = [(30.0, 66.0), (66.0, 120.0)].map(|(from, to)| Region::between(1, (from, 30.0), (to, 60.0)));
        let read = LineText::new(&lines(&words)[0], &words, &cells_of(&words, &cells));
        assert_eq!(read.text, "Wages\tTax");
    }
}
