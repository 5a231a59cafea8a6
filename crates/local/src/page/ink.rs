//! Looking at the picture of a check box or another place that has no words: ticks are often drawn as strokes, which no
//! reading of words contains. Ink is what is dark beside the paper around it, as far as the print there is dark: paper may
//! be grey or lie in a shadow, and a whole page may be pale. Not here: where the boxes are (see `boxes`).

use anyhow::Context;
use image::GrayImage;
use touchstone_core::record::Inked;
use touchstone_intake::{ImageFormat, PageSource, Recipe, Region};

/// Pixels a point: a tick in an eight-point square is then two dozen pixels wide.
const SCALE: f32 = 4.0;
/// The outer part of a square on each side that is its own drawn line.
const EDGE: f32 = 0.2;
/// What is nearer to the print than so much of the way from the paper is ink; what is nearer than the second may be.
const INK: f32 = 0.38;
const PALE: f32 = 0.15;
/// Points around a place in which the shade of the print is looked up.
const PRINT: f32 = 40.0;
/// Side, in pixels, of the squares in which the shade of the paper is looked up; a square's own and those beside it tell.
const TILE: u32 = 32;
/// The share of a tile that is darker than its paper, of a neighbourhood that is print.
const LIGHTER: f32 = 0.75;
const DARKEST: f32 = 0.001;
/// Print is so many shades darker than its paper at least; the grain of paper is not.
const LEAST: f32 = 64.0;
/// Darker paper than this without any print tells nothing.
const NO_PAPER: f32 = 96.0;
/// Rays from the middle of a square along which a ring around it is looked for: how many of them meet one, from where and up
/// to where, in sides of the square.
const RAYS: u32 = 16;
const MET: usize = 11;
const RING: (f32, f32) = (0.72, 2.2);

/// What is seen of a place.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Seen {
    /// The share of ink inside.
    pub dark: f32,
    /// The share of what is darker than paper, ink included.
    pub pale: f32,
    /// Whether something like a ring is drawn around it.
    pub ringed: bool,
}

impl Seen {
    /// A mark for certain.
    pub(crate) fn is_marked(self) -> bool {
        self.dark > Inked::MARK
    }

    /// What a person may have meant as a mark.
    pub(crate) fn may_be_marked(self) -> bool {
        self.is_marked() || self.pale > Inked::PALE_MARK || self.ringed
    }
}

/// For each square whether there is a mark in it. Fails when the page cannot be drawn.
pub(crate) async fn marked(pages: &dyn PageSource, page: &Region, squares: &[Region]) -> anyhow::Result<Vec<bool>> {
    let seen = look(pages, page, squares, None).await?;
    Ok(seen.into_iter().map(Seen::is_marked).collect())
}

/// The share of ink inside each of several places on one page, the whole of which is `page`, edges left out.
/// Fails when the page cannot be drawn.
pub async fn shares(pages: &dyn PageSource, page: &Region, squares: &[Region]) -> anyhow::Result<Vec<f32>> {
    let seen = look(pages, page, squares, None).await?;
    Ok(seen.into_iter().map(|seen| seen.dark).collect())
}

/// What is seen of several places; rings are looked for where the words of the page are known.
pub async fn look(
    pages: &dyn PageSource,
    page: &Region,
    squares: &[Region],
    words: Option<&[Region]>,
) -> anyhow::Result<Vec<Seen>> {
    let Some(around) = Region::around(squares) else {
        return Ok(Vec::new());
    };
    // What is drawn ends with the page, so what is asked for does too.
    let shown = around
        .grown(2.0)
        .intersection(page)
        .with_context(|| format!("looking at places outside page {}", page.page))?;
    let around = shown.grown(PRINT).intersection(page).unwrap_or(shown);
    let image = picture(pages, around.page, Some(around), SCALE).await?;
    let sight = Sight::new(image, around);
    let seen = squares.iter().map(|square| {
        let mut seen = sight.inside(square);
        seen.ringed = words.is_some_and(|words| sight.is_ringed(square, words));
        seen
    });
    Ok(seen.collect())
}

/// The picture of a part of a page, with the shade of the paper everywhere.
struct Sight {
    image: GrayImage,
    around: Region,
    scale: (f32, f32),
    paper: Vec<f32>,
    columns: u32,
}

impl Sight {
    fn new(image: GrayImage, around: Region) -> Self {
        let scale = (
            image.width() as f32 / around.width,
            image.height() as f32 / around.height,
        );
        let (columns, rows) = (image.width().div_ceil(TILE), image.height().div_ceil(TILE));
        let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let shades: Vec<f32> = tiles
            .map(|(column, row)| {
                let (left, top) = (column * TILE, row * TILE);
                let (right, bottom) = (image.width().min(left + TILE), image.height().min(top + TILE));
                f32::from(shade(&image, (left, top, right, bottom), LIGHTER))
            })
            .collect();
        let near = |at: u32, most: u32| at.saturating_sub(1)..most.min(at + 2);
        let lightest = |column: u32, row: u32| {
            let beside =
                near(row, rows).flat_map(|row| near(column, columns).map(move |column| row * columns + column));
            beside.map(|at| shades[at as usize]).fold(0.0, f32::max)
        };
        let paper = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let paper = paper.map(|(column, row)| lightest(column, row)).collect();
        Self {
            image,
            around,
            scale,
            paper,
            columns,
        }
    }

    fn paper(&self, x: u32, y: u32) -> f32 {
        let tile = (y / TILE) * self.columns + x / TILE;
        self.paper.get(tile as usize).copied().unwrap_or(255.0)
    }

    /// The pixels from left and top up to right and bottom.
    fn pixels(&self, place: &Region) -> (u32, u32, u32, u32) {
        let across = |x: f32| ((x - self.around.x) * self.scale.0).round().max(0.0) as u32;
        let down = |y: f32| ((y - self.around.y) * self.scale.1).round().max(0.0) as u32;
        let (width, height) = self.image.dimensions();
        (
            across(place.x).min(width),
            down(place.y).min(height),
            across(place.right()).min(width),
            down(place.bottom()).min(height),
        )
    }

    /// The shade of the print around a place.
    fn print(&self, place: &Region) -> f32 {
        f32::from(shade(&self.image, self.pixels(&place.grown(PRINT)), DARKEST))
    }

    /// How far a pixel is from the paper towards the print: 0 is paper, 1 is print.
    fn depth(&self, x: u32, y: u32, print: f32) -> f32 {
        let paper = self.paper(x, y);
        (paper - f32::from(self.image.get_pixel(x, y).0[0])) / (paper - print).max(LEAST)
    }

    fn inside(&self, square: &Region) -> Seen {
        let (edge_x, edge_y) = (square.width * EDGE, square.height * EDGE);
        let inner = Region {
            x: square.x + edge_x,
            y: square.y + edge_y,
            width: square.width - 2.0 * edge_x,
            height: square.height - 2.0 * edge_y,
            ..*square
        };
        let (left, top, right, bottom) = self.pixels(&inner);
        let print = self.print(square);
        let (mut all, mut dark, mut pale, mut paper) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let depth = self.depth(x, y, print);
            all += 1.0;
            dark += f32::from(u8::from(depth > INK));
            pale += f32::from(u8::from(depth > PALE));
            paper += self.paper(x, y);
        }
        let all = all.max(1.0);
        // Where all is dark, nobody can tell paper from ink.
        if paper / all < NO_PAPER && paper / all - print < LEAST {
            pale = all;
        }
        Seen {
            dark: dark / all,
            pale: pale / all,
            ringed: false,
        }
    }

    /// Whether ink runs around a square on most sides, round at its corners, as no frame of a cell does.
    fn is_ringed(&self, square: &Region, words: &[Region]) -> bool {
        let side = square.width.max(square.height);
        let print = self.print(square);
        let (x, y) = square.center();
        let word = |x: f32, y: f32| words.iter().any(|word| word.grown(1.0).contains_point(x, y));
        let step = 1.0 / self.scale.0.max(1.0);
        let met = |ray: u32| {
            let (sine, cosine) = (ray as f32 / RAYS as f32 * std::f32::consts::TAU).sin_cos();
            // A ray towards a corner leaves the square later.
            let corner = 1.0 / cosine.abs().max(sine.abs());
            let steps = ((RING.1 * side - RING.0 * side * corner) / step).max(0.0) as u32;
            (0..steps).find_map(|at| {
                let far = RING.0 * side * corner + at as f32 * step;
                let (px, py) = (x + far * cosine, y + far * sine);
                if word(px, py) {
                    return None;
                }
                let column = ((px - self.around.x) * self.scale.0).floor();
                let row = ((py - self.around.y) * self.scale.1).floor();
                let inside = column >= 0.0
                    && row >= 0.0
                    && column < self.image.width() as f32
                    && row < self.image.height() as f32;
                (inside && self.depth(column as u32, row as u32, print) > INK).then_some(far)
            })
        };
        let rays: Vec<Option<f32>> = (0..RAYS).map(met).collect();
        rays.iter().flatten().count() >= MET && round_corners(&rays) >= 2
    }
}

/// How many of the four corners of what the rays met are round. The sides beside a corner say how far away it would be: a
/// frame reaches it, a ring passes well before.
fn round_corners(rays: &[Option<f32>]) -> usize {
    let eighth = rays.len() / 8;
    let at = |eighths: usize| rays[(eighths * eighth) % rays.len()];
    let corners = [1, 3, 5, 7].into_iter().filter(|corner| {
        let (Some(far), Some(one), Some(other)) = (at(*corner), at(corner - 1), at(corner + 1)) else {
            return false;
        };
        let reach = std::f32::consts::FRAC_1_SQRT_2 * far;
        (reach / one).powi(2) + (reach / other).powi(2) < 1.5
    });
    corners.count()
}

/// The shade that so large a share of some pixels is as dark as, or darker.
fn shade(image: &GrayImage, (left, top, right, bottom): (u32, u32, u32, u32), share: f32) -> u8 {
    let mut counts = [0u32; 256];
    for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
        counts[usize::from(image.get_pixel(x, y).0[0])] += 1;
    }
    let wanted = share * counts.iter().sum::<u32>() as f32;
    let mut sum = 0u32;
    let found = counts.iter().position(|count| {
        sum += count;
        sum as f32 > wanted
    });
    found.map_or(u8::MAX, |shade| shade as u8)
}

/// A page, or a part of it, in greys, dark on light as it was read; `scale` is pixels a point.
pub(crate) async fn picture(
    pages: &dyn PageSource,
    number: u32,
    part: Option<Region>,
    scale: f32,
) -> anyhow::Result<GrayImage> {
    let read = pages.page(number).await;
    let recipe = read.with_context(|| format!("drawing page {number}"))?.reading.recipe;
    let inverted = recipe.as_ref().is_some_and(|recipe| recipe.asks_for(Recipe::INVERTED));
    let recipe = Recipe {
        turn: recipe.map_or(0.0, |recipe| recipe.turn),
        enhancements: inverted.then(|| Recipe::INVERTED.to_owned()).into_iter().collect(),
        ..Recipe::plain(part, scale)
    };
    drawn(pages, number, &recipe).await
}

/// A page in greys, drawn by a recipe.
pub(crate) async fn drawn(pages: &dyn PageSource, number: u32, recipe: &Recipe) -> anyhow::Result<GrayImage> {
    let drawn = pages.draw(number, recipe, ImageFormat::Png).await;
    let drawn = drawn.with_context(|| format!("drawing page {number}"))?;
    let picture = image::load_from_memory_with_format(&drawn.bytes, image::ImageFormat::Png)
        .with_context(|| format!("decoding the picture of page {number}"))?;
    Ok(picture.into_luma8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    /// A page of some grey with the frame of a square in it, drawn in another.
    fn drawn(paper: impl Fn(u32) -> u8, print: u8, mark: impl Fn(i32, i32) -> Option<u8>) -> Seen {
        let size = 4 * 120;
        let image = GrayImage::from_fn(size, size, |x, y| {
            let (dx, dy) = (x.abs_diff(240), y.abs_diff(240));
            let frame = dx.max(dy) <= 21 && dx.max(dy) >= 19;
            let own = mark(x.cast_signed() - 240, y.cast_signed() - 240);
            Luma([own.unwrap_or(if frame { print } else { paper(x) })])
        });
        let whole = Region::whole(1, 120.0, 120.0);
        let square = Region {
            page: 1,
            x: 55.0,
            y: 55.0,
            width: 10.0,
            height: 10.0,
        };
        let sight = Sight::new(image, whole);
        Seen {
            ringed: sight.is_ringed(&square, &[]),
            ..sight.inside(&square)
        }
    }

    fn cross(shade: u8) -> impl Fn(i32, i32) -> Option<u8> {
        move |x, y| (x.abs() < 14 && y.abs() < 14 && (x.abs() - y.abs()).abs() < 3).then_some(shade)
    }

    #[test]
    fn ink_is_what_is_dark_beside_its_own_paper() {
        let shadow = |x: u32| 90 + (x / 4) as u8;
        for (name, seen, marked) in [
            ("white", drawn(|_| 255, 0, |_, _| None), false),
            ("grey", drawn(|_| 120, 0, |_, _| None), false),
            ("shadow", drawn(shadow, 0, |_, _| None), false),
            ("crossed on grey", drawn(|_| 120, 0, cross(0)), true),
            ("crossed in a shadow", drawn(shadow, 10, cross(20)), true),
            ("all pale", drawn(|_| 230, 165, cross(165)), true),
            (
                "filled",
                drawn(|_| 255, 0, |x, y| (x.abs().max(y.abs()) < 19).then_some(0)),
                true,
            ),
        ] {
            assert_eq!(
                (seen.is_marked(), seen.may_be_marked()),
                (marked, marked),
                "{name}: {seen:?}"
            );
        }
    }

    #[test]
    fn pencil_and_a_ring_are_no_marks_and_may_be_meant_as_some() {
        let ring = |x: i32, y: i32| ((47 * 47)..(51 * 51)).contains(&(x * x + y * y)).then_some(0);
        let cell = |x: i32, y: i32| (48..51).contains(&x.abs().max(y.abs())).then_some(0);
        for (name, seen, may_be) in [
            ("pencil", drawn(|_| 255, 0, cross(175)), true),
            ("a ring", drawn(|_| 255, 0, ring), true),
            ("the cell of a table", drawn(|_| 255, 0, cell), false),
            ("a dark page", drawn(|_| 20, 20, |_, _| None), true),
        ] {
            assert_eq!(
                (seen.is_marked(), seen.may_be_marked()),
                (false, may_be),
                "{name}: {seen:?}"
            );
        }
    }
}
