//! A request to a model: instructions, an append-only conversation and the kind of answer. Provider formats are in
//! `protocol`.

use super::fault::{Fault, ProviderError};
use super::message::{Call, Message, Part, Shape, ToolResult};
use super::turn::Turn;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Everything that determines an answer, except the model. Instructions and tools come first and stay the same
/// throughout a conversation, so that providers can cache them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    pub system: String,
    pub messages: Vec<Message>,
    pub ask: Ask,
    /// Max tokens of the answer, thinking included.
    pub max_tokens: u32,
    pub effort: Option<Effort>,
    /// The same for all requests about one document, so that the provider finds cached prefixes. It reveals nothing
    /// about the document and is not part of the question.
    #[serde(skip)]
    pub cache_key: Option<String>,
}

/// The kind of answer. Tools and a shape are exclusive, since not every provider accepts both at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    Text,
    /// JSON of this shape. Providers enforce the structure; ranges and patterns are checked by us (see `accept`).
    Json(Shape),
    /// Calls of these tools, or a text that ends the work. Never forced: the newest models refuse a forced tool
    /// choice.
    Tools(Vec<Tool>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    pub description: String,
    /// JSON Schema of the arguments, an object.
    pub schema: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    Low,
    Medium,
    High,
}

impl Effort {
    pub fn as_str(self) -> &'static str {
        match self {
            Effort::Low => "low",
            Effort::Medium => "medium",
            Effort::High => "high",
        }
    }
}

impl Part {
    pub fn text(text: impl Into<String>) -> Part {
        Part::Text {
            text: text.into(),
            stable: false,
            page: None,
        }
    }

    /// A PNG image.
    pub fn picture(png: &[u8]) -> Part {
        Part::Image {
            media_type: "image/png".to_owned(),
            data: BASE64_STANDARD.encode(png),
            page: None,
        }
    }

    /// Marks the part as text or picture of this document page.
    #[must_use]
    pub fn of_page(mut self, number: u32) -> Part {
        match &mut self {
            Part::Text { page, .. } | Part::Image { page, .. } => *page = Some(number),
        }
        self
    }

    /// Marks the part as the end of a prefix that will be sent again.
    #[must_use]
    pub fn stable(mut self) -> Part {
        if let Part::Text { stable, .. } = &mut self {
            *stable = true;
        }
        self
    }
}

impl Request {
    /// Refuses a conversation that no provider would accept: it must begin and end with the user, and every call of a
    /// turn must be answered once, in the next message.
    pub fn check(&self) -> Result<(), ProviderError> {
        let mut open: &[Call] = &[];
        let mut user_next = true;
        for message in &self.messages {
            match message {
                Message::User { results, parts } if user_next => {
                    let fits = results.len() == open.len() && open.iter().all(|call| answers(results, call) == 1);
                    if !fits {
                        return Err(invalid("a tool call has no result, or a result has no call"));
                    }
                    if results.is_empty() && parts.is_empty() {
                        return Err(invalid("a user message is empty"));
                    }
                    open = &[];
                }
                Message::Assistant { calls, blocks } if !user_next => {
                    if blocks.is_empty() {
                        return Err(invalid("a model turn is empty"));
                    }
                    open = calls;
                }
                _ => return Err(invalid("user and model messages do not alternate")),
            }
            user_next = !user_next;
        }
        if user_next {
            return Err(invalid("the last message is not the user's"));
        }
        Ok(())
    }

    /// Continues the conversation after a turn. A turn that is empty, or has calls without answers, cannot be sent
    /// back: the reply is appended to the previous user message instead.
    pub fn go_on(&mut self, turn: &Turn, reply: Message) {
        let unanswered = |results: &[ToolResult]| !turn.calls.is_empty() && results.is_empty();
        match (self.messages.last_mut(), reply) {
            (Some(Message::User { parts, .. }), Message::User { results, parts: more })
                if turn.blocks.is_empty() || unanswered(&results) =>
            {
                parts.extend(more);
            }
            (_, reply) => {
                self.messages.push(turn.message());
                self.messages.push(reply);
            }
        }
    }

    /// A digest of the request to this model: equal for equal questions, also across restarts.
    pub fn digest(&self, provider: &str, model: &str) -> String {
        let mut hash = Sha256::new();
        for part in [provider, model] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        // A request is plain data and always serializes.
        hash.update(serde_json::to_vec(self).unwrap_or_default());
        hash.finalize().iter().fold(String::new(), |mut hex, byte| {
            let _infallible = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// All parts from the user and the tools.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.messages.iter().flat_map(|message| match message {
            Message::User { results, parts } => {
                let answers = results.iter().flat_map(|result| &result.parts);
                answers.chain(parts).collect::<Vec<_>>()
            }
            Message::Assistant { .. } => Vec::new(),
        })
    }

    pub fn tools(&self) -> &[Tool] {
        match &self.ask {
            Ask::Tools(tools) => tools,
            Ask::Text | Ask::Json(_) => &[],
        }
    }

    pub fn shape(&self) -> Option<&Shape> {
        match &self.ask {
            Ask::Json(shape) => Some(shape),
            Ask::Text | Ask::Tools(_) => None,
        }
    }
}

fn answers(results: &[ToolResult], call: &Call) -> usize {
    results.iter().filter(|result| result.call_id == call.id).count()
}

fn invalid(message: &str) -> ProviderError {
    ProviderError::new(Fault::Invalid, format!("the request was not sent: {message}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn call(id: &str) -> Call {
        Call {
            id: id.into(),
            name: "find_text".into(),
            input: json!({}),
        }
    }

    fn result(id: &str) -> ToolResult {
        ToolResult {
            call_id: id.into(),
            name: "find_text".into(),
            parts: vec![Part::text("found")],
            is_error: false,
        }
    }

    fn request(messages: Vec<Message>) -> Request {
        Request {
            system: "s".into(),
            messages,
            ask: Ask::Text,
            max_tokens: 10,
            effort: None,
            cache_key: None,
        }
    }

    #[test]
    fn conversations_that_no_provider_takes_are_not_sent() {
        let asks = |ids: &[&str]| Message::Assistant {
            blocks: vec![json!({"type": "text"})],
            calls: ids.iter().map(|id| call(id)).collect(),
        };
        let answers = |ids: &[&str]| Message::User {
            results: ids.iter().map(|id| result(id)).collect(),
            parts: Vec::new(),
        };
        let user = || Message::user("go");
        for (name, messages, fine) in [
            ("one question", vec![user()], true),
            ("nothing", vec![], false),
            (
                "all answered",
                vec![user(), asks(&["a", "b"]), answers(&["b", "a"])],
                true,
            ),
            ("one missing", vec![user(), asks(&["a", "b"]), answers(&["a"])], false),
            (
                "answered twice",
                vec![user(), asks(&["a"]), answers(&["a", "a"])],
                false,
            ),
            (
                "twice the same id",
                vec![user(), asks(&["a", "a"]), answers(&["a", "a"])],
                false,
            ),
            ("another id", vec![user(), asks(&["a"]), answers(&["b"])], false),
            ("answer without a call", vec![answers(&["a"])], false),
            ("the model has the last word", vec![user(), asks(&[])], false),
            ("the model begins", vec![asks(&[]), user()], false),
            ("user twice", vec![user(), user()], false),
            ("empty user", vec![answers(&[])], false),
        ] {
            let checked = request(messages).check();
            assert_eq!(checked.is_ok(), fine, "{name}");
            if let Err(error) = checked {
                assert_eq!(error.fault, Fault::Invalid, "{name}");
            }
        }
    }

    #[test]
    fn equal_questions_have_equal_digests() {
        let one = request(vec![Message::user("a")]);
        let mut other = one.clone();
        assert_eq!(one.digest("p", "m"), other.digest("p", "m"));
        assert_ne!(one.digest("p", "m"), one.digest("pm", ""));
        other.max_tokens = 11;
        assert_ne!(one.digest("p", "m"), other.digest("p", "m"));
    }
}
