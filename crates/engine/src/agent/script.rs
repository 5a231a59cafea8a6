//! A scripted model for tests, which also rejects requests that no provider would accept.

use crate::provider::{Call, Catalog, Fault, Model, Provider, ProviderError, Request, Sink, Stop, Tokens, Turn};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

pub(crate) type Reply = Result<Turn, Fault>;
type Improvised = dyn Fn(&Request) -> Option<Reply> + Send + Sync;

/// Returns its turns in order, repeating the last one.
pub(crate) struct Script {
    model: Model,
    turns: Mutex<VecDeque<Reply>>,
    asked: Mutex<Vec<Request>>,
    improvised: Option<Box<Improvised>>,
}

impl Script {
    #[allow(clippy::unwrap_used)]
    pub(crate) fn new(turns: Vec<Reply>) -> Self {
        let (_, model) = Catalog::load(None).unwrap().find("anthropic").unwrap();
        Self {
            model,
            turns: Mutex::new(turns.into()),
            asked: Mutex::default(),
            improvised: None,
        }
    }

    /// Answers each request by its content.
    pub(crate) fn answering(answer: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> Self {
        Self {
            improvised: Some(Box::new(answer)),
            ..Self::new(Vec::new())
        }
    }

    /// The same turns, except for requests that `answer` covers.
    pub(crate) fn improvising(self, answer: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> Self {
        Self {
            improvised: Some(Box::new(answer)),
            ..self
        }
    }

    pub(crate) fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// All requests so far.
    pub(crate) fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Provider for Script {
    fn model(&self) -> &Model {
        &self.model
    }

    async fn stream(&self, request: &Request, _: &Sink<'_>, _: &CancellationToken) -> Result<Turn, ProviderError> {
        request.check()?;
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(request.clone());
        let improvised = self.improvised.as_ref().and_then(|answer| answer(request));
        let reply = improvised.or_else(|| {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            if turns.len() > 1 {
                turns.pop_front()
            } else {
                turns.front().cloned()
            }
        });
        let reply = reply.unwrap_or(Err(Fault::Invalid));
        reply.map_err(|fault| ProviderError::new(fault, "scripted"))
    }
}

pub(crate) fn turn(text: &str, calls: &[(&str, Value)], stop: Stop) -> Turn {
    let calls = calls.iter().enumerate().map(|(at, (name, input))| Call {
        id: format!("{name}{at}"),
        name: (*name).to_owned(),
        input: input.clone(),
    });
    Turn {
        blocks: vec![json!({"text": text})],
        text: text.to_owned(),
        calls: calls.collect(),
        stop,
        tokens: Tokens {
            input: 1_000,
            output: 100,
            counted: true,
            ..Tokens::default()
        },
        model: None,
        id: None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a script holds turns and faults")]
pub(crate) fn responds(text: &str) -> Reply {
    Ok(turn(text, &[], Stop::Done))
}

#[expect(clippy::unnecessary_wraps, reason = "a script holds turns and faults")]
pub(crate) fn acts(calls: &[(&str, Value)]) -> Reply {
    Ok(turn("", calls, Stop::Calls))
}

pub(crate) fn fault(fault: Fault) -> Reply {
    Err(fault)
}

/// All words of a request that the model sees, without pictures.
pub(crate) fn words(request: &Request) -> String {
    use crate::provider::Message;
    use crate::provider::Part;
    let mut text = request.system.clone();
    for message in &request.messages {
        let Message::User { parts, .. } = message else { continue };
        for part in parts {
            if let Part::Text { text: more, .. } = part {
                text.push('\n');
                text.push_str(more);
            }
        }
    }
    text
}

/// Answers the questions asked beside the filling of forms: every form is labeled `label`, with `quote` as evidence,
/// and no doubts are raised.
pub(crate) fn asides(label: &str, quote: &str) -> impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static {
    let (label, quote) = (label.to_owned(), quote.to_owned());
    move |request| {
        let text = words(request);
        let forms = (1..=99).filter(|number| text.contains(&format!("<form number=\"{number}\" page=")));
        let named = forms.map(|number| {
            json!({
                "form": number,
                "candidates": [{"label": label, "confidence": 0.9}],
                "proposed_label": "",
                "evidence": [{"page": 1, "quote": quote, "anchors": []}],
            })
        });
        match request.shape()?.name.as_str() {
            "forms" => Some(responds(&json!({"forms": named.collect::<Vec<Value>>()}).to_string())),
            "doubts" => Some(responds(r#"{"issues": []}"#)),
            _ => None,
        }
    }
}
