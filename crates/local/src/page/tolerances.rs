//! Tolerances that several rooms share, in font sizes unless said otherwise, fitted on made papers of all typefaces. One
//! that a single file uses is in that file.

use std::ops::Range;

/// Max gap between words of one text; fixed-width fonts have the widest.
pub(crate) const WORD_SPACE: f32 = 0.8;
/// Min gap between two texts on a line.
pub(crate) const PIECE_GAP: f32 = 1.1;
/// Max gap between a box's label and its caption; in tables the label has a separate column.
pub(crate) const LABEL_SPACE: f32 = 6.0;
/// Distance between the middles of neighboring lines of one text.
pub(crate) const NEXT_LINE: Range<f32> = 0.55..1.7;
/// Ratio of sizes within one text.
pub(crate) const SAME_SIZE: Range<f32> = 0.85..1.18;
/// Max gap to the next line of a wrapped description.
pub(crate) const WRAPPED: f32 = 0.95;
/// Max distance between the middles of neighboring lines of one address.
pub(crate) const ADDRESS_STEP: f32 = 1.9;
/// Max difference between the left ends, right ends or middles of an address's lines, in points.
pub(crate) const ADDRESS_ALIGNED: f32 = 3.0;
/// Max gap between a square and its text, in heights of the square.
pub(crate) const BESIDE_SQUARE: f32 = 1.5;
