//! The model as a judge: it is asked to refute a filled form, given the document, the values with their quotes and
//! the findings of the rules. `checks::grade` applies its opinion to the grade.

use super::question::{NoAnswer, Question, ask};
use super::{ModelEngine, prompt};
use crate::provider::{Part, Remedy, Shape};
use crate::tools::{cut_to, fenced, text_of};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};
use touchstone_core::pack::{GuideStage, Pack};
use touchstone_core::record::{Case, Doubt, Extraction, Field, Judge, Judgement, Opinion, Purpose, Severity};
use touchstone_core::text;
use touchstone_intake::{Page, PageSource};

const GRADER: &str = include_str!("prompts/grader.md");
const MAX_TOKENS: u32 = 8_000;
/// Max bytes of a page shown whole; of a longer page, only the words around the values are shown.
const WHOLE_PAGE: usize = 8_000;
/// Words shown on each side of a value on a long page.
const AROUND: u32 = 40;

#[derive(Debug, Clone, Deserialize)]
struct Reply {
    pass: bool,
    reasoning: String,
    issues: Vec<ReportedIssue>,
    feedback: String,
}

#[derive(Debug, Clone, Deserialize)]
struct ReportedIssue {
    field: String,
    severity: Severity,
    what: String,
}

#[async_trait]
impl Judge for ModelEngine {
    async fn judge(&self, case: &Case<'_>, pages: &dyn PageSource) -> anyhow::Result<Judgement> {
        let question = self.refutation(case, pages).await?;
        let provider = self.asking(Purpose::Grade);
        let answered = ask(provider.as_ref(), &question, |reply: &Reply| {
            complaints(&self.pack, case.extraction, reply)
        });
        match answered.await {
            Ok(answered) => Ok(Judgement {
                opinion: Ok(opinion(answered.value)),
                usage: answered.usage,
            }),
            Err(unanswered) => match &unanswered.why {
                NoAnswer::Provider(error) if error.remedy() == Remedy::Pause || error.passes() => {
                    Err(unanswered.into_error())
                }
                why => Ok(Judgement {
                    opinion: Err(why.to_string()),
                    usage: unanswered.usage,
                }),
            },
        }
    }
}

impl ModelEngine {
    async fn refutation(&self, case: &Case<'_>, pages: &dyn PageSource) -> anyhow::Result<Question> {
        let (extraction, extent) = (case.extraction, &case.assignment.extent);
        let guide = self.guides.stage(GuideStage::Grade);
        let mut parts = self.pictures(case.assignment, pages).await?;
        for number in extent.pages() {
            let page = pages.page(number).await.map_err(anyhow::Error::new)?;
            let shown = shown(&cut_to(page, extent.parts(number)), extraction);
            if !shown.is_empty() {
                let text = fenced(&format!("page number=\"{number}\""), &shown);
                parts.push(Part::text(text).of_page(number));
            }
        }
        // The document is the same for every attempt.
        if let Some(last) = parts.pop() {
            parts.push(last.stable());
        }
        parts.push(Part::text(form_as_filled(case)));
        Ok(Question {
            system: format!(
                "{GRADER}\n{guide}\n\n{}",
                prompt::described(&self.pack, &extraction.label)
            ),
            parts,
            shape: shape(),
            max_tokens: MAX_TOKENS,
        })
    }
}

fn shown(page: &Page, extraction: &Extraction) -> String {
    let whole = text_of(page);
    if whole.len() <= WHOLE_PAGE {
        return whole;
    }
    let words = &page.reading.words;
    let mut windows: Vec<(u32, u32)> = Vec::new();
    let mut spans: Vec<(u32, u32)> = extraction
        .fields
        .values()
        .flat_map(Field::all_evidence)
        .filter(|span| span.page == page.number && span.reading == page.reading.number)
        .map(|span| span.words)
        .collect();
    spans.sort_unstable();
    for (from, to) in spans {
        let (from, to) = (from.saturating_sub(AROUND), (to + AROUND).min(words.len() as u32));
        match windows.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => windows.push((from, to)),
        }
    }
    let texts = windows
        .iter()
        .filter_map(|(from, to)| words.get(*from as usize..*to as usize))
        .map(text::joined);
    texts.collect::<Vec<_>>().join("\n(...)\n")
}

fn form_as_filled(case: &Case<'_>) -> String {
    let (assignment, extraction, rules) = (case.assignment, case.extraction, case.rules);
    let filled = extraction.fields.iter().filter(|(_, field)| !field.value.is_null());
    let values: Vec<Value> = filled
        .map(|(name, field)| {
            let quotes: Vec<&str> = field.all_evidence().map(|span| span.quote.as_str()).collect();
            json!({"field": name, "value": field.value, "words": quotes, "confidence": field.confidence})
        })
        .collect();
    let empty: Vec<&String> = extraction
        .fields
        .iter()
        .filter_map(|(name, field)| field.value.is_null().then_some(name))
        .collect();
    let form = json!({
        "label": extraction.label,
        "proposed_label": extraction.proposed_label,
        "confidence": extraction.confidence,
        "expected_year": assignment.expected_year,
        "attempt": assignment.number,
        "values": values,
        "left_empty": empty,
        "rules": {"pass": rules.pass, "score": rules.score, "found": rules.failure_reasons},
    });
    format!("The form as it was filled:\n{form:#}\n\nWhat is wrong with it?")
}

fn shape() -> Shape {
    let issue = json!({
        "type": "object",
        "properties": {
            "field": {"type": "string", "description": "name of the field, or a path inside one; empty for the whole form"},
            "severity": {"type": "string", "enum": ["BLOCKER", "MAJOR", "MINOR"]},
            "what": {"type": "string", "minLength": 1, "maxLength": 400},
        },
        "required": ["field", "severity", "what"],
        "additionalProperties": false,
    });
    Shape {
        name: "grade".to_owned(),
        schema: json!({
            "type": "object",
            "properties": {
                "reasoning": {"type": "string", "maxLength": 1000},
                "issues": {"type": "array", "maxItems": 20, "items": issue},
                "pass": {"type": "boolean"},
                "feedback": {"type": "string", "maxLength": 2000},
            },
            "required": ["reasoning", "issues", "pass", "feedback"],
            "additionalProperties": false,
        }),
    }
}

/// Checks a schema cannot express: issues name existing fields, and a form with a grave issue does not pass.
fn complaints(pack: &Pack, extraction: &Extraction, reply: &Reply) -> Vec<String> {
    let template = pack.template_for(&extraction.label);
    let mut complaints: Vec<String> = Vec::new();
    for issue in reply.issues.iter().filter(|issue| !issue.field.is_empty()) {
        let name = issue.field.split(['.', '[']).next().unwrap_or_default();
        if template.field(name).is_none() && !extraction.fields.contains_key(name) {
            complaints.push(format!("there is no field `{}`", issue.field));
        }
    }
    let grave = reply.issues.iter().any(|issue| issue.severity < Severity::Minor);
    if reply.pass && grave {
        complaints.push("a form with a BLOCKER or a MAJOR does not pass".to_owned());
    }
    if !reply.pass && !grave {
        complaints.push("a form that fails has at least one BLOCKER or MAJOR: name it".to_owned());
    }
    complaints
}

fn opinion(mut reply: Reply) -> Opinion {
    reply.issues.sort_by_key(|issue| issue.severity);
    let doubts = reply.issues.into_iter().map(|issue| Doubt {
        field: issue.field,
        severity: issue.severity,
        what: issue.what,
    });
    Opinion {
        pass: reply.pass,
        doubts: doubts.collect(),
        feedback: reply.feedback.trim().to_owned(),
        reasoning: reply.reasoning.trim().to_owned(),
    }
}
