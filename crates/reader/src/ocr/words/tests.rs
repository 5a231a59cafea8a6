//! Tests of word boundaries by characters and ink.

use super::*;
use crate::ocr::grey::Grey;
use crate::ocr::quad::Quad;

/// A picture of 400 by 40 pixels with characters drawn as bars at the given columns; `None` is a space, which leaves no
/// ink.
fn drawn(characters: &[(Option<char>, usize)], paper: u8, ink: u8) -> (Grey, Vec<Glyph>) {
    let mut grey = Grey {
        width: 400,
        height: 40,
        pixels: vec![paper; 16_000],
    };
    let mut glyphs = Vec::new();
    for &(c, x) in characters {
        glyphs.push(Glyph {
            text: c.map_or(" ".to_owned(), String::from),
            at: x as f32 / 400.0,
            confidence: 0.9,
        });
        if c.is_some() {
            for y in 12..28 {
                grey.pixels[y * 400 + x - 4..y * 400 + x + 4].fill(ink);
            }
        }
    }
    (grey, glyphs)
}

/// Checks the words of a line that spans the whole picture, with their left and right ends.
fn check(characters: &[(Option<char>, usize)], walls: &[f32], expected: &[(&str, f32, f32)]) {
    let (grey, glyphs) = drawn(characters, 255, 0);
    let line = Line {
        quad: Quad {
            corners: [(0.0, 5.0), (400.0, 5.0), (400.0, 35.0), (0.0, 35.0)],
        },
        glyphs,
    };
    let walls: Vec<Ruling> = walls
        .iter()
        .map(|&at| Ruling {
            horizontal: false,
            at,
            from: 0.0,
            to: 40.0,
            thickness: 1.0,
        })
        .collect();
    let found = split(&line, &Ink::of(&grey), &walls);
    let found: Vec<_> = found.iter().map(|w| (w.text.as_str(), w.left, w.right)).collect();
    assert_eq!(found, expected);
}

#[test]
fn words_end_at_spaces_walls_and_wide_gaps() {
    let (a, b) = (Some('a'), Some('b'));
    check(
        &[(a, 50), (b, 60), (None, 70), (a, 80)],
        &[],
        &[("ab", 46.0, 64.0), ("a", 76.0, 84.0)],
    );
    check(
        &[(a, 50), (b, 60), (a, 71)],
        &[65.0],
        &[("ab", 46.0, 64.0), ("a", 67.0, 75.0)],
    );
    check(&[(a, 50), (b, 80)], &[], &[("a", 46.0, 54.0), ("b", 76.0, 84.0)]);
    // A recognized space in a number whose ink continues is ignored.
    let digits = [(Some('1'), 50), (None, 54), (Some('2'), 58)];
    check(&digits, &[], &[("12", 46.0, 62.0)]);
}

#[test]
fn white_letters_on_a_dark_band_have_spaces_too() {
    let characters = [(Some('a'), 50), (Some('b'), 60), (None, 72), (Some('a'), 84)];
    let (mut grey, mut glyphs) = drawn(&characters, 20, 250);
    // The paper around the band.
    for row in grey.pixels.chunks_mut(400) {
        row[..20].fill(255);
        row[200..].fill(255);
    }
    let corners = [(30.0, 5.0), (150.0, 5.0), (150.0, 35.0), (30.0, 35.0)];
    let along = |glyph: &mut Glyph| glyph.at = (glyph.at * 400.0 - 30.0) / 120.0;
    glyphs.iter_mut().for_each(along);
    let quad = Quad { corners };
    let found = split(&Line { quad, glyphs }, &Ink::of(&grey), &[]);
    let texts: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(texts, ["ab", "a"]);
}

#[test]
fn letters_that_stand_far_apart_stay_together() {
    let loose: Vec<(Option<char>, usize)> = (0..6).map(|step| (Some('a'), 50 + 20 * step)).collect();
    check(&loose, &[], &[("aaaaaa", 46.0, 154.0)]);
    let far: Vec<_> = loose.into_iter().chain([(Some('b'), 230)]).collect();
    check(&far, &[], &[("aaaaaa", 46.0, 154.0), ("b", 226.0, 234.0)]);
}

#[test]
fn a_space_needs_paper() {
    // Recognized, but narrower than any space; there is always some gap after the digit 1: `1ST`.
    check(
        &[(Some('a'), 50), (None, 54), (Some('b'), 59)],
        &[],
        &[("ab", 46.0, 63.0)],
    );
    check(
        &[(Some('1'), 50), (None, 54), (Some('s'), 63), (Some('t'), 72)],
        &[],
        &[("1st", 46.0, 76.0)],
    );
    check(
        &[(Some('1'), 50), (None, 54), (Some('U'), 63), (Some('n'), 72)],
        &[],
        &[("1", 46.0, 54.0), ("Un", 59.0, 76.0)],
    );
    check(
        &[(Some('1'), 50), (None, 56), (Some('s'), 67)],
        &[],
        &[("1", 46.0, 54.0), ("s", 63.0, 71.0)],
    );
}

#[test]
fn signs_that_hide_digits_are_never_unsure() {
    for (text, hides) in [
        ("XXX-XX-1234", 7),
        ("***-**-1234", 7),
        ("***_**-1234", 7),
        ("XXX-XX-123", 0),
        ("XX-1234", 0),
        ("XXX-X1-1234", 0),
    ] {
        let glyphs: Vec<Glyph> = text
            .chars()
            .map(|c| Glyph {
                text: c.to_string(),
                at: 0.5,
                confidence: if c.is_ascii_digit() { 0.9 } else { 0.5 },
            })
            .collect();
        let glyphs: Vec<&Glyph> = glyphs.iter().collect();
        assert_eq!(hidden(&glyphs), hides, "{text}");
        let least = written(&glyphs, [0.0; 4], 10.0, 0.0).least;
        assert_eq!(least > 0.8, hides > 0, "{text}");
        assert!(!written(&glyphs, [0.0; 4], 10.0, 0.0).text.contains('_'), "{text}");
    }
}

#[test]
fn digits_may_stand_apart() {
    check(&[(Some('1'), 50), (Some('1'), 65)], &[], &[("11", 46.0, 69.0)]);
}
