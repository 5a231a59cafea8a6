//! Printed amounts, prices, shares and quantities.

use rust_decimal::Decimal;
use touchstone_core::record::Format;
use touchstone_core::value::{amount, money, parse, percentage, rate, tin, validate};

/// Max digits before the point of an amount of money.
const MOST_DIGITS: u32 = 15;

pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for format in [
        Format::Currency,
        Format::Rate,
        Format::Percentage,
        Format::Ssn,
        Format::Ein,
        Format::Tin,
        Format::Count,
    ] {
        if let Ok(value) = parse(&format, &text) {
            assert_eq!(validate(&format, &value), Ok(()), "{value} is stored in another form");
        }
    }
    if let Ok(parsed) = money::parse(&text) {
        assert_eq!(money::parse(&money::print(parsed)), Ok(parsed));
        assert!(
            parsed.abs() < Decimal::from(10_u64.pow(MOST_DIGITS)),
            "{parsed} is too large to add up"
        );
        let digits = |text: &str| tin::digits(text).trim_matches('0').to_owned();
        if text.is_ascii() {
            assert_eq!(digits(&money::print(parsed)), digits(&text), "its digits changed");
        }
    }
    if let Ok(price) = rate::parse(&text) {
        assert_eq!(rate::parse(&rate::print(price)), Ok(price));
    }
    if let Ok(share) = percentage::parse(&text) {
        assert_eq!(percentage::parse(&percentage::print(share)), Ok(share));
    }
    let (quantity, price) = amount::parted(&text);
    let numbers = [
        amount::bare(&text),
        amount::fine(&text),
        amount::unmistakable(&text),
        amount::bare(quantity),
        amount::fine(price),
    ];
    let numbers: Vec<Decimal> = numbers.into_iter().flatten().collect();
    for one in &numbers {
        for other in &numbers {
            // Too large a product is `None`, never a panic.
            let _product = amount::product(*one, *other);
        }
    }
    tin::unmasked_agree(&text, "123-45-6789");
}
