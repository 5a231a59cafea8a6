//! Forwards what models say and do to the window as it happens: flat objects, distinguished by which keys are set (seed
//! 001). Pieces of one sentence that arrive within a tick are joined. Any of them may be missed; the steps of the
//! attempt contain it shortly after. Models' reasoning is not included.

use crate::shell::Shell;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Duration;
use tauri::{AppHandle, Manager};
use tauri_specta::Event as _;
use touchstone_engine::event::{self, Piece};
use touchstone_engine::logs::kind_of;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, tauri_specta::Event)]
pub struct Live {
    pub document_id: String,
    /// `None` for a user's request outside of a run.
    pub attempt_id: Option<String>,
    pub text: Option<String>,
    /// What was received of the answer is void, for this reason.
    pub again: Option<String>,
    /// A question was sent, for this purpose; the following pieces answer it.
    pub asks: Option<String>,
    /// Pages whose text or picture was sent with the question.
    pub pages: Vec<u32>,
    /// The model began to write a call of this tool.
    pub begins: Option<String>,
    /// JSON written by the model for the program, piece by piece.
    pub writes: Option<String>,
    /// The check that asked, and the number of doubts in the answer.
    pub by: Option<String>,
    pub doubts: Option<u32>,
    /// A complete call of a tool.
    pub tool: Option<String>,
    /// Input of the tool, as JSON.
    pub input: Option<String>,
    pub pass: Option<bool>,
    pub score: Option<f64>,
    pub feedback: Option<String>,
    pub complete: bool,
    /// US dollars.
    pub cost: Option<f64>,
}

const TICK: Duration = Duration::from_millis(100);

/// Forwards events to the window for as long as the program runs.
pub(crate) fn pump(app: &AppHandle) {
    let Ok(desk) = app.state::<Shell>().desk() else {
        return;
    };
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let mut watcher = desk.watch();
        while let Some(first) = watcher.next().await {
            let mut pieces = vec![Live::of(first)];
            let end = tokio::time::Instant::now() + TICK;
            while let Ok(Some(next)) = tokio::time::timeout_at(end, watcher.next()).await {
                add(&mut pieces, Live::of(next));
            }
            for piece in pieces {
                if let Err(error) = piece.emit(&app) {
                    tracing::debug!(name: "could not notify the window", kind = kind_of(&error));
                }
            }
        }
    });
}

impl Live {
    fn of(event: event::Live) -> Self {
        let live = Live {
            document_id: event.document.to_string(),
            attempt_id: event.attempt.map(|id| id.to_string()),
            ..Live::default()
        };
        match event.piece {
            Piece::Text { text } => Live {
                text: Some(text),
                ..live
            },
            Piece::Again { again } => Live {
                again: Some(again),
                ..live
            },
            Piece::Asks { asks, pages } => Live {
                asks: Some(asks.describe().to_owned()),
                pages,
                ..live
            },
            Piece::Begins { begins } => Live {
                begins: Some(begins),
                ..live
            },
            Piece::Writes { writes } => Live {
                writes: Some(writes),
                ..live
            },
            Piece::Doubts { by, doubts } => Live {
                by: Some(by.as_str().to_owned()),
                doubts: Some(doubts),
                ..live
            },
            Piece::Tool { tool, input } => Live {
                tool: Some(tool),
                input: Some(input.to_string()),
                ..live
            },
            Piece::Grade { pass, score, feedback } => Live {
                pass: Some(pass),
                score: Some(score),
                feedback: Some(feedback),
                ..live
            },
            Piece::Complete { cost, .. } => Live {
                complete: true,
                cost: Some(cost),
                ..live
            },
        }
    }
}

/// Joins a text to the previous one if both belong to the same answer, and likewise JSON written for the program.
fn add(pieces: &mut Vec<Live>, next: Live) {
    let same = |last: &&mut Live| last.document_id == next.document_id && last.attempt_id == next.attempt_id;
    let last = pieces.last_mut().filter(same);
    let (piece, before) = match (&next, last) {
        (Live { text: Some(text), .. }, Some(last)) => (text, last.text.as_mut()),
        (Live { writes: Some(json), .. }, Some(last)) => (json, last.writes.as_mut()),
        _ => return pieces.push(next),
    };
    match before {
        Some(before) => before.push_str(piece),
        None => pieces.push(next),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn texts_of_one_answer_are_put_together() {
        let text = |document: &str, text: &str| Live {
            document_id: document.into(),
            text: Some(text.into()),
            ..Live::default()
        };
        let begins = Live {
            document_id: "a".into(),
            begins: Some("find_text".into()),
            ..Live::default()
        };
        let writes = |json: &str| Live {
            document_id: "a".into(),
            writes: Some(json.into()),
            ..Live::default()
        };
        let mut pieces = Vec::new();
        for piece in [
            text("a", "The "),
            text("a", "wages"),
            text("b", "x"),
            begins,
            writes("{\"text\""),
            writes(":1}"),
            text("a", "are"),
        ] {
            add(&mut pieces, piece);
        }
        let texts: Vec<_> = pieces.iter().map(|piece| piece.text.as_deref()).collect();
        assert_eq!(texts, [Some("The wages"), Some("x"), None, None, Some("are")]);
        assert_eq!(pieces[3].writes.as_deref(), Some("{\"text\":1}"));
    }
}
