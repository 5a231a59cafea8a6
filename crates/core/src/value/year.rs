//! Tax years: 2000..=2099, four digits and nothing else (seed 000: `^20\d{2}$`). A letter that looks like a digit, or
//! a gap, is refused: a year decides too much to be guessed.

use super::ValueFault;

pub(super) const WANTED: &str = "a tax year";

pub fn parse(text: &str) -> Result<i32, ValueFault> {
    let plain = text.trim();
    let digits = plain.len() == 4 && plain.starts_with("20") && plain.bytes().all(|byte| byte.is_ascii_digit());
    let year = if digits { plain.parse().ok() } else { None };
    year.ok_or_else(|| ValueFault::new(text, WANTED, "it is not one of 2000 to 2099"))
}
