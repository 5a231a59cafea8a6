//! A document as added, and what intake found out about each page. The words are in readings.

use super::DocumentId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchstone_intake::{BlockKind, Outcome, PageFault, TextSource};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    /// Lower-case hex SHA-256 of the file; names the stored original.
    pub sha256: String,
    pub file_name: String,
    /// Path of the file when it was added, as given.
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
    /// The outcome of intake, once finished.
    pub outcome: Option<Outcome>,
    pub outcome_message: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    Active,
    Trashed,
}

/// A page without its words, for lists and the result.
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
    /// The fault of a page that was read only in part, because its file or image is truncated.
    pub fn torn(&self) -> Option<&PageFault> {
        let read = !matches!(self.text_source, TextSource::None | TextSource::Unread);
        self.fault
            .as_ref()
            .filter(|fault| read && fault.outcome == Outcome::Damaged)
    }
}
