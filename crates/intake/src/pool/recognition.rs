//! Recognition processes: long-lived, each with one page at a time, beside the document readers. When one dies or is
//! canceled, only its page is affected. Pixels come from `document.rs`.

use super::ReaderPool;
use super::process::{OVERWRITTEN, Process, Role, Trouble};
use crate::confinement::least;
use crate::outcome::{Failure, Outcome};
use crate::page::Page;
use crate::protocol::{Greeting, Reply, Scan};
use crate::recogniser::{Recogniser, TESSERACT_DATA_VARIABLE, TESSERACT_VARIABLE};
use crate::validate::{self, Breach};
use std::sync::{Mutex, PoisonError};
use tokio::sync::{OnceCell, Semaphore};

pub(super) struct Readers {
    seats: Semaphore,
    idle: Mutex<Vec<Process>>,
    /// The greeting of the OCR engine, requested once.
    greeting: OnceCell<Greeting>,
}

impl Readers {
    pub(super) fn new(count: usize) -> Self {
        Self {
            seats: Semaphore::new(count.max(1)),
            idle: Mutex::default(),
            greeting: OnceCell::new(),
        }
    }

    fn take_idle(&self) -> Option<Process> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

impl ReaderPool {
    /// Recognizes the text of a scan, waiting for a free process. Cancellation kills the busy process.
    pub async fn recognise(&self, scan: Scan) -> Result<Page, Failure> {
        let readers = &self.shared.pixels;
        let _seat = readers
            .seats
            .acquire()
            .await
            .map_err(|_| Failure::new(Outcome::Cancelled, "the pool of readers is closed"))?;
        let mut process = match readers.take_idle() {
            Some(process) => process,
            None => self.start_recogniser(self.shared.config.recogniser).await?.0,
        };
        let number = scan.page.number;
        let limits = self.shared.config.limits.of_recognition();
        process.expect_pixels(limits.pixels);
        let frame = postcard::to_stdvec(&scan)
            .map_err(|error| Failure::new(Outcome::Io, format!("could not encode a scan: {error}")))?;
        drop(scan);
        let doing = format!("recognizing page {number}");
        let reply = process.ask(&frame, None, &doing).await;
        self.note_peak(process.peak);
        let breach = match reply {
            Ok(Reply::Page(mut page)) => match validate::page(&mut page, number, &limits) {
                Ok(()) => {
                    process.documents += 1;
                    if process.is_fresh_enough() {
                        readers.keep(process);
                    }
                    return validate::too_dense(&page).map_or(Ok(*page), Err);
                }
                Err(breach) => breach,
            },
            Ok(_) => Breach(format!("an unexpected reply while {doing}")),
            Err(Trouble::Refused(failure)) => {
                readers.keep(process);
                return Err(failure);
            }
            Err(Trouble::Died(failure)) => return Err(failure),
        };
        match process.broke(&breach).await {
            Trouble::Refused(failure) | Trouble::Died(failure) => Err(failure),
        }
    }

    /// Identifies the OCR engine of this pool: its name, its models or version, and the reader's version. Requested
    /// once.
    pub async fn recognises_with(&self) -> Result<String, Failure> {
        let recogniser = self.shared.config.recogniser;
        let greeting = self
            .shared
            .pixels
            .greeting
            .get_or_try_init(|| self.probe_recognition(recogniser))
            .await?;
        Ok(format!("{} {} {}", recogniser.name(), greeting.build, greeting.version))
    }

    /// Starts a recognition process and returns its greeting. Fails with `Io` if the engine is not installed.
    pub async fn probe_recognition(&self, recogniser: Recogniser) -> Result<Greeting, Failure> {
        let (process, greeting) = self.start_recogniser(recogniser).await?;
        if recogniser == self.shared.config.recogniser {
            self.shared.pixels.keep(process);
        }
        Ok(greeting)
    }

    async fn start_recogniser(&self, recogniser: Recogniser) -> Result<(Process, Greeting), Failure> {
        let config = &self.shared.config;
        let models = config
            .models
            .iter()
            .map(|models| (super::MODELS_VARIABLE, models.clone()));
        let place = match &config.tesseract {
            Some(program) if recogniser == Recogniser::Tesseract => Some((TESSERACT_VARIABLE, program.clone())),
            _ => recogniser.place()?,
        };
        let data = std::env::var_os(TESSERACT_DATA_VARIABLE).map(|folder| (TESSERACT_DATA_VARIABLE, folder.into()));
        let role = Role {
            arguments: vec!["ocr", "--with", recogniser.name()],
            places: models.chain(place).chain(data).collect(),
            settings: vec![OVERWRITTEN],
            least: least(config.confinement.as_deref(), Some(recogniser))?,
        };
        Process::start(&role, &config.program, &config.limits.of_recognition()).await
    }
}
