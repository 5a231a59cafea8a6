//! An open page of an open document.

use crate::sheet::Sheet;
use pdfium_render::prelude::{FPDF_FORMHANDLE, FPDF_PAGE, PdfiumLibraryBindings};

/// A page open in PDFium; closed when dropped.
pub(crate) struct OpenPage<'d> {
    pub(crate) calls: &'d dyn PdfiumLibraryBindings,
    pub(crate) handle: FPDF_PAGE,
    pub(crate) form: FPDF_FORMHANDLE,
    pub(crate) sheet: Sheet,
    /// Whether viewers show form fields by their appearances alone, as far as the file tells.
    pub(crate) appearances_hold: bool,
}
