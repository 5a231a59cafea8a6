//! Layout of small constructed pages, and of invalid boxes.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::page::BlockKind;
use proptest::prelude::*;

const PAGE: Region = Region {
    page: 1,
    x: 0.0,
    y: 0.0,
    width: 600.0,
    height: 800.0,
};

fn word(text: &str, x: f32, y: f32, width: f32) -> Word {
    Word::typed(
        text,
        Region {
            page: 1,
            x,
            y,
            width,
            height: 10.0,
        },
        10.0,
    )
}

/// The words of a line: 5 points per letter, 3 points between words.
fn line(text: &str, x: f32, y: f32) -> Vec<Word> {
    let mut at = x;
    let mut words = Vec::new();
    for piece in text.split(' ') {
        let width = 5.0 * piece.chars().count() as f32;
        words.push(word(piece, at, y, width));
        at += width + 3.0;
    }
    words
}

fn material<'a>(rulings: &'a [Ruling], cells: &'a [Region]) -> Material<'a> {
    Material {
        page: PAGE,
        rulings,
        cells,
        pictures: &[],
        angles: &[],
    }
}

fn blocks(arranged: &Arrangement) -> Vec<(BlockKind, String)> {
    let text = |block: &Block| {
        let words = &arranged.words[block.words.0 as usize..block.words.1 as usize];
        words
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    arranged.blocks.iter().map(|block| (block.kind, text(block))).collect()
}

fn check(lines: &[(&str, f32, f32)], expected: &[(BlockKind, &str)]) -> Arrangement {
    let words: Vec<Word> = lines.iter().flat_map(|&(text, x, y)| line(text, x, y)).collect();
    let arranged = arrange(words, &material(&[], &[]));
    let expected: Vec<_> = expected.iter().map(|&(kind, text)| (kind, text.to_owned())).collect();
    assert_eq!(blocks(&arranged), expected);
    arranged
}

#[test]
fn lines_of_a_paragraph_are_one_block() {
    check(
        &[
            ("The quick brown fox jumps", 50.0, 200.0),
            ("over the lazy dog and", 50.0, 212.0),
            ("goes home.", 50.0, 224.0),
            ("Another day begins here.", 50.0, 260.0),
        ],
        &[
            (
                BlockKind::Paragraph,
                "The quick brown fox jumps over the lazy dog and goes home.",
            ),
            (BlockKind::Paragraph, "Another day begins here."),
        ],
    );
}

#[test]
fn the_left_column_is_read_before_the_right_one_and_the_title_before_both() {
    let mut lines = vec![(
        "A title over both of the columns that goes all the way across",
        150.0,
        150.0,
    )];
    for row in 0..5 {
        let y = 200.0 + 12.0 * row as f32;
        // Content in row order, as written by some programs.
        lines.push((
            [
                "l0 is on the left",
                "l1 is on the left",
                "l2 is on the left",
                "l3 is on the left",
                "l4 is on the left",
            ][row],
            50.0,
            y,
        ));
        lines.push((
            [
                "r0 is on the right",
                "r1 is on the right",
                "r2 is on the right",
                "r3 is on the right",
                "r4 is on the right",
            ][row],
            320.0,
            y,
        ));
    }
    lines.push((
        "A last line under both of the columns that goes all the way across",
        60.0,
        300.0,
    ));
    let words: Vec<Word> = lines.iter().flat_map(|&(text, x, y)| line(text, x, y)).collect();
    let arranged = arrange(words, &material(&[], &[]));
    let text = blocks(&arranged)
        .into_iter()
        .map(|(_, text)| text)
        .collect::<Vec<_>>()
        .join(" ");
    let places: Vec<_> = ["title", "l0", "l4", "r0", "r4", "last"]
        .map(|word| text.find(word).unwrap())
        .to_vec();
    assert!(places.is_sorted(), "{text}");
    assert!(!arranged.has_tables);
}

#[test]
fn aligned_columns_of_short_entries_are_a_table_read_by_rows() {
    let mut lines = Vec::new();
    for (row, y) in [(0, 200.0), (1, 214.0), (2, 228.0), (3, 242.0)] {
        lines.push((["Item", "Sink", "Tap", "Hose"][row], 50.0, y));
        lines.push((["Quantity", "8", "12", "3"][row], 250.0, y));
        lines.push((["Price", "90.00", "7.50", "1.25"][row], 400.0, y));
    }
    let arranged = check(
        &lines,
        &[
            (BlockKind::Table, "Item Quantity Price"),
            (BlockKind::Table, "Sink 8 90.00"),
            (BlockKind::Table, "Tap 12 7.50"),
            (BlockKind::Table, "Hose 3 1.25"),
        ],
    );
    assert!(arranged.has_tables);
}

#[test]
fn labels_lists_and_headings_are_told_apart() {
    check(
        &[
            ("FINAL DIAGNOSIS", 50.0, 200.0),
            ("Patient: Jane Public", 50.0, 230.0),
            ("Date of birth:", 50.0, 250.0),
            ("1970-05-01", 200.0, 250.0),
            ("1. Left breast core biopsy", 50.0, 280.0),
            ("2. Right breast core biopsy", 50.0, 292.0),
            ("and what goes with it", 60.0, 304.0),
            ("then some plain text follows it", 50.0, 340.0),
        ],
        &[
            (BlockKind::Heading, "FINAL DIAGNOSIS"),
            (BlockKind::KeyValue, "Patient: Jane Public"),
            (BlockKind::KeyValue, "Date of birth: 1970-05-01"),
            (BlockKind::ListItem, "1. Left breast core biopsy"),
            (BlockKind::ListItem, "2. Right breast core biopsy and what goes with it"),
            (BlockKind::Paragraph, "then some plain text follows it"),
        ],
    );
}

#[test]
fn a_label_beside_a_paragraph_does_not_cut_it() {
    check(
        &[
            ("Clinical", 50.0, 200.0),
            ("Variants were detected in this bone marrow", 150.0, 200.0),
            ("Interpretation", 50.0, 212.0),
            ("sample which fits the diagnosis that was", 150.0, 212.0),
            ("made before the sample had been taken.", 150.0, 224.0),
        ],
        &[
            (BlockKind::Paragraph, "Clinical Interpretation"),
            (
                BlockKind::Paragraph,
                "Variants were detected in this bone marrow sample which fits the diagnosis that was made before the \
                 sample had been taken.",
            ),
        ],
    );
}

#[test]
fn running_heads_and_feet_stand_apart() {
    let mut lines = vec![("Report of May", 50.0, 20.0), ("Page 3 of 9", 280.0, 770.0)];
    for row in 0..6 {
        lines.push(("some words of the text of the page", 50.0, 200.0 + 12.0 * row as f32));
    }
    let words: Vec<Word> = lines.iter().flat_map(|&(text, x, y)| line(text, x, y)).collect();
    let kinds: Vec<BlockKind> = arrange(words, &material(&[], &[]))
        .blocks
        .iter()
        .map(|block| block.kind)
        .collect();
    assert_eq!(kinds, [BlockKind::Header, BlockKind::Paragraph, BlockKind::Footer]);
}

/// Two rows of two cells, 100 x 30 each, at (100, 100).
fn grid() -> (Vec<Ruling>, Vec<Region>) {
    let mut rulings = Vec::new();
    for n in 0..3 {
        let n = n as f32;
        rulings.push(Ruling {
            horizontal: true,
            at: 100.0 + 30.0 * n,
            from: 100.0,
            to: 300.0,
            thickness: 1.0,
        });
        rulings.push(Ruling {
            horizontal: false,
            at: 100.0 + 100.0 * n,
            from: 100.0,
            to: 160.0,
            thickness: 1.0,
        });
    }
    let cells = find_cells(1, &rulings);
    (rulings, cells)
}

#[test]
fn what_is_in_one_cell_stays_together() {
    let (rulings, cells) = grid();
    assert_eq!(cells.len(), 4);
    let mut words = Vec::new();
    for (n, (x, y)) in [(100.0, 100.0), (200.0, 100.0), (100.0, 130.0), (200.0, 130.0)]
        .into_iter()
        .enumerate()
    {
        words.extend(line(["1 Wages", "2 Tax", "3 Social", "4 Medical"][n], x + 4.0, y + 2.0));
        words.extend(line(["100.00", "20.00", "30.00", "4.00"][n], x + 40.0, y + 16.0));
    }
    let arranged = arrange(words, &material(&rulings, &cells));
    let found: Vec<String> = blocks(&arranged).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        found,
        ["1 Wages 100.00", "2 Tax 20.00", "3 Social 30.00", "4 Medical 4.00"]
    );
}

#[test]
fn a_frame_around_everything_is_no_cell_of_the_text() {
    let frame = Region {
        page: 1,
        x: 10.0,
        y: 10.0,
        width: 580.0,
        height: 780.0,
    };
    let (rulings, mut cells) = grid();
    cells.push(frame);
    let words = [line("1 Wages", 104.0, 102.0), line("Some text below", 50.0, 400.0)].concat();
    let arranged = arrange(words, &material(&rulings, &cells));
    let kinds: Vec<BlockKind> = arranged.blocks.iter().map(|block| block.kind).collect();
    assert_eq!(kinds, [BlockKind::KeyValue, BlockKind::Paragraph]);
}

#[test]
fn letters_stacked_upright_are_read_as_one() {
    let frame = Region {
        page: 1,
        x: 100.0,
        y: 100.0,
        width: 100.0,
        height: 40.0,
    };
    let mut words = Vec::new();
    for (row, letter) in ["C", "o", "d", "e"].into_iter().enumerate() {
        let mut small = word(letter, 104.0, 112.0 + 6.0 * row as f32, 3.0);
        (small.size, small.region.height) = (5.0, 5.5);
        words.push(small);
    }
    words.extend(line("12a", 104.0, 101.0));
    words.extend(line("D 2,929.20", 120.0, 120.0));
    let arranged = arrange(words, &material(&[], &[frame]));
    assert_eq!(blocks(&arranged)[0].1, "12a C o d e D 2,929.20");
}

fn any_word() -> impl Strategy<Value = (Word, f32)> {
    let side = prop_oneof![
        0.0f32..50.0,
        Just(0.0f32),
        Just(f32::NAN),
        Just(f32::INFINITY),
        -1e9f32..1e9
    ];
    let place = prop_oneof![0.0f32..600.0, -1e9f32..1e9, Just(f32::NAN)];
    let angle = prop_oneof![Just(0.0f32), -180.0f32..180.0, Just(f32::NAN)];
    (
        "[a-z0-9.:]{1,8}",
        place.clone(),
        place,
        side.clone(),
        side,
        angle,
        any::<bool>(),
    )
        .prop_map(|(text, x, y, width, height, angle, bold)| {
            let mut word = word(&text, x, y, width);
            (word.region.height, word.size, word.bold) = (height, height, bold);
            (word, angle)
        })
}

proptest! {
    #[test]
    fn no_word_is_lost_or_added_whatever_the_boxes_are(
        words in prop::collection::vec(any_word(), 0..120),
        lines in prop::collection::vec((any::<bool>(), 0.0f32..800.0, 0.0f32..800.0, 0.0f32..800.0), 0..30),
    ) {
        let (words, angles): (Vec<Word>, Vec<f32>) = words.into_iter().unzip();
        let strokes: Vec<Ruling> = lines.into_iter().map(|(horizontal, at, a, b)| {
            Ruling { horizontal, at, from: a.min(b), to: a.max(b), thickness: 1.0 }
        }).collect();
        let rulings = join_rulings(&strokes, 600.0, 800.0);
        let cells = find_cells(1, &rulings);
        let count = words.len();
        let mut before: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        let material = Material { page: PAGE, rulings: &rulings, cells: &cells, pictures: &cells, angles: &angles };
        let arranged = arrange(words, &material);
        let mut after: Vec<String> = arranged.words.iter().map(|word| word.text.clone()).collect();
        before.sort();
        after.sort();
        prop_assert_eq!(before, after);
        let mut next = 0;
        for block in &arranged.blocks {
            prop_assert_eq!(block.words.0, next);
            prop_assert!(block.words.1 > next);
            next = block.words.1;
        }
        prop_assert_eq!(next as usize, count);
    }
}
