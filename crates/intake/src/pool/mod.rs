//! The pool of reader processes: parallelism, since PDFium is not thread-safe, and the wall between hostile files and
//! this program. One document a reader at a time; a reader is used again for the next document until it is worn.
//! Not here: PDFium, and what becomes of the pages.

mod descriptor;
mod document;
mod memory;
mod process;
mod recognition;
mod sniff;

pub use document::OpenDocument;

use crate::outcome::{Failure, Outcome};
use crate::protocol::{Greeting, Limits};
use crate::recogniser::Recogniser;
use crate::script::Script;
use process::{Process, Role};
use secrecy::SecretString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Environment variable that names the reader program.
pub const PROGRAM_VARIABLE: &str = "TOUCHSTONE_READER";
/// Environment variable that names the PDFium library, handed on to readers.
pub const LIBRARY_VARIABLE: &str = "TOUCHSTONE_PDFIUM";
/// Environment variable that names the folder of the recognition models, handed on to readers.
pub const MODELS_VARIABLE: &str = "TOUCHSTONE_MODELS";
const PROGRAM_NAME: &str = if cfg!(windows) {
    "touchstone-reader.exe"
} else {
    "touchstone-reader"
};

/// What a pool needs to know before it starts its first reader.
#[derive(Debug, Clone)]
pub struct PoolConfig {
    /// The reader program.
    pub program: PathBuf,
    /// The PDFium library; `None` lets the reader look beside itself.
    pub library: Option<PathBuf>,
    /// The folder of the recognition models; `None` lets the reader look beside itself.
    pub models: Option<PathBuf>,
    /// The program of Tesseract; `None` looks for it where programs of the system lie.
    pub tesseract: Option<PathBuf>,
    /// Most readers of documents at a time.
    pub size: usize,
    /// Most readers of pixels at a time; each works on one page with one thread.
    pub recognisers: usize,
    /// Who reads pixels.
    pub recogniser: Recogniser,
    /// Which characters it may read.
    pub script: Script,
    pub limits: Limits,
}

impl PoolConfig {
    /// Defaults for this machine: the program found by `find_program`, one reader a core.
    pub fn for_this_machine() -> Result<Self, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self::new(Self::find_program()?, cores))
    }

    /// That many readers of either kind, and everything else as the environment and the defaults say.
    pub fn new(program: PathBuf, size: usize) -> Self {
        Self {
            program,
            library: std::env::var_os(LIBRARY_VARIABLE).map(PathBuf::from),
            models: std::env::var_os(MODELS_VARIABLE).map(PathBuf::from),
            tesseract: None,
            size,
            recognisers: size,
            recogniser: Recogniser::default(),
            script: Script::default(),
            limits: Limits::default(),
        }
    }

    /// The reader program: `TOUCHSTONE_READER`, else beside this executable (or beside Cargo's folder of tests and
    /// examples, where this executable is one). Fails with `Outcome::Io` and names every place looked at.
    pub fn find_program() -> Result<PathBuf, Failure> {
        let mut places = Vec::new();
        if let Some(named) = std::env::var_os(PROGRAM_VARIABLE) {
            places.push(PathBuf::from(named));
        } else if let Some(folder) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
            places.push(folder.join(PROGRAM_NAME));
            if matches!(
                folder.file_name().and_then(|name| name.to_str()),
                Some("deps" | "examples")
            ) {
                places.extend(folder.parent().map(|above| above.join(PROGRAM_NAME)));
            }
        }
        if let Some(found) = places.iter().find(|place| place.is_file()) {
            return Ok(found.clone());
        }
        let places: Vec<_> = places.iter().map(|place| place.display().to_string()).collect();
        let message = format!(
            "could not find the reader program, looked at {} (set {PROGRAM_VARIABLE} to name another place)",
            places.join(", ")
        );
        Err(Failure::new(Outcome::Io, message))
    }
}

/// Readers shared by the whole program. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct ReaderPool {
    shared: Arc<Shared>,
}

struct Shared {
    config: PoolConfig,
    seats: Arc<Semaphore>,
    idle: Mutex<Vec<Process>>,
    pixels: recognition::Readers,
    peak: AtomicU64,
    started: AtomicU64,
}

/// What a pool has done so far, for logs and tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolFigures {
    /// Reader processes started.
    pub started: u64,
    /// The most memory that any reader was seen to use, in bytes; 0 where the system does not tell.
    pub peak_resident: u64,
}

impl ReaderPool {
    /// A pool without a reader yet; readers start when documents are opened.
    pub fn new(config: PoolConfig) -> Self {
        let seats = Arc::new(Semaphore::new(config.size.max(1)));
        let pixels = recognition::Readers::new(config.recognisers);
        let shared = Shared {
            config,
            seats,
            idle: Mutex::default(),
            pixels,
            peak: AtomicU64::new(0),
            started: AtomicU64::new(0),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Opens a document in a reader of its own, waiting for a free one. The passwords are tried in order after none.
    ///
    /// Fails with `Empty`, `NotADocument`, `PasswordNeeded`, `Encrypted`, `Damaged`, `TooManyPages`, or with what
    /// became of the reader; `Io` when the file cannot be read or the reader cannot be started.
    pub async fn open(&self, file: File, passwords: &[SecretString]) -> Result<OpenDocument, Failure> {
        let limits = self.shared.config.limits.clone();
        let checked = tokio::task::spawn_blocking(move || {
            let file = descriptor::read_only(file)
                .map_err(|error| Failure::new(Outcome::Io, format!("could not open the file for reading: {error}")))?;
            sniff::check(&file, &limits).map(|()| file)
        });
        let file = checked
            .await
            .map_err(|error| Failure::new(Outcome::Io, format!("could not look at the file: {error}")))??;
        let seat = Arc::clone(&self.shared.seats)
            .acquire_owned()
            .await
            .map_err(|_| Failure::new(Outcome::Cancelled, "the pool of readers is closed"))?;
        OpenDocument::open(self.clone(), seat, file, passwords).await
    }

    /// Starts a reader, or takes an idle one, and tells what it is.
    pub async fn probe(&self) -> Result<Greeting, Failure> {
        let (process, greeting) = self.start().await?;
        self.give_back(process);
        Ok(greeting)
    }

    pub fn config(&self) -> &PoolConfig {
        &self.shared.config
    }

    pub fn figures(&self) -> PoolFigures {
        PoolFigures {
            started: self.shared.started.load(Ordering::Relaxed),
            peak_resident: self.shared.peak.load(Ordering::Relaxed),
        }
    }

    fn take_idle(&self) -> Option<Process> {
        self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    async fn start(&self) -> Result<(Process, Greeting), Failure> {
        let config = &self.shared.config;
        self.shared.started.fetch_add(1, Ordering::Relaxed);
        let role = Role::documents(config.library.as_deref());
        Process::start(&role, &config.program, &config.limits).await
    }

    /// Keeps a reader for the next document, or ends it when it is worn.
    fn give_back(&self, mut process: Process) {
        let fresh = process.is_fresh_enough();
        self.note_peak(process.peak);
        let mut idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if fresh && idle.len() < self.shared.config.size {
            idle.push(process);
        }
    }

    fn note_peak(&self, peak: u64) {
        self.shared.peak.fetch_max(peak, Ordering::Relaxed);
    }
}

/// The right to one reader at a time; freed when dropped.
type Seat = OwnedSemaphorePermit;
