//! Work as it goes on: what a model says, the tools it calls, how it is graded, that it is through (seed 001). Nothing of it
//! is committed and all of it may be missed: the steps of the attempt hold it a little later. Thoughts never arrive here.

use serde::Serialize;
use serde_json::Value;
use touchstone_core::record::{AttemptId, DocumentId, Purpose, RaisedBy, RunId};

/// One piece, with the work it belongs to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Live {
    pub document: DocumentId,
    /// None for what a person asked for outside of a run.
    pub run: Option<RunId>,
    pub attempt: Option<AttemptId>,
    pub said: Said,
}

/// Flat objects, told apart by their keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Said {
    /// A further piece of what the model says.
    Text {
        text: String,
    },
    /// What was heard of the answer under way is void: it failed for this reason and is asked for again.
    Again {
        again: String,
    },
    /// A question was put; what is heard from now on answers it.
    Asks {
        asks: Purpose,
        /// Whose text or picture went along.
        pages: Vec<u32>,
    },
    /// The model began to write a call of a tool.
    Begins {
        begins: String,
    },
    /// A further piece of JSON that the model writes for the program: arguments of the call it began, or an answer in a
    /// shape.
    Writes {
        writes: String,
    },
    /// A call of a tool, whole.
    Tool {
        tool: String,
        input: Value,
    },
    /// A question of verification is answered, with so many doubts.
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
