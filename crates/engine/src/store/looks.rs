//! Closer looks at parts of a page, and the page merged from them: more rows of `readings`, written together. See
//! `pages` for pages and their other readings.

use super::Store;
use super::error::{Doing, StoreError};
use super::pages::{describe, index, insert_reading, last_reading, storable};
use crate::event::Event;
use touchstone_core::record::DocumentId;
use touchstone_intake::{Page, Reading, ReadingSource};

impl Store {
    /// Stores readings of parts of a page under the next numbers, followed by the page merged from them and its newest
    /// reading, which `page` and search use from then on. Returns the number of the first part.
    pub async fn put_looks(&self, document: DocumentId, parts: &[Reading], merged: &Page) -> Result<u32, StoreError> {
        const WHAT: &str = "store closer looks at a page";
        storable(merged)?;
        let number = merged.number;
        let mut tx = self.begin(WHAT).await?;
        let (page_id, last) = last_reading(&mut tx, document, number).await?;
        let first = last + 1;
        for (part, own) in parts.iter().zip(first..) {
            insert_reading(&mut tx, page_id, number, own, part).await?;
        }
        let end = first + parts.len() as u32;
        let together = Reading {
            source: ReadingSource::Merged {
                readings: std::iter::once(merged.reading.number).chain(first..end).collect(),
            },
            ..merged.reading.clone()
        };
        insert_reading(&mut tx, page_id, number, end, &together).await?;
        describe(&mut tx, page_id, merged).await?;
        index(&mut tx, page_id, &together).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::DocumentChanged { document });
        Ok(first)
    }
}
