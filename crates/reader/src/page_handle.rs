//! An open page of an open document.

use crate::sheet::Sheet;
use pdfium_render::prelude::{FPDF_DOCUMENT, FPDF_FORMHANDLE, FPDF_PAGE, PdfiumLibraryBindings};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ffi::c_int;

/// The segments of a digit: kind and end point.
pub(crate) type Outline = Vec<(c_int, f32, f32)>;

/// The digits of the standard fonts, font by font.
pub(crate) type Digits = Vec<HashMap<char, Outline>>;

/// A page open in PDFium; closed when dropped.
pub(crate) struct OpenPage<'d> {
    pub(crate) calls: &'d dyn PdfiumLibraryBindings,
    pub(crate) handle: FPDF_PAGE,
    pub(crate) document: FPDF_DOCUMENT,
    /// The digits of the standard fonts, loaded when first needed.
    pub(crate) standard: &'d OnceCell<Digits>,
    pub(crate) form: FPDF_FORMHANDLE,
    pub(crate) sheet: Sheet,
    /// Whether viewers show form fields by their appearances alone, as far as the file tells.
    pub(crate) appearances_hold: bool,
}
