//! Documents whose values are set in a font without a map from codes to letters: they look as before, but a text layer
//! has no letters for them. The font that is replaced is Courier.

use crate::Case;
use anyhow::Context;
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use std::path::Path;

/// Printable letters.
const LETTERS: std::ops::RangeInclusive<u8> = b' '..=b'~';
/// How far the number of a letter's glyph is below its code in DejaVu Sans Mono, where a space is glyph 3. The drawn
/// font has the same numbers.
const BELOW: u8 = 29;
/// Width of every glyph, in thousandths of the font size.
const WIDTH: i64 = 600;
/// The name of Courier in page resources.
const COURIER: &[u8] = b"Mono";

/// With glyphs that are drawings of letters (a Type 3 font).
pub fn drawn(case: &Case) -> anyhow::Result<Case> {
    replaced(
        case,
        |glyph| vec![glyph],
        |document, courier| {
            let printed = document.add_object(dictionary! {
                "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Courier", "Encoding" => "WinAnsiEncoding",
            });
            let (first, last) = (i64::from(LETTERS.start() - BELOW), i64::from(LETTERS.end() - BELOW));
            let (mut glyphs, mut names) = (Dictionary::new(), vec![Object::from(first)]);
            for letter in LETTERS {
                let drawing = format!("{WIDTH} 0 d0 BT /Printed 1000 Tf <{letter:02x}> Tj ET");
                let name = format!("g{}", letter - BELOW);
                let drawing = document.add_object(Stream::new(Dictionary::new(), drawing.into_bytes()));
                glyphs.set(name.as_str(), drawing);
                names.push(Object::Name(name.into_bytes()));
            }
            let font = dictionary! {
                "Type" => "Font", "Subtype" => "Type3",
                "FontBBox" => vec![0.into(), (-250).into(), 700.into(), 900.into()],
                "FontMatrix" => vec![0.001.into(), 0.into(), 0.into(), 0.001.into(), 0.into(), 0.into()],
                "FirstChar" => first, "LastChar" => last,
                "Widths" => LETTERS.map(|_| WIDTH.into()).collect::<Vec<Object>>(),
                "CharProcs" => glyphs,
                "Encoding" => dictionary! { "Type" => "Encoding", "Differences" => names },
                "Resources" => dictionary! { "Font" => dictionary! { "Printed" => printed } },
            };
            document.objects.insert(courier, font.into());
            Ok(())
        },
    )
}

/// With glyphs that have numbers only, as office software embeds them (a CID font). `file` is DejaVu Sans Mono.
pub fn numbered(case: &Case, file: &Path) -> anyhow::Result<Case> {
    let program = std::fs::read(file).with_context(|| format!("could not read {}", file.display()))?;
    replaced(
        case,
        |glyph| vec![0, glyph],
        |document, courier| {
            let length = i64::try_from(program.len())?;
            let program = document.add_object(Stream::new(dictionary! { "Length1" => length }, program));
            let descriptor = document.add_object(dictionary! {
                "Type" => "FontDescriptor", "FontName" => "AAAAAA+Values", "Flags" => 4, "ItalicAngle" => 0,
                "FontBBox" => vec![(-558).into(), (-375).into(), 718.into(), 1042.into()],
                "Ascent" => 928, "Descent" => -236, "CapHeight" => 729, "StemV" => 80, "FontFile2" => program,
            });
            let glyphs = document.add_object(dictionary! {
                "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "AAAAAA+Values", "DW" => WIDTH,
                "CIDSystemInfo" => dictionary! {
                    "Registry" => Object::string_literal("Adobe"), "Ordering" => Object::string_literal("Identity"),
                    "Supplement" => 0,
                },
                "CIDToGIDMap" => "Identity", "FontDescriptor" => descriptor,
            });
            let font = dictionary! {
                "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "AAAAAA+Values", "Encoding" => "Identity-H",
                "DescendantFonts" => vec![glyphs.into()],
            };
            document.objects.insert(courier, font.into());
            Ok(())
        },
    )
}

/// The document with another font in the place of Courier; `code` gives the code of a glyph in it.
fn replaced(
    case: &Case,
    code: impl Fn(u8) -> Vec<u8>,
    replace: impl FnOnce(&mut Document, ObjectId) -> anyhow::Result<()>,
) -> anyhow::Result<Case> {
    let mut document = Document::load_mem(&case.bytes)?;
    for page in document.get_pages().into_values() {
        let content = document.get_page_content(page);
        document.change_page_content(page, recoded(&content, &code)?)?;
    }
    let is_courier = |object: &Object| {
        let name = object.as_dict().and_then(|font| font.get(b"BaseFont"));
        name.and_then(Object::as_name).is_ok_and(|name| name == b"Courier")
    };
    let mut fonts = document.objects.iter();
    let courier = fonts.find(|(_, object)| is_courier(object)).map(|(id, _)| *id);
    replace(&mut document, courier.context("the document has no Courier")?)?;
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    Ok(Case { bytes, ..case.clone() })
}

/// A drawing whose texts in Courier consist of glyph numbers.
fn recoded(content: &[u8], code: impl Fn(u8) -> Vec<u8>) -> anyhow::Result<Vec<u8>> {
    let mut content = Content::decode(content)?;
    let mut in_courier = false;
    for operation in &mut content.operations {
        match (operation.operator.as_str(), operation.operands.as_mut_slice()) {
            ("Tf", [font, _]) => in_courier = font.as_name()? == COURIER,
            ("Tj", [Object::String(text, _)]) if in_courier => {
                let letters = text.iter().filter(|letter| LETTERS.contains(letter));
                *text = letters.flat_map(|letter| code(letter - BELOW)).collect();
            }
            _ => {}
        }
    }
    Ok(content.encode()?)
}
