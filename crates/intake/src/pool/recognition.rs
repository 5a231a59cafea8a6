//! Readers of pixels: long-lived, one page at a time each, beside the readers of documents. A reader that dies or is
//! cancelled costs its page only. Not here: where pixels come from (see `document.rs`), and what reads them.

use super::ReaderPool;
use super::process::{Process, Role, Trouble};
use crate::outcome::{Failure, Outcome};
use crate::page::Page;
use crate::protocol::{Greeting, Reply, Scan};
use crate::validate::{self, Breach};
use std::sync::{Mutex, PoisonError};
use tokio::sync::Semaphore;

pub(super) struct Readers {
    seats: Semaphore,
    idle: Mutex<Vec<Process>>,
}

impl Readers {
    pub(super) fn new(count: usize) -> Self {
        Self {
            seats: Semaphore::new(count.max(1)),
            idle: Mutex::default(),
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
    /// Recognises what is written on a scan, waiting for a free reader. Cancelling ends the reader at work.
    pub(super) async fn recognise(&self, scan: Scan) -> Result<Page, Failure> {
        let readers = &self.shared.pixels;
        let _seat = readers
            .seats
            .acquire()
            .await
            .map_err(|_| Failure::new(Outcome::Cancelled, "the pool of readers is closed"))?;
        let mut process = match readers.take_idle() {
            Some(process) => process,
            None => self.start_recogniser().await?.0,
        };
        let number = scan.page.number;
        let limits = self.shared.config.limits.of_recognition();
        process.expect_pixels(limits.pixels);
        let frame = postcard::to_stdvec(&scan)
            .map_err(|error| Failure::new(Outcome::Io, format!("could not encode a scan: {error}")))?;
        drop(scan);
        let doing = format!("recognising page {number}");
        let reply = process.ask(&frame, None, &doing).await;
        self.note_peak(process.peak);
        let breach = match reply {
            Ok(Reply::Page(mut page)) => match validate::page(&mut page, number, &limits) {
                Ok(()) => {
                    process.documents += 1;
                    if process.is_fresh_enough() {
                        readers.keep(process);
                    }
                    return Ok(*page);
                }
                Err(breach) => breach,
            },
            Ok(_) => Breach(format!("another kind of reply while {doing}")),
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

    /// Starts a reader of pixels, or takes an idle one, and tells what it is.
    pub async fn probe_recognition(&self) -> Result<Greeting, Failure> {
        let (process, greeting) = self.start_recogniser().await?;
        self.shared.pixels.keep(process);
        Ok(greeting)
    }

    async fn start_recogniser(&self) -> Result<(Process, Greeting), Failure> {
        let config = &self.shared.config;
        let models = config.models.as_deref();
        Process::start(Role::Pixels, &config.program, models, &config.limits.of_recognition()).await
    }
}
