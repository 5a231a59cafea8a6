//! Tests of form fields: each kind, with their values among the words once, also without an appearance.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{one_page, only_page, pdf, stream, texts};
use touchstone_intake::{ImageFormat, Page, ReadingSource, TextSource, Widget, WidgetKind, Word};

/// A page with the given annotations as objects 6, 7, ...; all of them are also fields of the form.
fn form(content: &str, form_extra: &str, annotations: &[&str]) -> Vec<u8> {
    let references: Vec<String> = (0..annotations.len()).map(|n| format!("{} 0 R", n + 6)).collect();
    let references = references.join(" ");
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{references}]/DR<</Font<</F1 5 0 R>>>>{form_extra}>>>>"),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R/Annots[{references}]>>"
        ),
        stream("", content),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    objects.extend(
        annotations
            .iter()
            .map(|&annotation| format!("<</Type/Annot{annotation}>>")),
    );
    pdf(&objects)
}

fn typed(page: &Page, widget: u32) -> Vec<&str> {
    let of_widget = |word: &&Word| word.widget == Some(widget);
    page.reading
        .words
        .iter()
        .filter(of_widget)
        .map(|word| word.text.as_str())
        .collect()
}

fn widget<'p>(page: &'p Page, name: &str) -> (u32, &'p Widget) {
    let index = page.widgets.iter().position(|widget| widget.name == name).unwrap();
    (index as u32, &page.widgets[index])
}

const TEXT: &str = "/Subtype/Widget/FT/Tx/DA(/F1 10 Tf 0 g)/Rect[100 700 300 720]";

#[tokio::test]
async fn a_text_field_without_appearance_gives_its_value_in_place() {
    let field = format!("{TEXT}/T(wages)/TU(Box 1 Wages)/MaxLen 12/V(12,345.67 USD)");
    let page = only_page(&form(
        "BT /F1 9 Tf 100 725 Td (1 Wages) Tj ET",
        "/NeedAppearances true",
        &[&field],
    ))
    .await;
    assert_eq!(page.reading.source, ReadingSource::Form);
    let (index, field) = widget(&page, "wages");
    assert_eq!(field.kind, WidgetKind::Text);
    assert_eq!(field.value.as_deref(), Some("12,345.67 USD"));
    assert_eq!(
        (field.caption.as_deref(), field.max_length),
        (Some("Box 1 Wages"), Some(12))
    );
    assert_eq!(typed(&page, index), ["12,345.67", "USD"]);
    let place = page
        .reading
        .words
        .iter()
        .find(|word| word.widget == Some(index))
        .unwrap()
        .region;
    assert!(field.region.holds(&place) && place.x < 106.0, "{place:?}");
    assert_eq!(texts(&page).iter().filter(|text| **text == "Wages").count(), 1);
}

/// A field with the given value, with an appearance drawn by a content stream in the given font.
fn drawn(value: &str, content: &str, font: &str) -> Vec<u8> {
    let bytes = form("", "", &[&format!("{TEXT}/T(a)/V({value})/AP<</N 7 0 R>>")]);
    let resources = format!("/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 {font}>>>>");
    let appearance = stream(&resources, content);
    let objects = String::from_utf8(bytes).unwrap();
    let objects: Vec<String> = objects
        .split("endobj")
        .filter_map(|object| {
            object
                .split_once(" 0 obj\n")
                .map(|(_, body)| body.trim_end().to_owned())
        })
        .chain([appearance])
        .collect();
    pdf(&objects)
}

#[tokio::test]
async fn an_appearance_does_not_double_its_value() {
    // The widget's appearance shows its value; PDFium's text of the page must not contain it as well.
    let page = only_page(&drawn("4711", "/Tx BMC BT /F1 8 Tf 150 5 Td (4711) Tj ET EMC", "5 0 R")).await;
    assert_eq!(texts(&page), ["4711"]);
    let word = &page.reading.words[0];
    assert_eq!(word.widget, Some(0));
    // Drawn at 150 from the left edge of the field at 100, in 8 points.
    assert!(
        (248.0..252.0).contains(&word.region.x) && (word.size - 8.0).abs() < 0.1,
        "{word:?}"
    );
}

#[tokio::test]
async fn an_appearance_that_shows_something_else_is_told() {
    let shows = |content: &str| format!("/Tx BMC q BT /F1 8 Tf 2 5 Td {content} Tj ET Q EMC");
    for (value, content, expected) in [
        ("61,250.40", "(16,250.40)", Some("16,250.40")),
        ("61,250.40", "(61,250.40)", None),
        ("61250.40", "(61,250.40)", None),
        ("987654321", "<3938372D36352D34333231>", None),
        ("4711", "()", Some("")),
    ] {
        let page = only_page(&drawn(value, &shows(content), "5 0 R")).await;
        assert_eq!(
            page.widgets[0].shown.as_deref().map(str::trim),
            expected,
            "{value} {content}"
        );
        assert_eq!(texts(&page), [value]);
    }
}

#[tokio::test]
async fn an_empty_appearance_says_nothing_where_viewers_draw_values_anew() {
    let bytes = drawn("4711", "/Tx BMC EMC", "5 0 R");
    let anew = String::from_utf8(bytes.clone())
        .unwrap()
        .replace("/Fields[", "/NeedAppearances true/Fields[");
    assert_eq!(only_page(&bytes).await.widgets[0].shown.as_deref(), Some(""));
    assert_eq!(only_page(anew.as_bytes()).await.widgets[0].shown, None);
}

#[tokio::test]
async fn lines_drawn_by_annotations_are_slants() {
    let struck = "/Subtype/StrikeOut/Rect[100 700 160 712]/QuadPoints[100 712 160 712 100 700 160 700]";
    let hidden = "/Subtype/Ink/F 2/Rect[100 600 160 612]/InkList[[100 600 160 612]]";
    let page = only_page(&form("BT /F1 9 Tf 100 702 Td (104.97) Tj ET", "", &[struck, hidden])).await;
    let places: Vec<_> = page
        .slants
        .iter()
        .map(|slant| (slant.x, slant.y, slant.width))
        .collect();
    assert_eq!(places, [(100.0, 88.0, 60.0)]);
    assert_eq!(texts(&page), ["104.97"]);
}

#[tokio::test]
async fn a_flattened_value_is_given_to_its_field() {
    let printed = "BT /F1 10 Tf 104 706 Td (John Q Public) Tj ET";
    let page = only_page(&form(printed, "", &[&format!("{TEXT}/T(name)/V(John Q Public)")])).await;
    assert_eq!(texts(&page), ["John", "Q", "Public"]);
    assert_eq!(typed(&page, 0), ["John", "Q", "Public"]);
}

#[tokio::test]
async fn long_and_combed_fields_keep_their_words() {
    let lines = "/Subtype/Widget/FT/Tx/Ff 4096/DA(/F1 10 Tf 0 g)/Rect[100 600 300 660]/T(address)\
                 /V(12 Elm Street\\rSpringfield IL 62704)";
    let comb = "/Subtype/Widget/FT/Tx/Ff 16777216/MaxLen 9/DA(/F1 10 Tf 0 g)/Rect[100 500 280 520]/T(ssn)/V(123456789)";
    let page = only_page(&form("", "", &[lines, comb])).await;
    let (address, field) = widget(&page, "address");
    assert_eq!(field.value.as_deref(), Some("12 Elm Street\nSpringfield IL 62704"));
    assert_eq!(
        typed(&page, address),
        ["12", "Elm", "Street", "Springfield", "IL", "62704"]
    );
    let words: Vec<&Word> = page
        .reading
        .words
        .iter()
        .filter(|word| word.widget == Some(address))
        .collect();
    assert!(words[3].region.y > words[0].region.bottom() - 1.0, "{words:?}");
    let (ssn, _) = widget(&page, "ssn");
    assert_eq!(typed(&page, ssn), ["123456789"]);
    assert!(
        page.reading
            .words
            .iter()
            .any(|word| word.widget == Some(ssn) && word.region.width > 170.0)
    );
}

#[tokio::test]
async fn boxes_and_buttons_know_whether_they_are_checked() {
    let yes = "/Subtype/Widget/FT/Btn/Rect[100 700 110 710]/T(yes)/V/On/AS/On/AP<</N<</On 5 0 R/Off 5 0 R>>>>";
    let no = "/Subtype/Widget/FT/Btn/Rect[120 700 130 710]/T(no)/V/Off/AS/Off/AP<</N<</On 5 0 R/Off 5 0 R>>>>";
    let page = only_page(&form("", "", &[yes, no])).await;
    let (index, field) = widget(&page, "yes");
    assert_eq!((field.kind, field.checked), (WidgetKind::CheckBox, Some(true)));
    assert_eq!(typed(&page, index), ["\u{2612}"]);
    let (index, field) = widget(&page, "no");
    assert_eq!((field.kind, field.checked), (WidgetKind::CheckBox, Some(false)));
    assert!(typed(&page, index).is_empty());
}

#[tokio::test]
async fn only_the_chosen_radio_button_is_checked() {
    let bytes = pdf(&[
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[5 0 R 6 0 R]>>".to_owned(),
        "<</FT/Btn/Ff 49152/T(filing)/V/two/Kids[5 0 R 6 0 R]>>".to_owned(),
        "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[100 700 110 710]/AS/Off/AP<</N<</one 7 0 R/Off 7 0 R>>>>>>"
            .to_owned(),
        "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[100 680 110 690]/AS/two/AP<</N<</two 7 0 R/Off 7 0 R>>>>>>"
            .to_owned(),
        stream("/Type/XObject/Subtype/Form/BBox[0 0 10 10]", ""),
    ]);
    let page = only_page(&bytes).await;
    let states: Vec<_> = page
        .widgets
        .iter()
        .map(|widget| (widget.kind, widget.checked))
        .collect();
    assert_eq!(
        states,
        [(WidgetKind::Radio, Some(false)), (WidgetKind::Radio, Some(true))]
    );
    assert_eq!(page.reading.words.len(), 1);
}

#[tokio::test]
async fn a_choice_says_what_is_shown_not_what_is_sent() {
    let choice = "/Subtype/Widget/FT/Ch/Ff 131072/DA(/F1 10 Tf 0 g)/Rect[100 700 200 720]/T(state)\
                  /Opt[[(mn)(Minnesota)][(oh)(Ohio)]]/V(oh)";
    let page = only_page(&form("", "", &[choice])).await;
    let (index, field) = widget(&page, "state");
    assert_eq!((field.kind, field.value.as_deref()), (WidgetKind::Choice, Some("Ohio")));
    assert_eq!(typed(&page, index), ["Ohio"]);
}

#[tokio::test]
async fn what_is_hidden_or_secret_is_not_read() {
    let hidden = format!("{TEXT}/T(hidden)/F 2/V(nobody)");
    let unseen = format!("{TEXT}/T(unseen)/F 32/V(nobody)");
    let secret = format!("{TEXT}/T(secret)/Ff 8192/V(hunter2)");
    let page = only_page(&form("", "", &[&hidden, &unseen, &secret])).await;
    assert_eq!(page.widgets.len(), 1);
    assert_eq!(
        (page.widgets[0].name.as_str(), &page.widgets[0].value),
        ("secret", &None)
    );
    assert!(page.reading.words.is_empty());
}

#[tokio::test]
async fn text_typed_onto_a_flat_form_is_read() {
    let note = "/Subtype/FreeText/DA(/F1 10 Tf 0 g)/Rect[100 600 300 620]/Contents(Acme Corp)";
    let page = only_page(&form("BT /F1 9 Tf 100 725 Td (Employer) Tj ET", "", &[note])).await;
    assert_eq!(texts(&page), ["Employer", "Acme", "Corp"]);
    assert_eq!(page.reading.source, ReadingSource::Form);
    assert_eq!(page.text_source, TextSource::Embedded);
    assert!(page.widgets.is_empty());
}

#[tokio::test]
async fn fields_that_the_form_does_not_list_are_still_read() {
    let orphan = one_page(
        "/MediaBox[0 0 600 800]/Annots[6 0 R]",
        "",
        "",
        &[format!("<</Type/Annot{TEXT}/T(orphan)/V(here)>>")],
    );
    let page = only_page(&orphan).await;
    assert_eq!(page.widgets.len(), 1, "{page:?}");
    assert_eq!(
        (page.widgets[0].name.as_str(), page.widgets[0].value.as_deref()),
        ("orphan", Some("here"))
    );
    assert_eq!(texts(&page), ["here"]);
}

#[tokio::test]
async fn form_fields_are_drawn_when_rendering() {
    let pool = support::pool(1);
    let mut dark = Vec::new();
    for value in ["", "/V(HEAVY BLACK VALUE)"] {
        let bytes = form("", "/NeedAppearances true", &[&format!("{TEXT}/T(a){value}")]);
        let document = support::open(&pool, &bytes).await.unwrap();
        for format in [ImageFormat::Png, ImageFormat::Webp] {
            let picture = document.render(1, None, 1.5, format).await.unwrap();
            assert_eq!((picture.width, picture.height), (900, 1200));
            let pixels = image::load_from_memory(&picture.bytes).unwrap().to_luma8();
            dark.push(pixels.pixels().filter(|pixel| pixel.0[0] < 128).count());
        }
        document.close().await;
    }
    assert_eq!(
        (dark[0], dark[2]),
        (dark[1], dark[3]),
        "both formats hold the same picture"
    );
    assert!(dark[2] > dark[0] + 100, "{dark:?}");
}

/// A form with one field, whose appearance draws `content` in its own space.
fn drawn_form(field: &str, content: &str) -> Vec<u8> {
    let bytes = form("", "", &[&format!("{field}/AP<</N 7 0 R>>")]);
    let text = String::from_utf8(bytes).unwrap();
    let objects = text.split("endobj").filter_map(|object| object.split_once(" 0 obj\n"));
    let objects: Vec<String> = objects
        .map(|(_, body)| body.trim_end().to_owned())
        .chain([stream(
            "/Type/XObject/Subtype/Form/BBox[0 0 200 60]/Resources<</Font<</F1 5 0 R>>>>",
            content,
        )])
        .collect();
    pdf(&objects)
}

/// The words of the page, and the dark pixels of the field between (100, 140) and (300, 200), in points from the top.
async fn words_and_ink(bytes: &[u8]) -> (Vec<Word>, Vec<(f32, f32)>) {
    const SCALE: f32 = 3.0;
    let pool = support::pool(1);
    let document = support::open(&pool, bytes).await.unwrap();
    let words = document.page(1).await.unwrap().reading.words;
    let picture = document.render(1, None, SCALE, ImageFormat::Png).await.unwrap();
    let pixels = image::load_from_memory(&picture.bytes).unwrap().to_luma8();
    let ink = pixels
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0[0] < 100)
        .map(|(x, y, _)| ((x as f32 + 0.5) / SCALE, (y as f32 + 0.5) / SCALE))
        .filter(|(x, y)| (102.0..298.0).contains(x) && (142.0..198.0).contains(y))
        .collect();
    document.close().await;
    (words, ink)
}

#[tokio::test]
async fn words_of_several_lines_lie_on_their_ink() {
    const FIELD: &str = "/Subtype/Widget/FT/Tx/Ff 4096/Rect[100 600 300 660]/T(address)";
    const LONG: &str = "The Marigold Foundry and Metal Works of the Valley and of the Hills beyond, in the care of Jane Q \
                        Public, 12 Elm Street at the corner of the old market, Springfield IL 62704";
    let begin = "/Tx BMC q 1 1 198 58 re W n BT 0 g";
    let wrapped =
        "/F1 9 Tf 2 48 Td (MARIGOLD FOUNDRY WORKS) Tj 0 -10.4 Td (OF THE VALLEY) Tj 0 -10.4 Td (12 ELM STREET) Tj";
    let pieces = "/F1 8 Tf 1 0 0 1 2 50 Tm (Jane ) Tj 22 0 Td (Q) Tj 1 0 0 1 2 41 Tm (12 Elm Street) Tj \
                  1 0 0 1 2 32 Tm (Springfield IL) Tj";
    let drawn = |size: u32, value: &str, content: &str| {
        let field = format!("{FIELD}/DA(/F1 {size} Tf 0 g)/V({value})");
        drawn_form(&field, &format!("{begin} {content} ET Q EMC"))
    };
    let plain = |size: u32, value: &str| form("", "", &[&format!("{FIELD}/DA(/F1 {size} Tf 0 g)/V({value})")]);
    for (name, bytes) in [
        (
            "wrapped by the viewer",
            drawn(9, "MARIGOLD FOUNDRY WORKS OF THE VALLEY\\r12 ELM STREET", wrapped),
        ),
        ("in pieces", drawn(8, "Jane Q\\r12 Elm Street\\rSpringfield IL", pieces)),
        (
            "without appearance",
            plain(9, "Jane Q Public\\r12 Elm Street\\rSpringfield IL 62704"),
        ),
        ("of no size", plain(0, "Jane Q Public\\r12 Elm Street")),
        ("of no size, to be wrapped", plain(0, LONG)),
    ] {
        let (words, ink) = words_and_ink(&bytes).await;
        assert!(words.len() > 3 && ink.len() > 300, "{name}: {words:?}");
        let holds = |word: &Word, (x, y): (f32, f32)| {
            let place = word.region.grown(1.0);
            (place.x..=place.right()).contains(&x) && (place.y..=place.bottom()).contains(&y)
        };
        for word in &words {
            assert!(
                ink.iter().any(|&spot| holds(word, spot)),
                "{name}: nothing is drawn at {word:?}"
            );
        }
        let outside = ink.iter().filter(|&&spot| !words.iter().any(|word| holds(word, spot)));
        assert!(outside.count() < ink.len() / 20, "{name}: ink beside {words:?}");
    }
}
