//! Tests of word positions on the displayed page: rotation, crop boxes, nested forms, turned text, rulings between
//! letters.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{one_page, only_page, open, pool, stream, texts};
use touchstone_intake::{BlockKind, Page, Recipe, Region, TextSource};

fn word<'p>(page: &'p Page, text: &str) -> &'p Region {
    let found = page.reading.words.iter().find(|word| word.text == text);
    &found
        .unwrap_or_else(|| panic!("no {text} among {:?}", texts(page)))
        .region
}

/// "Mark" at (100, 700) of a page with media box 612 x 792, cropped to (50, 100)-(562, 742).
async fn check(extra: &str, size: (f32, f32), inside: Region) {
    let page = format!("/MediaBox[0 0 612 792]/CropBox[50 100 562 742]{extra}");
    let bytes = one_page(&page, "", "BT /F1 12 Tf 100 700 Td (Mark) Tj ET", &[]);
    let page = only_page(&bytes).await;
    assert_eq!((page.width, page.height), size, "{extra}");
    let found = word(&page, "Mark");
    assert!(
        inside
            .grown(1.0)
            .intersection(found)
            .is_some_and(|shared| shared.area() > 0.9 * found.area()),
        "{extra} {found:?}"
    );
    assert!(found.area() > 0.5 * inside.area(), "{extra} {found:?}");
}

fn place(x: f32, y: f32, width: f32, height: f32) -> Region {
    Region {
        page: 1,
        x,
        y,
        width,
        height,
    }
}

#[tokio::test]
async fn words_are_placed_on_the_cropped_and_turned_page() {
    // The word is 28 points wide; its box reaches from about 9 points above the baseline to 3 below.
    check("", (512.0, 642.0), place(50.0, 32.0, 28.0, 13.0)).await;
    check("/Rotate 90", (642.0, 512.0), place(597.0, 50.0, 13.0, 28.0)).await;
    check("/Rotate 180", (512.0, 642.0), place(434.0, 597.0, 28.0, 13.0)).await;
    check("/Rotate 270", (642.0, 512.0), place(32.0, 434.0, 13.0, 28.0)).await;
}

#[tokio::test]
async fn a_user_unit_scales_everything() {
    check("/UserUnit 2", (1024.0, 1284.0), place(100.0, 64.0, 56.0, 26.0)).await;
}

#[tokio::test]
async fn what_is_cropped_away_is_not_read() {
    let content = "BT /F1 12 Tf 60 700 Td (shown) Tj ET BT /F1 12 Tf 5 5 Td (hidden) Tj ET";
    let page = only_page(&one_page(
        "/MediaBox[0 0 612 792]/CropBox[50 100 562 742]",
        "",
        content,
        &[],
    ))
    .await;
    assert_eq!(texts(&page), ["shown"]);
}

#[tokio::test]
async fn forms_within_forms_give_text_lines_and_pictures() {
    let image = "/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8";
    let inner = "BT /F1 10 Tf 10 30 Td (inner) Tj ET 0 0 m 100 0 l S q 200 0 0 150 0 50 cm /I Do Q";
    let matrix = "/Subtype/Form/BBox[0 0 500 500]/Matrix[1 0 0 1 20 0]/Resources<</Font<</F1 5 0 R>>/XObject<</I 8 0 R/N 7 0 R>>>>";
    let bytes = one_page(
        "/MediaBox[0 0 600 800]",
        "/XObject<</O 6 0 R>>",
        "q 1 0 0 1 100 300 cm /O Do Q",
        &[
            stream(matrix, "q 2 0 0 2 0 0 cm /N Do Q"),
            stream(matrix, inner),
            stream(image, "\u{1}"),
        ],
    );
    let page = only_page(&bytes).await;
    // Outer: x + 120, y + 300; inner on top: 2 x + 40.
    assert!(
        word(&page, "inner")
            .grown(1.0)
            .contains_point(100.0 + 20.0 + 40.0 + 20.0 + 4.0, 800.0 - 360.0 - 4.0)
    );
    let line = page.rulings.iter().find(|line| line.horizontal).expect("a line");
    assert_eq!((line.at, line.from, line.to), (500.0, 160.0, 360.0));
    assert_eq!(page.pictures, [place(160.0, 100.0, 400.0, 300.0)]);
    assert_eq!(
        page.text_source,
        TextSource::Unread,
        "one word beside a large picture is no text layer"
    );
}

#[tokio::test]
async fn the_painted_border_of_a_box_rules_it() {
    let around = |by: f32, curved: bool| {
        let (left, low, right, high) = (100.0 - by, 300.0 - by, 200.0 + by, 340.0 + by);
        let corner = |x: f32, y: f32| {
            if curved {
                format!("{x} {y} {x} {y} {x} {y} c")
            } else {
                format!("{x} {y} l")
            }
        };
        format!(
            "{} {low} m {} {low} l {} {right} {high} l {left} {high} l {} h ",
            left + 4.0,
            right - 4.0,
            corner(right, low + 4.0),
            corner(left, low + 4.0),
        )
    };
    for (curved, apart, expected) in [(true, 1.0, 4), (false, 1.0, 4), (true, 12.0, 0)] {
        let content = format!("{}{} f*", around(0.0, curved), around(apart, curved));
        let page = only_page(&one_page("/MediaBox[0 0 600 800]", "", &content, &[])).await;
        assert_eq!(
            page.rulings.len(),
            expected,
            "curved {curved}, {apart} apart: {:?}",
            page.rulings
        );
    }
}

#[tokio::test]
async fn a_scan_waits_to_be_read_and_an_empty_page_does_not() {
    let image = stream(
        "/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8",
        "\u{1}",
    );
    let scan = one_page(
        "/MediaBox[0 0 600 800]",
        "/XObject<</I 6 0 R>>",
        "q 600 0 0 800 0 0 cm /I Do Q",
        std::slice::from_ref(&image),
    );
    assert_eq!(only_page(&scan).await.text_source, TextSource::Unread);
    // Words without ink over a picture are another program's OCR; with ink they are the page's own, unless the picture
    // is painted over them.
    let text = "a layer of fourteen words is still no more than what somebody believed here";
    let picture = "q 600 0 0 800 0 0 cm /I Do Q ";
    let words = |state: &str| format!("q BT {state} /F1 12 Tf 40 700 Td ({text}) Tj ET Q ");
    for (content, seen) in [
        ([picture.to_owned(), words("0 Tr")].concat(), true),
        ([picture.to_owned(), words("3 Tr")].concat(), false),
        ([picture.to_owned(), words("7 Tr")].concat(), false),
        ([picture.to_owned(), words("/Clear gs")].concat(), false),
        ([words("0 Tr"), picture.to_owned()].concat(), false),
    ] {
        let resources = "/XObject<</I 6 0 R>>/ExtGState<</Clear<</ca 0>>>>";
        let layered = one_page(
            "/MediaBox[0 0 600 800]",
            resources,
            &content,
            std::slice::from_ref(&image),
        );
        let page = only_page(&layered).await;
        assert_eq!(page.reading.words.len(), if seen { 14 } else { 0 }, "{content}");
        assert_eq!(page.text_source == TextSource::Unread, !seen, "{content}");
    }
    let arcs: String = vec!["100 700 m 110 710 120 710 130 700 c S "; 300].concat();
    let outlined = one_page("/MediaBox[0 0 600 800]", "", &arcs, &[]);
    assert_eq!(only_page(&outlined).await.text_source, TextSource::Unread);
    let empty = one_page("/MediaBox[0 0 600 800]", "", "", &[]);
    assert_eq!(only_page(&empty).await.text_source, TextSource::None);
}

/// Words that are painted over are not read; words on a colored background or under a transparent fill are.
#[tokio::test]
async fn what_nobody_sees_is_not_read() {
    let text = |ink: &str, y: u32, text: &str| format!("q {ink} BT /F1 12 Tf 40 {y} Td ({text}) Tj ET Q ");
    let bar = |ink: &str, y: u32| format!("q {ink} 30 {} 300 20 re f Q ", y - 5);
    let content = [
        text("", 700, "redacted"),
        bar("0 g", 700),
        text("", 650, "whitened"),
        bar("1 g", 650),
        bar("1 g", 600),
        text("", 600, "printed"),
        bar("0 0 1 rg", 550),
        text("1 g", 550, "reversed"),
        text("1 g", 500, "ghost"),
        text("", 450, "glazed"),
        bar("/Glass gs 1 1 0 rg", 450),
        // The bar is clipped to a frame that leaves the word out.
        text("", 400, "framed"),
        format!("q 30 300 300 50 re W n {} Q ", bar("0 g", 400)),
        text("", 200, "inner"),
        "/X Do ".to_owned(),
    ]
    .concat();
    let layers = [("off", 150), ("on", 100)].map(|(name, y)| format!("/OC /{name} BDC {} EMC ", text("", y, name)));
    let content = [content, layers.concat()].concat();
    let form = stream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]", &bar("1 g", 200));
    let layer = "<</Type/OCG/Name(layer)>>".to_owned();
    let resources = "/XObject<</X 6 0 R>>/ExtGState<</Glass<</ca .3>>>>/Properties<</off 7 0 R/on 8 0 R>>";
    let bytes = one_page(
        "/MediaBox[0 0 600 800]",
        resources,
        &content,
        &[form, layer.clone(), layer],
    );
    let plain = "/Type/Catalog";
    let layered = format!("{plain}/OCProperties<</OCGs[7 0 R 8 0 R]/D<</OFF[7 0 R]>>>>");
    let page = only_page(
        String::from_utf8(bytes)
            .unwrap()
            .replacen(plain, &layered, 1)
            .as_bytes(),
    )
    .await;
    assert_eq!(texts(&page), ["printed", "reversed", "glazed", "framed", "on"]);
    assert_eq!(page.text_source, TextSource::Embedded);
}

#[tokio::test]
async fn words_end_at_gaps_and_at_lines_of_the_form() {
    let content = "BT /F1 12 Tf 50 700 Td (12) Tj ET BT /F1 12 Tf 64 700 Td (34) Tj ET 63.7 690 m 63.7 720 l S \
                   BT /F1 12 Tf 150 700 Td (left) Tj 40 0 Td (right) Tj ET \
                   BT /F1 12 Tf 50 600 Td (12) Tj ET BT /F1 12 Tf 63.4 600 Td (34) Tj ET";
    let page = only_page(&one_page("/MediaBox[0 0 600 800]", "", content, &[])).await;
    assert_eq!(texts(&page), ["12", "34", "left", "right", "1234"]);
    // A value directly after its caption in tiny letters.
    let content = "BT /F1 3 Tf 50 700 Td (C o d e) Tj ET BT /F1 10 Tf 61 701 Td (DD) Tj ET";
    let page = only_page(&one_page("/MediaBox[0 0 600 800]", "", content, &[])).await;
    assert_eq!(texts(&page), ["DD", "C", "o", "d", "e"]);
}

#[tokio::test]
async fn a_no_break_space_ends_a_word() {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let form = format!("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F2{font}>>>>");
    let amount = stream(&form, "BT /F2 12 Tf 60 700 Td (TOTAL 1\\240234.50) Tj ET");
    let bytes = one_page("/MediaBox[0 0 600 800]", "/XObject<</X1 6 0 R>>", "/X1 Do", &[amount]);
    let page = only_page(&bytes).await;
    assert_eq!(texts(&page), ["TOTAL", "1", "234.50"]);
}

#[tokio::test]
async fn digits_typed_one_a_box_are_one_word_with_boxes_and_without() {
    let digits = |y: u32| -> Vec<String> {
        (0..9)
            .map(|n| format!("BT /F1 10 Tf {} {y} Td ({}) Tj ET ", 100 + 14 * n, n + 1))
            .collect()
    };
    let dividers: Vec<String> = (1..9).map(|n| format!("{0} 590 m {0} 615 l S ", 97 + 14 * n)).collect();
    let content = [digits(700), digits(600), dividers].concat().concat();
    let page = only_page(&one_page("/MediaBox[0 0 600 800]", "", &content, &[])).await;
    assert_eq!(texts(&page), ["123456789", "123456789"]);
}

#[tokio::test]
async fn turned_text_stays_whole() {
    let content = "BT /F1 12 Tf 0 1 -1 0 40 300 Tm (Print or type) Tj ET \
                   BT /F1 40 Tf .7 .7 -.7 .7 200 200 Tm (DRAFT COPY) Tj ET BT /F1 12 Tf 100 700 Td (level) Tj ET";
    let page = only_page(&one_page("/MediaBox[0 0 600 800]", "", content, &[])).await;
    let blocks: Vec<(BlockKind, String)> = page
        .reading
        .blocks
        .iter()
        .map(|block| (block.kind, page.reading.block_text(block)))
        .collect();
    assert!(
        blocks.contains(&(BlockKind::Paragraph, "Print or type".to_owned())),
        "{blocks:?}"
    );
    assert!(
        blocks.contains(&(BlockKind::Stamp, "DRAFT COPY".to_owned())),
        "{blocks:?}"
    );
    let print = word(&page, "Print");
    assert!(
        print.height > print.width && (28.0..42.0).contains(&print.x),
        "{print:?}"
    );
    assert!((11.0..13.0).contains(&page.reading.words.iter().find(|word| word.text == "type").unwrap().size));
}

#[tokio::test]
async fn ligatures_are_taken_apart_and_unknown_glyphs_are_marked() {
    let names =
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[1/fi/fl/hyphen]>>>>";
    let bytes = one_page(
        "/MediaBox[0 0 600 800]",
        "",
        "BT /F2 12 Tf 100 700 Td (o\u{1}ce \u{2}ow) Tj ET",
        &[names.to_owned()],
    );
    let bytes = String::from_utf8(bytes)
        .unwrap()
        .replace("/Font<</F1 5 0 R>>", "/Font<</F2 6 0 R>>");
    let page = only_page(bytes.as_bytes()).await;
    assert_eq!(texts(&page), ["ofice", "flow"]);
}

#[tokio::test]
async fn lines_askew_are_no_rulings() {
    let content = "100 700 m 180 720 l S 100 600 m 180 600 l S 100 500 m 104 504 l S";
    let page = only_page(&one_page("/MediaBox[0 0 612 792]", "", content, &[])).await;
    assert_eq!(page.slants, [place(100.0, 72.0, 80.0, 20.0)]);
    assert_eq!(page.rulings.len(), 1);
}

#[tokio::test]
async fn a_scribble_is_a_slant_and_a_round_frame_is_none() {
    let scribble = "100 700 m 110 706 120 694 130 700 c 140 706 150 694 160 700 c S";
    let frame = "200 600 m 300 600 l 310 600 315 605 315 615 c 315 650 l 315 660 310 665 300 665 c 200 665 l S";
    let page = only_page(&one_page(
        "/MediaBox[0 0 612 792]",
        "",
        &format!("{scribble} {frame}"),
        &[],
    ))
    .await;
    assert_eq!(page.slants, [place(100.0, 86.0, 60.0, 12.0)]);
}

/// A page with text in some direction (a text matrix without its origin) is read upright, and rendered upright.
async fn check_turned(direction: &str, origin: (f32, f32), page: &str, turn: f32, size: (f32, f32)) {
    let (x, y) = origin;
    let text = "(Wages, tips and other compensation of the year) Tj 0 -20 Td (Federal income tax withheld) Tj";
    let content = format!("BT /F1 12 Tf {direction} {x} {y} Tm {text} ET");
    let bytes = one_page(&format!("/MediaBox[0 0 612 792]{page}"), "", &content, &[]);
    let pool = pool(1);
    let document = open(&pool, &bytes).await.unwrap();
    let page = document.page(1).await.unwrap();
    assert_eq!(
        (page.width, page.height, page.reading.turn()),
        (size.0, size.1, turn),
        "{direction}"
    );
    assert_eq!(texts(&page)[..3], ["Wages,", "tips", "and"], "{direction}");
    let (wages, tax) = (word(&page, "Wages,"), word(&page, "Federal"));
    assert!(
        wages.width > wages.height && tax.y > wages.bottom(),
        "{direction} {wages:?} {tax:?}"
    );
    let upright = Recipe {
        turn: page.reading.turn(),
        ..Recipe::plain(None, 1.0)
    };
    let raster = document.raster(1, &upright).await.unwrap();
    document.close().await;
    assert_eq!((raster.width as f32, raster.height as f32), size, "{direction}");
    let dark = |place: &Region| {
        let rows = place.y as usize..place.bottom() as usize;
        let pixels = rows.flat_map(|row| {
            let start = row * raster.width as usize;
            &raster.grey[start + place.x as usize..start + place.right() as usize]
        });
        pixels.filter(|shade| **shade < 128).count()
    };
    let below = Region {
        y: tax.bottom() + 20.0,
        ..*tax
    };
    assert!(dark(wages) > 20 && dark(tax) > 20 && dark(&below) == 0, "{direction}");
}

#[tokio::test]
async fn text_that_is_turned_inside_the_page_is_read_upright() {
    check_turned("1 0 0 1", (100.0, 700.0), "", 0.0, (612.0, 792.0)).await;
    check_turned("0 1 -1 0", (100.0, 100.0), "", 90.0, (792.0, 612.0)).await;
    check_turned("-1 0 0 -1", (500.0, 100.0), "", 180.0, (612.0, 792.0)).await;
    check_turned("0 -1 1 0", (500.0, 700.0), "", 270.0, (792.0, 612.0)).await;
    // Displayed upside down, and rotated so that it is upright.
    check_turned("1 0 0 1", (100.0, 700.0), "/Rotate 180", 180.0, (612.0, 792.0)).await;
    check_turned("0 1 -1 0", (100.0, 100.0), "/Rotate 90", 0.0, (792.0, 612.0)).await;
}

#[tokio::test]
async fn values_in_a_font_without_a_map_wait_for_recognition() {
    let captions = "(a Employee's social security number) Tj 0 -20 Td (Wages, tips, other compensation of the year) Tj";
    let content = format!("BT /F1 12 Tf 100 700 Td {captions} ET BT /F2 12 Tf 400 680 Td <0102030405> Tj ET");
    let procedures = "/g1 7 0 R/g2 7 0 R/g3 7 0 R/g4 7 0 R/g5 7 0 R";
    let font = format!(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 1/LastChar 5\
         /Widths[600 600 600 600 600]/CharProcs<<{procedures}>>/Encoding<</Differences[1/g1/g2/g3/g4/g5]>>>>"
    );
    let glyph = stream("", "600 0 0 0 600 700 d1 50 0 500 700 re f");
    // The second font is object 6: the resources of `one_page` name only the first.
    let bytes = one_page("/MediaBox[0 0 612 792]", "", &content, &[font, glyph]);
    let bytes = String::from_utf8(bytes)
        .unwrap()
        .replace("<</F1 5 0 R>>", "<</F1 5 0 R/F2 6 0 R>>");
    let page = only_page(bytes.as_bytes()).await;
    assert_eq!(page.text_source, TextSource::Partly);
    assert!(texts(&page).contains(&"compensation"), "{:?}", texts(&page));
    assert!(
        texts(&page).contains(&"\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        "{:?}",
        texts(&page)
    );
}
