//! Page pictures for the window, drawn by readers that batches do not use. The last viewed document stays open, so
//! that turning pages and zooming do not reopen it.

use super::Desk;
use super::unlock::known;
use std::sync::Arc;
use tokio::sync::Mutex;
use touchstone_core::record::DocumentId;
use touchstone_intake::pool::OpenDocument;
use touchstone_intake::{Failure, ImageFormat, Outcome, Page, Picture, Recipe, Region};

/// Max documents kept open: half the number of readers, so that the others can serve thumbnails.
const KEPT_OPEN: usize = 1;
/// Max width of thumbnails, in pixels. Thumbnails of many documents are drawn at once, so these are not kept open.
const THUMBNAIL: u32 = 300;

/// How a page is drawn: upright, as its text was read, even if the scan is skewed.
struct Shown {
    page: u32,
    recipe: Recipe,
}

impl Shown {
    async fn draw(&self, open: &OpenDocument) -> Result<Picture, Failure> {
        open.draw(self.page, &self.recipe, ImageFormat::Png).await
    }
}

/// A window's request for a page picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    pub page: u32,
    /// Width in pixels; the raster limit still applies.
    pub width: u32,
    /// Quarter turns clockwise.
    pub quarters: u8,
    /// The picture as prepared for this reading, instead of the original page.
    pub reading: Option<u32>,
    /// Only the part of the page covered by this reading.
    pub part: Option<Part>,
}

/// The part of a page that was read separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// As it appears on the page.
    Before,
    /// As prepared for reading.
    After,
}

#[derive(Default)]
pub(super) struct Pictures {
    open: Mutex<Vec<(DocumentId, Arc<OpenDocument>)>>,
}

impl Desk {
    /// A page turned by quarters, at the requested width or the raster limit.
    pub async fn picture(&self, document: &str, look: Look) -> Result<Picture, Failure> {
        let id: DocumentId = document
            .parse()
            .map_err(|_| Failure::new(Outcome::Io, format!("there is no document `{document}`")))?;
        let quarters = look.quarters;
        let shown = self.view(id, look).await?;
        let picture = if look.width <= THUMBNAIL {
            self.thumbnail(id, &shown).await?
        } else {
            shown.draw(&*self.opened(id).await?).await?
        };
        if quarters.is_multiple_of(4) {
            return Ok(picture);
        }
        tokio::task::spawn_blocking(move || turned(&picture, quarters % 4))
            .await
            .map_err(|error| Failure::new(Outcome::Io, format!("could not rotate the page: {error}")))?
    }

    /// A part of a page, at `scale` pixels per point; anything off the page is cut off.
    pub(super) async fn region_picture(&self, id: DocumentId, region: Region, scale: f32) -> Result<Picture, Failure> {
        let stored = self.store.page(id, region.page).await.map_err(|error| unread(&error))?;
        let (x, y) = (region.x.max(0.0), region.y.max(0.0));
        let region = Region {
            x,
            y,
            width: region.right().min(stored.width) - x,
            height: region.bottom().min(stored.height) - y,
            ..region
        };
        if region.width < 1.0 || region.height < 1.0 {
            return Err(Failure::new(Outcome::Damaged, "the area is outside the page"));
        }
        let recipe = upright(stored.reading.recipe.as_ref(), Some(region), scale);
        let open = self.opened(id).await?;
        open.draw(region.page, &recipe, ImageFormat::Png).await
    }

    /// A whole page, at `scale` pixels per point or the raster limit.
    pub(super) async fn page_picture(&self, id: DocumentId, page: &Page, scale: f32) -> Result<Picture, Failure> {
        let scale = scale.min(self.largest_scale(page)?);
        let recipe = upright(page.reading.recipe.as_ref(), None, scale);
        self.opened(id)
            .await?
            .draw(page.number, &recipe, ImageFormat::Png)
            .await
    }

    /// Pixels per point at which a page reaches the raster limit.
    fn largest_scale(&self, page: &Page) -> Result<f32, Failure> {
        if page.width <= 0.0 || page.height <= 0.0 {
            let message = format!("page {} could not be read", page.number);
            return Err(Failure::new(Outcome::Damaged, message));
        }
        let pixels = self.readers().limits.pixels as f32;
        Ok((pixels / (page.width * page.height)).sqrt() * 0.99)
    }

    /// A thumbnail. The document is open only while it is drawn.
    async fn thumbnail(&self, document: DocumentId, shown: &Shown) -> Result<Picture, Failure> {
        let kept = self.pictures.open.lock().await.iter().any(|(id, _)| *id == document);
        if kept {
            return shown.draw(&*self.opened(document).await?).await;
        }
        let open = self.open_original(document).await?;
        let picture = shown.draw(&open).await;
        open.close().await;
        picture
    }

    async fn view(&self, document: DocumentId, look: Look) -> Result<Shown, Failure> {
        let page = look.page;
        let stored = self.store.page(document, page).await.map_err(|error| unread(&error))?;
        let largest = self.largest_scale(&stored)?;
        let across = if look.quarters % 2 == 1 {
            stored.height
        } else {
            stored.width
        };
        let scale = (look.width.max(1) as f32 / across).min(largest);
        let mut recipe = upright(stored.reading.recipe.as_ref(), None, scale);
        if let Some(number) = look.reading {
            let reading = self.store.reading(document, page, number).await;
            let prepared = reading.map_err(|error| unread(&error))?.recipe;
            let (region, steps) = prepared
                .map(|recipe| (recipe.region, recipe.enhancements))
                .unwrap_or_default();
            if look.part != Some(Part::Before) {
                recipe.enhancements = steps;
            }
            if let Some(region) = region.filter(|_| look.part.is_some()) {
                recipe.dpi *= stored.width / region.width.max(1.0);
                recipe.region = Some(region);
            }
        }
        Ok(Shown { page, recipe })
    }

    async fn opened(&self, document: DocumentId) -> Result<Arc<OpenDocument>, Failure> {
        let mut kept = self.pictures.open.lock().await;
        if let Some((_, open)) = kept.iter().find(|(id, _)| *id == document) {
            return Ok(Arc::clone(open));
        }
        // Closed before the next one is opened, because there are few readers.
        while kept.len() >= KEPT_OPEN {
            let (_, old) = kept.remove(0);
            if let Some(old) = Arc::into_inner(old) {
                old.close().await;
            }
        }
        let open = Arc::new(self.open_original(document).await?);
        kept.push((document, Arc::clone(&open)));
        Ok(open)
    }

    async fn open_original(&self, document: DocumentId) -> Result<OpenDocument, Failure> {
        let document = self.store.document(document).await.map_err(|error| unread(&error))?;
        let original = self.store.original(&document).await.map_err(|error| unread(&error))?;
        let readers = self.readers();
        let pool = readers.pictures.as_ref().map_err(Clone::clone)?;
        pool.open(original, &known(&self.passwords)).await
    }

    /// Closes the document that is kept open.
    pub(super) async fn close_pictures(&self) {
        self.pictures.open.lock().await.clear();
    }
}

/// The page, or a region of it, deskewed as in the newest reading and otherwise unprocessed.
fn upright(newest: Option<&Recipe>, region: Option<Region>, scale: f32) -> Recipe {
    Recipe {
        turn: newest.map_or(0.0, |recipe| recipe.turn),
        ..Recipe::plain(region, scale)
    }
}

/// Decodes our reader's picture and encodes it again, turned clockwise.
fn turned(picture: &Picture, quarters: u8) -> Result<Picture, Failure> {
    let failed = |error: image::ImageError| Failure::new(Outcome::Io, format!("could not rotate the page: {error}"));
    let drawn = image::load_from_memory_with_format(&picture.bytes, image::ImageFormat::Png).map_err(failed)?;
    let drawn = match quarters {
        1 => drawn.rotate90(),
        2 => drawn.rotate180(),
        _ => drawn.rotate270(),
    };
    let mut bytes = Vec::new();
    drawn
        .write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png)
        .map_err(failed)?;
    Ok(Picture {
        width: drawn.width(),
        height: drawn.height(),
        format: picture.format,
        bytes,
    })
}

fn unread(error: &crate::store::StoreError) -> Failure {
    Failure::new(Outcome::Io, format!("could not draw the page: {error}"))
}
