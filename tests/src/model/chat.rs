//! Answers in the chat completions format: text word by word, tool calls with their names first and their arguments
//! in halves.

use serde_json::{Value, json};

pub(super) fn answer(
    turn: usize,
    text: &str,
    calls: &[(&'static str, Value)],
    counted: Counted,
) -> (Vec<Value>, Vec<Value>) {
    let mut events: Vec<Value> = text
        .split_inclusive(' ')
        .map(|word| piece(&json!({"content": word})))
        .collect();
    let calling = in_pieces(turn, calls);
    events.extend(calling.iter().map(|call| piece(&json!({"tool_calls": [call]}))));
    let reason = if calls.is_empty() { "stop" } else { "tool_calls" };
    events.push(json!({"id": "1", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}));
    let usage = json!({
        "prompt_tokens": counted.prompt,
        "completion_tokens": counted.written,
        "prompt_tokens_details": {"cached_tokens": counted.cached},
    });
    events.push(json!({"id": "1", "choices": [], "usage": usage}));
    let mut message = json!({"role": "assistant", "content": text});
    if !calls.is_empty() {
        let written = calls.iter().enumerate().map(|(at, (name, input))| {
            json!({"id": format!("call_{turn}_{at}"), "type": "function", "function": {"name": name, "arguments": input.to_string()}})
        });
        message["tool_calls"] = written.collect();
    }
    (events, vec![message])
}

pub(super) fn piece(delta: &Value) -> Value {
    json!({"id": "1", "model": "small-1", "choices": [{"index": 0, "delta": delta}]})
}

/// Length of an answer in bytes, for counting its tokens.
pub(super) fn length(turn: usize, text: &str, calls: &[(&'static str, Value)]) -> usize {
    let pieces = in_pieces(turn, calls);
    text.len() + pieces.iter().map(|call| call.to_string().len()).sum::<usize>()
}

/// Tool calls as they are streamed: the name first, then the arguments in two parts.
fn in_pieces(turn: usize, calls: &[(&'static str, Value)]) -> Vec<Value> {
    let mut pieces = Vec::new();
    for (at, (name, input)) in calls.iter().enumerate() {
        pieces.push(
            json!({"index": at, "id": format!("call_{turn}_{at}"), "type": "function",
            "function": {"name": name, "arguments": ""}}),
        );
        let arguments = halves(&input.to_string()).map(|half| json!({"index": at, "function": {"arguments": half}}));
        pieces.extend(arguments);
    }
    pieces
}

fn halves(text: &str) -> [&str; 2] {
    let mut middle = text.len() / 2;
    while !text.is_char_boundary(middle) {
        middle += 1;
    }
    let (first, second) = text.split_at(middle);
    [first, second]
}

/// Token counts of an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    pub prompt: usize,
    pub cached: usize,
    pub written: usize,
}
