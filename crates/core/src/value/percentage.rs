//! Percentages, such as a partner's share of profit, stored as decimal text without the sign.

use super::ValueFault;
use rust_decimal::Decimal;

pub(super) const WANTED: &str = "a percentage";

/// Parses `12.5%`, `100 %`, `33.333333`, `.5%`. Rejects signs and grouping (seed 000), and more than 100.
pub fn parse(text: &str) -> Result<Decimal, ValueFault> {
    let number = text.trim().trim_end_matches('%').trim_end();
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let parsed = if plain { number.parse::<Decimal>().ok() } else { None };
    let parsed = parsed.ok_or_else(|| ValueFault::new(text, WANTED, "it is not a plain number"))?;
    if parsed > Decimal::ONE_HUNDRED {
        return Err(ValueFault::new(text, WANTED, "it is over 100 %"));
    }
    Ok(parsed)
}

/// Keeps the number of decimals printed.
pub fn print(share: Decimal) -> String {
    share.to_string()
}
