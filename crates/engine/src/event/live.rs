//! Live progress of work: model output, tool calls, grading and completion (seed 001).
//!
//! Nothing here is committed and any of it may be missed; the steps of the attempt store it slightly later. Model
//! thoughts are never sent.

use serde::Serialize;
use serde_json::Value;
use touchstone_core::record::{AttemptId, DocumentId, Purpose, RaisedBy, RunId};

/// One piece of output, with the work it belongs to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Live {
    pub document: DocumentId,
    /// `None` for work a user requested outside a run.
    pub run: Option<RunId>,
    pub attempt: Option<AttemptId>,
    pub piece: Piece,
}

/// Flat objects, distinguished by their keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Piece {
    /// More of the model's text.
    Text {
        text: String,
    },
    /// Everything received of the current answer is void: it failed for this reason and is being retried.
    Again {
        again: String,
    },
    /// A question was sent; the following output answers it.
    Asks {
        asks: Purpose,
        /// Pages whose text or picture was sent with the question.
        pages: Vec<u32>,
    },
    /// The model started to write a tool call.
    Begins {
        begins: String,
    },
    /// More JSON written for the program: arguments of the current call, or a structured answer.
    Writes {
        writes: String,
    },
    /// A complete tool call.
    Tool {
        tool: String,
        input: Value,
    },
    /// A verification question was answered, with this number of doubts.
    Doubts {
        by: RaisedBy,
        doubts: u32,
    },
    Grade {
        pass: bool,
        score: f64,
        feedback: String,
    },
    /// The attempt is stored.
    Complete {
        complete: bool,
        extraction_id: AttemptId,
        /// US dollars.
        cost: f64,
    },
}
