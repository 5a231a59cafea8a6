//! The only SQL in the program: a workspace is one SQLite file with the originals beside it. One module per table; a
//! query is a method of `Store`, a transition names the old state in its WHERE and returns whether it won, and a write
//! sends its event after the commit.
//!
//! Connections: one for writing and a few for reading. An in-memory workspace has a single connection for both, so no
//! method requests a second connection while it holds one; loaders that a method combines take the connection as a
//! parameter.

mod error;
pub(crate) mod files;
mod migrate;
mod open;
mod row;
mod transaction;

mod doomed;
mod originals;

mod documents;
mod looks;
mod pages;
mod recognitions;
mod search;
mod words;

mod attempts;
mod calls;
mod classifications;
mod decisions;
mod disproved;
mod findings;
mod forms;
mod grades;
mod issues;
mod marks;
mod plans;
mod prints;
mod remembered;
mod request_parts;
mod runs;
mod steps;
mod surroundings;
mod verifications;

mod audit_log;
mod audit_sample;
mod claims;
mod consents;
mod copies;
mod corrections;
mod overrides;
mod packets;
mod priors;
mod proposals;
mod reviews;
mod second_reviews;
mod settings;
mod spent;
mod stacks;
mod truths;

mod run_record;
mod settled;
mod ids;
mod integrity;
mod library;
mod overview;
mod renewals;
mod stages;
mod trash;

#[cfg(test)]
pub(crate) mod fixture;

use crate::event::{Events, Listener, Live, Watcher};
pub use attempts::Completed;
pub use audit_log::{Broken, LogEntry, Logged, Verified};
pub use audit_sample::{AuditRules, Draw, Off, PackAudit, Sample};
pub use calls::{Answered, AskedFor};
pub use claims::{Claim, QueuePlace};
pub(crate) use copies::{DATABASE as WORKSPACE_DATABASE, look_into};
pub use disproved::Disproved;
pub use documents::DocumentFilter;
use error::Doing;
pub(crate) use error::readable;
pub use error::{OpenError, StoreError, code_of, is_of_one_document};
pub use files::Kept;
pub use integrity::{Depth, Integrity, Owed};
pub use library::{LibraryFilter, LibraryOrder, Progress, Shelved, Standing, StandingCounts, Tally};
pub(crate) use migrate::check_schema;
use open::BUSY_CLOSING;
pub use open::{Access, Place};
use originals::Originals;
pub use originals::TakingIn;
pub(crate) use originals::{ORIGINALS, place_of};
pub use overrides::PromptOverride;
pub use overview::Overview;
pub use recognitions::Recognised;
pub use reviews::Word;
pub use runs::Recovered;
pub use search::Hit;
pub use second_reviews::{SecondReview, SecondRules};
pub use settled::Settled;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Sqlite, SqlitePool};
pub use stacks::Answers as RowAnswers;
pub use stages::Classified;
use std::fs::File;
use std::sync::Arc;
use transaction::Transaction;

/// An open workspace. Clones share the same workspace.
#[derive(Debug, Clone)]
pub struct Store {
    place: Place,
    access: Access,
    writer: SqlitePool,
    reader: SqlitePool,
    originals: Originals,
    events: Events,
    /// Held, never read: the operating system releases it when the last clone is dropped, however the program ends.
    _lock: Option<Arc<File>>,
}

impl Store {
    pub fn place(&self) -> &Place {
        &self.place
    }

    pub fn access(&self) -> Access {
        self.access
    }

    /// Receives an event for every commit from now on.
    pub fn subscribe(&self) -> Listener {
        self.events.subscribe()
    }

    /// Receives the work in progress from now on.
    pub fn watch(&self) -> Watcher {
        self.events.watch()
    }

    /// Shows uncommitted work in progress to watchers.
    pub fn show(&self, piece: Live) {
        self.events.show(piece);
    }

    /// Writes the log back into the database file and closes the workspace. If that fails, as on a full disk, the
    /// workspace is still closed and nothing is lost: the log is read at the next start.
    pub async fn close(&self) -> Result<(), StoreError> {
        const WHAT: &str = "merge the log into the database";
        let mut written = Ok(());
        if matches!(self.place, Place::Folder(_)) {
            self.reader.close().await;
            if self.access == Access::Own {
                // There is only one writing connection, so both statements use it.
                let waits = format!("PRAGMA busy_timeout = {}", BUSY_CLOSING.as_millis());
                for statement in [waits.as_str(), "PRAGMA wal_checkpoint(TRUNCATE)"] {
                    let done = sqlx::query(AssertSqlSafe(statement)).execute(&self.writer).await;
                    written = written.and(done.map(drop).doing(WHAT));
                }
            }
        }
        self.writer.close().await;
        written
    }

    /// Starts a transaction. Every write that returns rows uses one: outside a transaction, a commit that fails after
    /// the first row is not reported.
    async fn begin(&self, what: &str) -> Result<Transaction, StoreError> {
        // SQLite would begin, and refuse only the first write.
        if self.access == Access::ReadOnly {
            let what = what.to_owned();
            return Err(StoreError::ReadOnly { what });
        }
        Transaction::write(&self.writer, what).await
    }

    async fn look(&self, what: &str) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.reader.acquire().await.doing(what)
    }
}
