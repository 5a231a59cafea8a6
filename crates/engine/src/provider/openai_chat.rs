//! The Chat Completions format, spoken by Ollama, llama.cpp, vLLM, LM Studio and most others, each with its own gaps.
//! Parsing is lenient about known differences, but a reply must signal its end.

use super::codec::{Decoder, Frame, arguments, openai_tokens, parsed, sound, text_at, truncated};
use super::message::{Call, Message, Part};
use super::request::{Ask, Request};
use super::schema::{Subset, promised};
use super::thinking::{Split, Thinking};
use super::turn::{Delta, Stop, Tokens, Turn};
use super::{Model, ProviderError, Sink};
use serde_json::{Map, Value, json};

/// List lengths are enforced because small models extend a list for as long as they may.
const SUBSET: Subset = Subset {
    all_required: true,
    no_const: false,
    most: true,
};

pub(super) fn body(model: &Model, request: &Request) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.id));
    let mut messages = vec![json!({"role": "system", "content": request.system})];
    messages.extend(request.messages.iter().flat_map(written));
    body.insert("messages".into(), Value::Array(messages));
    // Thinking models refuse the older name, which did not count thoughts; servers of other models do not know the
    // newer one.
    let most = if model.can.effort {
        "max_completion_tokens"
    } else {
        "max_tokens"
    };
    body.insert(most.into(), json!(request.max_tokens.min(model.output)));
    body.insert("stream".into(), json!(true));
    body.insert("stream_options".into(), json!({"include_usage": true}));
    if let Some(effort) = request.effort.filter(|_| model.can.effort) {
        body.insert("reasoning_effort".into(), json!(effort.as_str()));
    }
    match &request.ask {
        Ask::Tools(tools) => {
            let tools = tools.iter().map(|tool| {
                let (schema, strict) = promised(&tool.schema, SUBSET, model.can.strict);
                let mut function = json!({"name": tool.name, "description": tool.description, "parameters": schema});
                if strict {
                    function["strict"] = json!(true);
                }
                json!({"type": "function", "function": function})
            });
            body.insert("tools".into(), tools.collect());
        }
        Ask::Json(shape) if model.can.schema => {
            let (schema, strict) = promised(&shape.schema, SUBSET, true);
            let named = json!({"name": shape.name, "schema": schema, "strict": strict});
            body.insert(
                "response_format".into(),
                json!({"type": "json_schema", "json_schema": named}),
            );
        }
        Ask::Json(_) | Ask::Text => {}
    }
    Value::Object(body)
}

fn written(message: &Message) -> Vec<Value> {
    match message {
        Message::Assistant { blocks, .. } => blocks.clone(),
        Message::User { results, parts } => {
            let mut messages: Vec<Value> = results
                .iter()
                .map(
                    |result| json!({"role": "tool", "tool_call_id": result.call_id, "content": text_of(&result.parts)}),
                )
                .collect();
            // Tool results are text here, so their pictures follow as separate parts.
            let pictures = results
                .iter()
                .flat_map(|result| &result.parts)
                .filter(|part| !is_text(part));
            let parts: Vec<&Part> = pictures.chain(parts).collect();
            if parts.iter().all(|part| is_text(part)) {
                if !parts.is_empty() {
                    // Some servers accept only a plain string.
                    messages.push(json!({"role": "user", "content": text_of(parts)}));
                }
            } else {
                messages.push(json!({"role": "user", "content": parts.into_iter().map(block).collect::<Value>()}));
            }
            messages
        }
    }
}

fn is_text(part: &Part) -> bool {
    matches!(part, Part::Text { .. })
}

fn text_of<'a>(parts: impl IntoIterator<Item = &'a Part>) -> String {
    let texts = parts.into_iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        Part::Image { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

fn block(part: &Part) -> Value {
    match part {
        Part::Text { text, .. } => json!({"type": "text", "text": text}),
        Part::Image { media_type, data, .. } => {
            json!({"type": "image_url", "image_url": {"url": format!("data:{media_type};base64,{data}"), "detail": "high"}})
        }
    }
}

/// A call in progress. `at` is the server's index for it; some servers give all calls the same index.
struct Writing {
    at: u64,
    id: String,
    name: String,
    arguments: String,
    /// Other fields of the call, such as a signature, that the server expects back.
    more: Map<String, Value>,
}

/// A reply in progress.
#[derive(Default)]
pub(super) struct Reply {
    /// The content as received, including thoughts.
    content: String,
    text: String,
    thinking: Thinking,
    refusal: String,
    calls: Vec<Writing>,
    /// Reasoning in OpenRouter's form, which must be sent back unchanged.
    details: Vec<Value>,
    /// Other message fields, such as reasoning in the form of DeepSeek and llama.cpp, which must be sent back too.
    more: Map<String, Value>,
    finish: Option<String>,
    usage: Option<Value>,
    model: Option<String>,
    id: Option<String>,
    over: bool,
}

impl Decoder for Reply {
    fn take(&mut self, frame: &Frame, sink: &Sink<'_>) -> Result<(), ProviderError> {
        if frame.data.trim() == "[DONE]" {
            self.over = true;
            return Ok(());
        }
        let chunk = parsed(frame)?;
        let known = |key: &str| {
            Some(text_at(&chunk, key))
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        self.id = self.id.take().or_else(|| known("/id"));
        self.model = self.model.take().or_else(|| known("/model"));
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        let Some(choice) = chunk.pointer("/choices/0") else {
            return Ok(());
        };
        // A non-streaming server sends one chunk with the whole message.
        if let Some(piece) = choice.get("delta").or_else(|| choice.get("message")) {
            self.grow(piece, sink);
        }
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn tokens(&self) -> Tokens {
        let usage = self.usage.as_ref().unwrap_or(&Value::Null);
        openai_tokens(usage, "prompt_tokens", "completion_tokens")
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn turn(mut self: Box<Self>) -> Result<Turn, ProviderError> {
        let held = self.thinking.rest();
        self.text.push_str(&held.answer);
        let Some(finish) = &self.finish else {
            return Err(truncated());
        };
        let stop = match finish.as_str() {
            "length" => Stop::MaxTokens,
            "content_filter" => Stop::Refused {
                why: "the provider's content filter".to_owned(),
            },
            _ if !self.refusal.is_empty() => Stop::Refused {
                why: self.refusal.clone(),
            },
            // Some servers report `stop` despite tool calls.
            _ if self.calls.is_empty() => Stop::Done,
            _ => Stop::Calls,
        };
        let calls = self.calls.iter().map(|call| Call {
            id: call.id.clone(),
            name: call.name.clone(),
            input: arguments(&call.arguments),
        });
        sound(Turn {
            calls: calls.collect(),
            blocks: self.message().into_iter().collect(),
            stop,
            tokens: self.tokens(),
            text: self.text,
            model: self.model,
            id: self.id,
        })
    }
}

impl Reply {
    fn grow(&mut self, piece: &Value, sink: &Sink<'_>) {
        for key in ["/reasoning_content", "/reasoning"] {
            let thought = text_at(piece, key);
            if !thought.is_empty() {
                sink(Delta::Thought(thought.to_owned()));
                break;
            }
        }
        let content = text_at(piece, "/content");
        self.content.push_str(content);
        let Split { thought, answer } = self.thinking.take(content);
        if !thought.is_empty() {
            sink(Delta::Thought(thought));
        }
        if !answer.is_empty() {
            self.text.push_str(&answer);
            sink(Delta::Text(answer));
        }
        self.refusal.push_str(text_at(piece, "/refusal"));
        let details = piece.get("reasoning_details").and_then(Value::as_array);
        for detail in details.into_iter().flatten() {
            self.grow_details(detail);
        }
        keep(&mut self.more, piece, &KNOWN_OF_A_MESSAGE);
        let calls = piece.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
        for (position, call) in calls.enumerate() {
            self.grow_call(call, position, sink);
        }
    }

    /// Appends a piece of reasoning to the one with its index; a piece without an index is separate.
    fn grow_details(&mut self, piece: &Value) {
        let is_same = |known: &Value| piece.get("index").is_some() && known.get("index") == piece.get("index");
        let open = self
            .details
            .iter_mut()
            .rfind(|known| is_same(known))
            .and_then(Value::as_object_mut);
        match open {
            // Text and encrypted data arrive in pieces; other fields are sent once or repeated.
            Some(open) => grow_map(open, piece, &[], &["text", "summary", "data"]),
            None => self.details.push(piece.clone()),
        }
    }

    fn grow_call(&mut self, piece: &Value, position: usize, sink: &Sink<'_>) {
        let at = piece.get("index").and_then(Value::as_u64).unwrap_or(position as u64);
        let (id, name) = (text_at(piece, "/id"), text_at(piece, "/function/name"));
        let written = match piece.pointer("/function/arguments") {
            Some(Value::String(text)) => text.clone(),
            // Ollama sends arguments as an object.
            Some(object @ Value::Object(_)) => object.to_string(),
            _ => String::new(),
        };
        let open = self.calls.iter_mut().rev().find(|call| call.at == at);
        // A new id at a known index is another call, from a server that gives all calls the same index.
        if let Some(call) = open.filter(|call| id.is_empty() || call.id == id) {
            call.arguments.push_str(&written);
            keep(&mut call.more, piece, &KNOWN_OF_A_CALL);
            sink(Delta::Writes(written));
            return;
        }
        sink(Delta::Call { name: name.to_owned() });
        sink(Delta::Writes(written.clone()));
        let count = self.calls.len();
        let mut more = Map::new();
        keep(&mut more, piece, &KNOWN_OF_A_CALL);
        self.calls.push(Writing {
            more,
            at,
            id: if id.is_empty() {
                format!("call_{count}")
            } else {
                id.to_owned()
            },
            name: name.to_owned(),
            arguments: written,
        });
    }

    /// The message to send back; `None` if the reply was empty.
    fn message(&self) -> Option<Value> {
        if self.content.is_empty() && self.calls.is_empty() {
            return None;
        }
        let mut message = json!({"role": "assistant", "content": self.content});
        merge(&mut message, &self.more);
        if !self.calls.is_empty() {
            let calls = self.calls.iter().map(|call| {
                let mut written = json!({
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                });
                merge(&mut written, &call.more);
                written
            });
            message["tool_calls"] = calls.collect();
        }
        if !self.details.is_empty() {
            message["reasoning_details"] = json!(self.details);
        }
        Some(message)
    }
}

/// Fields of a message and of a call that are assembled here; all others are kept as received.
const KNOWN_OF_A_MESSAGE: [&str; 6] = [
    "role",
    "content",
    "refusal",
    "tool_calls",
    "function_call",
    "reasoning_details",
];
const KNOWN_OF_A_CALL: [&str; 4] = ["index", "id", "type", "function"];

/// Keeps unknown fields of a piece: texts are appended, other fields are sent once or repeated.
fn keep(kept: &mut Map<String, Value>, piece: &Value, known: &[&str]) {
    grow_map(kept, piece, known, &["reasoning", "reasoning_content"]);
}

fn grow_map(kept: &mut Map<String, Value>, piece: &Value, but: &[&str], growing: &[&str]) {
    let pieces = piece.as_object().into_iter().flatten();
    for (name, value) in pieces.filter(|(name, value)| !but.contains(&name.as_str()) && !value.is_null()) {
        match (kept.get_mut(name), value) {
            (Some(Value::String(text)), Value::String(more)) if growing.contains(&name.as_str()) => text.push_str(more),
            _ => {
                kept.insert(name.clone(), value.clone());
            }
        }
    }
}

fn merge(message: &mut Value, more: &Map<String, Value>) {
    for (name, value) in more {
        message[name.as_str()] = value.clone();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn thoughts_in_an_answer_are_no_part_of_it_and_go_back() {
        let mut reply = Box::<Reply>::default();
        let deltas = std::sync::Mutex::new(Vec::new());
        for content in ["<thi", "nk>Two {}", " looks.</th", "ink>\n\n", "Well."] {
            let data = json!({"choices": [{"index": 0, "delta": {"content": content}}]}).to_string();
            let event = String::new();
            let sink = |delta| deltas.lock().unwrap().push(delta);
            reply.take(&Frame { event, data }, &sink).unwrap();
        }
        reply.finish = Some("stop".to_owned());
        let turn = reply.turn().unwrap();
        assert_eq!(turn.text, "Well.");
        assert_eq!(turn.blocks[0]["content"], "<think>Two {} looks.</think>\n\nWell.");
        let thought = |words: &str| Delta::Thought(words.to_owned());
        let expected = [thought("Two {}"), thought(" looks."), Delta::Text("Well.".to_owned())];
        assert_eq!(deltas.into_inner().unwrap(), expected);
    }

    /// Reasoning in three forms, in pieces, and extra fields of a call.
    #[test]
    fn what_a_server_wants_back_goes_back() {
        let mut reply = Box::<Reply>::default();
        let chunks = [
            json!({"role": "assistant", "reasoning_content": "Two "}),
            json!({"reasoning_content": "looks.", "audio": {"id": "a"},
                "reasoning_details": [{"index": 0, "type": "reasoning.text", "text": "Two "}]}),
            json!({"reasoning_details": [{"index": 0, "type": "reasoning.text", "text": "looks.", "signature": "s=="},
                {"index": 1, "type": "reasoning.encrypted", "data": "e"}]}),
            json!({"content": "Well.", "tool_calls": [{"index": 0, "id": "c1", "function": {"name": "find_text", "arguments": "{"},
                "extra_content": {"google": {"thought_signature": "t=="}}}]}),
            json!({"content": "", "refusal": null, "tool_calls": [{"index": 0, "function": {"arguments": "}"}}]}),
        ];
        for delta in chunks {
            let data = json!({"choices": [{"index": 0, "delta": delta}]}).to_string();
            let event = String::new();
            reply.take(&Frame { event, data }, &|_| {}).unwrap();
        }
        let data = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}).to_string();
        let event = String::new();
        reply.take(&Frame { event, data }, &|_| {}).unwrap();
        let turn = reply.turn().unwrap();
        let expected = json!({
            "role": "assistant", "content": "Well.", "reasoning_content": "Two looks.", "audio": {"id": "a"},
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "find_text", "arguments": "{}"},
                "extra_content": {"google": {"thought_signature": "t=="}}}],
            "reasoning_details": [
                {"index": 0, "type": "reasoning.text", "text": "Two looks.", "signature": "s=="},
                {"index": 1, "type": "reasoning.encrypted", "data": "e"},
            ],
        });
        assert_eq!(turn.blocks, [expected]);
    }
}
