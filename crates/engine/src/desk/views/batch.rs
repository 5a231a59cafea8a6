//! The workspace at a glance, and handing documents in.

use super::{ConsentAsk, Finite, MarkingView, Preferences};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A failure as it is told to the person. `message` says what was attempted, `advice` what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Trouble {
    /// A name that a window may act on, such as `not_found`; `failed` for everything else.
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
    /// The documents being worked off, from the moment the queue filled until it is empty.
    pub batch: Option<Batch>,
    /// By the person or by trouble; nothing is begun.
    pub paused: bool,
    pub waits_for: Option<WaitsFor>,
    /// Nothing leaves this computer: no pack is read by a model elsewhere, or the workspace is kept here.
    pub offline: bool,
    /// What models have cost this workspace, as far as prices are known.
    #[specta(type = Finite)]
    pub spent_usd: f64,
    /// What the queue waits to be told before it sends documents away.
    pub consent: Option<ConsentAsk>,
    pub packs: Vec<PackCard>,
    pub preferences: Preferences,
    /// Who may recognise the text of scans.
    pub recognisers: Vec<RecogniserCard>,
    /// What the person should know, such as a pack with a mistake or a full disk.
    pub notices: Vec<String>,
    /// No document can be read on this computer, since the program that reads them is missing.
    pub reader_missing: bool,
    /// The highest marking of all documents outside the trash; nothing where none has a pack whose labels are levels.
    pub marking: Option<MarkingView>,
}

/// A provider whose documents wait while those that others read go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct WaitsFor {
    pub title: String,
    /// It is asked again by itself; else a person has to do something first.
    pub by_itself: bool,
}

/// Somebody who can recognise text on pixels, if he is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct RecogniserCard {
    pub name: String,
    pub title: String,
    /// Why he cannot be chosen here.
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
    /// Locked ones too.
    pub failed: u32,
    /// Once there is something to measure.
    pub seconds_left: Option<f64>,
    #[specta(type = Finite)]
    pub per_second: f64,
    /// What models have cost since, as far as prices are known.
    #[specta(type = Finite)]
    pub cost_usd: f64,
    /// A model is asked whose price is not known, so that no limit on what is spent holds for it.
    pub price_unknown: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PackCard {
    pub name: String,
    pub title: String,
    pub version: String,
    pub labels: Vec<String>,
}

/// What handing these paths in would do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Type)]
pub struct Inspection {
    /// Files that can be read, those in folders included.
    pub files: u32,
    pub folders: u32,
    #[specta(type = Finite)]
    pub bytes: f64,
    /// Files whose content is in the workspace already.
    pub duplicates: Vec<Duplicate>,
    /// Paths that are neither a folder nor a file of a known kind.
    pub unknown: Vec<String>,
    /// Files in the folders that are neither a PDF nor a picture; they are left out.
    pub other_kinds: u32,
    /// Folders directly in the one that was dropped, as far as they hold files that can be read.
    pub subfolders: Vec<String>,
    /// The name of the folder that was dropped.
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
    /// Each folder directly in the one that was dropped is a case of its own; the files beside them go to `case`.
    #[serde(default)]
    pub case_by_folder: bool,
    /// `local` or PROVIDER:MODEL; nothing is the workspace's choice for the pack.
    pub engine: Option<String>,
    /// Leave out files whose content is in the workspace already.
    pub skip_duplicates: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct ImportReport {
    pub queued: u32,
    /// Left out because their content is there already.
    pub duplicates: u32,
    /// Left out because they are neither a PDF nor a picture.
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
    /// Ids of the documents that the password opens; they are queued.
    pub opened: Vec<String>,
    pub still_locked: u32,
}

/// What chosen documents have in common: each list holds what is there, without repetition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Chosen {
    pub packs: Vec<String>,
    pub expected_years: Vec<Option<i32>>,
    /// Who read them last, or is to.
    pub engines: Vec<String>,
    /// How many wait or are being read.
    pub in_work: u32,
}

/// What is changed of how documents are read; what is left out stays as it is in each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Type)]
pub struct ReadAs {
    pub pack: Option<String>,
    pub expected_year: Option<ExpectedYear>,
    pub engine: Option<String>,
}

/// A year, or that any year is right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Type)]
pub struct ExpectedYear {
    pub year: Option<i32>,
}

/// How many documents an action changed; the others did not stand where it could.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct Acted {
    pub changed: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct Erased {
    pub erased: u32,
}
