//! Assigns the words of a value to the lines its appearance draws. Viewers wrap where they please and do not record it.
//! Pure arithmetic. Places of the words on a line are in `values.rs`.

use crate::appearance::Line;

/// Max words times lines; far more than any field has.
const MOST: usize = 200_000;
/// Max deviation of all lines together from the drawn widths, as a fraction of them. Beyond it another text is drawn.
const SLACK: f32 = 0.2;

/// The text split into the drawn lines: the split that comes closest to the drawn widths. A line break of the value
/// starts a line. `None` if the drawing is of another text.
pub(crate) fn lines(text: &str, drawn: &[Line]) -> Option<Vec<String>> {
    let paragraphs: Vec<&str> = text.split('\n').filter(|line| !line.trim().is_empty()).collect();
    if paragraphs.len() == drawn.len() {
        return Some(paragraphs.into_iter().map(str::to_owned).collect());
    }
    let words = Words::new(&paragraphs);
    let count = words.texts.len();
    if paragraphs.len() > drawn.len() || count < drawn.len() || count * drawn.len() > MOST {
        return None;
    }
    let total: f32 = drawn.iter().map(|line| line.region.width).sum();
    let scale = total / (words.ends[count] + space(1.0) * (count - drawn.len()) as f32).max(0.01);
    let (ends, cost) = words.split(drawn, scale);
    (cost <= SLACK * total).then(|| {
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts
            .zip(&ends)
            .map(|(from, &to)| words.texts[from..to].join(" "))
            .collect()
    })
}

struct Words<'t> {
    texts: Vec<&'t str>,
    /// Whether a word starts a line whatever its width.
    first: Vec<bool>,
    /// Cumulative width of the words, without spaces, at size 1.
    ends: Vec<f32>,
}

impl<'t> Words<'t> {
    fn new(paragraphs: &[&'t str]) -> Self {
        let mut words = Self {
            texts: Vec::new(),
            first: Vec::new(),
            ends: vec![0.0],
        };
        let mut end = 0.0;
        for paragraph in paragraphs {
            for (at, word) in paragraph.split_whitespace().enumerate() {
                words.texts.push(word);
                words.first.push(at == 0);
                end += width(word, 1.0);
                words.ends.push(end);
            }
        }
        words
    }

    fn width(&self, from: usize, to: usize) -> f32 {
        self.ends[to] - self.ends[from] + space(1.0) * (to - from - 1) as f32
    }

    /// Where each line ends, and the total deviation from the drawn widths.
    fn split(&self, drawn: &[Line], scale: f32) -> (Vec<usize>, f32) {
        let count = self.texts.len();
        // Min cost of the first words on the lines so far, and for each line where the previous one ended.
        let mut cost = vec![f32::INFINITY; count + 1];
        cost[0] = 0.0;
        let mut began: Vec<Vec<usize>> = Vec::new();
        for line in drawn {
            let wanted = line.region.width;
            let mut next = vec![f32::INFINITY; count + 1];
            let mut starts = vec![0; count + 1];
            for to in 1..=count {
                for from in (0..to).rev() {
                    let long = self.width(from, to) * scale;
                    let sum = cost[from] + (long - wanted).abs();
                    if sum < next[to] {
                        (next[to], starts[to]) = (sum, from);
                    }
                    if self.first[from] || long > 2.0 * wanted {
                        break;
                    }
                }
            }
            cost = next;
            began.push(starts);
        }
        let mut ends = vec![count];
        for starts in began.iter().skip(1).rev() {
            ends.push(starts[ends.last().copied().unwrap_or(count)]);
        }
        ends.reverse();
        (ends, cost[count])
    }
}

pub(crate) fn space(size: f32) -> f32 {
    0.278 * size
}

/// Width of text in Helvetica, in points; characters beyond ASCII get a typical width.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let of = |c: char| (c as usize).checked_sub(' ' as usize).and_then(|at| HELVETICA.get(at));
    let units: u32 = text.chars().map(|c| u32::from(of(c).copied().unwrap_or(556))).sum();
    units as f32 * size / 1000.0
}

/// Widths of the printable ASCII characters in Helvetica, in thousandths of the size: the font used to fill forms whose
/// own is missing.
#[rustfmt::skip]
pub(crate) const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
];

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Region;

    fn drawn(widths: &[f32]) -> Vec<Line> {
        let line = |(number, &width): (usize, &f32)| Line {
            region: Region {
                page: 1,
                x: 100.0,
                y: 50.0 + 11.0 * number as f32,
                width,
                height: 9.0,
            },
            size: 9.0,
        };
        widths.iter().enumerate().map(line).collect()
    }

    fn split(text: &str, as_lines: &[&str], stretch: f32) -> Option<Vec<String>> {
        let widths: Vec<f32> = as_lines.iter().map(|line| stretch * width(line, 9.0)).collect();
        lines(text, &drawn(&widths))
    }

    #[test]
    fn words_go_to_the_lines_that_are_drawn() {
        for (text, as_lines) in [
            (
                "JOHN Q PUBLIC 12 ELM STREET",
                ["JOHN Q PUBLIC", "12 ELM STREET"].as_slice(),
            ),
            (
                "Acme Works and Sons Incorporated\n12 Elm Street",
                &["Acme Works and Sons", "Incorporated", "12 Elm Street"],
            ),
            ("one\ntwo three", &["one", "two three"]),
            ("\none\n\ntwo\n", &["one", "two"]),
        ] {
            for stretch in [0.8, 1.0, 1.3] {
                assert_eq!(split(text, as_lines, stretch).unwrap(), as_lines, "{text:?}");
            }
        }
    }

    #[test]
    fn another_text_is_not_followed() {
        assert_eq!(
            split("one two three four", &["a", "extraordinarily long line"], 1.0),
            None
        );
        assert_eq!(
            split("one\ntwo\nthree", &["one", "two three"], 1.0),
            None,
            "fewer lines than breaks"
        );
        assert_eq!(split("one", &["one", "two"], 1.0), None, "fewer words than lines");
        assert_eq!(lines("one", &[]), None);
    }
}
