//! Applies the enhancements of a [`Recipe`] to a picture before recognition. The choice of inks that make up the gray
//! values is in `painting`.

use super::grey::Grey;
use anyhow::ensure;
use touchstone_intake::Recipe;

/// Fraction of pixels clipped to black, and of pixels clipped to white, by stretching.
const CLIPPED: f32 = 0.005;
/// Min difference between a speck and the background around it, in gray levels.
const DARKER: u8 = 40;
/// A speck has fewer dark neighbors than this, out of eight; strokes and periods have more.
const ALONE: usize = 3;

/// Applies the recipe's enhancements to the picture.
pub(crate) fn enhanced(mut picture: Grey, recipe: &Recipe) -> anyhow::Result<Grey> {
    for name in &recipe.enhancements {
        ensure!(
            Recipe::ENHANCEMENTS.contains(&name.as_str()) || name == Recipe::AS_IT_LIES,
            "there is no enhancement called {name}"
        );
    }
    if recipe.asks_for(Recipe::INVERTED) {
        picture.pixels.iter_mut().for_each(|value| *value = u8::MAX - *value);
    }
    if recipe.asks_for(Recipe::CONTRAST) {
        stretch(&mut picture);
    }
    if recipe.asks_for(Recipe::DESPECKLE) {
        picture = despeckled(&picture);
    }
    Ok(picture)
}

/// Maps the darkest pixels to black and the lightest to white.
fn stretch(picture: &mut Grey) {
    let mut counts = [0usize; 256];
    for value in &picture.pixels {
        counts[usize::from(*value)] += 1;
    }
    let clipped = (CLIPPED * picture.pixels.len() as f32) as usize;
    let dark = beyond(0..=255, &counts, clipped);
    let light = beyond((0..=255).rev(), &counts, clipped);
    if light <= dark {
        return;
    }
    let spread = |value: usize| (value.saturating_sub(dark) * 255 / (light - dark)).min(255) as u8;
    let table: Vec<u8> = (0..256).map(spread).collect();
    for value in &mut picture.pixels {
        *value = table[usize::from(*value)];
    }
}

/// The first of `values` at which the cumulative pixel count exceeds `clipped`.
fn beyond(mut values: impl Iterator<Item = usize>, counts: &[usize; 256], clipped: usize) -> usize {
    let mut sum = 0;
    let found = values.find(|value| {
        sum += counts[*value];
        sum > clipped
    });
    found.unwrap_or(0)
}

/// Replaces isolated dark pixels with the shade around them.
fn despeckled(picture: &Grey) -> Grey {
    let mut clean = picture.clone();
    for y in 1..picture.height.saturating_sub(1) {
        for x in 1..picture.width.saturating_sub(1) {
            let at = y * picture.width + x;
            let value = picture.pixels[at];
            let mut around = [0u8; 8];
            let rows = [at - picture.width, at, at + picture.width];
            let places = rows.into_iter().flat_map(|row| [row - 1, row, row + 1]);
            for (place, near) in around.iter_mut().zip(places.filter(|place| *place != at)) {
                *place = picture.pixels[near];
            }
            around.sort_unstable();
            let paper = around[5];
            if paper.saturating_sub(value) < DARKER {
                continue;
            }
            let limit = value.saturating_add((paper - value) / 2);
            if around.iter().filter(|near| **near < limit).count() < ALONE {
                clean.pixels[at] = paper;
            }
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(names: &[&str]) -> Recipe {
        Recipe {
            dpi: 200.0,
            region: None,
            turn: 0.0,
            enhancements: names.iter().map(|name| (*name).to_owned()).collect(),
            reason: None,
        }
    }

    #[test]
    fn faint_print_becomes_black_on_white() {
        let faint = Grey {
            width: 20,
            height: 10,
            pixels: (0..200).map(|n| if n % 10 == 0 { 150 } else { 190 }).collect(),
        };
        let found = enhanced(faint.clone(), &recipe(&[Recipe::CONTRAST])).unwrap();
        assert_eq!(found.pixels[..2], [0, 255]);
        let turned = enhanced(faint.clone(), &recipe(&[Recipe::INVERTED])).unwrap();
        assert_eq!(turned.pixels[..2], [105, 65]);
        assert_eq!(enhanced(faint.clone(), &recipe(&[])).unwrap().pixels, faint.pixels);
        assert!(enhanced(faint, &recipe(&["sharpen"])).is_err());
    }

    #[test]
    fn specks_go_and_strokes_and_points_stay() {
        let mut paper = Grey {
            width: 30,
            height: 20,
            pixels: vec![230; 600],
        };
        // A speck of one pixel, a stroke two pixels wide, a period of four pixels.
        paper.pixels[5 * 30 + 5] = 20;
        for y in 3..15 {
            paper.pixels[y * 30 + 12..y * 30 + 14].fill(20);
        }
        for at in [10 * 30 + 20, 10 * 30 + 21, 11 * 30 + 20, 11 * 30 + 21] {
            paper.pixels[at] = 20;
        }
        let found = enhanced(paper.clone(), &recipe(&[Recipe::DESPECKLE])).unwrap();
        assert_eq!(found.pixels[5 * 30 + 5], 230);
        assert_eq!(found.pixels[10 * 30 + 20], 20);
        let dark = |grey: &Grey| grey.pixels.iter().filter(|value| **value < 100).count();
        assert_eq!(dark(&found), dark(&paper) - 1);
    }
}
