//! Results and settled truth as files: one file a format, one line in `FORMATS`. Everything here is pure: it makes
//! text, the doors write it. Not here: which documents to export (store) and review packets (review).

mod assemble;
mod bundle;
mod csv;
mod exported;
mod json;
mod jsonl;
mod packet;
mod parts;
mod register;
mod result;
mod truth;
#[cfg(test)]
pub(crate) mod sample;

pub use bundle::{Bundle, BundleLayout, BundlePage};
pub use exported::{ExportState, Exported};
pub use packet::{
    Comparison, Difference, LabelEvidence, PACKET_SCHEMA, Packet, PacketIssue, PacketSegment, TextContext,
};
pub use register::RegisterEntry;
pub use result::{
    AttemptResult, CandidateResult, CellResult, ClassificationResult, DecisionResult, DocumentResult, EngineResult,
    ErrorResult, EvidenceResult, FieldResult, FormResult, IssueResult, Line, MarkingResult, PackResult, PageResult,
    RegionResult, ResultJson, SCHEMA, SegmentResult, ShareResult, UsageResult, VerificationResult,
};

pub use truth::{PageTruth, TruthFile};

/// A way to write exported documents down.
#[derive(Clone, Copy)]
pub struct Format {
    /// As given on the command line; the file extension too.
    pub name: &'static str,
    pub description: &'static str,
    start: fn(Option<String>) -> Box<dyn Exporter>,
}

impl Format {
    /// `highest` is the highest marking of all documents that will be added, as a banner line: every file bears it from
    /// its first record to its last.
    pub fn start(&self, highest: Option<String>) -> Box<dyn Exporter> {
        (self.start)(highest)
    }

    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }
}

/// Every export format.
pub const FORMATS: &[Format] = &[json::FORMAT, jsonl::FORMAT, csv::FORMAT, register::FORMAT];

/// Writes one export. The text of all `add`s and of `finish`, in order, is the file, so a large workspace is never
/// held whole by a format that does not need to.
pub trait Exporter: Send {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String>;

    /// Rows of a table below its head, or documents, with what `finish` adds.
    fn rows(&self) -> u32;

    fn finish(&mut self) -> String;
}
