//! Masks numbers that identify a person: social security and taxpayer numbers, and numbers of records. All but the last
//! characters become X, wherever they are in a document: in values, quotes, messages and page text.

use super::Exported;
use anyhow::Context;
use serde_json::Value;
use touchstone_core::record::Format;

/// Characters that stay visible at the end of a number, and never more than half of it.
const SHOWN: usize = 4;
/// Shorter numbers are not looked for: they are part of anything.
const SHORTEST: usize = 4;
/// Max characters between two digits of one number, since forms print digits in separate boxes.
const APART: usize = 2;
/// Keys of the program's own ids and names, which hold no text of a document.
const OWN_KEYS: [&str; 11] = [
    "schema",
    "id",
    "run_id",
    "sha256",
    "form",
    "print",
    "issue_ids",
    "reasons",
    "version",
    "guide_code",
    "raised_by",
];

/// The numbers of one document that are to be masked, as letters and digits alone.
#[derive(Debug, Clone, Default)]
pub struct Mask {
    numbers: Vec<Vec<char>>,
}

impl Mask {
    /// The numbers in the fields of a document that the pack calls a person's. Social security numbers as usually
    /// printed are masked in any case.
    pub fn of(document: &Exported) -> Self {
        let mut mask = Self::default();
        for form in &document.result.forms {
            for (name, field) in &form.fields {
                let spec = document
                    .pack
                    .as_ref()
                    .and_then(|pack| pack.template_for(&form.label).field(name));
                if spec.is_some_and(|spec| matches!(spec.format, Format::Ssn | Format::Tin)) {
                    let quotes = field.evidence.iter().map(|evidence| evidence.quote.as_str());
                    let value = field.value.as_str().into_iter().chain(field.raw.as_deref());
                    value.chain(quotes).for_each(|number| mask.learn(number));
                }
            }
        }
        mask
    }

    /// Masks this number too.
    pub fn learn(&mut self, number: &str) {
        let number: Vec<char> = plain(number.chars()).collect();
        let has_digit = number.iter().any(char::is_ascii_digit);
        if number.len() >= SHORTEST && has_digit && !self.numbers.contains(&number) {
            self.numbers.push(number);
            // The longest first: another may begin like it.
            self.numbers.sort_by_key(|number| std::cmp::Reverse(number.len()));
        }
    }

    /// A text with its numbers masked.
    pub fn text(&self, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut masked = String::with_capacity(text.len());
        let mut at = 0;
        while at < chars.len() {
            if let Some(end) = self.number_at(&chars, at) {
                masked.extend(hidden(&chars[at..end]));
                at = end;
            } else {
                masked.push(chars[at]);
                at += 1;
            }
        }
        masked
    }

    /// A document with all its texts masked.
    ///
    /// # Errors
    /// If a masked text is not what its key must hold.
    pub fn document(&self, mut document: Exported) -> anyhow::Result<Exported> {
        const FAILED: &str = "could not mask the numbers of a document";
        let mut whole = serde_json::to_value(&document.result).context(FAILED)?;
        self.value(&mut whole);
        document.result = serde_json::from_value(whole).context(FAILED)?;
        for entry in &mut document.register {
            entry.evidence = self.text(&entry.evidence);
        }
        Ok(document)
    }

    fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(parts) => {
                let foreign = parts.iter_mut().filter(|(key, _)| !OWN_KEYS.contains(&key.as_str()));
                foreign.for_each(|(_, part)| self.value(part));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// The end of a number that begins here.
    fn number_at(&self, chars: &[char], at: usize) -> Option<usize> {
        if !chars[at].is_alphanumeric() || at > 0 && continues(chars[at - 1], chars[at]) {
            return None;
        }
        let known = self.numbers.iter().filter_map(|number| spelled(chars, at, number));
        known.chain(social_security(chars, at)).find(|end| ends(chars, *end))
    }
}

fn plain(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    chars.filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase)
}

/// The end of a number that is written here, with other characters between its own.
fn spelled(chars: &[char], start: usize, number: &[char]) -> Option<usize> {
    let mut at = start;
    for (index, wanted) in number.iter().enumerate() {
        let mut skipped = 0;
        while index > 0 && chars.get(at).is_some_and(|c| !c.is_alphanumeric()) && skipped < APART {
            at += 1;
            skipped += 1;
        }
        let found = chars.get(at)?;
        if !found.to_uppercase().eq(std::iter::once(*wanted)) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// The end of `123-45-6789` or `123 45 6789`.
fn social_security(chars: &[char], start: usize) -> Option<usize> {
    let digits = |from: usize, count: usize| {
        let group = chars.get(from..from + count)?;
        group.iter().all(char::is_ascii_digit).then_some(())
    };
    let separator = chars.get(start + 3).filter(|c| matches!(c, '-' | '–' | '‑' | ' '))?;
    digits(start, 3)?;
    digits(start + 4, 2)?;
    digits(start + 7, 4)?;
    (chars[start + 6] == *separator).then_some(start + 11)
}

/// Whether a number or a word continues. A number may adjoin a word.
fn continues(before: char, after: char) -> bool {
    if before.is_ascii_digit() || after.is_ascii_digit() {
        before.is_ascii_digit() && after.is_ascii_digit()
    } else {
        before.is_alphanumeric() && after.is_alphanumeric()
    }
}

/// Whether no more of a number or a word follows, also not the cents of an amount.
fn ends(chars: &[char], end: usize) -> bool {
    match (chars.get(end), chars.get(end + 1)) {
        (Some('.' | ','), Some(next)) => !next.is_ascii_digit(),
        (Some(next), _) => !continues(chars[end - 1], *next),
        (None, _) => true,
    }
}

fn hidden(number: &[char]) -> impl Iterator<Item = char> {
    let count = number.iter().filter(|c| c.is_alphanumeric()).count();
    let mut left = count - SHOWN.min(count / 2);
    number.iter().map(move |c| {
        if c.is_alphanumeric() && left > 0 {
            left -= 1;
            'X'
        } else {
            *c
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample::{level, run_record};
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn numbers_are_masked_however_they_are_written() {
        let mut mask = Mask::default();
        mask.learn("12-3456789");
        mask.learn("MR 00445566");
        mask.learn("4455");
        mask.learn("77");
        for (text, expected) in [
            ("SSN 123-45-6789.", "SSN XXX-XX-6789."),
            ("123 45 6789", "XXX XX 6789"),
            ("1 2 3 4 5 6 7 8 9", "X X X X X 6 7 8 9"),
            ("TIN 123456789", "TIN XXXXX6789"),
            ("mr00445566", "XXXXXX5566"),
            ("4455 4455.00 14455", "XX55 4455.00 14455"),
            ("1123-45-6789 123-45-67890", "1123-45-6789 123-45-67890"),
            ("SSN123456789and", "SSNXXXXX6789and"),
            ("XXX-XX-6789", "XXX-XX-6789"),
            ("2025-01-15, 77", "2025-01-15, 77"),
        ] {
            assert_eq!(mask.text(text), expected, "{text}");
        }
    }

    #[test]
    fn a_masked_document_is_still_a_result() {
        let mut record = run_record();
        let form = &mut record.forms[0];
        let field = form.fields.get_mut("employee_ssn").unwrap();
        field.value = json!("123-45-6789");
        field.raw = Some("123456789".to_owned());
        field.evidence[0].quote = "123456789".to_owned();
        record.issues[0].body.message = "the number 123456789 is on another form".to_owned();
        let mut document = Exported::of(&record, &level);
        document.register = vec![crate::export::RegisterEntry {
            evidence: "123-45-6789".to_owned(),
            ..Default::default()
        }];
        let mut mask = Mask::of(&document);
        mask.learn("123456789");
        let id = document.result.document.id;
        let masked = mask.document(document).unwrap();
        let text = serde_json::to_string(&masked).unwrap() + &masked.register[0].evidence;
        assert!(!text.contains("123-45") && !text.contains("12345"), "{text}");
        assert_eq!(masked.result.forms[0].fields["employee_ssn"].value, "XXX-XX-6789");
        assert_eq!(masked.result.document.id, id);
    }

    proptest! {
        #[test]
        fn no_learned_number_is_left(number in "[0-9]{9}", before in "[^0-9A-Za-z]{0,5}", after in " [a-z -]{0,8}") {
            let mut mask = Mask::default();
            mask.learn(&number);
            let masked = mask.text(&format!("{before}{number}{after}"));
            prop_assert!(!masked.contains(&number), "{}", masked);
            prop_assert!(masked.contains(&number[5..]), "{}", masked);
        }
    }
}
