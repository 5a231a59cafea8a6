//! Repeats the deterministic checks on the corrected forms: which issues no longer hold, and which are new. Nothing
//! is stored: the run keeps its own issues. Runs no models and makes no new decision.

use super::Desk;
use super::fields::{is_edited, place_of};
use super::views::IssueStanding;
use crate::checks::{grade, is_fact};
use crate::pipeline::found_by_checks;
use crate::review;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Field, Form, Issue, NewIssue, RaisedBy, RunRecord, RunState};

/// Effect of corrections on the issues of a run.
#[derive(Debug, Default)]
pub(super) struct Recheck {
    /// Ids of stored issues.
    settled: Vec<String>,
    pub(super) found: Vec<Issue>,
}

impl Recheck {
    pub(super) fn standing(&self, issue: &Issue) -> IssueStanding {
        if self.settled.contains(&issue.id) {
            IssueStanding::Settled
        } else if self.found.iter().any(|new| new.id == issue.id) {
            IssueStanding::New
        } else {
            IssueStanding::Open
        }
    }
}

impl Desk {
    /// Empty for a run that is not done or has no corrections.
    pub(super) async fn recheck(&self, as_read: &RunRecord, pack: Option<&Pack>) -> anyhow::Result<Recheck> {
        let is_corrected = !review::in_force(&as_read.corrections).is_empty();
        let Some(pack) = pack.filter(|_| as_read.run.state == RunState::Done && is_corrected) else {
            return Ok(Recheck::default());
        };
        let corrected = in_their_places(review::corrected(as_read.clone()), as_read);
        let before = self.found(pack, as_read).await?;
        let after = self.found(pack, &corrected).await?;
        Ok(compared(as_read, &before, after))
    }

    /// Issues from the checks and from the grader's factual rules.
    async fn found(&self, pack: &Pack, run_record: &RunRecord) -> anyhow::Result<Vec<NewIssue>> {
        let mut found = found_by_checks(&self.store, pack, run_record).await?;
        let year = run_record.run.settings.expected_year;
        found.extend(run_record.forms.iter().flat_map(|form| grade::facts(pack, form, year)));
        Ok(found)
    }
}

/// A typed value has no evidence. For the checks it takes the evidence of the value it replaced, so that the amounts
/// printed there are not reported as missed.
fn in_their_places(mut corrected: RunRecord, as_read: &RunRecord) -> RunRecord {
    for form in &mut corrected.forms {
        let own = |other: &&Form| other.number == form.number && other.label == form.label;
        let Some(before) = as_read.forms.iter().find(own) else {
            continue;
        };
        for (name, field) in &mut form.fields {
            if let Some(before) = before.fields.get(name) {
                keep_place(field, before);
            }
        }
    }
    corrected
}

fn keep_place(field: &mut Field, before: &Field) {
    if field.evidence.is_empty() {
        field.evidence.clone_from(&before.evidence);
        field.raw = field.raw.take().or_else(|| before.raw.clone());
    }
    let rows = |field: &Field| field.value.as_array().map(Vec::len);
    if rows(field) != rows(before) {
        return;
    }
    for (below, cell) in &mut field.cells {
        if let Some(before) = before.cells.get(below).filter(|_| cell.evidence.is_empty()) {
            cell.evidence.clone_from(&before.evidence);
            cell.raw = cell.raw.take().or_else(|| before.raw.clone());
        }
    }
}

/// An issue is settled if the checks no longer raise it, or if it questions how values were read and a user has
/// edited or confirmed all of them. An issue about the document itself, such as its year, is not settled by
/// confirmation. Evidence checks do not apply to values or labels set by a user.
fn compared(as_read: &RunRecord, before: &[NewIssue], after: Vec<NewIssue>) -> Recheck {
    let edited = review::edited_places(&as_read.corrections);
    let is_all_edited = |issue: &NewIssue| {
        issue.subjects().all(|subject| {
            place_of(subject).is_some_and(|(number, path)| {
                let whole = format!("forms[{}].fields.{path}", number.saturating_sub(1));
                is_edited(&whole, &edited)
            })
        })
    };
    let corrected = review::corrected(as_read.clone());
    let follow = |subject: &str, from: &RunRecord, to: &RunRecord| match (from.classification(), to.classification()) {
        (Some(from), Some(to)) => review::follow_segment(subject, from, to),
        _ => Some(subject.to_owned()),
    };
    // `None` if a user has changed the segments of those pages.
    let moved = |body: &NewIssue| {
        let mut one = [numbered(as_read, 0, body.clone())];
        review::follow_rows(&mut one, &as_read.corrections);
        let [one] = one;
        let subject = follow(&one.body.subject, as_read, &corrected)?;
        Some(NewIssue { subject, ..one.body })
    };
    let of_evidence = |issue: &NewIssue| issue.raised_by == RaisedBy::V4 || issue.code == "evidence_missing";
    let is_replaced = |issue: &NewIssue| follow(&issue.subject, &corrected, as_read).is_none();
    let after: Vec<NewIssue> = after
        .into_iter()
        .filter(|issue| is_fact(issue) || !(is_all_edited(issue) || of_evidence(issue) && is_replaced(issue)))
        .collect();
    let last = as_read.verifications.last().map(|pass| pass.pass);
    let of_last = as_read.issues.iter().filter(|issue| Some(issue.pass) == last);
    let settled: Vec<&Issue> = of_last
        .filter(|issue| {
            let Some(now) = moved(&issue.body) else { return true };
            if before.iter().any(|one| same(one, &issue.body)) {
                !after.iter().any(|one| same(one, &now))
            } else {
                is_all_edited(&now) && !is_fact(&now)
            }
        })
        .collect();
    let before: Vec<NewIssue> = before.iter().filter_map(moved).collect();
    let new = after
        .into_iter()
        .filter(|issue| !before.iter().any(|one| same(one, issue)));
    Recheck {
        settled: settled.iter().map(|issue| issue.id.clone()).collect(),
        found: (1..)
            .zip(new)
            .map(|(number, body)| numbered(as_read, number, body))
            .collect(),
    }
}

/// Whether two issues say the same about the same place. Messages and expected values are not compared, because their
/// wording changes between program versions.
fn same(left: &NewIssue, right: &NewIssue) -> bool {
    let key = |issue: &NewIssue| (issue.raised_by, issue.code.clone(), issue.subject.clone());
    key(left) == key(right) && left.actual == right.actual
}

fn numbered(as_read: &RunRecord, number: u32, body: NewIssue) -> Issue {
    Issue {
        id: format!("{}-after-{number}", body.raised_by.as_str()),
        run_id: as_read.run.id,
        pass: 0,
        body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::scene::edit_of;
    use crate::export::sample;
    use serde_json::json;
    use touchstone_core::record::Severity;

    fn issue(by: RaisedBy, code: &str, subject: &str) -> NewIssue {
        NewIssue::new(by, code, Severity::Major, subject, "it is in doubt")
    }

    #[test]
    fn corrections_settle_what_holds_no_longer_and_nothing_else() {
        let mut as_read = sample::run_record();
        let wages = issue(RaisedBy::V2, "inconsistent", "forms[0].wages_tips");
        let year = issue(RaisedBy::V1, "odd_amount", "forms[0].tax_year");
        let missing = issue(RaisedBy::Grader, "missing_field", "forms[0].allocated_tips");
        let doubted = issue(RaisedBy::Grader, "doubted", "forms[0].other");
        let stored = [&wages, &year, &missing, &doubted].into_iter().zip(101..);
        as_read.issues = stored
            .map(|(body, number)| numbered(&as_read, number, body.clone()))
            .collect();
        let form = &as_read.forms[0];
        as_read.corrections = [("wages_tips", "12.00"), ("allocated_tips", "1.00")]
            .map(|(path, value)| edit_of(as_read.document.id, form, path, json!(value), None))
            .to_vec();

        let fresh = issue(RaisedBy::V2, "inconsistent", "forms[0].ss_wages");
        let unproved = issue(RaisedBy::V4, "unsupported", "forms[0].wages_tips");
        let after = vec![year.clone(), fresh.clone(), unproved];
        let found = compared(&as_read, &[wages, year], after);
        let standing = |number: usize| found.standing(&as_read.issues[number]);
        assert_eq!(standing(0), IssueStanding::Settled, "the check holds now");
        assert_eq!(standing(1), IssueStanding::Open, "it still does not");
        assert_eq!(standing(2), IssueStanding::Settled, "a person filled what was missing");
        assert_eq!(standing(3), IssueStanding::Open, "nobody spoke about it");
        assert_eq!(found.found.iter().map(|one| &one.body).collect::<Vec<_>>(), [&fresh]);
        assert_eq!(found.standing(&found.found[0]), IssueStanding::New);
    }

    #[test]
    fn a_confirmation_settles_doubts_about_reading_and_no_facts() {
        let mut as_read = sample::run_record();
        let year = issue(RaisedBy::Grader, "wrong_year", "forms[0].tax_year");
        let sum = issue(RaisedBy::V2, "inconsistent", "forms[0].allocated_tips");
        let sum = sum.also(vec!["forms[0].wages_tips".to_owned()]);
        let trap = issue(RaisedBy::V3, "corrected", "forms[0].retirement_plan");
        let odd = issue(RaisedBy::V1, "odd_amount", "forms[0].wages_tips");
        let unread = issue(RaisedBy::Grader, "unread_box", "forms[0].allocated_tips");
        let half = issue(RaisedBy::Readings, "disagreement", "forms[0].wages_tips");
        let half = half.also(vec!["forms[0].other".to_owned()]);
        let stored = [&year, &sum, &trap, &odd, &unread, &half].into_iter().zip(101..);
        as_read.issues = stored
            .map(|(body, number)| numbered(&as_read, number, body.clone()))
            .collect();
        let form = &as_read.forms[0];
        let confirmed = ["tax_year", "wages_tips", "allocated_tips", "retirement_plan"];
        as_read.corrections = confirmed
            .map(|path| edit_of(as_read.document.id, form, path, form.fields[path].value.clone(), None))
            .to_vec();
        let found = vec![year, sum, trap, odd];
        let again = compared(&as_read, &found, found.clone());
        let standings = as_read.issues.iter().map(|issue| again.standing(issue));
        let (open, settled) = (IssueStanding::Open, IssueStanding::Settled);
        assert_eq!(
            standings.collect::<Vec<_>>(),
            [open, open, open, settled, settled, open]
        );
        assert_eq!(again.found, []);
    }

    #[test]
    fn a_typed_value_stands_where_the_one_before_it_was_read() {
        let mut as_read = sample::run_record();
        let form = &as_read.forms[0];
        as_read.corrections = vec![edit_of(as_read.document.id, form, "wages_tips", json!("12.00"), None)];
        let corrected = in_their_places(review::corrected(as_read.clone()), &as_read);
        let (before, after) = (
            &as_read.forms[0].fields["wages_tips"],
            &corrected.forms[0].fields["wages_tips"],
        );
        assert_eq!(after.value, json!("12.00"));
        assert_eq!((&after.evidence, &after.raw), (&before.evidence, &before.raw));
    }
}
