//! Anthropic's Messages format. Never sends what its newest models refuse: sampling parameters, a forced tool choice,
//! a prefilled answer, a thinking budget (notes: the migration guides of 2026-09).

use super::codec::{Decoder, Frame, arguments, bad, count_at, parsed, sound, text_at, truncated};
use super::message::{Call, Message, Part, ToolResult};
use super::request::{Ask, Request};
use super::schema::{Subset, narrowed, promised};
use super::turn::{Delta, Stop, Tokens, Turn};
use super::{Model, ProviderError, Sink};
use serde_json::{Map, Value, json};

const SUBSET: Subset = Subset {
    all_required: false,
    no_const: false,
    most: false,
};
/// Max stable parts marked as cache breakpoints, besides one for the instructions and one for the end of the
/// conversation.
const STABLE_PARTS: usize = 2;

pub(super) fn body(model: &Model, request: &Request) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.id));
    body.insert("max_tokens".into(), json!(request.max_tokens.min(model.output)));
    body.insert("stream".into(), json!(true));
    // Tools precede the instructions in the cached prefix, so one mark covers both.
    body.insert(
        "system".into(),
        json!([{"type": "text", "text": request.system, "cache_control": ephemeral()}]),
    );
    if let Ask::Tools(tools) = &request.ask {
        let tools: Vec<Value> = tools
            .iter()
            .map(|tool| {
                let (schema, strict) = promised(&tool.schema, SUBSET, model.can.strict);
                let mut written = json!({"name": tool.name, "description": tool.description, "input_schema": schema});
                if strict {
                    written["strict"] = json!(true);
                }
                written
            })
            .collect();
        body.insert("tools".into(), Value::Array(tools));
    }
    body.insert("messages".into(), messages(&request.messages));
    let mut output = Map::new();
    if let Some(effort) = request.effort.filter(|_| model.can.effort) {
        output.insert("effort".into(), json!(effort.as_str()));
    }
    if let Ask::Json(shape) = &request.ask
        && model.can.schema
    {
        output.insert(
            "format".into(),
            json!({"type": "json_schema", "schema": narrowed(&shape.schema, SUBSET)}),
        );
    }
    if !output.is_empty() {
        body.insert("output_config".into(), Value::Object(output));
    }
    Value::Object(body)
}

fn ephemeral() -> Value {
    json!({"type": "ephemeral"})
}

fn messages(messages: &[Message]) -> Value {
    let stable = messages.iter().map(|message| match message {
        Message::User { parts, .. } => parts.iter().filter(|part| is_stable(part)).count(),
        Message::Assistant { .. } => 0,
    });
    // Only the last parts are marked: the provider accepts at most four marks.
    let mut passed_over = stable.sum::<usize>().saturating_sub(STABLE_PARTS);
    let last = messages.len().saturating_sub(1);
    let written = messages.iter().enumerate().map(|(index, message)| match message {
        Message::Assistant { blocks, .. } => json!({"role": "assistant", "content": blocks}),
        Message::User { results, parts } => {
            let mut content: Vec<Value> = results.iter().map(result).collect();
            for part in parts {
                let mut block = block(part);
                if is_stable(part) && passed_over > 0 {
                    passed_over -= 1;
                } else if is_stable(part) {
                    block["cache_control"] = ephemeral();
                }
                content.push(block);
            }
            if index == last
                && let Some(end) = content.last_mut()
            {
                end["cache_control"] = ephemeral();
            }
            json!({"role": "user", "content": content})
        }
    });
    written.collect()
}

fn is_stable(part: &Part) -> bool {
    matches!(part, Part::Text { stable: true, .. })
}

fn block(part: &Part) -> Value {
    match part {
        Part::Text { text, .. } => json!({"type": "text", "text": text}),
        Part::Image { media_type, data, .. } => {
            json!({"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}})
        }
    }
}

fn result(result: &ToolResult) -> Value {
    let content: Vec<Value> = result.parts.iter().map(block).collect();
    let mut written = json!({"type": "tool_result", "tool_use_id": result.call_id, "content": content});
    if result.is_error {
        written["is_error"] = json!(true);
    }
    written
}

/// A reply in progress.
#[derive(Default)]
pub(super) struct Reply {
    blocks: Vec<Value>,
    /// Arguments of the call being written.
    partial: String,
    id: Option<String>,
    model: Option<String>,
    usage: Map<String, Value>,
    stop: Option<Stop>,
    over: bool,
}

impl Decoder for Reply {
    fn take(&mut self, frame: &Frame, sink: &Sink<'_>) -> Result<(), ProviderError> {
        let event = parsed(frame)?;
        match text_at(&event, "/type") {
            "message_start" => {
                self.id = Some(text_at(&event, "/message/id").to_owned());
                self.model = Some(text_at(&event, "/message/model").to_owned());
                self.count(event.pointer("/message/usage"));
            }
            "content_block_start" => self.start(&event, sink)?,
            "content_block_delta" => self.grow(&event, sink)?,
            "content_block_stop" => self.close(),
            "message_delta" => {
                // These figures are cumulative and replace the initial ones.
                self.count(event.get("usage"));
                let explained = text_at(&event, "/delta/stop_details/explanation");
                self.stop = stop(text_at(&event, "/delta/stop_reason"), explained).or(self.stop.take());
            }
            "message_stop" => self.over = true,
            // Pings, and events added by later versions of the format.
            _ => {}
        }
        Ok(())
    }

    fn tokens(&self) -> Tokens {
        let count = |name: &str| self.usage.get(name).and_then(Value::as_u64).unwrap_or(0);
        Tokens {
            input: count("input_tokens"),
            cached: count("cache_read_input_tokens"),
            written: count("cache_creation_input_tokens"),
            output: count("output_tokens"),
            counted: self.usage.contains_key("output_tokens"),
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn turn(self: Box<Self>) -> Result<Turn, ProviderError> {
        let tokens = self.tokens();
        let Some(stop) = self.stop.filter(|_| self.over) else {
            return Err(truncated());
        };
        let of_type = |kind: &'static str| self.blocks.iter().filter(move |block| text_at(block, "/type") == kind);
        let calls = of_type("tool_use").map(|block| Call {
            id: text_at(block, "/id").to_owned(),
            name: text_at(block, "/name").to_owned(),
            input: block.get("input").cloned().unwrap_or(Value::Null),
        });
        sound(Turn {
            text: of_type("text").map(|block| text_at(block, "/text")).collect(),
            calls: calls.collect(),
            tokens,
            stop,
            model: self.model,
            id: self.id,
            blocks: self.blocks,
        })
    }
}

impl Reply {
    fn start(&mut self, event: &Value, sink: &Sink<'_>) -> Result<(), ProviderError> {
        let block = event.get("content_block").cloned().unwrap_or(Value::Null);
        if !block.is_object() || count_at(event, "/index") != self.blocks.len() as u64 {
            return Err(bad("a block out of order"));
        }
        if text_at(&block, "/type") == "tool_use" {
            let name = text_at(&block, "/name").to_owned();
            sink(Delta::Call { name });
        }
        self.partial.clear();
        self.blocks.push(block);
        Ok(())
    }

    fn grow(&mut self, event: &Value, sink: &Sink<'_>) -> Result<(), ProviderError> {
        let open = self.blocks.len() as u64;
        let Some(block) = self.blocks.last_mut().filter(|_| count_at(event, "/index") + 1 == open) else {
            return Err(bad("a piece of a block that is not open"));
        };
        let piece = event.get("delta").unwrap_or(&Value::Null);
        match text_at(piece, "/type") {
            "text_delta" => {
                let text = text_at(piece, "/text");
                append(block, "text", text);
                sink(Delta::Text(text.to_owned()));
            }
            "thinking_delta" => {
                let text = text_at(piece, "/thinking");
                append(block, "thinking", text);
                sink(Delta::Thought(text.to_owned()));
            }
            "signature_delta" => block["signature"] = json!(text_at(piece, "/signature")),
            "input_json_delta" => {
                let json = text_at(piece, "/partial_json");
                self.partial.push_str(json);
                sink(Delta::Writes(json.to_owned()));
            }
            "citations_delta" => {
                let citation = piece.get("citation").cloned().unwrap_or(Value::Null);
                match block.get_mut("citations").and_then(Value::as_array_mut) {
                    Some(list) => list.push(citation),
                    None => block["citations"] = json!([citation]),
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Parses the arguments once complete. Invalid JSON is wrapped in an object, which the format requires.
    fn close(&mut self) {
        let Some(block) = self.blocks.last_mut() else {
            return;
        };
        if !self.partial.is_empty() && block.get("input").is_some() {
            block["input"] = match arguments(&self.partial) {
                Value::String(broken) => json!({"not_json": broken}),
                input => input,
            };
        }
        self.partial.clear();
    }

    fn count(&mut self, usage: Option<&Value>) {
        for (name, count) in usage.and_then(Value::as_object).into_iter().flatten() {
            if !count.is_null() {
                self.usage.insert(name.clone(), count.clone());
            }
        }
    }
}

fn append(block: &mut Value, key: &str, text: &str) {
    match block.get_mut(key) {
        Some(Value::String(grown)) => grown.push_str(text),
        _ => block[key] = json!(text),
    }
}

fn stop(reason: &str, explained: &str) -> Option<Stop> {
    Some(match reason {
        "" => return None,
        "tool_use" => Stop::Calls,
        "max_tokens" | "model_context_window_exceeded" => Stop::MaxTokens,
        "pause_turn" => Stop::Paused,
        "refusal" => Stop::Refused {
            why: explained.to_owned(),
        },
        _ => Stop::Done,
    })
}
