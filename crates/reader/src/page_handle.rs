//! An open page of an open document.

use crate::sheet::Sheet;
use crate::standard_fonts::Digits;
use pdfium_render::prelude::{FPDF_DOCUMENT, FPDF_FORMHANDLE, FPDF_PAGE, PdfiumLibraryBindings};
use std::cell::OnceCell;

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
