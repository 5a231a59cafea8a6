//! Builds the opening of an attempt. The first attempt gets its task. A later one repeats that task and everything
//! the first one read before writing, unchanged, so that the provider finds it in its cache; the feedback follows.

use super::{ModelEngine, prompt};
use crate::provider::{Ask, Message, Part, Request, Stop, Turn};
use crate::tools::{Toolbox, cut_to, reads_only, text_of, tools_of_handed};
use touchstone_core::pack::GuideStage;
use touchstone_core::record::{Assignment, Extent, Purpose};
use touchstone_intake::{PageSource, Region};

/// Max reading turns to replay; a model that read for longer got lost.
const MOST_TURNS: usize = 4;

/// Replaces the first step of the instructions.
const HANDED: &str =
    "The pages are above, so they are read already: begin by saying what the document is and saving its values.";

impl ModelEngine {
    /// The conversation up to the first call. Earlier reads are repeated by the same calls.
    pub(super) async fn opening(
        &self,
        assignment: &Assignment,
        pages: &dyn PageSource,
        toolbox: &mut Toolbox<'_>,
    ) -> anyhow::Result<Request> {
        let pictures = self.pictures(assignment, pages).await?;
        let guide = self.guides.stage(GuideStage::Extract);
        let model = self.provider.model();
        let parts = shared_parts(&assignment.extent, pages).await?;
        let mut request = prompt::request(&self.pack, guide, assignment, pictures, &parts, model);
        // A model that acts by JSON gets the pages up front where they fit; others read them by a call.
        if !model.can.tools
            && let Some(Message::User { parts, .. }) = request.messages.first_mut()
            && let Some(text) = toolbox.text_of_form().await
            && (text.iter().map(letters).sum::<usize>() as u64) < model.context
        {
            parts.splice(0..0, text);
            parts.push(Part::text(HANDED));
            request.ask = Ask::Tools(tools_of_handed(
                &self.pack,
                &assignment.label,
                assignment.previous.is_some(),
            ));
        }
        let Some(again) = prompt::again(assignment) else {
            return Ok(request);
        };
        let first = match &self.journal {
            Some(journal) => journal.first_answers(Purpose::Extract).await?,
            None => Vec::new(),
        };
        for turn in first.iter().take_while(|turn| is_reading(turn)).take(MOST_TURNS) {
            let mut results = Vec::new();
            for call in &turn.calls {
                results.push(toolbox.call(call).await);
            }
            request.messages.push(turn.message());
            request.messages.push(Message::User {
                results,
                parts: Vec::new(),
            });
        }
        if let Some(Message::User { parts, .. }) = request.messages.last_mut() {
            parts.push(Part::text(again));
        }
        Ok(request)
    }
}

/// Describes, for each shared page, the part that belongs to the form.
pub(super) async fn shared_parts(extent: &Extent, pages: &dyn PageSource) -> anyhow::Result<Vec<String>> {
    let mut parts = Vec::new();
    for number in extent.pages() {
        let Some(own) = extent.parts(number).and_then(<[Region]>::first) else {
            continue;
        };
        let page = pages.page(number).await.map_err(anyhow::Error::new)?;
        let page = cut_to(page, Some(std::slice::from_ref(own)));
        parts.push(prompt::part_of(&page, own, &text_of(&page)));
    }
    Ok(parts)
}

fn letters(part: &Part) -> usize {
    match part {
        Part::Text { text, .. } => text.len(),
        Part::Image { .. } => 0,
    }
}

/// Whether a turn only read the document.
fn is_reading(turn: &Turn) -> bool {
    turn.stop == Stop::Calls && !turn.calls.is_empty() && turn.calls.iter().all(|call| reads_only(&call.name))
}
