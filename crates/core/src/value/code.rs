//! Codes: US states and the lists that packs name.

use super::ValueFault;
use crate::record::CodeList;

/// Postal codes of states, the District of Columbia, territories, and the military's.
const STATES: [&str; 62] = [
    "AA", "AE", "AK", "AL", "AP", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "FM", "GA", "GU", "HI", "IA",
    "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MH", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND", "NE",
    "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "PR", "PW", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VI",
    "VT", "WA", "WI", "WV", "WY",
];

/// The code in capitals.
pub fn state(text: &str) -> Result<String, ValueFault> {
    let code = text.trim().to_uppercase();
    if STATES.contains(&code.as_str()) {
        return Ok(code);
    }
    Err(ValueFault::new(text, "a state code", "there is no such state"))
}

/// The code as the list writes it.
pub fn listed(list: &CodeList, text: &str) -> Result<String, ValueFault> {
    let wanted = text.trim();
    let found = list.codes.keys().find(|code| code.eq_ignore_ascii_case(wanted));
    let reason = || format!("the list `{}` does not have it", list.name);
    found
        .cloned()
        .ok_or_else(|| ValueFault::new(text, "a code of the list", reason()))
}
