//! A conversation as transcript lines of an attempt. Pictures are recorded by page number only.

use crate::provider::{Message, Part, Request, Turn};
use serde_json::{Value, json};
use touchstone_core::record::StepKind;

type Line = (StepKind, Value);

/// What the model is told before its first turn.
pub(super) fn opening(request: &Request) -> Vec<Line> {
    let content: Vec<Value> = request.parts().map(part).collect();
    vec![(
        StepKind::Request,
        json!({"instructions": request.system, "told": content}),
    )]
}

/// A turn of the model: its words, and each tool call.
pub(super) fn reply(turn: &Turn) -> Vec<Line> {
    let words = json!({"text": turn.text, "stop": turn.stop, "tokens": turn.tokens});
    let calls = turn.calls.iter().map(|call| {
        let line = json!({"tool": call.name, "input": call.input});
        (StepKind::ToolCall, line)
    });
    std::iter::once((StepKind::Reply, words)).chain(calls).collect()
}

/// The answers to the model's calls.
pub(super) fn answers(message: &Message) -> Vec<Line> {
    let Message::User { results, parts } = message else {
        return Vec::new();
    };
    let answers = results.iter().map(|result| {
        let content: Vec<Value> = result.parts.iter().map(part).collect();
        let line = json!({"tool": result.name, "failed": result.is_error, "told": content});
        (StepKind::ToolAnswer, line)
    });
    let content: Vec<Value> = parts.iter().map(part).collect();
    let request = (!content.is_empty()).then(|| (StepKind::Request, json!({"told": content})));
    answers.chain(request).collect()
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text { text, .. } => json!(text),
        Part::Image { page, .. } => json!({"picture_of_page": page}),
    }
}
