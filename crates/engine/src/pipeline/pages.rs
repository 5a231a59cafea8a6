//! The pages of a stored document, as the engines see them: words from rows, pictures drawn on demand by a reader
//! process. Keeps no page in memory. See `intake` for the first reading.

use super::Work;
use crate::store::Store;
use async_trait::async_trait;
use secrecy::SecretString;
use touchstone_core::record::Document;
use touchstone_intake::pool::{OpenDocument, ReaderPool};
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Outcome, Page, PageSource, Picture, Reading, Recipe, Region,
};

pub struct StoredPages<'a> {
    pub store: &'a Store,
    pub pool: &'a ReaderPool,
    pub document: &'a Document,
    pub passwords: &'a [SecretString],
}

impl Work<'_> {
    pub(super) fn pages<'d>(&'d self, document: &'d Document) -> StoredPages<'d> {
        StoredPages {
            store: self.store,
            pool: self.pool,
            document,
            passwords: self.passwords,
        }
    }
}

impl StoredPages<'_> {
    pub(super) async fn open(&self) -> Result<OpenDocument, Failure> {
        let original = self
            .store
            .original(self.document)
            .await
            .map_err(|error| Failure::new(Outcome::Io, format!("could not open the stored original: {error}")))?;
        self.pool.open(original, self.passwords).await
    }

    /// Reads parts of a page separately, with their rulings, in points of the page. Stores nothing.
    pub(super) async fn parts(&self, page: &Page, recipes: &[Recipe]) -> Result<Vec<Result<Page, Failure>>, Failure> {
        let bare = Page {
            reading: Reading::empty(),
            rulings: Vec::new(),
            slants: Vec::new(),
            cells: Vec::new(),
            widgets: Vec::new(),
            pictures: Vec::new(),
            ..page.clone()
        };
        let open = self.open().await?;
        let mut parts = Vec::new();
        for recipe in recipes {
            parts.push(open.recognise(bare.clone(), recipe).await);
        }
        open.close().await;
        Ok(parts)
    }
}

#[async_trait]
impl PageSource for StoredPages<'_> {
    fn page_count(&self) -> u32 {
        self.document.page_count.unwrap_or(0)
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.store
            .page(self.document.id, number)
            .await
            .map_err(|error| Failure::new(Outcome::Io, format!("could not load page {number}: {error}")))
    }

    async fn render(
        &self,
        number: u32,
        region: Option<Region>,
        scale: f32,
        format: ImageFormat,
    ) -> Result<Picture, Failure> {
        // Words and rulings are in coordinates of the page as turned by its newest reading, so the picture is turned
        // too.
        let recipe = self.page(number).await?.reading.recipe;
        let upright = Recipe {
            turn: recipe.map_or(0.0, |recipe| recipe.turn),
            ..Recipe::plain(region, scale)
        };
        self.draw(number, &upright, format).await
    }

    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        let open = self.open().await?;
        let picture = open.draw(number, recipe, format).await;
        open.close().await;
        picture
    }

    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        let open = self.open().await?;
        let report = open.inspect(page, query).await;
        open.close().await;
        report
    }

    /// Stores the reading under the page's next number, which evidence found in it refers to.
    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        let open = self.open().await?;
        let reading = open.read(number, recipe).await;
        open.close().await;
        let reading = reading?;
        let kept = self.store.add_reading(self.document.id, number, &reading).await;
        let kept = kept.map_err(|error| {
            Failure::new(
                Outcome::Io,
                format!("could not save a reading of page {number}: {error}"),
            )
        })?;
        Ok(Reading {
            number: kept,
            ..reading
        })
    }
}
