//! A document as it was handed in, and what intake learned about each of its pages. The words live in readings.

use super::DocumentId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchstone_intake::{BlockKind, Outcome, PageFault, TextSource};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    /// Lower-case hex over the original's bytes; names the stored original.
    pub sha256: String,
    pub file_name: String,
    /// Where the file was when it was handed in, as given.
    pub path: String,
    pub media_type: String,
    pub bytes: u64,
    pub page_count: Option<u32>,
    pub pack: String,
    pub expected_year: Option<i32>,
    /// The client, patient or matter the document belongs to.
    pub case: Option<String>,
    pub received_at: Timestamp,
    pub state: DocumentState,
    /// How intake ended, once it has.
    pub outcome: Option<Outcome>,
    pub outcome_message: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    Active,
    Trashed,
}

/// A page without its words: what lists and the result need.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageSummary {
    pub number: u32,
    pub width: f32,
    pub height: f32,
    pub has_tables: bool,
    pub block_kinds: Vec<BlockKind>,
    pub text_source: TextSource,
    pub fault: Option<PageFault>,
}

impl PageSummary {
    /// What is missing of a page that was read as far as it goes: its file or its picture ends too early.
    pub fn torn(&self) -> Option<&PageFault> {
        let read = !matches!(self.text_source, TextSource::None | TextSource::Unread);
        self.fault
            .as_ref()
            .filter(|fault| read && fault.outcome == Outcome::Damaged)
    }
}
