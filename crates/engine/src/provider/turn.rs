//! A model's reply: one complete turn, and its pieces as they arrive.

use super::json::json_of;
use super::message::{Call, Message, Shape};
use super::schema::accept;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use touchstone_core::record::Usage;

/// A complete reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// As sent by the provider, to be sent back unchanged: they hold thought signatures.
    pub blocks: Vec<Value>,
    /// The text blocks without thoughts, for the user.
    pub text: String,
    pub calls: Vec<Call>,
    pub stop: Stop,
    pub tokens: Tokens,
    /// The model that answered, by its own report.
    pub model: Option<String>,
    /// The provider's id of the answer, for support requests.
    pub id: Option<String>,
}

/// Why the model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It finished its answer.
    Done,
    /// It waits for the results of its calls.
    Calls,
    /// The answer is cut off; calls in it may be incomplete.
    MaxTokens,
    /// The provider paused a long turn; the model continues when it is sent back unchanged.
    Paused,
    /// The model, or a filter before it, declined. It is billed all the same, so it is not an error.
    Refused { why: String },
}

/// A piece of a reply, for live display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    Text(String),
    /// Never shown as an answer.
    Thought(String),
    /// The model started to write a call.
    Call {
        name: String,
    },
    /// More of the JSON written for the program, such as arguments of the current call.
    Writes(String),
    /// Tokens used by this try so far, as far as known; replaces the previous count.
    Counted(Tokens),
    /// The try failed and is repeated after a wait; its pieces are void, but billed all the same.
    Again {
        why: String,
        wait: Duration,
    },
}

/// Token counts. The parts do not overlap; their sum is billed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Input tokens not read from the cache and not written to it.
    pub input: u64,
    /// Read from the provider's cache.
    pub cached: u64,
    /// Input tokens written to the cache.
    pub written: u64,
    /// Thinking included.
    pub output: u64,
    /// False if the provider reported no counts and the figures are estimated from text lengths.
    pub counted: bool,
}

impl Tokens {
    /// The length of the prompt, which selects the price tier.
    pub fn prompt(&self) -> u64 {
        self.input + self.cached + self.written
    }

    pub fn usage(&self, cost_usd: f64) -> Usage {
        Usage {
            calls: 1,
            input_tokens: self.prompt(),
            output_tokens: self.output,
            cached_tokens: self.cached,
            cost_usd,
            seconds: 0.0,
        }
    }
}

impl Turn {
    /// The turn as part of the conversation.
    pub fn message(&self) -> Message {
        Message::Assistant {
            blocks: self.blocks.clone(),
            calls: self.calls.clone(),
        }
    }

    /// Returns the requested JSON, bare or fenced, if it fits the shape; otherwise what is wrong with it, worded for
    /// the model.
    pub fn json(&self, shape: &Shape) -> Result<Value, Vec<String>> {
        let found = json_of(&self.text).ok_or_else(|| vec!["the reply contains no JSON object".to_owned()])?;
        accept(&shape.schema, found)
    }
}
