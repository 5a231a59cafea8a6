//! Detects self-hosted servers that silently read only the end of a prompt longer than their context, by comparing
//! their token count with the prompt's length.

use super::fault::{Fault, ProviderError};
use super::message::{Message, Part};
use super::request::Request;
use super::turn::Tokens;

/// Max average letters per token: prose has 4 to 5, tables and JSON fewer.
const LONGEST: u64 = 6;
/// Smaller counts are ignored, in tokens: no server has a context this short, but some count only uncached tokens.
const LEAST: u64 = 1_500;

/// Returns an error if the answer is based on part of the question only. Passes if tokens were not counted, or if the
/// count can cover the whole question.
pub(super) fn truncated(request: &Request, tokens: &Tokens) -> Result<(), ProviderError> {
    let (read, letters) = (tokens.prompt(), letters(request));
    if !tokens.counted || read < LEAST || letters < read * LONGEST {
        return Ok(());
    }
    let message =
        format!("the server read only {read} tokens of a prompt of {letters} characters: increase its context length");
    Err(ProviderError::new(Fault::TooLong, message))
}

/// Letters of the request. A run of the same letter, such as a fill-in line, is a few tokens whatever its length.
fn letters(request: &Request) -> u64 {
    let blocks = request.messages.iter().filter_map(|message| match message {
        Message::Assistant { blocks, .. } => Some(blocks.iter().map(ToString::to_string)),
        Message::User { .. } => None,
    });
    let blocks: Vec<String> = blocks.flatten().collect();
    let parts = request.parts().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        Part::Image { .. } => None,
    });
    let texts = parts.chain([request.system.as_str()]);
    texts.chain(blocks.iter().map(String::as_str)).map(uneven).sum()
}

fn uneven(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let repeats = bytes.windows(2).filter(|pair| pair[0] == pair[1]).count();
    (bytes.len() - repeats) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Ask;

    #[test]
    fn a_question_that_was_read_in_part_is_recognised_by_what_was_counted() {
        let prose = "The quick brown fox jumps over the lazy dog by the river. ".repeat(500);
        let lines = format!("Name {}", "_".repeat(40_000));
        for (text, read, whole) in [
            (prose.as_str(), 6_400, true),
            // Half of it, and the usual default context.
            (&prose, 4_096, false),
            (&prose, 2_048, false),
            // Only the uncached tokens were counted.
            (&prose, 300, true),
            (&lines, 2_000, true),
            ("Are you there?", 4_000, true),
        ] {
            let request = Request {
                system: String::new(),
                messages: vec![Message::user(text)],
                ask: Ask::Text,
                max_tokens: 100,
                effort: None,
                cache_key: None,
            };
            for counted in [true, false] {
                let tokens = Tokens {
                    input: read,
                    counted,
                    ..Tokens::default()
                };
                let found = truncated(&request, &tokens);
                assert_eq!(found.is_ok(), whole || !counted, "{} {read}", &text[..14]);
                assert!(found.is_ok() || found.unwrap_err().fault == Fault::TooLong);
            }
        }
    }
}
