//! Looking at the picture of a check box or another place that has no words: ticks are often drawn as strokes, which no
//! reading of words contains. Not here: where the boxes are (see `boxes`).

use crate::record::Inked;
use anyhow::Context;
use image::GrayImage;
use touchstone_intake::{ImageFormat, PageSource, Region};

/// Pixels a point: a tick in an eight-point square is then two dozen pixels wide.
const SCALE: f32 = 4.0;
/// The outer part of a square on each side that is its own drawn line.
const EDGE: f32 = 0.2;
/// A pixel darker than this share of white is ink.
const DARK: f32 = 0.62;

/// For each square whether there is a mark in it. Fails when the page cannot be drawn.
pub(super) async fn marked(pages: &dyn PageSource, page: &Region, squares: &[Region]) -> anyhow::Result<Vec<bool>> {
    let shares = shares(pages, page, squares).await?;
    Ok(shares.into_iter().map(|share| share > Inked::MARK).collect())
}

/// The share of dark pixels inside each of several places on one page, the whole of which is `page`, edges left out.
/// Fails when the page cannot be drawn.
pub(crate) async fn shares(pages: &dyn PageSource, page: &Region, squares: &[Region]) -> anyhow::Result<Vec<f32>> {
    let Some(around) = Region::around(squares) else {
        return Ok(Vec::new());
    };
    // What is drawn ends with the page, so what is asked for does too.
    let around = around
        .grown(2.0)
        .intersection(page)
        .with_context(|| format!("looking at places outside page {}", page.page))?;
    let image = picture(pages, around.page, Some(around), SCALE).await?;
    let scale = (
        image.width() as f32 / around.width,
        image.height() as f32 / around.height,
    );
    let share = |square: &Region| {
        let (edge_x, edge_y) = (square.width * EDGE, square.height * EDGE);
        let left = ((square.x + edge_x - around.x) * scale.0).round() as u32;
        let right = ((square.right() - edge_x - around.x) * scale.0).round() as u32;
        let top = ((square.y + edge_y - around.y) * scale.1).round() as u32;
        let bottom = ((square.bottom() - edge_y - around.y) * scale.1).round() as u32;
        let pixels =
            (top..bottom.min(image.height())).flat_map(|y| (left..right.min(image.width())).map(move |x| (x, y)));
        let (mut all, mut dark) = (0.0f32, 0.0f32);
        for (x, y) in pixels {
            all += 1.0;
            dark += f32::from(u8::from(f32::from(image.get_pixel(x, y).0[0]) < DARK * 255.0));
        }
        dark / all.max(1.0)
    };
    Ok(squares.iter().map(share).collect())
}

/// A page, or a part of it, in greys; `scale` is pixels a point.
pub(super) async fn picture(
    pages: &dyn PageSource,
    number: u32,
    part: Option<Region>,
    scale: f32,
) -> anyhow::Result<GrayImage> {
    let drawn = pages.render(number, part, scale, ImageFormat::Png).await;
    let drawn = drawn.with_context(|| format!("drawing page {number}"))?;
    let picture = image::load_from_memory_with_format(&drawn.bytes, image::ImageFormat::Png)
        .with_context(|| format!("decoding the picture of page {number}"))?;
    Ok(picture.into_luma8())
}
