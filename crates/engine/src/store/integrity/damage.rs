//! Finds rows that cannot be read back. Tables that hold records are read into them; in the others, the JSON columns
//! are checked.

use crate::store::error::{Doing, StoreError};
use crate::store::{
    attempts, calls, classifications, consents, corrections, decisions, documents, findings, forms, grades, issues,
    pages, proposals, reviews, runs, steps, truths, verifications,
};
use futures::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, Row, SqliteConnection};
use touchstone_core::record::{
    Attempt, Consent, Correction, Decision, Document, Form, Grade, GroundTruth, Issue, ModelCall, PageFinding,
    PageSummary, Proposal, Review, Run, StagedClassification, Step, Verification,
};

const WHAT: &str = "look for damaged rows";

/// SQL for the document that a row belongs to, by the column that leads to it.
const OF_RUN: &str = "(SELECT document_id FROM runs WHERE runs.id = own.run_id)";
const OF_ATTEMPT: &str = "(SELECT runs.document_id FROM attempts JOIN runs ON runs.id = attempts.run_id
    WHERE attempts.id = own.attempt_id)";
const OF_PAGE: &str = "(SELECT document_id FROM pages WHERE pages.id = own.page_id)";
const OF_DOCUMENT: &str = "own.document_id";

/// JSON columns of tables whose rows are not records by themselves.
const JSON: [(&str, &str, &[&str]); 7] = [
    (
        "layouts",
        OF_PAGE,
        &["rulings", "cells", "widgets", "pictures", "slants", "hidden", "samples"],
    ),
    ("readings", OF_PAGE, &["source", "recipe", "words", "blocks"]),
    ("recognitions", OF_PAGE, &["page"]),
    ("form_plans", OF_RUN, &["plan"]),
    (
        "surroundings",
        OF_RUN,
        &["others", "ink", "readings", "hidden", "shown"],
    ),
    ("packets", OF_RUN, &["content"]),
    ("priors", OF_DOCUMENT, &["content"]),
];

/// Returns all damaged rows, described for people.
pub(super) async fn find(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut found = Found {
        connection,
        damaged: Vec::new(),
    };
    found.read::<documents::Row, Document>("documents", "own.id").await?;
    found
        .read::<pages::SummaryRow, PageSummary>("pages", OF_DOCUMENT)
        .await?;
    found.read::<runs::Row, Run>("runs", OF_DOCUMENT).await?;
    found.read::<attempts::Row, Attempt>("attempts", OF_RUN).await?;
    found.read::<steps::Row, Step>("steps", OF_ATTEMPT).await?;
    found.read::<findings::Row, PageFinding>("findings", OF_RUN).await?;
    found
        .read::<classifications::Row, StagedClassification>("classifications", OF_RUN)
        .await?;
    found.read::<forms::Row, Form>("forms", OF_ATTEMPT).await?;
    found.read::<grades::Row, Grade>("grades", OF_ATTEMPT).await?;
    found.read::<issues::Row, Issue>("issues", OF_RUN).await?;
    found
        .read::<verifications::Row, Verification>("verifications", OF_RUN)
        .await?;
    found.read::<decisions::Row, Decision>("decisions", OF_RUN).await?;
    found.read::<reviews::Row, Review>("reviews", OF_DOCUMENT).await?;
    found
        .read::<corrections::Row, Correction>("corrections", OF_DOCUMENT)
        .await?;
    found.read::<truths::Row, GroundTruth>("truths", OF_DOCUMENT).await?;
    found.read::<proposals::Row, Proposal>("proposals", OF_DOCUMENT).await?;
    found.read::<calls::Row, ModelCall>("calls", OF_DOCUMENT).await?;
    found.read::<consents::Row, Consent>("consents", "NULL").await?;
    for (table, owner, columns) in JSON {
        for column in columns {
            found.parse(table, owner, column).await?;
        }
    }
    found.parse("settings", "NULL", "value").await?;
    Ok(found.damaged)
}

struct Found<'c> {
    connection: &'c mut SqliteConnection,
    damaged: Vec<String>,
}

impl Found<'_> {
    /// Reads each row of a table into its record. The names of tables and columns are constants, so the SQL is safe.
    async fn read<R, T>(&mut self, table: &str, owner: &str) -> Result<(), StoreError>
    where
        R: for<'r> FromRow<'r, SqliteRow>,
        T: TryFrom<R, Error = StoreError>,
    {
        let sql = format!("SELECT own.*, {owner} AS its_document FROM {table} AS own");
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *self.connection);
        while let Some(row) = rows.try_next().await.doing(WHAT)? {
            let damage = match R::from_row(&row).map(T::try_from) {
                Ok(Ok(_)) => continue,
                Ok(Err(damage)) => damage.to_string(),
                Err(error) => format!("a row of {table} is damaged: {error}"),
            };
            self.damaged
                .push(describe(row.try_get("its_document").unwrap_or_default(), &damage));
        }
        Ok(())
    }

    /// Finds text in a column that is not valid JSON.
    async fn parse(&mut self, table: &str, owner: &str, column: &str) -> Result<(), StoreError> {
        let sql = format!("SELECT {owner} FROM {table} AS own WHERE json_valid({column}) = 0");
        let owners: Vec<Option<String>> = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_all(&mut *self.connection)
            .await
            .doing(WHAT)?;
        let damage = format!("a row of {table} is damaged: column `{column}` is not JSON");
        self.damaged
            .extend(owners.into_iter().map(|owner| describe(owner, &damage)));
        Ok(())
    }
}

fn describe(document: Option<String>, damage: &str) -> String {
    match document {
        Some(document) => format!("document {document}: {damage}"),
        None => damage.to_owned(),
    }
}
