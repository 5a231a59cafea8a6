//! What was sent to models about a document: the calls, and each request as sent. Costs are in `spending`.

use super::Desk;
use super::trouble::parse_id;
use super::views::{RequestPart, RequestView, SentView, ToolView};
use anyhow::Context;
use touchstone_core::record::{CallId, CallState, DocumentId, ModelCall, SentMessage, SentPart, SentRequest};

impl Desk {
    /// All calls about a document that were actually sent, with destination and cost.
    pub async fn sent(&self, document: DocumentId) -> anyhow::Result<Vec<ModelCall>> {
        let calls = self.store.calls_of(document).await?;
        Ok(calls.into_iter().filter(|call| call.tries > 0).collect())
    }

    /// The request of a call; `None` if it was not kept, as for calls of earlier versions.
    pub async fn sent_request(&self, document: DocumentId, call: CallId) -> anyhow::Result<Option<SentRequest>> {
        Ok(self.store.request_of(document, call).await?)
    }

    pub async fn sent_views(&self, document: &str) -> anyhow::Result<Vec<SentView>> {
        let calls = self.sent(parse_id(document)?).await?;
        Ok(calls.iter().map(sent_view).collect())
    }

    pub async fn request_view(&self, document: &str, call: &str) -> anyhow::Result<Option<RequestView>> {
        let wanted = call
            .parse()
            .with_context(|| format!("could not look up call `{call}`: it is not a valid id"))?;
        let request = self.sent_request(parse_id(document)?, wanted).await?;
        Ok(request.as_ref().map(RequestView::of))
    }
}

impl RequestView {
    pub fn of(request: &SentRequest) -> Self {
        let tools = request.tools.iter().map(|tool| ToolView {
            name: tool.name.clone(),
            description: tool.description.clone(),
            schema: format!("{:#}", tool.schema),
        });
        Self {
            system: request.system.clone(),
            tools: tools.collect(),
            shape: request.shape.as_ref().map(|shape| format!("{shape:#}")),
            max_tokens: request.max_tokens,
            parts: request.messages.iter().flat_map(message).collect(),
        }
    }
}

fn message(message: &SentMessage) -> Vec<RequestPart> {
    match message {
        SentMessage::User(parts) => parts.iter().flat_map(part).collect(),
        SentMessage::Model(blocks) => vec![RequestPart {
            by_model: true,
            title: "An earlier turn of the model".to_owned(),
            text: blocks
                .iter()
                .map(|block| format!("{block:#}"))
                .collect::<Vec<_>>()
                .join("\n"),
            picture_of: None,
        }],
    }
}

fn part(of: &SentPart) -> Vec<RequestPart> {
    let by_program = |title: String, text: &str, picture_of| {
        vec![RequestPart {
            by_model: false,
            title,
            text: text.to_owned(),
            picture_of,
        }]
    };
    let of_page = |page: &Option<u32>| page.map_or_else(String::new, |page| format!(" of page {page}"));
    match of {
        SentPart::Text { text, page } => by_program(format!("Text{}", of_page(page)), text, None),
        SentPart::Picture {
            media_type,
            page,
            bytes,
            sha256,
        } => by_program(
            format!(
                "Picture{}: {media_type}, {bytes} bytes, SHA-256 {sha256}",
                of_page(page)
            ),
            "",
            *page,
        ),
        SentPart::Answer { tool, failed, parts } => {
            let what = if *failed { "Refusal" } else { "Answer" };
            let mut shown = parts.iter().flat_map(part).collect::<Vec<_>>();
            for part in &mut shown {
                part.title = format!("{what} of {tool}: {}", part.title);
            }
            shown
        }
    }
}

fn sent_view(call: &ModelCall) -> SentView {
    SentView {
        id: call.id.to_string(),
        at: call.started_at.to_string(),
        purpose: call.purpose.describe().to_owned(),
        model: format!("{}:{}", call.provider, call.model),
        origin: call.origin.clone(),
        state: state(call.state).to_owned(),
        bytes: call.sent.bytes as f64,
        text_of: call.sent.text_of.clone(),
        pictures_of: call.sent.pictures_of.clone(),
        tries: call.tries,
        usage: super::document::usage_view(&call.usage),
        error: call.error.clone(),
    }
}

fn state(state: CallState) -> &'static str {
    match state {
        CallState::Started => "in progress",
        CallState::Done => "answered",
        CallState::Failed => "failed",
        CallState::Interrupted => "interrupted",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_request_is_shown_with_all_that_was_in_it() {
        let text = |text: &str, page| SentPart::Text {
            text: text.to_owned(),
            page,
        };
        let request = SentRequest {
            system: "Read.".into(),
            shape: Some(json!({"type": "object"})),
            messages: vec![
                SentMessage::User(vec![text("W-2", Some(3)), text("Fill it.", None)]),
                SentMessage::Model(vec![json!({"text": "I look."})]),
                SentMessage::User(vec![SentPart::Answer {
                    tool: "view_page".into(),
                    failed: false,
                    parts: vec![SentPart::Picture {
                        media_type: "image/png".into(),
                        page: Some(2),
                        bytes: 9,
                        sha256: "f00d".into(),
                    }],
                }]),
            ],
            ..SentRequest::default()
        };
        let view = RequestView::of(&request);
        let titles: Vec<&str> = view.parts.iter().map(|part| part.title.as_str()).collect();
        let expected = [
            "Text of page 3",
            "Text",
            "An earlier turn of the model",
            "Answer of view_page: Picture of page 2: image/png, 9 bytes, SHA-256 f00d",
        ];
        assert_eq!(titles, expected);
        assert!(view.parts[2].by_model && view.parts[2].text.contains("I look."));
        assert_eq!(view.parts[3].picture_of, Some(2));
        assert_eq!(
            (view.system.as_str(), view.parts[1].text.as_str()),
            ("Read.", "Fill it.")
        );
    }
}
