//! Tools for models that cannot call any: the reply is JSON that names one action and its input, and the results come back
//! as text. Many small models hold a shape well and never write a call (notes: a local server, measured).

use super::fault::ProviderError;
use super::json::json_of;
use super::request::{Ask, Message, Part, Request, Shape, Tool, ToolResult};
use super::turn::{Call, Delta, Stop, Turn};
use super::{Hear, Model, Provider};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The action that ends the work with a text.
const REPLY: &str = "reply";

/// A provider whose tools are actions. Its model goes on to say that it calls none, since one that acts by JSON takes a step
/// at a time and is helped over the first.
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

    async fn stream(
        &self,
        request: &Request,
        hear: &Hear<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        request.check()?;
        let Ask::Tools(tools) = &request.ask else {
            return self.provider.stream(request, hear, stop).await;
        };
        // What streams is the JSON of an action, of which the name is known in the end.
        let translated = |delta: Delta| match delta {
            Delta::Text(json) => hear(Delta::Writes(json)),
            Delta::Call { .. } => {}
            other => hear(other),
        };
        let turn = self
            .provider
            .stream(&as_actions(request, tools), &translated, stop)
            .await?;
        let turn = as_calls(turn, request.messages.len());
        if turn.calls.is_empty() {
            hear(Delta::Text(turn.text.clone()));
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

/// The tools in words, since their schemas do not travel as tools.
fn explained(tools: &[Tool]) -> String {
    let mut text = String::from(
        "You act by answering with one JSON object and nothing else: \
         {\"action\": {\"tool\": NAME, \"input\": {...}}}. The result of the action is the next message. \
         When the work is finished, take the action `reply` with what the person should read.\n\nActions:\n",
    );
    for tool in tools {
        let _infallible = writeln!(text, "- `{}`: {} Input: {}", tool.name, tool.description, tool.schema);
    }
    let _infallible = writeln!(text, "- `{REPLY}`: Ends the work. Input: {{\"text\": string}}");
    text
}

/// One object at the root, since not every provider takes a choice there.
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
    Shape {
        name: "action".into(),
        schema: json!({
            "type": "object",
            "properties": {"action": {"anyOf": actions}},
            "required": ["action"],
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
            parts: results.iter().flat_map(told).chain(parts.iter().cloned()).collect(),
        },
    }
}

fn told(result: &ToolResult) -> Vec<Part> {
    let outcome = if result.is_error { "failed" } else { "result" };
    let head = Part::text(format!("`{}`, {outcome}:", result.name));
    std::iter::once(head).chain(result.parts.iter().cloned()).collect()
}

/// The action in the reply as a call. A reply without one ends the work, as it does where tools are real.
fn as_calls(mut turn: Turn, messages: usize) -> Turn {
    if turn.stop != Stop::Done {
        return turn;
    }
    let Some(reply) = json_of(&turn.text) else {
        return turn;
    };
    let action = reply
        .get("action")
        .filter(|action| action.is_object())
        .unwrap_or(&reply);
    let Some(name) = action.get("tool").and_then(Value::as_str) else {
        return turn;
    };
    let input = action.get("input").or_else(|| action.get("arguments"));
    let input = input.cloned().unwrap_or_else(|| json!({}));
    if name == REPLY {
        let said = input.get("text").and_then(Value::as_str).unwrap_or("");
        said.clone_into(&mut turn.text);
    } else {
        turn.calls = vec![Call {
            // The conversation only grows, so its length is new each time.
            id: format!("action_{messages}"),
            name: name.to_owned(),
            input,
        }];
        turn.text.clear();
        turn.stop = Stop::Calls;
    }
    turn
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
            let call = turn.calls.first().map(|call| (call.name.clone(), call.input.clone()));
            (call, turn.stop == Stop::Calls, turn.text)
        };
        let called = |name: &str, input: Value| (Some((name.to_owned(), input)), true, String::new());
        let said = |text: &str| (None, false, text.to_owned());
        for (text, expected) in [
            (
                r#"{"action":{"tool":"find_text","input":{"text":"W-2"}}}"#,
                called("find_text", json!({"text": "W-2"})),
            ),
            (
                "```json\n{\"tool\":\"find_text\",\"arguments\":{}}\n```",
                called("find_text", json!({})),
            ),
            (
                r#"{"tool":"complete_extraction"}"#,
                called("complete_extraction", json!({})),
            ),
            (r#"{"action":{"tool":"reply","input":{"text":"Done."}}}"#, said("Done.")),
            ("All fields are filled.", said("All fields are filled.")),
            (r#"{"answer": 1}"#, said(r#"{"answer": 1}"#)),
        ] {
            assert_eq!(find(text), expected, "{text}");
        }
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
                Message::says("go"),
                first.message(),
                Message::User {
                    results: vec![ToolResult {
                        call_id: "action_1".into(),
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
        assert!(plain.tools().is_empty() && plain.system.contains("`find_text`: Finds."));
        assert_eq!(
            plain.messages[2],
            Message::User {
                results: Vec::new(),
                parts: vec![Part::text("`find_text`, failed:"), Part::text("page 1")]
            }
        );
    }
}
