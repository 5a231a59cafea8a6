//! Issues: reasons to doubt a result. Checks raise them, the arbiter decides by them and the expert reads them.

use super::{Evidence, RunId};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Issue {
    /// `V3-0001`: the source, and its number among the source's issues in this run.
    pub id: String,
    pub run_id: RunId,
    /// The verification pass that found it, from 0.
    pub pass: u32,
    #[serde(flatten)]
    pub body: NewIssue,
}

/// An issue without an id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewIssue {
    pub raised_by: RaisedBy,
    /// Machine-readable name: `wrong_year`, `missing_field`, `fabricated_evidence`, ...
    pub code: String,
    /// Entry in the guide of the pack or the check, `IG-1`...
    pub guide_code: Option<String>,
    pub severity: Severity,
    /// Subject of the issue, as a path: `forms[1].wages_tips`, `segments[0]`, `document`.
    pub subject: String,
    /// Other values that may equally be wrong, such as all the amounts of a sum that does not add up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    pub message: String,
    pub expected: Option<String>,
    pub actual: Option<String>,
    pub suggestion: Option<String>,
    pub auto_fixable: bool,
    pub evidence: Vec<Evidence>,
}

impl NewIssue {
    /// Creates an issue without optional parts, which are set with the methods below.
    pub fn new(
        raised_by: RaisedBy,
        code: &str,
        severity: Severity,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            raised_by,
            code: code.to_owned(),
            guide_code: None,
            severity,
            subject: subject.into(),
            also: Vec::new(),
            message: message.into(),
            expected: None,
            actual: None,
            suggestion: None,
            auto_fixable: false,
            evidence: Vec::new(),
        }
    }

    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over numbers and texts alike")]
    pub fn expected(mut self, expected: impl ToString, actual: impl ToString) -> Self {
        self.expected = Some(expected.to_string());
        self.actual = Some(actual.to_string());
        self
    }

    #[must_use]
    pub fn also(mut self, subjects: Vec<String>) -> Self {
        self.also = subjects;
        self
    }

    /// The subject and all further subjects.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.subject).chain(&self.also).map(String::as_str)
    }

    #[must_use]
    pub fn suggestion(mut self, text: impl Into<String>) -> Self {
        self.suggestion = Some(text.into());
        self
    }

    #[must_use]
    pub fn guide(mut self, code: &str) -> Self {
        self.guide_code = Some(code.to_owned());
        self
    }

    #[must_use]
    pub fn fixable(mut self) -> Self {
        self.auto_fixable = true;
        self
    }

    #[must_use]
    pub fn evidence(mut self, evidence: Vec<Evidence>) -> Self {
        self.evidence = evidence;
        self
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RaisedBy {
    V1,
    V2,
    V3,
    V4,
    Grader,
    Intake,
    Agent,
    Readings,
}

impl RaisedBy {
    pub const ALL: [RaisedBy; 8] = [
        RaisedBy::V1,
        RaisedBy::V2,
        RaisedBy::V3,
        RaisedBy::V4,
        RaisedBy::Grader,
        RaisedBy::Intake,
        RaisedBy::Agent,
        RaisedBy::Readings,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            RaisedBy::V1 => "V1",
            RaisedBy::V2 => "V2",
            RaisedBy::V3 => "V3",
            RaisedBy::V4 => "V4",
            RaisedBy::Grader => "Grader",
            RaisedBy::Intake => "Intake",
            RaisedBy::Agent => "Agent",
            RaisedBy::Readings => "Readings",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.as_str() == name)
    }
}

/// Worst first, so that sorting puts BLOCKER on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Severity {
    Blocker,
    Major,
    Minor,
}

impl Severity {
    pub const ALL: [Severity; 3] = [Severity::Blocker, Severity::Major, Severity::Minor];

    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Blocker => "BLOCKER",
            Severity::Major => "MAJOR",
            Severity::Minor => "MINOR",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.as_str() == name)
    }
}
