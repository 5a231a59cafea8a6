//! The Chat Completions format: what Ollama, llama.cpp, vLLM, LM Studio and most others speak, each with gaps of its own.
//! The reading is lenient where they are known to differ, and strict about one thing: a reply has to say that it ended.

use super::dialect::{Decoder, Frame, arguments, count_at, parsed, sound, text_at, truncated};
use super::request::{Ask, Message, Part, Request};
use super::schema::{Subset, promised};
use super::turn::{Call, Delta, Stop, Tokens, Turn};
use super::{Hear, Model, ProviderError};
use serde_json::{Map, Value, json};

/// Small models go on with a list for as long as they may.
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
    // Models that think refuse the older name, under which their thoughts were not counted; servers of others know no newer.
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
            // Answers of tools are text here, so their pictures follow them.
            let pictures = results
                .iter()
                .flat_map(|result| &result.parts)
                .filter(|part| !is_text(part));
            let parts: Vec<&Part> = pictures.chain(parts).collect();
            if parts.iter().all(|part| is_text(part)) {
                if !parts.is_empty() {
                    // Some servers take nothing but a plain string.
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

/// A call while it is written. `at` is the server's index for it, which some give to all calls alike.
struct Writing {
    at: u64,
    id: String,
    name: String,
    arguments: String,
}

/// A reply while it arrives.
#[derive(Default)]
pub(super) struct Reply {
    text: String,
    refusal: String,
    calls: Vec<Writing>,
    /// Reasoning in the form of OpenRouter, which wants it back as it was.
    details: Vec<Value>,
    finish: Option<String>,
    usage: Option<Value>,
    model: Option<String>,
    id: Option<String>,
    over: bool,
}

impl Decoder for Reply {
    fn take(&mut self, frame: &Frame, hear: &Hear<'_>) -> Result<(), ProviderError> {
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
        // A server that does not stream sends one chunk with the whole message.
        if let Some(piece) = choice.get("delta").or_else(|| choice.get("message")) {
            self.grow(piece, hear);
        }
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn tokens(&self) -> Tokens {
        let usage = self.usage.as_ref().unwrap_or(&Value::Null);
        let cached = count_at(usage, "/prompt_tokens_details/cached_tokens");
        let written = count_at(usage, "/prompt_tokens_details/cache_write_tokens");
        Tokens {
            input: count_at(usage, "/prompt_tokens").saturating_sub(cached + written),
            cached,
            written,
            output: count_at(usage, "/completion_tokens"),
            counted: usage.get("completion_tokens").is_some(),
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn turn(self: Box<Self>) -> Result<Turn, ProviderError> {
        let Some(finish) = &self.finish else {
            return Err(truncated());
        };
        let stop = match finish.as_str() {
            "length" => Stop::MaxTokens,
            "content_filter" => Stop::Refused {
                why: "a filter of the provider".to_owned(),
            },
            _ if !self.refusal.is_empty() => Stop::Refused {
                why: self.refusal.clone(),
            },
            // Some say `stop` although they call.
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
    fn grow(&mut self, piece: &Value, hear: &Hear<'_>) {
        for key in ["/reasoning_content", "/reasoning"] {
            let thought = text_at(piece, key);
            if !thought.is_empty() {
                hear(Delta::Thought(thought.to_owned()));
                break;
            }
        }
        let text = text_at(piece, "/content");
        if !text.is_empty() {
            self.text.push_str(text);
            hear(Delta::Text(text.to_owned()));
        }
        self.refusal.push_str(text_at(piece, "/refusal"));
        let details = piece.get("reasoning_details").and_then(Value::as_array);
        self.details.extend(details.into_iter().flatten().cloned());
        let calls = piece.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
        for (position, call) in calls.enumerate() {
            self.grow_call(call, position, hear);
        }
    }

    fn grow_call(&mut self, piece: &Value, position: usize, hear: &Hear<'_>) {
        let at = piece.get("index").and_then(Value::as_u64).unwrap_or(position as u64);
        let (id, name) = (text_at(piece, "/id"), text_at(piece, "/function/name"));
        let written = match piece.pointer("/function/arguments") {
            Some(Value::String(text)) => text.clone(),
            // Ollama's own habit: arguments that are an object already.
            Some(object @ Value::Object(_)) => object.to_string(),
            _ => String::new(),
        };
        let open = self.calls.iter_mut().rev().find(|call| call.at == at);
        // A new id at a known index is another call; a server that numbers all of them alike is meant by this.
        if let Some(call) = open.filter(|call| id.is_empty() || call.id == id) {
            call.arguments.push_str(&written);
            hear(Delta::Writes(written));
            return;
        }
        hear(Delta::Call { name: name.to_owned() });
        hear(Delta::Writes(written.clone()));
        let count = self.calls.len();
        self.calls.push(Writing {
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

    /// The message as it goes back; none when nothing was said.
    fn message(&self) -> Option<Value> {
        if self.text.is_empty() && self.calls.is_empty() {
            return None;
        }
        let mut message = json!({"role": "assistant", "content": self.text});
        if !self.calls.is_empty() {
            let calls = self.calls.iter().map(|call| {
                json!({
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                })
            });
            message["tool_calls"] = calls.collect();
        }
        if !self.details.is_empty() {
            message["reasoning_details"] = json!(self.details);
        }
        Some(message)
    }
}
