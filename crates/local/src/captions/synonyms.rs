//! Wordings of one caption: the pack lists interchangeable words. See `find` for locating them on a page.

/// Max wordings of one text.
const MOST: usize = 96;

/// Groups of interchangeable words, each word folded for comparison.
pub(crate) struct Synonyms(Vec<Vec<Vec<String>>>);

impl Synonyms {
    pub(crate) fn new(groups: &[Vec<String>]) -> Self {
        Self(
            groups
                .iter()
                .map(|group| group.iter().map(|word| words(word)).collect())
                .collect(),
        )
    }

    /// The text itself, then every other wording that the synonyms give, without duplicates.
    pub(crate) fn variants(&self, text: &str) -> Vec<String> {
        let mut known = vec![words(text)];
        for group in &self.0 {
            for place in 0..known.len() {
                for varied in replaced(&known[place], group) {
                    if known.len() < MOST && !varied.is_empty() && !known.contains(&varied) {
                        known.push(varied);
                    }
                }
            }
        }
        std::iter::once(text.to_owned())
            .chain(known.into_iter().skip(1).map(|words| words.join(" ")))
            .collect()
    }
}

/// Lower-case words without punctuation.
fn words(text: &str) -> Vec<String> {
    let plain = text.split_whitespace().map(|word| {
        let letters = word.chars().filter(|c| c.is_alphanumeric());
        letters.collect::<String>().to_lowercase()
    });
    plain.filter(|word| !word.is_empty()).collect()
}

/// The text with the first match of the group replaced by each of its other members.
fn replaced(text: &[String], group: &[Vec<String>]) -> Vec<Vec<String>> {
    // Of several matches the longest, and of those the first.
    let found = group.iter().filter(|words| !words.is_empty()).filter_map(|words| {
        let place = text.windows(words.len()).position(|part| part == words.as_slice())?;
        Some((place, words.len()))
    });
    let found = found.rev().max_by_key(|(_, length)| *length);
    let Some((place, length)) = found else {
        return Vec::new();
    };
    let others = group.iter().map(|other| {
        let mut varied = text.to_vec();
        varied.splice(place..place + length, other.iter().cloned());
        varied
    });
    others.filter(|varied| varied != text).collect()
}

#[cfg(test)]
mod tests {
    use super::Synonyms;

    #[test]
    fn wordings_of_one_caption() {
        let synonyms = Synonyms::new(&[
            vec!["number".to_owned(), "no.".to_owned()],
            vec!["Social security".to_owned(), "soc. sec.".to_owned()],
            vec!["and".to_owned(), String::new()],
        ]);
        let check = |text: &str, expected: &[&str]| assert_eq!(synonyms.variants(text), expected, "{text}");
        check("Locality name", &["Locality name"]);
        check("Control number", &["Control number", "control no"]);
        check(
            "Employee's social security number",
            &[
                "Employee's social security number",
                "employees social security no",
                "employees soc sec number",
                "employees soc sec no",
            ],
        );
        check(
            "Name, address, and ZIP",
            &["Name, address, and ZIP", "name address zip"],
        );
    }
}
