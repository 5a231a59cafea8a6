//! Records an agent's work: each model call before it is sent and its answer afterwards, the transcript line by line,
//! and live output for viewers. A question already answered in the same run is served from its row and not paid for
//! again.

use super::disclosure::{cache_key, kept, pages, sent};
use crate::error::Code;
use crate::event::{Live, Piece};
use crate::provider::{Ask, Delta, Fault, Model, Part, Provider, ProviderError, Request, Sink, Tokens, Turn};
use crate::store::{Answered, AskedFor, Store, StoreError};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{
    AttemptId, CallId, CallState, DocumentId, ModelCall, Purpose, Run, RunId, Sent, StepKind, Usage, now,
};

/// The record of the work on one document.
#[derive(Debug, Clone)]
pub struct Journal {
    store: Store,
    document: DocumentId,
    run: Option<RunId>,
    attempt: Option<AttemptId>,
}

impl Journal {
    /// For work outside a run, such as corrections in words. Never answered from rows: asking again means a new
    /// answer.
    pub fn of_document(store: &Store, document: DocumentId) -> Self {
        Self {
            store: store.clone(),
            document,
            run: None,
            attempt: None,
        }
    }

    pub fn of_run(store: &Store, run: &Run) -> Self {
        Self {
            run: Some(run.id),
            ..Self::of_document(store, run.document_id)
        }
    }

    /// The same journal, under an attempt that has been started.
    #[must_use]
    pub fn within(&self, attempt: AttemptId) -> Self {
        Self {
            attempt: Some(attempt),
            ..self.clone()
        }
    }

    /// The model as asked for one purpose, with every call recorded.
    pub fn asking(&self, provider: &Arc<dyn Provider>, purpose: Purpose) -> Arc<dyn Provider> {
        Arc::new(Journaled {
            provider: Arc::clone(provider),
            journal: self.clone(),
            purpose,
        })
    }

    /// Adds lines to the attempt's transcript; does nothing outside an attempt.
    pub async fn note(&self, lines: &[(StepKind, Value)]) -> Result<(), StoreError> {
        match self.attempt {
            Some(attempt) => self.store.add_steps(attempt, lines).await,
            None => Ok(()),
        }
    }

    /// Publishes live output to viewers.
    pub fn show(&self, piece: Piece) {
        self.store.show(Live {
            document: self.document,
            run: self.run,
            attempt: self.attempt,
            piece,
        });
    }

    /// Answers of the first attempt at the same work, in order; empty outside an attempt.
    pub async fn first_answers(&self, purpose: Purpose) -> Result<Vec<Turn>, StoreError> {
        match self.attempt {
            Some(attempt) => self.store.first_answers(attempt, purpose).await,
            None => Ok(Vec::new()),
        }
    }

    async fn answer_to(&self, purpose: Purpose, digest: &str) -> Result<Option<Turn>, StoreError> {
        let Some(run) = self.run else { return Ok(None) };
        let attempt = self.attempt;
        let asked = AskedFor {
            run,
            attempt,
            purpose,
            digest,
        };
        self.store.answer_to(&asked).await
    }
}

/// A provider that records its calls.
struct Journaled {
    provider: Arc<dyn Provider>,
    journal: Journal,
    purpose: Purpose,
}

impl Journaled {
    fn starting(&self, request: &Request, sent: Sent, digest: String) -> ModelCall {
        let model = self.model();
        ModelCall {
            id: CallId::fresh(),
            document_id: self.journal.document,
            run_id: self.journal.run,
            attempt_id: self.journal.attempt,
            purpose: self.purpose,
            provider: model.endpoint.clone(),
            origin: model.origin.clone(),
            model: model.id.clone(),
            digest,
            state: CallState::Started,
            sent,
            tries: 1,
            usage: Usage {
                calls: 1,
                ..Usage::default()
            },
            at_most: at_most(self.model(), request),
            error: None,
            started_at: now(),
            ended_at: None,
        }
    }

    /// Records how the call ended.
    async fn end(&self, underway: &Underway, ended: &Result<Turn, ProviderError>) -> Result<(), ProviderError> {
        if let Ok(turn) = ended {
            let cost = self.model().cost(&turn.tokens).unwrap_or(0.0);
            underway.with(|tally| tally.now = turn.tokens.usage(cost));
        }
        let why = ended.as_ref().err().map(ToString::to_string);
        let (usage, tries) = underway.used();
        let answered = Answered {
            call: underway.call,
            turn: ended.as_ref().map_err(|_| why.as_deref().unwrap_or_default()),
            usage,
            tries: match ended {
                Err(error) if error.fault.is_own() => 0,
                _ => tries,
            },
        };
        let kept = self.journal.store.end_call(&answered).await;
        underway.ended.store(true, Ordering::Relaxed);
        kept.map(|_| ()).map_err(|error| unrecorded(&error))
    }

    /// Part of a reply that is shown as it arrives. Replies with a shape are data for the program; thoughts are not
    /// shown.
    fn shown(request: &Request, delta: &Delta) -> Option<Piece> {
        match delta {
            Delta::Text(text) if matches!(request.ask, Ask::Json(_)) => Some(Piece::Writes { writes: text.clone() }),
            Delta::Text(text) => Some(Piece::Text { text: text.clone() }),
            Delta::Call { name } => Some(Piece::Begins { begins: name.clone() }),
            Delta::Writes(json) => Some(Piece::Writes { writes: json.clone() }),
            Delta::Again { why, .. } => Some(Piece::Again { again: why.clone() }),
            Delta::Thought(_) | Delta::Counted(_) => None,
        }
    }

    /// Transcript lines of a standalone question; a conversation records its own lines.
    async fn note(&self, request: &Request, sent: &Sent, turn: &Turn) -> Result<(), ProviderError> {
        if !matches!(request.ask, Ask::Json(_)) {
            return Ok(());
        }
        let lines = [
            (StepKind::Request, json!({"asks": self.purpose, "pages": pages(sent)})),
            (StepKind::Reply, json!({"answer": turn.text})),
        ];
        self.journal.note(&lines).await.map_err(|error| unrecorded(&error))
    }

    fn show_calls(&self, turn: &Turn) {
        for call in &turn.calls {
            self.journal.show(Piece::Tool {
                tool: call.name.clone(),
                input: call.input.clone(),
            });
        }
    }
}

#[async_trait]
impl Provider for Journaled {
    fn model(&self) -> &Model {
        self.provider.model()
    }

    async fn stream(
        &self,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        request.check()?;
        let relay = |delta: Delta| {
            if let Some(piece) = Self::shown(request, &delta) {
                self.journal.show(piece);
            }
            sink(delta);
        };
        let leaves = self.provider.wording(request);
        let sent = sent(&leaves);
        self.journal.show(Piece::Asks {
            asks: self.purpose,
            pages: pages(&sent),
        });
        let digest = request.digest(&self.model().endpoint, &self.model().id);
        let known = self.journal.answer_to(self.purpose, &digest).await;
        if let Some(turn) = known.map_err(|error| unrecorded(&error))? {
            relay(Delta::Text(turn.text.clone()));
            self.show_calls(&turn);
            self.note(request, &sent, &turn).await?;
            return Ok(turn);
        }
        let call = self.starting(&leaves, sent.clone(), digest);
        let started = self.journal.store.start_call(&call, &kept(&leaves)).await;
        if !started.map_err(|error| unrecorded(&error))? {
            let why = "the document is no longer being processed";
            return Err(ProviderError::new(Fault::Cancelled, why));
        }
        let underway = Underway::new(&self.journal.store, call.id);
        let counting = |delta: Delta| {
            match &delta {
                Delta::Counted(tokens) => {
                    let cost = self.model().cost(tokens).unwrap_or(0.0);
                    underway.with(|tally| tally.now = tokens.usage(cost));
                }
                Delta::Again { .. } => underway.with(Tally::again),
                _ => {}
            }
            relay(delta);
        };
        let keyed = Request {
            cache_key: Some(cache_key(self.journal.document)),
            ..request.clone()
        };
        let ended = self.provider.stream(&keyed, &counting, stop).await;
        self.end(&underway, &ended).await?;
        if let Ok(turn) = &ended {
            self.show_calls(turn);
            self.note(request, &sent, turn).await?;
        }
        ended
    }
}

/// Most tokens of a picture: what providers charge for one of the size in which pages are sent, rounded up.
const PICTURE: u64 = 2_000;

/// What a request may use at most: no token is shorter than a byte, no answer is longer than allowed, and what is dearest
/// is to be written to a cache.
fn at_most(model: &Model, request: &Request) -> Usage {
    // A request is plain data, so serialization cannot fail.
    let bytes = serde_json::to_vec(request).map_or(0, |bytes| bytes.len() as u64);
    let pictures = request.parts().filter_map(|part| match part {
        Part::Image { data, .. } => Some(data.len() as u64),
        Part::Text { .. } => None,
    });
    let (count, encoded) = pictures.fold((0, 0), |(count, encoded), length| (count + 1, encoded + length));
    let input = bytes.saturating_sub(encoded) + count * PICTURE;
    let of = |tokens: Tokens| model.cost(&tokens).unwrap_or(0.0);
    let read = Tokens {
        input,
        output: u64::from(request.max_tokens),
        ..Tokens::default()
    };
    let written = Tokens {
        input: 0,
        written: input,
        ..read
    };
    read.usage(of(read).max(of(written)))
}

/// Usage of a call so far: all failed tries and the one under way.
#[derive(Debug, Clone, Default)]
struct Tally {
    failed: Usage,
    now: Usage,
    tries: u32,
}

impl Tally {
    fn again(&mut self) {
        self.failed = self.failed.plus(&self.now);
        self.now = Usage::default();
        self.tries += 1;
    }
}

/// A call that has been sent. Its usage is recorded even if the caller stops waiting for the answer.
struct Underway {
    store: Store,
    call: CallId,
    began: Instant,
    tally: Mutex<Tally>,
    /// Its end is recorded, or is about to be.
    ended: AtomicBool,
}

impl Underway {
    fn new(store: &Store, call: CallId) -> Self {
        Self {
            store: store.clone(),
            call,
            began: Instant::now(),
            tally: Mutex::default(),
            ended: AtomicBool::new(false),
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Tally) -> T) -> T {
        act(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Usage so far, and the number of tries.
    fn used(&self) -> (Usage, u32) {
        let tally = self.with(|tally| tally.clone());
        let usage = Usage {
            seconds: self.began.elapsed().as_secs_f64(),
            ..tally.failed.plus(&tally.now)
        };
        (usage, tally.tries + 1)
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        let Ok(runtime) = Handle::try_current() else { return };
        if self.ended.load(Ordering::Relaxed) {
            return;
        }
        let (store, call, (usage, tries)) = (self.store.clone(), self.call, self.used());
        runtime.spawn(async move {
            if let Err(error) = store.drop_call(call, &usage, tries).await {
                let code = error.code().map(Code::as_str);
                tracing::debug!(name: "what a stopped call used is not on record", code);
            }
        });
    }
}

fn unrecorded(error: &StoreError) -> ProviderError {
    ProviderError::new(Fault::Unrecorded, error.to_string())
}
