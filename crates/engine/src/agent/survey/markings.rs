//! Surveys pages with security markings: each page in order, given the model's findings on earlier pages, then a
//! second look at pages it asks to see better, then the document. The model quotes markings verbatim; the grammar and
//! the merge are ours, and it is told nothing of the local engine's findings. `look` turns one answer into a finding.

mod look;

use super::compare::Both;
use super::{ABOUT_A_PAGE, Account, DOUBTFUL, Reader, UNREADABLE, compare, list, object, shape, shown, shown_better};
use crate::agent::question::Question;
use crate::provider::Part;
use anyhow::Context;
use look::Marks;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::GuideStage;
use touchstone_core::record::{Band, Marking, NewIssue, PageFinding, Pass, RaisedBy, Severity, Survey, SurveyObserver};
use touchstone_intake::{Page, Recipe};
use touchstone_local::markings::{finalize, unite};

const PAGE: &str = include_str!("../prompts/markings.md");
const DOCUMENT: &str = include_str!("../prompts/finalize.md");
/// Resolution of the picture for a second look, in dots per inch.
const SECOND_DPI: f32 = 300.0;
/// Max characters of a rationale repeated for later pages.
const RECALLED: usize = 240;
/// Max confidence when the model is only moderately sure of the document.
const SOMEWHAT: f64 = 0.88;

pub(super) async fn survey(
    reader: &Reader<'_>,
    grammar: &Grammar,
    local: Survey,
    observer: &dyn SurveyObserver,
) -> anyhow::Result<Survey> {
    let mut account = Account::default();
    let mut looks: Vec<Both> = Vec::new();
    for number in 1..=reader.pages.page_count() {
        let page = reader.page(number).await?;
        let second = last_of(&local, number).with_context(|| format!("the local engine left out page {number}"))?;
        let before: Vec<&PageFinding> = if reader.pack.parallel {
            Vec::new()
        } else {
            looks.iter().filter_map(|both| both.own.as_ref()).collect()
        };
        let asked = first_question(reader, &page, &before).await;
        let both = match ask_of(&mut account, reader, grammar, &asked, &page, Pass::Classify).await? {
            Ok(own) => compare::pages(grammar, second, own),
            Err(issue) => unanswered(second, issue),
        };
        observer.found(&both.finding).await?;
        looks.push(both);
    }
    let mut again: Vec<Both> = Vec::new();
    for first in looks
        .iter()
        .filter_map(|both| both.own.as_ref())
        .filter(|own| own.enhance)
    {
        let both = second_look(&mut account, reader, grammar, &local, first).await?;
        observer.found(&both.finding).await?;
        again.push(both);
    }
    conclude(account, reader, grammar, looks, again).await
}

/// The local engine's last finding on a page.
fn last_of(local: &Survey, page: u32) -> Option<&PageFinding> {
    local.findings.iter().rfind(|finding| finding.page == page)
}

async fn first_question(reader: &Reader<'_>, page: &Page, before: &[&PageFinding]) -> Question {
    let mut parts = Vec::new();
    if !before.is_empty() {
        // The text only grows from page to page, so that providers can cache it.
        let mut text = String::from("Found on the pages before:\n");
        text.extend(before.iter().map(|finding| recalled(finding)));
        parts.push(Part::text(text).stable());
    }
    parts.extend(shown(reader, page).await);
    Question {
        system: reader.system(PAGE, &[GuideStage::Init, GuideStage::Classify]),
        parts,
        shape: shape("page", schema()),
        max_tokens: ABOUT_A_PAGE,
    }
}

/// Looks at the page again in a better picture, prepared as the model asked, and merges the result with its first
/// finding.
async fn second_look(
    account: &mut Account,
    reader: &Reader<'_>,
    grammar: &Grammar,
    local: &Survey,
    first: &PageFinding,
) -> anyhow::Result<Both> {
    let second = last_of(local, first.page).context("the local engine left out a page")?;
    let recipe = Recipe {
        dpi: SECOND_DPI,
        region: None,
        turn: 0.0,
        enhancements: look::treatments(first),
        reason: Some(first.enhancements.clone()).filter(|reason| !reason.is_empty()),
    };
    let reading = match reader.pages.read(first.page, &recipe).await {
        Ok(reading) => reading,
        Err(failure) => {
            return Ok(compare::pages(
                grammar,
                second,
                unite::failed(first, &failure.to_string()),
            ));
        }
    };
    let page = Page {
        reading,
        ..reader.page(first.page).await?
    };
    let mut parts = vec![Part::text(format!(
        "You found before, and asked to see better:\n{}",
        recalled(first)
    ))];
    parts.extend(shown_better(reader, &page, &recipe).await);
    let question = Question {
        system: reader.system(PAGE, &[GuideStage::Init, GuideStage::Enhance]),
        parts,
        shape: shape("page", schema()),
        max_tokens: ABOUT_A_PAGE,
    };
    Ok(
        match ask_of(account, reader, grammar, &question, &page, Pass::Enhance).await? {
            Ok(own) => compare::pages(grammar, second, unite::united(grammar, first, own)),
            Err(issue) => Both {
                issues: vec![issue],
                ..compare::pages(grammar, second, unite::failed(first, "the model gave no usable answer"))
            },
        },
    )
}

async fn ask_of(
    account: &mut Account,
    reader: &Reader<'_>,
    grammar: &Grammar,
    question: &Question,
    page: &Page,
    pass: Pass,
) -> anyhow::Result<Result<PageFinding, NewIssue>> {
    let subject = format!("pages[{}]", page.number.saturating_sub(1));
    let answer: Result<Marks, NewIssue> = account
        .ask(reader.provider, question, &subject, Marks::complaints)
        .await?;
    Ok(answer.map(|marks| look::finding(grammar, page, pass, marks)))
}

/// A page without a usable answer: the local finding remains, at a low confidence.
fn unanswered(local: &PageFinding, issue: NewIssue) -> Both {
    let mut finding = PageFinding {
        pass: Pass::Classify,
        enhance: false,
        rationale: format!("read by the local engine only: {}", local.rationale),
        ..local.clone()
    };
    compare::limit(&mut finding, UNREADABLE);
    Both {
        own: None,
        finding,
        issues: vec![issue],
    }
}

fn recalled(finding: &PageFinding) -> String {
    let found = if finding.markings_found.is_empty() {
        "no marking".to_owned()
    } else {
        finding.markings_found.join("; ")
    };
    let why: String = finding.rationale.chars().take(RECALLED).collect();
    let mut line = String::new();
    let _infallible = writeln!(line, "Page {}: {found}. {}", finding.page, why.replace('\n', " "));
    line
}

fn schema() -> serde_json::Value {
    object(json!({
        "markings_found": list(json!({"type": "string", "minLength": 1})),
        "cancelled": list(json!({"type": "string"})),
        "rationale": {"type": "string"},
        "enhance": {"type": "boolean"},
        "enhancements": {"type": "string"},
        // Described rather than enforced: an unknown name costs only that treatment, not the whole answer.
        "treatments": list(json!({"type": "string", "description": one_of(&Recipe::ENHANCEMENTS)})),
    }))
}

fn one_of(names: &[&str]) -> String {
    format!("one of: {}", names.join(", "))
}

/// The model's assessment of the whole document.
#[derive(Debug, Deserialize)]
struct Whole {
    classification: String,
    confidence: Band,
    rationale: String,
}

/// Merges the findings by our rules and applies the model's assessment of the whole: it may lower the confidence,
/// never the level.
async fn conclude(
    mut account: Account,
    reader: &Reader<'_>,
    grammar: &Grammar,
    looks: Vec<Both>,
    again: Vec<Both>,
) -> anyhow::Result<Survey> {
    let last = |both: &Both| again.iter().all(|later| later.finding.page != both.finding.page);
    let standing: Vec<&Both> = looks.iter().filter(|both| last(both)).chain(&again).collect();
    let findings: String = {
        let mut own: Vec<&PageFinding> = standing.iter().filter_map(|both| both.own.as_ref()).collect();
        own.sort_by_key(|finding| finding.page);
        own.into_iter().map(recalled).collect()
    };
    let mut issues: Vec<NewIssue> = standing.iter().flat_map(|both| both.issues.iter().cloned()).collect();
    let plain = |both: Vec<Both>| both.into_iter().map(|both| both.finding).collect();
    let mut survey = finalize::finalize(reader.pack, grammar, plain(looks), plain(again));
    let question = Question {
        system: reader.system(DOCUMENT, &[GuideStage::Init, GuideStage::Finalize]),
        parts: vec![Part::text(format!("Found on the pages:\n{findings}"))],
        shape: shape(
            "document",
            object(json!({
                "classification": {"type": "string"},
                "confidence": {"type": "string", "enum": ["HIGH", "MEDIUM", "LOW"]},
                "rationale": {"type": "string"},
            })),
        ),
        max_tokens: ABOUT_A_PAGE,
    };
    let known = |whole: &Whole| look::complaint(grammar, &whole.classification).into_iter().collect();
    match account.ask(reader.provider, &question, "document", known).await? {
        Ok(whole) => issues.extend(weigh(grammar, &mut survey, &whole)),
        Err(issue) => issues.push(issue),
    }
    survey.issues = issues;
    survey.usage = account.usage;
    Ok(survey)
}

/// Compares the model's assessment of the whole with the result of its pages.
fn weigh(grammar: &Grammar, survey: &mut Survey, whole: &Whole) -> Option<NewIssue> {
    let most = match whole.confidence {
        Band::High => 1.0,
        Band::Medium => SOMEWHAT,
        Band::Low => DOUBTFUL,
    };
    for candidate in &mut survey.candidates {
        candidate.confidence = candidate.confidence.min(most);
    }
    survey.self_evaluation = Some(whole.rationale.clone());
    let label = survey.candidates.first().map_or("", |best| best.label.as_str());
    let named = look::level(grammar, &whole.classification);
    let standing = survey.marking.as_ref().filter(|marking| !marking.cancelled);
    let level = standing.map_or(label, |marking: &Marking| marking.level.as_str());
    (named != level).then(|| {
        let what = "the model's level for the whole document differs from the level of its pages";
        NewIssue::new(RaisedBy::Agent, "findings_contradicted", Severity::Major, "label", what).expected(level, named)
    })
}
