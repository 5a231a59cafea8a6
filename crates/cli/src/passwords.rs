//! Reads the password file: one password per line. They are tried on every protected document and kept in memory only.

use crate::status::UsageError;
use anyhow::Context;
use secrecy::SecretString;
use std::path::Path;

pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<SecretString>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| UsageError(format!("could not read the password file {}", file.display())))?;
    Ok(lines(&text).map(SecretString::from).collect())
}

/// Lines without their ends. Spaces in or around a password belong to it; empty lines are skipped.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_password() {
        let check = |text: &str, expected: &[&str]| assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{text:?}");
        check("a\nb\r\n\n", &["a", "b"]);
        check("\u{feff}a b \n c", &["a b ", " c"]);
        check("", &[]);
    }
}
