//! The model engine: a language model fills a form with the tools, turn by turn, and the result is compared with the
//! local engine's reading of the same form. This file is the driver; `turn` decides what follows a turn, without IO.
//! Attempts and grades belong to the pipeline; the local engine plans the forms for both engines.

mod turn;
mod allowance;
mod disclosure;
mod grader;
mod guides;
mod journal;
mod opening;
mod prompt;
mod question;
mod readings;
mod shorten;
mod survey;
mod transcript;
mod correct;
mod rows;
mod verification;

#[cfg(test)]
pub(crate) use crate::agent::survey::tests as survey_tests;
use crate::provider::{
    Declined, Delta, Fault, Message, Part, Provider, ProviderError, Request, Stop, ToolResult, Turn, is_general,
};
use crate::tools::{Draft, Identity, Toolbox, Tooling, needs_picture, picture_of};
pub use allowance::Allowed;
use anyhow::anyhow;
use async_trait::async_trait;
pub use correct::{Instruction, Proposed, correct};
pub use guides::Guides;
pub use journal::Journal;
pub use question::{Answered, NoAnswer, Question, Unanswered, ask};
pub(crate) use readings::{ROW_ADDED, ROW_LEFT_OUT};
pub use rows::{RowsFilled, fill_rows};
use serde_json::{Value, json};
use shorten::{Fill, is_too_long};
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    Assignment, AttemptId, EngineId, EngineKind, Extraction, Extractor, Judge, NewIssue, Purpose, RaisedBy, Severity,
    StepKind, Survey, SurveyObserver, Usage,
};
use touchstone_intake::PageSource;
use touchstone_local::LocalEngine;
pub use turn::Budget;
use turn::{Next, Spent, next};
pub use verification::{Claims, question, texts};

/// Max pages of a form whose pictures are sent unasked; the model requests further ones.
const MOST_PICTURES: usize = 4;

/// A model that fills the forms of one pack.
pub struct ModelEngine {
    provider: Arc<dyn Provider>,
    pack: Arc<Pack>,
    /// Plans the forms and provides the second reading.
    local: LocalEngine,
    guides: Guides,
    budget: Budget,
    /// `None` where nothing is stored.
    journal: Option<Journal>,
}

const REPEATED: &str = "(You made this call before, and nothing has changed since. Go on with the next step.)";
const UNNAMED: &str = "it never said what the document is";

fn not_filled(why: Option<anyhow::Error>) -> anyhow::Error {
    let why = why.unwrap_or_else(|| anyhow!(UNNAMED));
    why.context("the model did not fill the form")
}

/// The error that ends the conversation. A declined request would be declined again.
fn given_up(turn: &Turn, why: String) -> anyhow::Error {
    match turn.stop {
        Stop::Refused { .. } => Declined(why).into(),
        _ => anyhow::Error::msg(why),
    }
}

/// State at the end of the conversation.
struct Ended {
    draft: Draft,
    /// The model's last words, for the person.
    summary: String,
    usage: Usage,
    /// Why it ended unfinished.
    unfinished: Option<anyhow::Error>,
}

impl ModelEngine {
    pub fn new(provider: Arc<dyn Provider>, pack: Arc<Pack>, budget: Budget) -> Self {
        Self {
            provider,
            local: LocalEngine::new(Arc::clone(&pack)),
            guides: Guides::of(&pack),
            pack,
            budget,
            journal: None,
        }
    }

    /// Uses these instructions instead of the pack's own.
    #[must_use]
    pub fn with_guides(self, guides: Guides) -> Self {
        Self { guides, ..self }
    }

    /// The same engine, with its work recorded.
    #[must_use]
    pub fn journaled(self, journal: Journal) -> Self {
        Self {
            journal: Some(journal),
            ..self
        }
    }

    /// The model as asked for one purpose.
    fn asking(&self, purpose: Purpose) -> Arc<dyn Provider> {
        match &self.journal {
            Some(journal) => journal.asking(&self.provider, purpose),
            None => Arc::clone(&self.provider),
        }
    }

    async fn note(&self, lines: &[(StepKind, Value)]) -> anyhow::Result<()> {
        match &self.journal {
            Some(journal) => Ok(journal.note(lines).await?),
            None => Ok(()),
        }
    }

    /// Pictures of pages whose words may be incomplete, for a model that accepts images.
    async fn pictures(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Vec<Part>> {
        let mut parts = Vec::new();
        if !self.provider.model().can.images {
            return Ok(parts);
        }
        for number in assignment.extent.pages().take(MOST_PICTURES) {
            let page = pages.page(number).await.map_err(anyhow::Error::new)?;
            if needs_picture(&page) {
                // A page that cannot be drawn is reported in words.
                let shown = picture_of(pages, &page, assignment.extent.parts(number)).await;
                parts.extend(shown.unwrap_or_else(|why| vec![Part::text(why)]));
            }
        }
        Ok(parts)
    }

    /// Makes room in a conversation; false if nothing is left to drop.
    async fn shorten(&self, request: &mut Request, fill: &mut Fill, spent: &mut Spent) -> anyhow::Result<bool> {
        let dropped = fill.shorten(request);
        if dropped > 0 {
            // Dropped answers may legitimately be read again.
            spent.got_on();
            let summary = format!("The conversation is too long for the model: {dropped} answers of tools are dropped");
            self.note(&[(StepKind::Note, json!({"summary": summary}))]).await?;
        }
        Ok(dropped > 0)
    }

    /// Takes turns until the form is finished or cannot be. A provider failure fails the attempt only while nothing
    /// has been saved.
    async fn converse(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Ended> {
        let started = Instant::now();
        let model = self.provider.model();
        let draft = match &assignment.previous {
            Some(previous) => Draft::filled(&assignment.label, &previous.fields),
            None => Draft::new(&assignment.label),
        };
        let mut toolbox = Toolbox::new(pages, &self.pack, assignment.extent.clone(), draft);
        let mut request = self.opening(assignment, pages, &mut toolbox).await?;
        let mut spent = Spent::default();
        let mut summary = String::new();
        let provider = self.asking(Purpose::Extract);
        self.note(&transcript::opening(&request)).await?;
        let mut fill = Fill::default();
        let stop = CancellationToken::new();
        let unfinished = loop {
            if fill.is_beyond(&request, model) {
                self.shorten(&mut request, &mut fill, &mut spent).await?;
            }
            let asked = ask_until(provider.as_ref(), &request, started + self.budget.wall, &stop);
            let turn = match asked.await.map_err(anyhow::Error::new) {
                Ok(turn) => turn,
                // Only the closing words are missing.
                Err(_) if toolbox.draft().is_completed() => break None,
                Err(error) if is_too_long(&error) && self.shorten(&mut request, &mut fill, &mut spent).await? => {
                    continue;
                }
                // The attempt is repeated once the cause is gone, and its answers are on record.
                Err(error) if toolbox.draft().is_blank() || is_general(&error) => return Err(error),
                Err(error) => break Some(error),
            };
            spent.add(&turn, model.cost(&turn.tokens).unwrap_or(0.0));
            fill.note(&turn, request.messages.len());
            if !turn.text.trim().is_empty() {
                turn.text.trim().clone_into(&mut summary);
            }
            self.note(&transcript::reply(&turn)).await?;
            let reply = match next(&turn, toolbox.draft().is_completed(), &mut spent, &self.budget) {
                Next::Act => act(&mut toolbox, &turn, &mut spent).await,
                Next::Urge(words) => Message::user(words),
                Next::Finish => break None,
                Next::GiveUp(why) => break Some(given_up(&turn, why)),
            };
            self.note(&transcript::answers(&reply)).await?;
            request.go_on(&turn, reply);
        };
        Ok(Ended {
            draft: toolbox.into_draft(),
            summary,
            usage: Usage {
                seconds: started.elapsed().as_secs_f64(),
                ..spent.usage
            },
            unfinished,
        })
    }
}

/// Asks until the deadline or until a person stops it. The pipeline then drops the whole attempt and its connection.
async fn ask_until(
    provider: &dyn Provider,
    request: &Request,
    deadline: Instant,
    stop: &CancellationToken,
) -> Result<Turn, ProviderError> {
    let log_retries = |delta: Delta| {
        if let Delta::Again { wait, .. } = delta {
            tracing::debug!(name: "the model is asked again after a pause", seconds = wait.as_secs_f64());
        }
    };
    let own = stop.child_token();
    let mut asking = pin!(provider.stream(request, &log_retries, &own));
    tokio::select! {
        turn = &mut asking => turn,
        () = tokio::time::sleep_until(deadline.into()) => {
            own.cancel();
            asking.await.map_err(|error| match error.fault {
                Fault::Cancelled => ProviderError::new(Fault::Cancelled, "the time for the form is up"),
                _ => error,
            })
        }
    }
}

/// Answers every call, including those of a reply that was cut off.
async fn act<T: Tooling + Send>(tools: &mut T, turn: &Turn, spent: &mut Spent) -> Message {
    let before = tools.mark();
    let mut results = Vec::new();
    for call in &turn.calls {
        let result = if turn.stop == Stop::MaxTokens {
            ToolResult {
                call_id: call.id.clone(),
                name: call.name.clone(),
                parts: vec![Part::text("Not done: your answer was cut off. Send less in one call.")],
                is_error: true,
            }
        } else {
            let mut result = tools.answer(call).await;
            if spent.is_repeat(call) {
                result.parts.push(Part::text(REPEATED));
            }
            result
        };
        results.push(result);
    }
    if tools.mark() != before {
        spent.got_on();
    }
    Message::User {
        results,
        parts: Vec::new(),
    }
}

#[async_trait]
impl Extractor for ModelEngine {
    fn engine(&self) -> EngineId {
        let model = self.provider.model();
        EngineId {
            kind: EngineKind::Model,
            provider: Some(model.endpoint.clone()),
            model: Some(model.id.clone()),
        }
    }

    async fn survey(
        &self,
        pages: &dyn PageSource,
        expected_year: Option<i32>,
        observer: &dyn SurveyObserver,
    ) -> anyhow::Result<Survey> {
        // The second reading comes first and unreported: only the combined result is shown.
        let local = self.local.survey(pages, expected_year, &()).await?;
        let provider = self.asking(Purpose::Classify);
        let reader = survey::Reader {
            provider: provider.as_ref(),
            pack: &self.pack,
            guides: &self.guides,
            pages,
        };
        survey::survey(&reader, local, observer).await
    }

    fn second(&self) -> Option<&dyn Extractor> {
        Some(&self.local)
    }

    fn judge(&self) -> Option<&dyn Judge> {
        Some(self)
    }

    fn within(&self, attempt: AttemptId) -> Option<Box<dyn Extractor>> {
        let journal = self.journal.as_ref()?.within(attempt);
        Some(Box::new(Self {
            provider: Arc::clone(&self.provider),
            pack: Arc::clone(&self.pack),
            local: self.local.clone(),
            guides: self.guides.clone(),
            budget: self.budget,
            journal: Some(journal),
        }))
    }

    async fn extract(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Extraction> {
        let ended = self.converse(assignment, pages).await?;
        let mut identity = match (ended.draft.identity(), &ended.unfinished) {
            // A model that stopped before saving anything does not show that the form is blank.
            (Some(_), Some(_)) if ended.draft.is_blank() => return Err(not_filled(ended.unfinished)),
            (Some(identity), _) => identity.clone(),
            // Values proved in this attempt are kept under the label of the planned form.
            (None, _) if !ended.draft.edits().is_empty() => Identity {
                label: ended.draft.label().to_owned(),
                proposed_label: None,
                confidence: 0.0,
                reason: format!("the model filled the form that was planned; {UNNAMED}"),
            },
            (None, _) => return Err(not_filled(ended.unfinished)),
        };
        let mut fields = ended.draft.fields(&self.pack);
        let subject = format!("forms[{}]", assignment.plan.number.saturating_sub(1));
        let mut issues = Vec::new();
        if let Some(second) = &assignment.second {
            // Agreement counts only for a label that the model stated and that is not the fallback.
            let is_named = ended.draft.identity().is_some() && identity.label != self.pack.fallback;
            if second.label == identity.label && is_named {
                identity.confidence = readings::together(identity.confidence, second.confidence);
            }
            let again = self.read_as(&identity.label, assignment, pages).await?;
            for second in std::iter::once(second).chain(&again) {
                if second.label == identity.label {
                    readings::raise(&mut fields, second);
                }
                issues.extend(readings::compare(
                    &self.pack,
                    &subject,
                    &identity.label,
                    &fields,
                    second,
                ));
            }
        }
        issues.extend(ended.unfinished.map(|why| {
            let message = format!("the model stopped before the form was finished: {why:#}");
            NewIssue::new(RaisedBy::Agent, "unfinished", Severity::Major, &subject, message)
        }));
        let others = assignment
            .plan
            .candidates
            .iter()
            .filter(|other| other.label != identity.label);
        Ok(Extraction {
            alternatives: others.cloned().collect(),
            proposed_label: identity.proposed_label,
            issues,
            rationale: identity.reason,
            usage: ended.usage,
            ..Extraction::said(&identity.label, identity.confidence, fields, ended.summary)
        })
    }
}

#[cfg(test)]
pub(crate) mod script;
#[cfg(test)]
mod tests;
