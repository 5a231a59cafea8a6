//! Taxpayer numbers: SSN, EIN, or either. Masks are kept as printed; dashes are added where the form omits them
//! (seed 000: `XXX-XX-XXXX`, nine digits, partially masked; `XX-XXXXXXX`).

use super::ValueFault;

/// A well-formed number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tin {
    /// With dashes: `554-03-0876`, `***-**-1234`, `63-0065650`.
    pub text: String,
    pub masked: bool,
    /// Why no such number has ever been issued. A reason for review, not for rejection.
    pub doubt: Option<&'static str>,
}

const SSN_DASHES: &[usize] = &[3, 5];
const EIN_DASHES: &[usize] = &[2];

/// First two digits that the IRS has never assigned.
const NO_EIN_PREFIX: [&str; 17] = [
    "00", "07", "08", "09", "17", "18", "19", "28", "29", "49", "69", "70", "78", "79", "89", "96", "97",
];

pub fn ssn(text: &str) -> Result<Tin, ValueFault> {
    let places = Places::read(text, "an SSN")?;
    places.check_dashes(SSN_DASHES)?;
    Ok(places.tin(SSN_DASHES, ssn_doubt))
}

pub fn ein(text: &str) -> Result<Tin, ValueFault> {
    let places = Places::read(text, "an EIN")?;
    places.check_dashes(EIN_DASHES)?;
    Ok(places.tin(EIN_DASHES, ein_doubt))
}

/// Parses either number, distinguished by the dashes. Without dashes it is formatted as an SSN, which seed 000
/// expects for a person.
pub fn tin(text: &str) -> Result<Tin, ValueFault> {
    let places = Places::read(text, "a taxpayer number")?;
    if places.dashes.is_empty() {
        return Ok(places.tin(SSN_DASHES, ssn_doubt));
    }
    if places.check_dashes(EIN_DASHES).is_ok() {
        return Ok(places.tin(EIN_DASHES, ein_doubt));
    }
    places.check_dashes(SSN_DASHES)?;
    Ok(places.tin(SSN_DASHES, ssn_doubt))
}

/// The digits of a taxpayer number, for comparison.
pub fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether two texts are equal, where a masked digit equals any.
pub fn unmasked_agree(a: &str, b: &str) -> bool {
    let masked = |c: char| matches!(c, 'X' | 'x' | '*' | '#');
    let fits = |a: char, b: char| a == b || masked(a) && b.is_ascii_digit() || masked(b) && a.is_ascii_digit();
    a.len() == b.len() && a.chars().zip(b.chars()).all(|(a, b)| fits(a, b))
}

/// Nine places, each a digit or a mask, and the places preceded by a dash.
struct Places<'a> {
    text: &'a str,
    wanted: &'static str,
    signs: Vec<char>,
    dashes: Vec<usize>,
    masked: usize,
}

impl<'a> Places<'a> {
    fn read(text: &'a str, wanted: &'static str) -> Result<Self, ValueFault> {
        let fault = |reason: String| ValueFault::new(text, wanted, reason);
        let (mut signs, mut dashes) = (Vec::new(), Vec::new());
        for c in text.chars() {
            match c {
                '0'..='9' | 'X' | 'x' | '*' | '#' | '\u{2022}' | '\u{25cf}' => signs.push(c),
                // In scans, a dash between masks may be read as an underscore or a point.
                '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}' => dashes.push(signs.len()),
                '.' if signs.last().is_some_and(|sign| !sign.is_ascii_digit()) => dashes.push(signs.len()),
                c if c.is_whitespace() => {}
                c => return Err(fault(format!("`{c}` is neither a digit nor a mask"))),
            }
        }
        if signs.len() != 9 {
            return Err(fault(format!("it has {} digits instead of 9", signs.len())));
        }
        let masked = signs.iter().take_while(|c| !c.is_ascii_digit()).count();
        if signs[masked..].iter().any(|c| !c.is_ascii_digit()) {
            return Err(fault("a mask follows a digit".to_owned()));
        }
        if masked > 5 {
            return Err(fault("fewer than four digits are shown".to_owned()));
        }
        Ok(Self {
            text,
            wanted,
            signs,
            dashes,
            masked,
        })
    }

    fn check_dashes(&self, at: &[usize]) -> Result<(), ValueFault> {
        match self.dashes.iter().find(|place| !at.contains(place)) {
            None => Ok(()),
            Some(place) => Err(ValueFault::new(
                self.text,
                self.wanted,
                format!("there is a dash after {place} digits"),
            )),
        }
    }

    fn tin(&self, dashes: &[usize], doubt: fn(&str) -> Option<&'static str>) -> Tin {
        let mut text = String::with_capacity(11);
        for (place, c) in self.signs.iter().enumerate() {
            if dashes.contains(&place) {
                text.push('-');
            }
            text.push(*c);
        }
        let plain: String = self.signs.iter().collect();
        let masked = self.masked > 0;
        Tin {
            doubt: if masked { None } else { doubt(&plain) },
            text,
            masked,
        }
    }
}

/// Rules of the Social Security Administration: no area 000, 666 or 900-999, no group 00, no serial 0000.
fn ssn_doubt(plain: &str) -> Option<&'static str> {
    if plain.starts_with("000") || plain.starts_with("666") {
        Some("not a valid SSN: none begins with 000 or 666")
    } else if plain.starts_with('9') {
        Some("not an SSN: numbers that begin with 9 are ITINs")
    } else if &plain[3..5] == "00" || &plain[5..] == "0000" {
        Some("not a valid SSN: a group is all zeros")
    } else {
        None
    }
}

fn ein_doubt(plain: &str) -> Option<&'static str> {
    NO_EIN_PREFIX
        .contains(&&plain[..2])
        .then_some("not a valid EIN: none begins with these two digits")
}
