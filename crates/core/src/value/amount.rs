//! Amounts as printed by cash registers, banks and foreign shops: with any currency sign, a plus sign, a decimal
//! comma. Ambiguous amounts are rejected. Amounts of US forms are in `money`.

use super::money;
use rust_decimal::Decimal;

const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

/// Parses an amount with cents or a currency sign, which cannot be anything else: `$1,234.56`, `12.00-`, `+5.00`,
/// `1.234,56`, `€ 12`.
pub fn unmistakable(text: &str) -> Option<Decimal> {
    let plain = plain(text)?;
    let digits = plain.trim_end_matches([')', '-', '\u{2212}', '\u{2013}']);
    let cents = |mark: char| {
        digits
            .rsplit_once(mark)
            .is_some_and(|(_, cents)| cents.len() == 2 && cents.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let signed = text.contains(SIGNS) || text.contains("USD");
    if cents('.') || signed && !cents(',') {
        return money::parse(&plain).ok();
    }
    cents(',').then(|| comma(&plain)).flatten()
}

/// Splits an amount from a suffix: two letters such as `CR` and `DR`, or the asterisk or capital with which receipts
/// mark taxed items, except a single letter that may mean credit or debit. Other texts get an empty suffix.
pub fn parted(text: &str) -> (&str, &str) {
    let bare = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '*');
    let amount = bare.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '-'));
    let known = match &text.as_bytes()[bare.len()..] {
        [b'*'] => true,
        [letter] => letter.is_ascii_uppercase() && !matches!(letter, b'C' | b'D'),
        [first, second] => first.is_ascii_alphabetic() && second.is_ascii_alphabetic(),
        _ => false,
    };
    if amount && known {
        text.split_at(bare.len())
    } else {
        (text, "")
    }
}

/// Parses a bare number, such as a quantity or a price without cents: `2`, `0.762`, `1,250`.
pub fn bare(text: &str) -> Option<Decimal> {
    let digits = text.bytes().any(|byte| byte.is_ascii_digit());
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    if !digits || !plain || text.ends_with(['.', ',']) {
        return None;
    }
    match text.rsplit_once('.') {
        Some((_, decimals)) if decimals.len() > 2 => text.parse().ok().filter(money::fits),
        _ => money::parse(text).ok(),
    }
}

/// Quantity times price; `None` if the product is too large for an amount, as for two account numbers.
pub fn product(quantity: Decimal, price: Decimal) -> Option<Decimal> {
    quantity.checked_mul(price).filter(money::fits)
}

/// Parses a price with a currency sign and more than two decimals: `$3.459`.
pub fn fine(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix(SIGNS)?;
    let decimals = digits.rsplit_once('.')?.1;
    (decimals.len() > 2).then(|| bare(digits)).flatten()
}

/// Removes a plus sign, and currency signs other than the dollar's.
fn plain(text: &str) -> Option<String> {
    let text = text.trim();
    let mut plain: String = text
        .chars()
        .filter(|c| *c == '$' || !SIGNS.contains(c))
        .collect::<String>()
        .trim()
        .to_owned();
    let pluses = plain.matches('+').count();
    if pluses == 1 {
        let ends = plain.starts_with('+') || plain.ends_with('+') || plain.starts_with("$+");
        let other = plain.contains(['-', '(', '\u{2212}', '\u{2013}']);
        if !ends || other {
            return None;
        }
        plain = plain.replace('+', "");
    }
    (pluses <= 1).then(|| plain.trim().to_owned())
}

/// Parses `1.234,56`: points between thousands, a comma before the cents.
fn comma(text: &str) -> Option<Decimal> {
    let turned: String = text
        .chars()
        .map(|c| match c {
            '.' => ',',
            ',' => '.',
            other => other,
        })
        .collect();
    money::parse(&turned).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_that_are_nothing_else() {
        let check = |text: &str, wanted: Option<&str>| {
            assert_eq!(unmistakable(text).map(money::print).as_deref(), wanted, "{text}");
        };
        check("$1,234.56", Some("1234.56"));
        check("1,234.56", Some("1234.56"));
        check("12.00-", Some("-12.00"));
        check("(12.00)", Some("-12.00"));
        check("+5.00", Some("5.00"));
        check("+$5.00", Some("5.00"));
        check("-$5.00", Some("-5.00"));
        check("$5", Some("5.00"));
        check("1.234,56", Some("1234.56"));
        check("12,50", Some("12.50"));
        check("€ 12,50", Some("12.50"));
        check("€12.50", Some("12.50"));
        check("£3", Some("3.00"));
        check("1.234,56-", Some("-1234.56"));
        check("12", None);
        check("1,234", None);
        check("1.234", None);
        check("12.345", None);
        check("1,23,45", None);
        check("4.5.00", None);
        check("+-5.00", None);
        check("12.00%", None);
        check("", None);
    }

    #[test]
    fn marks_glued_to_amounts() {
        assert_eq!(parted("45.00CR"), ("45.00", "CR"));
        assert_eq!(parted("1,045.00-DR"), ("1,045.00-", "DR"));
        assert_eq!(parted("45.00"), ("45.00", ""));
        assert_eq!(parted("45.00USD"), ("45.00USD", ""));
        assert_eq!(parted("CR"), ("CR", ""));
        assert_eq!(parted("2.70*"), ("2.70", "*"));
        assert_eq!(parted("3.99T"), ("3.99", "T"));
        assert_eq!(parted("3.99D"), ("3.99D", ""));
        assert_eq!(parted("3.99**"), ("3.99**", ""));
    }

    #[test]
    fn bare_numbers() {
        let check = |text: &str, wanted: Option<&str>| {
            assert_eq!(
                bare(text).map(|number| number.normalize().to_string()).as_deref(),
                wanted,
                "{text}"
            );
        };
        check("2", Some("2"));
        check("0.762", Some("0.762"));
        check("1,250", Some("1250"));
        check("1.5", Some("1.5"));
        check("2.", None);
        check("A2", None);
        check("12-34", None);
        check(".", None);
        check("999999999999999.999", Some("999999999999999.999"));
        check("1000000000000000.000", None);
        check("9999999999999999999999999.999", None);
    }

    #[test]
    fn a_product_is_an_amount_or_nothing() {
        let check = |quantity: &str, price: &str, wanted: Option<&str>| {
            let product = bare(quantity)
                .zip(bare(price))
                .and_then(|(left, right)| product(left, right));
            assert_eq!(product.map(money::print).as_deref(), wanted, "{quantity} x {price}");
        };
        check("4", "1.25", Some("5.00"));
        check("0.762", "1.58", Some("1.20"));
        check("999999999999999", "1", Some("999999999999999.00"));
        check("999999999999999", "2", None);
        check("999999999999999.999", "999999999999999.999", None);
    }
}
