//! The protocol between the parent and a reader process: closed enums, encoded with postcard, each in a
//! length-prefixed frame. The socket is in `pool/descriptor.rs`, validation of replies in `validate.rs`.

use crate::confinement::Confinement;
use crate::geometry::Region;
use crate::ink::{InkQuery, InkReport};
use crate::outcome::Failure;
use crate::page::{Page, Recipe};
use crate::script::Script;
use crate::source::{ImageFormat, Picture};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Incremented with every change of a request or reply, so that a reader of another version is rejected.
pub const PROTOCOL_VERSION: u32 = 12;

/// Max request frame accepted by a document reader, in bytes. The largest hold the words and lines of a dense page.
pub const MAX_REQUEST: usize = 16 << 20;

/// Limits enforced before any work is done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Max file size, in bytes.
    pub file_bytes: u64,
    /// Max pages of a document.
    pub pages: u32,
    /// Max side of a displayed page, in points.
    pub side: f32,
    /// Max pixels of one rendering.
    pub pixels: u64,
    /// Timeout of one request, in wall-clock time. A page that takes longer fails; the others are not affected.
    pub request: Duration,
    /// Max total time of all requests about one document, in wall-clock time. Kept by the parent alone.
    #[serde(skip)]
    pub document: Duration,
    /// Max address space of a reader, in bytes; larger allocations fail inside the reader.
    pub address_space: u64,
    /// Max resident memory of a reader, in bytes; monitored by the parent every 100 ms.
    pub resident: u64,
    /// Max readers that may die on one document before the document is given up.
    pub deaths: u32,
    /// Documents served by one reader process before it is replaced.
    pub documents_per_reader: u32,
    /// Max resident memory of a reader after a document, in bytes; if larger, the reader is replaced.
    pub resident_when_idle: u64,
}

impl Limits {
    /// Limits for recognition processes: a page takes seconds of CPU time, which may be minutes of wall-clock time
    /// on a busy machine, and the model needs memory.
    #[must_use]
    pub fn of_recognition(&self) -> Self {
        Self {
            request: self.request.max(Duration::from_mins(10)),
            address_space: 4 << 30,
            resident: 1 << 30,
            resident_when_idle: 512 << 20,
            documents_per_reader: 500,
            ..self.clone()
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 2 << 30,
            pages: 10_000,
            side: 14_400.0,
            pixels: 50_000_000,
            request: Duration::from_secs(30),
            document: Duration::from_hours(2),
            address_space: 2 << 30,
            resident: 1 << 30,
            deaths: 2,
            documents_per_reader: 200,
            resident_when_idle: 256 << 20,
        }
    }
}

/// Requests from the parent to a document reader. `Open` is sent with the document's descriptor attached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    Open {
        limits: Limits,
        passwords: Vec<String>,
    },
    Page {
        number: u32,
    },
    /// Renders an image for display, prepared by the recipe; a region refers to the page as turned by the recipe.
    Render {
        number: u32,
        recipe: Recipe,
        format: ImageFormat,
    },
    /// Renders gray pixels for recognition with the recipe's resolution, turn, region and inks. Its other
    /// enhancements are applied by recognition.
    Raster {
        number: u32,
        recipe: Recipe,
    },
    /// Looks at the ink of a page as it was read.
    Inspect {
        page: Box<Page>,
        query: InkQuery,
    },
    Close,
}

/// Gray pixels of a page, one byte each from black to white, row by row without gaps.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    pub grey: Vec<u8>,
}

/// Omits the pixels: they show a user's document and must not appear in logs.
impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Raster({} x {})", self.width, self.height)
    }
}

/// The request from the parent to a recognition process, which replies with the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scan {
    /// The page as read from its file. Words entered in fields or embedded take precedence over recognized ones.
    pub page: Page,
    /// The entire page, or the recipe's region.
    pub raster: Raster,
    pub recipe: Recipe,
    pub script: Script,
    /// Places of the lines, if they are known: the picture is upright and is not searched for others.
    pub lines: Vec<Region>,
}

/// Replies of a reader: exactly one per request, and one `Ready` at startup.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    Ready(Greeting),
    Opened(Opened),
    Page(Box<Page>),
    Picture(Picture),
    Raster(Raster),
    Ink(InkReport),
    Closed,
    Failed(Failure),
}

/// A reader's description of itself, for `touchstone doctor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    pub protocol: u32,
    /// Version of the reader program.
    pub version: String,
    /// Path of PDFium or of the recognition models.
    pub library: String,
    /// The PDFium build that the program was made for, or the models by name and hash.
    pub build: String,
    /// How far the reader is confined, by its own account after testing it.
    pub confinement: Confinement,
    /// Privileges that the reader dropped at startup, one short name each.
    pub hardening: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    pub pages: u32,
    /// Index of the password that opened the document; `None` if none was needed.
    pub password_used: Option<u32>,
}
