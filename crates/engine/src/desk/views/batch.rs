//! The overview of the workspace, and submission of documents.

use super::{ConsentAsk, Finite, MarkingView, Preferences};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A failure as shown to the user. `message` says what was attempted, `advice` what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Trouble {
    /// A code the window may act on, such as `not_found`; `failed` for everything else.
    pub code: String,
    pub message: String,
    pub advice: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Overview {
    /// The folder of the workspace.
    pub workspace: String,
    pub version: String,
    pub counts: Counts,
    /// The documents in progress, from when the queue became non-empty until it is empty.
    pub batch: Option<Batch>,
    /// Paused by the user or by a failure; nothing is started.
    pub paused: bool,
    pub waits_for: Option<WaitsFor>,
    /// Nothing leaves this computer: no pack uses a model elsewhere, or the workspace is local-only.
    pub offline: bool,
    /// What models have cost this workspace, as far as prices are known.
    #[specta(type = Finite)]
    pub spent_usd: f64,
    /// The consent question the queue waits on.
    pub consent: Option<ConsentAsk>,
    pub packs: Vec<PackCard>,
    pub preferences: Preferences,
    /// The available OCR engines.
    pub recognisers: Vec<RecogniserCard>,
    /// Notices for the user, such as a pack with a mistake or a full disk.
    pub notices: Vec<String>,
    /// No document can be read on this computer, because the reader program is missing.
    pub reader_missing: bool,
    /// The highest marking of all documents outside the trash; `null` if none has a pack whose labels are levels.
    pub marking: Option<MarkingView>,
}

/// A paused provider; documents read by other engines continue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct WaitsFor {
    pub title: String,
    /// It is retried automatically; otherwise user action is required.
    pub by_itself: bool,
}

/// An OCR engine, installed or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct RecogniserCard {
    pub name: String,
    pub title: String,
    /// Why it cannot be chosen here.
    pub missing: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct Counts {
    /// Without the trash.
    pub all: u32,
    pub accepted: u32,
    pub needs_review: u32,
    pub rejected: u32,
    pub failed: u32,
    pub cancelled: u32,
    pub password: u32,
    pub running: u32,
    pub queued: u32,
    pub trash: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Batch {
    pub started_at: String,
    pub total: u32,
    pub accepted: u32,
    pub needs_review: u32,
    /// Includes locked documents.
    pub failed: u32,
    /// Set once there is something to measure.
    pub seconds_left: Option<f64>,
    #[specta(type = Finite)]
    pub per_second: f64,
    /// What models have cost since then, as far as prices are known.
    #[specta(type = Finite)]
    pub cost_usd: f64,
    /// A model without a known price is used, so the spend limit does not apply to it.
    pub price_unknown: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PackCard {
    pub name: String,
    pub title: String,
    pub version: String,
    pub labels: Vec<String>,
    /// Whether its documents are for a year, so that an import asks for one.
    pub by_year: bool,
}

/// What importing these paths would do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Type)]
pub struct Inspection {
    /// Readable files, including those in folders.
    pub files: u32,
    pub folders: u32,
    #[specta(type = Finite)]
    pub bytes: f64,
    /// Files whose content is already in the workspace.
    pub duplicates: Vec<Duplicate>,
    /// Paths that are neither a folder nor a file of a known kind.
    pub unknown: Vec<String>,
    /// Files in the folders that are neither a PDF nor a picture; they are skipped.
    pub other_kinds: u32,
    /// Names of those files, as many as a person may read.
    pub others: Vec<String>,
    /// Folders directly inside the dropped one that hold readable files.
    pub subfolders: Vec<String>,
    /// The name of the dropped folder.
    pub suggested_case: Option<String>,
    /// The names of the first few files.
    pub sample: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Duplicate {
    pub path: String,
    pub document_id: String,
    pub file_name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
pub struct ImportOptions {
    pub pack: String,
    pub expected_year: Option<i32>,
    pub case: Option<String>,
    /// Each folder directly inside the dropped one becomes a case; files next to them go to `case`.
    #[serde(default)]
    pub case_by_folder: bool,
    /// `local` or PROVIDER:MODEL; if absent, the workspace's choice for the pack.
    pub engine: Option<String>,
    /// Skip files whose content is already in the workspace.
    pub skip_duplicates: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct ImportReport {
    pub queued: u32,
    /// Skipped because their content is already present.
    pub duplicates: u32,
    /// Skipped because they are neither a PDF nor a picture.
    pub other_kinds: u32,
    pub refused: Vec<RefusedFile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct RefusedFile {
    pub path: String,
    pub trouble: Trouble,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Unlocked {
    /// Ids of the documents the password opens; they are queued.
    pub opened: Vec<String>,
    pub still_locked: u32,
}

/// What the chosen documents have in common: each list holds the distinct values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Chosen {
    pub packs: Vec<String>,
    pub expected_years: Vec<Option<i32>>,
    /// The engines that read them last, or will read them.
    pub engines: Vec<String>,
    /// How many are queued or being read.
    pub in_work: u32,
}

/// Changes to how documents are read; settings left out are kept for each document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Type)]
pub struct ReadAs {
    pub pack: Option<String>,
    pub expected_year: Option<ExpectedYear>,
    pub engine: Option<String>,
}

/// A year, or none if any year is accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Type)]
pub struct ExpectedYear {
    pub year: Option<i32>,
}

/// How many documents an action changed; the others were not in a state that allows it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct Acted {
    pub changed: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct Erased {
    pub erased: u32,
}
