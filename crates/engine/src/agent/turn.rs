//! Decides what follows a turn of the model: pure, over the turn and the budget spent.

use crate::provider::{Call, Stop, Turn};
use std::time::Duration;
use touchstone_core::record::Usage;

/// Limits for one form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    pub turns: u32,
    pub calls: u32,
    pub tokens: u64,
    pub dollars: f64,
    pub wall: Duration,
    /// The model counts as stuck after this many identical calls with nothing changed in between, or after more than
    /// this many consecutive answers that are cut off.
    pub repeats: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            turns: 16,
            calls: 60,
            tokens: 600_000,
            dollars: 1.0,
            wall: Duration::from_mins(15),
            repeats: 3,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Spent {
    pub usage: Usage,
    turns: u32,
    calls: u32,
    urged: u32,
    /// Consecutive turns that were cut off.
    cut: u32,
    /// Calls since the last change, with their counts.
    called: Vec<(String, u32)>,
}

impl Spent {
    pub(super) fn add(&mut self, turn: &Turn, dollars: f64) {
        self.usage = self.usage.plus(&turn.tokens.usage(dollars));
        self.turns += 1;
        self.calls += turn.calls.len() as u32;
        // A call that was cut off was not done, so sending it again is right.
        if turn.stop == Stop::MaxTokens {
            self.cut += 1;
            return;
        }
        self.cut = 0;
        for call in &turn.calls {
            let words = words(call);
            match self.called.iter_mut().find(|(known, _)| *known == words) {
                Some((_, times)) => *times += 1,
                None => self.called.push((words, 1)),
            }
        }
    }

    /// Whether this call was made before, with nothing changed since.
    pub(super) fn is_repeat(&self, call: &Call) -> bool {
        let words = words(call);
        self.called.iter().any(|(known, times)| *known == words && *times > 1)
    }

    /// Records a change, after which earlier calls may be repeated.
    pub(super) fn got_on(&mut self) {
        self.called.clear();
    }

    fn beyond(&self, budget: &Budget) -> Option<&'static str> {
        let tokens = self.usage.input_tokens + self.usage.output_tokens;
        if self.called.iter().any(|(_, times)| *times >= budget.repeats) {
            return Some("it kept repeating the same call");
        }
        if self.cut > budget.repeats {
            return Some("its answers kept being cut off");
        }
        if self.turns >= budget.turns || self.calls >= budget.calls {
            return Some("it took too many steps");
        }
        (tokens >= budget.tokens || self.usage.cost_usd >= budget.dollars).then_some("its budget is used up")
    }
}

fn words(call: &Call) -> String {
    format!("{} {}", call.name, call.input)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// Answer the calls.
    Act,
    /// It said something, but the form is not finished.
    Urge(&'static str),
    Finish,
    GiveUp(String),
}

/// Max consecutive reminders before giving up on a model that only talks.
const REMINDERS: u32 = 2;

pub(super) fn next(turn: &Turn, completed: bool, spent: &mut Spent, budget: &Budget) -> Next {
    if let Stop::Refused { why } = &turn.stop {
        return Next::GiveUp(format!("it declined: {why}"));
    }
    if completed && turn.calls.is_empty() {
        return Next::Finish;
    }
    if let Some(why) = spent.beyond(budget) {
        return Next::GiveUp(why.to_owned());
    }
    if !turn.calls.is_empty() {
        spent.urged = 0;
        return Next::Act;
    }
    if spent.urged >= REMINDERS {
        return Next::GiveUp("it stopped calling tools before the form was finished".to_owned());
    }
    spent.urged += 1;
    Next::Urge(match turn.stop {
        Stop::Paused => "Go on, with a call of a tool.",
        Stop::MaxTokens => {
            "Your answer was cut off, and nothing of it was done. Send less in one answer, such as a few values at a time."
        }
        _ => "The work is not finished. Go on with the tools, and call the one that completes it at the end.",
    })
}
