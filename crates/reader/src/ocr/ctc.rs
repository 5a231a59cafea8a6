//! Rows of probabilities, one a step along a line -> characters with places and confidences (connectionist temporal
//! classification, read greedily). Not here: words.

use super::Glyph;
use touchstone_intake::Script;

/// What stands between characters, and in steps without one.
const BLANK: usize = 0;
/// Signs beside those of ASCII that papers in Latin script use.
const SIGNS: &str = "£€§©®°±·×÷–—‘’“”•…½¼¾²³µΩ√≤≥≠™¢¥¿¡ªº";

/// The characters that a recogniser tells apart.
pub(super) struct Alphabet {
    characters: Vec<String>,
    latin: Vec<usize>,
    all: Vec<usize>,
}

impl Alphabet {
    /// `list` has a character a line; the blank before it and the space behind it are understood.
    pub(super) fn new(list: &str) -> Self {
        let mut characters = vec![String::new()];
        characters.extend(list.lines().map(str::to_owned));
        characters.push(" ".to_owned());
        let latin = (0..characters.len())
            .filter(|class| is_latin(&characters[*class]))
            .collect();
        let all = (0..characters.len()).collect();
        Self { characters, latin, all }
    }

    /// The characters of one line. `rows` has `classes` probabilities a step; the line ends at the share `end` of them.
    pub(super) fn read(&self, rows: &[f32], classes: usize, end: f32, script: Script) -> Vec<Glyph> {
        let allowed = match script {
            Script::Latin => &self.latin,
            Script::Any => &self.all,
        };
        let steps = rows.len() / classes.max(1);
        let mut glyphs: Vec<Glyph> = Vec::new();
        let mut last = BLANK;
        // Steps over which the same character goes on: its place is their middle.
        let mut first_step = 0;
        for (step, row) in rows.chunks_exact(classes).enumerate() {
            let best = allowed
                .iter()
                .copied()
                .filter(|class| *class < classes)
                .max_by(|a, b| row[*a].total_cmp(&row[*b]))
                .unwrap_or(BLANK);
            let place = |from: usize, to: usize| (((from + to) as f32 / 2.0 + 0.5) / steps as f32 / end).min(1.0);
            if best != BLANK && best == last {
                if let Some(glyph) = glyphs.last_mut() {
                    glyph.at = place(first_step, step);
                    glyph.confidence = glyph.confidence.max(row[best].clamp(0.0, 1.0));
                }
            } else if best != BLANK {
                first_step = step;
                glyphs.push(Glyph {
                    text: self.characters[best].clone(),
                    at: place(step, step),
                    confidence: row[best].clamp(0.0, 1.0),
                });
            }
            last = best;
        }
        glyphs
    }
}

fn is_latin(character: &str) -> bool {
    character.chars().all(|c| {
        (' '..='~').contains(&c) || ('\u{C0}'..='\u{17F}').contains(&c) && c.is_alphabetic() || SIGNS.contains(c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(steps: &[(usize, f32)], script: Script) -> (String, Vec<f32>) {
        let alphabet = Alphabet::new("a\nb\n日");
        let mut rows = Vec::new();
        for (class, probability) in steps {
            let mut row = [0.0; 5];
            row[*class] = *probability;
            row[BLANK] = row[BLANK].max(0.2);
            rows.extend(row);
        }
        let glyphs = alphabet.read(&rows, 5, 1.0, script);
        let text = glyphs.iter().map(|glyph| glyph.text.as_str()).collect();
        (text, glyphs.iter().map(|glyph| glyph.at).collect())
    }

    #[test]
    fn repeated_steps_are_one_character_and_blanks_divide() {
        let steps = [
            (1, 0.9),
            (1, 0.8),
            (0, 0.9),
            (1, 0.9),
            (2, 0.9),
            (4, 0.9),
            (0, 0.9),
            (2, 0.9),
        ];
        let (text, places) = read(&steps, Script::Latin);
        assert_eq!(text, "aab b");
        assert!((places[0] - 1.0 / 8.0).abs() < 1e-6);
    }

    #[test]
    fn other_scripts_are_read_only_where_they_are_asked_for() {
        let steps = [(1, 0.9), (3, 0.9)];
        assert_eq!(read(&steps, Script::Latin).0, "a");
        assert_eq!(read(&steps, Script::Any).0, "a日");
    }
}
