//! Instructions for the model stages of a pack, `guide/<stage>.md`, which users may override. They describe what to
//! look for; the form of an answer is fixed in code. Overrides are in the store.

use super::{Mode, PackError};
use std::fs;
use std::path::Path;

/// A stage in which a model may be called, if one is configured. The local engine follows no instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GuideStage {
    /// Sent once, before the first page (seed 002).
    Init,
    Classify,
    /// A page that was requested a second time.
    Enhance,
    /// From the findings on all pages to the document.
    Finalize,
    Extract,
    Grade,
    /// V2: does the text fit the labels?
    Consistency,
    /// V3.
    Traps,
    /// V4: is the evidence relevant and of a suitable size?
    Evidence,
    /// Corrections in free text.
    Correct,
}

impl GuideStage {
    pub const ALL: [GuideStage; 10] = [
        GuideStage::Init,
        GuideStage::Classify,
        GuideStage::Enhance,
        GuideStage::Finalize,
        GuideStage::Extract,
        GuideStage::Grade,
        GuideStage::Consistency,
        GuideStage::Traps,
        GuideStage::Evidence,
        GuideStage::Correct,
    ];

    /// Its file stem, also used in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            GuideStage::Init => "init",
            GuideStage::Classify => "classify",
            GuideStage::Enhance => "enhance",
            GuideStage::Finalize => "finalize",
            GuideStage::Extract => "extract",
            GuideStage::Grade => "grade",
            GuideStage::Consistency => "consistency",
            GuideStage::Traps => "traps",
            GuideStage::Evidence => "evidence",
            GuideStage::Correct => "correct",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == name)
    }

    /// Short description of the stage, for users.
    pub fn purpose(self) -> &'static str {
        match self {
            GuideStage::Init => "What the documents are, sent before the first page",
            GuideStage::Classify => "Classifying one page, or all pages",
            GuideStage::Enhance => "Looking at an enhanced image of a page",
            GuideStage::Finalize => "Classifying the document from the findings of its pages",
            GuideStage::Extract => "Filling a form",
            GuideStage::Grade => "Trying to refute a filled form",
            GuideStage::Consistency => "V2: whether the text fits the labels",
            GuideStage::Traps => "V3: whether the document is not what it looks like",
            GuideStage::Evidence => "V4: whether the evidence is relevant and of the right length",
            GuideStage::Correct => "Corrections described by a user",
        }
    }

    /// Whether documents of a mode go through this stage.
    pub fn belongs_to(self, mode: Mode) -> bool {
        match self {
            GuideStage::Init | GuideStage::Enhance | GuideStage::Finalize => mode != Mode::Form,
            GuideStage::Extract | GuideStage::Grade => mode == Mode::Form,
            _ => true,
        }
    }
}

/// The stage name of a pack file; `None` if the file is not a guide.
pub(super) fn stage_of(name: &str) -> Option<&str> {
    name.strip_prefix("guide/")?.strip_suffix(".md")
}

/// Reads a pack's instructions, in stage order.
pub(super) fn read(folder: &Path, files: &[String], mode: Mode) -> Result<Vec<(GuideStage, String)>, PackError> {
    let mut guides = Vec::new();
    for name in files.iter().filter(|name| name.starts_with("guide/")) {
        let file = folder.join(name);
        let fault = |reason: String| PackError::new(&file, "", reason);
        let stage = stage_of(name).and_then(GuideStage::parse);
        let stage = stage.filter(|stage| stage.belongs_to(mode));
        let stage =
            stage.ok_or_else(|| fault(format!("is not a stage of the pack; its stages are {}", names(mode))))?;
        let text = fs::read_to_string(&file).map_err(|error| fault(format!("cannot be read: {error}")))?;
        if text.trim().is_empty() {
            return Err(fault("is empty".to_owned()));
        }
        guides.push((stage, text));
    }
    guides.sort_by_key(|(stage, _)| *stage);
    Ok(guides)
}

fn names(mode: Mode) -> String {
    let stages = GuideStage::ALL.into_iter().filter(|stage| stage.belongs_to(mode));
    stages
        .map(|stage| format!("{}.md", stage.as_str()))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_guide_belongs_to_a_stage_of_the_mode_and_says_something() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("guide")).unwrap();
        let read_one = |name: &str, text: &str, mode| {
            fs::write(folder.path().join(name), text).unwrap();
            read(folder.path(), &["pack.toml".to_owned(), name.to_owned()], mode).map_err(|error| error.to_string())
        };
        let guides = read_one("guide/enhance.md", "Look again.\n", Mode::Pages).unwrap();
        assert_eq!(guides, [(GuideStage::Enhance, "Look again.\n".to_owned())]);
        for (name, text, mode, reason) in [
            (
                "guide/enhance.md",
                "x",
                Mode::Form,
                "its stages are classify.md, extract.md",
            ),
            ("guide/enhence.md", "x", Mode::Pages, "is not a stage"),
            ("guide/classify.txt", "x", Mode::Pages, "is not a stage"),
            ("guide/init.md", " \n", Mode::Whole, "is empty"),
        ] {
            let error = read_one(name, text, mode).unwrap_err();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }

    #[test]
    fn names_read_back() {
        for stage in GuideStage::ALL {
            assert_eq!(GuideStage::parse(stage.as_str()), Some(stage));
        }
    }
}
