//! Checks requests as a provider does. Refused are a key meant for another address, a call without an answer, a model
//! turn that comes back changed, and a conversation whose beginning has changed.

use super::wire::{Entry, Wire};
use serde_json::Value;

/// An answer with the conversation it was given to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Exchange {
    pub head: Value,
    pub before: Vec<Entry>,
    pub blocks: Vec<Value>,
}

/// What is wrong with a request, given the earlier exchanges.
pub(super) fn complaint(wire: Wire, head: &Value, entries: &[Entry], known: &[Exchange]) -> Option<String> {
    if !matches!(entries.last(), Some(Entry::Others(_))) {
        return Some("the last word is the model's own".to_owned());
    }
    for pair in entries.windows(2) {
        if let [Entry::Model(model), Entry::Others(others)] = pair {
            let (calls, answers) = (wire.calls(model), wire.answers(others));
            if calls != answers {
                return Some(format!("calls {calls:?} are answered by {answers:?}"));
            }
        }
    }
    let at = entries.iter().rposition(|entry| matches!(entry, Entry::Model(_)))?;
    let Entry::Model(blocks) = &entries[at] else {
        return None;
    };
    let mut same = known.iter().filter(|exchange| exchange.blocks == *blocks).peekable();
    if same.peek().is_none() {
        return Some(format!(
            "a turn does not come back as it was: {}",
            Value::from(blocks.clone())
        ));
    }
    let goes_on = |exchange: &Exchange| exchange.before == entries[..at] && exchange.head == *head;
    (!same.any(goes_on)).then(|| "the beginning of the conversation has changed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Reply;
    use crate::model::chat::Counted;
    use serde_json::json;

    /// Every format refuses what providers refuse, and accepts a valid conversation.
    #[test]
    fn what_providers_refuse_is_refused() {
        for wire in Wire::ALL {
            let reply = Reply::Calls(vec![
                ("find_text", json!({"text": "a"})),
                ("view_page", json!({"page": 1})),
            ]);
            let counted = Counted {
                prompt: 10,
                cached: 0,
                written: 1,
            };
            let (_, blocks) = wire.answer(0, &reply, counted);
            let before = vec![Entry::Others(vec![json!({"text": "begin"})])];
            let known = [Exchange {
                head: json!("system"),
                before: before.clone(),
                blocks: blocks.clone(),
            }];
            let answers = match wire {
                Wire::Anthropic => json!([{"tool_use_id": "call_0_0"}, {"tool_use_id": "call_0_1"}]),
                Wire::Responses => json!([{"call_id": "call_0_0"}, {"call_id": "call_0_1"}]),
                Wire::Chat => json!([{"tool_call_id": "call_0_0"}, {"tool_call_id": "call_0_1"}]),
                Wire::Gemini => {
                    json!([{"functionResponse": {"name": "find_text"}}, {"functionResponse": {"name": "view_page"}}])
                }
            };
            let answers = answers.as_array().cloned().unwrap_or_default();
            let entries = |start: &Vec<Entry>, blocks: &Vec<Value>, answers: &[Value]| {
                let mut all = start.clone();
                all.extend([Entry::Model(blocks.clone()), Entry::Others(answers.to_vec())]);
                all
            };
            let complaint = |entries: &[Entry]| complaint(wire, &json!("system"), entries, &known).unwrap_or_default();
            assert_eq!(complaint(&entries(&before, &blocks, &answers)), "", "{wire:?}");
            assert!(
                complaint(&entries(&before, &blocks, &answers[..1])).contains("answered by"),
                "{wire:?}"
            );
            let mut altered = blocks.clone();
            altered[0]["more"] = json!(1);
            assert!(
                complaint(&entries(&before, &altered, &answers)).contains("as it was"),
                "{wire:?}"
            );
            let other = vec![Entry::Others(vec![json!({"text": "began"})])];
            assert!(
                complaint(&entries(&other, &blocks, &answers)).contains("beginning"),
                "{wire:?}"
            );
        }
    }
}
