//! Instructions for the model stages of a pack: the pack's own and the user's overrides.

use serde::Serialize;
use specta::Type;

/// One stage of a pack with its instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct GuideView {
    /// `classify`, `enhance`...
    pub stage: String,
    /// What the stage asks for.
    pub purpose: String,
    /// The pack's own text; may be empty.
    pub own: String,
    /// The text in force: the override, otherwise the pack's own.
    pub text: String,
    pub overridden: bool,
    /// All versions ever stored for the stage, oldest first; a version without text restored the pack's own.
    pub versions: Vec<GuideVersion>,
    /// From the pack's own to the text in force; only unchanged lines if there is no override.
    pub diff: Vec<DiffLine>,
    /// Whether anything follows these instructions now, and if not, why.
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
