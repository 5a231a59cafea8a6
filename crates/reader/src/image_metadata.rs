//! Reads metadata of image files: resolution, and the directories of a TIFF's pictures. Damaged metadata is ignored.

use image::ImageFormat as Codec;

/// Plausible resolutions, in dots per inch.
const MEANT: std::ops::RangeInclusive<f32> = 72.0..=600.0;
/// Max side of a sheet, in points. Cameras write 72 dots per inch whatever the scene.
const LONGEST_SHEET: f32 = 1224.0;
/// TIFF tag numbers.
const X_RESOLUTION: u16 = 282;
const Y_RESOLUTION: u16 = 283;
const RESOLUTION_UNIT: u16 = 296;
/// TIFF type number of four-byte integers.
const LONG: u16 = 4;

/// The resolution, if it gives a plausible sheet size for this many pixels per side.
pub(crate) fn believable(stated: Option<Dots>, width: f32, height: f32) -> Option<Dots> {
    let meant = |dots: f32, side: f32| MEANT.contains(&dots) && 72.0 * side / dots <= LONGEST_SHEET;
    let (across, down) = stated?;
    (meant(across, width) && meant(down, height)).then_some((across, down))
}

/// Horizontal and vertical dots per inch; a fax has half as many vertically, or fewer.
pub(crate) type Dots = (f32, f32);

pub(crate) fn dots_per_inch(bytes: &[u8], codec: Codec, directory: u32) -> Option<Dots> {
    match codec {
        Codec::Png => of_png(bytes),
        Codec::Jpeg => of_jpeg(bytes),
        Codec::Tiff => of_tiff(bytes, directory),
        _ => None,
    }
}

/// The `pHYs` chunk before the pixels: dots per meter across and down, and the unit 1.
fn of_png(bytes: &[u8]) -> Option<Dots> {
    let mut at = 8;
    loop {
        let length = u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize;
        match bytes.get(at + 4..at + 8)? {
            b"pHYs" => {
                let density =
                    |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as f32 * 0.0254);
                let dots = (density(at + 8)?, density(at + 12)?);
                return (bytes.get(at + 16) == Some(&1)).then_some(dots);
            }
            b"IDAT" => return None,
            _ => at = at.checked_add(length)?.checked_add(12)?,
        }
    }
}

/// The `JFIF` segment at the beginning: a unit and the densities.
fn of_jpeg(bytes: &[u8]) -> Option<Dots> {
    if bytes.get(2..4)? != [0xFF, 0xE0] || bytes.get(6..11)? != b"JFIF\0" {
        return None;
    }
    let density = |at: usize| Some(f32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let (across, down) = (density(14)?, density(16)?);
    match bytes.get(13)? {
        1 => Some((across, down)),
        2 => Some((across * 2.54, down * 2.54)),
        _ => None,
    }
}

/// Reads integers of a TIFF in the byte order of its header.
#[derive(Clone, Copy)]
struct Tiff<'b> {
    bytes: &'b [u8],
    little: bool,
}

impl<'b> Tiff<'b> {
    fn of(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            little: bytes.starts_with(b"II"),
        }
    }

    fn short(self, at: usize) -> Option<u16> {
        let two = self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.little {
            u16::from_le_bytes(two)
        } else {
            u16::from_be_bytes(two)
        })
    }

    fn long(self, at: usize) -> Option<u32> {
        let four = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if self.little {
            u32::from_le_bytes(four)
        } else {
            u32::from_be_bytes(four)
        })
    }
}

/// Offsets of the directories of all pictures, at most one more than `most`. The chain may be hostile. A directory cut
/// off from a torn file is included, since its picture is missing.
pub(crate) fn directories(bytes: &[u8], most: u32) -> Vec<u32> {
    let tiff = Tiff::of(bytes);
    let mut found = Vec::new();
    let mut next = tiff.long(4);
    while let Some(directory) = next.filter(|place| *place != 0) {
        if found.len() > most as usize || found.contains(&directory) {
            break;
        }
        let Some(entries) = tiff.short(directory as usize) else {
            found.extend((!found.is_empty()).then_some(directory));
            break;
        };
        found.push(directory);
        next = tiff.long(directory as usize + 2 + 12 * entries as usize);
    }
    found
}

/// The same file with another picture first: its header holds the offset of the first directory.
pub(crate) fn beginning_with(bytes: &[u8], directory: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let place = if bytes.starts_with(b"II") {
        directory.to_le_bytes()
    } else {
        directory.to_be_bytes()
    };
    if let Some(header) = bytes.get_mut(4..8) {
        header.copy_from_slice(&place);
    }
    bytes
}

/// The integers that a TIFF directory holds under a tag.
pub(crate) fn numbers(bytes: &[u8], directory: u32, tag: u16) -> Vec<u32> {
    let tiff = Tiff::of(bytes);
    let found = || {
        let directory = directory as usize;
        let mut entries = (0..tiff.short(directory)? as usize).map(|entry| directory + 2 + 12 * entry);
        let at = entries.find(|at| tiff.short(*at) == Some(tag))?;
        let (wide, count) = (tiff.short(at + 2)? == LONG, tiff.long(at + 4)? as usize);
        let size = if wide { 4 } else { 2 };
        let start = if count.checked_mul(size)? <= 4 {
            at + 8
        } else {
            tiff.long(at + 8)? as usize
        };
        let value = |index: usize| {
            let at = start.checked_add(index.checked_mul(size)?)?;
            if wide {
                tiff.long(at)
            } else {
                tiff.short(at).map(u32::from)
            }
        };
        // Values beyond the end of the file are ignored, whatever a damaged count claims.
        Some((0..count).map_while(value).collect())
    };
    found().unwrap_or_default()
}

/// Replaces the two-byte value of a tag that the directory holds.
pub(crate) fn put_number(bytes: &mut [u8], directory: u32, tag: u16, number: u16) {
    let tiff = Tiff::of(bytes);
    let (directory, little) = (directory as usize, tiff.little);
    let entries = usize::from(tiff.short(directory).unwrap_or(0));
    let mut places = (0..entries).map(|entry| directory + 2 + 12 * entry);
    let Some(at) = places.find(|at| tiff.short(*at) == Some(tag)) else {
        return;
    };
    let wide = tiff.short(at + 2) == Some(LONG);
    let written = match (little, wide) {
        (true, _) => number.to_le_bytes().to_vec(),
        (false, false) => number.to_be_bytes().to_vec(),
        (false, true) => u32::from(number).to_be_bytes().to_vec(),
    };
    if let Some(place) = bytes.get_mut(at + 8..at + 8 + written.len()) {
        place.copy_from_slice(&written);
    }
}

fn of_tiff(bytes: &[u8], directory: u32) -> Option<Dots> {
    let tiff = Tiff::of(bytes);
    let directory = directory as usize;
    let (mut across, mut down, mut unit) = (None, None, 2);
    for entry in 0..tiff.short(directory)? as usize {
        let at = directory + 2 + 12 * entry;
        match tiff.short(at)? {
            tag @ (X_RESOLUTION | Y_RESOLUTION) => {
                let value = tiff.long(at + 8)? as usize;
                let density = tiff.long(value)? as f32 / tiff.long(value.checked_add(4)?)?.max(1) as f32;
                *(if tag == X_RESOLUTION { &mut across } else { &mut down }) = Some(density);
            }
            RESOLUTION_UNIT => unit = tiff.short(at + 8)?,
            _ => {}
        }
    }
    let dots = (across?, down.or(across)?);
    match unit {
        2 => Some(dots),
        3 => Some((dots.0 * 2.54, dots.1 * 2.54)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn density_is_read_where_it_is_stated() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x09pHYs".to_vec();
        png.extend(7874u32.to_be_bytes());
        png.extend(7874u32.to_be_bytes());
        png.push(1);
        assert!(dots_per_inch(&png, Codec::Png, 0).is_some_and(|(dpi, _)| (dpi - 200.0).abs() < 0.1));
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x01\x01\x2C\x01\x2C\0\0";
        assert_eq!(dots_per_inch(jpeg, Codec::Jpeg, 0), Some((300.0, 300.0)));
        for cut in 0..png.len() {
            dots_per_inch(&png[..cut], Codec::Png, 0);
        }
    }

    #[test]
    fn a_camera_is_not_believed() {
        let check =
            |dots: Option<Dots>, size: Dots, expected| assert_eq!(believable(dots, size.0, size.1).is_some(), expected);
        check(Some((200.0, 200.0)), (1700.0, 2200.0), true);
        check(Some((204.0, 98.0)), (1728.0, 1078.0), true);
        check(Some((72.0, 72.0)), (3000.0, 4000.0), false);
        check(Some((1.0, 1.0)), (1700.0, 2200.0), false);
        check(None, (1700.0, 2200.0), false);
    }

    #[test]
    fn a_chain_of_directories_that_bites_its_tail_ends() {
        // A header, then two empty directories; the second names the first again.
        let mut tiff = b"II*\0\x08\0\0\0".to_vec();
        tiff.extend([0, 0, 14, 0, 0, 0]);
        tiff.extend([0, 0, 8, 0, 0, 0]);
        assert_eq!(directories(&tiff, 100), [8, 14]);
        assert_eq!(directories(&beginning_with(&tiff, 14), 100), [14, 8]);
        assert_eq!(directories(&tiff[..10], 100), [8]);
        // The second directory is beyond the end of the file.
        assert_eq!(directories(&tiff[..14], 100), [8, 14]);
        assert_eq!(directories(&tiff[..7], 100), []);
    }
}
