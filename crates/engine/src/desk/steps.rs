//! Transcript lines for display: what was asked, which tool was called with what input, how it ended. The window
//! shows the full content below a line. Transcripts are written by the agent and the pipeline.

use super::fields::place;
use super::views::{LookView, StepName, StepView};
use serde_json::Value;
use touchstone_core::record::{Purpose, Step, StepKind};
use touchstone_core::value;
use touchstone_intake::Region;

/// Max characters of a line.
const LINE: usize = 90;

pub(super) fn step(from: &Step) -> StepView {
    let content = &from.content;
    let (kind, title) = match from.kind {
        StepKind::Request => (StepName::Request, request(content)),
        StepKind::Reply => (StepName::Reply, reply(content)),
        StepKind::ToolCall => (StepName::ToolCall, call(content)),
        StepKind::ToolAnswer => (StepName::ToolAnswer, answer(content)),
        StepKind::Grade => (StepName::Grade, grade(content)),
        StepKind::Note => (StepName::Note, note(content)),
    };
    StepView {
        seq: from.seq,
        kind,
        title,
        text: format!("{content:#}"),
        look: content.get("look").and_then(look),
    }
}

/// A closer look as recorded by the pipeline.
fn look(content: &Value) -> Option<LookView> {
    let owned = |key: &str| text(content, key).map(str::to_owned);
    let several = |key: &str| -> Vec<String> {
        let items = content[key].as_array().map(Vec::as_slice).unwrap_or_default();
        items
            .iter()
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    };
    let region: Region = serde_json::from_value(content["region"].clone()).ok()?;
    Some(LookView {
        place: place(&region),
        reasons: several("reasons"),
        reading: content["reading"]
            .as_u64()
            .and_then(|number| u32::try_from(number).ok()),
        dpi: content["dpi"].as_f64().unwrap_or_default(),
        enhancements: several("enhancements"),
        before: owned("before").unwrap_or_default(),
        after: owned("after"),
        failed: owned("failed"),
    })
}

fn request(content: &Value) -> String {
    if let (Some(label), Some(attempt)) = (text(content, "label"), content["attempt"].as_u64()) {
        return format!("Fill a {label}, attempt {attempt}");
    }
    if let Ok(purpose) = serde_json::from_value::<Purpose>(content["asks"].clone()) {
        return format!("Asks the model: {}{}", purpose.describe(), of_pages(&content["pages"]));
    }
    if content["instructions"].is_string() {
        return "The instructions and the first message".to_owned();
    }
    first_words(&content["told"]).map_or_else(|| "A message to the model".to_owned(), |words| format!("Told: {words}"))
}

fn reply(content: &Value) -> String {
    if let Some(label) = text(content, "label") {
        return with_confidence(format!("Filled as {label}"), content);
    }
    if let Some(best) = content["candidates"].get(0) {
        let label = text(best, "label").unwrap_or("unknown");
        let forms = content["forms"].as_u64().unwrap_or(0);
        let plural = if forms == 1 { "" } else { "s" };
        return with_confidence(format!("{forms} form{plural}, most likely {label}"), best);
    }
    if let Some(answer) = text(content, "answer") {
        return format!("Answers: {}", line(answer));
    }
    match text(content, "text").filter(|words| !words.trim().is_empty()) {
        Some(words) => format!("Says: {}", line(words)),
        None => "Continues with tools".to_owned(),
    }
}

/// The pages a question is about; a range if there are several.
fn of_pages(pages: &Value) -> String {
    let numbers: Vec<u64> = pages
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    match numbers[..] {
        [] => String::new(),
        [one] => format!(", page {one}"),
        [first, .., last] => format!(", {} pages of {first} to {last}", numbers.len()),
    }
}

/// Describes a tool call in words, with its input.
fn call(content: &Value) -> String {
    let (tool, input) = (text(content, "tool").unwrap_or("a tool"), &content["input"]);
    let asked = |name: &str| input.get(name).filter(|value| !value.is_null()).map(value::print);
    let with = |words: &str, name: &str| {
        asked(name).map_or_else(|| words.to_owned(), |what| format!("{words} {}", line(&what)))
    };
    match tool {
        "get_document_text" if asked("from_page").is_some() => with("Reads the text from page", "from_page"),
        "get_document_text" => "Reads the text of the pages".to_owned(),
        "find_text" => asked("text").map_or_else(
            || "Looks for words".to_owned(),
            |words| format!("Looks for “{}”", line(&words)),
        ),
        "view_page" => with("Looks at the picture of page", "page"),
        "get_current_extraction" => "Looks at what is filled so far".to_owned(),
        "identify_document" => with("Identifies it as", "label"),
        "extract_fields" => "Fills fields".to_owned(),
        "update_field" => with("Changes", "path"),
        "remove_field" => with("Removes", "path"),
        "complete_extraction" => "Reports the form as complete".to_owned(),
        other => format!("Calls {}", other.replace('_', " ")),
    }
}

fn answer(content: &Value) -> String {
    let result = first_words(&content["told"]);
    let result = result.map_or_else(String::new, |words| format!(": {words}"));
    if content["failed"].as_bool() == Some(true) {
        format!("Refused{result}")
    } else {
        format!("Answered{result}")
    }
}

fn grade(content: &Value) -> String {
    let word = if content["pass"].as_bool() == Some(true) {
        "Passed"
    } else {
        "Not passed"
    };
    let score = content["score"]
        .as_f64()
        .map(|score| format!(" with {score:.0} of 100"));
    let why = content["failure_reasons"].get(0).and_then(Value::as_str);
    let why = why.map(|why| format!(": {}", line(why)));
    [word.to_owned(), score.unwrap_or_default(), why.unwrap_or_default()].concat()
}

fn note(content: &Value) -> String {
    if let Some(look) = content.get("look") {
        let why = look["reasons"]
            .get(0)
            .and_then(Value::as_str)
            .map(line)
            .unwrap_or_default();
        return format!("Looked closer at page {}: {why}", look["page"]);
    }
    if let Some(questions) = content["questions"].as_array() {
        let found: usize = questions
            .iter()
            .filter_map(|one| Some(one["issues"].as_array()?.len()))
            .sum();
        return format!("{} questions to the model, {found} issues", questions.len());
    }
    let summary = ["summary", "name", "stage"].iter().find_map(|key| text(content, key));
    summary.map_or_else(|| line(&value::print(content)), line)
}

fn text<'a>(content: &'a Value, key: &str) -> Option<&'a str> {
    content.get(key)?.as_str()
}

fn with_confidence(summary: String, of: &Value) -> String {
    match of["confidence"].as_f64() {
        Some(confidence) => format!("{summary}, confidence {confidence:.2}"),
        None => summary,
    }
}

/// The first words of a tool result given in parts, skipping pictures.
fn first_words(content: &Value) -> Option<String> {
    let mut parts = content.as_array()?.iter().filter_map(Value::as_str);
    parts.find(|part| !part.trim().is_empty()).map(line)
}

/// The first non-empty line, truncated if long.
fn line(words: &str) -> String {
    let first = words
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    if first.chars().count() <= LINE {
        return first.to_owned();
    }
    let cut: String = first.chars().take(LINE).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;
    use touchstone_core::record::AttemptId;

    #[test]
    fn lines_of_a_transcript_are_sentences() {
        let cases = [
            (
                StepKind::Request,
                json!({"label": "W-2", "attempt": 2}),
                "Fill a W-2, attempt 2",
            ),
            (
                StepKind::Request,
                json!({"asks": "classify", "pages": [3]}),
                "Asks the model: Classification, page 3",
            ),
            (
                StepKind::Request,
                json!({"asks": "verify_v2", "pages": [1, 2, 4]}),
                "Asks the model: Consistency (V2), 3 pages of 1 to 4",
            ),
            (
                StepKind::Reply,
                json!({"answer": "{\"issues\": []}"}),
                "Answers: {\"issues\": []}",
            ),
            (
                StepKind::Request,
                json!({"told": [{"picture_of_page": 1}, "Box 4 is missing."]}),
                "Told: Box 4 is missing.",
            ),
            (
                StepKind::Reply,
                json!({"label": "W-2", "confidence": 0.973}),
                "Filled as W-2, confidence 0.97",
            ),
            (
                StepKind::Reply,
                json!({"text": "", "stop": "tools"}),
                "Continues with tools",
            ),
            (
                StepKind::ToolCall,
                json!({"tool": "find_text", "input": {"text": "EIN"}}),
                "Looks for “EIN”",
            ),
            (
                StepKind::ToolCall,
                json!({"tool": "get_document_text", "input": {"from_page": null}}),
                "Reads the text of the pages",
            ),
            (
                StepKind::ToolCall,
                json!({"tool": "view_page", "input": {"page": 2}}),
                "Looks at the picture of page 2",
            ),
            (
                StepKind::ToolCall,
                json!({"tool": "count_stamps", "input": {}}),
                "Calls count stamps",
            ),
            (
                StepKind::ToolAnswer,
                json!({"tool": "update_field", "failed": true, "told": ["No such field."]}),
                "Refused: No such field.",
            ),
            (
                StepKind::Grade,
                json!({"pass": false, "score": 58.4, "failure_reasons": ["EIN missing"]}),
                "Not passed with 58 of 100: EIN missing",
            ),
            (
                StepKind::Note,
                json!({"questions": [{"issues": []}, {"issues": [1]}]}),
                "2 questions to the model, 1 issues",
            ),
            (
                StepKind::Note,
                json!({"look": {"page": 3, "reasons": ["\"1O4.5\" was hard to read"]}}),
                "Looked closer at page 3: \"1O4.5\" was hard to read",
            ),
        ];
        for (kind, content, title) in cases {
            let line = Step {
                attempt_id: AttemptId::fresh(),
                seq: 1,
                kind,
                content,
            };
            assert_eq!(step(&line).title, title);
        }
        assert_eq!(line(&"long ".repeat(40)).chars().count(), LINE);
    }

    #[test]
    fn a_closer_look_names_its_place_its_reading_and_both_texts() {
        let region = Region::whole(2, 80.0, 12.0);
        let written = json!({
            "page": 2, "region": region, "reasons": ["hard to read"], "dpi": 300.0, "enhancements": ["contrast"],
            "reading": 4, "before": "1O4", "after": "104", "failed": null,
        });
        let found = look(&written).unwrap();
        assert_eq!((found.place.page, found.reading), (2, Some(4)));
        assert_eq!(
            (found.before.as_str(), found.after.as_deref(), found.failed),
            ("1O4", Some("104"), None)
        );
        assert_eq!(look(&json!({"page": 2})), None);
    }
}
