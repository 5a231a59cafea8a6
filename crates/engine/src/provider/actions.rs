//! Tool use for models without tool calling: the reply is JSON that lists actions with their inputs, and results are
//! returned as text. Many small models keep to a JSON shape but never write a tool call (measured on a local server,
//! see notes).

use super::fault::ProviderError;
use super::json::json_of;
use super::message::{Call, Message, Part, Shape, ToolResult};
use super::request::{Ask, Request, Tool};
use super::turn::{Delta, Stop, Turn};
use super::{Model, Provider, Sink};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The action that ends the work with a text.
const REPLY: &str = "reply";

/// Wraps a provider and expresses tools as JSON actions. `model()` still reports no tool support, because a model
/// acting by JSON takes one step at a time and needs help with the first.
pub struct Actions {
    provider: Arc<dyn Provider>,
}

impl Actions {
    pub fn new(provider: Arc<dyn Provider>) -> Self {
        Self { provider }
    }
}

#[async_trait]
impl Provider for Actions {
    fn model(&self) -> &Model {
        self.provider.model()
    }

    fn wording<'a>(&self, request: &'a Request) -> Cow<'a, Request> {
        match &request.ask {
            Ask::Tools(tools) => Cow::Owned(as_actions(request, tools)),
            Ask::Json(_) | Ask::Text => Cow::Borrowed(request),
        }
    }

    async fn stream(
        &self,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        request.check()?;
        let Ask::Tools(tools) = &request.ask else {
            return self.provider.stream(request, sink, stop).await;
        };
        // The stream carries an action's JSON, and the action's name is only known at the end.
        let translated = |delta: Delta| match delta {
            Delta::Text(json) => sink(Delta::Writes(json)),
            Delta::Call { .. } => {}
            other => sink(other),
        };
        let turn = self
            .provider
            .stream(&as_actions(request, tools), &translated, stop)
            .await?;
        let turn = as_calls(turn, request.messages.len());
        if turn.calls.is_empty() {
            sink(Delta::Text(turn.text.clone()));
        }
        Ok(turn)
    }
}

fn as_actions(request: &Request, tools: &[Tool]) -> Request {
    Request {
        system: format!("{}\n\n{}", request.system, explained(tools)),
        messages: request.messages.iter().map(plain).collect(),
        ask: Ask::Json(shape(tools)),
        max_tokens: request.max_tokens,
        effort: request.effort,
        cache_key: request.cache_key.clone(),
    }
}

/// Describes the tools in words: their schemas are not sent as tools, and few servers show a model the shape of its
/// reply.
fn explained(tools: &[Tool]) -> String {
    let mut text = String::from(
        "You act by answering with one JSON object and nothing else: \
         {\"actions\": [{\"tool\": NAME, \"input\": {...}}, ...]}. Actions are done in their order, and what came of them is \
         the next message. Take several at once where none waits for what another finds. When the work is finished, take \
         the action `reply` alone.\n\nActions:\n",
    );
    for tool in tools {
        let input = signature(&tool.schema);
        let _infallible = writeln!(text, "- `{}`: {} Input: {input}", tool.name, tool.description);
    }
    let _infallible = writeln!(
        text,
        "- `{REPLY}`: Ends the work. Input: {{\"text\": string (what the person should read)}}"
    );
    text
}

/// Formats a schema for a reader: names, types and descriptions, with a question mark after optional names.
fn signature(schema: &Value) -> String {
    let required = |name: &str| {
        let names = schema.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|required| required == name))
    };
    let shape = match (schema.get("properties"), schema.get("items"), schema.get("enum")) {
        (Some(Value::Object(parts)), ..) => {
            let parts = parts.iter().map(|(name, part)| {
                let optional = if required(name) { "" } else { "?" };
                format!("\"{name}\"{optional}: {}", signature(part))
            });
            format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
        }
        (_, Some(item), _) => format!("[{}, ...]", signature(item)),
        (_, _, Some(Value::Array(values))) => values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | "),
        _ => match schema.get("type") {
            Some(Value::String(kind)) => kind.clone(),
            // The schemas mark optional properties with null.
            Some(Value::Array(kinds)) => kinds
                .iter()
                .filter_map(Value::as_str)
                .find(|kind| *kind != "null")
                .unwrap_or("any")
                .to_owned(),
            _ => "any".to_owned(),
        },
    };
    match schema.get("description").and_then(Value::as_str) {
        Some(meaning) => format!("{shape} ({meaning})"),
        None => shape,
    }
}

/// One object at the root, since not every provider accepts a list there.
fn shape(tools: &[Tool]) -> Shape {
    let action = |name: &str, input: &Value| {
        json!({
            "type": "object",
            "properties": {"tool": {"type": "string", "const": name}, "input": input},
            "required": ["tool", "input"],
        })
    };
    let text = json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]});
    let mut actions: Vec<Value> = tools.iter().map(|tool| action(&tool.name, &tool.schema)).collect();
    actions.push(action(REPLY, &text));
    let most = actions.len();
    Shape {
        name: "actions".into(),
        schema: json!({
            "type": "object",
            "properties": {"actions": {"type": "array", "items": {"anyOf": actions}, "minItems": 1, "maxItems": most}},
            "required": ["actions"],
        }),
    }
}

fn plain(message: &Message) -> Message {
    match message {
        Message::Assistant { blocks, .. } => Message::Assistant {
            blocks: blocks.clone(),
            calls: Vec::new(),
        },
        Message::User { results, parts } => Message::User {
            results: Vec::new(),
            parts: results.iter().flat_map(as_parts).chain(parts.iter().cloned()).collect(),
        },
    }
}

fn as_parts(result: &ToolResult) -> Vec<Part> {
    let outcome = if result.is_error { "failed" } else { "result" };
    let head = Part::text(format!("`{}`, {outcome}:", result.name));
    std::iter::once(head).chain(result.parts.iter().cloned()).collect()
}

/// Converts the actions in the reply to calls. A reply without actions ends the work, as with real tools.
fn as_calls(mut turn: Turn, messages: usize) -> Turn {
    if turn.stop != Stop::Done {
        return turn;
    }
    let Some(reply) = json_of(&turn.text) else {
        return turn;
    };
    let actions: Vec<(&str, Value)> = listed(&reply).iter().filter_map(action).collect();
    let calls = actions.iter().filter(|(name, _)| *name != REPLY).enumerate();
    let calls = calls.map(|(at, (name, input))| Call {
        // The conversation only grows, so its length makes a unique id.
        id: format!("action_{messages}_{at}"),
        name: (*name).to_owned(),
        input: input.clone(),
    });
    turn.calls = calls.collect();
    if !turn.calls.is_empty() {
        // Text written before the results of its actions are known is not an answer.
        turn.text.clear();
        turn.stop = Stop::Calls;
    } else if let Some((_, input)) = actions.first() {
        let answer = input.get("text").and_then(Value::as_str).unwrap_or("");
        answer.clone_into(&mut turn.text);
    }
    turn
}

/// Returns the listed actions, in any of the layouts that servers without shape enforcement produce.
fn listed(reply: &Value) -> &[Value] {
    match reply.get("actions").or(reply.get("action")).unwrap_or(reply) {
        Value::Array(actions) => actions,
        one => std::slice::from_ref(one),
    }
}

/// Returns the tool's name and its input.
fn action(action: &Value) -> Option<(&str, Value)> {
    let name = action.get("tool")?.as_str()?;
    let input = action.get("input").or_else(|| action.get("arguments"));
    Some((name, input.cloned().unwrap_or_else(|| json!({}))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::provider::turn::Tokens;

    fn turn(text: &str) -> Turn {
        Turn {
            blocks: vec![json!({"role": "assistant", "content": text})],
            text: text.into(),
            calls: Vec::new(),
            stop: Stop::Done,
            tokens: Tokens::default(),
            model: None,
            id: None,
        }
    }

    #[test]
    fn actions_become_calls() {
        let find = |text: &str| {
            let turn = as_calls(turn(text), 3);
            let calls: Vec<(String, Value)> = turn.calls.into_iter().map(|call| (call.name, call.input)).collect();
            (calls, turn.stop == Stop::Calls, turn.text)
        };
        let called = |calls: &[(&str, Value)]| {
            let calls = calls.iter().map(|(name, input)| ((*name).to_owned(), input.clone()));
            (calls.collect::<Vec<_>>(), true, String::new())
        };
        let answered = |text: &str| (Vec::new(), false, text.to_owned());
        for (text, expected) in [
            (
                r#"{"actions":[{"tool":"find_text","input":{"text":"W-2"}}]}"#,
                called(&[("find_text", json!({"text": "W-2"}))]),
            ),
            (
                r#"{"actions":[{"tool":"find_text","input":{"text":"W-2"}},{"tool":"complete_extraction","input":{}},
                    {"tool":"reply","input":{"text":"Done."}}]}"#,
                called(&[
                    ("find_text", json!({"text": "W-2"})),
                    ("complete_extraction", json!({})),
                ]),
            ),
            (
                "```json\n{\"tool\":\"find_text\",\"arguments\":{}}\n```",
                called(&[("find_text", json!({}))]),
            ),
            (
                r#"{"action":{"tool":"complete_extraction"}}"#,
                called(&[("complete_extraction", json!({}))]),
            ),
            (
                r#"{"actions":[{"tool":"reply","input":{"text":"Done."}}]}"#,
                answered("Done."),
            ),
            ("All fields are filled.", answered("All fields are filled.")),
            (r#"{"answer": 1}"#, answered(r#"{"answer": 1}"#)),
        ] {
            assert_eq!(find(text), expected, "{text}");
        }
    }

    #[test]
    fn calls_of_one_reply_have_ids_of_their_own() {
        let turn = as_calls(
            turn(r#"{"actions":[{"tool":"a","input":{}},{"tool":"a","input":{}}]}"#),
            3,
        );
        let ids: Vec<&str> = turn.calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["action_3_0", "action_3_1"]);
    }

    #[test]
    fn inputs_are_described_as_a_person_would_write_them() {
        let schema = json!({"type": "object", "required": ["fields"], "properties": {
            "fields": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["path"], "properties": {
                "path": {"type": "string", "description": "Name of a field."},
                "page": {"type": ["integer", "null"]},
            }}},
            "mode": {"enum": ["all", "new"]},
        }});
        assert_eq!(
            signature(&schema),
            r#"{"fields": [{"path": string (Name of a field.), "page"?: integer}, ...], "mode"?: "all" | "new"}"#
        );
        assert_eq!(signature(&json!({"type": "object", "properties": {}})), "{}");
    }

    #[test]
    fn a_cut_reply_is_no_action() {
        let mut cut = turn(r#"{"action":{"tool":"find_text","input":{}}}"#);
        cut.stop = Stop::MaxTokens;
        assert!(as_calls(cut, 1).calls.is_empty());
    }

    #[test]
    fn results_come_back_as_text_and_the_conversation_stays_sound() {
        let tool = Tool {
            name: "find_text".into(),
            description: "Finds.".into(),
            schema: json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}),
        };
        let first = as_calls(turn(r#"{"tool":"find_text","input":{"text":"x"}}"#), 1);
        let request = Request {
            system: "Read.".into(),
            messages: vec![
                Message::user("go"),
                first.message(),
                Message::User {
                    results: vec![ToolResult {
                        call_id: "action_1_0".into(),
                        name: "find_text".into(),
                        parts: vec![Part::text("page 1")],
                        is_error: true,
                    }],
                    parts: Vec::new(),
                },
            ],
            ask: Ask::Tools(vec![tool.clone()]),
            max_tokens: 10,
            effort: None,
            cache_key: None,
        };
        request.check().unwrap();
        let plain = as_actions(&request, &[tool]);
        plain.check().unwrap();
        assert!(plain.tools().is_empty() && plain.system.contains("`find_text`: Finds. Input: {\"text\": string}"));
        assert_eq!(
            plain.messages[2],
            Message::User {
                results: Vec::new(),
                parts: vec![Part::text("`find_text`, failed:"), Part::text("page 1")]
            }
        );
    }
}
