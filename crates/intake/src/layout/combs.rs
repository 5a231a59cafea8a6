//! Joins combs: numbers printed one digit per box, with a ruling between digits, become one word covering all their
//! boxes. SSNs and EINs with boxes in groups also become one word, as do an amount and its cents. Digits without
//! rulings between them are not joined, because they may be columns.

use crate::geometry::Region;
use crate::page::{Ruling, Word};

/// Min digits of a run that is not a group of a number.
const FEWEST: usize = 4;
/// Max deviation of a step from the pitch, as a share of the pitch, and max step between digits, in font sizes.
const PITCH: f32 = 0.15;
const WIDEST: f32 = 2.6;
/// Max vertical offset of digits, in font sizes.
const LEVEL: f32 = 0.3;
/// Max gap between groups, in pitches.
const GROUPS: f32 = 3.4;
/// Max distance between the sides of two boxes drawn as one double line, in points.
const DOUBLE: f32 = 2.5;
/// Runs of digits with a smaller vertical distance, in font sizes, are a table.
const TABLE: f32 = 2.0;
/// Group sizes of the numbers: SSN, EIN.
const NUMBERS: [&[usize]; 2] = [&[3, 2, 4], &[2, 7]];

/// Digits of one run, from left to right, as indices of words.
struct Run {
    members: Vec<usize>,
    pitch: f32,
}

/// Joins each comb into one word. `angles` has the direction of each word, and is kept in step.
pub fn join_combs(words: Vec<Word>, angles: Vec<f32>, rulings: &[Ruling]) -> (Vec<Word>, Vec<f32>) {
    let walls: Vec<&Ruling> = rulings.iter().filter(|line| !line.horizontal).collect();
    let mut digits: Vec<usize> = (0..words.len()).filter(|index| is_digit(&words[*index])).collect();
    if digits.len() < FEWEST || walls.is_empty() {
        return (words, angles);
    }
    digits.sort_by(|a, b| words[*a].region.x.total_cmp(&words[*b].region.x));
    let runs = without_tables(runs(&words, &digits, &walls), &words);
    let numbers = numbers(by_line(runs, &words), &words);
    let mut gone = vec![false; words.len()];
    let mut first = vec![None; words.len()];
    for number in numbers {
        for index in &number {
            gone[*index] = true;
        }
        let start = number[0];
        first[start] = Some(number);
    }
    let mut joined = (Vec::with_capacity(words.len()), Vec::with_capacity(words.len()));
    for (index, word) in words.iter().enumerate() {
        match &first[index] {
            Some(number) => joined.0.push(together(number, &words)),
            None if gone[index] => continue,
            None => joined.0.push(word.clone()),
        }
        joined.1.push(angles.get(index).copied().unwrap_or(0.0));
    }
    joined
}

fn is_digit(word: &Word) -> bool {
    word.widget.is_none() && word.text.len() == 1 && word.text.bytes().all(|byte| byte.is_ascii_digit())
}

fn middle(words: &[Word], index: usize) -> (f32, f32) {
    words[index].region.center()
}

fn is_level(words: &[Word], a: usize, b: usize) -> bool {
    (middle(words, a).1 - middle(words, b).1).abs() < LEVEL * words[a].size.max(words[b].size)
}

/// Whether exactly one ruling, single or double, separates two digits.
fn is_walled(words: &[Word], a: usize, b: usize, walls: &[&Ruling]) -> bool {
    let ((left, y), (right, _)) = (middle(words, a), middle(words, b));
    let reach = words[a].size / 2.0;
    let between = walls
        .iter()
        .filter(|wall| wall.at > left && wall.at < right && wall.from < y + reach && wall.to > y - reach);
    let (first, last) = between.fold((f32::MAX, f32::MIN), |(first, last), wall| {
        (first.min(wall.at), last.max(wall.at))
    });
    last >= first && last - first <= DOUBLE
}

/// Finds digits at one pitch with a ruling between each pair; `digits` are sorted from left to right.
fn runs(words: &[Word], digits: &[usize], walls: &[&Ruling]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for &digit in digits {
        let follows = |run: &&mut Run| {
            let Some(&last) = run.members.last() else { return false };
            let step = middle(words, digit).0 - middle(words, last).0;
            let size = words[digit].size.max(words[last].size);
            let pitch = if run.members.len() > 1 { run.pitch } else { step };
            step > 0.0
                && step <= WIDEST * size
                && (step - pitch).abs() <= PITCH * pitch
                && is_level(words, last, digit)
                && is_walled(words, last, digit, walls)
        };
        if let Some(run) = runs.iter_mut().find(follows) {
            let (from, to) = (middle(words, run.members[0]).0, middle(words, digit).0);
            run.members.push(digit);
            run.pitch = (to - from) / (run.members.len() - 1) as f32;
        } else {
            runs.push(Run {
                members: vec![digit],
                pitch: 0.0,
            });
        }
    }
    runs.retain(|run| run.members.len() > 1);
    runs
}

/// Drops runs directly above or below each other.
fn without_tables(runs: Vec<Run>, words: &[Word]) -> Vec<Run> {
    let place = |run: &Run| Region::around(run.members.iter().map(|index| &words[*index].region));
    let places: Vec<Option<Region>> = runs.iter().map(place).collect();
    let stacked = |index: usize, run: &Run| {
        let near = |a: &Region, b: &Region| {
            let ((_, y), (_, other)) = (a.center(), b.center());
            let apart = (y - other).abs();
            a.x < b.right()
                && b.x < a.right()
                && apart > LEVEL * words[run.members[0]].size
                && apart < TABLE * words[run.members[0]].size
        };
        let Some(own) = &places[index] else { return true };
        places.iter().flatten().any(|other| near(own, other))
    };
    let lone: Vec<bool> = runs
        .iter()
        .enumerate()
        .map(|(index, run)| !stacked(index, run))
        .collect();
    let kept = runs.into_iter().zip(lone).filter(|(_, lone)| *lone);
    kept.map(|(run, _)| run).collect()
}

/// Sorts runs by line, each from left to right.
fn by_line(mut runs: Vec<Run>, words: &[Word]) -> Vec<Run> {
    let place = |run: &Run| middle(words, run.members[0]);
    runs.sort_by(|a, b| place(a).1.total_cmp(&place(b).1));
    let mut lines: Vec<Vec<Run>> = Vec::new();
    for run in runs {
        match lines.last_mut() {
            Some(line) if is_level(words, line[0].members[0], run.members[0]) => line.push(run),
            _ => lines.push(vec![run]),
        }
    }
    for line in &mut lines {
        line.sort_by(|a, b| place(a).0.total_cmp(&place(b).0));
    }
    lines.into_iter().flatten().collect()
}

/// The words of each number, from left to right: a long run, or adjacent runs with the dashes and points between
/// them.
fn numbers(mut runs: Vec<Run>, words: &[Word]) -> Vec<Vec<usize>> {
    let mut numbers = Vec::new();
    while !runs.is_empty() {
        let (count, between) = beside(&runs, words);
        let all = runs.drain(..count).enumerate();
        let mut number: Vec<usize> = Vec::new();
        for (place, run) in all {
            if let Some(sign) = place.checked_sub(1).and_then(|at| between.get(at)) {
                number.extend(sign);
            }
            number.extend(run.members);
        }
        if count > 1 || number.len() >= FEWEST {
            numbers.push(number);
        }
    }
    numbers
}

/// How many of the first runs are groups of one number, and the sign between each pair.
fn beside(runs: &[Run], words: &[Word]) -> (usize, Vec<Option<usize>>) {
    let follows = |a: &Run, b: &Run| {
        let (Some(&last), Some(&next)) = (a.members.last(), b.members.first()) else {
            return false;
        };
        let gap = middle(words, next).0 - middle(words, last).0;
        gap > 0.0
            && gap <= GROUPS * a.pitch
            && (a.pitch - b.pitch).abs() <= PITCH * a.pitch
            && is_level(words, last, next)
    };
    let sign = |a: &Run, b: &Run| {
        let (from, to) = (*a.members.last()?, *b.members.first()?);
        let inside = |index: &usize| {
            let x = middle(words, *index).0;
            x > middle(words, from).0 && x < middle(words, to).0 && is_level(words, from, *index)
        };
        (0..words.len()).find(|index| matches!(words[*index].text.as_str(), "-" | "–" | ".") && inside(index))
    };
    for groups in NUMBERS {
        let own = runs.get(..groups.len());
        let fits = own.filter(|own| {
            own.iter().zip(groups).all(|(run, count)| run.members.len() == *count)
                && own.windows(2).all(|pair| follows(&pair[0], &pair[1]))
        });
        if let Some(own) = fits {
            return (
                groups.len(),
                own.windows(2).map(|pair| sign(&pair[0], &pair[1])).collect(),
            );
        }
    }
    if let [whole, cents, ..] = runs
        && cents.members.len() == 2
        && follows(whole, cents)
        && let Some(point) = sign(whole, cents).filter(|index| words[*index].text == ".")
    {
        return (2, vec![Some(point)]);
    }
    (1, Vec::new())
}

/// One word covering all boxes.
fn together(number: &[usize], words: &[Word]) -> Word {
    let members = || number.iter().map(|index| &words[*index]);
    let mut word = words[number[0]].clone();
    word.text = members().map(|word| word.text.replace('–', "-")).collect();
    word.region = Region::around(members().map(|word| &word.region)).unwrap_or(word.region);
    // Extends the word to the edges of the first and last box: by half the free space around a digit.
    let step = middle(words, number[1]).0 - middle(words, number[0]).0;
    let free = (step - words[number[0]].region.width).max(0.0) / 2.0;
    word.region.x -= free;
    word.region.width += 2.0 * free;
    let known: Vec<f32> = members().filter_map(|word| word.confidence).collect();
    word.confidence = (!known.is_empty()).then(|| known.iter().sum::<f32>() / known.len() as f32);
    word.min_char_confidence = members().filter_map(|word| word.min_char_confidence).reduce(f32::min);
    word.handwritten = members().any(|word| word.handwritten);
    word
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Boxes 14 points wide with one character each; `|` is a wall, a space skips a box.
    fn paper(lines: &[(f32, &str)]) -> (Vec<Word>, Vec<Ruling>) {
        let (mut words, mut rulings) = (Vec::new(), Vec::new());
        for &(y, line) in lines {
            let mut x = 100.0;
            for c in line.chars() {
                if c == '|' {
                    rulings.push(Ruling {
                        horizontal: false,
                        at: x,
                        from: y - 4.0,
                        to: y + 14.0,
                        thickness: 0.5,
                    });
                    continue;
                }
                if c != ' ' {
                    let region = Region {
                        page: 1,
                        x: x + 4.0,
                        y,
                        width: 6.0,
                        height: 10.0,
                    };
                    words.push(Word {
                        confidence: Some(0.9),
                        min_char_confidence: Some(if c == '3' { 0.6 } else { 0.9 }),
                        ..Word::typed(c, region, 10.0)
                    });
                }
                x += 14.0;
            }
        }
        (words, rulings)
    }

    fn check(lines: &[(f32, &str)], expected: &[&str]) {
        let (words, rulings) = paper(lines);
        let count = words.len();
        let (joined, angles) = join_combs(words, vec![0.0; count], &rulings);
        let texts: Vec<&str> = joined.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(
            (texts.as_slice(), angles.len()),
            (expected, expected.len()),
            "{lines:?}"
        );
    }

    #[test]
    fn a_digit_a_box_is_one_number() {
        check(&[(100.0, "|1|2|3|4|5|")], &["12345"]);
        check(&[(100.0, "|1|2|3|-|4|5|-|6|7|8|9|")], &["123-45-6789"]);
        check(
            &[(100.0, "|1|2|3| |4|5| |6|7|8|9|"), (140.0, "|1|2|-|3|4|5|6|7|8|9|")],
            &["123456789", "12-3456789"],
        );
        check(&[(100.0, "|1|2|3|4|.|5|0|")], &["1234.50"]);
    }

    #[test]
    fn what_is_no_comb_stays_apart() {
        // Too few digits, no rulings, letters, a table.
        check(&[(100.0, "|1|2|3|")], &["1", "2", "3"]);
        check(&[(100.0, "1234")], &["1", "2", "3", "4"]);
        check(&[(100.0, "|A|2|B|4|")], &["A", "2", "B", "4"]);
        check(
            &[(100.0, "|1|2|3|4|"), (116.0, "|5|6|7|8|")],
            &["1", "2", "3", "4", "5", "6", "7", "8"],
        );
    }

    #[test]
    fn the_word_covers_its_boxes_and_is_as_sure_as_its_least_digit() {
        let (words, rulings) = paper(&[(100.0, "|1|2|3|4|")]);
        let (joined, _) = join_combs(words, Vec::new(), &rulings);
        let word = &joined[0];
        assert_eq!((word.region.x, word.region.right()), (100.0, 156.0));
        assert_eq!(word.min_char_confidence, Some(0.6));
    }
}
