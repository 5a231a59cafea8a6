//! Decodes TIFF pictures with a color palette, which the `image` decoder refuses: the file is patched to grayscale, and
//! the colors are applied afterwards.

use crate::image_metadata::{numbers, put_number};
use image::{GrayImage, Rgb, RgbImage};

/// TIFF tag numbers, and the values of the first for a palette and for grayscale.
const INTERPRETATION: u16 = 262;
const BITS: u16 = 258;
const TABLE: u16 = 320;
const OF_TABLE: u32 = 3;
const GREYS: u32 = 1;
/// Number of colors of eight-bit pixels.
const COLOURS: usize = 256;

pub(crate) struct Palette {
    directory: u32,
    colours: Vec<Rgb<u8>>,
}

impl Palette {
    /// The palette of a picture with eight-bit pixels; `None` if it has none.
    pub(crate) fn of(bytes: &[u8], directory: u32) -> Option<Self> {
        let of_table = numbers(bytes, directory, INTERPRETATION) == [OF_TABLE];
        if !of_table || numbers(bytes, directory, BITS) != [8] {
            return None;
        }
        // All reds, then all greens, then all blues, sixteen bits each.
        let table = numbers(bytes, directory, TABLE);
        let colour = |at: usize| Rgb([0, 1, 2].map(|part| (table[part * COLOURS + at] >> 8) as u8));
        (table.len() == 3 * COLOURS).then(|| Self {
            directory,
            colours: (0..COLOURS).map(colour).collect(),
        })
    }

    /// Patches the file to declare its pixels as gray.
    pub(crate) fn mark_as_grey(&self, bytes: &mut [u8]) {
        put_number(bytes, self.directory, INTERPRETATION, GREYS as u16);
    }

    pub(crate) fn coloured(&self, picture: &GrayImage) -> RgbImage {
        RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
            self.colours[usize::from(picture.get_pixel(x, y).0[0])]
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn colours_come_from_the_table() {
        let entries: [(u16, u16, u32, u32); 3] = [(258, 3, 1, 8), (262, 3, 1, 3), (320, 3, 768, 50)];
        let mut tiff = b"II*\0\x08\0\0\0\x03\0".to_vec();
        for (tag, kind, count, value) in entries {
            tiff.extend(tag.to_le_bytes());
            tiff.extend(kind.to_le_bytes());
            tiff.extend(count.to_le_bytes());
            tiff.extend(value.to_le_bytes());
        }
        tiff.extend([0; 4]);
        assert_eq!(tiff.len(), 50);
        let table = (0..768u32).map(|at| ((at / 256 * 50 + at % 2 * 100) << 8) as u16);
        tiff.extend(table.flat_map(u16::to_le_bytes));
        let palette = Palette::of(&tiff, 8).unwrap();
        let picture = GrayImage::from_fn(2, 1, |x, _| image::Luma([x as u8]));
        let coloured = palette.coloured(&picture);
        assert_eq!(
            (coloured.get_pixel(0, 0).0, coloured.get_pixel(1, 0).0),
            ([0, 50, 100], [100, 150, 200])
        );
        palette.mark_as_grey(&mut tiff);
        assert!(Palette::of(&tiff, 8).is_none());
        assert!(Palette::of(&tiff[..300], 8).is_none());
    }
}
