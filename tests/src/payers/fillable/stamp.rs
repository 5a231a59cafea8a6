//! Writes values into the fields of a PDF: as form values with their appearances, or as pictures on the page with the
//! form removed.

use super::Place;
use crate::font::{Font, encode};
use anyhow::{Context, bail};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use std::collections::HashMap;
use std::fmt::Write;

/// The content of a place.
pub(super) enum Mark {
    Text(Vec<String>),
    Tick,
}

const SIZE: f32 = 8.0;

/// Fills in the places. `flat` draws them on the page and removes the form; `keep` removes all other pages.
pub(super) fn fill(
    document: &mut Document,
    marks: &[(&Place, Mark)],
    flat: bool,
    keep: Option<u32>,
) -> anyhow::Result<()> {
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    });
    let pages = document.get_pages();
    let mut drawn: HashMap<u32, Vec<(ObjectId, [f32; 4])>> = HashMap::new();
    for (&number, &page) in &pages {
        let widgets = widgets(document, page)?;
        for (place, mark) in marks.iter().filter(|(place, _)| place.page == number) {
            let Some(&widget) = widgets.get(&place.field) else {
                bail!("there is no field {} on page {number}", place.field);
            };
            let area = area(document, widget)?;
            let picture = match mark {
                Mark::Text(lines) => write_text(document, widget, area, lines, font)?,
                Mark::Tick => tick(document, widget)?,
            };
            drawn.entry(number).or_default().push((picture, area));
        }
    }
    if flat {
        for (&number, &page) in &pages {
            draw(document, page, drawn.get(&number).map_or(&[], Vec::as_slice))?;
        }
        document.catalog_mut()?.remove(b"AcroForm");
    } else {
        without_xfa(document)?;
    }
    if let Some(keep) = keep {
        let others: Vec<u32> = pages.keys().copied().filter(|number| *number != keep).collect();
        document.delete_pages(&others);
        document.prune_objects();
    }
    Ok(())
}

/// The widgets of a page by full name.
fn widgets(document: &Document, page: ObjectId) -> anyhow::Result<HashMap<String, ObjectId>> {
    let mut found = HashMap::new();
    let Ok(annotations) = document.get_dictionary(page)?.get_deref(b"Annots", document) else {
        return Ok(found);
    };
    for annotation in annotations.as_array()? {
        let id = annotation.as_reference()?;
        found.insert(full_name(document, id)?, id);
    }
    Ok(found)
}

fn full_name(document: &Document, widget: ObjectId) -> anyhow::Result<String> {
    let mut names: Vec<String> = Vec::new();
    let mut next = Some(widget);
    while let Some(id) = next {
        let field = document.get_dictionary(id)?;
        if let Ok(name) = field.get(b"T") {
            names.push(lopdf::decode_text_string(name)?);
        }
        next = field.get(b"Parent").and_then(Object::as_reference).ok();
    }
    names.reverse();
    Ok(names.join("."))
}

fn area(document: &Document, widget: ObjectId) -> anyhow::Result<[f32; 4]> {
    let rect = document
        .get_dictionary(widget)?
        .get_deref(b"Rect", document)?
        .as_array()?;
    let sides: Vec<f32> = rect.iter().filter_map(|side| side.as_float().ok()).collect();
    <[f32; 4]>::try_from(sides).ok().context("a field without a place")
}

/// Sets the value, in the widget or the field it belongs to, and its appearance.
fn write_text(
    document: &mut Document,
    widget: ObjectId,
    area: [f32; 4],
    lines: &[String],
    font: ObjectId,
) -> anyhow::Result<ObjectId> {
    let centered = document.get_dictionary(widget)?.get(b"Q").and_then(Object::as_i64).ok();
    let (width, height) = (area[2] - area[0], area[3] - area[1]);
    let widest = lines
        .iter()
        .map(|line| Font::Sans.width(line, 1.0))
        .fold(0.01, f32::max);
    let size = SIZE
        .min((width - 4.0) / widest)
        .min((height - 1.0) / lines.len() as f32);
    let mut content = String::from("/Tx BMC q BT 0 g ");
    write!(content, "/Fill {size:.2} Tf ")?;
    let mut bytes = content.into_bytes();
    for (number, line) in lines.iter().enumerate() {
        let room = width - 4.0 - Font::Sans.width(line, size);
        let x = 2.0
            + match centered {
                Some(1) => room / 2.0,
                Some(2) => room,
                _ => 0.0,
            };
        let y = if lines.len() == 1 {
            (height - 0.72 * size) / 2.0
        } else {
            height - size - 1.1 * size * number as f32
        };
        bytes.extend(format!("1 0 0 1 {x:.2} {y:.2} Tm (").bytes());
        for byte in encode(line) {
            if b"()\\".contains(&byte) {
                bytes.push(b'\\');
            }
            bytes.push(byte);
        }
        bytes.extend(b") Tj ");
    }
    bytes.extend(b"ET Q EMC");
    let picture = document.add_object(Stream::new(
        dictionary! {
            "Type" => "XObject", "Subtype" => "Form",
            "BBox" => vec![0.into(), 0.into(), width.into(), height.into()],
            "Resources" => dictionary! { "Font" => dictionary! { "Fill" => font } },
        },
        bytes,
    ));
    let value = lopdf::text_string(&lines.join("\n"));
    field_of(document, widget)?.set("V", value);
    let own = document.get_dictionary_mut(widget)?;
    own.set("AP", dictionary! { "N" => picture });
    Ok(picture)
}

/// The dictionary that holds a widget's value: its own, or its parent's when the widget has no name.
fn field_of(document: &mut Document, widget: ObjectId) -> anyhow::Result<&mut Dictionary> {
    let own = document.get_dictionary(widget)?;
    let parent = own.get(b"Parent").and_then(Object::as_reference).ok();
    let holder = if own.has(b"T") {
        widget
    } else {
        parent.unwrap_or(widget)
    };
    Ok(document.get_dictionary_mut(holder)?)
}

fn tick(document: &mut Document, widget: ObjectId) -> anyhow::Result<ObjectId> {
    let own = document.get_dictionary(widget)?;
    let pictures = own
        .get_deref(b"AP", document)?
        .as_dict()?
        .get_deref(b"N", document)?
        .as_dict()?;
    let on = pictures.iter().find(|(name, _)| name.as_slice() != b"Off");
    let (name, picture) = on.context("a check box without a picture of its mark")?;
    let (name, picture) = (Object::Name(name.clone()), picture.as_reference()?);
    field_of(document, widget)?.set("V", name.clone());
    document.get_dictionary_mut(widget)?.set("AS", name);
    Ok(picture)
}

/// Draws pictures on a page and removes its fields.
fn draw(document: &mut Document, page: ObjectId, pictures: &[(ObjectId, [f32; 4])]) -> anyhow::Result<()> {
    let mut names = Dictionary::new();
    let mut content = String::from("\nQ\n");
    for (number, (picture, area)) in pictures.iter().enumerate() {
        names.set(format!("Filled{number}"), *picture);
        writeln!(
            content,
            "q 1 0 0 1 {:.2} {:.2} cm /Filled{number} Do Q",
            area[0], area[1]
        )?;
    }
    let mut resources = match document.get_dictionary(page)?.get_deref(b"Resources", document) {
        Ok(resources) => resources.as_dict()?.clone(),
        Err(_) => Dictionary::new(),
    };
    if let Ok(own) = resources.get_deref(b"XObject", document).and_then(Object::as_dict) {
        for (name, object) in own.clone() {
            names.set(name, object);
        }
    }
    resources.set("XObject", names);
    let mut all = b"q\n".to_vec();
    all.extend(document.get_page_content(page));
    all.extend(content.bytes());
    let content = document.add_object(Stream::new(Dictionary::new(), all));
    let own = document.get_dictionary_mut(page)?;
    own.set("Resources", resources);
    own.set("Contents", content);
    own.remove(b"Annots");
    Ok(())
}

fn without_xfa(document: &mut Document) -> anyhow::Result<()> {
    let form = document.catalog()?.get(b"AcroForm")?;
    if let Ok(id) = form.as_reference() {
        document.get_dictionary_mut(id)?.remove(b"XFA");
    } else if let Ok(form) = document
        .catalog_mut()?
        .get_mut(b"AcroForm")
        .and_then(Object::as_dict_mut)
    {
        form.remove(b"XFA");
    }
    Ok(())
}
