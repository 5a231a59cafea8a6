//! Tool `view_page`: the picture of a page, for models that accept images.

use super::{Answer, Toolbox, arguments};
use crate::provider::Part;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use touchstone_intake::{Failure, ImageFormat, Page, PageSource, Recipe, Region, TextSource};

pub(super) const NAME: &str = "view_page";
pub(super) const ABOUT: &str =
    "Shows the picture of a page: for check boxes, stamps and handwriting, and where the text looks garbled.";

/// The longer side of a picture, in pixels: the largest that models see without downscaling.
const LONG_SIDE: f32 = 1568.0;

/// Share of a page's longer side in each half picture; the halves overlap so that a line in the middle is whole in
/// one of them.
const HALF: f32 = 0.54;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    #[schemars(range(min = 1))]
    page: u32,
}

pub(super) async fn run(toolbox: &Toolbox<'_>, input: Value) -> Answer {
    let Arguments { page: number } = arguments(input)?;
    let page = toolbox.page(number).await?;
    picture_of(toolbox.pages, &page, toolbox.extent.parts(number)).await
}

/// The picture of a page with its number, as large as models see it; only of these parts, if given.
pub(crate) async fn picture_of(pages: &dyn PageSource, page: &Page, parts: Option<&[Region]>) -> Answer {
    let number = page.number;
    let failed = |failure: Failure| format!("Page {number} cannot be drawn: {}.", failure.message);
    let Some(parts) = parts else {
        let picture = drawn(pages, page).await.map_err(failed)?;
        return Ok(vec![Part::text(format!("Page {number}:")), picture]);
    };
    let mut shown = vec![Part::text(format!("Page {number}, what of it is this form's:"))];
    for part in parts {
        shown.push(drawn_part(pages, Some(*part), part).await.map_err(failed)?);
    }
    Ok(shown)
}

/// The picture alone.
pub(crate) async fn drawn(pages: &dyn PageSource, page: &Page) -> Result<Part, Failure> {
    drawn_part(pages, None, &page.region()).await
}

async fn drawn_part(pages: &dyn PageSource, part: Option<Region>, size: &Region) -> Result<Part, Failure> {
    let scale = LONG_SIDE / size.width.max(size.height).max(1.0);
    let picture = pages.render(size.page, part, scale, ImageFormat::Png).await?;
    Ok(Part::picture(&picture.bytes).of_page(size.page))
}

/// A page prepared by a recipe, in two halves along its longer side, each as large as models see it: at a higher
/// resolution than a picture of the whole.
pub(crate) async fn drawn_finer(pages: &dyn PageSource, page: &Page, recipe: &Recipe) -> Result<Vec<Part>, Failure> {
    let upright = page.height >= page.width;
    let (long, short) = (page.height.max(page.width), page.height.min(page.width));
    let half = long * HALF;
    let scale = LONG_SIDE / half.max(short).max(1.0);
    let mut parts = Vec::new();
    for at in [0.0, long - half] {
        let whole = page.region();
        let region = if upright {
            Region {
                y: at,
                height: half,
                ..whole
            }
        } else {
            Region {
                x: at,
                width: half,
                ..whole
            }
        };
        let part = Recipe {
            dpi: scale * 72.0,
            region: Some(region),
            ..recipe.clone()
        };
        let picture = pages.draw(page.number, &part, ImageFormat::Png).await?;
        parts.push(Part::picture(&picture.bytes).of_page(page.number));
    }
    Ok(parts)
}

/// Whether the words of a page may be wrong or incomplete: recognized, unread, or damaged.
pub(crate) fn needs_picture(page: &Page) -> bool {
    page.text_source == TextSource::Ocr || page.text_source.awaits_recognition() || page.fault.is_some()
}
