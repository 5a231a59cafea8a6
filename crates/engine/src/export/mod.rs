//! Exports results and settled truth as files: one module per format, listed in `FORMATS`. Pure: the callers give the
//! documents and their pages, and write the files. Review packets are built in `review`.

mod assemble;
mod bundle;
mod chat;
mod coco;
mod csv;
mod exported;
mod funsd;
mod json;
mod jsonl;
mod kind;
mod label_studio;
mod long;
mod manifest;
mod mask;
mod packet;
mod page;
mod parquet;
mod parts;
mod register;
mod result;
mod stack;
mod table;
mod truth;
mod values;
mod xlsx;
#[cfg(test)]
pub(crate) mod sample;

pub use bundle::{Bundle, BundleLayout, BundlePage};
pub use exported::{ExportState, Exported};
pub use manifest::{Counts, MANIFEST, MANIFEST_SCHEMA, Manifest, Program, WrittenFile};
pub use mask::Mask;
pub use packet::{
    Comparison, Difference, LabelEvidence, PACKET_SCHEMA, Packet, PacketIssue, PacketSegment, TextContext,
};
pub use page::ExportedPage;
pub use register::RegisterEntry;
pub use result::{
    AttemptResult, CandidateResult, CellResult, ClassificationResult, DecisionResult, DocumentResult, EngineResult,
    ErrorResult, EvidenceResult, FieldResult, FormResult, IssueResult, Line, MarkingResult, PackResult, PageResult,
    RegionResult, RememberedResult, ResultJson, SCHEMA, SegmentResult, ShareResult, UsageResult, VerificationResult,
};
pub use stack::{STACK_FORMATS, STACK_SCHEMA, StackExport, StackFormat, StackRecord, is_own_column};
pub use truth::{PageTruth, TruthFile};

/// An export format.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in a list of choices.
    pub title: &'static str,
    pub description: &'static str,
    pub shape: Shape,
    pub needs: Needs,
    start: fn(Option<String>) -> Box<dyn Exporter>,
}

/// What an export is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One text file with this ending.
    Text(&'static str),
    /// One file with this ending that is not text.
    Binary(&'static str),
    /// A folder with several files.
    Folder,
}

/// What an exporter needs of the pages of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    Nothing,
    Words,
    Pictures,
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

    /// Whether numbers can be masked. In a picture they cannot: one that was not recognized would stay visible.
    pub fn can_mask(&self) -> bool {
        self.needs < Needs::Pictures
    }
}

/// Every export format.
pub const FORMATS: &[Format] = &[
    csv::FORMAT,
    csv::BY_LABEL,
    long::FORMAT,
    xlsx::FORMAT,
    parquet::FORMAT,
    json::FORMAT,
    jsonl::FORMAT,
    label_studio::FORMAT,
    coco::FORMAT,
    funsd::FORMAT,
    chat::FORMAT,
    register::FORMAT,
];

/// Writes one export. A format holds a large workspace in memory only if it has to.
pub trait Exporter: Send {
    /// Adds a page of the document that is added next. Only formats that need pages are given any.
    fn page(&mut self, _document: &Exported, _page: &ExportedPage, _out: &mut dyn Output) -> anyhow::Result<()> {
        Ok(())
    }

    fn add(&mut self, document: &Exported, out: &mut dyn Output) -> anyhow::Result<()>;

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()>;

    /// Whether the files hold the forms of the documents, so that they count.
    fn has_forms(&self) -> bool {
        true
    }
}

/// Where the files of an export go.
pub trait Output: Send {
    /// Appends to a file of the export, which is created by the first write. An export of one file has only that,
    /// whatever the name. `records` is how many rows or documents these bytes complete.
    fn write(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()>;

    /// Writes a whole file at once, of which an export may have thousands.
    fn whole(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        self.write(file, bytes, records)
    }
}

/// The name of the only file of an export, which the user gives it.
const ONLY: &str = "";
