//! Table `library`: the state of each document, kept by the triggers of the third migration. Lists, filters and counts
//! over thousands of documents read only this table.

use super::documents::Row as DocumentRow;
use super::error::{Doing, StoreError};
use super::row::{At, json, time};
use super::search::quoted;
use super::transaction::Transaction;
use super::{DocumentFilter, Store};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use touchstone_core::record::{Document, DocumentId, EngineId, RunId, Verdict};

/// State of a document, in processing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Queued,
    Reading,
    Classifying,
    Extracting,
    Verifying,
    Accepted,
    NeedsReview,
    /// Rejected by a person.
    Rejected,
    Failed,
    /// Cancelled by a person.
    Cancelled,
    Password,
}

/// Filter for documents; empty lists match all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibraryFilter {
    /// Words in a name, a case or a page.
    pub search: String,
    pub states: Vec<Standing>,
    pub labels: Vec<String>,
    pub years: Vec<i32>,
    pub cases: Vec<String>,
    pub ids: Vec<String>,
    pub trash: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum LibraryOrder {
    Received,
    Name,
    Case,
    Label,
    Confidence,
    Year,
    Pages,
    Issues,
    State,
}

/// A document as listed in the library.
#[derive(Debug, Clone, PartialEq)]
pub struct Shelved {
    pub document: Document,
    pub run: Option<RunId>,
    pub state: Standing,
    pub label: Option<String>,
    pub proposed_label: Option<String>,
    pub confidence: Option<f64>,
    pub year: Option<i32>,
    pub forms: u32,
    pub blockers: u32,
    pub majors: u32,
    pub minors: u32,
    /// Number of edits in force.
    pub edits: u32,
    /// The person's verdict on the newest result.
    pub verdict: Option<Verdict>,
    /// Name of the person who gave it, if given.
    pub reviewer: Option<String>,
    /// Progress of a running document.
    pub pages_read: u32,
    pub attempt: Option<u32>,
    pub failure: Option<String>,
    /// Name of the oldest document with the same bytes, if that is another one.
    pub duplicate_of: Option<String>,
}

/// Number of documents that each choice would leave, with all other filters unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StandingCounts {
    /// Count without the filter of states.
    pub all: u32,
    pub states: Vec<(Standing, u32)>,
    pub labels: Vec<(String, u32)>,
    pub years: Vec<(i32, u32)>,
    pub cases: Vec<(String, u32)>,
}

/// Numbers of documents by state, and in the trash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub states: Vec<(Standing, u32)>,
    pub trash: u32,
}

/// Progress of runs since a given time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct Progress {
    pub accepted: u32,
    pub needs_review: u32,
    /// Includes documents that need a password.
    pub failed: u32,
    pub waiting: u32,
}

/// The values that a set of documents has, without duplicates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Common {
    pub packs: Vec<String>,
    pub expected_years: Vec<Option<i32>>,
    /// Engines of their newest runs.
    pub engines: Vec<EngineId>,
    /// Number of documents queued or running.
    pub in_work: u32,
}

/// The documents that match every filter except those of the columns, which are separate conditions that a query may
/// omit. `?1` is the trash, `?2` the words for the index, `?3` the words for names, `?4` to `?8` JSON lists. `?8` is
/// named here, so a query that omits other filters has as many parameters as the others.
const FROM: &str = "FROM library JOIN documents ON documents.id = library.document_id
    WHERE documents.state = ?1 AND (?8 = '[]' OR documents.id IN (SELECT value FROM json_each(?8)))
    AND (?3 = '' OR instr(lower(file_name), ?3) OR instr(lower(ifnull(case_name, '')), ?3)
         OR (?2 IS NOT NULL AND documents.id IN (
             SELECT pages.document_id FROM page_text JOIN pages ON pages.id = page_text.rowid WHERE page_text MATCH ?2)))";
const BY_STATE: &str = " AND (?4 = '[]' OR library.state IN (SELECT value FROM json_each(?4)))";
const BY_LABEL: &str = " AND (?5 = '[]' OR label IN (SELECT value FROM json_each(?5)))";
const BY_YEAR: &str = " AND (?6 = '[]' OR year IN (SELECT value FROM json_each(?6)))";
const BY_CASE: &str = " AND (?7 = '[]' OR case_name IN (SELECT value FROM json_each(?7)))";

/// The filter's values as they are bound.
struct Bound {
    state: &'static str,
    words: Option<String>,
    name: String,
    states: String,
    labels: String,
    years: String,
    cases: String,
    ids: String,
}

impl Bound {
    fn of(filter: &LibraryFilter) -> Result<Self, StoreError> {
        Ok(Self {
            state: if filter.trash { "trashed" } else { "active" },
            words: quoted(&filter.search),
            name: filter.search.trim().to_lowercase(),
            states: json(&filter.states)?,
            labels: json(&filter.labels)?,
            years: json(&filter.years)?,
            cases: json(&filter.cases)?,
            ids: json(&filter.ids)?,
        })
    }
}

/// Binds `?1` to `?8` to any kind of query.
macro_rules! bound {
    ($query:expr, $filter:expr) => {
        $query
            .bind($filter.state)
            .bind(&$filter.words)
            .bind(&$filter.name)
            .bind(&$filter.states)
            .bind(&$filter.labels)
            .bind(&$filter.years)
            .bind(&$filter.cases)
            .bind(&$filter.ids)
    };
}

impl Store {
    /// Returns the number of matching documents, one page of them, and the counts for each filter's choices, all from
    /// one snapshot.
    pub async fn library(
        &self,
        filter: &LibraryFilter,
        order: LibraryOrder,
        descending: bool,
        offset: u32,
        limit: u32,
    ) -> Result<(u32, Vec<Shelved>, StandingCounts), StoreError> {
        const WHAT: &str = "list the library";
        let bound = Bound::of(filter)?;
        let mut tx = Transaction::read(&self.reader, WHAT).await?;
        let counts = counts(&mut tx, &bound).await?;
        let chosen = |state: &Standing| filter.states.is_empty() || filter.states.contains(state);
        let total = counts
            .states
            .iter()
            .filter(|(state, _)| chosen(state))
            .map(|(_, count)| count)
            .sum();
        let rows = page(&mut tx, &bound, order, descending, offset, limit).await?;
        tx.commit().await.doing(WHAT)?;
        Ok((total, rows, counts))
    }

    /// Returns the ids of all matching documents, oldest first.
    pub async fn library_ids(&self, filter: &LibraryFilter) -> Result<Vec<DocumentId>, StoreError> {
        const WHAT: &str = "list the library";
        let bound = Bound::of(filter)?;
        let sql = format!("SELECT documents.id {FROM}{BY_STATE}{BY_LABEL}{BY_YEAR}{BY_CASE} ORDER BY documents.seq");
        let ids: Vec<String> = bound!(sqlx::query_scalar(AssertSqlSafe(sql)), bound)
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        ids.iter().map(|id| At::new("documents", id).parse("id", id)).collect()
    }

    /// Returns one document as listed in the library.
    pub async fn shelved(&self, id: DocumentId) -> Result<Shelved, StoreError> {
        const WHAT: &str = "read the state of a document";
        let sql = format!(
            "{COLUMNS} FROM library JOIN documents ON documents.id = library.document_id {JOINS} WHERE documents.id = ?1"
        );
        let row: Option<Row> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(id.to_string())
            .fetch_optional(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        row.ok_or_else(|| StoreError::missing("document", &id))?.try_into()
    }

    pub async fn tally(&self) -> Result<Tally, StoreError> {
        const WHAT: &str = "count the documents";
        let mut connection = self.look(WHAT).await?;
        let states: Vec<(String, u32)> = sqlx::query_as(
            "SELECT library.state, count(*) FROM library JOIN documents ON documents.id = document_id
             WHERE documents.state = 'active' GROUP BY library.state",
        )
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
        let trash = sqlx::query_scalar("SELECT count(*) FROM documents WHERE trashed_at IS NOT NULL")
            .fetch_one(&mut *connection)
            .await
            .doing(WHAT)?;
        Ok(Tally {
            states: standings(states)?,
            trash,
        })
    }

    /// Counts the runs that ended since `start`, and those queued or running now.
    pub async fn progress(&self, start: Timestamp) -> Result<Progress, StoreError> {
        const WHAT: &str = "read the progress of the queue";
        sqlx::query_as(
            "SELECT count(*) FILTER (WHERE library.state = 'accepted' AND ended_at >= ?1) AS accepted,
                 count(*) FILTER (WHERE library.state IN ('needs_review', 'rejected') AND ended_at >= ?1) AS needs_review,
                 count(*) FILTER (WHERE library.state IN ('failed', 'password') AND ended_at >= ?1) AS failed,
                 count(*) FILTER (WHERE runs.state IN ('queued', 'running')) AS waiting
             FROM library JOIN runs ON runs.id = run_id JOIN documents ON documents.id = library.document_id
             WHERE documents.state = 'active' AND (runs.state IN ('queued', 'running') OR ended_at >= ?1)",
        )
        .bind(time(start))
        .fetch_one(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)
    }

    /// Returns the oldest active document with these bytes.
    pub async fn first_with(&self, sha256: &str) -> Result<Option<Document>, StoreError> {
        const WHAT: &str = "look for a duplicate file";
        let row: Option<DocumentRow> =
            sqlx::query_as("SELECT * FROM documents WHERE sha256 = ?1 AND state = 'active' ORDER BY seq LIMIT 1")
                .bind(sha256)
                .fetch_optional(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        row.map(Document::try_from).transpose()
    }

    /// Returns the pack, year and engines of these documents, and how many are queued or running.
    pub async fn common(&self, ids: &[DocumentId]) -> Result<Common, StoreError> {
        const WHAT: &str = "compare documents";
        let rows: Vec<CommonRow> = sqlx::query_as(
            "SELECT documents.pack, expected_year, iif(json_valid(runs.settings), json_extract(runs.settings, '$.engine'), NULL) AS engine,
                 ifnull(runs.state IN ('queued', 'running'), 0) AS in_work, count(*) AS count
             FROM library JOIN documents ON documents.id = library.document_id LEFT JOIN runs ON runs.id = library.run_id
             WHERE library.document_id IN (SELECT value FROM json_each(?1))
             GROUP BY documents.pack, expected_year, engine, in_work ORDER BY documents.pack, expected_year, engine",
        )
        .bind(json(ids)?)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let at = At::new("runs", "of the chosen documents");
        let mut common = Common::default();
        for row in rows {
            add(&mut common.packs, row.pack);
            add(&mut common.expected_years, row.expected_year);
            if let Some(engine) = at.json_or_null("settings", row.engine.as_deref())? {
                add(&mut common.engines, engine);
            }
            common.in_work += if row.in_work { row.count } else { 0 };
        }
        Ok(common)
    }

    /// Returns the documents of a case, oldest first.
    pub async fn of_case(&self, case: &str) -> Result<Vec<Document>, StoreError> {
        let filter = DocumentFilter {
            case: Some(case.to_owned()),
            state: Some(touchstone_core::record::DocumentState::Active),
            ..DocumentFilter::default()
        };
        self.documents(&filter).await
    }
}

fn add<T: PartialEq>(known: &mut Vec<T>, one: T) {
    if !known.contains(&one) {
        known.push(one);
    }
}

/// Counts the documents by column; each column's counts ignore its own filter.
async fn counts(connection: &mut SqliteConnection, bound: &Bound) -> Result<StandingCounts, StoreError> {
    const WHAT: &str = "count the library";
    let grouped = |column: &str, filters: [&str; 3]| {
        let filters = filters.concat();
        AssertSqlSafe(format!(
            "SELECT {column}, count(*) {FROM}{filters} AND {column} IS NOT NULL GROUP BY {column} ORDER BY {column}"
        ))
    };
    let sql = grouped("library.state", [BY_LABEL, BY_YEAR, BY_CASE]);
    let states: Vec<(String, u32)> = bound!(sqlx::query_as(sql), bound)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
    let sql = grouped("label", [BY_STATE, BY_YEAR, BY_CASE]);
    let labels = bound!(sqlx::query_as(sql), bound)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
    let sql = grouped("year", [BY_STATE, BY_LABEL, BY_CASE]);
    let years = bound!(sqlx::query_as(sql), bound)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
    let sql = grouped("case_name", [BY_STATE, BY_LABEL, BY_YEAR]);
    let cases = bound!(sqlx::query_as(sql), bound)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
    Ok(StandingCounts {
        all: states.iter().map(|(_, count)| count).sum(),
        states: standings(states)?,
        labels,
        years,
        cases,
    })
}

fn standings(rows: Vec<(String, u32)>) -> Result<Vec<(Standing, u32)>, StoreError> {
    let at = At::new("library", "of all documents");
    let mut rows = rows
        .into_iter()
        .map(|(state, count)| Ok((at.word("state", state)?, count)))
        .collect::<Result<Vec<(Standing, u32)>, StoreError>>()?;
    rows.sort_unstable();
    Ok(rows)
}

const COLUMNS: &str = "SELECT documents.*, library.run_id, library.state AS standing, label, proposed_label,
    confidence, year, forms, blockers, majors, minors, edits, library.verdict,
    (SELECT reviewer FROM reviews WHERE reviews.run_id = library.run_id ORDER BY seq DESC LIMIT 1) AS reviewer,
    (SELECT count(*) FROM pages WHERE pages.document_id = documents.id) AS pages_read,
    (SELECT max(number) FROM attempts WHERE run_id = library.run_id AND form IS NOT NULL AND attempts.state = 'started')
        AS attempt,
    runs.failure,
    (SELECT older.file_name FROM documents AS older
     WHERE older.sha256 = documents.sha256 AND older.seq < documents.seq AND older.state = 'active'
     ORDER BY older.seq LIMIT 1) AS duplicate_of";
const JOINS: &str = "LEFT JOIN runs ON runs.id = library.run_id";

async fn page(
    connection: &mut SqliteConnection,
    bound: &Bound,
    order: LibraryOrder,
    descending: bool,
    offset: u32,
    limit: u32,
) -> Result<Vec<Shelved>, StoreError> {
    let down = if descending { "DESC" } else { "ASC" };
    let key = match order {
        LibraryOrder::Received => "documents.seq",
        LibraryOrder::Name => "file_name COLLATE NOCASE",
        LibraryOrder::Case => "case_name COLLATE NOCASE",
        LibraryOrder::Label => "label",
        LibraryOrder::Confidence => "confidence",
        LibraryOrder::Year => "year",
        LibraryOrder::Pages => "page_count",
        LibraryOrder::Issues => "blockers * 1000000 + majors * 1000 + minors",
        LibraryOrder::State => STATE_ORDER,
    };
    // The page is chosen before the joins that cost a lookup per row.
    let sql = format!(
        "WITH chosen AS MATERIALIZED (
             SELECT documents.id AS chosen_id {FROM}{BY_STATE}{BY_LABEL}{BY_YEAR}{BY_CASE}
             ORDER BY {key} {down} NULLS LAST, documents.seq {down} LIMIT ?9 OFFSET ?10)
         {COLUMNS} FROM chosen JOIN documents ON documents.id = chosen_id
         JOIN library ON library.document_id = chosen_id {JOINS}
         ORDER BY {key} {down} NULLS LAST, documents.seq {down}"
    );
    let rows: Vec<Row> = bound!(sqlx::query_as(AssertSqlSafe(sql)), bound)
        .bind(limit)
        .bind(offset)
        .fetch_all(connection)
        .await
        .doing("list the library")?;
    rows.into_iter().map(Shelved::try_from).collect()
}

/// Sort key of states. Documents that need a person come last in ascending order, and so first in descending order.
const STATE_ORDER: &str = "CASE library.state WHEN 'accepted' THEN 0 WHEN 'queued' THEN 1 WHEN 'reading' THEN 2
    WHEN 'classifying' THEN 3 WHEN 'extracting' THEN 4 WHEN 'verifying' THEN 5 WHEN 'password' THEN 6
    WHEN 'cancelled' THEN 7 WHEN 'failed' THEN 8 ELSE 9 END";

/// Number of documents with the same pack, year and engine.
#[derive(FromRow)]
struct CommonRow {
    pack: String,
    expected_year: Option<i32>,
    engine: Option<String>,
    in_work: bool,
    count: u32,
}

#[derive(FromRow)]
struct Row {
    #[sqlx(flatten)]
    document: DocumentRow,
    run_id: Option<String>,
    standing: String,
    label: Option<String>,
    proposed_label: Option<String>,
    confidence: Option<f64>,
    year: Option<i32>,
    forms: u32,
    blockers: u32,
    majors: u32,
    minors: u32,
    edits: u32,
    verdict: Option<String>,
    reviewer: Option<String>,
    pages_read: u32,
    attempt: Option<u32>,
    failure: Option<String>,
    duplicate_of: Option<String>,
}

impl TryFrom<Row> for Shelved {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let document = Document::try_from(row.document)?;
        let at = At::new("library", &document.id);
        Ok(Shelved {
            run: at.parse_or_null("run_id", row.run_id.as_deref())?,
            state: at.word("state", row.standing)?,
            label: row.label,
            proposed_label: row.proposed_label,
            confidence: row.confidence,
            year: row.year,
            forms: row.forms,
            blockers: row.blockers,
            majors: row.majors,
            minors: row.minors,
            edits: row.edits,
            verdict: at.word_or_null("verdict", row.verdict)?,
            reviewer: row.reviewer,
            pages_read: row.pages_read,
            attempt: row.attempt,
            failure: row.failure,
            duplicate_of: row.duplicate_of,
            document,
        })
    }
}

#[cfg(test)]
mod tests;
