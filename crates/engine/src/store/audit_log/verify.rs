//! Verifies the audit log: whether each entry follows from the one before, and whether the rows that it covers are still
//! as they were when the last entry about them was written.

use super::{Covered, CoveredRow, Row, sha256};
use crate::store::Store;
use crate::store::error::{Doing, StoreError};
use crate::store::transaction::Transaction;
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::SqliteConnection;
use std::collections::{HashMap, HashSet};

/// A link of the log that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// `None` for a row that no entry covers.
    pub number: Option<u64>,
    /// When the entry says it was written.
    pub at: Option<String>,
    pub document_id: Option<String>,
    /// What differs, for people.
    pub what: String,
}

/// What verification found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verified {
    pub entries: u64,
    /// Rows that the entries cover.
    pub rows: u64,
    /// Digest of the newest entry. Kept elsewhere, it shows later that the log was not written anew.
    pub head: Option<String>,
    /// Broken links, the first one first.
    pub broken: Vec<Broken>,
}

/// Max broken links to list; entries after the first broken one may follow from it.
const MOST_BROKEN: usize = 100;

impl Store {
    /// Verifies the whole log, from one snapshot of the workspace.
    pub async fn verify_log(&self) -> Result<Verified, StoreError> {
        const WHAT: &str = "verify the audit log";
        let mut tx = Transaction::read(&self.reader, WHAT).await?;
        let mut chain = Chain::default();
        {
            let mut entries = sqlx::query_as::<_, Row>("SELECT * FROM audit_log ORDER BY number").fetch(&mut *tx);
            while let Some(row) = entries.try_next().await.doing(WHAT)? {
                chain.follow(row)?;
            }
        }
        if chain.entries == 0 {
            chain.complain(None, "the log has no entries");
        }
        for table in Covered::ALL {
            chain.compare(&mut tx, table).await?;
        }
        tx.commit().await.doing(WHAT)?;
        Ok(chain.finish())
    }
}

/// The newest entry about a row.
struct Last {
    number: i64,
    at: String,
    document: String,
    sha256: String,
}

#[derive(Default)]
struct Chain {
    entries: u64,
    rows: u64,
    number: i64,
    head: String,
    known: HashMap<(Covered, String), Last>,
    erased: HashSet<String>,
    broken: Vec<Broken>,
    /// Rows that differ although the chain may hold.
    differing: Vec<Broken>,
}

impl Chain {
    fn follow(&mut self, row: Row) -> Result<(), StoreError> {
        self.entries += 1;
        let computed = row.computed()?;
        let fault = if row.number != self.number + 1 {
            Some(format!(
                "it should have the number {}: entries are missing",
                self.number + 1
            ))
        } else if row.previous != self.head {
            Some("it does not follow from the entry before".to_owned())
        } else if row.digest != computed {
            Some("it was changed: its content has another digest".to_owned())
        } else {
            None
        };
        if let Some(what) = fault {
            self.complain(Some(&row), &what);
        }
        match serde_json::from_str::<Vec<CoveredRow>>(&row.rows) {
            Ok(rows) => {
                for CoveredRow(table, id, document, sha256) in rows {
                    let last = Last {
                        number: row.number,
                        at: row.at.clone(),
                        document,
                        sha256,
                    };
                    self.known.insert((table, id), last);
                }
            }
            Err(_) => self.complain(Some(&row), "its list of rows cannot be read"),
        }
        if row.what == "erased" {
            self.erased.extend(row.document_id);
        }
        (self.number, self.head) = (row.number, row.digest);
        Ok(())
    }

    /// Compares the rows of a table with what the newest entry about each says.
    async fn compare(&mut self, connection: &mut SqliteConnection, table: Covered) -> Result<(), StoreError> {
        const WHAT: &str = "compare rows with the audit log";
        let mut rows = sqlx::query_as::<_, (String, String, String)>(table.rows()).fetch(connection);
        while let Some((id, document, content)) = rows.try_next().await.doing(WHAT)? {
            self.rows += 1;
            match self.known.remove(&(table, id.clone())) {
                Some(last) if last.sha256 == sha256(&content) => {}
                Some(last) => self.differs(&last, format!("{} was changed behind the log", name(table, &id))),
                None => self.differing.push(Broken {
                    number: None,
                    at: None,
                    document_id: Some(document),
                    what: format!("{} is in no entry", name(table, &id)),
                }),
            }
        }
        drop(rows);
        let gone: Vec<(String, Last)> = self
            .known
            .extract_if(|(of, _), last| *of == table && !self.erased.contains(&last.document))
            .map(|((_, id), last)| (id, last))
            .collect();
        for (id, last) in gone {
            self.differs(&last, format!("{} is gone", name(table, &id)));
        }
        Ok(())
    }

    fn differs(&mut self, last: &Last, what: String) {
        self.differing.push(Broken {
            number: Some(last.number.unsigned_abs()),
            at: Some(last.at.clone()),
            document_id: Some(last.document.clone()),
            what,
        });
    }

    fn complain(&mut self, row: Option<&Row>, what: &str) {
        self.broken.push(Broken {
            number: row.map(|row| row.number.unsigned_abs()),
            at: row.map(|row| row.at.clone()),
            document_id: row.and_then(|row| row.document_id.clone()),
            what: what.to_owned(),
        });
    }

    fn finish(mut self) -> Verified {
        // Where the chain is broken, what entries say of rows proves nothing. Rows that no entry covers come last.
        self.differing.sort_by_key(|broken| broken.number.unwrap_or(u64::MAX));
        self.broken.append(&mut self.differing);
        self.broken.truncate(MOST_BROKEN);
        Verified {
            entries: self.entries,
            rows: self.rows,
            head: (self.entries > 0).then_some(self.head),
            broken: self.broken,
        }
    }
}

fn name(table: Covered, id: &str) -> String {
    let kind = match table {
        Covered::Corrections => "the edit",
        Covered::Reviews => "the verdict",
        Covered::Truths => "the settled truth",
        Covered::SecondReviews => "the second review",
    };
    format!("{kind} {id}")
}
