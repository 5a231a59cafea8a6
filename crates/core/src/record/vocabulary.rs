//! The words of a marking scheme as listed by a pack: levels, controls, countries, declassification instructions.
//! Their order on a line is defined in `grammar`.

use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A pack's `vocabulary.toml`. Spellings are written in capitals; spaces in them may be missing or be line breaks.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vocabulary {
    /// From least to most protective.
    pub levels: Vec<LevelWords>,
    #[serde(default)]
    pub controls: Vec<Control>,
    /// Codes and names that follow `REL TO` or precede a level that is not the United States'.
    #[serde(default)]
    pub countries: Vec<String>,
    /// Codes that count only in lists, because before a level they may be other words: `MAR`.
    #[serde(default)]
    pub listed: Vec<String>,
    /// The owner of the level in a portion mark whose short form implies one: `NS` is NATO's.
    #[serde(default)]
    pub portion_owners: BTreeMap<String, String>,
    /// Names for a group of countries: `FVEY`.
    #[serde(default)]
    pub groups: BTreeMap<String, Vec<String>>,
    /// Names of countries that have a code in lists: `UK`.
    #[serde(default)]
    pub aliases: BTreeMap<String, String>,
    /// Instructions after `Declassify on`, from most to least protective.
    #[serde(default)]
    pub instructions: Vec<Instruction>,
    /// Lines that are an instruction without a caption: the automatic downgrading groups.
    #[serde(default)]
    pub schedules: Vec<Schedule>,
    #[serde(default)]
    pub captions: Captions,
    /// Words indicating that a marking no longer applies: `DECLASSIFIED`, `CANCELLED`.
    #[serde(default)]
    pub cancellations: Vec<String>,
    /// Beginnings of lines that name the new level of a marking: `DOWNGRADED TO`.
    #[serde(default)]
    pub regradings: Vec<String>,
    /// Beginnings of handling instructions: next to a level, one that is not a known control raises a doubt.
    #[serde(default)]
    pub handling: Vec<String>,
    #[serde(default)]
    pub designation: Designation,
    #[serde(default)]
    pub sheets: Sheets,
}

/// Lines of a block that names the category of unclassified information and who may have it, for banners that do
/// not.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Designation {
    /// Captions followed by a colon: `CUI CATEGORY`.
    #[serde(default)]
    pub categories: Vec<String>,
    #[serde(default)]
    pub dissemination: Vec<String>,
    /// Values of the dissemination caption that impose no limit. Matched against the words in capitals.
    #[serde(default)]
    pub nothing: Vec<Pattern>,
}

/// Distinguishes a message, whose captioned level is its own, from a record sheet about another document.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheets {
    /// Beginnings of lines in a message heading: `FROM`, `PRIORITY`.
    #[serde(default)]
    pub message: Vec<String>,
    /// Captions of a record sheet: `BOX`, `PAGES`.
    #[serde(default)]
    pub record: Vec<String>,
    /// Words in captions above a level on a form: `CLEARANCE`.
    #[serde(default)]
    pub captions: Vec<String>,
    /// Sentence beginnings before the level of the page itself: `THIS PAGE IS`.
    #[serde(default)]
    pub statements: Vec<String>,
    /// Captions of a document's subject, which may have a portion mark at its end.
    #[serde(default)]
    pub subjects: Vec<String>,
    /// Text beside the level in a header or footer that does not affect it: `PAGE 1 OF 3`. Matched against the words
    /// in capitals.
    #[serde(default)]
    pub neighbours: Vec<Pattern>,
    /// Text there that makes the level conditional: `WHEN SEPARATED FROM ENCLOSURE`.
    #[serde(default)]
    pub conditions: Vec<Pattern>,
    /// Phrases that contain a level but are not markings: `SECRET SERVICE`.
    #[serde(default)]
    pub phrases: Vec<String>,
    /// Words beside the lowest classified level with which companies and persons mark their own documents: `COMPANY
    /// CONFIDENTIAL`.
    #[serde(default)]
    pub private: Vec<String>,
    /// Words of sentences that announce when a marking will end, so that the text after them does not cancel it.
    #[serde(default)]
    pub scheduling: Vec<String>,
    /// Words after a cancellation that begin the date of a schedule: `DECLASSIFIED ON`.
    #[serde(default)]
    pub schedule_words: Vec<String>,
    /// Words before a cancellation that negate or defer it, and words after it that defer it.
    #[serde(default)]
    pub negations: Vec<String>,
    #[serde(default)]
    pub deferrals: Vec<String>,
    /// Lines after which a message states its level: `BT`.
    #[serde(default)]
    pub breaks: Vec<String>,
    /// Transmission instructions beside the level of a message, which are not markings: `EFTO`.
    #[serde(default)]
    pub sending: Vec<String>,
    /// Text between the slashes of a message's level that is not a marking, such as its subject code.
    #[serde(default)]
    pub codes: Vec<Pattern>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelWords {
    /// The label of the pack.
    pub name: String,
    /// As printed in a banner.
    pub spellings: Vec<String>,
    /// Whether the level is classified, so that other countries may see it only if it is released to them.
    #[serde(default)]
    pub classified: bool,
    /// As printed in a portion mark: `TS`.
    #[serde(default)]
    pub portions: Vec<String>,
    /// As printed by another government or an alliance, after its name: `RESTRICTED`. Treated as this level; without
    /// a name before it, it raises a doubt.
    #[serde(default)]
    pub foreign: Vec<String>,
}

/// A control printed beside a level.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// As reported.
    pub name: String,
    pub category: Category,
    /// As printed in a banner, in addition to the name.
    #[serde(default)]
    pub spellings: Vec<String>,
    #[serde(default)]
    pub portions: Vec<String>,
    #[serde(default)]
    pub takes: Takes,
    /// The level of a page that shows only this control.
    #[serde(default)]
    pub implies: Option<String>,
    /// Spellings that are unambiguous without a level, unlike the others: `HANDLE VIA COMINT CHANNELS ONLY`.
    #[serde(default)]
    pub alone: Vec<String>,
    /// Whether the spellings are also everyday words, which count only beside a level.
    #[serde(default)]
    pub only_beside_level: bool,
    /// Whether another name may follow a slash without repeating the control: `SAR-BP/CD-XR`.
    #[serde(default)]
    pub takes_further: bool,
    /// Stricter controls that replace it: `RELIDO` gives way to `NOFORN`.
    #[serde(default)]
    pub gives_way_to: Vec<String>,
    /// Whether other controls of its category imply it, so that it is reported only without them.
    #[serde(default)]
    pub implied_by_others: bool,
}

/// The part of a banner that a control belongs to, in banner order (CAPCO: level//SCI//SAP//AEA//FGI//
/// dissemination//other dissemination).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Sci,
    Sap,
    Aea,
    Fgi,
    Dissemination,
    NonIc,
    Cui,
    Legacy,
    Declassification,
}

/// The arguments that may follow a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takes {
    #[default]
    Nothing,
    /// Countries, separated by commas, slashes or spaces, that are part of its name: `FGI GBR DEU`.
    Countries,
    /// Countries that it releases to: `REL TO USA, GBR`.
    Release,
    /// Countries that it releases to, printed before it: `USA/GBR EYES ONLY`.
    CountriesBefore,
    /// A name after a hyphen or space: `SAR-BUTTER POPCORN`, `SI-G ABCD`, `RD-SIGMA 1 3`.
    Name,
}

/// A kind of declassification instruction.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    /// Matched against the instruction in capitals without spaces: `25X[1-9]`.
    pub pattern: Pattern,
    pub meaning: String,
    /// Whether instructions of this kind are compared by date: the later one protects more.
    #[serde(default)]
    pub dated: bool,
}

/// A line that is an instruction without a caption, together with the line below it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Matched against the words in capitals, separated by single spaces.
    pub lines: Pattern,
    /// The instruction; `$1` is the first group of the pattern.
    pub says: String,
}

/// A regular expression that must match the entire text.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern(Regex);

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(pattern: String) -> Result<Self, Self::Error> {
        Regex::new(&format!("^(?:{pattern})$")).map(Self)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Pattern {
    pub fn takes(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// Expands a template with the groups of the pattern; `None` if the text does not match.
    pub fn fill(&self, text: &str, template: &str) -> Option<String> {
        let taken = self.0.captures(text)?;
        let mut filled = String::new();
        taken.expand(template, &mut filled);
        Some(filled)
    }
}

/// Captions of the classification authority block (DoDM 5200.01 volume 2), without the colon.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captions {
    #[serde(default)]
    pub classified_by: Vec<String>,
    #[serde(default)]
    pub derived_from: Vec<String>,
    #[serde(default)]
    pub reason: Vec<String>,
    #[serde(default)]
    pub declassify_on: Vec<String>,
    #[serde(default)]
    pub downgrade_to: Vec<String>,
}

impl Vocabulary {
    pub fn is_classified(&self, level: &str) -> bool {
        self.levels.iter().any(|known| known.classified && known.name == level)
    }

    /// Index of a level, least protective first; `None` if the name is not a level.
    pub fn rank(&self, level: &str) -> Option<usize> {
        self.levels.iter().position(|known| known.name == level)
    }
}

impl Control {
    /// All spellings, the name first.
    pub fn all_spellings(&self) -> impl Iterator<Item = &str> {
        let others = self.spellings.iter().chain(&self.alone);
        std::iter::once(self.name.as_str()).chain(others.map(String::as_str))
    }
}
