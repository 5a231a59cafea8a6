//! Surveys the forms of a document: the local engine finds where they are, the model labels each, and its quotes must
//! appear on the form. The local candidates remain as the second reading.

use super::claims::SYSTEM;
use super::quote::{Finder, Quote, is_placed};
use super::{ABOUT_ALL, Account, Reader, list, object, picture, quote, shape};
use crate::agent::question::Question;
use crate::provider::Part;
use crate::tools::{cut_to, fenced, needs_picture, text_of};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use touchstone_core::pack::GuideStage;
use touchstone_core::record::{
    Candidate, Evidence, FormPlan, NewIssue, RaisedBy, Segment, Severity, Survey, SurveyObserver,
};

const TASK: &str = include_str!("../prompts/forms.md");
/// Max characters of a form shown to label it.
const MOST_LETTERS: usize = 3_000;
/// Max forms per question, and max pictures of their pages.
const TOGETHER: usize = 12;
const MOST_PICTURES: usize = 6;

#[derive(Debug, Deserialize)]
struct Named {
    forms: Vec<One>,
}

#[derive(Debug, Deserialize)]
struct One {
    form: u32,
    candidates: Vec<Candidate>,
    proposed_label: String,
    evidence: Vec<Quote>,
}

pub(super) async fn survey(
    reader: &Reader<'_>,
    local: Survey,
    observer: &dyn SurveyObserver,
) -> anyhow::Result<Survey> {
    let mut account = Account::default();
    let mut survey = local;
    let mut finder = Finder::new(reader.pages);
    let plans = survey.forms.clone();
    for together in plans.chunks(TOGETHER) {
        let question = question(reader, together).await?;
        let wanted: BTreeSet<u32> = together.iter().map(|plan| plan.number).collect();
        let complete = |named: &Named| {
            let numbers: Vec<u32> = named.forms.iter().map(|one| one.form).collect();
            let distinct: BTreeSet<u32> = numbers.iter().copied().collect();
            let each_once = numbers.len() == wanted.len() && distinct == wanted;
            let complaint = format!("name each of the forms {wanted:?} once");
            (!each_once).then_some(complaint).into_iter().collect()
        };
        match account.ask(reader.provider, &question, "document", complete).await? {
            Ok(named) => {
                for one in named.forms {
                    let evidence = finder.all(&one.evidence).await;
                    weigh(reader, &mut survey, &mut account, &one, &evidence);
                }
            }
            Err(issue) => account.issues.push(issue),
        }
    }
    for finding in &survey.findings {
        observer.found(finding).await?;
    }
    survey.issues = account.issues;
    survey.usage = account.usage;
    Ok(survey)
}

async fn question(reader: &Reader<'_>, plans: &[FormPlan]) -> anyhow::Result<Question> {
    let (mut parts, mut pictured) = (Vec::new(), BTreeSet::new());
    for plan in plans {
        let sheet = plan.sheets.first();
        let (number, region) = sheet.map_or((plan.first_page, None), |sheet| (sheet.page, sheet.region));
        let page = reader.page(number).await?;
        // Recognized words may be wrong, and some pages have no words.
        let sees = reader.provider.model().can.images;
        let pictures = sees && needs_picture(&page) && pictured.len() < MOST_PICTURES && pictured.insert(number);
        let picture = if pictures {
            Some(picture(reader, &page).await)
        } else {
            None
        };
        let own = cut_to(page, region.as_ref().map(std::slice::from_ref));
        let words: String = text_of(&own).chars().take(MOST_LETTERS).collect();
        let text = fenced(&format!("form number=\"{}\" page=\"{number}\"", plan.number), &words);
        parts.push(Part::text(text).of_page(number));
        parts.extend(picture);
    }
    let guide = reader.system("", &[GuideStage::Classify]);
    parts.push(Part::text(format!("{TASK}\n{}\n{}", reader.labels(), guide.trim())));
    Ok(Question {
        system: SYSTEM.to_owned(),
        parts,
        shape: shape(
            "forms",
            object(json!({"forms": up_to(plans.len(), object(json!({
                "form": {"type": "integer", "minimum": 1},
                "candidates": up_to(reader.pack.labels.len(), object(json!({
                    "label": {"type": "string", "enum": reader.label_names()},
                    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                }))),
                "proposed_label": {"type": "string"},
                "evidence": list(quote::schema()),
            })))})),
        ),
        max_tokens: ABOUT_ALL,
    })
}

/// A non-empty list of at most `most` items.
fn up_to(most: usize, items: Value) -> Value {
    let mut schema = list(items);
    schema["minItems"] = json!(1);
    schema["maxItems"] = json!(most);
    schema
}

/// Applies the model's label of one form if words on the page support it. A differing local label is reported next to
/// it and stays a candidate; the local fallback label only means that the engine does not know. Made-up quotes raise
/// a doubt whatever they are meant to show.
fn weigh(reader: &Reader<'_>, survey: &mut Survey, account: &mut Account, one: &One, evidence: &[Evidence]) {
    let Some(at) = survey.forms.iter().position(|plan| plan.number == one.form) else {
        return;
    };
    let shown: Vec<Evidence> = evidence.iter().filter(|piece| is_placed(piece)).cloned().collect();
    let plan = &survey.forms[at];
    let local = plan.candidates.first().cloned().unwrap_or_else(|| Candidate {
        label: reader.pack.fallback.clone(),
        confidence: 0.0,
    });
    let Some(best) = one.candidates.first() else { return };
    let made_up = shown.is_empty() && !evidence.is_empty();
    let differs = best.label != local.label;
    if made_up || differs && local.label != reader.pack.fallback {
        let seen = survey.segments.get(plan.segment as usize);
        let own = seen.and_then(|segment| evidence_of(segment, &local.label));
        let places = own.into_iter().chain(shown.first().cloned()).collect();
        let doubt = doubt(format!("forms[{at}]"), &local.label, &best.label, made_up);
        account.issues.push(doubt.evidence(places));
    }
    if shown.is_empty() {
        return;
    }
    let plan = &mut survey.forms[at];
    if !differs {
        // A form left blank is planned with the empty form second, so the order is kept.
        for guess in &one.candidates {
            match plan.candidates.iter_mut().find(|known| known.label == guess.label) {
                Some(known) => known.confidence = guess.confidence,
                None => plan.candidates.push(guess.clone()),
            }
        }
        return;
    }
    let mut candidates = one.candidates.clone();
    let others = plan
        .candidates
        .iter()
        .filter(|known| candidates.iter().all(|new| new.label != known.label));
    let others: Vec<Candidate> = others.cloned().collect();
    candidates.extend(others);
    plan.candidates = candidates;
    let plan = plan.clone();
    relabel(survey, &plan, &local.label, &best.label, &shown);
    let proposed = Some(one.proposed_label.clone()).filter(|name| !name.trim().is_empty());
    if best.label == reader.pack.fallback && survey.proposed_label.is_none() {
        survey.proposed_label = proposed;
    }
}

/// The doubt about a label on which the readings disagree, or whose quotes are not on the page.
fn doubt(subject: String, local: &str, model: &str, made_up: bool) -> NewIssue {
    let (code, what) = match (made_up, local == model) {
        (true, true) => (
            "label_unproved",
            "the model gives the form the same label, but its quotes are not on the page",
        ),
        (true, false) => (
            "label_disagreement",
            "the model gives the form another label, and its quotes are not on the page",
        ),
        (false, _) => ("label_disagreement", "the two readings give the form different labels"),
    };
    let issue = NewIssue::new(RaisedBy::Readings, code, Severity::Major, subject, what);
    if local == model {
        issue
    } else {
        issue.expected(local, model)
    }
}

fn evidence_of(segment: &Segment, label: &str) -> Option<Evidence> {
    let mut types = segment.types.iter();
    let own = types.find(|share| share.label == label)?;
    own.evidence.first().cloned()
}

/// Gives the segment its form's new label until the form is filled.
fn relabel(survey: &mut Survey, plan: &FormPlan, from: &str, to: &str, shown: &[Evidence]) {
    let others = |other: &&FormPlan| other.number != plan.number && other.segment == plan.segment;
    let kept = survey.forms.iter().filter(others);
    let kept = kept
        .filter_map(|other| other.candidates.first())
        .any(|best| best.label == from);
    let Some(segment) = survey.segments.get_mut(plan.segment as usize) else {
        return;
    };
    let Some(place) = segment.types.iter().position(|share| share.label == from) else {
        return;
    };
    let mut share = segment.types[place].clone();
    to.clone_into(&mut share.label);
    share.evidence = shown.to_vec();
    if kept {
        share.share /= 2.0;
        segment.types[place].share /= 2.0;
        segment.types.push(share);
    } else {
        segment.types[place] = share;
        if segment.label == from {
            to.clone_into(&mut segment.label);
        }
    }
    if let Some(best) = survey.candidates.first_mut().filter(|best| best.label == from && !kept) {
        to.clone_into(&mut best.label);
    }
}
