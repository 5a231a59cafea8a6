//! Masks the sent key in everything a server returns: some servers repeat it in errors, raw or encoded, and errors
//! are shown and stored. Keys of known formats are masked in `fault`; this masks the key that was sent, whatever its
//! format.

use super::fault::ProviderError;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE};
use std::fmt::{self, Write};

const COVER: &str = "[removed]";
/// Min length of a masked key, in bytes. Shorter ones are placeholder words, such as local servers require, and not
/// secret.
const SHORTEST: usize = 6;
/// Min length, in bytes, of keys that are masked in answers too: they cannot be a word of a protocol.
const UNMISTAKABLE: usize = 16;

/// The forms in which a key may be returned.
pub(super) struct Redaction(Vec<String>);

impl fmt::Debug for Redaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redaction")
    }
}

impl Redaction {
    pub(super) fn over(secret: Option<&str>) -> Self {
        let Some(secret) = secret.filter(|secret| secret.len() >= SHORTEST) else {
            return Self(Vec::new());
        };
        let mut forms = vec![secret.to_owned(), in_json(secret), in_json(secret).replace('/', "\\/")];
        forms.extend(escaped(secret, "\\u00", false));
        forms.extend(escaped(secret, "\\u00", true));
        forms.extend(escaped(secret, "%", false));
        forms.extend(escaped(secret, "%", true));
        let hex = secret.bytes().fold(String::new(), |mut hex, byte| {
            let _infallible = write!(hex, "{byte:02x}");
            hex
        });
        forms.push(hex.to_ascii_uppercase());
        forms.push(hex);
        for before in ["", "Bearer "] {
            let whole = format!("{before}{secret}");
            for encoder in [BASE64_STANDARD, BASE64_URL_SAFE] {
                forms.push(encoder.encode(&whole).trim_end_matches('=').to_owned());
            }
        }
        // Longest first, so that masking one form does not break up a longer, encoded one.
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        Self(forms)
    }

    pub(super) fn text(&self, text: String) -> String {
        let covered = |text: String, form: &String| {
            if text.contains(form.as_str()) {
                text.replace(form.as_str(), COVER)
            } else {
                text
            }
        };
        self.0.iter().fold(text, covered)
    }

    /// Masks a piece of an answer, unless the key is so short that it could be a word of the protocol.
    pub(super) fn piece(&self, text: String) -> String {
        let long = self
            .0
            .iter()
            .map(String::len)
            .min()
            .is_some_and(|least| least >= UNMISTAKABLE);
        if long { self.text(text) } else { text }
    }

    pub(super) fn error(&self, mut error: ProviderError) -> ProviderError {
        error.message = self.text(error.message);
        error.request_id = error.request_id.map(|id| self.text(id));
        error
    }
}

fn in_json(secret: &str) -> String {
    let quoted = serde_json::Value::from(secret).to_string();
    quoted.trim_matches('"').to_owned()
}

/// Returns the key with non-alphanumeric bytes escaped: all of them, and all except those that URLs leave unescaped.
fn escaped(secret: &str, before: &str, upper: bool) -> Vec<String> {
    let plain = |keep: &str| {
        secret.bytes().fold(String::new(), |mut text, byte| {
            let letter = char::from(byte);
            if letter.is_ascii_alphanumeric() || keep.contains(letter) {
                text.push(letter);
            } else {
                let _infallible = if upper {
                    write!(text, "{before}{byte:02X}")
                } else {
                    write!(text, "{before}{byte:02x}")
                };
            }
            text
        })
    };
    vec![plain(""), plain("-_.~"), plain("-_.~!*'()")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Fault;

    const ODD: &str = "Zq9+/wunder=lich%7&x\"\\";

    #[test]
    fn a_key_is_covered_in_every_form_it_comes_back_in() {
        let redaction = Redaction::over(Some(ODD));
        for form in [
            ODD.to_owned(),
            format!("key={ODD}&more"),
            serde_json::json!({ "key": ODD }).to_string(),
            r#"Zq9+\/wunder=lich%7&x\"\\"#.to_owned(),
            r"Zq9\u002b\u002fwunder\u003dlich\u00257\u0026x\u0022\u005c".to_owned(),
            "Zq9%2B%2Fwunder%3Dlich%257%26x%22%5C".to_owned(),
            "Zq9%2b%2fwunder%3dlich%257%26x%22%5c".to_owned(),
            BASE64_STANDARD.encode(ODD),
            BASE64_URL_SAFE.encode(format!("Bearer {ODD}")),
        ] {
            let covered = redaction.text(format!("who is {form}?"));
            assert!(covered.contains(COVER), "{form}: {covered}");
            assert!(
                !covered.contains("wunder") && !covered.contains("enVuZGVy"),
                "{form}: {covered}"
            );
        }
        let mut error = ProviderError::new(Fault::Auth, format!("unknown key {ODD}"));
        error.request_id = Some(format!("req-{ODD}"));
        let covered = redaction.error(error);
        assert_eq!(covered.message, "unknown key [removed]");
        assert_eq!(covered.request_id.as_deref(), Some("req-[removed]"));
    }

    #[test]
    fn words_that_are_no_secret_stay() {
        for (key, text) in [(None, "none"), (Some("EMPTY"), "the list is EMPTY")] {
            assert_eq!(Redaction::over(key).text(text.to_owned()), text);
        }
        let event = r#"{"content": "the content"}"#;
        assert_eq!(Redaction::over(Some("content")).piece(event.to_owned()), event);
        let long = Redaction::over(Some("a-key-that-is-long-enough"));
        assert_eq!(
            long.piece("is a-key-that-is-long-enough yours?".to_owned()),
            "is [removed] yours?"
        );
    }
}
