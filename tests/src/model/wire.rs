//! The four wire formats from the server's side: parsing requests, and writing answers as events, with the blocks
//! that the client must send back. `protocol` decides what is refused.

use super::Reply;
use super::chat::Counted;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    Anthropic,
    Responses,
    Chat,
    Gemini,
}

/// One side's part of a conversation, block by block.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Entry {
    Model(Vec<Value>),
    Others(Vec<Value>),
}

impl Wire {
    pub const ALL: [Wire; 4] = [Wire::Anthropic, Wire::Responses, Wire::Chat, Wire::Gemini];

    /// As a catalog names it.
    pub fn dialect(self) -> &'static str {
        match self {
            Wire::Anthropic => "anthropic",
            Wire::Responses => "openai_responses",
            Wire::Chat => "openai_chat",
            Wire::Gemini => "gemini",
        }
    }

    /// The key that a request carries, read from its header lines. Names of headers are compared without case.
    pub(super) fn key(self, head: &str) -> Option<&str> {
        let (name, before) = match self {
            Wire::Anthropic => ("x-api-key", ""),
            Wire::Responses | Wire::Chat => ("authorization", "Bearer "),
            Wire::Gemini => ("x-goog-api-key", ""),
        };
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        let value = lines.find(|(header, _)| header.eq_ignore_ascii_case(name))?.1;
        value.trim().strip_prefix(before)
    }

    /// The turns of the conversation, without the instructions.
    pub(super) fn entries(self, body: &Value) -> Vec<Entry> {
        let list = match self {
            Wire::Anthropic | Wire::Chat => &body["messages"],
            Wire::Responses => &body["input"],
            Wire::Gemini => &body["contents"],
        };
        let mut entries: Vec<Entry> = Vec::new();
        for message in list.as_array().into_iter().flatten() {
            let (of_model, blocks) = match self {
                Wire::Anthropic => (message["role"] == "assistant", unmarked(&message["content"])),
                Wire::Gemini => (message["role"] == "model", unmarked(&message["parts"])),
                Wire::Chat if message["role"] == "system" => continue,
                Wire::Chat => (message["role"] == "assistant", vec![message.clone()]),
                Wire::Responses => {
                    let is_text = message["type"] == "message" && message["role"] == "assistant";
                    let done = message["type"] == "reasoning" || message["type"] == "function_call";
                    (is_text || done, vec![message.clone()])
                }
            };
            match entries.last_mut() {
                Some(Entry::Model(open)) if of_model => open.extend(blocks),
                Some(Entry::Others(open)) if !of_model => open.extend(blocks),
                _ if of_model => entries.push(Entry::Model(blocks)),
                _ => entries.push(Entry::Others(blocks)),
            }
        }
        entries
    }

    /// The part of the request before the conversation: instructions and tools.
    pub(super) fn head(self, body: &Value) -> Value {
        match self {
            Wire::Chat => json!([body["messages"][0], body["tools"]]),
            _ => json!([
                body["system"],
                body["instructions"],
                body["systemInstruction"],
                body["tools"]
            ]),
        }
    }

    /// The calls made in these blocks, by id, or by name where calls have no id.
    pub(super) fn calls(self, blocks: &[Value]) -> Vec<String> {
        let of = |block: &Value| -> Vec<Value> {
            match self {
                Wire::Anthropic if block["type"] == "tool_use" => vec![block["id"].clone()],
                Wire::Responses if block["type"] == "function_call" => vec![block["call_id"].clone()],
                Wire::Chat => {
                    let calls = block["tool_calls"].as_array().into_iter().flatten();
                    calls.map(|call| call["id"].clone()).collect()
                }
                Wire::Gemini => block.pointer("/functionCall/name").cloned().into_iter().collect(),
                _ => Vec::new(),
            }
        };
        sorted(blocks.iter().flat_map(of))
    }

    pub(super) fn answers(self, blocks: &[Value]) -> Vec<String> {
        let pointer = match self {
            Wire::Anthropic => "/tool_use_id",
            Wire::Responses => "/call_id",
            Wire::Chat => "/tool_call_id",
            Wire::Gemini => "/functionResponse/name",
        };
        sorted(blocks.iter().filter_map(|block| block.pointer(pointer).cloned()))
    }

    /// The request translated to chat completions, as far as the answering functions read it.
    pub(super) fn as_chat(self, body: &Value) -> Value {
        let mut chat = match self {
            Wire::Chat => body.clone(),
            _ => self.translated(body),
        };
        chat["pictures"] = json!(body.to_string().matches("image/png").count());
        chat
    }

    fn translated(self, body: &Value) -> Value {
        let as_message = |role: &str, value: &Value| {
            let mut words = Vec::new();
            texts(value, &mut words);
            json!({"role": role, "content": words.join("\n")})
        };
        let system = match self {
            Wire::Anthropic => &body["system"],
            Wire::Responses => &body["instructions"],
            _ => &body["systemInstruction"],
        };
        let mut messages = vec![as_message("system", system)];
        messages.extend(self.entries(body).into_iter().map(|entry| match entry {
            Entry::Model(blocks) => as_message("assistant", &json!(blocks)),
            Entry::Others(blocks) => as_message("user", &json!(blocks)),
        }));
        let tools = match self {
            Wire::Gemini => &body["tools"][0]["functionDeclarations"],
            _ => &body["tools"],
        };
        let tools: Vec<Value> = tools
            .as_array()
            .into_iter()
            .flatten()
            .map(|tool| json!({"function": {"name": tool["name"]}}))
            .collect();
        let schema = match self {
            Wire::Anthropic => body.pointer("/output_config/format/schema"),
            Wire::Responses => body.pointer("/text/format/schema"),
            _ => body.pointer("/generationConfig/responseJsonSchema"),
        };
        let mut chat = json!({"messages": messages, "tools": tools});
        if let Some(schema) = schema {
            chat["response_format"] = json!({"json_schema": {"name": name_of(schema), "schema": schema}});
        }
        chat
    }

    /// An answer as events, and those of its blocks that must be sent back. `turn` makes the ids of its calls unique.
    pub(super) fn answer(self, turn: usize, reply: &Reply, counted: Counted) -> (Vec<Value>, Vec<Value>) {
        let (text, calls): (&str, &[(&'static str, Value)]) = match reply {
            Reply::Text(text) => (text, &[]),
            Reply::Calls(calls) => ("", calls),
            Reply::Endless(_) | Reply::Refusal(..) => ("", &[]),
        };
        match self {
            Wire::Anthropic => anthropic(turn, text, calls, counted),
            Wire::Responses => responses(turn, text, calls, counted),
            Wire::Chat => super::chat::answer(turn, text, calls, counted),
            Wire::Gemini => gemini(turn, text, calls, counted),
        }
    }
}

/// Blocks without their cache marks, which are not content.
fn unmarked(blocks: &Value) -> Vec<Value> {
    let mut blocks = blocks.as_array().cloned().unwrap_or_default();
    for block in blocks.iter_mut().filter_map(Value::as_object_mut) {
        block.remove("cache_control");
    }
    blocks
}

fn sorted(names: impl Iterator<Item = Value>) -> Vec<String> {
    let mut names: Vec<String> = names.map(|name| name.to_string()).collect();
    names.sort();
    names
}

/// All text inside a value, in order, including tool results.
fn texts(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text.clone()),
        Value::Array(parts) => parts.iter().for_each(|part| texts(part, words)),
        Value::Object(parts) => {
            const TELLING: [&str; 8] = [
                "text",
                "content",
                "parts",
                "output",
                "response",
                "result",
                "error",
                "functionResponse",
            ];
            for name in TELLING {
                if let Some(part) = parts.get(name) {
                    texts(part, words);
                }
            }
        }
        _ => {}
    }
}

/// Name of a schema, told by its content where the format does not name it.
fn name_of(schema: &Value) -> &'static str {
    const NAMED: [(&str, &str); 6] = [
        ("forms", "forms"),
        ("pass", "grade"),
        ("segments", "chart"),
        ("markings_found", "page"),
        ("issues", "doubts"),
        ("actions", "actions"),
    ];
    let has = |name: &str| schema["properties"].get(name).is_some();
    NAMED
        .iter()
        .find(|(part, _)| has(part))
        .map_or("document", |(_, name)| name)
}

fn id(turn: usize, at: usize) -> String {
    format!("call_{turn}_{at}")
}

fn anthropic(turn: usize, text: &str, calls: &[(&str, Value)], counted: Counted) -> (Vec<Value>, Vec<Value>) {
    let mut blocks = vec![json!({"type": "thinking", "thinking": "", "signature": format!("s{turn}==")})];
    if !text.is_empty() {
        blocks.push(json!({"type": "text", "text": text}));
    }
    blocks.extend(
        calls
            .iter()
            .enumerate()
            .map(|(at, (name, input))| json!({"type": "tool_use", "id": id(turn, at), "name": name, "input": input})),
    );
    let read = counted.prompt - counted.cached;
    let mut events = vec![
        json!({"type": "message_start", "message": {"id": "msg_1", "model": "small-1", "usage":
        {"input_tokens": read, "cache_read_input_tokens": counted.cached, "cache_creation_input_tokens": 0, "output_tokens": 1}}}),
    ];
    for (index, block) in blocks.iter().enumerate() {
        let (mut open, delta) = (
            block.clone(),
            match block["type"].as_str() {
                Some("thinking") => json!({"type": "signature_delta", "signature": block["signature"]}),
                Some("text") => json!({"type": "text_delta", "text": block["text"]}),
                _ => json!({"type": "input_json_delta", "partial_json": block["input"].to_string()}),
            },
        );
        for (part, empty) in [("signature", json!("")), ("text", json!("")), ("input", json!({}))] {
            if open.get(part).is_some() {
                open[part] = empty;
            }
        }
        events.push(json!({"type": "content_block_start", "index": index, "content_block": open}));
        events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    let stop = if calls.is_empty() { "end_turn" } else { "tool_use" };
    events.push(
        json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": counted.written}}),
    );
    events.push(json!({"type": "message_stop"}));
    (events, blocks)
}

fn responses(turn: usize, text: &str, calls: &[(&str, Value)], counted: Counted) -> (Vec<Value>, Vec<Value>) {
    let thought = format!("e{turn}==");
    let mut items =
        vec![json!({"type": "reasoning", "id": format!("rs_{turn}"), "summary": [], "encrypted_content": thought})];
    if !text.is_empty() {
        let content = json!([{"type": "output_text", "text": text, "annotations": []}]);
        items.push(json!({"type": "message", "id": format!("msg_{turn}"), "role": "assistant", "content": content}));
    }
    items.extend(calls.iter().enumerate().map(|(at, (name, input))| {
        let arguments = input.to_string();
        json!({"type": "function_call", "id": format!("fc_{turn}_{at}"), "call_id": id(turn, at), "name": name, "arguments": arguments})
    }));
    let mut events: Vec<Value> = Vec::new();
    for item in &items {
        events.push(json!({"type": "response.output_item.added", "item": item}));
        if item["type"] == "message" {
            events.push(json!({"type": "response.output_text.delta", "delta": text}));
        }
        events.push(json!({"type": "response.output_item.done", "item": item}));
    }
    let usage = json!({"input_tokens": counted.prompt, "output_tokens": counted.written,
        "input_tokens_details": {"cached_tokens": counted.cached}});
    events.push(json!({"type": "response.completed", "response": {"id": "r1", "model": "small-1", "usage": usage}}));
    (events, items)
}

fn gemini(turn: usize, text: &str, calls: &[(&str, Value)], counted: Counted) -> (Vec<Value>, Vec<Value>) {
    let mut parts = vec![json!({"text": "Let me see.", "thought": true})];
    if !text.is_empty() {
        parts.push(json!({"text": text, "thoughtSignature": format!("t{turn}==")}));
    }
    // The first of several parallel calls carries the signature.
    parts.extend(calls.iter().enumerate().map(|(at, (name, input))| {
        let mut part = json!({"functionCall": {"name": name, "args": input}});
        if at == 0 {
            part["thoughtSignature"] = json!(format!("t{turn}=="));
        }
        part
    }));
    let mut events: Vec<Value> = parts
        .iter()
        .map(|part| json!({"responseId": "1", "candidates": [{"content": {"role": "model", "parts": [part]}}]}))
        .collect();
    let usage = json!({"promptTokenCount": counted.prompt, "cachedContentTokenCount": counted.cached,
        "candidatesTokenCount": counted.written});
    events.push(json!({"candidates": [{"content": {"parts": []}, "finishReason": "STOP"}], "usageMetadata": usage}));
    (events, parts)
}
