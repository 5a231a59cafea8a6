//! The year a form is for: printed large near the form's title, sometimes in two halves. Dates, revision notes and
//! OMB numbers are excluded.

use crate::captions::model::Caption;
use crate::page::model::Layout;
use touchstone_intake::Region;

/// Score of a year typed into a form field: above small print, below a large printed year.
const TYPED: f32 = 2.5;
/// Max distance of a typed year from the form's title, in lines.
const TYPED_LINES: f32 = 3.0;

/// A year found on a sheet.
pub(crate) struct Year {
    pub value: i32,
    pub words: Vec<usize>,
    /// 0..=1.
    pub confidence: f64,
}

/// The most likely tax year of a sheet. `titles` are the captions near which the pack expects it.
pub(crate) fn find(layout: &Layout, sheet: &Region, titles: &[&Caption]) -> Option<Year> {
    let mut best: Option<(f32, Year)> = typed(layout, sheet, titles).map(|year| (TYPED, year));
    for row in &layout.rows {
        for (place, &word) in row.words.iter().enumerate() {
            if !sheet.holds(layout.region(word)) || layout.word(word).widget.is_some() {
                continue;
            }
            let Some((year, words)) = year_at(layout, &row.words[place..]) else {
                continue;
            };
            let score = score(layout, &row.words, place, words.len(), titles);
            if score > 0.0 && best.as_ref().is_none_or(|(most, _)| score > *most) {
                let confidence = f64::from((0.55 + 0.15 * score).min(0.99));
                best = Some((
                    score,
                    Year {
                        value: year,
                        words,
                        confidence,
                    },
                ));
            }
        }
    }
    best.map(|(_, year)| year)
}

/// A year typed into a form field beside the title: `2024`, or `24` right of a printed `20`.
fn typed(layout: &Layout, sheet: &Region, titles: &[&Caption]) -> Option<Year> {
    let near = |own: &Region| {
        let lines = titles
            .iter()
            .map(|title| distance(&title.region, own) / title.region.height.max(8.0));
        lines.fold(f32::MAX, f32::min) < TYPED_LINES
    };
    let words = 0..layout.folded.len();
    let mut fields = words.clone().filter(|&word| {
        layout.word(word).widget.is_some() && sheet.holds(layout.region(word)) && near(layout.region(word))
    });
    fields.find_map(|word| {
        let digits = layout.word(word).text.as_str();
        let own = layout.region(word);
        let century = words.clone().find(|&other| {
            let gap = own.x - layout.region(other).right();
            layout.word(other).widget.is_none()
                && layout.word(other).text == "20"
                && layout.region(other).overlap_y(own) > 0.0
                && (-2.0..12.0).contains(&gap)
        });
        let words = match (digits.len(), century) {
            (4, _) => vec![word],
            (2, Some(century)) => vec![century, word],
            _ => return None,
        };
        let text: String = words.iter().map(|&word| layout.word(word).text.as_str()).collect();
        let year = text.parse().ok().filter(|year| (2000..2100).contains(year))?;
        Some(Year {
            value: year,
            words,
            confidence: 0.95,
        })
    })
}

/// A year of four digits in one word, or in two or four adjacent pieces: `20` `24`, `2` `0` `2` `4`.
fn year_at(layout: &Layout, words: &[usize]) -> Option<(i32, Vec<usize>)> {
    let mut digits = String::new();
    for (count, &word) in words.iter().take(4).enumerate() {
        let text = &layout.word(word).text;
        let plain = text.trim_matches(is_bracket);
        if plain.is_empty() || !plain.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        if count > 0 {
            // Halves or single digits, but not `209 9`.
            let uneven = plain.len() != layout.word(words[0]).text.trim_matches(is_bracket).len();
            let gap = layout.gap(words[count - 1], word);
            if uneven || gap > 0.9 * layout.word(word).size {
                return None;
            }
        }
        digits.push_str(plain);
        if digits.len() >= 4 {
            let year: i32 = digits.parse().ok()?;
            let whole = digits.len() == 4 && (2000..2100).contains(&year);
            return whole.then(|| (year, words[..=count].to_vec()));
        }
    }
    None
}

fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | ',' | ':' | '.' | '[' | ']')
}

/// Scores a year: large, near the title, alone or beside title words is good; inside dates, codes and sentences is
/// not.
fn score(layout: &Layout, row: &[usize], place: usize, count: usize, titles: &[&Caption]) -> f32 {
    let word = layout.word(row[place]);
    // A dash separates a year from a title just as a space does: `Wage and Tax Statement - 2006`.
    let has_letters = |word: &&usize| layout.word(**word).text.contains(char::is_alphanumeric);
    let before = row[..place].iter().rev().take(2).find(has_letters).copied();
    let after = row.get(place + count).copied();
    let close = |left: usize, right: usize| layout.gap(left, right) < 0.8 * word.size;
    let first = place.checked_sub(1).map(|at| row[at]);
    let before = before.filter(|&left| {
        close(left, row[place])
            || first.is_some_and(|dash| dash != left && close(left, dash) && close(dash, row[place]))
    });
    let after = after.filter(|&right| close(row[place + count - 1], right));
    // `Schedule K-1 (Form 1065) 2022`: the number of the form is part of the title.
    let titled = |left: usize| titles.iter().any(|title| title.words.contains(&left));
    if before.is_some_and(|left| !titled(left) && forbids(&layout.word(left).text)) {
        return 0.0;
    }
    let year_words = ["tax", "year", "form", "w2", "statement", "calendar", "for", "summary"];
    let is_year_word = |index: Option<usize>| {
        index.is_some_and(|index| year_words.iter().any(|w| layout.folded[index] == w.as_bytes()))
    };
    let mut score = (word.size / 10.0).min(2.4);
    if before.is_none() && after.is_none() {
        score += 0.3;
    } else if is_year_word(before) || is_year_word(after) || before.is_some_and(titled) {
        score += 0.5;
    } else if before.is_none() {
        // A number that begins a line of text is a house number, unless the line is a title.
        let title = row.iter().any(|&index| is_title_word(&layout.folded[index]));
        score += if title { 0.2 } else { -2.0 };
    } else {
        score -= 1.0;
    }
    let own = word.region;
    let nearest = titles
        .iter()
        .map(|title| distance(&title.region, &own) / title.region.height.max(8.0));
    if let Some(lines) = nearest.min_by(f32::total_cmp) {
        score += (1.6 - 0.12 * lines).max(-0.6);
    }
    score
}

fn is_title_word(folded: &[u8]) -> bool {
    [&b"tax"[..], b"form", b"statement", b"1099", b"w2", b"k1", b"schedule"].contains(&folded)
}

/// Words before a number that make it a date, a revision or a serial number; digits make it part of a longer number.
fn forbids(text: &str) -> bool {
    const WORDS: &str = "rev no omb box suite ste apt unit section pub publication";
    let lower = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let month = touchstone_core::value::date::month_named(&lower).is_some();
    month || WORDS.split(' ').any(|word| word == lower) || lower.bytes().all(|b| b.is_ascii_digit())
}

fn distance(a: &Region, b: &Region) -> f32 {
    let across = (-a.overlap_x(b)).max(0.0);
    let down = (-a.overlap_y(b)).max(0.0);
    0.35 * across + down
}
