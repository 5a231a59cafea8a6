//! Table `audit_log`: what settled documents, in order. Append-only and chained: each entry has the digest of the entry
//! before it, and the digests of the rows that were written with it, in the same transaction. See `verify`.

mod entry;
mod verify;

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, time, word};
pub(super) use entry::NewEntry;
pub use entry::{LogEntry, Logged};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use touchstone_core::record::{DocumentId, GroundTruth, RunId, TruthSource, now};
pub use verify::{Broken, Verified};

/// A table whose rows the log covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Covered {
    Corrections,
    Reviews,
    Truths,
    SecondReviews,
}

impl Covered {
    const ALL: [Covered; 4] = [
        Covered::Corrections,
        Covered::Reviews,
        Covered::Truths,
        Covered::SecondReviews,
    ];

    /// SQL for the id, the document and the canonical form of its rows. Seconds are the only number with a fraction.
    fn rows(self) -> &'static str {
        match self {
            Covered::Corrections => {
                "SELECT id, document_id, json_array(seq, id, document_id, review_id, path, before_value, after_value,
                     evidence, form_label, undoes, made_by, author, made_at, act) FROM corrections WHERE true"
            }
            Covered::Reviews => {
                "SELECT id, document_id, json_array(seq, id, document_id, run_id, reviewer, state, verdict, notes,
                     printf('%.3f', seconds), ended_at, act, undoes) FROM reviews
                 WHERE (state <> 'pending' OR act IS NOT NULL OR undoes IS NOT NULL)"
            }
            Covered::Truths => {
                "SELECT id, document_id, json_array(seq, id, document_id, source, classification, forms, review_id,
                     supersedes, settled_at) FROM truths WHERE true"
            }
            Covered::SecondReviews => {
                "SELECT id, document_id, json_array(seq, id, document_id, truth_id, first_reviewer, reviewer, label, forms,
                     withdrawn, at) FROM second_reviews WHERE true"
            }
        }
    }
}

/// A row as an entry names it: table, id, document, digest of its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct CoveredRow(Covered, String, String, String);

impl Store {
    /// Returns the entries about a document, or all, oldest first.
    pub async fn log_entries(&self, document: Option<DocumentId>) -> Result<Vec<LogEntry>, StoreError> {
        const WHAT: &str = "read the audit log";
        let rows: Vec<Row> =
            sqlx::query_as("SELECT * FROM audit_log WHERE ?1 IS NULL OR document_id = ?1 ORDER BY number")
                .bind(document.map(|id| id.to_string()))
                .fetch_all(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        rows.into_iter().map(LogEntry::try_from).collect()
    }
}

/// The entries of some kinds, oldest first.
pub(super) async fn entries_of(
    connection: &mut SqliteConnection,
    kinds: &[Logged],
) -> Result<Vec<LogEntry>, StoreError> {
    let rows: Vec<Row> =
        sqlx::query_as("SELECT * FROM audit_log WHERE what IN (SELECT value FROM json_each(?1)) ORDER BY number")
            .bind(json(kinds)?)
            .fetch_all(connection)
            .await
            .doing("read the audit log")?;
    rows.into_iter().map(LogEntry::try_from).collect()
}

/// The newest entry of some kinds about a pack.
pub(super) async fn newest_of(
    connection: &mut SqliteConnection,
    pack: &str,
    kinds: &[Logged],
) -> Result<Option<LogEntry>, StoreError> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT * FROM audit_log WHERE pack = ?1 AND what IN (SELECT value FROM json_each(?2))
         ORDER BY number DESC LIMIT 1",
    )
    .bind(pack)
    .bind(json(kinds)?)
    .fetch_optional(connection)
    .await
    .doing("read the audit log")?;
    row.map(LogEntry::try_from).transpose()
}

/// Begins an empty log with the rows that are there already.
pub(super) async fn begin(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let begun: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM audit_log)")
        .fetch_one(&mut *connection)
        .await?;
    if begun {
        return Ok(());
    }
    let mut rows = Vec::new();
    for table in Covered::ALL {
        let found: Vec<(String, String, String)> = sqlx::query_as(table.rows()).fetch_all(&mut *connection).await?;
        rows.extend(
            found
                .into_iter()
                .map(|(id, document, content)| covered(table, id, document, &content)),
        );
    }
    let note = (!rows.is_empty()).then(|| format!("{} rows were there already", rows.len()));
    let entry = NewEntry {
        note: note.as_deref(),
        ..NewEntry::of(Logged::Begun)
    };
    let written = write(connection, &entry, &rows).await;
    written.map_err(|error| sqlx::Error::Protocol(error.to_string()))
}

/// Adds an entry that covers the rows with these ids as they are now.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    entry: &NewEntry<'_>,
    written: &[(Covered, String)],
) -> Result<(), StoreError> {
    let mut rows = Vec::with_capacity(written.len());
    for (table, id) in written {
        let sql = format!("{} AND id = ?1", table.rows());
        let row: Option<(String, String, String)> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(id)
            .fetch_optional(&mut *connection)
            .await
            .doing("read a row for the audit log")?;
        // A review that nobody has answered yet settles nothing.
        rows.extend(row.map(|(id, document, content)| covered(*table, id, document, &content)));
    }
    write(connection, entry, &rows).await
}

/// Logs a truth that no verdict came with.
pub(super) async fn append_truth(
    connection: &mut SqliteConnection,
    truth: &GroundTruth,
    run: Option<RunId>,
) -> Result<(), StoreError> {
    let entry = NewEntry {
        document: Some(truth.document_id),
        run,
        ..NewEntry::of(settled_as(truth.source))
    };
    append(connection, &entry, &[(Covered::Truths, truth.id.to_string())]).await
}

pub(super) fn settled_as(source: TruthSource) -> Logged {
    match source {
        TruthSource::AutoAccepted => Logged::Accepted,
        TruthSource::SmeValidated => Logged::Confirmed,
        TruthSource::SmeCorrected => Logged::Corrected,
        TruthSource::Imported => Logged::Imported,
    }
}

async fn write(connection: &mut SqliteConnection, entry: &NewEntry<'_>, rows: &[CoveredRow]) -> Result<(), StoreError> {
    const WHAT: &str = "write the audit log";
    let last: Option<(i64, String)> =
        sqlx::query_as("SELECT number, digest FROM audit_log ORDER BY number DESC LIMIT 1")
            .fetch_optional(&mut *connection)
            .await
            .doing(WHAT)?;
    let (number, previous) = last.map_or((1, String::new()), |(number, digest)| (number + 1, digest));
    let document = entry.document.map(|id| id.to_string());
    let known: Option<(String, String)> = sqlx::query_as("SELECT sha256, pack FROM documents WHERE id = ?1")
        .bind(&document)
        .fetch_optional(&mut *connection)
        .await
        .doing(WHAT)?;
    let (document_sha256, pack) = known.unzip();
    let mut row = Row {
        number,
        at: time(now()),
        what: word(entry.what)?,
        who: entry.who.map(str::to_owned),
        document_id: document,
        document_sha256,
        run_id: entry.run.map(|run| run.to_string()),
        pack: pack.or(entry.pack.map(str::to_owned)),
        note: entry.note.map(str::to_owned),
        rows: json(rows)?,
        previous,
        digest: String::new(),
    };
    row.digest = row.computed()?;
    insert(connection, &row).await
}

async fn insert(connection: &mut SqliteConnection, row: &Row) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO audit_log (number, at, what, who, document_id, document_sha256, run_id, pack, note, rows, previous,
             digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )
    .bind(row.number)
    .bind(&row.at)
    .bind(&row.what)
    .bind(&row.who)
    .bind(&row.document_id)
    .bind(&row.document_sha256)
    .bind(&row.run_id)
    .bind(&row.pack)
    .bind(&row.note)
    .bind(&row.rows)
    .bind(&row.previous)
    .bind(&row.digest)
    .execute(connection)
    .await
    .doing("write the audit log")?;
    Ok(())
}

fn covered(table: Covered, id: String, document: String, content: &str) -> CoveredRow {
    CoveredRow(table, id, document, sha256(content))
}

fn sha256(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}

#[derive(Debug, FromRow)]
struct Row {
    number: i64,
    at: String,
    what: String,
    who: Option<String>,
    document_id: Option<String>,
    document_sha256: Option<String>,
    run_id: Option<String>,
    pack: Option<String>,
    note: Option<String>,
    rows: String,
    previous: String,
    digest: String,
}

impl Row {
    /// The digest of everything else, as a JSON array in the order of the columns.
    fn computed(&self) -> Result<String, StoreError> {
        let texts = [
            Some(&self.at),
            Some(&self.what),
            self.who.as_ref(),
            self.document_id.as_ref(),
            self.document_sha256.as_ref(),
            self.run_id.as_ref(),
            self.pack.as_ref(),
            self.note.as_ref(),
            Some(&self.rows),
            Some(&self.previous),
        ];
        Ok(sha256(&json(&(self.number, texts))?))
    }
}

impl TryFrom<Row> for LogEntry {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("audit_log", &row.number);
        Ok(LogEntry {
            number: row.number.unsigned_abs(),
            at: at.parse("at", &row.at)?,
            what: at.word("what", row.what)?,
            who: row.who,
            document_id: at.parse_or_null("document_id", row.document_id.as_deref())?,
            document_sha256: row.document_sha256,
            run_id: at.parse_or_null("run_id", row.run_id.as_deref())?,
            pack: row.pack,
            note: row.note,
            previous: row.previous,
            digest: row.digest,
        })
    }
}

#[cfg(test)]
mod tests;
