//! Collects form fields of a page and text typed onto it as annotations. Turning values into words is in `values.rs`.
#![allow(unsafe_code)]

use crate::appearance::Line;
use crate::appearance_text::{cut, utf16};
use crate::page_handle::OpenPage;
use crate::sheet::{UserBox, rounded};
use crate::{appearance, appearance_text};
use pdfium_render::prelude::{FPDF_ANNOTATION, FPDF_WCHAR, FS_RECTF};
use std::ffi::{c_int, c_ulong};
use touchstone_intake::validate::{MAX_STRING, MAX_VALUE, MAX_WIDGETS};
use touchstone_intake::{Region, Widget, WidgetKind, text};

const SUBTYPE_FREE_TEXT: c_int = 3;
const SUBTYPE_STAMP: c_int = 13;
const SUBTYPE_WIDGET: c_int = 20;
const SUBTYPE_WATERMARK: c_int = 24;
/// Free text, squares, circles, polygons, stamps, ink, watermarks and redactions.
const COVERING: [c_int; 8] = [SUBTYPE_FREE_TEXT, 5, 6, 7, SUBTYPE_STAMP, 15, SUBTYPE_WATERMARK, 28];
/// Lines, polylines, struck-out text and ink: drawn over what is printed.
const DRAWN: [c_int; 4] = [4, 8, 12, 15];
/// Annotation flags of invisible annotations: hidden and no-view.
const UNSEEN: c_int = 1 << 1 | 1 << 5;
const FIELD_MULTILINE: c_int = 1 << 12;
const FIELD_PASSWORD: c_int = 1 << 13;
const FIELD_COMB: c_int = 1 << 24;
/// Max stamps, and max covers, kept per page.
const MOST_STAMPS: usize = 50;
/// Max annotations examined per page.
const MOST_ANNOTATIONS: c_int = 50_000;

#[derive(Debug, Default)]
pub(crate) struct Fields {
    pub(crate) widgets: Vec<Widget>,
    pub(crate) values: Vec<Value>,
    /// Bounds of stamps and watermarks: drawn on the page but not part of its text.
    pub(crate) stamps: Vec<Region>,
    /// Bounds of lines drawn over the page.
    pub(crate) drawn: Vec<Region>,
    /// Bounds of all annotations that may cover printed content.
    pub(crate) covers: Vec<Region>,
}

/// Text shown on the page that is not part of its content.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Value {
    /// Index of its form field; `None` for text typed onto the page by a viewer.
    pub(crate) widget: Option<u32>,
    pub(crate) region: Region,
    pub(crate) text: String,
    /// Font size in points; 0 means the field chooses it.
    pub(crate) size: f32,
    pub(crate) multiline: bool,
    /// Number of comb cells, one character each.
    pub(crate) comb: Option<u32>,
    /// 0 left, 1 centered, 2 right.
    pub(crate) alignment: u8,
    /// Where the appearance draws it, if there is one.
    pub(crate) drawn: Vec<Line>,
}

/// Text of a checked box or button among the words.
const CHECKED: &str = "\u{2612}";

pub(crate) fn collect(page: &OpenPage) -> Fields {
    let mut fields = Fields::default();
    // SAFETY: the page is open; indexes below the count are valid.
    let count = unsafe { page.calls.FPDFPage_GetAnnotCount(page.handle) };
    for index in 0..count.clamp(0, MOST_ANNOTATIONS) {
        // SAFETY: as above.
        let handle = unsafe { page.calls.FPDFPage_GetAnnot(page.handle, index) };
        if handle.is_null() {
            continue;
        }
        let annotation = Annotation { page, handle };
        let subtype = annotation.subtype();
        if COVERING.contains(&subtype) && fields.covers.len() < MOST_STAMPS {
            fields.covers.extend(annotation.region());
        }
        if DRAWN.contains(&subtype) && fields.drawn.len() < MOST_STAMPS {
            fields.drawn.extend(annotation.region());
        }
        match subtype {
            SUBTYPE_WIDGET if fields.widgets.len() < MAX_WIDGETS => annotation.field(&mut fields),
            SUBTYPE_FREE_TEXT => annotation.free_text(&mut fields),
            SUBTYPE_STAMP | SUBTYPE_WATERMARK if fields.stamps.len() < MOST_STAMPS => {
                fields.stamps.extend(annotation.region());
            }
            _ => {}
        }
    }
    fields
}

/// An annotation open in PDFium; closed when dropped. SAFETY of all calls below: the handle is open, results are ours.
struct Annotation<'p> {
    page: &'p OpenPage<'p>,
    handle: FPDF_ANNOTATION,
}

impl Drop for Annotation<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is open and not used again.
        unsafe { self.page.calls.FPDFPage_CloseAnnot(self.handle) };
    }
}

impl Annotation<'_> {
    fn subtype(&self) -> c_int {
        // SAFETY: see the type.
        unsafe { self.page.calls.FPDFAnnot_GetSubtype(self.handle) as c_int }
    }

    fn rect(&self) -> Option<FS_RECTF> {
        let mut rect = FS_RECTF {
            left: 0.0,
            top: 0.0,
            right: 0.0,
            bottom: 0.0,
        };
        // SAFETY: see the type.
        let known = unsafe { self.page.calls.FPDFAnnot_GetRect(self.handle, &raw mut rect) };
        (known != 0).then_some(rect)
    }

    /// Its visible part on the page, `None` if it is hidden.
    fn region(&self) -> Option<Region> {
        // SAFETY: see the type.
        let flags = unsafe { self.page.calls.FPDFAnnot_GetFlags(self.handle) };
        let rect = self.rect().filter(|_| flags & UNSEEN == 0)?;
        let sheet = &self.page.sheet;
        let place = sheet.place(UserBox {
            left: rect.left,
            bottom: rect.bottom,
            right: rect.right,
            top: rect.top,
        });
        let shown = place.is_finite().then_some(place)?.intersection(&sheet.region())?;
        Some(rounded(shown))
    }

    /// Lines of text in its appearance.
    fn drawn(&self) -> Vec<Line> {
        self.rect()
            .map_or_else(Vec::new, |rect| appearance::lines(self.page, self.handle, &rect))
    }

    fn free_text(&self, fields: &mut Fields) {
        let Some(region) = self.region() else { return };
        let Some(text) = self.string("Contents", MAX_VALUE) else {
            return;
        };
        fields.values.push(Value {
            widget: None,
            region,
            text,
            size: 0.0,
            multiline: true,
            comb: None,
            alignment: self.number("Q").map_or(0, |q| q as u8),
            drawn: self.drawn(),
        });
    }

    fn field(&self, fields: &mut Fields) {
        let Some(region) = self.region() else { return };
        let form = self.page.form;
        // SAFETY: see the type; the form is open with the document.
        let (kind, flags) = unsafe {
            let kind = self.page.calls.FPDFAnnot_GetFormFieldType(form, self.handle);
            (kind, self.page.calls.FPDFAnnot_GetFormFieldFlags(form, self.handle))
        };
        let Some(kind) = self.kind(kind) else { return };
        let mut widget = Widget {
            name: self
                .field_string(MAX_STRING, Part::Name)
                .or_else(|| self.string("T", MAX_STRING))
                .unwrap_or_default(),
            kind,
            region,
            value: None,
            shown: None,
            unproved: false,
            checked: None,
            caption: self
                .field_string(MAX_STRING, Part::AlternateName)
                .or_else(|| self.string("TU", MAX_STRING)),
            max_length: self
                .number("MaxLen")
                .filter(|most| (1.0..1e6).contains(most))
                .map(|most| most as u32),
        };
        match kind {
            WidgetKind::Text if flags & FIELD_PASSWORD != 0 => {}
            WidgetKind::Text => {
                widget.value = self
                    .field_string(MAX_VALUE, Part::Value)
                    .or_else(|| self.string("V", MAX_VALUE));
            }
            WidgetKind::Choice => widget.value = self.choice(),
            WidgetKind::CheckBox | WidgetKind::Radio => widget.checked = Some(self.is_checked(kind)),
            WidgetKind::Button | WidgetKind::Signature => {}
        }
        let value = widget.value.as_deref();
        let compared = value.map(|value| appearance_text::compare(self.page, self.handle, kind, value));
        let appearance = compared.unwrap_or_default();
        (widget.shown, widget.unproved) = (appearance.otherwise, appearance.is_unknown);
        fields
            .values
            .extend(self.value(&widget, fields.widgets.len() as u32, flags));
        fields.widgets.push(widget);
    }

    /// The text the field shows, `None` if it is empty.
    fn value(&self, widget: &Widget, index: u32, flags: c_int) -> Option<Value> {
        let typed = widget.kind == WidgetKind::Text;
        let is_drawn = widget.checked.is_some();
        let text = match widget.checked {
            Some(true) => CHECKED.to_owned(),
            _ => widget.value.clone()?,
        };
        Some(Value {
            widget: Some(index),
            region: widget.region,
            text,
            // The mark of a checked box is a drawing; the box is its place.
            size: if is_drawn { 0.0 } else { self.font_size() },
            multiline: typed && flags & FIELD_MULTILINE != 0,
            comb: widget.max_length.filter(|_| typed && flags & FIELD_COMB != 0),
            alignment: self.number("Q").map_or(0, |q| q as u8),
            drawn: if is_drawn { Vec::new() } else { self.drawn() },
        })
    }

    /// The kind of field. A field not listed in the document's form is classified by its own dictionary.
    fn kind(&self, kind: c_int) -> Option<WidgetKind> {
        match kind {
            1 | 13 => Some(WidgetKind::Button),
            2 | 9 => Some(WidgetKind::CheckBox),
            3 => Some(WidgetKind::Radio),
            4 | 5 | 10 | 12 => Some(WidgetKind::Choice),
            6 | 15 => Some(WidgetKind::Text),
            7 | 14 => Some(WidgetKind::Signature),
            _ => match self.string("FT", 16)?.as_str() {
                "Tx" => Some(WidgetKind::Text),
                "Ch" => Some(WidgetKind::Choice),
                "Btn" => Some(WidgetKind::CheckBox),
                "Sig" => Some(WidgetKind::Signature),
                _ => None,
            },
        }
    }

    /// A box is checked if it shows any state but "Off"; a check box without a state is decided by its field's value.
    /// `FPDFAnnot_IsChecked` would need the page's form view, and building it hangs on some hostile files.
    fn is_checked(&self, kind: WidgetKind) -> bool {
        let value = || {
            self.field_string(256, Part::Value)
                .filter(|_| kind == WidgetKind::CheckBox)
        };
        self.string("AS", 256)
            .or_else(value)
            .is_some_and(|state| state != "Off")
    }

    /// Labels of the selected options, one per line; otherwise the typed text.
    fn choice(&self) -> Option<String> {
        let (calls, form) = (self.page.calls, self.page.form);
        // SAFETY: see the type; indexes below the count are valid.
        let count = unsafe { calls.FPDFAnnot_GetOptionCount(form, self.handle) };
        let mut chosen = Vec::new();
        for index in 0..count.clamp(0, 10_000) {
            // SAFETY: as above.
            if unsafe { calls.FPDFAnnot_IsOptionSelected(form, self.handle, index) } != 0 {
                // SAFETY: `wide` passes a buffer of the length it names.
                chosen.extend(wide(MAX_STRING, |buffer, length| unsafe {
                    calls.FPDFAnnot_GetOptionLabel(form, self.handle, index, buffer, length)
                }));
            }
        }
        if chosen.is_empty() {
            return self
                .field_string(MAX_VALUE, Part::Value)
                .or_else(|| self.string("V", MAX_VALUE));
        }
        let mut joined = chosen.join("\n");
        cut(&mut joined, MAX_VALUE);
        Some(joined)
    }

    /// The size set by the field's own default appearance. PDFium's value exists only for fields it has already drawn,
    /// so it would depend on what was rendered before.
    fn font_size(&self) -> f32 {
        let appearance = self.string("DA", MAX_STRING).unwrap_or_default();
        let words: Vec<&str> = appearance.split_whitespace().collect();
        let set = words.windows(2).rev().find(|pair| pair[1] == "Tf");
        let size = set.and_then(|pair| pair[0].parse().ok());
        size.filter(|size| (1.0..200.0).contains(size)).unwrap_or(0.0)
    }

    fn number(&self, key: &str) -> Option<f32> {
        let mut value = 0.0;
        // SAFETY: see the type.
        let known = unsafe {
            self.page
                .calls
                .FPDFAnnot_GetNumberValue(self.handle, key, &raw mut value)
        };
        (known != 0 && value.is_finite()).then_some(value)
    }

    fn string(&self, key: &str, most: usize) -> Option<String> {
        // SAFETY: see the type; `wide` passes a buffer of the length it names.
        wide(most, |buffer, length| unsafe {
            self.page
                .calls
                .FPDFAnnot_GetStringValue(self.handle, key, buffer, length)
        })
    }

    fn field_string(&self, most: usize, part: Part) -> Option<String> {
        let (calls, form) = (self.page.calls, self.page.form);
        // SAFETY: see the type; `wide` passes a buffer of the length it names.
        wide(most, |buffer, length| unsafe {
            match part {
                Part::Name => calls.FPDFAnnot_GetFormFieldName(form, self.handle, buffer, length),
                Part::AlternateName => calls.FPDFAnnot_GetFormFieldAlternateName(form, self.handle, buffer, length),
                Part::Value => calls.FPDFAnnot_GetFormFieldValue(form, self.handle, buffer, length),
            }
        })
    }
}

#[derive(Clone, Copy)]
enum Part {
    Name,
    AlternateName,
    Value,
}

/// A PDFium string, in UTF-16 with a closing NUL, of at most `most` bytes after cleaning. Line ends of all kinds become
/// `\n`; `None` if nothing visible remains.
fn wide(most: usize, read: impl Fn(*mut FPDF_WCHAR, c_ulong) -> c_ulong) -> Option<String> {
    let raw = utf16(read)?.replace("\r\n", "\n").replace('\r', "\n");
    let raw = raw.split('\0').next().unwrap_or_default();
    let mut clean = raw.split('\n').map(text::clean).collect::<Vec<_>>().join("\n");
    cut(&mut clean, most);
    (!clean.trim().is_empty()).then_some(clean)
}
