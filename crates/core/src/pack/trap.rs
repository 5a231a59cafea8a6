//! The traps of a pack: signs that a document is not what it appears to be, even if every value is read correctly
//! (seed 003, slide 5). Data only; they are evaluated in the engine's checks.

use crate::record::{Pattern, Severity, Sign};

/// One trap. Its name is the issue code.
#[derive(Debug, Clone, PartialEq)]
pub struct Trap {
    pub name: String,
    pub severity: Severity,
    pub kind: TrapKind,
    /// The message to the user.
    pub message: String,
    /// Suggested action.
    pub suggestion: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum TrapKind {
    /// Words stamped across a page: slanted, or in letters far larger than the rest.
    Words {
        words: Vec<String>,
        /// Whether a separate line in ordinary size counts too. Not for words that are also captions of check boxes.
        alone: bool,
        /// Words that a stamp line may begin with before a date, a dash or an explanation (see [`Stamps`]).
        begins: Vec<String>,
    },
    /// Check boxes that affect the validity of a form.
    Ticked { fields: Vec<String> },
    /// Forms of one document for different tax years, when no year was requested.
    Years,
    /// The same copy of a form more than once in a document.
    RepeatedCopy,
    /// A document with the same content as another one in the workspace.
    SameContent,
    /// Two forms with the same payer and recipient but different amounts.
    Conflict(Conflict),
    /// A label judged PRIMARY although the document names a vendor that does not make such documents.
    Vendor { vendors: Vec<String>, labels: Vec<String> },
    /// Words on the pages of a segment in which one of the labels is judged present.
    SegmentWords { words: Vec<String>, labels: Vec<String> },
    /// Evidence quotes that consist only of running headers and footers. A pattern matches the entire quote in lower
    /// case.
    Quoted { patterns: Vec<Pattern> },
    /// Pages with one of these signs.
    Signs { signs: Vec<Sign> },
    /// Pages of one segment about different patients, by the captions of `kinds.toml`.
    Patient,
    /// Segments of one chart about different patients, unless a page announces a batch with one of these words.
    Patients { words: Vec<String> },
}

/// How a line continues that begins with a word of a stamp.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stamps {
    /// Words that explain the first one: `copy`, `for review`, `W-2`. Others make it a name or a thing, as `Street`
    /// does.
    pub go_on: Vec<String>,
    /// Words after a dash that make the line a condition instead of a stamp: `if`, `unless`.
    pub conditions: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// Labels; only forms with the same label are compared.
    pub forms: Vec<String>,
    /// Fields that both forms must have, with equal values.
    pub same: Vec<String>,
    /// Fields that must be equal or missing in both.
    pub same_if_there: Vec<String>,
    /// The field that names who issued the form.
    pub issuer: Option<String>,
    /// The check box of a form that replaces an earlier one.
    pub corrected: Option<String>,
}
