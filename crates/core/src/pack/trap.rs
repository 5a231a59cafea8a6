//! What a pack sets as traps: signs that a document is not what it looks like, though every value on it may be read
//! right (seed 003, slide 5). Only data: what a trap finds is worked out in `checks`.

use crate::record::{Pattern, Severity, Sign};

/// One trap. Its name is the code of the issues it raises.
#[derive(Debug, Clone, PartialEq)]
pub struct Trap {
    pub name: String,
    pub severity: Severity,
    pub kind: TrapKind,
    /// What to tell the person.
    pub message: String,
    /// What the person may do about it.
    pub suggestion: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum TrapKind {
    /// Words stamped across a page: slanted, or in letters far larger than the page's.
    Words {
        words: Vec<String>,
        /// Whether a line of its own in ordinary size counts too. Not for words that are also captions of check boxes.
        alone: bool,
        /// Words with which a line may begin that goes on with a date, a dash or an explanation (see [`Stamps`]).
        begins: Vec<String>,
    },
    /// Check boxes that change what a form is worth.
    Ticked { fields: Vec<String> },
    /// Forms of one document for different tax years, when no year was asked for.
    Years,
    /// The same copy of a form more than once in a document.
    RepeatedCopy,
    /// A document that says the same as another one of the workspace.
    SameContent,
    /// Two forms that agree in who paid whom and differ in the amounts.
    Conflict(Conflict),
    /// A label that is PRIMARY though a vendor is named that does not make such papers.
    Vendor { vendors: Vec<String>, labels: Vec<String> },
    /// Words on the pages of a segment in which one of the labels is said to be present.
    SegmentWords { words: Vec<String>, labels: Vec<String> },
    /// Quotes of evidence that are nothing but running heads and feet. A pattern takes the whole quote in lower case.
    Quoted { patterns: Vec<Pattern> },
    /// Pages with one of these signs.
    Signs { signs: Vec<Sign> },
    /// Pages of one segment that are about different patients, by the captions of `kinds.toml`.
    Patient,
    /// Segments of one chart that are about different patients, unless a page declares a batch in one of these words.
    Patients { words: Vec<String> },
}

/// How a line goes on that begins with a word of a stamp.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stamps {
    /// Words that explain the first one: `copy`, `for review`, `W-2`. Others make it a name or a thing, as `Street` does.
    pub go_on: Vec<String>,
    /// Words behind a dash that make the line a rule and no stamp: `if`, `unless`.
    pub conditions: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// Labels; only forms of the same one are compared.
    pub forms: Vec<String>,
    /// Fields that both forms must have, and agree in.
    pub same: Vec<String>,
    /// Fields in which both agree, or which neither has.
    pub same_if_there: Vec<String>,
}
