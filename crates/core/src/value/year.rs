//! Tax years: 2000..=2099, exactly four digits (seed 000: `^20\d{2}$`). Letters that look like digits, and gaps, are
//! rejected: too much depends on the year to guess it.

use super::ValueFault;

pub(super) const WANTED: &str = "a tax year";

pub fn parse(text: &str) -> Result<i32, ValueFault> {
    let plain = text.trim();
    let digits = plain.len() == 4 && plain.starts_with("20") && plain.bytes().all(|byte| byte.is_ascii_digit());
    let year = if digits { plain.parse().ok() } else { None };
    year.ok_or_else(|| ValueFault::new(text, WANTED, "it is not one of 2000 to 2099"))
}
