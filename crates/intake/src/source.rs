//! The engine's only access to pages: stored pages by number, and new renderings or readings of a region. The
//! implementation decides where pages come from.

use crate::geometry::Region;
use crate::outcome::Failure;
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

    /// Reads a page or region again, from pixels prepared by the recipe.
    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure>;
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
