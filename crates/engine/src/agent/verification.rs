//! The questions that V2, V3 and V4 ask a model after their rules (seed 003): whether the text fits the labels,
//! whether it is a trap, and whether the evidence supports its claim. An answer can add doubts but not remove any.
//! The pipeline decides when to ask and what follows.

use super::guides::Guides;
use super::question::{Answered, Question, ask};
use super::survey;
use super::survey::{Finder, LETTERS, Quote, SYSTEM};
use crate::provider::{Part, Provider, Shape};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use touchstone_core::pack::{GuideStage, Pack};
use touchstone_core::record::{
    Classification, Form, NewIssue, Presence, Questioned, RaisedBy, Severity, TypeShare, Usage,
};
use touchstone_intake::PageSource;

const CONSISTENCY: &str = include_str!("prompts/consistency.md");
const TRAPS: &str = include_str!("prompts/traps.md");
const EVIDENCE: &str = include_str!("prompts/evidence.md");
const ANSWER: &str = "Name what is wrong, worst first, in `issues`; usually nothing is, and the list is empty. `subject` is one of \
     the paths above. `severity` is MAJOR when a person has to look before this is used, else MINOR. `message` says what is \
     wrong and how the page shows it. `quote` is words of `page` that show it, where there are any.";

/// Max characters of a document shown to V3 (seed 003, slide 5).
const BEGINNING: usize = 4_000;
/// Max tokens of an answer, and tokens reserved for the claims about the document.
const ANSWERED: u32 = 4_000;
const CLAIMED: u64 = 16_000;
/// Max doubts per answer, and max characters of each text in one.
const MOST: usize = 10;
const LONGEST: usize = 400;

/// The claims about a document, for an agent that doubts them.
pub struct Claims<'a> {
    pub pack: &'a Pack,
    pub guides: &'a Guides,
    pub classification: &'a Classification,
    pub forms: &'a [Form],
    pub pages: &'a dyn PageSource,
    /// The words of all pages, one text per page (see `texts`).
    pub texts: &'a [String],
}

#[derive(Debug, Deserialize)]
struct Doubts {
    issues: Vec<Doubt>,
}

#[derive(Debug, Deserialize)]
struct Doubt {
    subject: String,
    severity: Severity,
    message: String,
    suggestion: String,
    page: u32,
    quote: String,
}

/// The words of all pages, as shown in questions about the whole document.
pub async fn texts(pages: &dyn PageSource) -> anyhow::Result<Vec<String>> {
    survey::whole_text(pages).await
}

/// Asks the question of one agent. An error is the provider's; an unusable answer becomes a doubt.
pub async fn question(
    provider: &dyn Provider,
    claims: &Claims<'_>,
    agent: RaisedBy,
    pass: u32,
) -> anyhow::Result<(Questioned, Usage)> {
    let (task, stage, code) = match agent {
        RaisedBy::V3 => (TRAPS, GuideStage::Traps, "contextual_trap"),
        RaisedBy::V4 => (EVIDENCE, GuideStage::Evidence, "weak_evidence"),
        _ => (CONSISTENCY, GuideStage::Consistency, "semantic_mismatch"),
    };
    let (mut parts, of) = shown(provider, claims.texts, agent);
    let claimed = json!({"classification": classification(claims), "forms": forms(claims.forms)});
    let subjects = subjects(claims);
    let guide = claims.guides.stage(stage);
    parts.push(Part::text(format!(
        "{task}\n{guide}\n\nWhat was said:\n{claimed}\n\n{ANSWER}"
    )));
    let question = Question {
        system: SYSTEM.to_owned(),
        parts,
        shape: shape(),
        max_tokens: ANSWERED,
    };
    let known = |doubts: &Doubts| -> Vec<String> {
        let unknown = doubts.issues.iter().filter(|doubt| !subjects.contains(&doubt.subject));
        unknown
            .map(|doubt| format!("`{}` is no subject that was named", doubt.subject))
            .collect()
    };
    let (issues, usage) = match ask(provider, &question, known).await {
        Ok(Answered { value, usage }) => (doubts(claims, agent, code, value).await, usage),
        Err(unanswered) => {
            let usage = unanswered.usage;
            (vec![survey::no_answer(unanswered, agent, "document")?], usage)
        }
    };
    let questioned = Questioned {
        pass,
        agent,
        of,
        issues,
    };
    Ok((questioned, usage))
}

/// The part of the text that the agent sees, and its description.
fn shown(provider: &dyn Provider, texts: &[String], agent: RaisedBy) -> (Vec<Part>, String) {
    let model = provider.model();
    let around = u64::from(ANSWERED.min(model.output)) + CLAIMED;
    let room = (model.context.saturating_sub(around) * LETTERS) as usize;
    let most = if agent == RaisedBy::V3 { BEGINNING } else { room };
    let all: usize = texts.iter().map(|text| text.chars().count()).sum();
    if all <= most {
        return (survey::as_parts(texts), "all pages".to_owned());
    }
    let mut left = most;
    let mut beginning = Vec::new();
    for text in texts {
        let piece: String = text.chars().take(left).collect();
        left -= piece.chars().count();
        beginning.push(piece);
        if left == 0 {
            break;
        }
    }
    let of = format!("the first {most} of {all} characters");
    (survey::as_parts(&beginning), of)
}

fn shape() -> Shape {
    let issue = survey::object(json!({
        "subject": {"type": "string"},
        "severity": {"type": "string", "enum": ["MAJOR", "MINOR"]},
        "message": {"type": "string", "minLength": 1},
        "suggestion": {"type": "string"},
        "page": {"type": "integer", "minimum": 0, "description": "0 when no page shows it"},
        "quote": {"type": "string"},
    }));
    Shape {
        name: "doubts".to_owned(),
        schema: survey::object(json!({"issues": survey::list(issue)})),
    }
}

/// The claims, by the paths that doubts name. Labels claimed absent are left out.
fn classification(claims: &Claims<'_>) -> Value {
    let found = claims.classification;
    let segments: Vec<Value> = found
        .segments
        .iter()
        .enumerate()
        .map(|(index, segment)| {
            json!({
                "subject": format!("segments[{index}]"),
                "pages": [segment.first_page, segment.last_page],
                "label": segment.label,
                "types": shares(&segment.types, &format!("segments[{index}].types")),
            })
        })
        .collect();
    json!({
        "label": found.label,
        "proposed_label": found.proposed_label,
        "confidence": found.confidence,
        "marking": found.marking,
        "segments": segments,
        "mixture": shares(&found.mixture, "mixture"),
        "vendor_signals": found.vendor_signals,
    })
}

fn shares(shares: &[TypeShare], path: &str) -> Vec<Value> {
    let present = shares
        .iter()
        .enumerate()
        .filter(|(_, share)| share.presence != Presence::NoEvidence);
    let entries = present.map(|(index, share)| {
        let quotes = share
            .evidence
            .iter()
            .map(|piece| json!({"page": piece.page, "quote": piece.quote}));
        json!({
            "subject": format!("{path}[{index}]"),
            "label": share.label,
            "presence": share.presence,
            "confidence": share.confidence,
            "share": share.share,
            "evidence": quotes.collect::<Vec<Value>>(),
        })
    });
    entries.collect()
}

fn forms(forms: &[Form]) -> Vec<Value> {
    let entries = forms.iter().map(|form| {
        let filled = form.fields.iter().filter(|(_, field)| field.is_filled());
        let fields: Map<String, Value> = filled
            .map(|(name, field)| {
                let quotes: Vec<&str> = field.evidence.iter().map(|piece| piece.quote.as_str()).collect();
                (name.clone(), json!({"value": field.value, "quotes": quotes}))
            })
            .collect();
        json!({
            "subject": format!("forms[{}]", form.number.saturating_sub(1)),
            "label": form.label,
            "pages": [form.first_page, form.last_page],
            "fields": fields,
        })
    });
    entries.collect()
}

/// Every path that a doubt may name.
fn subjects(claims: &Claims<'_>) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = ["document", "label", "marking"].map(str::to_owned).into();
    for (index, segment) in claims.classification.segments.iter().enumerate() {
        all.insert(format!("segments[{index}]"));
        all.extend((0..segment.types.len()).map(|at| format!("segments[{index}].types[{at}]")));
    }
    all.extend((0..claims.classification.mixture.len()).map(|at| format!("mixture[{at}]")));
    for form in claims.forms {
        let path = format!("forms[{}]", form.number.saturating_sub(1));
        all.extend(form.fields.keys().map(|name| format!("{path}.{name}")));
        all.insert(path);
    }
    all
}

/// The doubts as issues. Quotes not found on their page are dropped; the doubt stays.
async fn doubts(claims: &Claims<'_>, agent: RaisedBy, code: &str, reply: Doubts) -> Vec<NewIssue> {
    let mut finder = Finder::new(claims.pages);
    let mut issues = Vec::new();
    for doubt in reply.issues.into_iter().take(MOST) {
        let message: String = doubt.message.chars().take(LONGEST).collect();
        let quote = Quote {
            page: doubt.page,
            words: doubt.quote,
            anchors: Vec::new(),
        };
        let mut evidence = finder.all(&[quote]).await;
        evidence.retain(survey::is_placed);
        let mut issue = NewIssue::new(agent, code, doubt.severity, doubt.subject, message).evidence(evidence);
        if !doubt.suggestion.trim().is_empty() {
            issue = issue.suggestion(doubt.suggestion.chars().take(LONGEST).collect::<String>());
        }
        issues.push(issue);
    }
    issues
}
