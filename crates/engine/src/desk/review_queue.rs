//! The review queue: documents that need review in the order of review, what reviewers do with them, and acceptance of
//! several at once.

use super::Desk;
use super::fields::{is_edited, place_of};
use super::trouble::{parse_id, parse_ids};
use super::views::{
    BulkAccepted, ClaimView, FieldState, IssueCounts, IssueStanding, NotAccepted, ReviewQuery, ReviewQueue, ReviewRow,
    SeverityName, Unverified,
};
use crate::review::{self, Judgement, ReviewOrder, Waiting, chance_of_error, ordered};
use crate::store::{Claim, LibraryFilter, LibraryOrder, QueuePlace, Shelved, Standing};
use anyhow::ensure;
use std::collections::{BTreeMap, HashMap};
use touchstone_core::record::{DocumentId, Field, Form, Issue, Severity, now};

/// Max documents of the queue.
const MOST_ROWS: u32 = 100_000;

impl Desk {
    /// The documents that need review, in the order of review.
    pub async fn review_queue(&self, query: &ReviewQuery) -> anyhow::Result<ReviewQueue> {
        let shelved = match query.order {
            ReviewOrder::AuditSample => self.drawn().await?,
            _ => self.unsettled().await?,
        };
        let (claims, own) = (self.store.claims().await?, self.author().await?);
        let mut waiting = Vec::with_capacity(shelved.len());
        for (number, row) in shelved.iter().enumerate() {
            waiting.push(
                self.waiting(number, row, claims.get(&row.document.id), own.as_deref())
                    .await?,
            );
        }
        let (positions, within) = ordered(&waiting, query.order, query.minutes);
        let listed = positions.iter().enumerate().map(|(rank, &at)| ReviewRow {
            within: rank < within,
            waits: true,
            ..row(&shelved[at], &waiting[at], &claims)
        });
        let mut rows: Vec<ReviewRow> = listed.collect();
        for id in parse_ids(&query.held)? {
            if shelved.iter().any(|row| row.document.id == id) {
                continue;
            }
            // An erased document is no longer listed.
            if let Ok(settled) = self.store.shelved(id).await {
                rows.push(row(&settled, &Waiting::default(), &claims));
            }
        }
        Ok(ReviewQueue { rows })
    }

    async fn unsettled(&self) -> anyhow::Result<Vec<Shelved>> {
        let those = LibraryFilter {
            states: vec![Standing::NeedsReview],
            ..LibraryFilter::default()
        };
        let listed = self.store.library(&those, LibraryOrder::Received, false, 0, MOST_ROWS);
        let (_, shelved, _) = listed.await?;
        Ok(shelved)
    }

    /// The documents of the audit sample that wait for a verdict.
    async fn drawn(&self) -> anyhow::Result<Vec<Shelved>> {
        let mut shelved = Vec::new();
        for id in self.store.drawn_documents().await? {
            shelved.push(self.store.shelved(id).await?);
        }
        Ok(shelved)
    }

    async fn waiting(
        &self,
        number: usize,
        row: &Shelved,
        claim: Option<&Claim>,
        own: Option<&str>,
    ) -> anyhow::Result<Waiting> {
        let (forms, issues) = match row.run {
            Some(run) => (self.store.best_forms(run).await?, self.store.issues(run).await?),
            None => (Vec::new(), Vec::new()),
        };
        let edited = match row.edits {
            0 => Vec::new(),
            _ => review::edited_places(&self.store.corrections(row.document.id).await?),
        };
        let last = issues.iter().map(|issue| issue.pass).max();
        let of_last = issues.iter().filter(|issue| Some(issue.pass) == last);
        let (open, whole) = doubts(&forms, of_last, &edited);
        let elsewhere = |claim: &Claim| claim.place == QueuePlace::Claimed && claim.author.as_deref() != own;
        Ok(Waiting {
            number,
            label: row.label.clone().unwrap_or_default(),
            blockers: row.blockers,
            majors: row.majors,
            minors: row.minors,
            open_values: open.len() as u32,
            expected_errors: whole + open.values().sum::<f64>(),
            later: claim.is_some_and(|claim| claim.place == QueuePlace::Skipped || elsewhere(claim)),
            deferred: claim.is_some_and(|claim| claim.place == QueuePlace::Deferred),
        })
    }

    /// Moves a document within the queue, if it is still where the user saw it.
    pub async fn claim(&self, document: &str, from: QueuePlace, to: &ClaimView) -> anyhow::Result<()> {
        let note = to.note.as_deref().map(str::trim).filter(|note| !note.is_empty());
        let claim = Claim {
            document: parse_id(document)?,
            place: to.place,
            flagged: to.flagged,
            note: note.map(str::to_owned),
            author: self.author().await?,
            at: now(),
        };
        let won = self.store.claim_in_queue(from, &claim).await?;
        ensure!(
            won,
            "could not move the document in the review queue: another reviewer moved it first; open it again"
        );
        Ok(())
    }

    /// What accepting these documents would leave unverified.
    pub async fn unverified(&self, ids: &[String]) -> anyhow::Result<Vec<Unverified>> {
        let mut all = Vec::with_capacity(ids.len());
        for id in ids {
            let view = self.document_view(id).await?;
            let blockers = view
                .issues
                .iter()
                .filter(|issue| issue.severity == SeverityName::Blocker && issue.standing != IssueStanding::Settled);
            let fields = view
                .forms
                .iter()
                .flat_map(|form| &form.groups)
                .flat_map(|group| &group.fields);
            let open = fields.filter(|field| matches!(field.state, FieldState::Judge | FieldState::Contradicted));
            all.push(Unverified {
                document_id: id.clone(),
                blockers: blockers.map(|issue| issue.message.clone()).collect(),
                values: open.map(|field| field.name.clone()).collect(),
                file_name: view.row.file_name,
            });
        }
        Ok(all)
    }

    /// Accepts documents as they are; one with an open blocker is refused, and the others go on.
    pub async fn accept_all(&self, ids: &[String]) -> anyhow::Result<BulkAccepted> {
        let mut done = BulkAccepted {
            accepted: Vec::new(),
            refused: Vec::new(),
        };
        for id in ids {
            match self.judge(id, Judgement::Accept).await {
                Ok(()) => done.accepted.push(id.clone()),
                Err(error) => done.refused.push(NotAccepted {
                    file_name: self.store.document(parse_id(id)?).await?.file_name,
                    reason: format!("{error:#}"),
                }),
            }
        }
        Ok(done)
    }
}

/// The chance of an error for each value to check, by its place, and for the document as a whole.
fn doubts<'i>(
    forms: &[Form],
    issues: impl Iterator<Item = &'i Issue>,
    edited: &[String],
) -> (BTreeMap<(u32, String), f64>, f64) {
    let mut worst: BTreeMap<(u32, String), Severity> = BTreeMap::new();
    let mut whole = 0.0;
    for issue in issues.filter(|issue| issue.body.severity != Severity::Minor) {
        let severity = issue.body.severity;
        let places: Vec<(u32, &str)> = issue.body.subjects().filter_map(place_of).collect();
        if places.is_empty() {
            whole += chance_of_error(1.0, Some(severity));
        }
        for (form, path) in places {
            let known = worst.entry((form, path.to_owned())).or_insert(severity);
            *known = (*known).min(severity);
        }
    }
    for form in forms {
        for (name, _) in form.fields.iter().filter(|(_, field)| is_unproved(field)) {
            worst.entry((form.number, name.clone())).or_insert(Severity::Minor);
        }
    }
    let whole_path = |form: u32, path: &str| format!("forms[{}].fields.{path}", form.saturating_sub(1));
    worst.retain(|(form, path), _| !is_edited(&whole_path(*form, path), edited));
    let chances = worst.into_iter().map(|((form, path), severity)| {
        let name = path.split(['[', '.']).next().unwrap_or(&path);
        let own = forms
            .iter()
            .find(|one| one.number == form)
            .and_then(|one| one.field(name));
        let chance = chance_of_error(own.map_or(0.0, |field| field.confidence), Some(severity));
        ((form, path), chance)
    });
    (chances.collect(), whole)
}

/// A value that was found at no place on the page. The evidence of a list is in its cells.
fn is_unproved(field: &Field) -> bool {
    field.is_filled() && !field.value.is_array() && field.evidence.is_empty()
}

fn row(from: &Shelved, waiting: &Waiting, claims: &HashMap<DocumentId, Claim>) -> ReviewRow {
    let claim = claims.get(&from.document.id);
    ReviewRow {
        document_id: from.document.id.to_string(),
        file_name: from.document.file_name.clone(),
        case: from.document.case.clone(),
        label: from.label.clone(),
        pages: from.document.page_count,
        received_at: from.document.received_at.to_string(),
        state: from.state,
        waits: false,
        issues: IssueCounts {
            blocker: from.blockers,
            major: from.majors,
            minor: from.minors,
        },
        open_values: waiting.open_values,
        expected_errors: waiting.expected_errors,
        minutes: waiting.minutes(),
        within: false,
        claim: claim.map_or_else(ClaimView::default, |claim| ClaimView {
            place: claim.place,
            flagged: claim.flagged,
            note: claim.note.clone(),
            author: claim.author.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_core::record::{NewIssue, RaisedBy};

    #[test]
    fn a_value_counts_once_with_its_worst_issue_until_a_person_has_seen_it() {
        let run_record = crate::export::sample::run_record();
        let issue = |severity, subject: &str| Issue {
            id: "V2-0001".to_owned(),
            run_id: run_record.run.id,
            pass: 0,
            body: NewIssue::new(RaisedBy::V2, "inconsistent", severity, subject, "they do not fit"),
        };
        let check = |issues: &[Issue], edited: &[&str], expected: (usize, f64)| {
            let edited: Vec<String> = edited.iter().map(|path| (*path).to_owned()).collect();
            let before = doubts(&run_record.forms, [].iter(), &edited).0.len();
            let (open, whole) = doubts(&run_record.forms, issues.iter(), &edited);
            assert_eq!(open.len() - before, expected.0, "{issues:?}");
            assert!((whole - expected.1).abs() < 1e-9, "{whole}");
        };
        let major = issue(Severity::Major, "forms[0].wages_tips");
        let blocker = issue(Severity::Blocker, "forms[0].wages_tips");
        check(&[major.clone(), blocker], &[], (1, 0.0));
        check(&[major], &["forms[0].fields.wages_tips"], (0, 0.0));
        check(&[issue(Severity::Major, "label")], &[], (0, 0.5));
        check(&[issue(Severity::Minor, "label")], &[], (0, 0.0));
    }
}
