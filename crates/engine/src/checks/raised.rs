//! The kinds of issues that checks raise, as the list of checks names them.

use touchstone_core::record::Severity;

/// One kind of issue that a check raises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raised {
    pub code: &'static str,
    /// The check's default; a pack may override it where it switches the check on.
    pub severity: Severity,
    pub fixable: bool,
    /// Whether the issue concerns the document's content rather than its reading: confirming the values as printed
    /// does not settle it.
    pub fact: bool,
    /// The meaning of the issue, as listed in docs/checks.md.
    pub meaning: &'static str,
}

pub(super) const fn blocker(code: &'static str, meaning: &'static str) -> Raised {
    Raised {
        code,
        severity: Severity::Blocker,
        fixable: false,
        fact: false,
        meaning,
    }
}

pub(super) const fn major(code: &'static str, meaning: &'static str) -> Raised {
    Raised {
        severity: Severity::Major,
        ..blocker(code, meaning)
    }
}

pub(super) const fn minor(code: &'static str, meaning: &'static str) -> Raised {
    Raised {
        severity: Severity::Minor,
        ..blocker(code, meaning)
    }
}

pub(super) const fn fixable(raised: Raised) -> Raised {
    Raised {
        fixable: true,
        ..raised
    }
}

pub(super) const fn fact(raised: Raised) -> Raised {
    Raised { fact: true, ..raised }
}
