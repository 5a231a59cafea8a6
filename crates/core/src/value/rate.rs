//! Unit prices, such as the price of a gallon: `$3.459`, `1.58/kg`. Amounts of dollars and cents are in `money`.

use super::{ValueFault, amount, money};
use rust_decimal::Decimal;

pub(super) const WANTED: &str = "a unit price";

/// Max decimals of a price.
const MOST_DECIMALS: u32 = 4;

/// Parses an amount, or a number with three or four decimals, optionally followed by a slash and its unit.
pub fn parse(text: &str) -> Result<Decimal, ValueFault> {
    let plain = text.trim();
    let priced = match plain.split_once('/') {
        Some((price, unit)) if !unit.bytes().any(|byte| byte.is_ascii_digit()) => price.trim(),
        _ => plain,
    };
    money::parse(priced).or_else(|fault| {
        let digits = priced.strip_prefix('$').unwrap_or(priced);
        let number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let read = if number { digits.parse::<Decimal>().ok() } else { None };
        read.filter(money::fits)
            .filter(|price| (3..=MOST_DECIMALS).contains(&price.scale()))
            .or_else(|| amount::unmistakable(priced))
            .ok_or_else(|| ValueFault::new(text, WANTED, fault.reason))
    })
}

/// Prints two places, or more if printed.
pub fn print(price: Decimal) -> String {
    if price.scale() > 2 {
        price.to_string()
    } else {
        money::print(price)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_keep_their_decimals() {
        let check = |text: &str, wanted: Option<&str>| {
            assert_eq!(parse(text).ok().map(print).as_deref(), wanted, "{text}");
        };
        check("$3.459", Some("3.459"));
        check("3.459/GAL", Some("3.459"));
        check("$1.58/kg", Some("1.58"));
        check("$0.3450", Some("0.3450"));
        check("5", Some("5.00"));
        check("1,250.00", Some("1250.00"));
        check("3.45912", None);
        check("9999999999999999999999999.999", None);
        check("07/24", None);
        check("3,50", Some("3.50"));
        check("3,50 €", Some("3.50"));
        check("each", None);
    }
}
