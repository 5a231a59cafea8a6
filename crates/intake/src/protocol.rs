//! What the parent and a reader process say to each other: closed enums, encoded with postcard, one length-prefixed
//! frame each. Not here: the socket (see `pool/descriptor.rs`) and the checks of what comes back (see `validate.rs`).

use crate::geometry::Region;
use crate::outcome::Failure;
use crate::page::Page;
use crate::source::{ImageFormat, Picture};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Raised with every change of a request or reply, so that a left-over reader of another version is refused.
pub const PROTOCOL_VERSION: u32 = 1;

/// The largest request frame a reader accepts, in bytes. Passwords are the only part that varies.
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

/// What the parent asks. `Open` travels with the document's descriptor attached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    Open {
        limits: Limits,
        passwords: Vec<String>,
    },
    Page {
        number: u32,
    },
    Render {
        number: u32,
        region: Option<Region>,
        /// Pixels per point.
        scale: f32,
        format: ImageFormat,
    },
    Close,
}

/// What a reader answers: exactly one reply a request, and one `Ready` at its start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    Ready(Greeting),
    Opened(Opened),
    Page(Box<Page>),
    Picture(Picture),
    Closed,
    Failed(Failure),
}

/// What a reader says about itself, for `touchstone doctor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    pub protocol: u32,
    /// Version of the reader program.
    pub version: String,
    /// Where PDFium was found.
    pub library: String,
    /// The PDFium build the program was made for.
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
