//! What happened, told to whoever listens: ids and numbers only, never the text of a document. The store sends an event
//! after the commit that made it true; nobody else does. Not here: the truth. An event that is lost costs a refresh.
//! Work that is still going on is shown beside it (`live`).

mod live;

pub use live::{Live, Said};
use serde::Serialize;
use tokio::sync::broadcast;
use touchstone_core::record::{AttemptId, DocumentId, ReviewId, RunId, RunState, Stage, TruthId};

/// Something that has been committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    DocumentAdded {
        document: DocumentId,
    },
    /// A property of the document is different: its outcome, year, case or state.
    DocumentChanged {
        document: DocumentId,
    },
    /// `done` pages are stored, of `total` when that is known.
    PagesRead {
        document: DocumentId,
        done: u32,
        total: Option<u32>,
    },
    /// A new run, or one that goes on after an interruption or a pause.
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
    /// The transcript of an attempt under way has grown.
    Stepped {
        run: RunId,
        attempt: AttemptId,
    },
    /// A survey that goes on has found something on a page.
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
    /// A call to a model has ended, one way or another.
    ModelAsked {
        document: DocumentId,
        run: Option<RunId>,
    },
    SettingsChanged,
}

/// How many events a listener may be behind before it misses some.
const BACKLOG: usize = 4096;

/// The sending side; clones send to the same listeners.
#[derive(Debug, Clone)]
pub struct Events {
    committed: broadcast::Sender<Event>,
    live: broadcast::Sender<Live>,
}

/// One listener, from the moment it subscribed.
#[derive(Debug)]
pub struct Listener(broadcast::Receiver<Event>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    Event(Event),
    /// So many events were missed because the listener was slow: it reads again whatever it shows.
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

    /// Hears of the work under way from now on.
    pub fn watch(&self) -> Watcher {
        Watcher(self.live.subscribe())
    }

    /// Shows a piece of work under way to those who watch.
    pub fn show(&self, piece: Live) {
        let _watchers = self.live.send(piece);
    }

    /// Tells all listeners. Nobody listening is normal.
    pub fn send(&self, event: Event) {
        let _listeners = self.committed.send(event);
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}

/// Somebody who watches work under way.
#[derive(Debug)]
pub struct Watcher(broadcast::Receiver<Live>);

impl Watcher {
    /// Waits for the next piece; one that was missed is passed over. `None` when there will never be another.
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
    /// Waits for the next event; `None` when there will never be another.
    pub async fn next(&mut self) -> Option<Heard> {
        match self.0.recv().await {
            Ok(event) => Some(Heard::Event(event)),
            Err(broadcast::error::RecvError::Lagged(missed)) => Some(Heard::Missed(missed)),
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
        assert_eq!(listener.next().await, Some(Heard::Missed(5)));
        let next = Event::PagesRead {
            document,
            done: 6,
            total: None,
        };
        assert_eq!(listener.next().await, Some(Heard::Event(next)));
        drop(events);
        while let Some(heard) = listener.next().await {
            assert!(matches!(heard, Heard::Event(Event::PagesRead { .. })));
        }
    }

    #[test]
    fn live_pieces_are_flat_objects_told_apart_by_their_keys() {
        let extraction_id = AttemptId::fresh();
        for (said, expected) in [
            (Said::Text { text: "a".into() }, json!({"text": "a"})),
            (
                Said::Asks {
                    asks: Purpose::VerifyV2,
                    pages: vec![1, 2],
                },
                json!({"asks": "verify_v2", "pages": [1, 2]}),
            ),
            (
                Said::Begins {
                    begins: "find_text".into(),
                },
                json!({"begins": "find_text"}),
            ),
            (Said::Writes { writes: "{\"te".into() }, json!({"writes": "{\"te"})),
            (
                Said::Doubts {
                    by: RaisedBy::V2,
                    doubts: 1,
                },
                json!({"by": "V2", "doubts": 1}),
            ),
            (
                Said::Tool {
                    tool: "find_text".into(),
                    input: json!({"text": "b"}),
                },
                json!({"tool": "find_text", "input": {"text": "b"}}),
            ),
            (
                Said::Complete {
                    complete: true,
                    extraction_id,
                    cost: 0.5,
                },
                json!({"complete": true, "extraction_id": extraction_id, "cost": 0.5}),
            ),
        ] {
            assert_eq!(serde_json::to_value(said).unwrap(), expected);
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
