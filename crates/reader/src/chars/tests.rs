//! Tests of text direction and of garbled codes.

use super::*;

fn glyphs(count: usize, direction: (f32, f32), garbled: bool) -> Vec<Glyph> {
    let glyph = Glyph {
        text: Some('a'),
        inferred: false,
        place: Region::whole(1, 5.0, 10.0),
        origin: (0.0, 0.0),
        direction,
        size: 10.0,
        bold: false,
        hidden: false,
        hiding: Hiding::Covered,
        suspect: false,
        object: 1,
        font: 1,
        garbled,
    };
    vec![glyph; count]
}

#[test]
fn a_page_is_turned_as_most_of_its_text_runs() {
    let check = |turned: usize, direction: (f32, f32), level: usize, expected: u8| {
        let glyphs = [glyphs(turned, direction, false), glyphs(level, (1.0, 0.0), false)].concat();
        let all = Glyphs {
            glyphs,
            ..Glyphs::default()
        };
        assert_eq!(all.quarters(), expected, "{direction:?} {turned} {level}");
    };
    check(200, (0.0, -1.0), 100, 1);
    check(200, (-1.0, 0.0), 100, 2);
    check(200, (0.0, 1.0), 100, 3);
    check(100, (0.0, -1.0), 200, 0);
    check(200, (0.7, -0.7), 0, 0);
    check(30, (0.0, -1.0), 0, 0);
}

#[test]
fn signs_without_a_meaning_are_unmapped_where_they_make_words() {
    for (count, expected) in [(2, false), (3, true)] {
        let mut all = Glyphs {
            glyphs: [glyphs(5, (1.0, 0.0), false), glyphs(count, (1.0, 0.0), true)].concat(),
            ..Glyphs::default()
        };
        all.set_unmapped();
        let replaced = all.glyphs.iter().filter(|glyph| glyph.text == Some('\u{FFFD}')).count();
        assert_eq!((all.unmapped, replaced), (expected, if expected { count } else { 0 }));
    }
}

#[test]
fn codes_that_say_nothing() {
    for (code, garbled) in [
        (0, true),
        (1, true),
        (0xE001, true),
        (0xF06F, false),
        (0xFFFD, true),
        (2, false),
        (13, false),
        (0x20, false),
        (0x41, false),
    ] {
        assert_eq!(is_garbled(code), garbled, "{code:x}");
    }
}
