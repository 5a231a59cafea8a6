//! Looks at the pixels of a page for ink: marks in check boxes, stamps and letters that no reading took for words,
//! lines through print. What the ink means is decided elsewhere.

mod bodies;
mod colored;
mod letter_shapes;
mod pale_letters;
mod samples;
mod shape;
mod strikes;

use crate::ocr::percentile;
use crate::painting::{self, Painter};
use image::GrayImage;
use touchstone_intake::ink::MAX_BODIES;
use touchstone_intake::protocol::Limits;
use touchstone_intake::{Failure, InkQuery, InkReport, Page, Recipe, Region};

/// A page as it was read, and what paints it.
pub(crate) struct InkView<'p> {
    page: &'p Page,
    /// The page as displayed, before it was turned for reading.
    whole: Region,
    limits: &'p Limits,
    paint: Painter<'p>,
}

impl<'p> InkView<'p> {
    pub(crate) fn new(page: &'p Page, whole: Region, limits: &'p Limits, paint: Painter<'p>) -> Self {
        Self {
            page,
            whole,
            limits,
            paint,
        }
    }

    pub(crate) fn answer(&self, query: &InkQuery) -> Result<InkReport, Failure> {
        Ok(match query {
            InkQuery::Samples { places, rings } => InkReport::Samples(samples::samples(self, places, *rings)?),
            InkQuery::Unread => {
                let mut ink = bodies::unread(self)?;
                ink.letters.truncate(MAX_BODIES);
                ink.others.truncate(MAX_BODIES);
                InkReport::Unread(ink)
            }
            InkQuery::Faint { parts } => places(bodies::faint(self, parts)?),
            InkQuery::Pale => places(pale_letters::letters(self)?),
            InkQuery::Colored => places(colored::bodies(self)?),
            InkQuery::Strikes { lines } => {
                let strikes = lines.iter().map(|line| strikes::strike(self, line));
                InkReport::Strikes(strikes.collect::<Result<_, _>>()?)
            }
        })
    }

    /// The page or part of it in gray, dark on light; `scale` is in pixels per point.
    fn gray(&self, part: Option<Region>, scale: f32) -> Result<GrayImage, Failure> {
        let recipe = self.page.reading.recipe.as_ref();
        let inverted = recipe.is_some_and(|recipe| recipe.asks_for(Recipe::INVERTED));
        self.drawn(part, scale, inverted.then_some(Recipe::INVERTED))
    }

    /// The page with its colored ink only, in gray.
    fn colored(&self, scale: f32) -> Result<GrayImage, Failure> {
        self.drawn(None, scale, Some(Recipe::COLOURED_INK))
    }

    fn drawn(&self, part: Option<Region>, scale: f32, enhancement: Option<&str>) -> Result<GrayImage, Failure> {
        let recipe = Recipe {
            turn: self.page.reading.recipe.as_ref().map_or(0.0, |recipe| recipe.turn),
            enhancements: enhancement.map(str::to_owned).into_iter().collect(),
            ..Recipe::plain(part, scale)
        };
        painting::gray(&self.whole, &recipe, self.limits, self.paint)
    }
}

fn places(mut places: Vec<Region>) -> InkReport {
    places.truncate(MAX_BODIES);
    InkReport::Places(places)
}

/// The shade of the paper: the median of the picture.
fn paper_shade(picture: &GrayImage) -> u8 {
    let mut counts = [0u32; 256];
    for pixel in picture.pixels() {
        counts[usize::from(pixel.0[0])] += 1;
    }
    percentile(&counts, 0.5)
}
