//! Arbitrary pages for property tests: words, boxes and lines as a reader could claim them, within what validation lets
//! through.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::ops::Range;
use touchstone_intake::{
    Block, BlockKind, Page, Reading, ReadingSource, Recipe, Region, Ruling, TextSource, Widget, WidgetKind, Word,
};

/// Words that forms, receipts, statements, charts and markings are recognized by.
const TELLING: [&str; 44] = [
    "Form W-2 Wage and Tax Statement 2023",
    "1 Wages, tips, other compensation",
    "2 Federal income tax withheld",
    "12a See instructions for box 12",
    "OMB No. 1545-0008",
    "Employee's social security number",
    "1099-INT",
    "Schedule K-1 (Form 1065)",
    "CORRECTED",
    "X",
    "Qty",
    "Price",
    "Amount",
    "Description",
    "Subtotal",
    "Tax",
    "Total",
    "Cash",
    "Change",
    "Balance due",
    "2 @",
    "gallons",
    "Account statement",
    "Beginning balance",
    "Ending balance",
    "Statement period: 12/15/2023 through 01/14/2024",
    "01/03",
    "02/30/2023",
    "Date of birth: 02/29/1900",
    "MRN: 0012345",
    "Pathology report",
    "Progress note",
    "Page 1 of 99999999999",
    "TOP SECRET//SI//REL TO USA, FVEY",
    "(S//NF)",
    "SECRET//NOFORN",
    "UNCLASSIFIED",
    "Declassify on: 20991231",
    "Classified by: Jane Roe",
    "123-45-6789",
    "12-3456789",
    "PO Box 33",
    "St. Paul, MN 55133-1234",
    "Acme Widgets LLC",
];

const NUMBERS: [&str; 14] = [
    "0.00",
    "5.00",
    "-5.00",
    "(5.00)",
    "1,234.56",
    "99999.99",
    "999,999,999,999,999.99",
    "-999999999999999.99",
    "9999999999999999999999999.999",
    "79228162514264337593543950335",
    "-79228162514264337593543950335",
    "0.0000000000000000000000000001",
    "99999999999999@999999999999.99",
    "18446744073709551616",
];

/// One word as printed: telling, numeric up to 28 digits and decimals, right-to-left, combining, or anything printable.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(&TELLING[..]).prop_map(str::to_owned),
        4 => select(&NUMBERS[..]).prop_map(str::to_owned),
        2 => "[0-9]{1,28}",
        2 => "[-(]?\\$?[0-9]{1,20}\\.[0-9]{1,28}\\)?",
        2 => "[0-9]{1,3}(,[0-9]{3}){0,8}(\\.[0-9]{2})?",
        1 => "[0-9]{1,4}[-/.][0-9]{1,4}[-/.][0-9]{1,6}",
        1 => "[\u{5d0}-\u{5ea}\u{627}-\u{64a}]{1,12}",
        1 => "([\u{5d0}-\u{5ea}]{1,3}[0-9.,]{1,6}){1,3}",
        1 => "[a-z][\u{300}-\u{36f}]{0,9}",
        1 => "[\u{1f600}-\u{1f64f}\u{fb00}-\u{fb06}ßİıſ½²]{1,4}",
        1 => "[/(){}\\[\\]|*_.,:;'\"#&%@=+-]{1,9}",
        2 => "\\PC{1,16}",
    ]
}

/// A side of a box, often zero, and a place, often on a line or column that others share.
fn side() -> impl Strategy<Value = f32> {
    prop_oneof![4 => 1.0f32..60.0, 1 => Just(0.0f32), 1 => 0.0f32..1e-30, 1 => 60.0f32..700.0]
}

fn across() -> impl Strategy<Value = f32> {
    prop_oneof![6 => (0u8..8).prop_map(|column| 30.0 + 70.0 * f32::from(column)), 2 => 0.0f32..612.0, 1 => -900.0f32..850.0]
}

fn down() -> impl Strategy<Value = f32> {
    prop_oneof![6 => (0u8..60).prop_map(|line| 20.0 + 12.0 * f32::from(line)), 2 => 0.0f32..792.0, 1 => -900.0f32..1_000.0]
}

fn region() -> impl Strategy<Value = Region> {
    (across(), down(), side(), side()).prop_map(|(x, y, width, height)| Region {
        page: 1,
        x,
        y,
        width,
        height,
    })
}

fn word() -> impl Strategy<Value = Word> {
    let place = (across(), down(), prop_oneof![5 => 5.0f32..14.0, 1 => 0.0f32..700.0]);
    let certainty = proptest::option::of(0.0f32..=1.0);
    (
        text(),
        place,
        proptest::option::weighted(0.1, side()),
        certainty,
        any::<(bool, bool)>(),
    )
        .prop_map(|(text, (x, y, size), width, confidence, (bold, handwritten))| Word {
            region: Region {
                page: 1,
                x,
                y,
                width: width.unwrap_or(0.5 * size * text.chars().count() as f32).min(700.0),
                height: (1.1 * size).min(700.0),
            },
            text,
            confidence,
            min_char_confidence: confidence,
            size,
            bold,
            handwritten,
            widget: None,
        })
}

fn ruling() -> impl Strategy<Value = Ruling> {
    (any::<bool>(), across(), across(), side(), 0.0f32..4.0).prop_map(|(horizontal, at, from, length, thickness)| {
        Ruling {
            horizontal,
            at,
            from,
            to: from + length,
            thickness,
        }
    })
}

fn widget() -> impl Strategy<Value = Widget> {
    let kind = select(vec![
        WidgetKind::Text,
        WidgetKind::CheckBox,
        WidgetKind::Choice,
        WidgetKind::Signature,
    ]);
    let texts = [text(), text(), text()].map(proptest::option::of);
    (
        kind,
        region(),
        texts,
        proptest::option::of(any::<bool>()),
        any::<Option<u32>>(),
    )
        .prop_map(|(kind, region, [value, shown, caption], checked, max_length)| Widget {
            name: "topmostSubform[0].f1_01[0]".to_owned(),
            kind,
            region,
            value,
            shown,
            unproved: false,
            checked,
            caption,
            max_length,
        })
}

fn source() -> impl Strategy<Value = (TextSource, ReadingSource, Option<Recipe>)> {
    let recognized = (0.0f32..600.0, -360.0f32..360.0).prop_map(|(dpi, turn)| {
        let engine = ("rten".to_owned(), "PP-OCRv6 small".to_owned());
        let source = ReadingSource::Ocr {
            engine: engine.0,
            model: engine.1,
        };
        let recipe = Recipe {
            dpi,
            turn,
            ..Recipe::plain(None, 1.0)
        };
        (TextSource::Ocr, source, Some(recipe))
    });
    prop_oneof![
        3 => Just((TextSource::Embedded, ReadingSource::Embedded, None)),
        1 => Just((TextSource::Embedded, ReadingSource::Form, None)),
        1 => Just((TextSource::Partly, ReadingSource::Embedded, None)),
        1 => Just((TextSource::Doubted, ReadingSource::Embedded, None)),
        2 => recognized,
    ]
}

/// A Letter page numbered 1 with this many words.
pub fn page(words: Range<usize>) -> impl Strategy<Value = Page> {
    let drawn = (
        vec(ruling(), 0..24),
        vec(region(), 0..16),
        vec(region(), 0..3),
        vec(region(), 0..3),
    );
    (
        source(),
        vec(word(), words),
        vec(word(), 0..4),
        drawn,
        vec(widget(), 0..6),
        any::<bool>(),
    )
        .prop_map(
            |(
                (text_source, source, recipe),
                mut words,
                layer,
                (rulings, cells, pictures, slants),
                widgets,
                has_tables,
            )| {
                // Every fourth word is what was entered in a field.
                for (word, widget) in words.iter_mut().step_by(4).zip(0..widgets.len() as u32) {
                    word.widget = Some(widget);
                }
                let reading = Reading {
                    source,
                    recipe,
                    blocks: block(&words),
                    words,
                    ..Reading::empty()
                };
                Page {
                    has_tables,
                    text_source,
                    layer,
                    rulings,
                    slants,
                    cells,
                    widgets,
                    pictures,
                    ..Page::letter(1, reading)
                }
            },
        )
}

/// All words as one block.
pub fn block(words: &[Word]) -> Vec<Block> {
    let whole = words.first().map(|first| Block {
        kind: BlockKind::Paragraph,
        region: first.region,
        words: (0, words.len() as u32),
    });
    whole.into_iter().collect()
}

/// A document of one to three pages.
pub fn pages(words: Range<usize>) -> impl Strategy<Value = Vec<Page>> {
    vec(page(words), 1..4).prop_map(|pages| {
        let numbered = pages.into_iter().zip(1..).map(|(page, number)| page.renumbered(number));
        numbered.collect()
    })
}
