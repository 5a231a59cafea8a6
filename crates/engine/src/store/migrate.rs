//! Migrates a database to the newest schema, and refuses one that is not a workspace, newer, or damaged.

use super::error::OpenError;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqliteConnection};
use std::borrow::Cow;
use std::path::Path;

/// All migrations in order: a file in `migrations/` and a line here, never edited after a release.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "first", include_str!("../../../../migrations/0001_first.sql")),
    (
        2,
        "surroundings",
        include_str!("../../../../migrations/0002_surroundings.sql"),
    ),
    (3, "desktop", include_str!("../../../../migrations/0003_desktop.sql")),
    (4, "reviews", include_str!("../../../../migrations/0004_reviews.sql")),
    (5, "signs", include_str!("../../../../migrations/0005_signs.sql")),
    (6, "packets", include_str!("../../../../migrations/0006_packets.sql")),
    (7, "calls", include_str!("../../../../migrations/0007_calls.sql")),
    (
        8,
        "consents_and_proposals",
        include_str!("../../../../migrations/0008_consents_and_proposals.sql"),
    ),
    (9, "spent", include_str!("../../../../migrations/0009_spent.sql")),
    (10, "requests", include_str!("../../../../migrations/0010_requests.sql")),
    (11, "authors", include_str!("../../../../migrations/0011_authors.sql")),
    (
        12,
        "edits_open",
        include_str!("../../../../migrations/0012_edits_open.sql"),
    ),
    (
        13,
        "recognitions",
        include_str!("../../../../migrations/0013_recognitions.sql"),
    ),
    (
        14,
        "cancelled",
        include_str!("../../../../migrations/0014_cancelled.sql"),
    ),
    (15, "slants", include_str!("../../../../migrations/0015_slants.sql")),
    (16, "panics", include_str!("../../../../migrations/0016_panics.sql")),
    (17, "members", include_str!("../../../../migrations/0017_members.sql")),
    (18, "empty", include_str!("../../../../migrations/0018_empty.sql")),
    (19, "acts", include_str!("../../../../migrations/0019_acts.sql")),
    (20, "kept", include_str!("../../../../migrations/0020_kept.sql")),
    (21, "hidden", include_str!("../../../../migrations/0021_hidden.sql")),
    (22, "seals", include_str!("../../../../migrations/0022_seals.sql")),
    (
        23,
        "disproved",
        include_str!("../../../../migrations/0023_disproved.sql"),
    ),
    (24, "at_most", include_str!("../../../../migrations/0024_at_most.sql")),
    (25, "prints", include_str!("../../../../migrations/0025_prints.sql")),
    (26, "claims", include_str!("../../../../migrations/0026_claims.sql")),
    (27, "audit", include_str!("../../../../migrations/0027_audit.sql")),
    (
        28,
        "second_reviews",
        include_str!("../../../../migrations/0028_second_reviews.sql"),
    ),
    (29, "stacks", include_str!("../../../../migrations/0029_stacks.sql")),
];

/// "TSWS", which the first migration writes into the database header.
const APPLICATION_ID: i64 = 0x5453_5753;

/// The kind of a database file, before anything is written to it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No tables yet: new, or left by a crash during creation.
    Fresh,
    Schema(i64),
}

pub(super) fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |(version, ..)| *version)
}

/// Determines the kind of the file, or why it is not a workspace.
pub(super) async fn examine(connection: &mut SqliteConnection, path: &Path) -> Result<Found, OpenError> {
    let failed = |error| OpenError::database(path, error);
    let application: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    // The list of migrations is created first, and by itself; it comes with an index of another name.
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE tbl_name <> '_sqlx_migrations'")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    if tables == 0 {
        return Ok(Found::Fresh);
    }
    if application != APPLICATION_ID {
        return Err(OpenError::NotAWorkspace {
            path: path.to_owned(),
            reason: "touchstone.db is the database of another program".to_owned(),
        });
    }
    let schema = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    Ok(Found::Schema(schema))
}

/// Runs the missing migrations, each in one transaction, so that a crash leaves the schema before or after it.
pub(super) async fn run(connection: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    if let Found::Schema(found) = examine(connection, path).await? {
        check_schema(path, found)?;
    }
    let outcome = migrator(MIGRATIONS).run_direct(None, connection, false).await;
    outcome.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => OpenError::database(path, error),
        other => OpenError::Damaged {
            path: path.to_owned(),
            reason: other.to_string(),
        },
    })
}

/// Refuses a schema of a newer version of the program.
pub(crate) fn check_schema(path: &Path, found: i64) -> Result<(), OpenError> {
    let known = newest();
    if found > known {
        let path = path.to_owned();
        return Err(OpenError::NewerSchema { path, found, known });
    }
    Ok(())
}

fn migrator(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migrations = migrations.iter().map(|(version, name, sql)| {
        // The checksum covers the text, and a checkout on Windows may have other line endings.
        let sql = AssertSqlSafe(sql.replace("\r\n", "\n")).into_sql_str();
        Migration::new(*version, Cow::Borrowed(*name), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests;
