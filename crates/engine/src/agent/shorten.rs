//! Shortens conversations that grow too long for a model: drops the oldest tool answers and marks them as dropped,
//! since they can be read again. The model's turns stay unchanged, and every call keeps an answer.

use crate::provider::{Fault, Message, Model, Part, ProviderError, Request, Turn};

/// Min characters per token, and approximate tokens of a picture.
const LETTERS: u64 = 3;
const OF_PICTURE: u64 = 1_500;
const DROPPED: &str = "(Dropped to save room. It can be read again by the same call.)";

/// How full a conversation is: the count of its last turn plus an estimate of later messages.
#[derive(Debug, Default)]
pub(super) struct Fill {
    counted: u64,
    /// Number of messages included in `counted`.
    upto: usize,
}

impl Fill {
    /// Records the count of a turn; `messages` is the number of messages asked, and the turn follows them.
    pub(super) fn note(&mut self, turn: &Turn, messages: usize) {
        self.counted = turn.tokens.prompt() + turn.tokens.output;
        self.upto = messages + 1;
    }

    /// Estimates whether the request and a long answer exceed the model's context.
    pub(super) fn is_beyond(&self, request: &Request, model: &Model) -> bool {
        let before = if self.upto == 0 {
            let tools = request.tools().iter();
            let tools: usize = tools
                .map(|tool| tool.description.len() + tool.schema.to_string().len())
                .sum();
            (request.system.len() + tools) as u64 / LETTERS
        } else {
            self.counted
        };
        let since: u64 = request.messages.iter().skip(self.upto).map(weight).sum();
        // The longest answer is rare, and a small model may write as much as it can read.
        let answer = u64::from(request.max_tokens.min(model.output)).min(model.context / 4);
        before + since + answer > model.context
    }

    /// Drops about half of the tool answers by size, oldest first, and returns their number. Those of the last turn
    /// stay.
    pub(super) fn shorten(&mut self, request: &mut Request) -> usize {
        let last = request.messages.len().saturating_sub(1);
        let mut answers: Vec<&mut Vec<Part>> = request.messages[..last]
            .iter_mut()
            .flat_map(|message| match message {
                Message::User { results, .. } => results.as_mut_slice(),
                Message::Assistant { .. } => &mut [],
            })
            .map(|result| &mut result.parts)
            .filter(|parts| parts.iter().map(of_part).sum::<u64>() > DROPPED.len() as u64 / LETTERS)
            .collect();
        let all: u64 = answers.iter().flat_map(|parts| parts.iter()).map(of_part).sum();
        let (mut freed, mut dropped) = (0, 0);
        for parts in &mut answers {
            if freed * 2 >= all {
                break;
            }
            freed += parts.iter().map(of_part).sum::<u64>();
            **parts = vec![Part::text(DROPPED)];
            dropped += 1;
        }
        // The counted conversation included the dropped answers.
        self.counted = self.counted.saturating_sub(freed);
        dropped
    }
}

/// Whether a provider reports that the conversation is too long for the model.
pub(super) fn is_too_long(error: &anyhow::Error) -> bool {
    let of_provider = error.downcast_ref::<ProviderError>();
    of_provider.is_some_and(|error| error.fault == Fault::TooLong)
}

fn weight(message: &Message) -> u64 {
    match message {
        Message::Assistant { blocks, .. } => {
            blocks.iter().map(|block| block.to_string().len() as u64).sum::<u64>() / LETTERS
        }
        Message::User { results, parts } => {
            let answers = results.iter().flat_map(|result| &result.parts);
            answers.chain(parts).map(of_part).sum()
        }
    }
}

fn of_part(part: &Part) -> u64 {
    match part {
        Part::Text { text, .. } => text.chars().count() as u64 / LETTERS,
        Part::Image { .. } => OF_PICTURE,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::provider::Ask;
    use crate::provider::Call;
    use crate::provider::Catalog;
    use crate::provider::ToolResult;
    use serde_json::json;

    fn answer(id: &str, parts: Vec<Part>) -> Message {
        let result = ToolResult {
            call_id: id.into(),
            name: "find_text".into(),
            parts,
            is_error: false,
        };
        Message::User {
            results: vec![result],
            parts: Vec::new(),
        }
    }

    fn call(id: &str) -> Message {
        let call = Call {
            id: id.into(),
            name: "find_text".into(),
            input: json!({}),
        };
        Message::Assistant {
            blocks: vec![json!({"type": "thinking", "signature": "s"})],
            calls: vec![call],
        }
    }

    fn long(letters: usize) -> Vec<Part> {
        vec![Part::text("a".repeat(letters))]
    }

    fn request() -> Request {
        Request {
            system: "Read.".into(),
            messages: vec![
                Message::user("a".repeat(900)),
                call("a"),
                answer("a", long(3_000)),
                call("b"),
                answer("b", vec![Part::picture(b"png")]),
                call("c"),
                answer("c", long(300)),
                call("d"),
                answer("d", long(3_000)),
            ],
            ask: Ask::Text,
            max_tokens: 1_000,
            effort: None,
            cache_key: None,
        }
    }

    #[test]
    fn the_oldest_answers_go_first_and_the_conversation_stays_sound() {
        let (mut request, before) = (request(), request());
        let mut fill = Fill::default();
        let gone = |request: &Request| {
            let dropped = |parts: &[Part]| parts == [Part::text(DROPPED)];
            let user = request.messages.iter().filter_map(|message| match message {
                Message::User { results, .. } => results.first(),
                Message::Assistant { .. } => None,
            });
            user.filter(|result| dropped(&result.parts))
                .map(|result| result.call_id.clone())
                .collect::<String>()
        };
        assert_eq!(fill.shorten(&mut request), 2);
        assert_eq!(gone(&request), "ab", "half of what can go, the oldest first");
        assert_eq!((fill.shorten(&mut request), gone(&request)), (1, "abc".to_owned()));
        assert_eq!(fill.shorten(&mut request), 0, "what the last turn was answered stays");
        request.check().unwrap();
        for (at, message) in request.messages.iter().enumerate().filter(|(at, _)| at % 2 == 1) {
            assert_eq!(message, &before.messages[at], "turns of the model stay as they came");
        }
    }

    #[test]
    fn a_conversation_is_beyond_a_model_by_what_was_counted_and_said_since() {
        let (_, mut model) = Catalog::load(None).unwrap().find("anthropic").unwrap();
        (model.context, model.output) = (6_000, 500);
        let mut request = request();
        let mut fill = Fill::default();
        // 300 + 1,000 + 1,500 + 100 + 1,000 tokens, the model's turns and an answer of 500.
        assert!(!fill.is_beyond(&request, &model));
        model.context = 4_300;
        assert!(fill.is_beyond(&request, &model));
        let mut turn = crate::agent::script::acts(&[]).unwrap();
        turn.tokens.input = 2_500;
        turn.tokens.output = 100;
        fill.note(&turn, 7);
        // A count takes precedence over the estimate: 2,600, the last answer, and the answer to come.
        assert!(!fill.is_beyond(&request, &model));
        turn.tokens.input = 3_000;
        fill.note(&turn, 7);
        assert!(fill.is_beyond(&request, &model));
        fill.shorten(&mut request);
        assert!(!fill.is_beyond(&request, &model));
    }
}
