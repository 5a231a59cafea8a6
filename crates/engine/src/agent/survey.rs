//! The model's survey of a document, by the mode of its pack, next to the local engine's: the model answers, code
//! merges, and findings of only one of both are kept as doubts.

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
use touchstone_core::record::{NewIssue, RaisedBy, Severity, Survey, SurveyObserver, Usage};
use touchstone_intake::{Failure, Page, PageSource, Recipe};

/// Max tokens of an answer about one page, and about a whole document.
const ABOUT_A_PAGE: u32 = 4_000;
const ABOUT_ALL: u32 = 16_000;
/// Tokens reserved for instructions and shape besides the text.
const AROUND: u64 = 6_000;
/// Min characters per token: sparse tables take more tokens than prose.
pub(super) const LETTERS: u64 = 3;
/// Min side of a picture that may be a stamp, in points.
const STAMP: f32 = 36.0;
/// Confidence when there is no answer.
const UNREADABLE: f64 = 0.3;
/// Max confidence of findings that only one of two readings has, low enough for an expert to look.
const DOUBTFUL: f64 = 0.6;

/// Inputs of a survey: the model, the pack, its instructions and the pages.
pub(super) struct Reader<'a> {
    pub provider: &'a dyn Provider,
    pub pack: &'a Pack,
    pub guides: &'a Guides,
    pub pages: &'a dyn PageSource,
}

/// Usage of the questions, and the issues raised.
#[derive(Debug, Default)]
struct Account {
    usage: Usage,
    issues: Vec<NewIssue>,
}

/// Surveys the document in the mode of its pack. `local` is the finished second reading.
pub(super) async fn survey(
    reader: &Reader<'_>,
    local: Survey,
    observer: &dyn SurveyObserver,
) -> anyhow::Result<Survey> {
    match (reader.pack.mode, &reader.pack.vocabulary) {
        (Mode::Pages, Some(words)) => {
            let grammar = Grammar::new(words.clone());
            markings::survey(reader, &grammar, local, observer).await
        }
        (Mode::Whole, _) => chart::survey(reader, local, observer).await,
        // Without a marking vocabulary, code has nothing to merge.
        (Mode::Form | Mode::Pages, _) => forms::survey(reader, local, observer).await,
    }
}

impl Reader<'_> {
    async fn page(&self, number: u32) -> anyhow::Result<Page> {
        let page = self.pages.page(number).await.map_err(anyhow::Error::new);
        page.with_context(|| format!("surveying page {number}"))
    }

    /// Prompt of the program, followed by the pack's guides.
    fn system(&self, own: &str, stages: &[GuideStage]) -> String {
        let mut text = own.trim().to_owned();
        let guides = stages.iter().map(|stage| self.guides.stage(*stage));
        for guide in guides.filter(|guide| !guide.is_empty()) {
            let _infallible = write!(text, "\n\n{guide}");
        }
        text
    }

    /// Characters of a document that fit beside an answer about all of it.
    fn room(&self) -> u64 {
        let model = self.provider.model();
        let answer = u64::from(ABOUT_ALL.min(model.output));
        model.context.saturating_sub(answer + AROUND) * LETTERS
    }

    /// The labels with their descriptions.
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
    /// Returns the answer, or an issue if there is none. Failures that every other document would meet end the
    /// survey.
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

/// The issue for a question without an answer. A failure that is not the document's and would meet every other one
/// too is an error: the work waits, or ends if a question is not accepted at all. After any other provider failure,
/// earlier findings stay and a person is asked.
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
    let message = format!("the model gave no usable answer: {}", unanswered.why);
    Ok(NewIssue::new(by, code, Severity::Major, subject, message))
}

/// The words of a page with numbered lines, plus its picture if the words may be incomplete and the model accepts
/// images.
async fn shown(reader: &Reader<'_>, page: &Page) -> Vec<Part> {
    let mut parts = vec![lines_of(page)];
    if reader.provider.model().can.images && shows_more_than_words(page) {
        parts.push(picture(reader, page).await);
    }
    parts
}

/// The words of a page read again, plus, for a model that accepts images, the picture that was read: prepared as
/// requested and at a higher resolution than before.
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

/// The picture of a page, or a note on why it is missing.
async fn picture(reader: &Reader<'_>, page: &Page) -> Part {
    match drawn(reader.pages, page).await {
        Ok(part) => part,
        Err(why) => undrawn(&why),
    }
}

fn undrawn(why: &Failure) -> Part {
    Part::text(format!("The picture of the page cannot be drawn: {}.", why.message))
}

/// Whether a page may show more than its words, such as a scan or a stamp.
fn shows_more_than_words(page: &Page) -> bool {
    let stamped = page
        .pictures
        .iter()
        .any(|picture| picture.width.min(picture.height) > STAMP);
    stamped || needs_picture(page)
}

/// Schema of an object whose properties are all required.
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
