//! Tells which printed words are numbers, amounts or sums of money. Assigning them to fields is not done here.

use super::model::Layout;
use super::reading;
use touchstone_core::record::Format;

/// A number of at least two digits, excluding box labels such as `12a` and years, which are the form's own print.
pub(crate) fn is_likely_value(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let bare = text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let numbered = bare.starts_with(|c: char| c.is_ascii_digit()) && digits < 3;
    let label = bare.len() <= 3 && numbered && !text.contains(['.', '$', '%']);
    let year = bare.len() == 4 && (bare.starts_with("19") || bare.starts_with("20")) && digits == 4;
    digits > 1 && !label && !year
}

/// An amount with its cents.
pub(crate) fn is_amount(text: &str) -> bool {
    text.contains('.') && is_sum(text)
}

/// An amount with cents, or whole dollars with a thousands separator, which a mere count lacks: `4,987`.
pub(crate) fn is_sum(text: &str) -> bool {
    text.contains(['.', ',']) && is_likely_value(text) && reading::value(&Format::Currency, text).is_some()
}

/// Whether a number is that of a form, `CONSOLIDATED FORM 1099`, `See Form 4137`, or in a web address.
pub(crate) fn names_form(layout: &Layout, word: usize) -> bool {
    let before = layout.left_of(word).map(|before| layout.folded[before].as_slice());
    let text = layout.word(word).text.to_lowercase();
    matches!(before, Some(b"form" | b"forms" | b"schedule")) || text.contains("irs.gov/") || text.starts_with("www.")
}

#[cfg(test)]
mod tests {
    use super::is_likely_value;

    #[test]
    fn words_that_look_like_values() {
        let rows = [
            ("302-4641-4", true),
            ("1,234.56", true),
            ("$95", true),
            ("T2862", true),
            ("70828-2604", true),
            ("387", true),
            ("12a", false),
            ("15", false),
            ("2024", false),
            ("B", false),
            ("Copy", false),
        ];
        for (text, expected) in rows {
            assert_eq!(is_likely_value(text), expected, "{text}");
        }
    }
}
