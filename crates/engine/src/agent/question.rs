//! A question whose answer is data: asked once, parsed bare or fenced, checked against its shape and against rules
//! that a schema cannot express, and repaired once in words. Conversations with tools are in `turn`.

use crate::provider::{Ask, Delta, Effort, Message, Part, Provider, ProviderError, Request, Shape, Stop, Turn};
use serde::de::DeserializeOwned;
use std::time::Instant;
use thiserror::Error;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::Usage;

/// Max complaints sent back to a model at once.
const MOST_COMPLAINTS: usize = 10;

/// Put the parts that stay the same between questions first, so that providers can cache them.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub system: String,
    pub parts: Vec<Part>,
    /// Ranges and patterns of the schema are checked here, whatever the provider enforces.
    pub shape: Shape,
    pub max_tokens: u32,
}

/// A valid answer, with its usage.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered<T> {
    pub value: T,
    pub usage: Usage,
}

/// A missing answer, with the usage it still incurred.
#[derive(Debug, Error)]
#[error("{why}")]
pub struct Unanswered {
    #[source]
    pub why: NoAnswer,
    pub usage: Usage,
}

#[derive(Debug, Error)]
pub enum NoAnswer {
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error("the model declined: {0}")]
    Refused(String),
    /// The complaints about the second answer, stored as `parse_error`.
    #[error("the answer cannot be read: {}", .0.join("; "))]
    Unreadable(Vec<String>),
}

impl Unanswered {
    /// Converts into an engine error; callers can downcast to the provider's.
    pub fn into_error(self) -> anyhow::Error {
        match self.why {
            NoAnswer::Provider(error) => error.into(),
            other => other.into(),
        }
    }
}

/// Asks, and asks once more with the complaints about the answer. `fits` returns the complaints that a schema cannot
/// express; an empty list accepts the answer.
pub async fn ask<T: DeserializeOwned>(
    provider: &dyn Provider,
    question: &Question,
    fits: impl Fn(&T) -> Vec<String> + Send,
) -> Result<Answered<T>, Unanswered> {
    let started = Instant::now();
    let mut request = first(question, provider);
    let mut usage = Usage::default();
    let spent = |usage: Usage| Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..usage
    };
    let mut repaired = false;
    loop {
        let turn = match stream(provider, &request).await {
            Ok(turn) => turn,
            Err(error) => {
                let (why, usage) = (error.into(), spent(usage));
                return Err(Unanswered { why, usage });
            }
        };
        let cost = provider.model().cost(&turn.tokens).unwrap_or(0.0);
        usage = usage.plus(&turn.tokens.usage(cost));
        let complaints = match read(&turn, &question.shape, &fits) {
            Ok(value) => {
                let usage = spent(usage);
                return Ok(Answered { value, usage });
            }
            Err(complaints) => complaints,
        };
        let refused = match &turn.stop {
            Stop::Refused { why } => Some(why.clone()),
            _ => None,
        };
        if refused.is_some() || repaired {
            let why = refused.map_or(NoAnswer::Unreadable(complaints), NoAnswer::Refused);
            let usage = spent(usage);
            return Err(Unanswered { why, usage });
        }
        repaired = true;
        request.go_on(&turn, Message::user(repair(&complaints)));
    }
}

fn first(question: &Question, provider: &dyn Provider) -> Request {
    let mut parts = question.parts.clone();
    // Servers that cannot enforce a schema are given it in words.
    parts.push(Part::text(if provider.model().can.schema {
        "Answer with one JSON object and nothing else.".to_owned()
    } else {
        let schema = &question.shape.schema;
        format!("Answer with one JSON object and nothing else. It has to fit this JSON Schema:\n{schema}")
    }));
    Request {
        system: question.system.clone(),
        messages: vec![Message::User {
            results: Vec::new(),
            parts,
        }],
        ask: Ask::Json(question.shape.clone()),
        max_tokens: question.max_tokens,
        effort: Some(Effort::Low),
        cache_key: None,
    }
}

async fn stream(provider: &dyn Provider, request: &Request) -> Result<Turn, ProviderError> {
    let log_retries = |delta: Delta| {
        if let Delta::Again { wait, .. } = delta {
            tracing::debug!(name: "the model is asked again after a pause", seconds = wait.as_secs_f64());
        }
    };
    // When a person stops, the pipeline drops the whole question with its connection; the allowance limits the time.
    provider.stream(request, &log_retries, &CancellationToken::new()).await
}

fn read<T: DeserializeOwned>(turn: &Turn, shape: &Shape, fits: impl Fn(&T) -> Vec<String>) -> Result<T, Vec<String>> {
    if turn.stop == Stop::MaxTokens {
        return Err(vec!["the answer was cut off; say the same in fewer words".to_owned()]);
    }
    let value: T = serde_json::from_value(turn.json(shape)?).map_err(|error| vec![error.to_string()])?;
    let mut complaints = fits(&value);
    complaints.truncate(MOST_COMPLAINTS);
    if complaints.is_empty() {
        Ok(value)
    } else {
        Err(complaints)
    }
}

fn repair(complaints: &[String]) -> String {
    let listed = complaints.join("\n- ");
    format!("Your answer cannot be used:\n- {listed}\nAnswer again, with the whole JSON object and nothing else.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::agent::script::Script;
    use crate::agent::script::acts;
    use crate::agent::script::fault;
    use crate::agent::script::responds;
    use crate::agent::script::turn;
    use crate::provider::Fault;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Reply {
        label: String,
        page: u32,
    }

    fn question() -> Question {
        Question {
            system: "Read.".into(),
            parts: vec![Part::text("What is it?")],
            shape: Shape {
                name: "reply".into(),
                schema: json!({
                    "type": "object",
                    "properties": {"label": {"enum": ["A", "B"]}, "page": {"type": "integer", "minimum": 1}},
                    "required": ["label", "page"],
                }),
            },
            max_tokens: 100,
        }
    }

    fn on_paper(reply: &Reply) -> Vec<String> {
        let beyond = reply.page > 3;
        beyond
            .then(|| format!("there is no page {}", reply.page))
            .into_iter()
            .collect()
    }

    const GOOD: &str = r#"{"label": "A", "page": 2}"#;

    #[tokio::test]
    async fn answers_are_read_bare_fenced_or_after_one_repair() {
        let fenced = format!("Here:\n```json\n{GOOD}\n```");
        for (name, replies, calls, complaint) in [
            ("bare", vec![GOOD], 1, ""),
            ("fenced", vec![fenced.as_str()], 1, ""),
            ("no JSON", vec!["I would say A.", GOOD], 2, "contains no JSON object"),
            ("another label", vec![r#"{"label": "C", "page": 2}"#, GOOD], 2, "/label"),
            ("out of range", vec![r#"{"label": "A", "page": 0}"#, GOOD], 2, "/page"),
            (
                "beyond the paper",
                vec![r#"{"label": "A", "page": 9}"#, GOOD],
                2,
                "there is no page 9",
            ),
        ] {
            let script = Script::new(replies.into_iter().map(responds).collect());
            let answered = ask(&script, &question(), on_paper).await.unwrap();
            let expected = Reply {
                label: "A".into(),
                page: 2,
            };
            assert_eq!(answered.value, expected, "{name}");
            assert_eq!(answered.usage.calls, calls, "{name}");
            let asked = script.asked();
            assert_eq!(asked.len() as u64, calls, "{name}");
            let last = format!("{:?}", asked.last().unwrap().messages);
            assert!(last.contains(complaint), "{name}: {last}");
        }
    }

    #[tokio::test]
    async fn one_repair_and_no_more() {
        let script = Script::new(vec![responds("A."), responds("Still A."), responds(GOOD)]);
        let unanswered = ask(&script, &question(), on_paper).await.unwrap_err();
        assert!(matches!(unanswered.why, NoAnswer::Unreadable(_)));
        assert_eq!((unanswered.usage.calls, script.asked().len()), (2, 2));
    }

    #[tokio::test]
    async fn what_is_cut_declined_or_failed_is_told_apart() {
        let cut = || Ok(turn(GOOD, &[], Stop::MaxTokens));
        let script = Script::new(vec![cut(), responds(GOOD)]);
        assert_eq!(ask(&script, &question(), on_paper).await.unwrap().usage.calls, 2);

        let mut empty = turn("", &[], Stop::MaxTokens);
        empty.blocks.clear();
        let script = Script::new(vec![Ok(empty), responds(GOOD)]);
        assert_eq!(ask(&script, &question(), on_paper).await.unwrap().usage.calls, 2);
        let asked = script.asked();
        assert_eq!(asked[1].messages.len(), 1, "an empty turn is not sent back");
        assert!(format!("{:?}", asked[1].messages).contains("cut off"));

        // Some models call tools although none are offered.
        let script = Script::new(vec![acts(&[("find_text", json!({"text": "a"}))]), responds(GOOD)]);
        assert_eq!(ask(&script, &question(), on_paper).await.unwrap().usage.calls, 2);
        let asked = script.asked();
        assert!(asked[1].check().is_ok() && asked[1].messages.len() == 1);

        let declined = turn("", &[], Stop::Refused { why: "policy".into() });
        let script = Script::new(vec![Ok(declined)]);
        let unanswered = ask(&script, &question(), on_paper).await.unwrap_err();
        assert!(matches!(&unanswered.why, NoAnswer::Refused(why) if why == "policy"));
        assert_eq!(unanswered.usage.calls, 1);

        let script = Script::new(vec![fault(Fault::Billing)]);
        let error = ask(&script, &question(), on_paper).await.unwrap_err().into_error();
        assert_eq!(error.downcast_ref::<ProviderError>().unwrap().fault, Fault::Billing);
    }

    #[tokio::test]
    async fn servers_that_hold_no_shape_are_told_of_it() {
        for (schema, mentioned) in [(true, false), (false, true)] {
            let mut script = Script::new(vec![responds(GOOD)]);
            script.model_mut().can.schema = schema;
            ask(&script, &question(), on_paper).await.unwrap();
            assert_eq!(
                format!("{:?}", script.asked()[0].messages).contains("minimum"),
                mentioned
            );
        }
    }
}
