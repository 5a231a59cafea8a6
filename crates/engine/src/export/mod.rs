//! Exports results and settled truth as files: one module per format, listed in `FORMATS`. Pure: it produces text, and
//! the callers write it. Review packets are built in `review`.

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
    RegionResult, RememberedResult, ResultJson, SCHEMA, SegmentResult, ShareResult, UsageResult, VerificationResult,
};
pub use truth::{PageTruth, TruthFile};

/// An export format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line, and the file extension.
    pub name: &'static str,
    pub description: &'static str,
    start: fn(Option<String>) -> Box<dyn Exporter>,
}

impl Format {
    /// Starts an export. `highest` is the highest marking of all documents to be added, as a banner line; the file
    /// carries it from its first record to its last.
    pub fn start(&self, highest: Option<String>) -> Box<dyn Exporter> {
        (self.start)(highest)
    }

    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }
}

/// Every export format.
pub const FORMATS: &[Format] = &[json::FORMAT, jsonl::FORMAT, csv::FORMAT, register::FORMAT];

/// Writes one export. The file is the text of all `add`s and of `finish`, in order, so that a format holds a large
/// workspace in memory only if it has to.
pub trait Exporter: Send {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String>;

    /// Number of rows below a table's header, or of documents, including those that `finish` adds.
    fn rows(&self) -> u32;

    fn finish(&mut self) -> String;
}
