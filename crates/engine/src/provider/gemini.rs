//! Gemini's generateContent format. Parts are sent back unchanged, because the thought signatures in them are
//! required.

use super::codec::{Decoder, Frame, bad, count_at, parsed, sound, text_at, truncated};
use super::message::{Call, Message, Part, ToolResult};
use super::request::{Ask, Request};
use super::schema::{Subset, narrowed};
use super::turn::{Delta, Stop, Tokens, Turn};
use super::{Model, ProviderError, Sink};
use serde_json::{Map, Value, json};

const SUBSET: Subset = Subset {
    all_required: false,
    no_const: true,
    most: false,
};
/// Prefix of generated ids, for calls that arrive without one; these ids are not sent.
const OURS: &str = "call_";

pub(super) fn body(model: &Model, request: &Request) -> Value {
    let mut body = Map::new();
    body.insert("systemInstruction".into(), json!({"parts": [{"text": request.system}]}));
    body.insert("contents".into(), request.messages.iter().map(content).collect());
    let mut settings = Map::new();
    settings.insert("maxOutputTokens".into(), json!(request.max_tokens.min(model.output)));
    if let Some(effort) = request.effort.filter(|_| model.can.effort) {
        settings.insert("thinkingConfig".into(), json!({"thinkingLevel": effort.as_str()}));
    }
    match &request.ask {
        Ask::Tools(tools) => {
            let declared = tools.iter().map(|tool| {
                json!({
                    "name": tool.name,
                    "description": tool.description,
                    "parametersJsonSchema": narrowed(&tool.schema, SUBSET),
                })
            });
            body.insert(
                "tools".into(),
                json!([{"functionDeclarations": declared.collect::<Value>()}]),
            );
            // Text or calls as before, but calls follow their schemas; no call is forced.
            if model.can.strict {
                let validated = json!({"functionCallingConfig": {"mode": "VALIDATED"}});
                body.insert("toolConfig".into(), validated);
            }
        }
        Ask::Json(shape) if model.can.schema => {
            settings.insert("responseMimeType".into(), json!("application/json"));
            settings.insert("responseJsonSchema".into(), narrowed(&shape.schema, SUBSET));
        }
        Ask::Json(_) | Ask::Text => {}
    }
    body.insert("generationConfig".into(), Value::Object(settings));
    Value::Object(body)
}

fn content(message: &Message) -> Value {
    match message {
        Message::Assistant { blocks, .. } => json!({"role": "model", "parts": blocks}),
        Message::User { results, parts } => {
            // Tool results are objects here, so their pictures follow as separate parts.
            let pictures = results
                .iter()
                .flat_map(|result| &result.parts)
                .filter(|part| matches!(part, Part::Image { .. }));
            let answers = results.iter().map(answer);
            let parts: Vec<Value> = answers.chain(pictures.chain(parts).map(part)).collect();
            json!({"role": "user", "parts": parts})
        }
    }
}

fn answer(result: &ToolResult) -> Value {
    let texts = result.parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        Part::Image { .. } => None,
    });
    let text = texts.collect::<Vec<_>>().join("\n\n");
    let key = if result.is_error { "error" } else { "result" };
    let mut written = json!({"name": result.name, "response": {key: text}});
    if !result.call_id.starts_with(OURS) {
        written["id"] = json!(result.call_id);
    }
    json!({"functionResponse": written})
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text { text, .. } => json!({"text": text}),
        Part::Image { media_type, data, .. } => json!({"inlineData": {"mimeType": media_type, "data": data}}),
    }
}

/// A reply in progress, as the parts received so far.
#[derive(Default)]
pub(super) struct Reply {
    parts: Vec<Value>,
    finish: Option<String>,
    blocked: Option<String>,
    usage: Option<Value>,
    model: Option<String>,
    id: Option<String>,
}

impl Decoder for Reply {
    fn take(&mut self, frame: &Frame, sink: &Sink<'_>) -> Result<(), ProviderError> {
        let chunk = parsed(frame)?;
        let known = |key: &str| {
            Some(text_at(&chunk, key))
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        self.id = self.id.take().or_else(|| known("/responseId"));
        self.model = self.model.take().or_else(|| known("/modelVersion"));
        self.blocked = self.blocked.take().or_else(|| known("/promptFeedback/blockReason"));
        self.finish = known("/candidates/0/finishReason").or(self.finish.take());
        if let Some(usage) = chunk.get("usageMetadata") {
            self.usage = Some(usage.clone());
        }
        let parts = chunk.pointer("/candidates/0/content/parts").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            let text = text_at(part, "/text").to_owned();
            if part.get("functionCall").is_some() {
                let name = text_at(part, "/functionCall/name").to_owned();
                sink(Delta::Call { name });
                let input = part.pointer("/functionCall/args").map(Value::to_string);
                sink(Delta::Writes(input.unwrap_or_default()));
            } else if is_thought(part) {
                sink(Delta::Thought(text));
            } else if !text.is_empty() {
                sink(Delta::Text(text));
            }
            self.parts.push(part.clone());
        }
        Ok(())
    }

    fn tokens(&self) -> Tokens {
        let usage = self.usage.as_ref().unwrap_or(&Value::Null);
        let cached = count_at(usage, "/cachedContentTokenCount");
        Tokens {
            input: count_at(usage, "/promptTokenCount").saturating_sub(cached),
            cached,
            written: 0,
            output: count_at(usage, "/candidatesTokenCount") + count_at(usage, "/thoughtsTokenCount"),
            counted: usage.get("promptTokenCount").is_some(),
        }
    }

    /// Usage may follow the finish reason, so the decoder waits for the connection to end.
    fn is_over(&self) -> bool {
        false
    }

    fn turn(self: Box<Self>) -> Result<Turn, ProviderError> {
        let tokens = self.tokens();
        let calls: Vec<Call> = self
            .parts
            .iter()
            .filter_map(|part| part.get("functionCall"))
            .enumerate()
            .map(|(count, call)| Call {
                id: match text_at(call, "/id") {
                    "" => format!("{OURS}{count}"),
                    id => id.to_owned(),
                },
                name: text_at(call, "/name").to_owned(),
                input: call.get("args").cloned().unwrap_or_else(|| json!({})),
            })
            .collect();
        let stop = match (self.finish.as_deref(), self.blocked) {
            (None, Some(why)) => Stop::Refused { why },
            (None, None) => return Err(truncated()),
            (Some("STOP"), _) if calls.is_empty() => Stop::Done,
            (Some("STOP"), _) => Stop::Calls,
            (Some("MAX_TOKENS"), _) => Stop::MaxTokens,
            (
                Some(
                    why @ ("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "IMAGE_SAFETY"
                    | "LANGUAGE"),
                ),
                _,
            ) => Stop::Refused { why: why.to_owned() },
            // A malformed call, a lost signature and similar.
            (Some(other), _) => return Err(bad(format!("the reply ended with {other}"))),
        };
        let texts = self.parts.iter().filter(|part| !is_thought(part));
        sound(Turn {
            text: texts.map(|part| text_at(part, "/text")).collect(),
            calls,
            stop,
            tokens,
            model: self.model,
            id: self.id,
            blocks: self.parts,
        })
    }
}

fn is_thought(part: &Value) -> bool {
    part.get("thought").and_then(Value::as_bool) == Some(true)
}
