//! The pack's files as written, before validation. Unknown keys are errors.

use super::error::PackError;
use crate::record::Sign;
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPack {
    pub name: String,
    pub version: String,
    pub description: String,
    pub mode: RawMode,
    /// For `pages`: whether each page is judged independently.
    #[serde(default)]
    pub parallel: bool,
    pub fallback: String,
    #[serde(default = "least_character_confidence")]
    pub least_character_confidence: f32,
    pub labels: Vec<RawLabel>,
    #[serde(default)]
    pub templates: Vec<RawTemplate>,
    /// `others.toml` may add more.
    #[serde(default)]
    pub others: Vec<RawKnownDocument>,
    #[serde(default)]
    pub inserts: Vec<RawKnownDocument>,
    #[serde(default)]
    pub checks: Vec<RawRule>,
    #[serde(default)]
    pub traps: Vec<RawTrap>,
    #[serde(default)]
    pub stamps: RawStamps,
    /// Figures such as rates, by year and name. Numbers are written as text so that they stay exact.
    #[serde(default)]
    pub years: BTreeMap<String, IndexMap<String, String>>,
    #[serde(default)]
    pub codes: BTreeMap<String, BTreeMap<String, String>>,
    /// Words that are interchangeable in captions, one list per meaning.
    #[serde(default)]
    pub synonyms: Vec<Vec<String>>,
    /// Phrases that refer elsewhere instead of giving a value.
    #[serde(default = "pointers")]
    pub pointers: Vec<String>,
    #[serde(default)]
    pub address_words: Vec<String>,
    #[serde(default)]
    pub joining_words: Vec<String>,
}

/// Default for packs without `pointers` (seed 003, slide 6).
fn pointers() -> Vec<String> {
    let phrases = [
        "see attached",
        "see attachment",
        "see enclosed",
        "see below",
        "see above",
        "as above",
        "see report",
    ];
    let more = ["refer to attached", "please see attached"];
    phrases.iter().chain(&more).map(|phrase| (*phrase).to_owned()).collect()
}

/// Default for packs without `least_character_confidence`.
fn least_character_confidence() -> f32 {
    0.8
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawMode {
    Form,
    Pages,
    Whole,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLabel {
    pub name: String,
    pub description: String,
    pub colour: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTemplate {
    pub label: String,
    pub title: String,
    pub confidence_threshold: f64,
    pub min_fields: usize,
    #[serde(default)]
    pub complete: bool,
    /// Label of a template whose fields come first.
    pub extends: Option<String>,
    pub reader: Option<RawReader>,
    /// Word lists by name, for the reader.
    #[serde(default)]
    pub words: BTreeMap<String, Vec<String>>,
    /// Weight of a filled field as evidence for the form, by field.
    #[serde(default)]
    pub weights: BTreeMap<String, f64>,
    #[serde(default)]
    pub signatures: Vec<RawSignature>,
    #[serde(default)]
    pub copies: Vec<String>,
    #[serde(default)]
    pub printed: Vec<String>,
    #[serde(default)]
    pub groups: Vec<RawGroup>,
    #[serde(default)]
    pub fields: Vec<RawField>,
}

/// The file `parties.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawParties {
    #[serde(default)]
    pub printed: Vec<String>,
    pub fields: Vec<RawField>,
}

/// One heading of `[[groups]]` with its fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGroup {
    pub title: String,
    pub fields: Vec<String>,
}

/// The file `others.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPapers {
    #[serde(default)]
    pub others: Vec<RawKnownDocument>,
    #[serde(default)]
    pub inserts: Vec<RawKnownDocument>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawKnownDocument {
    pub name: String,
    pub description: String,
    pub signatures: Vec<RawSignature>,
    #[serde(default)]
    pub attached_to: Vec<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawReader {
    Ledger,
    Tally,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSignature {
    pub text: String,
    pub weight: f64,
    #[serde(default)]
    pub zone: RawZone,
    #[serde(default)]
    pub kind: RawSignatureKind,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawZone {
    #[default]
    Anywhere,
    Top,
    Bottom,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawSignatureKind {
    #[default]
    Phrase,
    Code,
    Title,
}

#[allow(clippy::struct_excessive_bools, reason = "each is a key of the file")]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawField {
    pub name: String,
    pub description: String,
    pub location: Option<String>,
    /// Defaults to `text`.
    pub format: Option<String>,
    /// For `regex`.
    pub pattern: Option<String>,
    /// For `code`: which list of codes.
    pub codes: Option<String>,
    /// For `list` without parts: the format of each element.
    pub item: Option<String>,
    #[serde(default)]
    pub required: bool,
    pub if_empty: Option<RawSeverity>,
    pub critical: Option<bool>,
    #[serde(default)]
    pub multiline: bool,
    #[serde(default)]
    pub digits: bool,
    #[serde(default)]
    pub bracketed: bool,
    #[serde(rename = "box")]
    pub box_label: Option<String>,
    #[serde(default)]
    pub more_boxes: Vec<String>,
    #[serde(default)]
    pub anchors: Vec<String>,
    #[serde(default)]
    pub shared_anchors: Vec<String>,
    #[serde(default)]
    pub continuations: Vec<String>,
    /// For `bool`: captions that mean yes where they are printed alone, without a check box.
    #[serde(default)]
    pub statements: Vec<String>,
    /// The caption counts for this field only below one of these headings.
    #[serde(default)]
    pub headings: Vec<String>,
    /// Heads of the column that contains the value, where several fields share a caption.
    #[serde(default)]
    pub columns: Vec<String>,
    #[serde(default)]
    pub lines: RawLines,
    #[serde(default)]
    pub signs: Vec<RawSigns>,
    /// For `count`: the list whose rows are counted.
    pub counts: Option<String>,
    #[serde(default)]
    pub parts: Vec<RawField>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSigns {
    pub words: Vec<String>,
    pub held: RawSign,
    pub owed: RawSign,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) enum RawSign {
    #[serde(rename = "+")]
    Plus,
    #[serde(rename = "-")]
    Minus,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawLines {
    #[default]
    All,
    First,
    Rest,
    Phone,
}

/// One `[[checks]]` entry; `check` selects the variant.
#[derive(Debug, Deserialize)]
#[serde(tag = "check", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RawRule {
    CompleteTypes {
        severity: Option<RawSeverity>,
    },
    SegmentShares {
        severity: Option<RawSeverity>,
    },
    MixtureShares {
        severity: Option<RawSeverity>,
    },
    Rate {
        severity: Option<RawSeverity>,
        form: String,
        result: String,
        of: Vec<String>,
        rate: String,
        cap: Option<String>,
        extra_rate: Option<String>,
        extra_above: Option<String>,
        less: Option<RawListed>,
        tolerance: String,
        relative_tolerance: String,
    },
    AtMost {
        severity: Option<RawSeverity>,
        form: String,
        fields: Vec<String>,
        #[serde(default)]
        limit_fields: Vec<String>,
        limit_figure: Option<String>,
        factor: Option<String>,
        add_back: Option<RawListed>,
        reason: String,
    },
    Distinct {
        severity: Option<RawSeverity>,
        form: String,
        fields: Vec<String>,
    },
    Sum {
        severity: Option<RawSeverity>,
        form: String,
        result: String,
        of: Vec<String>,
        #[serde(default)]
        needs: Vec<String>,
        #[serde(default)]
        unless: Vec<String>,
        #[serde(default)]
        or_of: Vec<String>,
        tolerance: String,
    },
    Product {
        severity: Option<RawSeverity>,
        form: String,
        list: String,
        result: String,
        of: [String; 2],
        tolerance: String,
    },
    Proof {
        severity: Option<RawSeverity>,
        form: String,
        list: String,
        by: Vec<String>,
    },
    Balance {
        severity: Option<RawSeverity>,
        form: String,
        account: Option<String>,
        opening: String,
        closing: String,
        list: String,
        amount: String,
        balance: String,
        share: Option<String>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawListed {
    pub list: String,
    pub code: String,
    pub amount: String,
    pub codes: Vec<String>,
}

/// How lines continue that begin with a word of a stamp.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStamps {
    #[serde(default)]
    pub go_on: Vec<String>,
    #[serde(default)]
    pub conditions: Vec<String>,
}

/// One `[[traps]]` entry; `trap` determines which of the lists it uses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTrap {
    pub trap: RawTrapKind,
    pub name: String,
    pub severity: RawSeverity,
    pub message: String,
    pub suggestion: Option<String>,
    /// For `words` and `segment_words`.
    #[serde(default)]
    pub words: Vec<String>,
    /// For `words`.
    #[serde(default)]
    pub alone: bool,
    /// For `words`.
    #[serde(default)]
    pub begins: Vec<String>,
    /// For `ticked`.
    #[serde(default)]
    pub fields: Vec<String>,
    /// For `conflict`.
    #[serde(default)]
    pub forms: Vec<String>,
    /// For `conflict`.
    #[serde(default)]
    pub same: Vec<String>,
    /// For `conflict`.
    #[serde(default)]
    pub same_if_there: Vec<String>,
    pub issuer: Option<String>,
    pub corrected: Option<String>,
    /// For `vendor`.
    #[serde(default)]
    pub vendors: Vec<String>,
    /// For `vendor` and `segment_words`.
    #[serde(default)]
    pub labels: Vec<String>,
    /// For `quoted`.
    #[serde(default)]
    pub patterns: Vec<String>,
    /// For `signs`.
    #[serde(default)]
    pub signs: Vec<Sign>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawTrapKind {
    Words,
    Ticked,
    Years,
    RepeatedCopy,
    SameContent,
    Conflict,
    Vendor,
    SegmentWords,
    Quoted,
    Signs,
    Patient,
    Patients,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum RawSeverity {
    Blocker,
    Major,
    Minor,
}

/// Parses one file. The error includes the key being read and, if TOML reports it, the line.
pub(super) fn parse<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T, PackError> {
    let at_line = |span: Option<std::ops::Range<usize>>| {
        span.map(|span| text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1)
    };
    let document = toml::Deserializer::parse(text).map_err(|error| PackError {
        line: at_line(error.span()),
        ..PackError::new(file, "", error.message())
    })?;
    serde_path_to_error::deserialize(document).map_err(|error| {
        let key = error.path().to_string();
        PackError {
            line: at_line(error.inner().span()),
            ..PackError::new(
                file,
                if key == "." { String::new() } else { key },
                error.inner().message(),
            )
        }
    })
}
