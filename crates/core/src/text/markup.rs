//! Text within HTML and XML.

/// Text for the content of an element or for an attribute in double quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn signs_of_markup_are_text() {
        assert_eq!(escaped("A&B <c> \"d\" 'e'"), "A&amp;B &lt;c&gt; &quot;d&quot; 'e'");
    }
}
