//! Searches bytes for texts that must not be in them, in every encoding in which a program may have written them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

/// Encoded texts begin with this many bytes that are looked up at once.
const START: usize = 4;
/// Bits of a letter of base64.
const SEXTET: usize = 6;

/// A text in one encoding, in lowercase: all are compared without regard to case.
struct Needle {
    text: &'static str,
    encoding: &'static str,
    bytes: Vec<u8>,
}

/// Texts to search for, in six encodings: UTF-8, UTF-16 in both byte orders, base64 at any offset, hexadecimal digits,
/// and escaped letter by letter as in URLs, JSON and HTML. Letters and digits are also found where only odd characters
/// around them are escaped.
pub struct Canaries {
    needles: Vec<Needle>,
    by_start: HashMap<[u8; START], Vec<usize>>,
    /// Whether a text begins with this byte, which is asked first.
    begins: [bool; 256],
}

impl Canaries {
    /// Texts should have at least 8 characters, so that none is found by chance.
    pub fn new(texts: &[&'static str]) -> Self {
        let needles: Vec<Needle> = texts.iter().flat_map(|text| needles(text)).collect();
        let mut by_start: HashMap<[u8; START], Vec<usize>> = HashMap::new();
        for (at, needle) in needles.iter().enumerate() {
            if let Some(start) = needle.bytes.first_chunk() {
                by_start.entry(*start).or_default().push(at);
            }
        }
        let mut begins = [false; 256];
        for needle in &needles {
            begins[usize::from(needle.bytes[0])] = true;
        }
        Self {
            needles,
            by_start,
            begins,
        }
    }

    /// What is in these bytes: each text with its encoding.
    pub fn found_in(&self, bytes: &[u8]) -> Vec<String> {
        let lower = bytes.to_ascii_lowercase();
        let mut found = Vec::new();
        for (at, start) in lower.windows(START).enumerate() {
            if !self.begins[usize::from(start[0])] {
                continue;
            }
            let begun = start.first_chunk().and_then(|start| self.by_start.get(start));
            for needle in begun.into_iter().flatten().map(|at| &self.needles[*at]) {
                if lower[at..].starts_with(&needle.bytes) {
                    found.push(format!("{} in {}", needle.text, needle.encoding));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// What is in the files below a folder and in their names, each with the path of the file.
    pub fn found_below(&self, folder: &Path) -> io::Result<Vec<(String, String)>> {
        let mut found = Vec::new();
        if !folder.exists() {
            return Ok(found);
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let name = path.display().to_string();
            let mut here = self.found_in(entry.file_name().as_encoded_bytes());
            let kind = entry.file_type()?;
            if kind.is_dir() {
                found.extend(self.found_below(&path)?);
            } else if kind.is_file() {
                here.extend(self.found_in(&fs::read(&path)?));
            }
            found.extend(here.into_iter().map(|what| (name.clone(), what)));
        }
        Ok(found)
    }
}

fn needles(text: &'static str) -> Vec<Needle> {
    let bytes = text.as_bytes();
    let each = |encode: &dyn Fn(u8) -> String| -> Vec<u8> {
        bytes.iter().flat_map(|byte| encode(*byte).into_bytes()).collect()
    };
    let mut encoded = vec![
        ("UTF-8", bytes.to_vec()),
        ("UTF-16LE", text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16BE", text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ("hexadecimal digits", each(&|byte| format!("{byte:02x}"))),
        ("percent escapes", each(&|byte| format!("%{byte:02x}"))),
        ("JSON escapes", each(&|byte| format!("\\u{byte:04x}"))),
        ("HTML escapes", each(&|byte| format!("&#{byte};"))),
    ];
    if text.contains(' ') {
        encoded.push(("URL with plus signs", text.replace(' ', "+").into_bytes()));
        encoded.push(("URL with percent escapes", text.replace(' ', "%20").into_bytes()));
    }
    encoded.extend((0..3).map(|offset| ("base64", base64_at(bytes, offset))));
    let needle = |(encoding, mut bytes): (&'static str, Vec<u8>)| {
        bytes.make_ascii_lowercase();
        Needle { text, encoding, bytes }
    };
    encoded.into_iter().map(needle).collect()
}

/// The letters of base64 that depend on the text alone when `offset` other bytes stand before it.
fn base64_at(bytes: &[u8], offset: usize) -> Vec<u8> {
    let mut all = vec![0; offset];
    all.extend_from_slice(bytes);
    let first = (offset * 8).div_ceil(SEXTET);
    let end = all.len() * 8 / SEXTET;
    STANDARD_NO_PAD.encode(all).into_bytes()[first..end].to_vec()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_text_is_found_in_every_encoding_and_at_every_offset() {
        let canaries = Canaries::new(&["Quist 912-34"]);
        let found = |bytes: &[u8]| canaries.found_in(bytes).len();
        for before in ["", "a", "ab", "abc"] {
            let whole = format!("{before}Quist 912-34!");
            assert_eq!(found(STANDARD_NO_PAD.encode(&whole).as_bytes()), 1, "{before}");
            assert_eq!(found(whole.to_uppercase().as_bytes()), 1);
            let wide: Vec<u8> = whole.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert!(found(&wide) > 0);
        }
        for encoded in [
            "5175697374203931322D3334".to_owned(),
            r"\u0051\u0075\u0069\u0073\u0074\u0020\u0039\u0031\u0032\u002D\u0033\u0034".to_owned(),
            "Quist%20912-34".to_owned(),
            "%51%75%69%73%74%20%39%31%32%2d%33%34".to_owned(),
        ] {
            assert_eq!(found(encoded.as_bytes()), 1, "{encoded}");
        }
        assert_eq!(found(b"Quist 912-35, 912-34"), 0);
        assert_eq!(found(b""), 0);
    }

    #[test]
    fn files_and_their_names_are_searched() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a"), "of Quistberg").unwrap();
        fs::write(inner.join("quistberg.txt"), "nothing").unwrap();
        let found = Canaries::new(&["Quistberg"]).found_below(folder.path()).unwrap();
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
