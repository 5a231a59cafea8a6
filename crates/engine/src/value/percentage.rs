//! Percentages, such as a partner's share of profit: kept as a decimal text without the sign.

use super::ValueFault;
use rust_decimal::Decimal;

pub(super) const WANTED: &str = "a percentage";

/// Reads `12.5%`, `100 %`, `33.333333`, `.5%`. Signs and grouping are refused (seed 000).
pub fn parse(text: &str) -> Result<Decimal, ValueFault> {
    let number = text.trim().trim_end_matches('%').trim_end();
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let parsed = if plain { number.parse::<Decimal>().ok() } else { None };
    parsed.ok_or_else(|| ValueFault::new(text, WANTED, "it is not a plain number"))
}

/// As many decimals as were printed.
pub fn print(share: Decimal) -> String {
    share.to_string()
}
