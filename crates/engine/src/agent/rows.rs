//! Rows of a stack's table by a model: one conversation a document, with the tools of the stack bound to it. A call's
//! record belongs to one document and leaves with it, so nothing of another document is in the conversation.

use super::allowance::beyond;
use super::shorten::Fill;
use super::turn::{Budget, Next, Spent, next};
use super::{act, ask_until};
use crate::provider::{Ask, Effort, Fault, Message, Part, Provider, ProviderError, Request};
use crate::tools::{StackTools, stack_tools};
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{Allowance, Usage};

const STACK: &str = include_str!("prompts/stack.md");
const MAX_TOKENS: u32 = 8_000;

/// How a conversation about one document ended.
#[derive(Debug, Clone, PartialEq)]
pub struct RowsFilled {
    pub usage: Usage,
    /// Why the rows are not done. What was saved stays.
    pub unfinished: Option<String>,
}

/// Has a model fill the rows in the scope of the tools, within the limits for one document. What was saved before an
/// error stays.
pub async fn fill_rows(
    provider: &dyn Provider,
    tools: &mut StackTools<'_>,
    allowance: &Allowance,
    stop: &CancellationToken,
) -> anyhow::Result<RowsFilled> {
    let started = Instant::now();
    let budget = Budget::default();
    let mut request = request(tools).await.map_err(anyhow::Error::msg)?;
    let (mut spent, mut fill) = (Spent::default(), Fill::default());
    let unfinished = loop {
        if fill.is_beyond(&request, provider.model()) {
            fill.shorten(&mut request);
        }
        let used = Usage {
            // With the call that is to be made.
            calls: spent.usage.calls + 1,
            seconds: started.elapsed().as_secs_f64(),
            ..spent.usage
        };
        if let Some(why) = beyond(allowance, &used) {
            break Some(ProviderError::new(Fault::UsedUp, why).to_string());
        }
        let turn = match ask_until(provider, &request, started + budget.wall, stop).await {
            Ok(turn) => turn,
            Err(error) if error.fault == Fault::TooLong && fill.shorten(&mut request) > 0 => continue,
            Err(error) => return Err(error.into()),
        };
        fill.note(&turn, request.messages.len());
        spent.add(&turn, provider.model().cost(&turn.tokens).unwrap_or_default());
        let reply = match next(&turn, tools.is_completed(), &mut spent, &budget) {
            Next::Act => act(tools, &turn, &mut spent).await,
            Next::Urge(words) => Message::user(words),
            Next::Finish => break None,
            Next::GiveUp(why) => break Some(why),
        };
        // Closing words would cost tokens and are not shown.
        if tools.is_completed() {
            break None;
        }
        request.go_on(&turn, reply);
    };
    Ok(RowsFilled {
        usage: Usage {
            seconds: started.elapsed().as_secs_f64(),
            ..spent.usage
        },
        unfinished,
    })
}

async fn request(tools: &StackTools<'_>) -> Result<Request, String> {
    let mut parts = tools.text().await.unwrap_or_default();
    parts.push(Part::text(format!("The table:\n{}", tools.state().await?)));
    Ok(Request {
        system: STACK.to_owned(),
        messages: vec![Message::User {
            results: Vec::new(),
            parts,
        }],
        ask: Ask::Tools(stack_tools()),
        max_tokens: MAX_TOKENS,
        effort: Some(Effort::Low),
        cache_key: None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::agent::script::{Script, acts};
    use crate::tools::StackScope;
    use crate::tools::stack_tests::{Scene, claim};
    use serde_json::json;

    #[tokio::test]
    async fn a_row_costs_one_call_and_what_is_not_done_within_the_allowance_is_said() {
        let scene = Scene::new(&[("branch", "text")]).await;
        let stop = CancellationToken::new();
        let row = json!({"document": 1, "cells": [claim("branch", "North", "")]});
        let done = [("extract_row", row), ("complete_table", json!({}))];
        let mut tools = scene.tools(StackScope::Document(1));
        let script = Script::new(vec![acts(&done)]);
        let filled = fill_rows(&script, &mut tools, &Allowance::default(), &stop)
            .await
            .unwrap();
        assert_eq!((filled.unfinished, filled.usage.calls, tools.changes()), (None, 1, 1));
        let first = format!("{:?}", script.asked()[0].messages);
        assert!(
            first.contains("first.pdf") && !first.contains("second.pdf"),
            "the text goes along, and no other: {first}"
        );

        let least = Allowance {
            calls: 1,
            ..Allowance::default()
        };
        let mut tools = scene.tools(StackScope::Document(2));
        let script = Script::new(vec![acts(&[("list_documents", json!({}))]), acts(&done)]);
        let filled = fill_rows(&script, &mut tools, &least, &stop).await.unwrap();
        assert!(filled.unfinished.is_some_and(|why| why.contains("1 calls")));
        assert_eq!((script.asked().len(), tools.changes()), (1, 0));
    }
}
