//! Corrections in words: a person describes what is wrong, a model changes a copy of the form with the tools, and its
//! changes are returned as a proposal.

use super::opening::shared_parts;
use super::shorten::Fill;
use super::turn::{Budget, Next, Spent, next};
use super::{act, ask_until, prompt};
use crate::provider::{Ask, Effort, Fault, Message, Provider, Request, Stop};
use crate::tools::{Draft, Edited, Toolbox, tools_of_correction};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Extent, Form, Usage};
use touchstone_intake::PageSource;

const CORRECTOR: &str = include_str!("prompts/corrector.md");
const MAX_TOKENS: u32 = 8_000;
/// Max time a person is kept waiting.
const TIME_LIMIT: Duration = Duration::from_mins(5);

/// The changes a model proposes for a request in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    /// In the order they were made; each builds on those before it.
    pub edits: Vec<Edited>,
    /// Message for the person.
    pub message: String,
    pub usage: Usage,
}

/// What a person wants changed in one form.
pub struct Instruction<'a> {
    pub form: &'a Form,
    pub extent: Extent,
    pub words: &'a str,
}

/// Changes a copy of the form as the words request, under the pack's guide or the user's. Changes made before the
/// model failed or ran out of budget are still proposed, with a note about it.
pub async fn correct(
    provider: &dyn Provider,
    pack: &Pack,
    guide: &str,
    pages: &dyn PageSource,
    instruction: Instruction<'_>,
    stop: &CancellationToken,
) -> anyhow::Result<Proposed> {
    let Instruction { form, extent, words } = instruction;
    let started = Instant::now();
    let parts = shared_parts(&extent, pages).await?;
    let mut request = request(provider, pack, guide, form, &parts, words);
    let draft = Draft::filled(&form.label, &form.fields);
    let mut toolbox = Toolbox::new(pages, pack, extent, draft).asked_in(words);
    let (budget, mut spent, mut message) = (Budget::default(), Spent::default(), String::new());
    let mut fill = Fill::default();
    let broken = loop {
        if fill.is_beyond(&request, provider.model()) {
            fill.shorten(&mut request);
        }
        let turn = match ask_until(provider, &request, started + TIME_LIMIT, stop).await {
            Ok(turn) => turn,
            Err(error) if error.fault == Fault::TooLong && fill.shorten(&mut request) > 0 => continue,
            // A person who cancels does not want a partial proposal.
            Err(error) if stop.is_cancelled() || toolbox.draft().edits().is_empty() => return Err(error.into()),
            Err(error) => break Some(error.to_string()),
        };
        fill.note(&turn, request.messages.len());
        spent.add(&turn, provider.model().cost(&turn.tokens).unwrap_or_default());
        if !turn.text.trim().is_empty() {
            message.clone_from(&turn.text);
        }
        // The conversation ends when the model stops calling tools; `complete_extraction` is not required.
        let reply = match next(&turn, true, &mut spent, &budget) {
            Next::Act => act(&mut toolbox, &turn, &mut spent).await,
            Next::Urge(words) => Message::user(words),
            Next::Finish if turn.stop == Stop::MaxTokens => break Some("its answer was cut off".to_owned()),
            Next::Finish => break None,
            Next::GiveUp(why) => break Some(why),
        };
        request.go_on(&turn, reply);
    };
    if let Some(why) = broken {
        message = format!("{message} The model stopped early: {why}.").trim_start().into();
    }
    Ok(Proposed {
        edits: toolbox.into_draft().edits().to_vec(),
        message,
        usage: Usage {
            seconds: started.elapsed().as_secs_f64(),
            ..spent.usage
        },
    })
}

fn request(provider: &dyn Provider, pack: &Pack, guide: &str, form: &Form, parts: &[String], words: &str) -> Request {
    let pages = prompt::pages(form.first_page, form.last_page);
    let mut task = vec![format!("The form is a {} on {pages}.", form.label)];
    task.extend_from_slice(parts);
    let task = format!("{} The person says:\n\n{words}", task.join(" "));
    Request {
        system: format!("{CORRECTOR}\n{guide}\n\n{}", prompt::described(pack, &form.label)),
        messages: vec![Message::user(task)],
        ask: Ask::Tools(tools_of_correction(pack, provider.model().can.images)),
        max_tokens: MAX_TOKENS,
        effort: Some(Effort::Low),
        cache_key: None,
    }
}

#[cfg(test)]
mod tests;
