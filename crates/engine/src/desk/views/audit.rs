//! Ground truth and its audit.

use super::Finite;
use crate::store::AuditRules;
use serde::Serialize;
use specta::Type;

/// How a document was settled. Kinds are never counted together without saying so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TruthKind {
    /// Accepted by the program alone.
    Automatic,
    /// A person agreed with the result.
    Confirmed,
    /// A person changed it.
    Corrected,
    /// Taken over from a file of truths.
    Imported,
    /// Accepted automatically, drawn for the audit sample, and settled by the person who checked it.
    Audited,
}

impl TruthKind {
    /// For people.
    pub fn as_str(self) -> &'static str {
        match self {
            TruthKind::Automatic => "automatic",
            TruthKind::Confirmed => "confirmed",
            TruthKind::Corrected => "corrected",
            TruthKind::Imported => "imported",
            TruthKind::Audited => "audited",
        }
    }
}

/// A settled document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct GroundTruthRow {
    pub document_id: String,
    pub run_id: String,
    pub file_name: String,
    pub case: Option<String>,
    pub pack: String,
    pub label: String,
    pub kind: TruthKind,
    /// What the audit found; `null` if it was not audited.
    pub found_right: Option<bool>,
    pub reviewer: Option<String>,
    pub settled_at: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AuditView {
    pub rules: AuditRules,
    /// Drawn documents that wait for a verdict.
    pub waiting: u32,
    pub packs: Vec<PackAuditView>,
    pub drawn: Vec<DrawView>,
}

/// The audit of a pack since its automatic acceptance was last switched on.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PackAuditView {
    pub pack: String,
    pub drawn: u32,
    pub judged: u32,
    pub wrong: u32,
    /// One-sided 95 % upper bound on the share of wrong acceptances (Clopper-Pearson).
    #[specta(type = Finite)]
    pub upper_bound: f64,
    /// Why automatic acceptance is off; `null` while it is on.
    pub off: Option<String>,
}

/// A document drawn for the audit sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct DrawView {
    pub document_id: String,
    /// `null` if it was erased.
    pub file_name: Option<String>,
    pub pack: String,
    pub at: String,
    /// `null` without a verdict.
    pub right: Option<bool>,
    pub reviewer: Option<String>,
}

/// The state of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ChainView {
    pub entries: u32,
    /// Rows that it covers.
    pub rows: u32,
    /// Digest of the newest entry.
    pub head: Option<String>,
    /// The first broken link first; empty if everything holds.
    pub broken: Vec<BrokenView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct BrokenView {
    /// `null` for a row that no entry covers.
    pub number: Option<u32>,
    pub at: Option<String>,
    pub document_id: Option<String>,
    pub file_name: Option<String>,
    pub what: String,
}
