//! The pool of reader processes. They provide parallelism, because PDFium is not thread-safe, and isolate the
//! program from hostile files. A reader holds one document at a time, and is reused for other documents until its
//! limits are reached.

mod descriptor;
mod document;
mod group;
mod memory;
mod process;
mod recognition;
mod sniff;

pub use document::OpenDocument;

use crate::confinement::{CONFINEMENT_VARIABLE, least};
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

/// Environment variable with the path of the reader program.
pub const PROGRAM_VARIABLE: &str = "TOUCHSTONE_READER";
/// Environment variable with the path of the PDFium library, passed on to readers.
pub const LIBRARY_VARIABLE: &str = "TOUCHSTONE_PDFIUM";
/// Environment variable with the folder of the recognition models, passed on to readers.
pub const MODELS_VARIABLE: &str = "TOUCHSTONE_MODELS";
const PROGRAM_NAME: &str = if cfg!(windows) {
    "touchstone-reader.exe"
} else {
    "touchstone-reader"
};

/// Configuration of a pool.
#[derive(Debug, Clone)]
pub struct PoolConfig {
    /// The reader program.
    pub program: PathBuf,
    /// The PDFium library; if `None`, the reader looks beside itself.
    pub library: Option<PathBuf>,
    /// The folder of the recognition models; if `None`, the reader looks beside itself.
    pub models: Option<PathBuf>,
    /// The Tesseract program; if `None`, it is searched for in the system's program folders.
    pub tesseract: Option<PathBuf>,
    /// Max concurrent document readers.
    pub size: usize,
    /// Max concurrent recognition processes; each works on one page with one thread.
    pub recognisers: usize,
    /// The OCR engine.
    pub recogniser: Recogniser,
    /// The characters that it may recognize.
    pub script: Script,
    /// The least confinement to accept, by name; if `None`, the program's own. See `confinement`.
    pub confinement: Option<String>,
    pub limits: Limits,
}

impl PoolConfig {
    /// Defaults for this machine: the program from `find_program`, one reader per core.
    pub fn for_this_machine() -> Result<Self, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self::new(Self::find_program()?, cores))
    }

    /// `size` readers of either kind, and everything else from the environment or defaults.
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
            confinement: std::env::var_os(CONFINEMENT_VARIABLE).map(|name| name.to_string_lossy().into_owned()),
            limits: Limits::default(),
        }
    }

    /// Finds the reader program: `TOUCHSTONE_READER`, else beside this executable (or beside Cargo's folder of tests
    /// and examples, if this executable is one). Fails with `Outcome::Io` and lists every path tried.
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
            "could not find the reader program, looked at {} (set {PROGRAM_VARIABLE} to its path)",
            places.join(", ")
        );
        Err(Failure::new(Outcome::Io, message))
    }
}

/// Readers shared by the entire program. Cloning is cheap and shares them.
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

/// Statistics of a pool, for logs and tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolFigures {
    /// Reader processes started.
    pub started: u64,
    /// Peak memory of any reader, in bytes; 0 if the system does not report it.
    pub peak_resident: u64,
}

impl ReaderPool {
    /// Creates a pool without readers; they start when documents are opened.
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

    /// Opens a document in a reader, waiting for a free one. Tries without a password, then the passwords in order.
    ///
    /// Fails with `Empty`, `NotADocument`, `PasswordNeeded`, `Encrypted`, `Damaged`, `TooManyPages`, or with the
    /// failure of the reader; with `Io` if the file cannot be read or the reader cannot be started.
    pub async fn open(&self, file: File, passwords: &[SecretString]) -> Result<OpenDocument, Failure> {
        let limits = self.shared.config.limits.clone();
        let checked = tokio::task::spawn_blocking(move || {
            let file = descriptor::read_only(file)
                .map_err(|error| Failure::new(Outcome::Io, format!("could not open the file for reading: {error}")))?;
            sniff::check(&file, &limits).map(|()| file)
        });
        let file = checked
            .await
            .map_err(|error| Failure::new(Outcome::Io, format!("could not examine the file: {error}")))??;
        let seat = Arc::clone(&self.shared.seats)
            .acquire_owned()
            .await
            .map_err(|_| Failure::new(Outcome::Cancelled, "the pool of readers is closed"))?;
        OpenDocument::open(self.clone(), seat, file, passwords).await
    }

    /// Starts a reader and returns its greeting.
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
        let role = Role::documents(config.library.as_deref(), least(config.confinement.as_deref(), None)?);
        Process::start(&role, &config.program, &config.limits).await
    }

    /// Keeps a reader for the next document, or kills it if its limits are reached.
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

/// A permit for one reader at a time; released when dropped.
type Seat = OwnedSemaphorePermit;
