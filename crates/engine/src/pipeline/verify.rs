//! The verification passes: all checks, the arbiter, mechanical repairs, and again, at most three times. Pure: the same
//! verification_input always gives the same verdict, which `replay` proves.

use super::decide::{POLICY_VERSION, Ruling, decide};
use super::phases;
use crate::checks;
use crate::checks::CheckInput;
use std::collections::BTreeMap;
use touchstone_core::record::{
    Cause, Classification, Decided, Decision, Issue, ModelPhase, NewIssue, Questioned, RaisedBy, RunId, Severity,
    Verification, Verified,
};

/// The verdict, and the repaired classification if a pass repaired anything.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub verified: Verified,
    pub repaired: Option<Classification>,
}

/// The questions to a model after the rules of a pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Questions<'a> {
    /// No model is set.
    None,
    /// Answers so far; a pass without all its answers waits for them.
    Live(&'a [Questioned]),
    /// Answers of a finished run; missing answers are not waited for.
    Stored(&'a [Questioned]),
}

/// A pass that waits for a model's answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    pub pass: u32,
    /// The classification as repaired by the earlier passes.
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

/// Runs the passes. `standing` holds issues that no check raises again: those of the grader, the extractor and intake.
/// `retries` is how often a repair may be followed by another pass, normally 2. If a pass lacks a model's answers,
/// returns it as waiting; once they are there, everything is decided again from the beginning, with the same result.
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
        // An exhausted retry repairs nothing more; a BLOCKER is still repaired, so that the expert sees a complete
        // result.
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

/// Adds a model's doubts to the issues of a pass and returns what was asked, or the agents whose answers are missing.
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

/// Why the passes end; `None` if repairs are followed by another pass.
fn cause(outcome: Decided, repeated: bool, exhausted: bool) -> Option<Cause> {
    match outcome {
        Decided::AutoRetry if repeated => Some(Cause::Cycle),
        Decided::AutoRetry if exhausted => Some(Cause::RetryLimit),
        Decided::AutoRetry => None,
        _ => Some(Cause::Rule),
    }
}

/// The verdict on a document that could not be read: one BLOCKER with the reason, and nothing to check.
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

/// A pass with its issues, before any consequences.
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

/// V4's score of a pass (seed 003, slide 6). Counts V4's issues only: those of other agents are not about the evidence.
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

/// Gives issues their ids, such as `V3-0001`, counting each raiser's issues through the whole run.
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
