//! What a model answered: one complete turn, and the pieces of it as they arrive.

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
    /// As the provider sent them, to be sent back unchanged: signatures of thoughts are in them.
    pub blocks: Vec<Value>,
    /// For the person: the text blocks, without thoughts.
    pub text: String,
    pub calls: Vec<Call>,
    pub stop: Stop,
    pub tokens: Tokens,
    /// The model that answered, as it names itself.
    pub model: Option<String>,
    /// The provider's id of the answer, for questions to its support.
    pub id: Option<String>,
}

/// Why the model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It said what it had to say.
    Done,
    /// It waits for the answers to its calls.
    Calls,
    /// The answer is cut off; calls in it may be incomplete.
    MaxTokens,
    /// The provider paused a long turn: sent back as it is, the model goes on.
    Paused,
    /// The model, or a filter before it, declined. Paid for all the same, hence no error.
    Refused { why: String },
}

/// A piece of a reply, for those who watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    Text(String),
    /// Never shown as an answer.
    Thought(String),
    /// The model began to write a call.
    Call {
        name: String,
    },
    /// A further piece of what it writes for the program: arguments of the call it began, as JSON.
    Writes(String),
    /// What the try has used by now, as far as that is known: each time instead of the time before.
    Counted(Tokens),
    /// The try failed and is made again after a while; what was heard of it is void, and paid for all the same.
    Again {
        why: String,
        wait: Duration,
    },
}

/// What was counted. The parts do not overlap: together they are what is paid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Read anew.
    pub input: u64,
    /// Read from the provider's cache.
    pub cached: u64,
    /// Read anew and kept in the cache.
    pub written: u64,
    /// Thinking included.
    pub output: u64,
    /// False when the provider counted nothing and the figures are estimated from the length of texts.
    pub counted: bool,
}

impl Tokens {
    /// The length of the prompt, by which prices are tiered.
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

    /// The JSON that was asked for, bare or fenced, once it fits the shape; else what is wrong with it, in words that a
    /// model can act on.
    pub fn json(&self, shape: &Shape) -> Result<Value, Vec<String>> {
        let found = json_of(&self.text).ok_or_else(|| vec!["the reply holds no JSON object".to_owned()])?;
        accept(&shape.schema, found)
    }
}
