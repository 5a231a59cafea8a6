//! OpenAI's Responses format, used statelessly: nothing is stored at the provider, and reasoning is sent along
//! encrypted.

use super::codec::{Decoder, Frame, arguments, bad, openai_tokens, parsed, sound, text_at, truncated};
use super::fault::reported_error;
use super::message::{Call, Message, Part};
use super::request::{Ask, Request};
use super::schema::{Subset, promised};
use super::turn::{Delta, Stop, Tokens, Turn};
use super::{Model, ProviderError, Sink};
use serde_json::{Map, Value, json};

const SUBSET: Subset = Subset {
    all_required: true,
    no_const: false,
    most: false,
};

pub(super) fn body(model: &Model, request: &Request) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.id));
    body.insert("instructions".into(), json!(request.system));
    body.insert("input".into(), request.messages.iter().flat_map(items).collect());
    body.insert("max_output_tokens".into(), json!(request.max_tokens.min(model.output)));
    body.insert("stream".into(), json!(true));
    body.insert("store".into(), json!(false));
    if let Some(key) = &request.cache_key {
        body.insert("prompt_cache_key".into(), json!(key));
    }
    // Non-thinking models refuse both.
    if model.can.effort {
        body.insert("include".into(), json!(["reasoning.encrypted_content"]));
        if let Some(effort) = request.effort {
            body.insert("reasoning".into(), json!({"effort": effort.as_str()}));
        }
    }
    match &request.ask {
        Ask::Tools(tools) => {
            let tools = tools.iter().map(|tool| {
                let (schema, strict) = promised(&tool.schema, SUBSET, model.can.strict);
                json!({
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": schema,
                    "strict": strict,
                })
            });
            body.insert("tools".into(), tools.collect());
        }
        Ask::Json(shape) if model.can.schema => {
            let (schema, strict) = promised(&shape.schema, SUBSET, true);
            let format = json!({"type": "json_schema", "name": shape.name, "schema": schema, "strict": strict});
            body.insert("text".into(), json!({"format": format}));
        }
        Ask::Json(_) | Ask::Text => {}
    }
    Value::Object(body)
}

/// A message as its items.
fn items(message: &Message) -> Vec<Value> {
    match message {
        Message::Assistant { blocks, .. } => replayed(blocks),
        Message::User { results, parts } => {
            let mut items: Vec<Value> = results
                .iter()
                .map(|result| {
                    json!({
                        "type": "function_call_output",
                        "call_id": result.call_id,
                        "output": result.parts.iter().map(part).collect::<Value>(),
                    })
                })
                .collect();
            if !parts.is_empty() {
                items.push(json!({"role": "user", "content": parts.iter().map(part).collect::<Value>()}));
            }
            items
        }
    }
}

/// The items of a turn as received. Reasoning without encrypted content, from a model not known to think, only refers
/// to something the provider did not keep and would be refused. It is dropped, along with the ids of the other items.
fn replayed(items: &[Value]) -> Vec<Value> {
    let is_bare =
        |item: &Value| text_at(item, "/type") == "reasoning" && text_at(item, "/encrypted_content").is_empty();
    if !items.iter().any(is_bare) {
        return items.to_vec();
    }
    let mut kept: Vec<Value> = items.iter().filter(|item| !is_bare(item)).cloned().collect();
    for item in kept.iter_mut().filter_map(Value::as_object_mut) {
        item.remove("id");
    }
    kept
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text { text, .. } => json!({"type": "input_text", "text": text}),
        Part::Image { media_type, data, .. } => json!({
            "type": "input_image",
            "image_url": format!("data:{media_type};base64,{data}"),
            "detail": "high",
        }),
    }
}

/// A reply in progress. Only complete items are kept, since each is sent again in full when it is done.
#[derive(Default)]
pub(super) struct Reply {
    items: Vec<Value>,
    refusal: Option<String>,
    /// The response as given in the last event.
    end: Option<Value>,
}

impl Decoder for Reply {
    fn take(&mut self, frame: &Frame, sink: &Sink<'_>) -> Result<(), ProviderError> {
        if frame.data == "[DONE]" {
            return Ok(());
        }
        let event = parsed(frame)?;
        match text_at(&event, "/type") {
            "response.output_item.added" if text_at(&event, "/item/type") == "function_call" => {
                let name = text_at(&event, "/item/name").to_owned();
                sink(Delta::Call { name });
            }
            "response.function_call_arguments.delta" => sink(Delta::Writes(text_at(&event, "/delta").to_owned())),
            "response.output_text.delta" => sink(Delta::Text(text_at(&event, "/delta").to_owned())),
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                sink(Delta::Thought(text_at(&event, "/delta").to_owned()));
            }
            "response.refusal.done" => self.refusal = Some(text_at(&event, "/refusal").to_owned()),
            "response.output_item.done" => {
                let item = event.get("item").filter(|item| item.is_object());
                self.items
                    .push(item.ok_or_else(|| bad("an item without content"))?.clone());
            }
            "response.completed" | "response.incomplete" => self.end = event.get("response").cloned(),
            "response.failed" => {
                self.end = event.get("response").cloned();
                let failed = event.get("response").and_then(reported_error);
                return Err(failed.unwrap_or_else(|| bad("the response failed without a reason")));
            }
            _ => {}
        }
        Ok(())
    }

    /// Sent with the end of every response, however it ends.
    fn tokens(&self) -> Tokens {
        let usage = self.end.as_ref().and_then(|end| end.get("usage"));
        openai_tokens(usage.unwrap_or(&Value::Null), "input_tokens", "output_tokens")
    }

    fn is_over(&self) -> bool {
        self.end.is_some()
    }

    fn turn(self: Box<Self>) -> Result<Turn, ProviderError> {
        let tokens = self.tokens();
        let Reply { items, refusal, end } = *self;
        let end = end.ok_or_else(truncated)?;
        let of_type = |kind: &'static str| items.iter().filter(move |item| text_at(item, "/type") == kind);
        let calls: Vec<Call> = of_type("function_call")
            .map(|item| Call {
                id: text_at(item, "/call_id").to_owned(),
                name: text_at(item, "/name").to_owned(),
                input: arguments(text_at(item, "/arguments")),
            })
            .collect();
        let contents =
            of_type("message").flat_map(|item| item.get("content").and_then(Value::as_array).into_iter().flatten());
        let stop = match text_at(&end, "/incomplete_details/reason") {
            "max_output_tokens" => Stop::MaxTokens,
            "content_filter" => Stop::Refused {
                why: "the provider's content filter".to_owned(),
            },
            _ => match refusal {
                Some(why) => Stop::Refused { why },
                None if calls.is_empty() => Stop::Done,
                None => Stop::Calls,
            },
        };
        sound(Turn {
            text: contents.map(|part| text_at(part, "/text")).collect(),
            calls,
            stop,
            tokens,
            model: end.get("model").and_then(Value::as_str).map(str::to_owned),
            id: end.get("id").and_then(Value::as_str).map(str::to_owned),
            blocks: items,
        })
    }
}
