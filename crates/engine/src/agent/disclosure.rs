//! Records what a request discloses of a document, and the form in which the request is kept for people to read.

use crate::provider::{Message, Part, Request};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use touchstone_core::record::{DocumentId, Sent, SentMessage, SentPart, SentRequest, SentTool};

/// The parts of a document that a request contains.
pub(super) fn sent(request: &Request) -> Sent {
    let (mut text_of, mut pictures_of) = (BTreeSet::new(), BTreeSet::new());
    for part in request.parts() {
        match part {
            Part::Text { page, .. } => text_of.extend(page),
            Part::Image { page, .. } => pictures_of.extend(page),
        }
    }
    Sent {
        // A request is plain data, so serialization cannot fail.
        bytes: serde_json::to_vec(request).map_or(0, |bytes| bytes.len() as u64),
        text_of: text_of.into_iter().collect(),
        pictures_of: pictures_of.into_iter().collect(),
    }
}

/// An opaque name for the document, meaningful only within this workspace.
pub(super) fn cache_key(document: DocumentId) -> String {
    let mut digest = format!("{:x}", Sha256::digest(document.to_string()));
    digest.truncate(32);
    digest
}

/// The request in readable form.
pub(super) fn kept(request: &Request) -> SentRequest {
    let messages = request.messages.iter().map(|message| match message {
        Message::User { results, parts } => {
            let answers = results.iter().map(|result| SentPart::Answer {
                tool: result.name.clone(),
                failed: result.is_error,
                parts: result.parts.iter().map(kept_part).collect(),
            });
            SentMessage::User(answers.chain(parts.iter().map(kept_part)).collect())
        }
        Message::Assistant { blocks, .. } => SentMessage::Model(blocks.clone()),
    });
    let tools = request.tools().iter().map(|tool| SentTool {
        name: tool.name.clone(),
        description: tool.description.clone(),
        schema: tool.schema.clone(),
    });
    SentRequest {
        system: request.system.clone(),
        tools: tools.collect(),
        shape: request.shape().map(|shape| shape.schema.clone()),
        max_tokens: request.max_tokens,
        effort: request.effort.map(|effort| effort.as_str().to_owned()),
        messages: messages.collect(),
    }
}

fn kept_part(part: &Part) -> SentPart {
    match part {
        Part::Text { text, page, .. } => SentPart::Text {
            text: text.clone(),
            page: *page,
        },
        Part::Image { media_type, data, page } => {
            // The Base64 is our own; anything undecodable is recorded as it was sent.
            let raw = BASE64_STANDARD
                .decode(data)
                .unwrap_or_else(|_| data.clone().into_bytes());
            SentPart::Picture {
                media_type: media_type.clone(),
                page: *page,
                bytes: raw.len() as u64,
                sha256: format!("{:x}", Sha256::digest(&raw)),
            }
        }
    }
}

/// Pages with any content in the request.
pub(super) fn pages(sent: &Sent) -> Vec<u32> {
    let all: BTreeSet<u32> = sent.text_of.iter().chain(&sent.pictures_of).copied().collect();
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::script::Script;
    use crate::provider::Actions;
    use crate::provider::Ask;
    use crate::provider::Call;
    use crate::provider::Effort;
    use crate::provider::Message;
    use crate::provider::Provider;
    use crate::provider::Shape;
    use crate::provider::Tool;
    use crate::provider::ToolResult;
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn what_a_model_without_calls_is_asked_is_kept_as_it_leaves() {
        let tool = Tool {
            name: "find_text".into(),
            description: "Finds.".into(),
            schema: json!({"type": "object", "properties": {}}),
        };
        let request = Request {
            system: "Read.".into(),
            messages: vec![Message::user("go")],
            ask: Ask::Tools(vec![tool]),
            max_tokens: 10,
            effort: None,
            cache_key: None,
        };
        let script = Arc::new(Script::new(Vec::new()));
        assert_eq!(*script.wording(&request), request);
        let leaves = kept(&Actions::new(script).wording(&request));
        assert!(leaves.system.contains("`find_text`: Finds."), "{}", leaves.system);
    }

    #[test]
    fn all_that_is_sent_is_kept_and_pictures_are_noted() {
        let result = ToolResult {
            call_id: "a".into(),
            name: "view_page".into(),
            parts: vec![Part::picture(b"not a picture").of_page(2)],
            is_error: true,
        };
        let call = Call {
            id: "a".into(),
            name: "view_page".into(),
            input: json!({"page": 2}),
        };
        let block = json!({"type": "thinking", "signature": "s"});
        let request = Request {
            system: "Read.".into(),
            messages: vec![
                Message::User {
                    results: Vec::new(),
                    parts: vec![Part::text("W-2").of_page(1), Part::text("Fill it.")],
                },
                Message::Assistant {
                    blocks: vec![block.clone()],
                    calls: vec![call],
                },
                Message::User {
                    results: vec![result],
                    parts: Vec::new(),
                },
            ],
            ask: Ask::Json(Shape {
                name: "s".into(),
                schema: json!({"type": "object"}),
            }),
            max_tokens: 10,
            effort: Some(Effort::Low),
            cache_key: None,
        };
        let text = |text: &str, page| SentPart::Text {
            text: text.into(),
            page,
        };
        let picture = SentPart::Picture {
            media_type: "image/png".into(),
            page: Some(2),
            bytes: 13,
            sha256: format!("{:x}", Sha256::digest(b"not a picture")),
        };
        let expected = SentRequest {
            system: "Read.".into(),
            tools: Vec::new(),
            shape: Some(json!({"type": "object"})),
            max_tokens: 10,
            effort: Some("low".into()),
            messages: vec![
                SentMessage::User(vec![text("W-2", Some(1)), text("Fill it.", None)]),
                SentMessage::Model(vec![block]),
                SentMessage::User(vec![SentPart::Answer {
                    tool: "view_page".into(),
                    failed: true,
                    parts: vec![picture],
                }]),
            ],
        };
        assert_eq!(kept(&request), expected);
        let carried = sent(&request);
        assert_eq!((&carried.text_of[..], &carried.pictures_of[..]), (&[1][..], &[2][..]));
        assert_eq!(pages(&carried), [1, 2]);
    }

    #[test]
    fn a_cache_key_is_one_for_a_document_and_tells_nothing_of_it() {
        let (one, other) = (DocumentId::fresh(), DocumentId::fresh());
        assert_eq!(cache_key(one), cache_key(one));
        assert_ne!(cache_key(one), cache_key(other));
        assert!(cache_key(one).len() == 32 && !one.to_string().contains(&cache_key(one)[..8]));
    }
}
