//! Documents whose values are set in a font without a map from codes to letters: they look as before, but a text layer
//! has no letters for them. The font that is replaced is Courier.

use crate::Case;
use anyhow::Context;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use std::path::Path;

/// Printable codes.
const CODES: std::ops::RangeInclusive<u8> = b' '..=b'~';
/// Width of every glyph, in thousandths of the font size.
const WIDTH: i64 = 600;
/// Glyph number of a space in DejaVu Sans Mono; the other printable characters follow in order.
const FIRST_GLYPH: u32 = 3;

/// With glyphs that are drawings of letters (a Type 3 font).
pub fn drawn(case: &Case) -> anyhow::Result<Case> {
    replaced(case, |document, courier| {
        let printed = document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Courier", "Encoding" => "WinAnsiEncoding",
        });
        let (mut glyphs, mut names) = (Dictionary::new(), vec![Object::from(i64::from(*CODES.start()))]);
        for code in CODES {
            let drawing = format!("{WIDTH} 0 d0 BT /Printed 1000 Tf <{code:02x}> Tj ET");
            let name = format!("g{code}");
            glyphs.set(
                name.as_str(),
                document.add_object(Stream::new(Dictionary::new(), drawing.into_bytes())),
            );
            names.push(Object::Name(name.into_bytes()));
        }
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type3",
            "FontBBox" => vec![0.into(), (-250).into(), 700.into(), 900.into()],
            "FontMatrix" => vec![0.001.into(), 0.into(), 0.into(), 0.001.into(), 0.into(), 0.into()],
            "FirstChar" => i64::from(*CODES.start()), "LastChar" => i64::from(*CODES.end()),
            "Widths" => CODES.map(|_| WIDTH.into()).collect::<Vec<Object>>(),
            "CharProcs" => glyphs,
            "Encoding" => dictionary! { "Type" => "Encoding", "Differences" => names },
            "Resources" => dictionary! { "Font" => dictionary! { "Printed" => printed } },
        };
        document.objects.insert(courier, font.into());
        Ok(())
    })
}

/// With glyphs that have numbers only, as office software subsets fonts (a CID font). `file` is DejaVu Sans Mono.
pub fn numbered(case: &Case, file: &Path) -> anyhow::Result<Case> {
    let program = std::fs::read(file).with_context(|| format!("could not read {}", file.display()))?;
    replaced(case, |document, courier| {
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
        let codes = document.add_object(Stream::new(
            dictionary! { "Type" => "CMap", "CMapName" => "Values" },
            codes().into_bytes(),
        ));
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "AAAAAA+Values", "Encoding" => codes,
            "DescendantFonts" => vec![glyphs.into()],
        };
        document.objects.insert(courier, font.into());
        Ok(())
    })
}

/// The character map from codes to glyph numbers.
fn codes() -> String {
    let (first, last) = (CODES.start(), CODES.end());
    format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Values def /CMapType 1 def\n\
         1 begincodespacerange <00> <ff> endcodespacerange\n\
         1 begincidrange <{first:02x}> <{last:02x}> {FIRST_GLYPH} endcidrange\n\
         endcmap CMapName currentdict /CMap defineresource pop end end"
    )
}

/// The document with another font in the place of Courier.
fn replaced(case: &Case, replace: impl FnOnce(&mut Document, ObjectId) -> anyhow::Result<()>) -> anyhow::Result<Case> {
    let mut document = Document::load_mem(&case.bytes)?;
    let is_courier = |object: &Object| {
        let name = object.as_dict().and_then(|font| font.get(b"BaseFont"));
        name.and_then(Object::as_name).is_ok_and(|name| name == b"Courier")
    };
    let fonts = document.objects.iter();
    let courier = fonts.filter(|(_, object)| is_courier(object)).map(|(id, _)| *id).next();
    replace(&mut document, courier.context("the document has no Courier")?)?;
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    Ok(Case { bytes, ..case.clone() })
}
