//! One reader process: its start, one request at a time with timeout and memory limit, and the diagnosis of its
//! death. The documents it serves are in `document.rs`.

use super::descriptor::{self, Channel};
use super::{group, memory};
use crate::confinement::{self, Confinement};
use crate::outcome::{Failure, Outcome};
use crate::protocol::{Greeting, Limits, Reply};
use crate::validate::{self, Breach};
use futures::{SinkExt, StreamExt};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::process::{Child, ChildStderr, Command};
use tokio::task::JoinHandle;
use tokio_util::bytes::Bytes;
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// Interval at which a busy reader's memory is checked.
const WATCH: Duration = Duration::from_millis(100);
/// Max time until a reader's greeting.
const START: Duration = Duration::from_secs(20);
/// Max starts of a reader when signals kill it before its greeting, for example when memory is low.
const STARTS: u32 = 3;
/// Bytes of standard error kept for messages.
const STDERR_KEPT: usize = 4096;
/// Settings for glibc's malloc, in bytes; ignored on other systems. Networks allocate buffers of varying sizes, and
/// glibc would keep the large ones on its heap, where fragmentation adds up to half of a reader's memory.
/// Allocations of at least `LARGE_PIECE` are returned to the system at once, and at most `HEAP_KEPT` of free heap is
/// kept.
const LARGE_PIECE: &str = "8388608";
const HEAP_KEPT: &str = "67108864";
/// Settings of glibc for readers: freed memory is overwritten, without a cache that keeps it as it is, so that nothing of
/// a closed document is left for the next one. Measured: no difference in CPU time.
pub(super) const OVERWRITTEN: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0");
/// Max size of frames without an image, in bytes.
const PAGE_FRAME: usize = 48 << 20;

/// How a request ended without a useful reply.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The reader is intact and reports why it could not do the work.
    Refused(Failure),
    /// The reader died, or was killed.
    Died(Failure),
}

/// The purpose of a reader process, and the paths of the files it loads, each with its environment variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Role {
    pub(super) arguments: Vec<&'static str>,
    pub(super) places: Vec<(&'static str, PathBuf)>,
    /// Further environment variables.
    pub(super) settings: Vec<(&'static str, &'static str)>,
    /// The least confinement to accept.
    pub(super) least: Confinement,
}

impl Role {
    pub(super) fn documents(library: Option<&Path>, least: Confinement) -> Self {
        let places = library.map(|library| (super::LIBRARY_VARIABLE, library.to_owned()));
        Self {
            arguments: vec!["pdf"],
            places: places.into_iter().collect(),
            settings: vec![OVERWRITTEN],
            least,
        }
    }
}

pub(super) struct Process {
    child: Child,
    channel: Framed<Channel, LengthDelimitedCodec>,
    stderr: Arc<Mutex<Vec<u8>>>,
    tail: Option<JoinHandle<()>>,
    limits: Limits,
    /// Documents served so far.
    pub(super) documents: u32,
    /// Resident memory at the last check, in bytes.
    resident: u64,
    /// Peak resident memory observed, in bytes.
    pub(super) peak: u64,
    /// Whether it was killed by a signal that we did not send.
    was_killed: bool,
}

/// Kills the reader with its children, such as Tesseract.
impl Drop for Process {
    fn drop(&mut self) {
        if let Some(id) = self.child.id() {
            group::kill(id);
        }
    }
}

impl Process {
    /// Starts a reader and waits for its greeting. Retries if it is killed before the greeting.
    pub(super) async fn start(role: &Role, program: &Path, limits: &Limits) -> Result<(Self, Greeting), Failure> {
        let mut started = 1;
        loop {
            let mut process = Self::spawned(role, program, limits)?;
            let reply = process.reply("starting").await;
            process.limits.request = limits.request;
            if process.was_killed && started < STARTS {
                started += 1;
                continue;
            }
            let greeting = greeted(reply, program)?;
            confinement::require(greeting.confinement, role.least, &program.display().to_string())?;
            return Ok((process, greeting));
        }
    }

    /// Spawns a reader that has not sent its greeting yet. Its environment contains only the paths of the files it
    /// loads (the PDFium library, the models) and settings for threads and allocation.
    fn spawned(role: &Role, program: &Path, limits: &Limits) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            let message = format!("could not start the reader {}: {error}", program.display());
            Failure::new(Outcome::Io, message)
        };
        let (mut child, ours) = spawn(role, program, limits).map_err(failed)?;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let tail = child
            .stderr
            .take()
            .map(|pipe| tokio::spawn(keep_tail(pipe, Arc::clone(&stderr))));
        let codec = LengthDelimitedCodec::builder().max_frame_length(PAGE_FRAME).new_codec();
        Ok(Self {
            child,
            channel: Framed::new(ours, codec),
            stderr,
            tail,
            limits: Limits {
                request: limits.request.min(START),
                ..limits.clone()
            },
            documents: 0,
            resident: 0,
            peak: 0,
            was_killed: false,
        })
    }

    /// Sends one request and receives its reply. `doing` completes messages: `reading page 3`. Canceling the future
    /// leaves the channel out of sync, so the caller must then drop the process.
    pub(super) async fn ask(&mut self, frame: &[u8], document: Option<&File>, doing: &str) -> Result<Reply, Trouble> {
        let sent = match document {
            Some(document) => {
                let mut framed = Vec::with_capacity(frame.len() + 4);
                framed.extend_from_slice(&(frame.len() as u32).to_be_bytes());
                framed.extend_from_slice(frame);
                descriptor::send_with(self.channel.get_mut(), &framed, document).await
            }
            None => self.channel.send(Bytes::copy_from_slice(frame)).await,
        };
        match sent {
            Ok(()) => self.reply(doing).await,
            Err(_) => Err(self.death(doing).await),
        }
    }

    /// Allows frames as large as an image with `pixels` pixels.
    pub(super) fn expect_pixels(&mut self, pixels: u64) {
        let most = usize::try_from(validate::picture_bytes(pixels)).unwrap_or(usize::MAX);
        self.channel
            .codec_mut()
            .set_max_frame_length(most.clamp(PAGE_FRAME, 1 << 30));
    }

    async fn reply(&mut self, doing: &str) -> Result<Reply, Trouble> {
        let deadline = tokio::time::sleep(self.limits.request);
        tokio::pin!(deadline);
        let mut watch = tokio::time::interval(WATCH);
        loop {
            tokio::select! {
                frame = self.channel.next() => return match frame {
                    Some(Ok(frame)) => match validate::decode(&frame) {
                        Ok(Reply::Failed(mut failure)) => match validate::failure(&mut failure) {
                            Ok(()) => Err(Trouble::Refused(failure)),
                            Err(breach) => Err(self.broke(&breach).await),
                        },
                        Ok(reply) => Ok(reply),
                        Err(breach) => Err(self.broke(&breach).await),
                    },
                    Some(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                        Err(self.broke(&Breach(format!("a frame that is too large, {error}"))).await)
                    }
                    Some(Err(_)) | None => Err(self.death(doing).await),
                },
                _ = watch.tick() => {
                    self.look_at_memory();
                    if self.resident > self.limits.resident {
                        let used = self.resident >> 20;
                        let most = self.limits.resident >> 20;
                        let message = format!("{doing} took {used} MiB of memory, more than the limit of {most} MiB");
                        return Err(self.end(Outcome::OutOfMemory, message).await);
                    }
                }
                () = &mut deadline => {
                    let message = format!("{doing} took longer than {} s", self.limits.request.as_secs_f32());
                    return Err(self.end(Outcome::TimedOut, message).await);
                }
            }
        }
    }

    /// Whether it may serve another document.
    pub(super) fn is_fresh_enough(&mut self) -> bool {
        self.look_at_memory();
        self.documents < self.limits.documents_per_reader && self.resident <= self.limits.resident_when_idle
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    fn look_at_memory(&mut self) {
        if let Some(resident) = self.child.id().and_then(memory::resident) {
            self.resident = resident;
            self.peak = self.peak.max(resident);
        }
    }

    /// Kills a reader that violated the protocol.
    pub(super) async fn broke(&mut self, breach: &Breach) -> Trouble {
        self.end(Outcome::WorkerCrashed, breach.to_string()).await
    }

    async fn end(&mut self, outcome: Outcome, message: String) -> Trouble {
        if let Some(id) = self.child.id() {
            group::kill(id);
        }
        // An error means that it has already exited, which is fine.
        if let Err(error) = self.child.kill().await {
            tracing::debug!(name: "ending a reader", kind = ?error.kind());
        }
        Trouble::Died(Failure::new(outcome, message))
    }

    /// Diagnoses the death of a reader that closed the channel, from its output and exit status.
    async fn death(&mut self, doing: &str) -> Trouble {
        let id = self.child.id();
        let status = match tokio::time::timeout(Duration::from_secs(2), self.child.wait()).await {
            Ok(Ok(status)) => Some(status),
            Ok(Err(_)) => None,
            Err(_) => {
                return self
                    .end(
                        Outcome::WorkerCrashed,
                        format!("reader closed its channel while {doing}"),
                    )
                    .await;
            }
        };
        // Its children may have outlived it.
        if let Some(id) = id {
            group::kill(id);
        }
        self.was_killed = status.is_some_and(|status| status.code().is_none());
        if let Some(tail) = self.tail.take() {
            // Another process may hold the pipe open; the output so far is then sufficient.
            let _ = tokio::time::timeout(Duration::from_millis(200), tail).await;
        }
        let printed = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let printed = crate::text::clean(String::from_utf8_lossy(&printed).trim());
        let end = status.map_or_else(|| "ended".to_owned(), describe);
        let mut message = format!("reader {end} while {doing}");
        if !printed.is_empty() {
            message = format!("{message}: {printed}");
        }
        let outcome = if memory::explains(status, self.peak, &printed, &self.limits) {
            Outcome::OutOfMemory
        } else {
            Outcome::WorkerCrashed
        };
        Trouble::Died(Failure::new(outcome, message))
    }
}

/// Spawns the process and returns it with our end of its channel.
fn spawn(role: &Role, program: &Path, limits: &Limits) -> std::io::Result<(Child, Channel)> {
    let (ours, theirs) = descriptor::pair()?;
    let mut command = Command::new(program);
    command
        .args(&role.arguments)
        .arg("--address-space")
        .arg(limits.address_space.to_string())
        .env_clear()
        // One thread per reader: pages are read in parallel by several readers.
        .env("RTEN_NUM_THREADS", "1")
        .env("OMP_THREAD_LIMIT", "1")
        .env("MALLOC_MMAP_THRESHOLD_", LARGE_PIECE)
        .env("MALLOC_TRIM_THRESHOLD_", HEAP_KEPT)
        .stdin(theirs)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .envs(role.places.iter().map(|(variable, place)| (variable, place)))
        .envs(role.settings.iter().copied());
    group::begin(&mut command);
    // The command owns the reader's end of the socket and is dropped here; if it stayed open, the reader's death
    // would go unnoticed.
    Ok((command.spawn()?, ours))
}

/// Validates the greeting of a reader; any other reply is a failure to start.
fn greeted(reply: Result<Reply, Trouble>, program: &Path) -> Result<Greeting, Failure> {
    let failed = |message: String| Err(Failure::new(Outcome::Io, message));
    let program = program.display();
    match reply {
        Ok(Reply::Ready(mut greeting)) => match validate::greeting(&mut greeting) {
            Ok(()) => Ok(greeting),
            Err(breach) => failed(format!("reader {program}: {breach}")),
        },
        Ok(_) => failed(format!("{program} is not touchstone-reader")),
        Err(Trouble::Refused(failure)) => Err(failure),
        Err(Trouble::Died(failure)) => failed(format!("reader {program}: {}", failure.message)),
    }
}

/// Describes how a process ended: `ended with exit code 3`, `was ended by signal 11 (SIGSEGV)`.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal} ({})", memory::signal_name(signal));
    }
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "ended".to_owned(),
    }
}

/// Keeps the last bytes of a reader's output. It prints only about itself, never document text.
async fn keep_tail(mut pipe: ChildStderr, kept: Arc<Mutex<Vec<u8>>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = pipe.read(&mut buffer).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(STDERR_KEPT);
        kept.drain(..surplus);
    }
}
