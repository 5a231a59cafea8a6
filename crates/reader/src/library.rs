//! Finds and starts PDFium, once per process, only from known places and never from the system's search path.
#![allow(unsafe_code)]

use crate::natives::{self, Place};
use anyhow::{Context, bail};
use pdfium_render::prelude::{FPDF_LIBRARY_CONFIG, Pdfium, PdfiumLibraryBindings};
use std::path::{Path, PathBuf};

/// The PDFium build this program is made for and tested with. Another one may lack a symbol.
pub(crate) const BUILD: &str = "8149";
const VARIABLE: &str = "TOUCHSTONE_PDFIUM";

/// PDFium, initialized. All calls of this process go through it, from one thread.
pub(crate) struct Library {
    pub(crate) calls: Box<dyn PdfiumLibraryBindings>,
    /// Its path, with a remark if it is not the pinned build.
    pub(crate) place: String,
}

impl Library {
    /// Looks at `TOUCHSTONE_PDFIUM`, otherwise beside this program, otherwise in a folder `native` near the program's
    /// folder. A file that no variable names must be the pinned one.
    pub(crate) fn start() -> anyhow::Result<Self> {
        let found = find()?;
        let place = natives::library(&found)?;
        let calls = Pdfium::bind_to_library(&found.path)
            .with_context(|| format!("could not load the PDFium library {}", found.path.display()))?;
        // An empty list of font folders: where a document has no embedded font only PDFium's own are used, so that a
        // page looks the same everywhere and no other file is opened.
        let fonts: &'static mut [*const std::ffi::c_char; 1] = Box::leak(Box::new([std::ptr::null()]));
        // SAFETY: all-zero is a valid FPDF_LIBRARY_CONFIG (null pointers, zero integers), and version 2 makes PDFium
        // read nothing after `m_v8EmbedderSlot`. The font list is null-terminated and lives as long as the process.
        unsafe {
            let mut config: FPDF_LIBRARY_CONFIG = std::mem::zeroed();
            config.version = 2;
            config.m_pUserFontPaths = fonts.as_mut_ptr();
            calls.FPDF_InitLibraryWithConfig(&raw const config);
        }
        Ok(Self { calls, place })
    }
}

fn find() -> anyhow::Result<Place> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(Place::named(named, VARIABLE));
        }
        bail!(
            "could not find the PDFium library: {VARIABLE} names {}, which is not a file",
            named.display()
        );
    }
    let program = std::env::current_exe().context("could not find the reader's own path")?;
    let name = Pdfium::pdfium_platform_library_name();
    let folder = program.parent().unwrap_or(Path::new("/"));
    // Beside the folder of programs in a build tree; under the resources of the desktop program where that is
    // installed.
    let natives = ["../native", "../lib/Touchstone/native", "../Resources/native", "native"];
    let beside = std::iter::once(folder.join(&name));
    let places: Vec<PathBuf> = beside
        .chain(natives.iter().map(|native| folder.join(native).join(&name)))
        .collect();
    if let Some(found) = places.iter().find(|place| place.is_file()) {
        return Ok(Place::found(found, VARIABLE));
    }
    let places: Vec<_> = places.iter().map(|place| place.display().to_string()).collect();
    bail!(
        "could not find the PDFium library, looked at {} (set {VARIABLE} to its path)",
        places.join(", ")
    )
}
