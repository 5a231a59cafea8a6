//! Instructions for the model stages of a pack, as they come and as a user overrides them.

use serde::Serialize;
use specta::Type;

/// One stage of a pack with its instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct GuideView {
    /// `classify`, `enhance`...
    pub stage: String,
    /// What is asked for in it.
    pub purpose: String,
    /// As the pack comes; may be empty.
    pub own: String,
    /// What counts: the override, else the pack's own.
    pub text: String,
    pub overridden: bool,
    /// All that was ever stored for the stage, oldest first; a version without text went back to the pack's own.
    pub versions: Vec<GuideVersion>,
    /// From the pack's own to what counts; nothing but same lines when nothing is overridden.
    pub diff: Vec<DiffLine>,
    /// Whether anything follows it now, and if not why.
    pub note: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct GuideVersion {
    pub version: u32,
    pub text: Option<String>,
    pub written_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct DiffLine {
    pub change: LineChange,
    /// Without its line end.
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineChange {
    Same,
    Added,
    Removed,
}
