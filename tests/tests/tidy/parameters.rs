//! Forbids functions that take a tuple apart in their signature, which hides what its parts have in common.

use crate::house::{File, enforce};

fn tuples(file: &File) -> Vec<String> {
    if !file.is_rust() {
        return Vec::new();
    }
    let scan = file.scan();
    let takes = |at: usize| parameters(&scan.code[at..]).into_iter().any(is_tuple_pattern);
    scan.functions()
        .filter(|(_, at)| takes(*at))
        .map(|(name, at)| {
            format!(
                "{}:{}: `{name}` takes a tuple apart: name its parts as parameters, or give them one type",
                file.path,
                scan.line_of(at)
            )
        })
        .collect()
}

/// The parameters of a signature that begins with the name of its function.
fn parameters(signature: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_i32, None);
    let mut last = ' ';
    for (at, letter) in signature.char_indices() {
        match (letter, start) {
            ('(', None) if depth == 0 => (depth, start) = (1, Some(at + 1)),
            ('(' | '[' | '{' | '<', _) => depth += 1,
            // `Fn(u8) -> u8`
            ('>', _) if last == '-' => {}
            (')' | ']' | '}' | '>', _) => depth -= 1,
            _ => {}
        }
        if let Some(from) = start
            && (depth == 0 || letter == ',' && depth == 1)
        {
            found.push(&signature[from..at]);
            start = Some(at + 1);
            if depth == 0 {
                break;
            }
        }
        last = letter;
    }
    found
}

fn is_tuple_pattern(parameter: &str) -> bool {
    parameter.trim_start().trim_start_matches('&').starts_with('(')
}

#[test]
fn no_signature_takes_a_tuple_apart() {
    enforce(tuples);
}

#[test]
fn tuples_taken_apart_are_seen() {
    let text = "fn held((a, b): (u8, u8)) {}\n\
                impl S {\n\
                    fn of<F: Fn(u8, (u8, u8)) -> u8>(\n\
                        &self,\n\
                        act: F,\n\
                        &(x, y): &(u8, u8),\n\
                    ) {}\n\
                }\n\
                fn fine(place: (u8, u8), map: Map<u8, (u8, u8)>, act: impl Fn(u8) -> (u8, u8)) {\n\
                    places.map(|(a, b): (u8, u8)| a);\n\
                }\n";
    let found = tuples(&File::new("a.rs", text));
    let places: Vec<&str> = found
        .iter()
        .filter_map(|complaint| complaint.split(" takes").next())
        .collect();
    assert_eq!(places, ["a.rs:1: `held`", "a.rs:3: `of`"], "{found:?}");
}
