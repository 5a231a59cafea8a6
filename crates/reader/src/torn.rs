//! Detects pictures cut off in transfer. Decoders fill the missing part with gray without reporting it.

/// JPEG marker: end of the picture.
const END: u8 = 0xD9;
/// JPEG markers without a segment.
const ALONE: std::ops::RangeInclusive<u8> = 0xD0..=0xD8;

/// Whether a JPEG lacks its end marker. EXIF data may hold a thumbnail with an end marker, so segments are skipped by
/// their length.
pub(crate) fn is_torn_jpeg(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&[0xFF, 0xD8]) {
        return false;
    }
    let mut at = 2;
    loop {
        // Between segments, and in the pixels, a marker is a byte 255 followed by one that is neither 0 nor 255.
        let marker = loop {
            match bytes.get(at..at + 2) {
                None => return true,
                Some([0xFF, marker]) if !matches!(*marker, 0 | 0xFF) => break *marker,
                Some(_) => at += 1,
            }
        };
        at += 2;
        if marker == END {
            return false;
        }
        if ALONE.contains(&marker) || marker == 0x01 {
            continue;
        }
        let Some(length) = bytes.get(at..at + 2) else {
            return true;
        };
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        // The header of a scan is followed by its pixels, in which the next marker is found.
        at += length;
    }
}

/// Number of pictures in an animated WebP; 1 for any other.
pub(crate) fn webp_frames(bytes: &[u8]) -> usize {
    let mut at = 12;
    let mut frames = 0;
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        frames += usize::from(head.starts_with(b"ANMF"));
        let Some(next) = at.checked_add(8 + length + length % 2) else {
            break;
        };
        at = next;
    }
    frames.max(1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use image::ImageEncoder;

    #[test]
    fn a_jpeg_is_torn_wherever_it_was_cut() {
        let grain: Vec<u8> = (0..64 * 64u32).map(|at| (at * 97 % 251) as u8).collect();
        let mut whole = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut whole, 90);
        encoder
            .write_image(&grain, 64, 64, image::ExtendedColorType::L8)
            .unwrap();
        assert!(!is_torn_jpeg(&whole));
        // EXIF data with a thumbnail, and data after the end marker.
        let mut noted = whole[..2].to_vec();
        noted.extend(b"\xFF\xE1\0\x06\xFF\xD9ab");
        noted.extend(&whole[2..]);
        let kept = noted.len();
        noted.extend(b"trailing");
        assert!(!is_torn_jpeg(&noted));
        for cut in (2..kept - 1).step_by(7) {
            assert!(is_torn_jpeg(&noted[..cut]), "{cut} of {kept}");
        }
        assert!(!is_torn_jpeg(b"no jpeg"));
    }

    #[test]
    fn pictures_of_a_webp_are_counted() {
        let chunk = |name: &[u8; 4]| [name.as_slice(), &[3, 0, 0, 0, 1, 2, 3, 0]].concat();
        let of = |chunks: &[&[u8; 4]]| {
            let mut bytes = b"RIFF\0\0\0\0WEBP".to_vec();
            bytes.extend(chunks.iter().flat_map(|name| chunk(name)));
            webp_frames(&bytes)
        };
        assert_eq!(of(&[b"VP8 "]), 1);
        assert_eq!(of(&[b"VP8X", b"ANIM", b"ANMF", b"ANMF"]), 2);
    }
}
