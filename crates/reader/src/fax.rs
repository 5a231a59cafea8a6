//! Decodes TIFF pictures with fax compression by ITU-T T.4: Modified Huffman and Group 3, one- and two-dimensional.
//! Group 4 is handled by the `image` decoder.

use crate::image_metadata::numbers;
use fax::BitReader;
use fax::maps::{Mode, black, mode, white};
use image::{GrayImage, Luma};
use std::convert::Infallible;

/// TIFF tag numbers.
const WIDTH: u16 = 256;
const HEIGHT: u16 = 257;
const COMPRESSION: u16 = 259;
const PHOTOMETRIC: u16 = 262;
const FILL_ORDER: u16 = 266;
const STRIPS: u16 = 273;
const ROWS: u16 = 278;
const LENGTHS: u16 = 279;
const OPTIONS: u16 = 292;

const HUFFMAN: u32 = 2;
const GROUP_3: u32 = 3;
/// Run lengths below this end a color; longer runs are made of several codes.
const LAST: u16 = 64;

/// A compressed picture.
pub(crate) struct Fax<'b> {
    bytes: &'b [u8],
    directory: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// How the lines of a picture are compressed.
#[derive(Clone, Copy)]
struct Packing {
    width: u32,
    /// Modified Huffman: every line ends on a byte boundary, without end-of-line codes.
    huffman: bool,
    /// Lines may be coded relative to the line above.
    follows: bool,
}

impl<'b> Fax<'b> {
    /// `None` if the picture has another compression.
    pub(crate) fn of(bytes: &'b [u8], directory: u32) -> Option<Self> {
        let one = |tag| numbers(bytes, directory, tag).first().copied();
        let packed = one(COMPRESSION).filter(|kind| [HUFFMAN, GROUP_3].contains(kind));
        packed?;
        let positive = |tag| one(tag).filter(|side| *side > 0);
        Some(Self {
            bytes,
            directory,
            width: positive(WIDTH)?,
            height: positive(HEIGHT)?,
        })
    }

    /// Decodes the picture. A damaged line is replaced by the one above, as fax machines do.
    pub(crate) fn unpacked(&self) -> GrayImage {
        let all = |tag| numbers(self.bytes, self.directory, tag);
        let one = |tag, default| all(tag).first().copied().unwrap_or(default);
        let packing = Packing {
            width: self.width,
            huffman: one(COMPRESSION, GROUP_3) == HUFFMAN,
            follows: one(OPTIONS, 0) & 1 == 1,
        };
        let (backward, inked) = (one(FILL_ORDER, 1) == 2, one(PHOTOMETRIC, 0) == 0);
        let rows = one(ROWS, self.height).clamp(1, self.height.max(1));
        let ground = if inked { u8::MAX } else { 0 };
        let mut picture = GrayImage::from_pixel(self.width, self.height, Luma([ground]));
        for (index, (start, length)) in all(STRIPS).into_iter().zip(all(LENGTHS)).enumerate() {
            let first = (index as u32).saturating_mul(rows);
            let end = start.saturating_add(length) as usize;
            let strip = self.bytes.get(start as usize..end.min(self.bytes.len()));
            let Some(strip) = strip.filter(|_| first < self.height) else {
                break;
            };
            let bits = Bits {
                bytes: strip,
                backward,
                at: 0,
            };
            let lines = unpack(bits, packing, rows.min(self.height - first));
            for (row, line) in lines.iter().enumerate() {
                for pair in line.chunks(2) {
                    let until = pair.get(1).copied().unwrap_or(self.width);
                    for column in pair[0]..until {
                        picture.put_pixel(column, first + row as u32, Luma([u8::MAX - ground]));
                    }
                }
            }
        }
        picture
    }
}

/// The bits of a strip, followed by zeros.
struct Bits<'b> {
    bytes: &'b [u8],
    /// Whether the lowest bit of a byte comes first.
    backward: bool,
    at: usize,
}

impl Bits<'_> {
    fn byte(&self, index: usize) -> u32 {
        let byte = self.bytes.get(index).copied().unwrap_or(0);
        u32::from(if self.backward { byte.reverse_bits() } else { byte })
    }
}

impl BitReader for Bits<'_> {
    type Error = Infallible;

    fn peek(&self, bits: u8) -> Option<u16> {
        let first = self.at / 8;
        if bits > 16 || first >= self.bytes.len() {
            return None;
        }
        let three = self.byte(first) << 16 | self.byte(first + 1) << 8 | self.byte(first + 2);
        let left = three << (8 + self.at % 8);
        Some((u64::from(left) >> (32 - u32::from(bits))) as u16)
    }

    fn consume(&mut self, bits: u8) -> Result<(), Infallible> {
        self.at += usize::from(bits);
        Ok(())
    }

    fn bits_to_byte_boundary(&self) -> u8 {
        (self.at.next_multiple_of(8) - self.at) as u8
    }
}

/// Columns at which the color changes on each line, starting with the change to black.
fn unpack(mut bits: Bits, packing: Packing, rows: u32) -> Vec<Vec<u32>> {
    let mut lines: Vec<Vec<u32>> = Vec::new();
    while lines.len() < rows as usize && bits.peek(1).is_some() {
        let follows = match begin(&mut bits, packing) {
            Begin::End => break,
            Begin::Line { follows } => follows,
        };
        let above = lines.last().cloned().unwrap_or_default();
        let line = if follows {
            following(&mut bits, &above, packing.width)
        } else {
            runs(&mut bits, packing.width)
        };
        match line {
            Some(line) => {
                lines.push(line);
                if packing.huffman {
                    bits.at = bits.at.next_multiple_of(8);
                }
            }
            None if packing.huffman => break,
            None => {
                lines.push(above);
                resume(&mut bits);
            }
        }
    }
    lines
}

enum Begin {
    Line { follows: bool },
    End,
}

/// Skips the end-of-line code before a line; several in a row end the picture.
fn begin(bits: &mut impl BitReader, packing: Packing) -> Begin {
    if packing.huffman {
        return Begin::Line { follows: false };
    }
    let (mut marks, mut follows) = (0, false);
    loop {
        // Zeros fill up the bits before an end-of-line code.
        while bits.peek(12) == Some(0) {
            if bits.consume(1).is_err() {
                return Begin::End;
            }
        }
        if bits.peek(12) != Some(1) {
            return if marks > 1 { Begin::End } else { Begin::Line { follows } };
        }
        marks += 1;
        let tagged = packing.follows && bits.peek(13).is_some();
        follows = tagged && bits.peek(13) == Some(2);
        if bits.consume(if tagged { 13 } else { 12 }).is_err() {
            return Begin::End;
        }
    }
}

/// Skips to the next end-of-line code.
fn resume(bits: &mut impl BitReader) {
    while bits.peek(12).is_some_and(|next| next != 1) {
        if bits.consume(1).is_err() {
            return;
        }
    }
}

/// The length of one run of a color.
fn run(bits: &mut impl BitReader, is_black: bool) -> Option<u32> {
    let mut sum = 0;
    loop {
        let part = if is_black {
            black::decode(bits)
        } else {
            white::decode(bits)
        }?;
        sum += u32::from(part);
        if part < LAST || sum > u32::from(u16::MAX) {
            return Some(sum);
        }
    }
}

/// A line coded on its own: alternating runs of white and black.
fn runs(bits: &mut impl BitReader, width: u32) -> Option<Vec<u32>> {
    let mut line = Vec::new();
    let (mut at, mut is_black) = (0, false);
    while at < width {
        at += run(bits, is_black)?;
        is_black = !is_black;
        if at < width {
            line.push(at);
        }
    }
    (at == width).then_some(line)
}

/// A line coded by its difference from the line above.
fn following(bits: &mut impl BitReader, above: &[u32], width: u32) -> Option<Vec<u32>> {
    let mut line: Vec<u32> = Vec::new();
    let (mut at, mut begun, mut is_black) = (0, false, false);
    while at < width {
        // The next change on the line above to the opposite color.
        let mut changes = above.iter().copied().enumerate().skip(usize::from(is_black)).step_by(2);
        let next = changes.find(|(_, change)| *change > at || !begun && *change == at);
        let (index, b1) = next.unwrap_or((above.len(), width));
        match mode::decode(bits)? {
            Mode::Pass => at = above.get(index + 1).copied().unwrap_or(width),
            Mode::Vertical(by) => {
                at = b1
                    .checked_add_signed(by.into())
                    .filter(|to| *to >= at && *to <= width)?;
                line.push(at);
                is_black = !is_black;
            }
            Mode::Horizontal => {
                for colour in [is_black, !is_black] {
                    at += run(bits, colour)?;
                    line.push(at);
                }
            }
            Mode::Extension | Mode::EOF => return None,
        }
        begun = true;
    }
    line.retain(|change| *change < width);
    (at == width).then_some(line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn bits(text: &str) -> Vec<u8> {
        let text: Vec<u8> = text.bytes().filter(|bit| matches!(bit, b'0' | b'1')).collect();
        let value = |byte: &[u8]| {
            byte.iter()
                .enumerate()
                .fold(0, |sum, (at, bit)| sum | (bit - b'0') << (7 - at))
        };
        text.chunks(8).map(value).collect()
    }

    fn check(text: &str, huffman: bool, follows: bool, expected: &[&[u32]]) {
        let packing = Packing {
            width: 8,
            huffman,
            follows,
        };
        let bytes = bits(text);
        let backward: Vec<u8> = bytes.iter().map(|byte| byte.reverse_bits()).collect();
        for (bytes, backward) in [(bytes, false), (backward, true)] {
            let bits = Bits {
                bytes: &bytes,
                backward,
                at: 0,
            };
            assert_eq!(unpack(bits, packing, expected.len() as u32), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_unpacked_as_they_were_sent() {
        let mark = "000000000001";
        // Two white, three black, three white; then all white; then one black at the end.
        let (first, second, third) = ("0111 10 1000", "10011", "1111 010");
        let lines: [&[u32]; 3] = [&[2, 5], &[], &[7]];
        check(
            &format!("{mark}{first}{mark}{second}000{mark}{third}{}", mark.repeat(6)),
            false,
            false,
            &lines,
        );
        // Lines that begin on a byte boundary, without end-of-line codes.
        check(&format!("{first}000000 {second}000 {third}0"), true, false, &lines);
        // The second line is shifted right by one, the third repeats it, the fourth has no black.
        let sent = format!("{mark}1{first}{mark}0 011 011 1{mark}0 1 1 1{mark}0 0001 1{mark}1{second}");
        check(&sent, false, true, &[&[2, 5], &[3, 6], &[3, 6], &[], &[]]);
    }

    #[test]
    fn a_damaged_line_is_the_one_above_it() {
        let mark = "000000000001";
        let sent = format!("{mark}0111 10 1000{mark}0111 10 0111 10 0111 10{mark}10011");
        check(&sent, false, false, &[&[2, 5], &[2, 5], &[]]);
    }
}
