//! Greedy decoding of CTC (connectionist temporal classification) output: per-step probabilities become characters with
//! positions and confidences. Words are in `words`.

use super::Glyph;
use touchstone_intake::Script;

/// The class between characters and in steps without one.
const BLANK: usize = 0;
/// Characters beyond ASCII that occur in English and other Latin-script documents.
const SIGNS: &str = "£€§©®°±·×÷–—‘’“”•…½¼¾²³µΩ√≤≥≠™¢¥¿¡ªº";

/// Letters whose upper and lower case have the same shape. Their confidence is the sum over both cases: the letter was
/// recognized, and only its height decides the case.
pub(super) const ALIKE: &str = "cosuvwxz";

/// The characters a recognizer distinguishes, by class number.
pub(super) struct Alphabet {
    characters: Vec<String>,
    /// For a letter in [`ALIKE`], the class number of its other case.
    doublets: Vec<Option<usize>>,
}

impl Alphabet {
    /// `list` has one character per line; the leading blank and the trailing space are implied.
    pub(super) fn new(list: &str) -> Self {
        let mut characters = vec![String::new()];
        characters.extend(list.lines().map(str::to_owned));
        characters.push(" ".to_owned());
        Self::of(characters)
    }

    fn of(characters: Vec<String>) -> Self {
        let twin = |character: &String| {
            let (small, large) = (character.to_ascii_lowercase(), character.to_ascii_uppercase());
            let other = if *character == small { large } else { small };
            let alike = character.len() == 1 && ALIKE.contains(&character.to_ascii_lowercase());
            characters.iter().position(|known| alike && *known == other)
        };
        let doublets = characters.iter().map(twin).collect();
        Self { characters, doublets }
    }

    pub(super) fn count(&self) -> usize {
        self.characters.len()
    }

    /// The subset of the alphabet used by a script, with the class numbers in this alphabet.
    pub(super) fn of_script(&self, script: Script) -> (Alphabet, Vec<usize>) {
        let numbers: Vec<usize> = (0..self.count())
            .filter(|n| is_of(&self.characters[*n], script))
            .collect();
        let characters = numbers.iter().map(|n| self.characters[*n].clone()).collect();
        (Self::of(characters), numbers)
    }

    /// The characters of one line. `rows` has one probability per character and step; the line ends at the fraction
    /// `end` of the steps.
    pub(super) fn read(&self, rows: &[f32], end: f32) -> Vec<Glyph> {
        let steps = rows.len() / self.count();
        let mut glyphs: Vec<Glyph> = Vec::new();
        let mut last = BLANK;
        // First step of the current character; its position is the middle of its steps.
        let mut first_step = 0;
        for (step, row) in rows.chunks_exact(self.count()).enumerate() {
            let best = (0..row.len())
                .max_by(|a, b| row[*a].total_cmp(&row[*b]))
                .unwrap_or(BLANK);
            let twin = self.doublets[best].map_or(0.0, |twin| row[twin]);
            let sure = (row[best] + twin).clamp(0.0, 1.0);
            let place = |from: usize, to: usize| (((from + to) as f32 / 2.0 + 0.5) / steps as f32 / end).min(1.0);
            if best != BLANK && best == last {
                if let Some(glyph) = glyphs.last_mut() {
                    glyph.at = place(first_step, step);
                    glyph.confidence = glyph.confidence.max(sure);
                }
            } else if best != BLANK {
                first_step = step;
                glyphs.push(Glyph {
                    text: self.characters[best].clone(),
                    at: place(step, step),
                    confidence: sure,
                });
            }
            last = best;
        }
        glyphs
    }
}

fn is_of(character: &str, script: Script) -> bool {
    let accented = |c: char| ('\u{C0}'..='\u{17F}').contains(&c) && c.is_alphabetic();
    character.chars().all(|c| match script {
        Script::English => (' '..='~').contains(&c) || SIGNS.contains(c),
        Script::Latin => (' '..='~').contains(&c) || accented(c) || SIGNS.contains(c),
        Script::Any => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(steps: &[(usize, f32)]) -> (String, Vec<f32>) {
        let alphabet = Alphabet::new("a\nb\n日");
        let mut rows = Vec::new();
        for (class, probability) in steps {
            let mut row = [0.0; 5];
            row[*class] = *probability;
            row[BLANK] = row[BLANK].max(0.2);
            rows.extend(row);
        }
        let glyphs = alphabet.read(&rows, 1.0);
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
        let (text, places) = read(&steps);
        assert_eq!(text, "aab b");
        assert!((places[0] - 1.0 / 8.0).abs() < 1e-6);
    }

    #[test]
    fn a_letter_that_looks_the_same_in_both_cases_is_sure() {
        let alphabet = Alphabet::new("W\nw\nI\nl");
        let sure = |row: [f32; 6]| alphabet.read(&row, 1.0)[0].confidence;
        assert!((sure([0.0, 0.6, 0.39, 0.0, 0.0, 0.0]) - 0.99).abs() < 1e-6);
        assert!((sure([0.0, 0.0, 0.0, 0.6, 0.39, 0.0]) - 0.6).abs() < 1e-6);
    }

    #[test]
    fn the_alphabet_of_a_script_is_a_part_of_all_characters() {
        let all = Alphabet::new("a\n日\né\n§");
        let (latin, numbers) = all.of_script(Script::Latin);
        assert_eq!(numbers, [0, 1, 3, 4, 5]);
        assert_eq!(latin.characters, ["", "a", "é", "§", " "]);
        assert_eq!(all.of_script(Script::English).0.characters, ["", "a", "§", " "]);
        assert_eq!(all.of_script(Script::Any).0.characters, all.characters);
    }
}
