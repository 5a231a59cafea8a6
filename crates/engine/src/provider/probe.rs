//! Finds out what a model can do by asking it, for servers that do not describe their models and for users testing a
//! key. Sends a few short questions, which cost fractions of a cent with a priced model.

use super::Provider;
use super::catalog::Capabilities;
use super::fault::{Fault, ProviderError};
use super::listed::Listed;
use super::message::{Message, Part, Shape};
use super::remote::Remote;
use super::request::{Ask, Request, Tool};
use super::schema::accept;
use super::turn::{Delta, Turn};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::json;
use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio_util::sync::CancellationToken;

/// Enough for a thinking model to reach a short answer.
const MAX_TOKENS: u32 = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    Yes,
    /// The reason, in a few words.
    No(String),
    /// An earlier answer made the question pointless.
    NotAsked,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    /// The models the server lists, or why the list could not be fetched.
    pub models: Result<Vec<Listed>, ProviderError>,
    /// The model answers at all, in pieces.
    pub streaming: Finding,
    pub schema: Finding,
    pub tools: Finding,
    pub images: Finding,
    /// A question failed for a reason unrelated to the model, such as a broken connection.
    pub broken_off: bool,
    /// US dollars, if prices are known.
    pub cost: Option<f64>,
}

impl Probe {
    /// Whether the model answered at all; if not, no further questions are sent.
    pub fn answered(&self) -> bool {
        self.schema != Finding::NotAsked
    }

    /// The capabilities found, for a model without a catalog entry.
    pub fn can(&self) -> Capabilities {
        Capabilities {
            tools: self.tools == Finding::Yes,
            schema: self.schema == Finding::Yes,
            images: self.images == Finding::Yes,
            ..Capabilities::default()
        }
    }
}

/// Sends all questions, including those about capabilities the model is not known to have.
pub async fn probe(remote: &Remote, stop: &CancellationToken) -> Probe {
    let all = Capabilities {
        tools: true,
        schema: true,
        images: true,
        ..remote.model().can
    };
    let asked = remote.with(all).without_documents().only_tried();
    let models = asked.models(stop).await;
    let mut found = Probe {
        models,
        streaming: Finding::NotAsked,
        schema: Finding::NotAsked,
        tools: Finding::NotAsked,
        images: Finding::NotAsked,
        broken_off: false,
        cost: None,
    };
    let pieces = AtomicUsize::new(0);
    let count = |delta: Delta| {
        if matches!(delta, Delta::Text(_) | Delta::Thought(_)) {
            pieces.fetch_add(1, Ordering::Relaxed);
        }
    };
    let counting = question("Count from 1 to 10, one number a line.", Ask::Text);
    match asked.stream(&counting, &count, stop).await {
        Ok(turn) => {
            found.add(&asked, &turn);
            found.streaming = if pieces.load(Ordering::Relaxed) > 1 {
                Finding::Yes
            } else {
                Finding::No("the reply comes in one piece".to_owned())
            };
        }
        // A model that cannot answer this cannot answer anything.
        Err(error) => {
            found.streaming = Finding::No(error.to_string());
            return found;
        }
    }
    found.schema = found.ask(&asked, schema_question(), stop, is_in_shape).await;
    found.tools = found.ask(&asked, tool_question(), stop, is_called).await;
    found.images = match picture_question() {
        Some(question) => found.ask(&asked, question, stop, is_red).await,
        None => Finding::NotAsked,
    };
    found
}

impl Probe {
    fn add(&mut self, remote: &Remote, turn: &Turn) {
        if let Some(cost) = remote.model().cost(&turn.tokens) {
            self.cost = Some(self.cost.unwrap_or(0.0) + cost);
        }
    }

    async fn ask(
        &mut self,
        remote: &Remote,
        question: Request,
        stop: &CancellationToken,
        judge: fn(&Turn) -> Result<(), String>,
    ) -> Finding {
        match remote.stream(&question, &|_| {}, stop).await {
            Ok(turn) => {
                self.add(remote, &turn);
                judge(&turn).map_or_else(Finding::No, |()| Finding::Yes)
            }
            Err(error) => {
                // A server without tool support may well fail when offered tools.
                self.broken_off |=
                    error.passes() || matches!(error.fault, Fault::Silent | Fault::Truncated | Fault::Cancelled);
                Finding::No(error.to_string())
            }
        }
    }
}

fn question(text: &str, ask: Ask) -> Request {
    Request {
        system: "You are being tested. Do exactly what is asked, briefly.".to_owned(),
        messages: vec![Message::user(text)],
        ask,
        max_tokens: MAX_TOKENS,
        effort: None,
        cache_key: None,
    }
}

fn number() -> Shape {
    Shape {
        name: "number".to_owned(),
        schema: json!({
            "type": "object",
            "properties": {"number": {"type": "integer"}, "parity": {"type": "string", "enum": ["even", "odd"]}},
            "required": ["number", "parity"],
        }),
    }
}

fn schema_question() -> Request {
    question("Give the number seven and its parity as JSON.", Ask::Json(number()))
}

fn is_in_shape(turn: &Turn) -> Result<(), String> {
    let fits = turn.json(&number()).map_err(|complaints| complaints.join("; "))?;
    if fits["number"] == 7 {
        Ok(())
    } else {
        Err(format!("it answered {fits}"))
    }
}

fn tool_question() -> Request {
    let Shape { schema, .. } = number();
    let tool = Tool {
        name: "report_number".to_owned(),
        description: "Takes down a number and its parity.".to_owned(),
        schema,
    };
    question("Report the number seven with the tool.", Ask::Tools(vec![tool]))
}

fn is_called(turn: &Turn) -> Result<(), String> {
    let call = turn.calls.first().ok_or("it wrote text instead of calling a tool")?;
    if call.name != "report_number" {
        return Err("it called an unknown tool".to_owned());
    }
    accept(&number().schema, call.input.clone()).map_err(|complaints| complaints.join("; "))?;
    Ok(())
}

/// Returns `None` only if PNG encoding fails.
fn picture_question() -> Option<Request> {
    let picture = RgbImage::from_pixel(64, 64, Rgb([220, 20, 20]));
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).ok()?;
    let mut request = question("", Ask::Text);
    request.messages = vec![Message::User {
        results: Vec::new(),
        parts: vec![
            Part::picture(&png.into_inner()),
            Part::text("Which colour is the picture? Answer with one word."),
        ],
    }];
    Some(request)
}

fn is_red(turn: &Turn) -> Result<(), String> {
    if turn.text.to_ascii_lowercase().contains("red") {
        Ok(())
    } else {
        Err("it does not see the color of a picture".to_owned())
    }
}
