//! Codes: US states, and the lists defined by packs.

use super::ValueFault;
use crate::record::CodeList;

/// Postal codes of states, the District of Columbia, territories and the military.
const STATES: [&str; 62] = [
    "AA", "AE", "AK", "AL", "AP", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "FM", "GA", "GU", "HI", "IA",
    "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MH", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND", "NE",
    "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "PR", "PW", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VI",
    "VT", "WA", "WI", "WV", "WY",
];

/// Names of the states, the District of Columbia and the territories.
const STATE_NAMES: [&str; 56] = [
    "Alabama",
    "Alaska",
    "American Samoa",
    "Arizona",
    "Arkansas",
    "California",
    "Colorado",
    "Connecticut",
    "Delaware",
    "District of Columbia",
    "Florida",
    "Georgia",
    "Guam",
    "Hawaii",
    "Idaho",
    "Illinois",
    "Indiana",
    "Iowa",
    "Kansas",
    "Kentucky",
    "Louisiana",
    "Maine",
    "Maryland",
    "Massachusetts",
    "Michigan",
    "Minnesota",
    "Mississippi",
    "Missouri",
    "Montana",
    "Nebraska",
    "Nevada",
    "New Hampshire",
    "New Jersey",
    "New Mexico",
    "New York",
    "North Carolina",
    "North Dakota",
    "Northern Mariana Islands",
    "Ohio",
    "Oklahoma",
    "Oregon",
    "Pennsylvania",
    "Puerto Rico",
    "Rhode Island",
    "South Carolina",
    "South Dakota",
    "Tennessee",
    "Texas",
    "US Virgin Islands",
    "Utah",
    "Vermont",
    "Virginia",
    "Washington",
    "West Virginia",
    "Wisconsin",
    "Wyoming",
];

/// Whether a text is a state's code or name.
pub fn names_state(text: &str) -> bool {
    state(text).is_ok() || STATE_NAMES.iter().any(|name| name.eq_ignore_ascii_case(text.trim()))
}

/// Validates a state code and returns it in capitals.
pub fn state(text: &str) -> Result<String, ValueFault> {
    let code = text.trim().to_uppercase();
    if STATES.contains(&code.as_str()) {
        return Ok(code);
    }
    Err(ValueFault::new(text, "a state code", "there is no such state"))
}

/// Validates a code and returns it as written in the list.
pub fn listed(list: &CodeList, text: &str) -> Result<String, ValueFault> {
    let wanted = text.trim();
    let found = list.codes.keys().find(|code| code.eq_ignore_ascii_case(wanted));
    let reason = || format!("it is not in the list `{}`", list.name);
    found
        .cloned()
        .ok_or_else(|| ValueFault::new(text, "a code from the list", reason()))
}
