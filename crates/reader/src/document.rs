//! A document open in PDFium, read by range from a descriptor, and the assembly of its pages.
#![allow(unsafe_code)]

use crate::chars::Glyphs;
use crate::drawing::Drawing;
use crate::fields::Fields;
use crate::ink::InkView;
use crate::library::Library;
use crate::page_handle::{Digits, OpenPage};
use crate::painting::Frame;
use crate::sheet::{Sheet, UserBox};
use crate::source::{Source, get_block};
use crate::{chars, drawing, fields, gibberish, marks, painting, unseen, user_unit, values, visibility, words};
use pdfium_render::prelude::{
    FPDF_DOCUMENT, FPDF_FILEACCESS, FPDF_FORMFILLINFO, FPDF_FORMHANDLE, FS_RECTF, PdfiumLibraryBindings,
};
use std::cell::OnceCell;
use std::ffi::{c_int, c_ulong};
use std::fs::File;
use std::io;
use touchstone_intake::layout::{self, Material};
use touchstone_intake::protocol::Limits;
use touchstone_intake::validate::{MAX_PICTURES, MAX_SLANTS};
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Outcome, Page, Picture, Raster, Reading, ReadingSource, Recipe, Region,
    TextSource, Word,
};

/// Error codes of `FPDF_GetLastError`.
const ERROR_PASSWORD: c_ulong = 4;
const ERROR_SECURITY: c_ulong = 5;

pub(crate) struct Document<'l> {
    calls: &'l dyn PdfiumLibraryBindings,
    handle: FPDF_DOCUMENT,
    form: FPDF_FORMHANDLE,
    /// Whether the document contains UserUnit anywhere.
    has_units: bool,
    /// Whether viewers show form fields by their appearances alone, as far as the file tells.
    appearances_hold: bool,
    standard: OnceCell<Digits>,
    // PDFium keeps pointers to these until the document and its form are closed.
    _form_info: Box<FPDF_FORMFILLINFO>,
    _access: Box<FPDF_FILEACCESS>,
    _source: Box<Source>,
}

impl<'l> Document<'l> {
    /// Opens a document without a password, otherwise with the first of `passwords` that fits, and returns its index.
    pub(crate) fn open(
        library: &'l Library,
        file: File,
        passwords: &[String],
        limits: &Limits,
    ) -> Result<(Self, Option<u32>), Failure> {
        let calls = library.calls.as_ref();
        let io = |error: io::Error| Failure::new(Outcome::Io, format!("could not read the document: {error}"));
        let length = file.metadata().map_err(io)?.len();
        let too_long = |_| Failure::new(Outcome::Io, format!("a document of {length} bytes is too long"));
        let mut source = Box::new(Source::new(file));
        let mut access = Box::new(FPDF_FILEACCESS {
            m_FileLen: c_ulong::try_from(length).map_err(too_long)?,
            m_GetBlock: Some(get_block),
            m_Param: (&raw mut *source).cast(),
        });
        let load = |password: Option<&str>| {
            // SAFETY: `access` and the `source` behind it are boxed and outlive the document (see the fields above).
            let handle = unsafe { calls.FPDF_LoadCustomDocument(&raw mut *access, password) };
            // SAFETY: no preconditions.
            (!handle.is_null())
                .then_some(handle)
                .ok_or_else(|| unsafe { calls.FPDF_GetLastError() })
        };
        let (handle, used) =
            unlock(load, passwords).map_err(|code| refusal(code, passwords.len(), source.failure.take()))?;
        // SAFETY: all-zero is a valid FPDF_FORMFILLINFO: null pointers and absent callbacks.
        let mut form_info: Box<FPDF_FORMFILLINFO> = Box::new(unsafe { std::mem::zeroed() });
        form_info.version = 2;
        // SAFETY: `handle` is open and `form_info` is boxed and outlives the form.
        let form = unsafe { calls.FPDFDOC_InitFormFillEnvironment(handle, &raw mut *form_info) };
        let named =
            |key: &[u8]| user_unit::is_named(key, length, |place, buffer| source.read_whole(place, buffer).is_ok());
        let has_units = named(user_unit::KEY);
        // The key that has viewers draw values anew may be in a compressed part.
        let plain = user_unit::is_searched_whole(length) && !named(b"/ObjStm");
        let appearances_hold = plain && !named(b"/NeedAppearances");
        let document = Self {
            calls,
            handle,
            form,
            has_units,
            appearances_hold,
            standard: OnceCell::new(),
            _form_info: form_info,
            _access: access,
            _source: source,
        };
        match document.page_count() {
            0 => Err(Failure::new(Outcome::Empty, "the document has no pages")),
            pages if pages > limits.pages => {
                let message = format!("the document has {pages} pages, more than {}", limits.pages);
                Err(Failure::new(Outcome::TooManyPages, message))
            }
            _ => Ok((document, used)),
        }
    }

    pub(crate) fn page_count(&self) -> u32 {
        // SAFETY: `handle` is open as long as `self` lives.
        u32::try_from(unsafe { self.calls.FPDF_GetPageCount(self.handle) }).unwrap_or(0)
    }

    fn open_page(&self, number: u32, limits: &Limits) -> Result<OpenPage<'_>, Failure> {
        let index = c_int::try_from(number).unwrap_or(c_int::MAX) - 1;
        // SAFETY: `handle` is open; PDFium checks the index itself.
        let handle = unsafe { self.calls.FPDF_LoadPage(self.handle, index) };
        if handle.is_null() {
            return Err(Failure::new(
                Outcome::Damaged,
                format!("page {number} could not be loaded"),
            ));
        }
        let nowhere = UserBox {
            left: 0.0,
            bottom: 0.0,
            right: 0.0,
            top: 0.0,
        };
        let mut page = OpenPage {
            calls: self.calls,
            handle,
            document: self.handle,
            standard: &self.standard,
            form: self.form,
            sheet: Sheet::new(number, nowhere, 0, 1.0),
            appearances_hold: self.appearances_hold,
        };
        let mut shown = FS_RECTF {
            left: 0.0,
            top: 0.0,
            right: 0.0,
            bottom: 0.0,
        };
        // SAFETY: the page is open, `shown` is ours.
        let (known, turns) = unsafe {
            let known = self.calls.FPDF_GetPageBoundingBox(handle, &raw mut shown);
            (known, self.calls.FPDFPage_GetRotation(handle))
        };
        let shown = UserBox {
            left: shown.left,
            bottom: shown.bottom,
            right: shown.right,
            top: shown.top,
        };
        let longest = (shown.right - shown.left).max(shown.top - shown.bottom);
        let unit = user_unit::of_page(self.calls, self.handle, index, longest, self.has_units);
        page.sheet = Sheet::new(number, shown, u8::try_from(turns).unwrap_or(0), unit);
        let sides = [page.sheet.width, page.sheet.height];
        if known == 0 || !sides.iter().all(|side| side.is_finite() && *side > 0.0) {
            return Err(Failure::new(Outcome::Damaged, format!("page {number} has no size")));
        }
        if sides.iter().any(|side| *side > limits.side) {
            let message = format!(
                "page {number} is {} x {} points, more than {} a side",
                sides[0], sides[1], limits.side
            );
            return Err(Failure::new(Outcome::PageTooLarge, message));
        }
        Ok(page)
    }

    /// Page `number` with words, lines, fields and pictures.
    pub(crate) fn page(&self, number: u32, limits: &Limits) -> Result<Page, Failure> {
        let mut page = self.open_page(number, limits)?;
        let mut glyphs = collect_upright(&mut page);
        let sheet = page.sheet;
        let mut drawing = drawing::collect(&page);
        let rulings = layout::join_rulings(&drawing.strokes, sheet.width, sheet.height);
        let cells = layout::find_cells(number, &rulings);
        let fields = fields::collect(&page);
        visibility::hide(&page, &mut glyphs, &drawing, &fields.covers);
        let hidden = glyphs.take_hidden();
        let mut typed = words::split(&glyphs, &rulings, &sheet);
        let covert = words::split(&hidden, &rulings, &sheet);
        let samples = unseen::samples(&typed);
        let merged = values::merge(&mut typed, &fields, &sheet);
        (typed.words, typed.angles) = layout::join_combs(typed.words, typed.angles, &rulings);
        add_annotations(&mut drawing, &fields);
        let text_source = judge(&page, &typed.words, &glyphs, hidden.count(), &drawing);
        let hidden = unseen::words(&covert, &typed);
        let layer = match text_source {
            TextSource::Unread => covert.words,
            _ => Vec::new(),
        };
        let material = Material {
            page: sheet.region(),
            rulings: &rulings,
            cells: &cells,
            pictures: &drawing.pictures,
            angles: &typed.angles,
        };
        let arranged = layout::arrange(typed.words, &material);
        Ok(Page {
            number,
            width: sheet.width,
            height: sheet.height,
            has_tables: arranged.has_tables,
            text_source,
            reading: Reading {
                number: 1,
                source: if merged {
                    ReadingSource::Form
                } else {
                    ReadingSource::Embedded
                },
                recipe: sheet.recipe(),
                words: arranged.words,
                blocks: arranged.blocks,
            },
            layer,
            hidden,
            samples,
            rulings,
            slants: drawing.slants,
            cells,
            widgets: fields.widgets,
            pictures: drawing.pictures,
            fault: typed.fault.or(drawing.fault),
        })
    }

    /// A picture of a page or a region, with form fields drawn.
    pub(crate) fn render(
        &self,
        number: u32,
        recipe: &Recipe,
        format: ImageFormat,
        limits: &Limits,
    ) -> Result<Picture, Failure> {
        let page = self.open_page(number, limits)?;
        let paint = |frame: &Frame| painting::paint(&page, frame);
        painting::render(&page.sheet.region(), recipe, format, limits, &paint)
    }

    /// Gray pixels of a page or a region, with form fields drawn.
    pub(crate) fn raster(&self, number: u32, recipe: &Recipe, limits: &Limits) -> Result<Raster, Failure> {
        let page = self.open_page(number, limits)?;
        let paint = |frame: &Frame| painting::paint(&page, frame);
        painting::raster(&page.sheet.region(), recipe, limits, &paint)
    }

    /// Looks for ink on a page that was read.
    pub(crate) fn inspect(&self, read: &Page, query: &InkQuery, limits: &Limits) -> Result<InkReport, Failure> {
        let page = self.open_page(read.number, limits)?;
        let paint = |frame: &Frame| painting::paint(&page, frame);
        InkView::new(read, page.sheet.region(), limits, &paint).answer(query)
    }
}

/// The characters of a page, which is turned so that most of them run level.
fn collect_upright(page: &mut OpenPage) -> Glyphs {
    let glyphs = chars::collect(page);
    match glyphs.quarters() {
        0 => glyphs,
        quarters => {
            page.sheet = page.sheet.turned(quarters);
            chars::collect(page)
        }
    }
}

/// Adds lines and pictures that annotations draw.
fn add_annotations(drawing: &mut Drawing, fields: &Fields) {
    drawing.slants.extend(fields.drawn.iter().copied());
    drawing.slants.truncate(MAX_SLANTS);
    drawing.pictures.extend(fields.stamps.iter().copied());
    drawing.pictures.truncate(MAX_PICTURES);
}

/// The source of the page's words, which is the text layer if the pixels show no more than it has.
fn judge(page: &OpenPage, words: &[Word], glyphs: &Glyphs, hidden: usize, drawing: &Drawing) -> TextSource {
    let source = text_source(words, glyphs, hidden, drawing, &page.sheet);
    let is_partly_mapped = source == TextSource::Partly && !glyphs.unmapped;
    if is_partly_mapped && !marks::beyond(page, &drawing.pictures, words) {
        return TextSource::Embedded;
    }
    source
}

/// Decides how far the page's text layer can be trusted.
///
/// - `Unread`: few words beside pictures, as in a scan with a printed page number; invisible characters, which are
///   another program's OCR of a scan; mostly unmapped glyphs; or curves without words, which may be letters drawn as
///   outlines.
/// - `Doubted`: fonts that show other characters than they claim, or words no one could pronounce.
/// - `Partly`: words beside large pictures or in unmapped fonts, so some may be missing.
fn text_source(words: &[Word], glyphs: &Glyphs, hidden: usize, drawing: &Drawing, sheet: &Sheet) -> TextSource {
    const HARDLY_ANY: usize = 12;
    const OUTLINES: u32 = 200;
    let covered: f32 = drawing.pictures.iter().map(Region::area).sum();
    let pictured = covered > 0.2 * sheet.region().area();
    let drawn = !drawing.pictures.is_empty() || drawing.curves >= OUTLINES;
    let letters = glyphs.count();
    let unknown = glyphs.glyphs.iter().filter(|glyph| glyph.garbled).count();
    if words.is_empty() && hidden == 0 && !drawn {
        TextSource::None
    } else if words.is_empty()
        || words.len() < HARDLY_ANY && pictured
        || hidden > letters && drawn
        || unknown * 3 > letters
    {
        TextSource::Unread
    } else if glyphs.doubted || gibberish::is_gibberish(words) {
        TextSource::Doubted
    } else if pictured || glyphs.unmapped {
        TextSource::Partly
    } else {
        TextSource::Embedded
    }
}

impl Drop for Document<'_> {
    fn drop(&mut self) {
        // SAFETY: the form belongs to the document, both are open, pages cannot outlive the borrow of `self`.
        unsafe {
            if !self.form.is_null() {
                self.calls.FPDFDOC_ExitFormFillEnvironment(self.form);
            }
            self.calls.FPDF_CloseDocument(self.handle);
        }
    }
}

impl Drop for OpenPage<'_> {
    fn drop(&mut self) {
        // SAFETY: the page is open and nothing taken from it outlives it.
        unsafe { self.calls.FPDF_ClosePage(self.handle) };
    }
}

/// Loads without a password, then with each in turn while one is required; returns the index of the one that fits.
fn unlock<T>(
    mut load: impl FnMut(Option<&str>) -> Result<T, c_ulong>,
    passwords: &[String],
) -> Result<(T, Option<u32>), c_ulong> {
    let mut last = match load(None) {
        Ok(loaded) => return Ok((loaded, None)),
        Err(code) => code,
    };
    // A NUL cannot be part of a password that PDFium accepts.
    for (index, password) in passwords.iter().enumerate().filter(|(_, text)| !text.contains('\0')) {
        if last != ERROR_PASSWORD {
            break;
        }
        match load(Some(password)) {
            Ok(loaded) => return Ok((loaded, Some(index as u32))),
            Err(code) => last = code,
        }
    }
    Err(last)
}

fn refusal(code: c_ulong, passwords: usize, read_failure: Option<io::Error>) -> Failure {
    if let Some(error) = read_failure {
        return Failure::new(Outcome::Io, format!("could not read the document: {error}"));
    }
    match code {
        ERROR_PASSWORD if passwords == 0 => Failure::new(Outcome::PasswordNeeded, "the document needs a password"),
        ERROR_PASSWORD => Failure::new(
            Outcome::PasswordNeeded,
            format!("the document needs a password, and none of the {passwords} given is right"),
        ),
        ERROR_SECURITY => Failure::new(Outcome::Encrypted, "the document is encrypted in an unsupported way"),
        _ => Failure::new(
            Outcome::Damaged,
            "the document is damaged: its structure cannot be read",
        ),
    }
}
