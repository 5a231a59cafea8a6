//! The overview of the workspace, and the table of documents. Case totals are in `cases`.

use super::classified::band;
use super::settings::title;
use super::trouble::parse_ids;
use super::views::{
    CountOf, Counted, Counts, IssueCounts, LibraryFilter, LibraryPage, LibraryQuery, MarkingView, Overview, PackCard,
    Row, StateCounts, Trouble, YearCount,
};
use super::{Desk, classified, settings};
use crate::store::{LibraryFilter as Filter, Shelved, Standing};
use touchstone_core::pack::Pack;
use touchstone_core::record::{DocumentId, Format};
use touchstone_intake::Failure;

/// Max rows per call. The window requests what it shows, or everything it will change.
const MOST_ROWS: u32 = 100_000;

impl Desk {
    pub async fn overview(&self) -> anyhow::Result<Overview> {
        let tally = self.store.tally().await?;
        let mut counts = Counts {
            trash: tally.trash,
            ..Counts::default()
        };
        for (state, count) in tally.states {
            counts.all += count;
            *match state {
                Standing::Accepted => &mut counts.accepted,
                Standing::NeedsReview => &mut counts.needs_review,
                Standing::Rejected => &mut counts.rejected,
                Standing::Failed => &mut counts.failed,
                Standing::Cancelled => &mut counts.cancelled,
                Standing::Password => &mut counts.password,
                Standing::Queued => &mut counts.queued,
                _ => &mut counts.running,
            } += count;
        }
        Ok(Overview {
            workspace: self.store.place().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            counts,
            batch: self.batch().await?,
            paused: self.is_paused(),
            waits_for: self.waits_for(),
            offline: self.stays_here().await?,
            spent_usd: self.spent().await?,
            consent: self.asks_consent().await?,
            packs: self.packs().iter().map(|pack| card(pack)).collect(),
            preferences: self.preferences().await?,
            recognisers: settings::recognisers(),
            notices: [self.acceptance_notices().await?, self.notices()].concat(),
            reader_missing: self.readers().pool.is_err(),
            marking: self.highest_marking().await?,
        })
    }

    /// Whether any document belongs to a pack whose labels are levels. If not, the highest marking need not be
    /// computed.
    pub async fn bears_markings(&self) -> anyhow::Result<bool> {
        for pack in self.packs().iter().filter(|pack| pack.vocabulary.is_some()) {
            if !self.store.markings_of(&pack.name).await?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Over all documents of packs whose labels are levels. Packs share no vocabulary, so the first pack with
    /// markings counts.
    async fn highest_marking(&self) -> anyhow::Result<Option<MarkingView>> {
        for pack in self.packs().iter().filter(|pack| pack.vocabulary.is_some()) {
            let markings = self.store.markings_of(&pack.name).await?;
            if !markings.is_empty() {
                return Ok(classified::merged(markings.iter(), pack));
            }
        }
        Ok(None)
    }

    pub async fn library(&self, query: &LibraryQuery) -> anyhow::Result<LibraryPage> {
        let sort = query.sort;
        let limit = query.limit.min(MOST_ROWS);
        let (total, rows, counts) = self
            .store
            .library(
                &filter(&query.filter),
                sort.column,
                sort.descending,
                query.offset,
                limit,
            )
            .await?;
        let counted = |(name, count): (String, u32)| CountOf { name, count };
        Ok(LibraryPage {
            total,
            rows: rows.into_iter().map(row).collect(),
            counts: Counted {
                states: states(&counts.states),
                labels: counts.labels.into_iter().map(counted).collect(),
                years: counts
                    .years
                    .into_iter()
                    .map(|(year, count)| YearCount { year, count })
                    .collect(),
                cases: counts.cases.into_iter().map(counted).collect(),
            },
        })
    }

    /// The selected documents: those with the ids, or all that match the filter.
    pub(super) async fn meant(&self, ids: &[String], of: Option<&LibraryFilter>) -> anyhow::Result<Vec<DocumentId>> {
        match of {
            Some(of) if ids.is_empty() => Ok(self.store.library_ids(&filter(of)).await?),
            _ => parse_ids(ids),
        }
    }
}

fn states(counts: &[(Standing, u32)]) -> StateCounts {
    let of = |wanted| {
        counts
            .iter()
            .filter(|(state, _)| *state == wanted)
            .map(|(_, count)| count)
            .sum()
    };
    StateCounts {
        queued: of(Standing::Queued),
        reading: of(Standing::Reading),
        classifying: of(Standing::Classifying),
        extracting: of(Standing::Extracting),
        verifying: of(Standing::Verifying),
        accepted: of(Standing::Accepted),
        needs_review: of(Standing::NeedsReview),
        rejected: of(Standing::Rejected),
        failed: of(Standing::Failed),
        cancelled: of(Standing::Cancelled),
        password: of(Standing::Password),
    }
}

pub(super) fn filter(query: &LibraryFilter) -> Filter {
    Filter {
        search: query.search.clone(),
        states: query.states.clone(),
        labels: query.labels.clone(),
        years: query.years.clone(),
        cases: query.cases.clone(),
        ids: query.ids.clone(),
        trash: query.trash,
    }
}

fn card(pack: &Pack) -> PackCard {
    PackCard {
        name: pack.name.clone(),
        title: title(pack),
        version: pack.version.clone(),
        labels: pack.labels.iter().map(|label| label.name.clone()).collect(),
        by_year: pack.templates().iter().any(|template| {
            let mut fields = template.fields.iter();
            fields.any(|field| field.format == Format::Year)
        }),
    }
}

pub(super) fn row(from: Shelved) -> Row {
    let (detail, error) = (detail(&from), error(&from));
    Row {
        document_id: from.document.id.to_string(),
        run_id: from.run.map(|run| run.to_string()),
        file_name: from.document.file_name,
        case: from.document.case,
        pack: from.document.pack,
        pages: from.document.page_count,
        label: from.label,
        proposed_label: from.proposed_label,
        forms: from.forms,
        confidence: from.confidence,
        band: from.confidence.map(band),
        year: from.year,
        expected_year: from.document.expected_year,
        state: from.state,
        detail,
        issues: IssueCounts {
            blocker: from.blockers,
            major: from.majors,
            minor: from.minors,
        },
        error,
        received_at: from.document.received_at.to_string(),
        duplicate_of: from.duplicate_of,
        corrections: from.edits,
        verdict: from.verdict,
        reviewer: from.reviewer,
    }
}

/// Progress of a running document.
fn detail(row: &Shelved) -> Option<String> {
    match row.state {
        Standing::Reading => Some(match row.document.page_count {
            Some(total) => format!("page {} of {total}", row.pages_read.max(1)),
            None => format!("{} pages so far", row.pages_read),
        }),
        Standing::Extracting => row.attempt.map(|attempt| format!("attempt {attempt}")),
        _ => None,
    }
}

fn error(row: &Shelved) -> Option<Trouble> {
    match row.state {
        Standing::Cancelled => {
            return Some(Trouble::new(
                "cancelled",
                "It was cancelled",
                "Run it again to continue.",
            ));
        }
        Standing::Failed | Standing::Password => {}
        _ => return None,
    }
    if let Some(failure) = &row.failure {
        return Some(Trouble::new(
            "run_failed",
            failure,
            "Run it again. If it fails again, copy the report in Settings.",
        ));
    }
    let outcome = row.document.outcome?;
    let message = row.document.outcome_message.clone();
    let message = message.unwrap_or_else(|| format!("{} could not be read", row.document.file_name));
    Some(Failure::new(outcome, message).into())
}
