//! The words of captions, titles and notes, from lists kept apart from the packs. Words are abbreviated, dropped and
//! swapped at random, as programs word the same box in many ways.

use super::lot::Lot;
use crate::calendar::{Day, grouped};
use std::collections::BTreeMap;

/// The wordings of every key. A line that begins with `~` is kept for the test part.
pub(super) struct Wording {
    of: BTreeMap<&'static str, Wordings>,
}

#[derive(Default)]
struct Wordings {
    common: Vec<&'static str>,
    kept: Vec<&'static str>,
}

/// Words that a caption can lose without another meaning.
const DROPPED: [&str; 8] = ["and", "of", "the", "from", "other", "or", "for", "paid"];

const SHORTER: [(&str, &str); 22] = [
    ("federal", "fed"),
    ("security", "sec"),
    ("social", "soc"),
    ("compensation", "comp"),
    ("withheld", "w/h"),
    ("number", "no."),
    ("identification", "ID"),
    ("medicare", "med."),
    ("account", "acct"),
    ("distributions", "distr."),
    ("department", "dept."),
    ("employer", "empr"),
    ("employee", "empl."),
    ("qualified", "qual."),
    ("dividends", "div."),
    ("payments", "pmts"),
    ("ordinary", "ord."),
    ("income", "inc."),
    ("benefits", "ben."),
    ("statement", "stmt"),
    ("balance", "bal."),
    ("transaction", "trans."),
];

/// Words that may follow the rest of their caption: `income tax withheld, federal`.
const FOLLOWING: [&str; 6] = ["Federal", "State", "Local", "Foreign", "Medicare", "Qualified"];

impl Wording {
    /// A list: keys at the margin, their wordings indented below.
    pub(super) fn of(list: &'static str) -> Self {
        let mut of: BTreeMap<&'static str, Wordings> = BTreeMap::new();
        let mut key = "";
        for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if !line.starts_with(' ') {
                key = line.trim();
                continue;
            }
            let wordings = of.entry(key).or_default();
            match line.trim().strip_prefix('~') {
                Some(kept) => wordings.kept.push(kept.trim()),
                None => wordings.common.push(line.trim()),
            }
        }
        Self { of }
    }

    /// One wording of a key as it is listed.
    pub(super) fn plain(&self, key: &str, lot: &mut Lot) -> &'static str {
        let wordings = self.of.get(key);
        debug_assert!(wordings.is_some(), "no wording of {key}");
        match wordings {
            Some(wordings) => lot.pick::<&str>(&wordings.common, &wordings.kept),
            None => "",
        }
    }

    /// One wording of a key, with words abbreviated, dropped or swapped.
    pub(super) fn caption(&self, key: &str, lot: &mut Lot) -> String {
        varied(self.plain(key, lot), lot)
    }

    /// One wording of a key with its places filled: `{4}` digits, `{$}` an amount, `{date}`, `{time}`, `{A}` a letter.
    pub(super) fn filled(&self, key: &str, lot: &mut Lot) -> String {
        filled(self.plain(key, lot), lot)
    }

    /// All common wordings of a key.
    pub(super) fn all(&self, key: &str) -> &[&'static str] {
        self.of.get(key).map_or(&[], |wordings| wordings.common.as_slice())
    }
}

fn varied(words: &str, lot: &mut Lot) -> String {
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    if words.len() > 2 && FOLLOWING.contains(&words[0].as_str()) && lot.chance(6) {
        let first = words.remove(0);
        words.push(format!(", {}", first.to_lowercase()));
    }
    if words.len() > 3 && lot.chance(12) {
        words.retain(|word| !DROPPED.contains(&word.as_str()));
    }
    if lot.chance(18) {
        for word in &mut words {
            if lot.chance(60) {
                *word = shorter(word);
            }
        }
    }
    words.join(" ").replace(" ,", ",")
}

fn shorter(word: &str) -> String {
    let bare = word.trim_end_matches(',');
    let Some((_, short)) = SHORTER.iter().find(|(long, _)| bare.eq_ignore_ascii_case(long)) else {
        return word.to_owned();
    };
    let mut letters = short.chars();
    match letters.next() {
        Some(first) if bare.starts_with(char::is_uppercase) => format!("{}{}", first.to_uppercase(), letters.as_str()),
        _ => (*short).to_owned(),
    }
}

/// A wording with its places filled.
pub(super) fn filled(pattern: &str, lot: &mut Lot) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, behind) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(&thrown(place, lot));
        rest = behind;
    }
    text + rest
}

fn thrown(place: &str, lot: &mut Lot) -> String {
    let dice = &mut lot.dice;
    let day = Day::new(dice.between(2001, 2026), dice.between(1, 12), dice.between(1, 28));
    match place {
        "$" => grouped(dice.between(100, 9_999_999)),
        "date" => day.slashes(),
        "day" => day.long(),
        "time" => format!("{:02}:{:02}", dice.between(7, 21), dice.between(0, 59)),
        "A" => dice.pick(&["A", "B", "C", "H", "K", "M", "P", "R", "X"]).to_string(),
        "year" => day.year.to_string(),
        digits => {
            let count = digits.parse().unwrap_or(1);
            (0..count).map(|_| dice.between(0, 9).to_string()).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lot::Part;
    use super::*;

    #[test]
    fn a_list_has_common_and_kept_wordings_and_places_are_filled() {
        let list = Wording::of("# words\nwages\n  Wages\n  ~Earnings\nnote\n  Store {3} on {date}\n");
        let drawn = |part, seed| list.plain("wages", &mut Lot::new(seed, part)).to_owned();
        assert!((0..50).all(|seed| drawn(Part::Train, seed) == "Wages"));
        assert!((0..50).any(|seed| drawn(Part::Test, seed) == "Earnings"));
        let note = list.filled("note", &mut Lot::new(1, Part::Train));
        assert_eq!(
            (note.len(), note.contains('{')),
            ("Store 123 on 01/01/2024".len(), false)
        );
    }
}
