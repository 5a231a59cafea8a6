//! Notifications of committed changes: ids and numbers only, never document text.
//!
//! The store sends each event after its commit, and is the only sender. Events are not the source of truth: losing
//! one costs a refresh. Work in progress is reported separately (`live`).

mod live;

pub use live::{Live, Piece};
use serde::Serialize;
use tokio::sync::broadcast;
use touchstone_core::record::{AttemptId, DocumentId, ReviewId, RunId, RunState, StackId, Stage, TruthId};

/// A committed change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    DocumentAdded {
        document: DocumentId,
    },
    /// A property of the document changed: its outcome, year, case or state.
    DocumentChanged {
        document: DocumentId,
    },
    /// `done` pages are stored, of `total` if that is known.
    PagesRead {
        document: DocumentId,
        done: u32,
        total: Option<u32>,
    },
    /// A new run, or one resumed after an interruption or a pause.
    RunQueued {
        run: RunId,
        document: DocumentId,
    },
    RunClaimed {
        run: RunId,
        document: DocumentId,
    },
    StageFinished {
        run: RunId,
        stage: Stage,
    },
    AttemptStarted {
        run: RunId,
        attempt: AttemptId,
    },
    /// The transcript of an attempt in progress has grown.
    Stepped {
        run: RunId,
        attempt: AttemptId,
    },
    /// A survey in progress has found something on a page.
    PageLookedAt {
        run: RunId,
        page: u32,
    },
    /// Done, failed or interrupted.
    AttemptFinished {
        run: RunId,
        attempt: AttemptId,
    },
    RunFinished {
        run: RunId,
        document: DocumentId,
        state: RunState,
    },
    ReviewChanged {
        review: ReviewId,
        document: DocumentId,
    },
    Corrected {
        document: DocumentId,
    },
    TruthSettled {
        truth: TruthId,
        document: DocumentId,
    },
    /// A call to a model has ended, successfully or not.
    ModelAsked {
        document: DocumentId,
        run: Option<RunId>,
    },
    /// A stack, its table or a row of it.
    StackChanged {
        stack: StackId,
    },
    SettingsChanged,
}

/// Max events a listener may lag behind before it misses some.
const BACKLOG: usize = 4096;

/// The sending side; clones share the same listeners.
#[derive(Debug, Clone)]
pub struct Events {
    committed: broadcast::Sender<Event>,
    live: broadcast::Sender<Live>,
}

/// A listener; receives the events sent after it subscribed.
#[derive(Debug)]
pub struct Listener(broadcast::Receiver<Event>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    Event(Event),
    /// Number of events missed because the listener was slow; it must reload whatever it shows.
    Missed(u64),
}

impl Events {
    pub fn new() -> Self {
        Self {
            committed: broadcast::Sender::new(BACKLOG),
            live: broadcast::Sender::new(BACKLOG),
        }
    }

    pub fn subscribe(&self) -> Listener {
        Listener(self.committed.subscribe())
    }

    /// Watches work in progress from now on.
    pub fn watch(&self) -> Watcher {
        Watcher(self.live.subscribe())
    }

    /// Shows a piece of work in progress to all watchers.
    pub fn show(&self, piece: Live) {
        let _watchers = self.live.send(piece);
    }

    /// Sends the event to all listeners. Having no listeners is normal.
    pub fn send(&self, event: Event) {
        let _listeners = self.committed.send(event);
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}

/// A watcher of work in progress.
#[derive(Debug)]
pub struct Watcher(broadcast::Receiver<Live>);

impl Watcher {
    /// Waits for the next piece, skipping missed ones. Returns `None` once the sender is gone.
    pub async fn next(&mut self) -> Option<Live> {
        loop {
            match self.0.recv().await {
                Ok(piece) => return Some(piece),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}

impl Listener {
    /// Waits for the next event; returns `None` once the sender is gone.
    pub async fn next(&mut self) -> Option<Received> {
        match self.0.recv().await {
            Ok(event) => Some(Received::Event(event)),
            Err(broadcast::error::RecvError::Lagged(missed)) => Some(Received::Missed(missed)),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;
    use touchstone_core::record::{Purpose, RaisedBy};

    #[tokio::test]
    async fn a_slow_listener_is_told_what_it_missed_and_hears_the_rest() {
        let events = Events::new();
        events.send(Event::SettingsChanged);
        let mut listener = events.subscribe();
        let document = DocumentId::fresh();
        for done in 1..=BACKLOG as u32 + 5 {
            events.send(Event::PagesRead {
                document,
                done,
                total: None,
            });
        }
        assert_eq!(listener.next().await, Some(Received::Missed(5)));
        let next = Event::PagesRead {
            document,
            done: 6,
            total: None,
        };
        assert_eq!(listener.next().await, Some(Received::Event(next)));
        drop(events);
        while let Some(received) = listener.next().await {
            assert!(matches!(received, Received::Event(Event::PagesRead { .. })));
        }
    }

    #[test]
    fn live_pieces_are_flat_objects_told_apart_by_their_keys() {
        let extraction_id = AttemptId::fresh();
        for (piece, expected) in [
            (Piece::Text { text: "a".into() }, json!({"text": "a"})),
            (
                Piece::Asks {
                    asks: Purpose::VerifyV2,
                    pages: vec![1, 2],
                },
                json!({"asks": "verify_v2", "pages": [1, 2]}),
            ),
            (
                Piece::Begins {
                    begins: "find_text".into(),
                },
                json!({"begins": "find_text"}),
            ),
            (Piece::Writes { writes: "{\"te".into() }, json!({"writes": "{\"te"})),
            (
                Piece::Doubts {
                    by: RaisedBy::V2,
                    doubts: 1,
                },
                json!({"by": "V2", "doubts": 1}),
            ),
            (
                Piece::Tool {
                    tool: "find_text".into(),
                    input: json!({"text": "b"}),
                },
                json!({"tool": "find_text", "input": {"text": "b"}}),
            ),
            (
                Piece::Complete {
                    complete: true,
                    extraction_id,
                    cost: 0.5,
                },
                json!({"complete": true, "extraction_id": extraction_id, "cost": 0.5}),
            ),
        ] {
            assert_eq!(serde_json::to_value(piece).unwrap(), expected);
        }
    }

    #[test]
    fn events_are_flat_objects_of_ids_and_numbers() {
        let run = RunId::fresh();
        let event = Event::StageFinished {
            run,
            stage: Stage::Intake,
        };
        let expected = serde_json::json!({"event": "stage_finished", "run": run, "stage": "intake"});
        assert_eq!(serde_json::to_value(event).unwrap(), expected);
    }
}
