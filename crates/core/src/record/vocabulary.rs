//! The words of a marking scheme as a pack lists them: levels, controls, countries, declassification instructions.
//! Not here: how they follow each other on a line (the engine's `grammar`).

use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A pack's `vocabulary.toml`. Spellings are written in capitals; spaces in them may be lost or be line breaks.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vocabulary {
    /// From the least to the most protective.
    pub levels: Vec<LevelWords>,
    #[serde(default)]
    pub controls: Vec<Control>,
    /// Codes and names that stand after `REL TO` and before a level that is not the United States'.
    #[serde(default)]
    pub countries: Vec<String>,
    /// Codes that count in lists only, since before a level they may be words of something else: `MAR`.
    #[serde(default)]
    pub listed: Vec<String>,
    /// Whose level a short word of a portion names, where it says so itself: `NS` is NATO's.
    #[serde(default)]
    pub portion_owners: BTreeMap<String, String>,
    /// Names that stand for several countries: `FVEY`.
    #[serde(default)]
    pub groups: BTreeMap<String, Vec<String>>,
    /// Names of countries that have a code in lists: `UK`.
    #[serde(default)]
    pub aliases: BTreeMap<String, String>,
    /// What follows `Declassify on`, from the most to the least protective.
    #[serde(default)]
    pub instructions: Vec<Instruction>,
    /// Lines that are an instruction without a caption: the groups of automatic downgrading.
    #[serde(default)]
    pub schedules: Vec<Schedule>,
    #[serde(default)]
    pub captions: Captions,
    /// Words that say that a marking no longer holds: `DECLASSIFIED`, `CANCELLED`.
    #[serde(default)]
    pub cancellations: Vec<String>,
    /// With what lines begin that name the level to which a marking was changed: `DOWNGRADED TO`.
    #[serde(default)]
    pub regradings: Vec<String>,
    /// With what lines begin that say how paper is handled: one beside a level that is no known control is a doubt.
    #[serde(default)]
    pub handling: Vec<String>,
    #[serde(default)]
    pub designation: Designation,
    #[serde(default)]
    pub sheets: Sheets,
}

/// Lines of a block that names what unclassified information is about and who may have it, beside a banner that does not.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Designation {
    /// Captions, a colon after them: `CUI CATEGORY`.
    #[serde(default)]
    pub categories: Vec<String>,
    #[serde(default)]
    pub dissemination: Vec<String>,
    /// What stands after the latter and limits nothing. Over the words in capitals.
    #[serde(default)]
    pub nothing: Vec<Pattern>,
}

/// What tells a message, whose captioned level is its own, from a record sheet about another document.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheets {
    /// With what the lines of a message's head begin: `FROM`, `PRIORITY`.
    #[serde(default)]
    pub message: Vec<String>,
    /// Captions of a record sheet: `BOX`, `PAGES`.
    #[serde(default)]
    pub record: Vec<String>,
    /// Words of the captions above a level in a form: `CLEARANCE`.
    #[serde(default)]
    pub captions: Vec<String>,
    /// What a sentence says before the level of its own page: `THIS PAGE IS`.
    #[serde(default)]
    pub statements: Vec<String>,
    /// Captions of the subject of a paper, which may bear a portion mark at its end.
    #[serde(default)]
    pub subjects: Vec<String>,
    /// What stands beside the level of a head or foot and leaves it what it is: `PAGE 1 OF 3`. Over the words in capitals.
    #[serde(default)]
    pub neighbours: Vec<Pattern>,
    /// What says there that the level holds on a condition: `WHEN SEPARATED FROM ENCLOSURE`.
    #[serde(default)]
    pub conditions: Vec<Pattern>,
    /// Phrases of which a level is a part and that mark nothing: `SECRET SERVICE`.
    #[serde(default)]
    pub phrases: Vec<String>,
    /// Words beside the lowest classified level with which firms and persons mark what is theirs: `COMPANY CONFIDENTIAL`.
    #[serde(default)]
    pub private: Vec<String>,
    /// What a sentence says that tells in advance when a marking ends, so that what it goes on with takes nothing back.
    #[serde(default)]
    pub scheduling: Vec<String>,
    /// Lines after which a message gives its level: `BT`.
    #[serde(default)]
    pub breaks: Vec<String>,
    /// How a message is sent, which stands beside its level and marks nothing: `EFTO`.
    #[serde(default)]
    pub sending: Vec<String>,
    /// What stands between the slashes of a message's level and marks nothing, such as the code of its subject.
    #[serde(default)]
    pub codes: Vec<Pattern>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelWords {
    /// The label of the pack.
    pub name: String,
    /// As it stands in a banner.
    pub spellings: Vec<String>,
    /// Whether it is a level of classified information, which nobody else sees unless it is released to them.
    #[serde(default)]
    pub classified: bool,
    /// As it stands in a portion mark: `TS`.
    #[serde(default)]
    pub portions: Vec<String>,
    /// As another government or an alliance prints it, after its own name: `RESTRICTED`. Counts as this level; without a
    /// name before it, it is a doubt.
    #[serde(default)]
    pub foreign: Vec<String>,
}

/// A control that stands beside a level.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// As it is reported.
    pub name: String,
    pub category: Category,
    /// As it stands in a banner; the name itself need not be repeated.
    #[serde(default)]
    pub spellings: Vec<String>,
    #[serde(default)]
    pub portions: Vec<String>,
    #[serde(default)]
    pub takes: Takes,
    /// The level of a page that shows this control alone.
    #[serde(default)]
    pub implies: Option<String>,
    /// Spellings that say enough without a level beside them, although the others do not: `HANDLE VIA COMINT CHANNELS ONLY`.
    #[serde(default)]
    pub alone: Vec<String>,
    /// Whether the spellings are words of everyday language too, which count only beside a level.
    #[serde(default)]
    pub only_beside_level: bool,
    /// Whether another name may follow after a slash without the control: `SAR-BP/CD-XR`.
    #[serde(default)]
    pub takes_further: bool,
    /// Controls beside which it does not stand, because they say more: `RELIDO` beside `NOFORN`.
    #[serde(default)]
    pub gives_way_to: Vec<String>,
    /// Whether it goes without saying beside another control of its category, and is reported only where none stands.
    #[serde(default)]
    pub said_by_others: bool,
}

/// Which part of a banner a control belongs to, in the order of a banner (CAPCO: level//SCI//SAP//AEA//FGI//
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

/// What may follow a control and belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takes {
    #[default]
    Nothing,
    /// Countries, separated by commas, slashes or spaces, which are part of its name: `FGI GBR DEU`.
    Countries,
    /// Countries to which it releases: `REL TO USA, GBR`.
    Release,
    /// The same, but standing before it: `USA/GBR EYES ONLY`.
    CountriesBefore,
    /// A name after a hyphen or space: `SAR-BUTTER POPCORN`, `SI-G ABCD`, `RD-SIGMA 1 3`.
    Name,
}

/// A kind of declassification instruction.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    /// Over the instruction in capitals without spaces: `25X[1-9]`.
    pub pattern: Pattern,
    pub meaning: String,
    /// Whether dates tell instructions of this kind apart: the later one protects more.
    #[serde(default)]
    pub dated: bool,
}

/// A line that is an instruction without a caption, with the line below it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Over the words in capitals, single spaces between them.
    pub lines: Pattern,
    /// The instruction; `$1` is what the first group of the pattern takes.
    pub says: String,
}

/// A regular expression that takes the whole text.
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

    /// A template filled with what the groups of the pattern take; `None` when it does not take the text.
    pub fn fill(&self, text: &str, template: &str) -> Option<String> {
        let taken = self.0.captures(text)?;
        let mut filled = String::new();
        taken.expand(template, &mut filled);
        Some(filled)
    }
}

/// Captions of the authority block (DoDM 5200.01 volume 2), without the colon.
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

    /// Place of a level, the least protective first; `None` for a name that is no level.
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
