//! Recognized pages: each is another row of `readings`, with the hash of its pixels in `recognitions`, so that the same
//! pixels are not read again. See the pipeline's `recognition` for the reading and the hash.

use super::Store;
use super::error::{Doing, StoreError};
use super::pages::{describe, index, insert_reading, last_reading, reading_of, storable};
use super::row::{At, json};
use crate::event::Event;
use touchstone_core::record::DocumentId;
use touchstone_intake::{Page, Reading};

/// A recognized page, with the hash of its pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognised {
    pub page: Page,
    pub pixels: [u8; 32],
    /// Reused from an earlier reading of the same pixels.
    pub taken: bool,
}

impl Store {
    /// Stores the recognized reading of a page, which `page` and search use from then on, and the layout of the page
    /// turned upright. Earlier readings are kept. Returns the reading's number.
    pub async fn put_recognised(&self, document: DocumentId, recognised: &Recognised) -> Result<u32, StoreError> {
        const WHAT: &str = "store a recognized page";
        let page = &recognised.page;
        storable(page)?;
        let mut tx = self.begin(WHAT).await?;
        let (page_id, last) = last_reading(&mut tx, document, page.number).await?;
        insert_reading(&mut tx, page_id, page.number, last + 1, &page.reading).await?;
        describe(&mut tx, page_id, page).await?;
        index(&mut tx, page_id, &page.reading).await?;
        let bare = Page {
            reading: Reading::empty(),
            // The fault belongs to one document's further looks.
            fault: None,
            ..page.clone()
        };
        sqlx::query("INSERT INTO recognitions (pixels, page_id, reading, page, taken) VALUES (?1, ?2, ?3, ?4, ?5)")
            .bind(recognised.pixels.as_slice())
            .bind(page_id)
            .bind(last + 1)
            .bind(json(&bare)?)
            .bind(recognised.taken)
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::DocumentChanged { document });
        Ok(last + 1)
    }

    /// Returns an earlier reading of these pixels, as page `number`. Documents in the trash are ignored.
    pub async fn recognised_before(&self, pixels: &[u8; 32], number: u32) -> Result<Option<Page>, StoreError> {
        const WHAT: &str = "look for an earlier reading of the same pixels";
        let found: Option<(String, u32, u32, String)> = sqlx::query_as(
            "SELECT document_id, pages.number, reading, page
             FROM recognitions JOIN pages ON pages.id = page_id JOIN documents ON documents.id = document_id
             WHERE pixels = ?1 AND documents.state = 'active' LIMIT 1",
        )
        .bind(pixels.as_slice())
        .fetch_optional(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let Some((document, own, reading, page)) = found else {
            return Ok(None);
        };
        let at = At::new("recognitions", &format!("of page {own} of document {document}"));
        let mut page: Page = at.json("page", &page)?;
        page.reading = reading_of(&mut *self.look(WHAT).await?, &document, own, reading).await?;
        Ok(Some(page.renumbered(number)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;
    use touchstone_intake::{ReadingSource, TextSource};

    fn recognised(number: u32, text: &str) -> Recognised {
        let mut page = fixture::page(number, &[text]);
        page.text_source = TextSource::Ocr;
        page.reading.number = 2;
        page.reading.source = ReadingSource::Ocr {
            engine: "rten".to_owned(),
            model: "small".to_owned(),
        };
        Recognised {
            page,
            pixels: [7; 32],
            taken: false,
        }
    }

    #[tokio::test]
    async fn the_same_pixels_are_known_until_their_document_is_gone() {
        let store = fixture::store().await;
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        store.put_pages(document.id, &[fixture::page(3, &[])]).await.unwrap();
        assert_eq!(store.recognised_before(&[7; 32], 1).await.unwrap(), None);
        let stored = recognised(3, "Wages");
        assert_eq!(store.put_recognised(document.id, &stored).await.unwrap(), 2);
        let known = store.recognised_before(&[7; 32], 1).await.unwrap();
        assert_eq!(known, Some(stored.page.clone().renumbered(1)));
        assert_eq!(store.recognised_before(&[8; 32], 1).await.unwrap(), None);
        store.trash(&[document.id]).await.unwrap();
        assert_eq!(store.recognised_before(&[7; 32], 1).await.unwrap(), None);
        store.empty_trash().await.unwrap();
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM recognitions")
            .fetch_one(&store.writer)
            .await
            .unwrap();
        assert_eq!(left, 0);
    }
}
