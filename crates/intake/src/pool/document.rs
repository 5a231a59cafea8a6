//! A document open in a reader. When a reader dies, the page it was reading fails: the document is reopened in a new
//! reader and continues, until too many readers have died on it. Processes are in `process.rs`.

use super::process::{Process, Trouble};
use super::{ReaderPool, Seat};
use crate::geometry::Region;
use crate::ink::{InkQuery, InkReport};
use crate::outcome::{Failure, Outcome};
use crate::page::{Page, PageFault, Reading, Recipe};
use crate::protocol::{Opened, Raster, Reply, Request, Scan};
use crate::source::{ImageFormat, PageSource, Picture};
use crate::validate::{self, Breach};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use std::fs::File;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// An open document. It holds one reader of the pool until `close`; dropping it kills that reader, so every future
/// here may be canceled at any time.
pub struct OpenDocument {
    pool: ReaderPool,
    file: File,
    passwords: Vec<SecretString>,
    opened: Opened,
    state: Mutex<State>,
    _seat: Seat,
}

#[derive(Default)]
struct State {
    /// `None` during a request and after a reader's death; a canceled request leaves it `None` too.
    process: Option<Process>,
    /// Readers that died while reading a page of this document.
    deaths: u32,
    /// Time of all requests so far.
    spent: Duration,
}

impl OpenDocument {
    pub(super) async fn open(
        pool: ReaderPool,
        seat: Seat,
        file: File,
        passwords: &[SecretString],
    ) -> Result<Self, Failure> {
        let passwords = passwords.to_vec();
        let (process, opened) = open_somewhere(&pool, &file, &passwords).await?;
        let state = Mutex::new(State {
            process: Some(process),
            ..State::default()
        });
        Ok(Self {
            pool,
            file,
            passwords,
            opened,
            state,
            _seat: seat,
        })
    }

    /// At least 1; documents without pages cannot be opened.
    pub fn page_count(&self) -> u32 {
        self.opened.pages
    }

    /// Index of the password that opened the document; `None` if none was needed.
    pub fn password_used(&self) -> Option<u32> {
        self.opened.password_used
    }

    /// Reads page `number`, from 1. Damage to the page is reported in its `fault`; an error means that the document
    /// cannot be read any further.
    pub async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.check_number(number)?;
        let mut state = self.state.lock().await;
        let most = self.pool.config().limits.deaths;
        if state.deaths >= most {
            return Err(given_up(state.deaths, None));
        }
        self.check_time(&state)?;
        let doing = format!("reading page {number}");
        let limits = &self.pool.config().limits;
        let request = Request::Page { number };
        let page = self.exchange(&mut state, &request, &doing, |reply| match reply {
            Reply::Page(mut page) => Some(validate::page(&mut page, number, limits).map(|()| *page)),
            _ => None,
        });
        match page.await {
            Ok(page) => Ok(match validate::too_dense(&page) {
                Some(failure) => unreadable(number, failure),
                None => page,
            }),
            Err(Trouble::Refused(failure)) => Ok(unreadable(number, failure)),
            Err(died) => self.costs_the_page(&mut state, number, died),
        }
    }

    /// Renders a page or a region of it, including form fields. `scale` is in pixels per point; an image above the
    /// pixel limit fails with `PageTooLarge`.
    pub async fn render(
        &self,
        number: u32,
        region: Option<Region>,
        scale: f32,
        format: ImageFormat,
    ) -> Result<Picture, Failure> {
        self.draw(number, &Recipe::plain(region, scale), format).await
    }

    /// Renders a page as prepared for a reading: turned upright, with stretched contrast, with one ink only. The
    /// recipe's region refers to the page as turned. If a reader fails on it, another one draws it at half the
    /// resolution.
    pub async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        match self.draw_once(number, recipe, format).await {
            Err(failure) if failure.outcome.is_of_size() => self.draw_once(number, &recipe.halved(), format).await,
            drawn => drawn,
        }
    }

    async fn draw_once(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.check_number(number)?;
        let mut state = self.state.lock().await;
        let doing = format!("rendering page {number}");
        let request = Request::Render {
            number,
            recipe: recipe.clone(),
            format,
        };
        let limits = &self.pool.config().limits;
        let picture = self.exchange(&mut state, &request, &doing, |reply| match reply {
            Reply::Picture(picture) => Some(validate::picture(&picture, format, limits).map(|()| picture)),
            _ => None,
        });
        picture.await.map_err(failure_of)
    }

    /// Renders gray pixels of a page or a region of it, including form fields, in the recipe's resolution and inks.
    pub async fn raster(&self, number: u32, recipe: &Recipe) -> Result<Raster, Failure> {
        self.check_number(number)?;
        let mut state = self.state.lock().await;
        let doing = format!("drawing page {number}");
        let request = Request::Raster {
            number,
            recipe: recipe.clone(),
        };
        let limits = &self.pool.config().limits;
        let raster = self.exchange(&mut state, &request, &doing, |reply| match reply {
            Reply::Raster(raster) => Some(validate::raster(&raster, limits).map(|()| raster)),
            _ => None,
        });
        raster.await.map_err(failure_of)
    }

    /// Looks at the pixels of a page, as it was read, for ink.
    pub async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        self.check_number(page.number)?;
        let mut state = self.state.lock().await;
        let doing = format!("looking at the ink of page {}", page.number);
        let request = Request::Inspect {
            page: Box::new(page.clone()),
            query: query.clone(),
        };
        let report = self.exchange(&mut state, &request, &doing, |reply| match reply {
            Reply::Ink(report) => Some(validate::ink(&report, &query, page).map(|()| report)),
            _ => None,
        });
        report.await.map_err(failure_of)
    }

    /// Recognizes the text in the pixels of a page, prepared by the recipe. Returns the page with one more reading,
    /// which keeps the words already in `page`, and with the lines and boxes detected. If a reader fails on it, others
    /// try once more at half the resolution.
    ///
    /// Fails with `Io` if the models are missing, or with the failure of a reader. May be canceled at any time.
    pub async fn recognise(&self, page: Page, recipe: &Recipe) -> Result<Page, Failure> {
        match self.recognise_once(page.clone(), recipe).await {
            Err(failure) if failure.outcome.is_of_size() => self.recognise_once(page, &recipe.halved()).await,
            read => read,
        }
    }

    async fn recognise_once(&self, page: Page, recipe: &Recipe) -> Result<Page, Failure> {
        let scan = self.scan(page, recipe).await?;
        self.pool.recognise(scan).await
    }

    /// The input of `recognise`, with the pixels to be recognized.
    pub async fn scan(&self, page: Page, recipe: &Recipe) -> Result<Scan, Failure> {
        Ok(Scan {
            raster: self.raster(page.number, recipe).await?,
            page,
            recipe: recipe.clone(),
            script: self.pool.config().script,
            lines: Vec::new(),
        })
    }

    /// Returns the reader to the pool. Dropping the document kills the reader instead, which is always safe.
    pub async fn close(self) {
        let mut state = self.state.lock().await;
        let Some(mut process) = state.process.take() else {
            return;
        };
        process.documents += 1;
        if let Ok(frame) = encode(&Request::Close)
            && let Ok(Reply::Closed) = process.ask(&frame, None, "closing a document").await
        {
            self.pool.give_back(process);
        }
    }

    /// The process id of the reader that currently holds the document.
    pub async fn reader_id(&self) -> Option<u32> {
        self.state.lock().await.process.as_ref().and_then(Process::id)
    }

    /// Sends one request and receives its reply, which `take` validates and unpacks; `None` from it means another
    /// kind of reply. A reader that violates the protocol is killed.
    async fn exchange<T>(
        &self,
        state: &mut State,
        request: &Request,
        doing: &str,
        take: impl FnOnce(Reply) -> Option<Result<T, Breach>>,
    ) -> Result<T, Trouble> {
        let (mut process, reply) = self.ask(state, request, doing).await?;
        let other = || Err(Breach(format!("an unexpected reply while {doing}")));
        match take(reply).unwrap_or_else(other) {
            Ok(taken) => {
                state.process = Some(process);
                Ok(taken)
            }
            Err(breach) => Err(process.broke(&breach).await),
        }
    }

    /// Fails when the document has taken its time.
    fn check_time(&self, state: &State) -> Result<(), Failure> {
        let most = self.pool.config().limits.document;
        if state.spent < most {
            return Ok(());
        }
        let message = format!(
            "reading the document took more than {} s in all; split it, and add the parts one by one",
            most.as_secs_f32()
        );
        Err(Failure::new(Outcome::TimedOut, message))
    }

    /// Takes the reader for one request; a missing one is replaced first. The caller puts it back after validating
    /// the reply, so that a canceled or failed request leaves none behind.
    async fn ask(&self, state: &mut State, request: &Request, doing: &str) -> Result<(Process, Reply), Trouble> {
        self.check_time(state).map_err(Trouble::Refused)?;
        let mut process = if let Some(process) = state.process.take() {
            process
        } else {
            let (process, opened) = open_somewhere(&self.pool, &self.file, &self.passwords)
                .await
                .map_err(Trouble::Died)?;
            if opened.pages != self.opened.pages {
                let message = format!(
                    "the file changed: {} pages instead of {}",
                    opened.pages, self.opened.pages
                );
                return Err(Trouble::Died(Failure::new(Outcome::Io, message)));
            }
            process
        };
        if let Request::Render { .. } | Request::Raster { .. } = request {
            process.expect_pixels(self.pool.config().limits.pixels);
        }
        let frame = encode(request).map_err(Trouble::Died)?;
        let begun = Instant::now();
        let replied = process.ask(&frame, None, doing).await;
        state.spent += begun.elapsed();
        match replied {
            Ok(reply) => Ok((process, reply)),
            Err(Trouble::Refused(failure)) => {
                state.process = Some(process);
                Err(Trouble::Refused(failure))
            }
            Err(died) => {
                self.pool.note_peak(process.peak);
                Err(died)
            }
        }
    }

    fn costs_the_page(&self, state: &mut State, number: u32, trouble: Trouble) -> Result<Page, Failure> {
        let failure = failure_of(trouble);
        state.deaths += 1;
        if state.deaths >= self.pool.config().limits.deaths {
            return Err(given_up(state.deaths, Some(failure)));
        }
        Ok(unreadable(number, failure))
    }

    fn check_number(&self, number: u32) -> Result<(), Failure> {
        if (1..=self.opened.pages).contains(&number) {
            return Ok(());
        }
        let message = format!("there is no page {number} in a document of {} pages", self.opened.pages);
        Err(Failure::new(Outcome::Io, message))
    }
}

#[async_trait::async_trait]
impl PageSource for OpenDocument {
    fn page_count(&self) -> u32 {
        self.page_count()
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.page(number).await
    }

    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.draw(number, recipe, format).await
    }

    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        self.inspect(page, query).await
    }

    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        let mut page = self.page(number).await?;
        let mut recipe = recipe.clone();
        if recipe.region.is_some() {
            // A region is read to recognize its pixels anew, without the words already known.
            page.reading.words.clear();
            page.reading.blocks.clear();
        } else {
            recipe.turn = page.reading.turn();
        }
        let page = self.recognise(page, &recipe).await?;
        Ok(page.reading)
    }
}

/// Opens a document in an idle reader or a new one. The death of an idle reader is not the document's fault, so it
/// is retried once in a new reader.
async fn open_somewhere(
    pool: &ReaderPool,
    file: &File,
    passwords: &[SecretString],
) -> Result<(Process, Opened), Failure> {
    if let Some(mut process) = pool.take_idle() {
        match open_in(pool, &mut process, file, passwords).await {
            Ok(opened) => return Ok((process, opened)),
            Err(Trouble::Refused(failure)) => {
                process.documents += 1;
                pool.give_back(process);
                return Err(failure);
            }
            Err(Trouble::Died(failure)) => {
                pool.note_peak(process.peak);
                if matches!(failure.outcome, Outcome::TimedOut | Outcome::OutOfMemory) {
                    return Err(failure);
                }
                let outcome = failure.outcome.as_str();
                tracing::debug!(name: "a used reader ended while opening a document, trying a new one", outcome);
            }
        }
    }
    let (mut process, _) = pool.start().await?;
    match open_in(pool, &mut process, file, passwords).await {
        Ok(opened) => Ok((process, opened)),
        Err(Trouble::Refused(failure)) => {
            process.documents += 1;
            pool.give_back(process);
            Err(failure)
        }
        Err(Trouble::Died(failure)) => {
            pool.note_peak(process.peak);
            Err(failure)
        }
    }
}

async fn open_in(
    pool: &ReaderPool,
    process: &mut Process,
    file: &File,
    passwords: &[SecretString],
) -> Result<Opened, Trouble> {
    let limits = &pool.config().limits;
    let request = Request::Open {
        limits: limits.clone(),
        passwords: passwords
            .iter()
            .map(|password| password.expose_secret().to_owned())
            .collect(),
    };
    let frame = encode(&request);
    wipe(request);
    let frame = frame.map_err(Trouble::Refused)?;
    match process.ask(&frame, Some(file), "opening the document").await? {
        Reply::Opened(opened) => match validate::opened(&opened, limits, passwords.len()) {
            Ok(()) => Ok(opened),
            Err(breach) => Err(process.broke(&breach).await),
        },
        _ => Err(process
            .broke(&Breach("an unexpected reply while opening the document".to_owned()))
            .await),
    }
}

fn encode(request: &Request) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let frame = postcard::to_stdvec(request)
        .map_err(|error| Failure::new(Outcome::Io, format!("could not encode a request: {error}")))?;
    if frame.len() > crate::protocol::MAX_REQUEST {
        return Err(Failure::new(
            Outcome::Io,
            format!("a request of {} bytes is too large", frame.len()),
        ));
    }
    Ok(Zeroizing::new(frame))
}

/// Wipes passwords, so that they do not remain in freed memory.
fn wipe(request: Request) {
    if let Request::Open { passwords, .. } = request {
        for password in passwords {
            drop(Zeroizing::new(password));
        }
    }
}

fn failure_of(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Refused(failure) | Trouble::Died(failure) => failure,
    }
}

fn unreadable(number: u32, failure: Failure) -> Page {
    Page::unreadable(
        number,
        PageFault {
            outcome: failure.outcome,
            message: failure.message,
        },
    )
}

fn given_up(deaths: u32, last: Option<Failure>) -> Failure {
    let outcome = last.as_ref().map_or(Outcome::WorkerCrashed, |failure| failure.outcome);
    let last = last.map_or_else(String::new, |failure| {
        format!(", the last because: {}", failure.message)
    });
    Failure::new(
        outcome,
        format!("gave up after {deaths} readers failed on this document{last}"),
    )
}
