//! What the papers of a chart look like, as a pack lists it: signs of each kind by where they stand, what begins and ends
//! a paper, who makes what, and how a paper says whom it is about. Not here: looking at a page (the engine's `local`).

use serde::Deserialize;

/// A pack's `kinds.toml`. Texts are compared without case and punctuation.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Kinds of paper; several may share a label.
    pub kinds: Vec<Kind>,
    #[serde(default)]
    pub vendors: Vec<Vendor>,
    /// Captions of what tells one patient from another.
    #[serde(default)]
    pub patient: Vec<Identifier>,
    #[serde(default)]
    pub limits: Limits,
}

/// One kind of paper.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What a person calls it: `progress note`, `fax cover sheet`.
    pub name: String,
    pub label: String,
    /// Whether such a paper has one page as a rule, so that the next page begins another one.
    #[serde(default)]
    pub single_page: bool,
    /// Names of reports on it say what is ordered or sent and are no mention of a finding.
    #[serde(default)]
    pub administrative: bool,
    pub signs: Vec<Signs>,
    /// Words in running text that only speak of such a paper.
    #[serde(default)]
    pub mentions: Vec<String>,
    /// With what a line begins that makes the rest of the page a letter of this kind: what papers of other kinds show
    /// after it is quoted.
    #[serde(default)]
    pub salutations: Vec<String>,
}

/// Texts that count alike.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signs {
    pub zone: SignZone,
    pub weight: f64,
    pub texts: Vec<String>,
}

/// Where on a page a text has to stand to be a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignZone {
    /// A line of its own near the head of the page.
    Title,
    /// Anywhere in a line that is set off as the name of the paper: titles have more wordings than a list can hold, but
    /// say with few words what they are of.
    Headline,
    /// The beginning of a section.
    Head,
    /// A section with which such a paper begins.
    Opening,
    /// Letterhead, running head and foot.
    Margin,
    Body,
}

impl SignZone {
    /// Whether a text there names the paper.
    #[must_use]
    pub fn names_paper(self) -> bool {
        matches!(self, Self::Title | Self::Headline)
    }
}

/// A laboratory or hospital by name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vendor {
    pub name: String,
    #[serde(default)]
    pub spellings: Vec<String>,
    /// Labels of what it makes.
    #[serde(default)]
    pub makes: Vec<String>,
}

/// What identifies a patient. Only values below captions of the same identifier are compared.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identifier {
    /// What a person calls it: `name`, `date of birth`.
    pub what: String,
    pub form: IdentifierForm,
    pub captions: Vec<String>,
    /// Captions that count only on a row with another identifier: `RE: Jane Doe, DOB 1/15/1970`.
    #[serde(default)]
    pub beside: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdentifierForm {
    Name,
    Day,
    Number,
}

/// What begins, continues and ends a paper, whatever its kind.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Captions of a number that each paper has of its own: `Accession number`.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Captions of the day that a paper is about.
    #[serde(default)]
    pub days: Vec<String>,
    /// Words that say that a page goes on with the one before.
    #[serde(default)]
    pub continued: Vec<String>,
    /// What is printed on pages that are otherwise empty.
    #[serde(default)]
    pub blank: Vec<String>,
    /// Words with which a paper ends.
    #[serde(default)]
    pub ends: Vec<String>,
    /// With what letters begin and close, whoever writes them.
    #[serde(default)]
    pub salutations: Vec<String>,
    #[serde(default)]
    pub closings: Vec<String>,
    /// Words in the names of hospitals, laboratories and practices, which tell none of them from another.
    #[serde(default)]
    pub houses: Vec<String>,
    /// Words of the lines that a fax machine prints at the edge; their page numbers count the transmission.
    #[serde(default)]
    pub transmission: Vec<String>,
    /// Captions of other persons, whose names are not the patient's.
    #[serde(default)]
    pub others: Vec<String>,
}
