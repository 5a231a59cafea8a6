//! Matches and rejections of the aligner, captions, and folding.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use proptest::prelude::*;
use touchstone_intake::{Reading, Region, Word};

/// Words of a fixed width, one line per line of text.
fn reading(text: &str) -> Reading {
    let mut words = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let mut x = 10.0;
        for word in text.split_whitespace() {
            let width = 5.0 * word.chars().count() as f32;
            let region = Region {
                page: 1,
                x,
                y: 20.0 * line as f32,
                width,
                height: 10.0,
            };
            words.push(Word::typed(word, region, 10.0));
            x += width + 5.0;
        }
    }
    Reading {
        words,
        ..Reading::empty()
    }
}

/// Asserts the quote of the first span: `-` for none, `?` before a repaired one, `~` before an approximate one.
#[track_caller]
fn check(page: &str, quote: &str, expected: &str) {
    let spans = find(quote, &reading(page), None);
    let shown = spans.first().map_or_else(
        || "-".to_owned(),
        |span| {
            let sort = match span.repaired {
                true => "?",
                false if span.score < 1.0 => "~",
                false => "",
            };
            format!("{sort}{}", span.quote)
        },
    );
    assert_eq!(shown, expected, "{quote:?} in {page:?}");
}

#[test]
fn letters_are_forgiven() {
    check(
        "Wages, tips, other compensation",
        "wages, tips, other compensation",
        "Wages, tips, other compensation",
    );
    check("Employee\u{2019}s name", "Employee's name", "Employee\u{2019}s name");
    check("the o\u{fb03}ce of", "office", "o\u{fb03}ce");
    check(
        "Wages, tips,\nother compen\nsation",
        "tips, other compensation",
        "tips, other compen sation",
    );
    check("North  West Bakery", "NorthWest Bakery", "North West Bakery");
    check("NorthWest Bakery", "North West Bakery", "NorthWest Bakery");
    check(
        "Medicare wages end tips",
        "Medicare wages and tips",
        "~Medicare wages end tips",
    );
    check("Medicare wages tips", "Medicare wages and tips", "-");
    check("Locality name", "Locality nome", "~Locality name");
    check("Dept. of Revenue", "Dept of Revenue", "~Dept. of Revenue");
    check("(Smith),", "Smith", "~(Smith),");
    check("Smith,", "Smith", "~Smith,");
    check("Jose\u{301} Garci\u{301}a", "José García", "Jose\u{301} Garci\u{301}a");
    check("John", "Jo", "-");
    check("Johnson", "John", "-");
    check("Ohio", "Iowa", "-");
    check("", "Iowa", "-");
    check("Ohio", "", "-");
}

#[test]
fn digits_signs_and_points_are_not() {
    check("24,410.00", "24,410.00", "24,410.00");
    check("$24,410.00", "24,410.00", "~$24,410.00");
    check("24,410.00", "24410.00", "~24,410.00");
    check("24,410.00", "24,411.00", "-");
    check("24,410.00", "24,410.0", "-");
    check("24,410.00", "4,410.00", "-");
    check("24,410.00", "410.00", "-");
    check("24.410", "24,410", "-");
    check("-12.00", "12.00", "-");
    check("(12.00)", "12.00", "-");
    check("12.00-", "12.00", "-");
    check("-12.00", "-12.00", "-12.00");
    check("(12.00)", "(12.00)", "(12.00)");
    check("12.00", "-12.00", "-");
    check("244.10 353.95", "353.95", "353.95");
    check("244.10 353.95", "244.10", "244.10");
    check("1 234.00", "1234.00", "-");
    check("1234.00", "1 234.00", "-");
    check("1 234.00", "1 234.00", "1 234.00");
    check("554-03-0876", "554-03-0876", "554-03-0876");
    check("554-03-0876", "554-03-0867", "-");
    check("554-03-0876", "03-0876", "-");
    check("Box 12a DD 2,929.20", "12a", "12a");
    check("Waseca MN 56093", "Waseca MN 56039", "-");
    check("Waseka MN 56093", "Waseca MN 56093", "~Waseka MN 56093");
    check("Section 401(k)", "401(k)", "401(k)");
}

#[test]
fn a_repair_is_only_a_candidate() {
    check("5S4-O3-0876", "554-03-0876", "?5S4-O3-0876");
    check("24,41O.00", "24,410.00", "?24,41O.00");
    check("24,410.OO", "24,410.00", "?24,410.OO");
    check("24,410.00", "24,41O.00", "?24,410.00");
    assert_eq!(agrees("24,410.00", "24,41O.00"), Some((1.0, true)));
    assert_eq!(agrees("24,410.00", "24,410.00"), Some((1.0, false)));
    assert_eq!(agrees("24,410.00", "24,410.00 1"), None);
    assert_eq!(agrees("", " "), Some((1.0, false)));
}

#[test]
fn spans_tell_words_lines_and_the_nearest_place() {
    let page = reading("a 12.00 b\nc 12.00\nMain Street\n9 Waseca");
    let spans = find("12.00", &page, None);
    assert_eq!(
        spans.iter().map(|span| span.words).collect::<Vec<_>>(),
        [(1, 2), (4, 5)]
    );
    let near = Region {
        page: 1,
        x: 0.0,
        y: 22.0,
        width: 50.0,
        height: 5.0,
    };
    assert_eq!(find("12.00", &page, Some(near))[0].words, (4, 5));
    let address = &find("Street 9 Waseca", &page, None)[0];
    assert_eq!((address.words, address.regions.len()), ((6, 9), 2));
}

#[test]
fn form_numbers_match_word_by_word() {
    let check = |page: &str, code: &str, expected: bool| {
        assert_eq!(
            Haystack::new(&reading(page)).has_code(code),
            expected,
            "{code} in {page}"
        );
    };
    check("Form W-2 Wage and Tax", "Form W-2", true);
    check("Form W\u{2010}2,", "form w-2", true);
    check("Form W-2c", "Form W-2", false);
    check("Form W-2G", "W-2", false);
    check("Form W-20", "W-2", false);
    check("Forms W-2 and W-3", "Form W-2", false);
    check("(Form W-2)", "Form W-2", true);
    check("OMB No. 1545-0008", "OMB No. 1545-0008", true);
    check("1099-MISC", "1099", false);
}

#[test]
fn folding_and_repair() {
    assert_eq!(
        normalise(" \u{201c}Ma\u{df}\u{201d}  \u{2013} \u{fb01}x\u{ad}ed "),
        "\"mass\" - fixed"
    );
    assert_eq!(repair_digits("SO,l2B.Z0"), "50,128.20");
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z]{1,12}",
        "[0-9]{1,3},[0-9]{3}\\.[0-9]{2}",
        "[0-9]{1,5}",
        "[A-Z][a-z]{2,8},"
    ]
}

proptest! {
    #[test]
    fn every_run_of_words_is_found_where_it_stands(
        words in prop::collection::vec(word(), 1..60), from in 0usize..60, count in 1usize..8,
    ) {
        let page = reading(&words.join(" "));
        let from = from % words.len();
        let to = (from + count).min(words.len());
        let quote = words[from..to].join(" ");
        let spans = find(&quote, &page, None);
        prop_assert!(spans.iter().any(|span| span.words == (from as u32, to as u32) && span.score > 0.999));
        prop_assert!(spans.iter().all(|span| !span.repaired));
    }

    #[test]
    fn a_number_with_one_digit_changed_is_never_found(
        number in "[1-9][0-9]{2,7}", place in 0usize..8, shift in 1u8..10, around in "[a-z]{1,9} [a-z]{1,9}",
    ) {
        let page = reading(&format!("{around} {number} {around}"));
        let mut changed = number.clone().into_bytes();
        let place = place % changed.len();
        changed[place] = b'0' + (changed[place] - b'0' + shift) % 10;
        let changed = String::from_utf8(changed).unwrap();
        prop_assert!(find(&changed, &page, None).is_empty());
    }

    #[test]
    fn nothing_makes_the_search_fall_over(page in "\\PC{0,80}", quote in "\\PC{0,20}") {
        let _ = find(&quote, &reading(&page), None);
        let _ = agrees(&quote, &page);
    }
}
