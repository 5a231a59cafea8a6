//! Printed dates, days without a year, and years.

use touchstone_core::record::Format;
use touchstone_core::value::{date, day, parse, validate, year};

pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for format in [Format::Date, Format::Year] {
        if let Ok(value) = parse(&format, &text) {
            assert_eq!(validate(&format, &value), Ok(()), "{value} is stored in another form");
        }
    }
    if let Ok(parsed) = date::parse(&text) {
        assert_eq!(date::parse(&date::print(parsed)), Ok(parsed));
    }
    if let Ok(parsed) = year::parse(&text) {
        assert_eq!(year::parse(&parsed.to_string()), Ok(parsed));
    }
    for reading in day::readings(&text) {
        if let Some(found) = reading.date(2024) {
            assert!(reading.fits(found), "{found} is not the day of {text:?}");
        }
    }
    date::month_named(&text);
}
