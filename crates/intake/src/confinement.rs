//! How far the system confines a reader, and the least that the program accepts. What a reader gives up is in the
//! reader's `cage`.

use crate::outcome::{Failure, Outcome};
use crate::recogniser::Recogniser;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Environment variable with the least level to accept instead of the program's own, by name. Deliberately no setting
/// of the workspace or the window: neither a workspace from elsewhere nor a page may lower it.
pub const CONFINEMENT_VARIABLE: &str = "TOUCHSTONE_CONFINEMENT";

/// Levels, from least to most confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Confinement {
    /// A separate process with the rights of the user.
    None,
    /// The same, with limits on memory and files.
    Limits,
    /// Runs one other program, which reads the files of the system. No network, no writing, no signals.
    Program,
    /// Makes only the system calls that reading needs: no files, network, processes or signals.
    Calls,
    /// The same, and the kernel withholds files a second way (Landlock).
    Full,
}

impl Confinement {
    pub const ALL: [Self; 5] = [Self::None, Self::Limits, Self::Program, Self::Calls, Self::Full];

    /// Its name in messages and in `TOUCHSTONE_CONFINEMENT`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Limits => "limits",
            Self::Program => "program",
            Self::Calls => "calls",
            Self::Full => "full",
        }
    }

    /// The least level accepted of a document reader (`None`) or of a recognition process. Systems other than Linux
    /// have no cage yet.
    pub const fn least(recogniser: Option<Recogniser>) -> Self {
        if !cfg!(target_os = "linux") {
            return Self::None;
        }
        match recogniser {
            Some(Recogniser::Tesseract) => Self::Program,
            Some(Recogniser::BuiltIn | Recogniser::OnnxRuntime) | None => Self::Calls,
        }
    }

    /// What it means, for `touchstone doctor` and the window.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::None => "NOT CONFINED, the rights of the user",
            Self::Limits => "LIMITS ONLY, otherwise the rights of the user",
            Self::Program => "no network, no writing; runs one program that reads the files of the system",
            Self::Calls => "no files, network or processes, by system calls only (this kernel has no Landlock)",
            Self::Full => "no files, network or processes",
        }
    }
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.meaning())
    }
}

impl FromStr for Confinement {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| {
            format!(
                "unknown level of confinement {name:?} in {CONFINEMENT_VARIABLE}: use {}",
                Self::ALL.map(Self::name).join(", ")
            )
        })
    }
}

/// The named level, else the program's own. A name that is unknown fails with `Outcome::Io`: it may have been meant to
/// be stricter.
pub(crate) fn least(named: Option<&str>, recogniser: Option<Recogniser>) -> Result<Confinement, Failure> {
    match named {
        Some(name) => name
            .parse()
            .map_err(|message: String| Failure::new(Outcome::Io, message)),
        None => Ok(Confinement::least(recogniser)),
    }
}

/// Fails with `Outcome::Io` if a reader is confined less than required.
pub(crate) fn require(reached: Confinement, least: Confinement, program: &str) -> Result<(), Failure> {
    if reached >= least {
        return Ok(());
    }
    let message = format!(
        "reader {program} is not confined enough to be given a document: it reached `{reached}`, and `{}` is the least. \
         Use a kernel with seccomp, or accept the risk with {CONFINEMENT_VARIABLE}={}",
        least.name(),
        reached.name()
    );
    Err(Failure::new(Outcome::Io, message))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_level_is_found_by_its_name_and_they_ascend() {
        for level in Confinement::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!(Confinement::ALL.is_sorted());
        assert!(
            "".parse::<Confinement>()
                .unwrap_err()
                .contains("none, limits, program, calls, full")
        );
    }

    #[test]
    fn a_reader_below_the_least_level_is_refused_unless_that_is_named() {
        let check = |reached, named: Option<&str>, expected: bool| {
            let least = least(named, None).unwrap();
            assert_eq!(require(reached, least, "r").is_ok(), expected, "{reached} {named:?}");
        };
        check(Confinement::Full, None, true);
        check(Confinement::Limits, Some("limits"), true);
        check(Confinement::None, Some("limits"), false);
        check(Confinement::Calls, Some("full"), false);
        if cfg!(target_os = "linux") {
            check(Confinement::Calls, None, true);
            check(Confinement::Program, None, false);
            check(Confinement::Limits, None, false);
        }
        assert_eq!(least(Some("ful"), None).unwrap_err().outcome, Outcome::Io);
        let message = require(Confinement::Limits, Confinement::Calls, "r")
            .unwrap_err()
            .message;
        assert!(message.contains("TOUCHSTONE_CONFINEMENT=limits"), "{message}");
    }
}
