//! The document types in a chart, as listed by a pack: signs of each kind by place on the page, text that begins or
//! ends a document, vendors and their documents, and captions of patient identifiers. Pages are examined in the
//! engine's `local`.

use super::starts::StartWeights;
use serde::Deserialize;

/// A pack's `kinds.toml`. Texts are compared ignoring case and punctuation.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Kinds of document; several may share a label.
    pub kinds: Vec<Kind>,
    #[serde(default)]
    pub vendors: Vec<Vendor>,
    /// Captions of values that identify a patient.
    #[serde(default)]
    pub patient: Vec<Identifier>,
    #[serde(default)]
    pub limits: Limits,
    /// Weights of the signs that a page begins a document, from a file of their own.
    #[serde(skip)]
    pub starts: StartWeights,
}

/// One kind of document.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Name shown to users: `progress note`, `fax cover sheet`.
    pub name: String,
    pub label: String,
    /// Whether such a document normally has one page, so that the next page begins another one.
    #[serde(default)]
    pub single_page: bool,
    /// Whether report names on it are orders or enclosures rather than mentions of findings.
    #[serde(default)]
    pub administrative: bool,
    pub signs: Vec<Signs>,
    /// Words in running text that only mention such a document.
    #[serde(default)]
    pub mentions: Vec<String>,
    /// Line beginnings that make the rest of the page a letter of this kind: signs of other kinds after them are
    /// quoted.
    #[serde(default)]
    pub salutations: Vec<String>,
}

/// Texts with the same zone and weight.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signs {
    pub zone: SignZone,
    pub weight: f64,
    pub texts: Vec<String>,
}

/// The place on a page where a text must appear to be a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignZone {
    /// A separate line near the top of the page.
    Title,
    /// Anywhere in a line that is set off as a title. Titles have too many wordings to list, but name the document
    /// in few words.
    Headline,
    /// The beginning of a section.
    Head,
    /// A section that such a document begins with.
    Opening,
    /// Letterhead, running header or footer.
    Margin,
    Body,
}

impl SignZone {
    /// Whether a text in this zone is the document's name.
    #[must_use]
    pub fn names_paper(self) -> bool {
        matches!(self, Self::Title | Self::Headline)
    }
}

/// A laboratory or hospital.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vendor {
    pub name: String,
    #[serde(default)]
    pub spellings: Vec<String>,
    /// Labels of the documents it makes.
    #[serde(default)]
    pub makes: Vec<String>,
}

/// A patient identifier. Only values under captions of the same identifier are compared.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identifier {
    /// Name shown to users: `name`, `date of birth`.
    pub what: String,
    pub form: IdentifierForm,
    pub captions: Vec<String>,
    /// Captions that count only in a row with another identifier: `RE: Jane Doe, DOB 1/15/1970`.
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

/// Text that begins, continues or ends a document of any kind.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Captions of a number that is unique to each document: `Accession number`.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Captions of the date that a document is about.
    #[serde(default)]
    pub days: Vec<String>,
    /// Words indicating that a page continues the previous one.
    #[serde(default)]
    pub continued: Vec<String>,
    /// Text printed on otherwise empty pages.
    #[serde(default)]
    pub blank: Vec<String>,
    /// Words that end a document.
    #[serde(default)]
    pub ends: Vec<String>,
    /// Words that letters of any kind begin and close with.
    #[serde(default)]
    pub salutations: Vec<String>,
    #[serde(default)]
    pub closings: Vec<String>,
    /// Generic words in names of hospitals, laboratories and practices, which do not distinguish them.
    #[serde(default)]
    pub houses: Vec<String>,
    /// Captions of other persons, whose names are not the patient's.
    #[serde(default)]
    pub others: Vec<String>,
}
