//! The first look at a document by a model, in the way of the pack's mode, beside the local engine's: the model says, code
//! merges, and what only one of both saw is kept and doubted. Not here: filling forms, and verifying afterwards.

mod chart;
mod claims;
mod compare;
mod forms;
mod markings;
mod papers;
mod quote;

use super::guides::Guides;
use super::question::{Answered, NoAnswer, Question, Unanswered, ask};
use crate::provider::{Fault, Part, Provider, Remedy, Shape};
use crate::tools::{drawn, drawn_finer, needs_picture, text_of};
use anyhow::Context;
pub(super) use chart::{as_parts, whole_text};
pub(super) use claims::SYSTEM;
pub(super) use quote::{Finder, Quote, is_placed};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Write;
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::{GuideStage, Mode, Pack};
use touchstone_core::record::{NewIssue, RaisedBy, Severity, Survey, Usage, Witness};
use touchstone_intake::{Failure, Page, PageSource, Recipe};

/// Tokens of one answer about a page, and about a whole document.
const ABOUT_A_PAGE: u32 = 4_000;
const ABOUT_ALL: u32 = 16_000;
/// Tokens that instructions and shape may take beside the text.
const AROUND: u64 = 6_000;
/// Letters a token, at least: sparse tables take more tokens than prose.
pub(super) const LETTERS: u64 = 3;
/// A picture of so many points a side may be a stamp.
const STAMP: f32 = 36.0;
/// What is concluded from no answer (DESIGN 3, Extract).
const UNREADABLE: f64 = 0.3;
/// What only one of two readings saw is at most this sure, so that an expert looks.
const DOUBTFUL: f64 = 0.6;

/// Who looks, at what, and by whose instructions.
pub(super) struct Reader<'a> {
    pub provider: &'a dyn Provider,
    pub pack: &'a Pack,
    pub guides: &'a Guides,
    pub pages: &'a dyn PageSource,
}

/// What the looks cost, and the doubts that came up.
#[derive(Debug, Default)]
struct Account {
    usage: Usage,
    issues: Vec<NewIssue>,
}

/// Looks at the document in the mode of its pack. `local` is the second reading, finished.
pub(super) async fn survey(reader: &Reader<'_>, local: Survey, witness: &dyn Witness) -> anyhow::Result<Survey> {
    match (reader.pack.mode, &reader.pack.vocabulary) {
        (Mode::Pages, Some(words)) => {
            let grammar = Grammar::new(words.clone());
            markings::survey(reader, &grammar, local, witness).await
        }
        (Mode::Whole, _) => chart::survey(reader, local, witness).await,
        // Without words for markings there is nothing that code could merge.
        (Mode::Form | Mode::Pages, _) => forms::survey(reader, local, witness).await,
    }
}

impl Reader<'_> {
    async fn page(&self, number: u32) -> anyhow::Result<Page> {
        let page = self.pages.page(number).await.map_err(anyhow::Error::new);
        page.with_context(|| format!("surveying page {number}"))
    }

    /// Words of the program and of the pack, in front of what is asked.
    fn system(&self, own: &str, stages: &[GuideStage]) -> String {
        let mut text = own.trim().to_owned();
        let guides = stages.iter().map(|stage| self.guides.stage(*stage));
        for guide in guides.filter(|guide| !guide.is_empty()) {
            let _infallible = write!(text, "\n\n{guide}");
        }
        text
    }

    /// Letters of a document that fit beside an answer about all of it.
    fn room(&self) -> u64 {
        let model = self.provider.model();
        let answer = u64::from(ABOUT_ALL.min(model.output));
        model.context.saturating_sub(answer + AROUND) * LETTERS
    }

    /// The labels with what they mean.
    fn labels(&self) -> String {
        let mut text = String::from("Labels:\n");
        for label in &self.pack.labels {
            let _infallible = writeln!(text, "- {}: {}", label.name, label.description);
        }
        text
    }

    fn label_names(&self) -> Vec<&str> {
        self.pack.labels.iter().map(|label| label.name.as_str()).collect()
    }
}

impl Account {
    /// The answer, or the doubt that there is none. What every other document would meet as well ends the survey.
    async fn ask<T: DeserializeOwned>(
        &mut self,
        provider: &dyn Provider,
        question: &Question,
        subject: &str,
        fits: impl Fn(&T) -> Vec<String> + Send,
    ) -> anyhow::Result<Result<T, NewIssue>> {
        let unanswered = match ask(provider, question, fits).await {
            Ok(Answered { value, usage }) => {
                self.usage = self.usage.plus(&usage);
                return Ok(Ok(value));
            }
            Err(unanswered) => unanswered,
        };
        self.usage = self.usage.plus(&unanswered.usage);
        no_answer(unanswered, RaisedBy::Agent, subject).map(Err)
    }
}

/// The doubt that a question got no answer. What is no failure of the document, and would meet every other one too, is an error:
/// the work waits then, or ends where a question is not accepted at all. Whatever else a provider fails at leaves what was
/// read before, and a person is asked.
pub(super) fn no_answer(unanswered: Unanswered, by: RaisedBy, subject: &str) -> anyhow::Result<NewIssue> {
    let code = match &unanswered.why {
        NoAnswer::Provider(error) => match error.fault {
            Fault::TooLong => "too_long",
            Fault::UsedUp | Fault::OutOfTime => "used_up",
            Fault::Cancelled | Fault::Invalid => return Err(unanswered.into_error()),
            _ if error.remedy() == Remedy::Pause || error.passes() => return Err(unanswered.into_error()),
            _ => "no_answer",
        },
        NoAnswer::Refused(_) => "refused",
        NoAnswer::Unreadable(_) => "parse_error",
    };
    let message = format!("nothing came of a question to the model: {}", unanswered.why);
    Ok(NewIssue::new(by, code, Severity::Major, subject, message))
}

/// The words of a page with numbered lines, and its picture where words do not tell all of it and the model can see.
async fn shown(reader: &Reader<'_>, page: &Page) -> Vec<Part> {
    let mut parts = vec![lines_of(page)];
    if reader.provider.model().can.images && says_more(page) {
        parts.push(picture(reader, page).await);
    }
    parts
}

/// The words of a page read once more, and for a model that can see the picture that was read: prepared as it asked, and finer
/// than the one it saw before.
async fn shown_better(reader: &Reader<'_>, page: &Page, asked: &Recipe) -> Vec<Part> {
    let mut parts = vec![lines_of(page)];
    if reader.provider.model().can.images {
        let recipe = page.reading.recipe.as_ref().unwrap_or(asked);
        parts.push(Part::text(format!(
            "The page in two halves, prepared by: {}.",
            asked.enhancements.join(", ")
        )));
        let halves = drawn_finer(reader.pages, page, recipe).await;
        parts.extend(halves.unwrap_or_else(|why| vec![undrawn(&why)]));
    }
    parts
}

fn lines_of(page: &Page) -> Part {
    let mut text = format!("Page {}:\n", page.number);
    let lines = text_of(page);
    for (line, number) in lines.lines().filter(|line| !line.trim().is_empty()).zip(1..) {
        let _infallible = writeln!(text, "{number}| {line}");
    }
    if lines.trim().is_empty() {
        text.push_str("(no words were read on it)\n");
    }
    Part::text(text).of_page(page.number)
}

/// The picture of a page, or why there is none.
async fn picture(reader: &Reader<'_>, page: &Page) -> Part {
    match drawn(reader.pages, page).await {
        Ok(part) => part,
        Err(why) => undrawn(&why),
    }
}

fn undrawn(why: &Failure) -> Part {
    Part::text(format!("The picture of the page cannot be drawn: {}.", why.message))
}

/// Whether something may stand on a page that its words do not say: a scan, a stamp.
fn says_more(page: &Page) -> bool {
    let stamped = page
        .pictures
        .iter()
        .any(|picture| picture.width.min(picture.height) > STAMP);
    stamped || needs_picture(page)
}

/// An object all of whose parts are there.
pub(super) fn object(properties: Value) -> Value {
    let names: Vec<String> = properties
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .collect();
    let mut schema = json!({"type": "object", "required": names, "additionalProperties": false});
    schema["properties"] = properties;
    schema
}

pub(super) fn list(items: Value) -> Value {
    let mut schema = json!({"type": "array"});
    schema["items"] = items;
    schema
}

fn shape(name: &str, schema: Value) -> Shape {
    let name = name.to_owned();
    Shape { name, schema }
}

#[cfg(test)]
pub(crate) mod tests;
