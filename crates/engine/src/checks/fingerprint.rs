//! A digest of everything a repair can change: an unchanged digest means that repairing makes no progress (seed 003,
//! slide 8).

use sha2::{Digest, Sha256};
use std::fmt::Write;
use touchstone_core::record::Classification;

/// Lowercase hex digest over boundaries, labels, shares and declared counts.
pub fn fingerprint(classification: &Classification) -> String {
    let mut text = format!("{}\n{}\n", classification.label, classification.number_of_segments);
    for segment in &classification.segments {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}-{} {} {}",
            segment.first_page, segment.last_page, segment.page_count, segment.label
        );
        for share in &segment.types {
            let _ = writeln!(text, " {} {:?} {:.6}", share.label, share.presence, share.share);
        }
    }
    for share in &classification.mixture {
        let _ = writeln!(text, "{} {:?} {:.6}", share.label, share.presence, share.share);
    }
    format!("{:x}", Sha256::digest(text.as_bytes()))
}
