//! Codes: US states, and the lists defined by packs.

use super::ValueFault;
use crate::record::CodeList;
use crate::words;

/// Whether a text is a state's code or name.
pub fn names_state(text: &str) -> bool {
    state(text).is_ok()
        || words::common()
            .state_names
            .iter()
            .any(|name| name.eq_ignore_ascii_case(text.trim()))
}

/// Validates a state code and returns it in capitals.
pub fn state(text: &str) -> Result<String, ValueFault> {
    let code = text.trim().to_uppercase();
    if words::common().states.contains(&code) {
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
