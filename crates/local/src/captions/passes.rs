//! Named passes over the captions of a page: a caption keeps the names of those that found or changed it.

use super::model::{Caption, Role};
use std::collections::HashMap;

/// Runs a pass and records its name on every caption that is new or has changed roles, words or score.
pub(crate) fn pass(name: &'static str, captions: &mut Vec<Caption>, run: impl FnOnce(&mut Vec<Caption>)) {
    let before: HashMap<usize, State> = captions.iter().map(state).collect();
    run(captions);
    for caption in captions {
        let (word, now) = state(caption);
        if before.get(&word) != Some(&now) {
            caption.passes.push(name);
        }
    }
}

/// What a pass may change.
#[derive(PartialEq)]
struct State {
    roles: Vec<Role>,
    words: usize,
    score: u32,
}

/// By the last word of a caption: labels are added in front.
fn state(caption: &Caption) -> (usize, State) {
    let state = State {
        roles: caption.roles.clone(),
        words: caption.words.len(),
        score: caption.score.to_bits(),
    };
    (caption.words.last().copied().unwrap_or(usize::MAX), state)
}
