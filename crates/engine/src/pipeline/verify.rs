//! The verification passes: all checks, the arbiter, mechanical repairs, and again, at most three times. Pure: the
//! same docket always gives the same verdict, which is what `replay` proves. Not here: loading and storing.

use super::decide::{POLICY_VERSION, Ruling, decide};
use super::phases;
use crate::checks;
use crate::checks::CheckInput;
use std::collections::BTreeMap;
use touchstone_core::record::{
    Cause, Classification, Decided, Decision, Issue, ModelPhase, NewIssue, Questioned, RaisedBy, RunId, Severity,
    Verification, Verified,
};

/// The verdict, and the classification as repaired when a pass repaired anything.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub verified: Verified,
    pub repaired: Option<Classification>,
}

/// What a model is asked after the rules of a pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Questions<'a> {
    /// No model is set.
    None,
    /// What was answered so far; a pass without all its answers waits for them.
    Live(&'a [Questioned]),
    /// What was answered then; what was not asked is not missed.
    Stored(&'a [Questioned]),
}

/// A pass that waits for answers of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    pub pass: u32,
    /// As the repairs of the passes before left it.
    pub classification: Classification,
    pub agents: Vec<RaisedBy>,
}

impl<'a> Questions<'a> {
    fn is_set(self) -> bool {
        self != Questions::None
    }

    fn of_pass(self, pass: u32, agents: &[RaisedBy]) -> Vec<&'a Questioned> {
        let (Questions::Live(answers) | Questions::Stored(answers)) = self else {
            return Vec::new();
        };
        let own = answers.iter().filter(|answer| answer.pass == pass);
        own.filter(|answer| agents.contains(&answer.agent)).collect()
    }

    fn is_complete(self, answers: &[&Questioned], agents: &[RaisedBy]) -> bool {
        let answered = |agent: &RaisedBy| answers.iter().any(|answer| answer.agent == *agent);
        !matches!(self, Questions::Live(_)) || agents.iter().all(answered)
    }
}

/// Runs the passes. `standing` are issues that no check here raises again: the grader's, the extractor's, intake's.
/// `retries` is how often a repair may be followed by another pass (DESIGN: 2). A pass that waits for answers of a model is
/// given back; with them, everything is decided again from the beginning, to the same end.
pub fn verify(
    run_id: RunId,
    input: &CheckInput<'_>,
    standing: &[NewIssue],
    retries: u32,
    questions: Questions<'_>,
) -> Result<Verdict, Box<Waiting>> {
    let mut numbering = Numbering {
        run_id,
        counts: BTreeMap::new(),
    };
    let mut classification = input.classification.clone();
    let (mut passes, mut issues, mut seen): (Vec<Verification>, Vec<Issue>, Vec<String>) = Default::default();
    loop {
        let pass = passes.len() as u32;
        let mut found: Vec<NewIssue> = standing.to_vec();
        found.extend(checks::run_all(&CheckInput {
            classification: &classification,
            ..*input
        }));
        let mut found = numbering.number(pass, found);
        let asked = doubt(&mut found, &mut numbering, pass, questions);
        let model_phases = asked.map_err(|agents| waiting(pass, &classification, agents))?;
        let ruling = decide(&found);
        let fingerprint = checks::fingerprint(&classification);
        let cause = cause(ruling.outcome, seen.contains(&fingerprint), pass >= retries);
        // An exhausted retry repairs nothing more; a BLOCKER is repaired so that the expert sees a whole result.
        let exhausted = matches!(cause, Some(Cause::Cycle | Cause::RetryLimit));
        let fixes = if exhausted {
            Vec::new()
        } else {
            checks::repair(&mut classification, &found)
        };
        passes.push(Verification {
            decision: if exhausted {
                Decided::EscalateToSme
            } else {
                ruling.outcome
            },
            fixes,
            fingerprint: fingerprint.clone(),
            model_phases,
            ..found_in(run_id, pass, &found)
        });
        issues.extend(found);
        if let Some(cause) = cause {
            let decision = conclude(run_id, &ruling, cause);
            let repaired = (classification != *input.classification).then_some(classification);
            let verified = Verified {
                passes,
                issues,
                decision,
            };
            return Ok(Verdict { verified, repaired });
        }
        seen.push(fingerprint);
    }
}

/// Adds what a model doubts to what the rules of a pass found, and tells what was asked of it; or whom the pass waits for.
fn doubt(
    found: &mut Vec<Issue>,
    numbering: &mut Numbering,
    pass: u32,
    questions: Questions<'_>,
) -> Result<Vec<ModelPhase>, Vec<RaisedBy>> {
    let agents = phases::asking(found, questions.is_set());
    let answers = questions.of_pass(pass, &agents);
    if !questions.is_complete(&answers, &agents) {
        return Err(agents);
    }
    let model_phases = phases::phases(found, questions.is_set(), &answers);
    let doubts = answers.iter().flat_map(|answer| answer.issues.iter().cloned());
    found.extend(numbering.number(pass, doubts.collect()));
    Ok(model_phases)
}

fn waiting(pass: u32, classification: &Classification, agents: Vec<RaisedBy>) -> Box<Waiting> {
    Box::new(Waiting {
        pass,
        classification: classification.clone(),
        agents,
    })
}

/// Why the passes end; `None` when another one follows the repairs.
fn cause(outcome: Decided, repeated: bool, exhausted: bool) -> Option<Cause> {
    match outcome {
        Decided::AutoRetry if repeated => Some(Cause::Cycle),
        Decided::AutoRetry if exhausted => Some(Cause::RetryLimit),
        Decided::AutoRetry => None,
        _ => Some(Cause::Rule),
    }
}

/// The verdict on a document that could not be read: one BLOCKER that says why, and nothing to check.
pub(super) fn unread(run_id: RunId, why: NewIssue) -> Verdict {
    let issues = Numbering {
        run_id,
        counts: BTreeMap::new(),
    }
    .number(0, vec![why]);
    let ruling = decide(&issues);
    let pass = Verification {
        decision: ruling.outcome,
        ..found_in(run_id, 0, &issues)
    };
    let decision = conclude(run_id, &ruling, Cause::Rule);
    Verdict {
        verified: Verified {
            passes: vec![pass],
            issues,
            decision,
        },
        repaired: None,
    }
}

/// A pass that found these issues, before anything followed from them.
fn found_in(run_id: RunId, pass: u32, found: &[Issue]) -> Verification {
    Verification {
        run_id,
        pass,
        decision: Decided::EscalateToSme,
        quality_score: quality(found),
        fixes: Vec::new(),
        issue_ids: found.iter().map(|issue| issue.id.clone()).collect(),
        fingerprint: String::new(),
        model_phases: Vec::new(),
    }
}

fn conclude(run_id: RunId, ruling: &Ruling, cause: Cause) -> Decision {
    Decision {
        run_id,
        outcome: if cause == Cause::Rule {
            ruling.outcome
        } else {
            Decided::EscalateToSme
        },
        rule: ruling.rule,
        cause,
        reasons: ruling.reasons.clone(),
        policy_version: POLICY_VERSION.to_owned(),
    }
}

/// V4's score of a pass, over what V4 found in it (seed 003 slide 6): what other agents found says nothing of the evidence.
fn quality(issues: &[Issue]) -> f64 {
    let own = issues.iter().filter(|issue| issue.body.raised_by == RaisedBy::V4);
    let cost: f64 = own
        .map(|issue| match issue.body.severity {
            Severity::Blocker => 0.30,
            Severity::Major => 0.15,
            Severity::Minor => 0.05,
        })
        .sum();
    (1.0 - cost).max(0.0)
}

/// Gives issues their ids, `V3-0001`, counting each raiser's through the whole run.
struct Numbering {
    run_id: RunId,
    counts: BTreeMap<&'static str, u32>,
}

impl Numbering {
    fn number(&mut self, pass: u32, found: Vec<NewIssue>) -> Vec<Issue> {
        found
            .into_iter()
            .map(|body| {
                let name = body.raised_by.as_str();
                let count = self.counts.entry(name).or_insert(0);
                *count += 1;
                Issue {
                    id: format!("{name}-{count:04}"),
                    run_id: self.run_id,
                    pass,
                    body,
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod seed;
#[cfg(test)]
mod tests;
