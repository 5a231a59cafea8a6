//! How much of what is accepted automatically is checked, and how many errors switch acceptance off. Pure.

use crate::evaluate::lower_bound;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Fewer errors never switch off acceptance: one may be a slip of the reviewer.
const LEAST_ERRORS: u64 = 2;

/// How automatic acceptance is audited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct AuditRules {
    /// Share of automatic acceptances to draw, in percent.
    pub percent: u32,
    /// Share of wrong acceptances, in percent, above which acceptance switches itself off.
    pub limit_percent: u32,
}

impl Default for AuditRules {
    fn default() -> Self {
        Self {
            percent: 5,
            limit_percent: 2,
        }
    }
}

impl AuditRules {
    /// Whether a document is drawn: decided by its bytes alone, so that no one can choose.
    pub fn draws(self, document_sha256: &str) -> bool {
        is_drawn(&format!("touchstone audit sample {document_sha256}"), self.percent)
    }

    /// Whether so many errors show that more than the limit is wrong: the lower bound of their share is above it.
    pub(super) fn exceeded(self, wrong: u64, judged: u64) -> bool {
        wrong >= LEAST_ERRORS && lower_bound(wrong, judged) > f64::from(self.limit_percent) / 100.0
    }
}

/// Whether a text is among a share of all texts: decided by its digest.
pub(in crate::store) fn is_drawn(text: &str, percent: u32) -> bool {
    let digest = Sha256::digest(text);
    let first = digest
        .iter()
        .take(4)
        .fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
    first * 100 < u64::from(percent) << 32
}
