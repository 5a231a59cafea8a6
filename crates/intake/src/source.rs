//! The engine's only access to pages: stored pages by number, and new renderings or readings of a region. The
//! implementation decides where pages come from.

use crate::geometry::Region;
use crate::ink::{InkQuery, InkReport, InkSample, Strike, UnreadInk};
use crate::outcome::{Failure, Outcome};
use crate::page::{Page, Reading, Recipe};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Pages of one document. Keeps the engine independent of reader processes.
#[async_trait]
pub trait PageSource: Send + Sync {
    /// Number of pages in the document.
    fn page_count(&self) -> u32;

    /// Page `number`, from 1, with its newest reading.
    async fn page(&self, number: u32) -> Result<Page, Failure>;

    /// Renders a page or a region of it, including form fields. `scale` is in pixels per point.
    async fn render(
        &self,
        number: u32,
        region: Option<Region>,
        scale: f32,
        format: ImageFormat,
    ) -> Result<Picture, Failure> {
        self.draw(number, &Recipe::plain(region, scale), format).await
    }

    /// Renders a page as prepared for a reading with this recipe: turned, with one ink only, with stretched
    /// contrast.
    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure>;

    /// Looks at the pixels of a page, as it was read, for ink.
    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure>;

    /// Reads a page or region again, from pixels prepared by the recipe.
    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure>;
}

/// The queries with their kinds of answer. A page that cannot be drawn fails each of them.
impl dyn PageSource + '_ {
    pub async fn ink_samples(&self, page: &Page, places: Vec<Region>, rings: bool) -> Result<Vec<InkSample>, Failure> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        match self.inspect(page, InkQuery::Samples { places, rings }).await? {
            InkReport::Samples(samples) => Ok(samples),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn unread_ink(&self, page: &Page) -> Result<UnreadInk, Failure> {
        match self.inspect(page, InkQuery::Unread).await? {
            InkReport::Unread(ink) => Ok(ink),
            other => Err(unexpected(&other)),
        }
    }

    /// For [`InkQuery::Faint`], [`InkQuery::Pale`] and [`InkQuery::Colored`].
    pub async fn ink_places(&self, page: &Page, query: InkQuery) -> Result<Vec<Region>, Failure> {
        match self.inspect(page, query).await? {
            InkReport::Places(places) => Ok(places),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn strikes(&self, page: &Page, lines: Vec<Region>) -> Result<Vec<Strike>, Failure> {
        if lines.is_empty() {
            return Ok(Vec::new());
        }
        match self.inspect(page, InkQuery::Strikes { lines }).await? {
            InkReport::Strikes(strikes) => Ok(strikes),
            other => Err(unexpected(&other)),
        }
    }
}

fn unexpected(report: &InkReport) -> Failure {
    Failure::new(
        Outcome::Io,
        format!("an answer to another question about ink: {report:?}"),
    )
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageFormat {
    Png,
    Webp,
}

/// An encoded rendering. `width` and `height` are in pixels.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub format: ImageFormat,
    pub bytes: Vec<u8>,
}

/// Omits the bytes: they show a user's document and must not appear in logs.
impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture")
            .field("width", &self.width)
            .field("height", &self.height)
            .field("format", &self.format)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}
