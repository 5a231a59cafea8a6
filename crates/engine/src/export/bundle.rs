//! The text of a document page by page, as in seed 003, slide 3: the source an expert checks claims against. The places
//! of the words are only in the workspace.

use jiff::Timestamp;
use serde::Serialize;
use touchstone_core::record::DocumentId;
use touchstone_intake::{BlockKind, Page};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bundle {
    pub doc_id: DocumentId,
    pub file_path: String,
    /// The document's marking as a banner line; absent in packs without markings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest_marking: Option<String>,
    pub total_pages: u32,
    pub processing_timestamp: Timestamp,
    pub pages: Vec<BundlePage>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BundlePage {
    pub page_num: u32,
    pub text: String,
    pub paragraphs: Vec<String>,
    pub layout_metadata: BundleLayout,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BundleLayout {
    /// One per paragraph.
    pub block_types: Vec<BlockKind>,
    pub has_tables: bool,
}

impl BundlePage {
    /// A page in its newest reading.
    pub fn of(page: &Page) -> Self {
        let blocks = page.reading.blocks.iter().filter_map(|block| {
            let words = page.reading.words.get(block.words.0 as usize..block.words.1 as usize)?;
            let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            (!words.is_empty()).then(|| (block.kind, words.join(" ")))
        });
        let (block_types, paragraphs) = blocks.unzip();
        Self {
            page_num: page.number,
            text: page.reading.text(),
            paragraphs,
            layout_metadata: BundleLayout {
                block_types,
                has_tables: page.has_tables,
            },
        }
    }
}
