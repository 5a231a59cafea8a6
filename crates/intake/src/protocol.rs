//! What the parent and a reader process say to each other: closed enums, encoded with postcard, one length-prefixed
//! frame each. Not here: the socket (see `pool/descriptor.rs`) and the checks of what comes back (see `validate.rs`).

use crate::outcome::Failure;
use crate::page::{Page, Recipe};
use crate::script::Script;
use crate::source::{ImageFormat, Picture};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Raised with every change of a request or reply, so that a left-over reader of another version is refused.
pub const PROTOCOL_VERSION: u32 = 7;

/// The largest request frame a reader of documents accepts, in bytes. Passwords are the only part that varies.
pub const MAX_REQUEST: usize = 1 << 20;

/// Limits that hold before any work is done (DESIGN 6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Largest file, in bytes.
    pub file_bytes: u64,
    /// Most pages of a document.
    pub pages: u32,
    /// Longest side of a displayed page, in points.
    pub side: f32,
    /// Most pixels of one rendering.
    pub pixels: u64,
    /// Wall clock for one request. A page that needs longer costs that page.
    pub request: Duration,
    /// Address space of a reader, in bytes; an allocation above it fails inside the reader.
    pub address_space: u64,
    /// Memory a reader may really use, in bytes; watched from outside every 100 ms.
    pub resident: u64,
    /// Readers that may die over one document before the document itself is given up.
    pub deaths: u32,
    /// Documents one reader process serves before it is replaced.
    pub documents_per_reader: u32,
    /// A reader that still holds more than this after a document is replaced, in bytes.
    pub resident_when_idle: u64,
}

impl Limits {
    /// Those of readers of pixels: a page takes seconds of computing there, which are minutes of the wall clock on a busy
    /// machine, and the model its memory.
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
            address_space: 2 << 30,
            resident: 1 << 30,
            deaths: 2,
            documents_per_reader: 200,
            resident_when_idle: 256 << 20,
        }
    }
}

/// What the parent asks of a reader of documents. `Open` travels with the document's descriptor attached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    Open {
        limits: Limits,
        passwords: Vec<String>,
    },
    Page {
        number: u32,
    },
    /// A picture for people, prepared as the recipe says; a region is of the page as the recipe turns it.
    Render {
        number: u32,
        recipe: Recipe,
        format: ImageFormat,
    },
    /// Grey pixels for text recognition: the recipe's resolution, turn, region and inks. What else it asks for is done there.
    Raster {
        number: u32,
        recipe: Recipe,
    },
    Close,
}

/// Pixels of a page, one byte each from black to white, row by row without gaps.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    pub grey: Vec<u8>,
}

/// The pixels are left out: they are a page of somebody's document, and no log may show it.
impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Raster({} x {})", self.width, self.height)
    }
}

/// What the parent asks of a reader of pixels: to recognise what is written on them. It answers with the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scan {
    /// The page as its file tells it. Words that are typed into fields or embedded win over recognised ones.
    pub page: Page,
    /// The whole page, or the region that the recipe names.
    pub raster: Raster,
    pub recipe: Recipe,
    pub script: Script,
}

/// What a reader answers: exactly one reply a request, and one `Ready` at its start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    Ready(Greeting),
    Opened(Opened),
    Page(Box<Page>),
    Picture(Picture),
    Raster(Raster),
    Closed,
    Failed(Failure),
}

/// What a reader says about itself, for `touchstone doctor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    pub protocol: u32,
    /// Version of the reader program.
    pub version: String,
    /// Where PDFium, or the recognition models, were found.
    pub library: String,
    /// The PDFium build the program was made for, or the models by name and hash.
    pub build: String,
    /// What the reader could deny itself at its start, one short name each.
    pub hardening: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    pub pages: u32,
    /// Index of the password that opened the document, `None` when none was needed.
    pub password_used: Option<u32>,
}
