//! The tools of an agent for one form of one document: reading the pages, and editing a draft where every value
//! requires words on a page. They are bound to the document; no tool takes a document, a path or an address. A
//! refusal explains how to repair the call. Grading follows completion; turns are in `agent`.

mod draft;
mod quotes;
mod fence;
mod fields;
mod lines;
mod get_document_text;
mod find_text;
mod view_page;
mod get_current_extraction;
mod identify_document;
mod extract_fields;
mod update_field;
mod remove_field;
mod complete_extraction;
mod stack;

use crate::provider::{Call, Part, Tool, ToolResult, accept};
use async_trait::async_trait;
pub use draft::{Draft, Edited, Identity};
pub(crate) use fence::fenced;
pub(crate) use fields::fields_of;
pub(crate) use lines::{cut_to, text_of};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
#[cfg(test)]
pub(crate) use stack::tests as stack_tests;
pub use stack::{StackScope, StackTools, stack_tools};
use touchstone_core::pack::{Pack, Template};
use touchstone_core::record::Extent;
use touchstone_intake::{Page, PageSource};
pub(crate) use view_page::{drawn, drawn_finer, needs_picture, picture_of};

/// The answer of a tool: parts of a message, or a refusal that helps to repair the call.
type Answer = Result<Vec<Part>, String>;

/// Max values saved at once for a document with fewer fields in its template.
const MOST_OF_OTHERS: usize = 20;

/// The tools, bound to one form of one document.
pub struct Toolbox<'a> {
    pages: &'a dyn PageSource,
    pack: &'a Pack,
    /// Where the form may be read from.
    extent: Extent,
    draft: Draft,
    /// The label whose fields the instructions list.
    listed: String,
    /// The words in which a person requested changes: a value in them requires no quote.
    words: Option<String>,
}

impl<'a> Toolbox<'a> {
    pub fn new(pages: &'a dyn PageSource, pack: &'a Pack, extent: Extent, draft: Draft) -> Self {
        Self {
            pages,
            pack,
            extent,
            listed: draft.label().to_owned(),
            draft,
            words: None,
        }
    }

    /// For changes that a person requested.
    #[must_use]
    pub fn asked_in(self, words: &str) -> Self {
        Self {
            words: Some(words.to_owned()),
            ..self
        }
    }

    /// The text that most models read in their first call, for sending it unasked; `None` if it is too long for one
    /// answer or cannot be read.
    pub async fn text_of_form(&self) -> Option<Vec<Part>> {
        get_document_text::whole(self).await
    }

    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    pub fn into_draft(self) -> Draft {
        self.draft
    }

    /// The template of the draft's label.
    fn template(&self) -> &Template {
        self.pack.template_for(self.draft.label())
    }

    /// Runs a call. Whatever a model sends, the result answers its call.
    pub async fn call(&mut self, call: &Call) -> ToolResult {
        let input = call.input.clone();
        let answer = match call.name.as_str() {
            get_document_text::NAME => get_document_text::run(self, input).await,
            find_text::NAME => find_text::run(self, input).await,
            view_page::NAME => view_page::run(self, input).await,
            get_current_extraction::NAME => get_current_extraction::run(self, input),
            identify_document::NAME => identify_document::run(self, input),
            extract_fields::NAME => extract_fields::run(self, input).await,
            update_field::NAME => update_field::run(self, input).await,
            remove_field::NAME => remove_field::run(self, input),
            complete_extraction::NAME => complete_extraction::run(self, input),
            other => Err(format!("There is no tool `{other}`.")),
        };
        result(call, answer)
    }

    /// A page of the form, cut to the form's parts if the page is shared; the agent sees nothing else.
    async fn page(&self, number: u32) -> Result<Page, String> {
        let page = self.whole_page(number).await?;
        Ok(cut_to(page, self.extent.parts(number)))
    }

    async fn whole_page(&self, number: u32) -> Result<Page, String> {
        let (first, last) = (self.extent.first_page, self.extent.last_page);
        if !(first..=last).contains(&number) {
            return Err(format!(
                "There is no page {number} here: this form is on pages {first} to {last}."
            ));
        }
        if self.extent.is_foreign(number) {
            return Err(format!("Page {number} belongs to another form."));
        }
        let page = self.pages.page(number).await;
        page.map_err(|failure| format!("Page {number} cannot be read: {}.", failure.message))
    }
}

/// The tools of a conversation, and whether a call of them changed anything.
#[async_trait]
pub(crate) trait Tooling {
    type Mark: PartialEq + Send;

    /// Differs after a change.
    fn mark(&self) -> Self::Mark;

    async fn answer(&mut self, call: &Call) -> ToolResult;
}

#[async_trait]
impl Tooling for Toolbox<'_> {
    type Mark = Draft;

    fn mark(&self) -> Draft {
        self.draft.clone()
    }

    async fn answer(&mut self, call: &Call) -> ToolResult {
        self.call(call).await
    }
}

fn result(call: &Call, answer: Answer) -> ToolResult {
    let is_error = answer.is_err();
    ToolResult {
        call_id: call.id.clone(),
        name: call.name.clone(),
        parts: answer.unwrap_or_else(|why| vec![Part::text(why)]),
        is_error,
    }
}

/// The tools offered to a model; the picture tool only if it accepts images.
pub fn tools(pack: &Pack, sees: bool) -> Vec<Tool> {
    let mut tools = vec![
        tool::<get_document_text::Arguments>(get_document_text::NAME, get_document_text::ABOUT),
        tool::<find_text::Arguments>(find_text::NAME, find_text::ABOUT),
        tool::<get_current_extraction::Arguments>(get_current_extraction::NAME, get_current_extraction::ABOUT),
        identify_document::tool(pack),
        tool::<extract_fields::Arguments>(extract_fields::NAME, extract_fields::ABOUT),
        tool::<update_field::Arguments>(update_field::NAME, update_field::ABOUT),
        tool::<remove_field::Arguments>(remove_field::NAME, remove_field::ABOUT),
        tool::<complete_extraction::Arguments>(complete_extraction::NAME, complete_extraction::ABOUT),
    ];
    if sees {
        tools.insert(2, tool::<view_page::Arguments>(view_page::NAME, view_page::ABOUT));
    }
    tools
}

/// Whether a tool only reads the document.
pub fn reads_only(name: &str) -> bool {
    [get_document_text::NAME, find_text::NAME, view_page::NAME].contains(&name)
}

/// The tools of a model that was given the pages of a form up front: without the reading tools, and without the saved
/// values while nothing is saved. As many values as the form has fields can be saved at once, since small models
/// continue for as long as they may.
pub fn tools_of_handed(pack: &Pack, label: &str, corrects: bool) -> Vec<Tool> {
    let mut tools = tools(pack, false);
    // The planned label comes first, since small models prefer what they read first.
    let labels = std::iter::once(label).chain(identify_document::labels(pack).filter(|other| *other != label));
    let labels: Vec<&str> = labels.collect();
    tools.retain(|tool| !reads_only(&tool.name) && (corrects || tool.name != get_current_extraction::NAME));
    let most = pack.template_for(label).fields.len().max(MOST_OF_OTHERS);
    for tool in &mut tools {
        match tool.name.as_str() {
            extract_fields::NAME => tool.schema["properties"]["fields"]["maxItems"] = json!(most),
            identify_document::NAME => tool.schema["properties"]["label"]["enum"] = json!(labels),
            _ => {}
        }
    }
    tools
}

/// The tools for changing a filled form: reading, and one value at a time.
pub fn tools_of_correction(pack: &Pack, sees: bool) -> Vec<Tool> {
    const OTHERS: [&str; 3] = [identify_document::NAME, extract_fields::NAME, complete_extraction::NAME];
    let mut tools = tools(pack, sees);
    tools.retain(|tool| !OTHERS.contains(&tool.name.as_str()));
    tools
}

fn tool<T: JsonSchema>(name: &str, about: &str) -> Tool {
    Tool {
        name: name.to_owned(),
        description: about.to_owned(),
        schema: schema::<T>(),
    }
}

/// The schema without references, which weak servers do not follow.
fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// The arguments, validated against their whole schema.
fn arguments<T: JsonSchema + DeserializeOwned>(input: Value) -> Result<T, String> {
    let fitting =
        accept(&schema::<T>(), input).map_err(|complaints| refusal("The arguments do not fit", &complaints))?;
    serde_json::from_value(fitting).map_err(|error| format!("The arguments do not fit: {error}."))
}

/// A list of complaints under a headline.
fn refusal(what: &str, complaints: &[String]) -> String {
    format!("{what}:\n- {}", complaints.join("\n- "))
}

fn reply(text: impl Into<String>) -> Vec<Part> {
    vec![Part::text(text)]
}

#[cfg(test)]
pub(crate) mod tests;
