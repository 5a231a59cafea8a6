//! The one door through which the engine sees pages: stored ones by number, and fresh renderings or readings of a
//! region. Not here: processes. Whoever implements it decides where pages come from.

use crate::geometry::Region;
use crate::outcome::Failure;
use crate::page::{Page, Reading, Recipe};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Pages of one document. Handed to the engine's rooms so that none of them knows about reader processes.
#[async_trait]
pub trait PageSource: Send + Sync {
    /// How many pages the document has.
    fn page_count(&self) -> u32;

    /// Page `number`, counted from 1, with its newest reading.
    async fn page(&self, number: u32) -> Result<Page, Failure>;

    /// A picture of a page, or of a region of it, form fields drawn. `scale` is pixels per point.
    async fn render(
        &self,
        number: u32,
        region: Option<Region>,
        scale: f32,
        format: ImageFormat,
    ) -> Result<Picture, Failure> {
        self.draw(number, &Recipe::plain(region, scale), format).await
    }

    /// A picture of a page as a reading by this recipe is given it: turned, one ink only, contrast stretched.
    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure>;

    /// Reads a page or region once more from pixels prepared as the recipe says.
    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageFormat {
    Png,
    Webp,
}

/// An encoded rendering. `width` and `height` are pixels.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub format: ImageFormat,
    pub bytes: Vec<u8>,
}

/// The bytes are left out: they are a page of somebody's document, and no log may show it.
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
