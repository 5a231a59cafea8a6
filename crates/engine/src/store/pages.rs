//! Tables `pages`, `layouts`, `readings` and the index `page_text`, which are written together: a page is stored
//! completely or not at all, and search sees what is stored.

use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, word, word_or_null};
use super::{Store, words};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use std::collections::BTreeMap;
use touchstone_core::record::{DocumentId, FormPlan, PageSummary};
use touchstone_intake::{BlockKind, HiddenWord, Page, PageFault, Reading, ReadingSource, TextSource};

/// Max hidden words, and pages with such words, of one document.
const MOST_HIDDEN: u32 = 2_000;
/// Max pages of a form that are compared with prints, and that teach; longer documents are no forms.
const MOST_PAGES: usize = 8;

impl Store {
    /// Stores pages in one transaction. A page number that is already stored is left unchanged, so that a batch can be
    /// sent again after an interruption. Returns the number of new pages.
    pub async fn put_pages(&self, document: DocumentId, pages: &[Page]) -> Result<u32, StoreError> {
        const WHAT: &str = "store pages";
        let mut tx = self.begin(WHAT).await?;
        let mut new = 0;
        for page in pages {
            new += u32::from(insert(&mut tx, document, page).await?);
        }
        let (done, total): (u32, Option<u32>) = sqlx::query_as(
            "SELECT (SELECT count(*) FROM pages WHERE document_id = ?1),
                    (SELECT page_count FROM documents WHERE id = ?1)",
        )
        .bind(document.to_string())
        .fetch_one(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::PagesRead { document, done, total });
        Ok(new)
    }

    /// Returns the first pages of each form, by number.
    pub async fn pages_of_forms(
        &self,
        document: DocumentId,
        plans: &[FormPlan],
    ) -> Result<BTreeMap<u32, Page>, StoreError> {
        let mut pages = BTreeMap::new();
        for plan in plans {
            for number in (plan.first_page..=plan.last_page).take(MOST_PAGES) {
                pages.insert(number, self.page(document, number).await?);
            }
        }
        Ok(pages)
    }

    /// Returns a page with its newest reading of the whole page.
    pub async fn page(&self, document: DocumentId, number: u32) -> Result<Page, StoreError> {
        const WHAT: &str = "read a page";
        let row: Option<PageRow> = sqlx::query_as(
            "SELECT pages.*, rulings, slants, cells, widgets, pictures, hidden, samples,
                 readings.number AS reading, source, recipe, words, blocks
             FROM pages JOIN layouts ON layouts.page_id = pages.id JOIN readings ON readings.page_id = pages.id
             WHERE document_id = ?1 AND pages.number = ?2 AND whole = 1 ORDER BY readings.number DESC LIMIT 1",
        )
        .bind(document.to_string())
        .bind(number)
        .fetch_optional(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        row.ok_or_else(|| missing(document, number))?.page()
    }

    /// Returns one reading by its number, which evidence refers to.
    pub async fn reading(&self, document: DocumentId, page: u32, number: u32) -> Result<Reading, StoreError> {
        let mut connection = self.look("read a reading").await?;
        reading_of(&mut connection, &document.to_string(), page, number).await
    }

    /// Returns all readings of a page, oldest first.
    pub async fn readings(&self, document: DocumentId, page: u32) -> Result<Vec<Reading>, StoreError> {
        const WHAT: &str = "list the readings of a page";
        let rows: Vec<ReadingRow> = sqlx::query_as(
            "SELECT readings.number AS reading, source, recipe, words, blocks
             FROM readings JOIN pages ON readings.page_id = pages.id
             WHERE document_id = ?1 AND pages.number = ?2 ORDER BY readings.number",
        )
        .bind(document.to_string())
        .bind(page)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let id = format!("of page {page} of document {document}");
        rows.into_iter()
            .map(|row| row.reading(page, &At::new("readings", &id)))
            .collect()
    }

    /// Appends a reading under the next number and returns that number; the number in `reading` is ignored. `page` and
    /// search use the newest reading of the whole page.
    pub async fn add_reading(&self, document: DocumentId, page: u32, reading: &Reading) -> Result<u32, StoreError> {
        const WHAT: &str = "store a reading";
        let mut tx = self.begin(WHAT).await?;
        let (page_id, last) = last_reading(&mut tx, document, page).await?;
        insert_reading(&mut tx, page_id, page, last + 1, reading).await?;
        if is_whole(reading) {
            let text_source = match reading.source {
                ReadingSource::Ocr { .. } | ReadingSource::Merged { .. } => TextSource::Ocr,
                ReadingSource::Embedded | ReadingSource::Form => TextSource::Embedded,
            };
            let kinds = words::kinds(reading);
            sqlx::query(
                "UPDATE pages SET text_source = ?2, block_kinds = ?3, has_tables = max(has_tables, ?4) WHERE id = ?1",
            )
            .bind(page_id)
            .bind(word(text_source)?)
            .bind(json(&kinds)?)
            .bind(kinds.contains(&BlockKind::Table))
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
            index(&mut tx, page_id, reading).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::DocumentChanged { document });
        Ok(last + 1)
    }

    /// Returns the words that the pages of a document do not show, by page, up to a limit.
    pub async fn hidden_words(&self, document: DocumentId) -> Result<Vec<(u32, HiddenWord)>, StoreError> {
        const WHAT: &str = "list hidden words";
        let rows: Vec<(u32, String)> = sqlx::query_as(
            "SELECT pages.number, hidden FROM pages JOIN layouts ON layouts.page_id = pages.id
             WHERE document_id = ?1 AND hidden <> '[]' ORDER BY pages.number LIMIT ?2",
        )
        .bind(document.to_string())
        .bind(MOST_HIDDEN)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let mut found = Vec::new();
        for (number, hidden) in rows {
            let at = At::new("layouts", &format!("of page {number} of document {document}"));
            let words: Vec<HiddenWord> = at.json("hidden", &hidden)?;
            found.extend(words.into_iter().map(|word| (number, word)));
        }
        found.truncate(MOST_HIDDEN as usize);
        Ok(found)
    }

    /// Returns all pages without their words, by number.
    pub async fn page_summaries(&self, document: DocumentId) -> Result<Vec<PageSummary>, StoreError> {
        summaries(&mut *self.look("list pages").await?, document).await
    }

    /// Deletes pages of which nothing could be read, so that intake reads them again. Nothing can refer to them,
    /// because they have no words. Returns the number of deleted pages.
    pub async fn forget_unread_pages(&self, document: DocumentId) -> Result<u64, StoreError> {
        const WHAT: &str = "delete pages that were not read";
        let done = sqlx::query(
            "DELETE FROM pages WHERE document_id = ?1 AND fault_outcome IS NOT NULL AND width = 0
                 AND NOT EXISTS (SELECT 1 FROM readings WHERE page_id = pages.id AND words <> '[]')",
        )
        .bind(document.to_string())
        .execute(&self.writer)
        .await
        .doing(WHAT)?;
        Ok(done.rows_affected())
    }

    /// Returns the numbers of pages whose pixels have not been read.
    pub async fn unread_pages(&self, document: DocumentId) -> Result<Vec<u32>, StoreError> {
        const WHAT: &str = "list unread pages";
        sqlx::query_scalar(
            "SELECT number FROM pages WHERE document_id = ?1 AND text_source IN (?2, ?3, ?4) ORDER BY number",
        )
        .bind(document.to_string())
        .bind(word(TextSource::Unread)?)
        .bind(word(TextSource::Partly)?)
        .bind(word(TextSource::Doubted)?)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)
    }

    /// Returns the numbers of the stored pages, in order, which a resumed intake can skip.
    pub async fn stored_pages(&self, document: DocumentId) -> Result<Vec<u32>, StoreError> {
        const WHAT: &str = "list stored pages";
        sqlx::query_scalar("SELECT number FROM pages WHERE document_id = ?1 ORDER BY number")
            .bind(document.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)
    }

    pub async fn count_pages(&self, document: DocumentId) -> Result<u32, StoreError> {
        const WHAT: &str = "count stored pages";
        sqlx::query_scalar("SELECT count(*) FROM pages WHERE document_id = ?1")
            .bind(document.to_string())
            .fetch_one(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)
    }
}

fn missing(document: DocumentId, number: u32) -> StoreError {
    StoreError::missing("page", &format!("{number} of document {document}"))
}

/// Whether the reading covers the whole page, not just a region of it.
fn is_whole(reading: &Reading) -> bool {
    reading.recipe.as_ref().is_none_or(|recipe| recipe.region.is_none())
}

/// Stores a page. Returns whether it was new.
async fn insert(connection: &mut SqliteConnection, document: DocumentId, page: &Page) -> Result<bool, StoreError> {
    const WHAT: &str = "store a page";
    storable(page)?;
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO pages (document_id, number, width, height, has_tables, text_source, block_kinds)
         VALUES (?1, ?2, 0, 0, 0, '', '[]') ON CONFLICT (document_id, number) DO NOTHING RETURNING id",
    )
    .bind(document.to_string())
    .bind(page.number)
    .fetch_optional(&mut *connection)
    .await
    .doing(WHAT)?;
    let Some(id) = id else { return Ok(false) };
    describe(connection, id, page).await?;
    insert_reading(connection, id, page.number, page.reading.number, &page.reading).await?;
    index(connection, id, &page.reading).await?;
    Ok(true)
}

/// Replaces everything known about a page except its readings.
pub(super) async fn describe(connection: &mut SqliteConnection, id: i64, page: &Page) -> Result<(), StoreError> {
    const WHAT: &str = "describe a page";
    let fault = page.fault.as_ref();
    sqlx::query(
        "UPDATE pages SET width = ?2, height = ?3, has_tables = ?4, text_source = ?5, block_kinds = ?6,
             fault_outcome = ?7, fault_message = ?8 WHERE id = ?1",
    )
    .bind(id)
    .bind(page.width)
    .bind(page.height)
    .bind(page.has_tables)
    .bind(word(page.text_source)?)
    .bind(json(&words::kinds(&page.reading))?)
    .bind(word_or_null(fault.map(|fault| fault.outcome))?)
    .bind(fault.map(|fault| &fault.message))
    .execute(&mut *connection)
    .await
    .doing(WHAT)?;
    sqlx::query(
        "INSERT OR REPLACE INTO layouts (page_id, rulings, slants, cells, widgets, pictures, hidden, samples)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(id)
    .bind(json(&page.rulings)?)
    .bind(json(&page.slants)?)
    .bind(json(&page.cells)?)
    .bind(json(&page.widgets)?)
    .bind(json(&page.pictures)?)
    .bind(json(&page.hidden)?)
    .bind(json(&page.samples)?)
    .execute(connection)
    .await
    .doing(WHAT)?;
    Ok(())
}

/// Refuses a page that could not be read back unchanged.
pub(super) fn storable(page: &Page) -> Result<(), StoreError> {
    words::layout_flaw(page).map_or(Ok(()), |flaw| {
        Err(StoreError::Unstorable {
            what: format!("store page {}", page.number),
            reason: flaw.to_owned(),
        })
    })
}

/// Returns the row id of a page and the number of its last reading.
pub(super) async fn last_reading(
    tx: &mut SqliteConnection,
    document: DocumentId,
    page: u32,
) -> Result<(i64, u32), StoreError> {
    let last: Option<(i64, u32)> = sqlx::query_as(
        "SELECT pages.id, max(readings.number) FROM pages JOIN readings ON readings.page_id = pages.id
         WHERE document_id = ?1 AND pages.number = ?2 GROUP BY pages.id",
    )
    .bind(document.to_string())
    .bind(page)
    .fetch_optional(tx)
    .await
    .doing("find the last reading of a page")?;
    last.ok_or_else(|| missing(document, page))
}

pub(super) async fn reading_of(
    connection: &mut SqliteConnection,
    document: &str,
    page: u32,
    number: u32,
) -> Result<Reading, StoreError> {
    let row: Option<ReadingRow> = sqlx::query_as(
        "SELECT readings.number AS reading, source, recipe, words, blocks
         FROM readings JOIN pages ON readings.page_id = pages.id
         WHERE document_id = ?1 AND pages.number = ?2 AND readings.number = ?3",
    )
    .bind(document)
    .bind(page)
    .bind(number)
    .fetch_optional(connection)
    .await
    .doing("read a reading")?;
    let id = format!("{number} of page {page} of document {document}");
    match row {
        Some(row) => row.reading(page, &At::new("readings", &id)),
        None => Err(StoreError::missing("reading", &id)),
    }
}

pub(super) async fn insert_reading(
    connection: &mut SqliteConnection,
    page_id: i64,
    page: u32,
    number: u32,
    reading: &Reading,
) -> Result<(), StoreError> {
    let unstorable = |reason: String| StoreError::Unstorable {
        what: format!("store reading {number} of page {page}"),
        reason,
    };
    if let Some(flaw) = words::flaw(page, reading) {
        return Err(unstorable(flaw.to_owned()));
    }
    let packed = words::pack_words(&reading.words).and_then(|w| Ok((w, words::pack_blocks(&reading.blocks)?)));
    let (words, blocks) = packed.map_err(|error| unstorable(error.to_string()))?;
    sqlx::query(
        "INSERT INTO readings (page_id, number, whole, source, recipe, words, blocks)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )
    .bind(page_id)
    .bind(number)
    .bind(is_whole(reading))
    .bind(json(&reading.source)?)
    .bind(json_or_null(reading.recipe.as_ref())?)
    .bind(words)
    .bind(blocks)
    .execute(connection)
    .await
    .doing("store a reading")?;
    Ok(())
}

/// Indexes the text of this reading for search, replacing the page's earlier text.
pub(super) async fn index(
    connection: &mut SqliteConnection,
    page_id: i64,
    reading: &Reading,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO page_text (rowid, text) VALUES (?1, ?2)")
        .bind(page_id)
        .bind(reading.text())
        .execute(connection)
        .await
        .doing("index a page")?;
    Ok(())
}

pub(super) async fn summaries(
    connection: &mut SqliteConnection,
    document: DocumentId,
) -> Result<Vec<PageSummary>, StoreError> {
    let rows: Vec<SummaryRow> = sqlx::query_as("SELECT * FROM pages WHERE document_id = ?1 ORDER BY number")
        .bind(document.to_string())
        .fetch_all(connection)
        .await
        .doing("list pages")?;
    rows.into_iter().map(PageSummary::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct SummaryRow {
    document_id: String,
    number: u32,
    width: f32,
    height: f32,
    has_tables: bool,
    text_source: String,
    block_kinds: String,
    fault_outcome: Option<String>,
    fault_message: Option<String>,
}

impl SummaryRow {
    fn at(&self) -> At {
        At::new("pages", &format!("{} of document {}", self.number, self.document_id))
    }
}

impl TryFrom<SummaryRow> for PageSummary {
    type Error = StoreError;

    fn try_from(row: SummaryRow) -> Result<Self, StoreError> {
        let at = row.at();
        let outcome = at.word_or_null("fault_outcome", row.fault_outcome)?;
        Ok(PageSummary {
            number: row.number,
            width: row.width,
            height: row.height,
            has_tables: row.has_tables,
            block_kinds: at.json("block_kinds", &row.block_kinds)?,
            text_source: at.word("text_source", row.text_source)?,
            fault: outcome.map(|outcome| PageFault {
                outcome,
                message: row.fault_message.unwrap_or_default(),
            }),
        })
    }
}

#[derive(FromRow)]
struct ReadingRow {
    reading: u32,
    source: String,
    recipe: Option<String>,
    words: String,
    blocks: String,
}

impl ReadingRow {
    fn reading(self, page: u32, at: &At) -> Result<Reading, StoreError> {
        Ok(Reading {
            number: self.reading,
            source: at.json("source", &self.source)?,
            recipe: at.json_or_null("recipe", self.recipe.as_deref())?,
            words: at.read_json("words", words::unpack_words(page, &self.words))?,
            blocks: at.read_json("blocks", words::unpack_blocks(page, &self.blocks))?,
        })
    }
}

#[derive(FromRow)]
struct PageRow {
    #[sqlx(flatten)]
    summary: SummaryRow,
    rulings: String,
    slants: String,
    cells: String,
    widgets: String,
    pictures: String,
    hidden: String,
    samples: String,
    #[sqlx(flatten)]
    reading: ReadingRow,
}

impl PageRow {
    fn page(self) -> Result<Page, StoreError> {
        let at = self.summary.at();
        let summary = PageSummary::try_from(self.summary)?;
        Ok(Page {
            number: summary.number,
            width: summary.width,
            height: summary.height,
            has_tables: summary.has_tables,
            text_source: summary.text_source,
            reading: self.reading.reading(summary.number, &at)?,
            layer: Vec::new(),
            hidden: at.json("hidden", &self.hidden)?,
            samples: at.json("samples", &self.samples)?,
            rulings: at.json("rulings", &self.rulings)?,
            slants: at.json("slants", &self.slants)?,
            cells: at.json("cells", &self.cells)?,
            widgets: at.json("widgets", &self.widgets)?,
            pictures: at.json("pictures", &self.pictures)?,
            fault: summary.fault,
        })
    }
}

#[cfg(test)]
mod tests;
