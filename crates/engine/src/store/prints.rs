//! Tables `prints` and `lessons`: what settled papers taught about their prints; see the room `prints`.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, time};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use std::collections::HashMap;
use touchstone_core::record::{DocumentId, Print, PrintId, Taught, now};

impl Store {
    /// Returns the prints of a pack, or of all, oldest first, without forgotten ones. Lessons of documents in the trash
    /// are left out, and prints that have no others.
    pub async fn prints(&self, pack: Option<&str>) -> Result<Vec<Print>, StoreError> {
        const WHAT: &str = "list known prints";
        let mut connection = self.look(WHAT).await?;
        let rows: Vec<PrintRow> = sqlx::query_as(
            "SELECT id, version, pack, label, held_back, changed_at FROM prints
             WHERE forgotten_at IS NULL AND (?1 IS NULL OR pack = ?1) ORDER BY seq",
        )
        .bind(pack)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
        let lessons: Vec<LessonRow> = sqlx::query_as(
            "SELECT print_id, document_id, form, content FROM lessons
             JOIN documents ON documents.id = document_id AND documents.state = 'active' ORDER BY lessons.seq",
        )
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
        let mut by_print: HashMap<String, Vec<Taught>> = HashMap::new();
        for row in lessons {
            let print = row.print_id.clone();
            by_print.entry(print).or_default().push(row.try_into()?);
        }
        let prints = rows.into_iter().map(|row| {
            let lessons = by_print.remove(&row.id).unwrap_or_default();
            row.print(lessons)
        });
        let prints: Vec<Print> = prints.collect::<Result<_, _>>()?;
        Ok(prints.into_iter().filter(|print| !print.lessons.is_empty()).collect())
    }

    /// Replaces what a document taught: `prints` are those that changed by it, with all their lessons. A print left
    /// without lessons is gone.
    pub async fn teach(&self, document: DocumentId, prints: &[Print]) -> Result<(), StoreError> {
        const WHAT: &str = "store what a settled paper teaches";
        let mut tx = self.begin(WHAT).await?;
        sqlx::query("DELETE FROM lessons WHERE document_id = ?1")
            .bind(document.to_string())
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        for print in prints {
            put(&mut tx, print).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::SettingsChanged);
        Ok(())
    }

    /// Forgets prints; they can be restored until the workspace is opened again. Returns those that were known.
    pub async fn forget_prints(&self, ids: &[PrintId]) -> Result<Vec<PrintId>, StoreError> {
        let mark = "UPDATE prints SET forgotten_at = ?2
             WHERE id IN (SELECT value FROM json_each(?1)) AND forgotten_at IS NULL RETURNING id";
        self.mark_prints(ids, mark).await
    }

    /// Restores forgotten prints; returns those that were.
    pub async fn restore_prints(&self, ids: &[PrintId]) -> Result<Vec<PrintId>, StoreError> {
        let mark = "UPDATE prints SET forgotten_at = NULL
             WHERE id IN (SELECT value FROM json_each(?1)) AND forgotten_at IS NOT NULL AND ?2 IS NOT NULL RETURNING id";
        self.mark_prints(ids, mark).await
    }

    async fn mark_prints(&self, ids: &[PrintId], mark: &'static str) -> Result<Vec<PrintId>, StoreError> {
        const WHAT: &str = "forget or restore known prints";
        let mut tx = self.begin(WHAT).await?;
        let changed: Vec<String> = sqlx::query_scalar(mark)
            .bind(json(&ids)?)
            .bind(time(now()))
            .fetch_all(&mut *tx)
            .await
            .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::SettingsChanged);
        changed.iter().map(|id| At::new("prints", id).parse("id", id)).collect()
    }

    /// Erases forgotten prints.
    pub async fn drop_forgotten_prints(&self) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM prints WHERE forgotten_at IS NOT NULL")
            .execute(&self.writer)
            .await
            .doing("erase forgotten prints")?;
        Ok(())
    }
}

async fn put(connection: &mut SqliteConnection, print: &Print) -> Result<(), StoreError> {
    const WHAT: &str = "store a known print";
    sqlx::query(
        "INSERT INTO prints (id, version, pack, label, held_back, changed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (id) DO UPDATE SET version = ?2, held_back = ?5, changed_at = ?6",
    )
    .bind(print.id.to_string())
    .bind(print.version)
    .bind(&print.pack)
    .bind(&print.label)
    .bind(&print.held_back)
    .bind(time(print.changed_at))
    .execute(&mut *connection)
    .await
    .doing(WHAT)?;
    for taught in &print.lessons {
        sqlx::query(
            "INSERT INTO lessons (print_id, document_id, form, content) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (document_id, form) DO UPDATE SET print_id = ?1, content = ?4",
        )
        .bind(print.id.to_string())
        .bind(taught.document.to_string())
        .bind(taught.form)
        .bind(json(&taught.lesson)?)
        .execute(&mut *connection)
        .await
        .doing(WHAT)?;
    }
    Ok(())
}

#[derive(FromRow)]
struct PrintRow {
    id: String,
    version: u32,
    pack: String,
    label: String,
    held_back: Option<String>,
    changed_at: String,
}

impl PrintRow {
    fn print(self, lessons: Vec<Taught>) -> Result<Print, StoreError> {
        let at = At::new("prints", &self.id);
        Ok(Print {
            id: at.parse("id", &self.id)?,
            version: self.version,
            pack: self.pack,
            label: self.label,
            held_back: self.held_back,
            changed_at: at.parse("changed_at", &self.changed_at)?,
            lessons,
        })
    }
}

#[derive(FromRow)]
struct LessonRow {
    print_id: String,
    document_id: String,
    form: u32,
    content: String,
}

impl TryFrom<LessonRow> for Taught {
    type Error = StoreError;

    fn try_from(row: LessonRow) -> Result<Self, StoreError> {
        let at = At::new(
            "lessons",
            &format!("of form {} of document {}", row.form, row.document_id),
        );
        Ok(Taught {
            document: at.parse("document_id", &row.document_id)?,
            form: row.form,
            lesson: at.json("content", &row.content)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;
    use touchstone_core::record::{FixedWord, Lesson, PrintPage};

    fn print(documents: &[DocumentId]) -> Print {
        let word = FixedWord {
            text: "wages".to_owned(),
            x: 40.0,
            y: 60.5,
        };
        let page = PrintPage {
            page: 0,
            line: 9.0,
            words: vec![word],
            places: Vec::new(),
        };
        let taught = |document: &DocumentId| Taught {
            document: *document,
            form: 1,
            lesson: Lesson {
                pages: vec![page.clone()],
            },
        };
        Print {
            id: PrintId::fresh(),
            version: 1,
            pack: "tax".to_owned(),
            label: "W-2".to_owned(),
            held_back: Some("it loses".to_owned()),
            changed_at: now(),
            lessons: documents.iter().map(taught).collect(),
        }
    }

    #[tokio::test]
    async fn prints_come_back_change_are_forgotten_and_restored() {
        let store = fixture::store().await;
        let documents = [fixture::document(), fixture::document()];
        for document in &documents {
            store.insert_document(document).await.unwrap();
        }
        let ids = documents.map(|document| document.id);
        let mut one = print(&ids[..1]);
        store.teach(ids[0], std::slice::from_ref(&one)).await.unwrap();
        assert_eq!(store.prints(Some("tax")).await.unwrap(), [one.clone()]);
        assert_eq!(store.prints(Some("clinical")).await.unwrap(), []);
        (one.version, one.held_back) = (2, None);
        one.lessons.extend(print(&ids[1..]).lessons);
        store.teach(ids[1], std::slice::from_ref(&one)).await.unwrap();
        assert_eq!(store.prints(None).await.unwrap(), [one.clone()]);

        assert_eq!(store.forget_prints(&[one.id]).await.unwrap(), [one.id]);
        assert_eq!(store.forget_prints(&[one.id]).await.unwrap(), []);
        assert_eq!(store.prints(None).await.unwrap(), []);
        assert_eq!(store.restore_prints(&[one.id]).await.unwrap(), [one.id]);
        assert_eq!(store.prints(None).await.unwrap(), [one.clone()]);
        store.forget_prints(&[one.id]).await.unwrap();
        store.drop_forgotten_prints().await.unwrap();
        assert_eq!(store.restore_prints(&[one.id]).await.unwrap(), []);
    }

    #[tokio::test]
    async fn a_print_leaves_with_the_last_document_that_taught_it() {
        let store = fixture::store().await;
        let documents = [fixture::document(), fixture::document()];
        for document in &documents {
            store.insert_document(document).await.unwrap();
        }
        let ids = documents.map(|document| document.id);
        let both = print(&ids);
        store.teach(ids[0], std::slice::from_ref(&both)).await.unwrap();
        store.trash(&ids[..1]).await.unwrap();
        let taught = |prints: Vec<Print>| prints.iter().map(|print| print.lessons.len()).collect::<Vec<_>>();
        assert_eq!(taught(store.prints(None).await.unwrap()), [1]);
        store.restore(&ids[..1]).await.unwrap();
        assert_eq!(taught(store.prints(None).await.unwrap()), [2]);
        store.trash(&ids[..1]).await.unwrap();
        store.empty_trash().await.unwrap();
        assert_eq!(taught(store.prints(None).await.unwrap()), [1]);
        // Withdrawn by its last teacher.
        store.teach(ids[1], &[]).await.unwrap();
        assert_eq!(store.prints(None).await.unwrap(), []);
        assert_eq!(store.restore_prints(&[both.id]).await.unwrap(), []);
    }
}
