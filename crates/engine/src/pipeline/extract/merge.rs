//! Merges the words of a page with those of closer looks at parts of it. Where two looks agree, the higher confidence
//! counts; where they differ, digits never change silently. Pure. See `places` for which parts are looked at and
//! `closer_looks` for the looks themselves.

use touchstone_intake::layout::{self, Material};
use touchstone_intake::{BlockKind, Page, Reading, ReadingSource, Region, TextSource, Word};

/// Min confidence of a word's least certain character for the word to count as clear.
const CLEAR: f32 = 0.8;
/// Max confidence of words that two looks read differently, low enough that no pack accepts them.
const DISPUTED: f32 = 0.5;
/// Min overlap of two words at the same place, as a share of the smaller one.
const SAME_PLACE: f32 = 0.3;
/// Angle, in degrees, given to the words of a stamp, so that text stamped across the page remains a stamp.
const SLANTED: f32 = 30.0;

/// A closer look at a part of a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    pub region: Region,
    /// The part as it was read, with its rulings, in points of the page.
    pub part: Page,
    /// Places where the first reading was not a valid value.
    pub faulty: Vec<Region>,
    /// Boxes were missed, so rulings found by this look are added to the page.
    pub lines: bool,
}

/// Two looks' different readings of one place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Difference {
    pub region: Region,
    pub before: String,
    pub after: String,
}

/// Merges the page with all looks. The caller numbers the readings.
pub(super) fn merged(base: &Page, looks: &[Look]) -> (Page, Vec<Difference>) {
    let mut differences = Vec::new();
    let (mut words, mut angles) = (Vec::new(), Vec::new());
    let mut gone = vec![false; base.reading.words.len()];
    for look in looks {
        for group in groups(&base.reading.words, &gone, look) {
            for index in &group.first {
                gone[*index] = true;
            }
            let first: Vec<&Word> = group.first.iter().map(|index| &base.reading.words[*index]).collect();
            words.extend(settled(&first, &group.second, look, &mut differences));
        }
    }
    angles.resize(words.len(), 0.0);
    let stamped = |index: usize| {
        let mut stamps = base
            .reading
            .blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Stamp);
        stamps.any(|block| (block.words.0..block.words.1).contains(&(index as u32)))
    };
    for (index, word) in base.reading.words.iter().enumerate().filter(|(index, _)| !gone[*index]) {
        words.push(word.clone());
        angles.push(if stamped(index) { SLANTED } else { 0.0 });
    }
    (arranged(base, looks, words, &angles), differences)
}

fn arranged(base: &Page, looks: &[Look], words: Vec<Word>, angles: &[f32]) -> Page {
    let mut page = base.clone();
    let lined = || looks.iter().filter(|look| look.lines);
    if lined().next().is_some() {
        page.rulings
            .extend(lined().flat_map(|look| look.part.rulings.iter().copied()));
        page.rulings = layout::join_rulings(&page.rulings, page.width, page.height);
        page.cells = layout::find_cells(page.number, &page.rulings);
    }
    let arranged = layout::arrange(
        words,
        &Material {
            page: page.region(),
            rulings: &page.rulings,
            cells: &page.cells,
            pictures: &page.pictures,
            angles,
        },
    );
    page.has_tables = arranged.has_tables;
    page.text_source = TextSource::Ocr;
    page.reading = Reading {
        source: ReadingSource::Merged { readings: Vec::new() },
        words: arranged.words,
        blocks: arranged.blocks,
        ..base.reading.clone()
    };
    page
}

/// Words of both looks at one place.
struct Group {
    first: Vec<usize>,
    second: Vec<Word>,
}

/// Groups the words of a part by place. Words that the edge of the part may have cut keep their first reading.
fn groups(base: &[Word], gone: &[bool], look: &Look) -> Vec<Group> {
    let inside = |region: &Region| {
        let part = &look.region;
        region.x >= part.x && region.right() <= part.right() && region.y >= part.y && region.bottom() <= part.bottom()
    };
    let cut = |region: &Region| {
        let mut outer = base.iter().filter(|word| !inside(&word.region));
        outer.any(|word| share_place(&word.region, region))
    };
    let mut groups: Vec<Group> = Vec::new();
    let firsts = (0..base.len()).filter(|index| !gone[*index] && inside(&base[*index].region));
    groups.extend(firsts.map(|index| Group {
        first: vec![index],
        second: Vec::new(),
    }));
    let seconds = look.part.reading.words.iter();
    for word in seconds.filter(|word| look.region.holds(&word.region) && !cut(&word.region)) {
        let shares = |group: &Group| {
            let mut first = group.first.iter().map(|index| &base[*index]);
            first.any(|known| share_place(&known.region, &word.region))
        };
        let (own, others): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(shares);
        groups = others;
        let mut joined = Group {
            first: own.iter().flat_map(|group| group.first.clone()).collect(),
            second: own.into_iter().flat_map(|group| group.second).collect(),
        };
        joined.second.push(word.clone());
        groups.push(joined);
    }
    for group in &mut groups {
        group
            .first
            .sort_by(|a, b| base[*a].region.x.total_cmp(&base[*b].region.x));
        group.second.sort_by(|a, b| a.region.x.total_cmp(&b.region.x));
    }
    groups
}

fn share_place(a: &Region, b: &Region) -> bool {
    a.shared_area(b) > SAME_PLACE * a.area().min(b.area())
}

/// The words at one place after both looks. Handwritten words stay handwritten, whichever look is believed.
fn settled(first: &[&Word], second: &[Word], look: &Look, differences: &mut Vec<Difference>) -> Vec<Word> {
    let by_hand = first.iter().any(|word| word.handwritten);
    let mut words = believed(first, second, look, differences);
    for word in &mut words {
        word.handwritten |= by_hand;
    }
    words
}

fn believed(first: &[&Word], second: &[Word], look: &Look, differences: &mut Vec<Difference>) -> Vec<Word> {
    let kept = || first.iter().map(|word| (*word).clone()).collect::<Vec<_>>();
    if first.is_empty() || second.is_empty() {
        return if first.is_empty() { second.to_vec() } else { kept() };
    }
    let sure = |least: f32, word: &Word| least.min(word.min_char_confidence.unwrap_or(1.0));
    let (before, after) = (
        first.iter().fold(1.0, |least, word| sure(least, word)),
        second.iter().fold(1.0, sure),
    );
    let (first_text, seen) = (joined(first.iter().copied()), joined(second));
    if first_text.eq_ignore_ascii_case(&seen) {
        return agreed(kept(), second, after >= before);
    }
    let faulty = first.iter().any(|word| {
        let mut places = look.faulty.iter();
        places.any(|place| place.holds(&word.region))
    });
    if !faulty && before >= CLEAR {
        return kept();
    }
    if faulty && after >= CLEAR && same_digits(&first_text, &seen) {
        return second.to_vec();
    }
    differences.extend(
        Region::around(first.iter().map(|word| &word.region)).map(|region| Difference {
            region,
            before: first_text,
            after: seen,
        }),
    );
    let mut surer = if after > before { second.to_vec() } else { kept() };
    for word in &mut surer {
        let least = word.min_char_confidence.unwrap_or(1.0).min(DISPUTED);
        word.min_char_confidence = Some(least);
    }
    surer
}

/// Merges looks that agree: each word gets the higher confidence. If they split the words differently, the clearer look
/// counts.
fn agreed(mut first: Vec<Word>, second: &[Word], clearer: bool) -> Vec<Word> {
    if first.len() != second.len() {
        return if clearer { second.to_vec() } else { first };
    }
    for (word, again) in first.iter_mut().zip(second) {
        word.confidence = surer(word.confidence, again.confidence);
        word.min_char_confidence = surer(word.min_char_confidence, again.min_char_confidence);
    }
    first
}

fn surer(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    one.into_iter().chain(other).reduce(f32::max)
}

fn joined<'w>(words: impl IntoIterator<Item = &'w Word>) -> String {
    words.into_iter().map(|word| word.text.as_str()).collect()
}

/// Whether two texts have the same digits, punctuation aside. Within a number, a letter that looks like a digit counts
/// as one.
fn same_digits(a: &str, b: &str) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let mended = |text: &str| -> String {
        let number = text.contains(|c: char| c.is_ascii_digit());
        let digit = |c: char| match c {
            'O' | 'o' | 'Q' if number => Some('0'),
            'l' | 'I' if number => Some('1'),
            'S' | 's' if number => Some('5'),
            'B' if number => Some('8'),
            'Z' if number => Some('2'),
            _ => c.is_ascii_digit().then_some(c),
        };
        text.chars().filter_map(digit).collect()
    };
    digits(a) == digits(b) || mended(a) == mended(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, x: f32, least: f32) -> Word {
        let region = Region {
            page: 1,
            x,
            y: 100.0,
            width: 6.0 * text.len() as f32,
            height: 10.0,
        };
        Word {
            confidence: Some(least),
            min_char_confidence: Some(least),
            ..Word::typed(text, region, 10.0)
        }
    }

    fn page(words: Vec<Word>) -> Page {
        let reading = Reading {
            words,
            ..Reading::empty()
        };
        Page {
            text_source: TextSource::Ocr,
            ..Page::letter(1, reading)
        }
    }

    /// Text and lowest confidence of the page's words after a second look at its left half, and the number of
    /// differences.
    fn seen(first: Vec<Word>, second: Vec<Word>, faulty: bool) -> (Vec<(String, f32)>, usize) {
        let region = Region {
            page: 1,
            x: 0.0,
            y: 90.0,
            width: 200.0,
            height: 30.0,
        };
        let look = Look {
            region,
            part: page(second),
            faulty: if faulty { vec![region] } else { Vec::new() },
            lines: false,
        };
        let (found, differences) = merged(&page(first), &[look]);
        assert_eq!(
            found.reading.blocks.last().map(|block| block.words.1),
            Some(found.reading.words.len() as u32)
        );
        let words = found.reading.words.into_iter();
        let pairs = words.map(|word| (word.text, word.min_char_confidence.unwrap_or(1.0)));
        (pairs.collect(), differences.len())
    }

    #[test]
    fn looks_that_agree_are_as_sure_as_the_surer_one() {
        let check = |before: f32, after: f32| {
            let (words, differences) = seen(
                vec![word("1,234.50", 20.0, before)],
                vec![word("1,234.50", 21.0, after)],
                false,
            );
            assert_eq!(
                (words, differences),
                (vec![("1,234.50".to_owned(), before.max(after))], 0)
            );
        };
        check(0.6, 0.98);
        check(0.9, 0.4);
        check(0.6, 0.5);
    }

    #[test]
    fn digits_never_change_silently() {
        // Each row: first reading, its confidence, later reading, its confidence, whether the first was not a valid
        // value; text kept, whether in doubt.
        for (before, least, after, again, faulty, stands, doubted) in [
            ("1,234.50", 0.6, "1,284.50", 0.99, false, "1,284.50", true),
            ("1,234.50", 0.6, "1,284.50", 0.5, false, "1,234.50", true),
            ("1,234.50", 0.95, "1,284.50", 0.99, false, "1,234.50", false),
            ("1,234.50", 0.95, "1,284.50", 0.99, true, "1,284.50", true),
            ("|5,631.89", 0.95, "5,631.89", 0.97, true, "5,631.89", false),
            ("s", 0.85, "$", 0.97, true, "$", false),
            ("s", 0.85, "$", 0.6, true, "s", true),
            ("12,3S4.50", 0.9, "12,354.50", 0.97, true, "12,354.50", false),
            ("Srnith", 0.7, "Smith", 0.97, false, "Smith", true),
        ] {
            let (words, differences) = seen(vec![word(before, 20.0, least)], vec![word(after, 20.0, again)], faulty);
            let (text, least) = words[0].clone();
            assert_eq!(
                (text.as_str(), least < CLEAR, differences),
                (stands, doubted, usize::from(doubted)),
                "{before}"
            );
        }
    }

    #[test]
    fn what_only_one_look_saw_stays_and_the_edge_of_a_part_cuts_nothing() {
        let first = vec![
            word("Code", 20.0, 0.9),
            word("12,345.00", 180.0, 0.9),
            word("far", 400.0, 0.9),
        ];
        let second = vec![word("D", 100.0, 0.95), word("12,3", 180.0, 0.99)];
        let (words, differences) = seen(first, second, true);
        let texts: Vec<&str> = words.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!((texts, differences), (vec!["Code", "D", "12,345.00", "far"], 0));
    }

    #[test]
    fn words_that_ran_together_are_parted_by_the_clearer_look() {
        let first = vec![word("7911Union", 20.0, 0.7)];
        let second = || vec![word("7911", 20.0, 0.95), word("Union", 48.0, 0.95)];
        let (words, _) = seen(first, second(), false);
        let texts: Vec<&str> = words.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["7911", "Union"]);
    }
}
