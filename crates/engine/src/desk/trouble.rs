//! Converts errors to messages for the user: what was attempted, and what to do next.

use super::views::Trouble;
use super::{OpenBlockers, Refusal};
use crate::error::Code;
use crate::provider::{Fault, ProviderError};
use crate::store::code_of;
use anyhow::Context;
use touchstone_core::record::DocumentId;
use touchstone_intake::{Failure, Outcome};

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Self {
        if let Some(refused) = error.downcast_ref::<ProviderError>() {
            return of_provider(refused);
        }
        if let Some(open) = error.downcast_ref::<OpenBlockers>() {
            return Self::new("open_blockers", &open.to_string(), "Resolve them, or accept anyway.");
        }
        let code = code_of(&error);
        let advice = code.map_or("Try again. If it happens again, copy the report in Settings.", advice);
        Self::new(code.map_or("failed", Code::as_str), &format!("{error:#}"), advice)
    }
}

fn advice(code: Code) -> &'static str {
    match code {
        Code::WorkspaceInUse => "Close the other program that uses the workspace, or wait until it is done.",
        Code::WorkspaceUnusable => "Check the folder of the workspace, or start with another one.",
        Code::NewerSchema => "Install the newest version of Touchstone.",
        Code::ReadOnly => "Make the folder writable, or copy the workspace to a place that is.",
        Code::DiskFull => "Free some disk space, then choose Resume.",
        Code::NotFound => "It may have been erased. Look at the library again.",
    }
}

/// Describes an error that stopped all work by its cause only; the log names the run.
pub(super) fn why_stopped(error: &anyhow::Error) -> Trouble {
    let code = code_of(error);
    let advice = code.map_or("Choose Resume to continue.", advice);
    Trouble::new(
        code.map_or("failed", Code::as_str),
        &error.root_cause().to_string(),
        advice,
    )
}

/// Advice if a model was not called or did not answer.
fn of_provider(error: &ProviderError) -> Trouble {
    let (code, advice) = match error.fault {
        Fault::NoConsent => ("no_consent", "Give your consent, or choose another engine in Settings."),
        Fault::OverLimit => ("over_limit", "Raise the spend limit in Settings."),
        Fault::Auth => ("no_key", "Store a valid key in Settings."),
        Fault::NotAllowed => (
            "local_only",
            "Choose an engine on this computer, or allow other addresses in Settings.",
        ),
        Fault::Billing => ("billing", "Check your account with the provider."),
        Fault::NoModel => (
            "no_model",
            "In Settings, choose a model that the provider offers; your own server must have it loaded.",
        ),
        _ => ("provider", "Try again later."),
    };
    Trouble::new(code, &error.to_string(), advice)
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        let advice = match failure.outcome {
            Outcome::PasswordNeeded => "Enter its password.",
            Outcome::Encrypted => "Ask for a copy without this protection.",
            Outcome::NotADocument => "Save it as a PDF, then add that.",
            Outcome::Empty => "Ask for the file again; this one is empty.",
            Outcome::Io => "Check that the file exists and can be read.",
            Outcome::TooManyPages | Outcome::PageTooLarge | Outcome::OutOfMemory | Outcome::TimedOut => {
                "Split the file into smaller ones, then add those."
            }
            _ => "Open it in another program and save it again, or ask for a better copy.",
        };
        Self::new(failure.outcome.as_str(), &failure.message, advice)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::File(failure) => failure.into(),
            Refusal::Store(error) => anyhow::Error::from(error).into(),
            Refusal::Request(error) => error.into(),
        }
    }
}

impl Trouble {
    pub fn new(code: &str, message: &str, advice: &str) -> Self {
        Self {
            code: code.to_owned(),
            message: sentence(message),
            advice: advice.to_owned(),
        }
    }
}

/// Adds an initial capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let whole = capital + letters.as_str();
    if whole.ends_with(['.', '!', '?']) {
        whole
    } else {
        whole + "."
    }
}

pub(super) fn parse_id(id: &str) -> anyhow::Result<DocumentId> {
    id.parse()
        .with_context(|| format!("could not look up document `{id}`: it is not a valid id"))
}

pub(super) fn parse_ids(ids: &[String]) -> anyhow::Result<Vec<DocumentId>> {
    ids.iter().map(|id| parse_id(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreError;

    #[test]
    fn troubles_are_sentences_with_advice() {
        let trouble = Trouble::from(anyhow::anyhow!("could not count").context(Code::DiskFull));
        assert_eq!(trouble.code, "disk_full");
        assert!(trouble.message.ends_with('.') && trouble.message.starts_with(char::is_uppercase));
        let trouble = Trouble::from(Failure::new(Outcome::PasswordNeeded, "a.pdf needs a password"));
        assert_eq!(
            (trouble.code.as_str(), trouble.message.as_str()),
            ("password_needed", "A.pdf needs a password.")
        );
        let full = StoreError::DiskFull {
            what: "store page 3".to_owned(),
        };
        let trouble = why_stopped(&anyhow::Error::from(full).context("run 0190-77 stopped and can be resumed"));
        assert_eq!(trouble.message, "Cannot store page 3: the disk is full.");
        assert_eq!(trouble.advice, "Free some disk space, then choose Resume.");
        assert_eq!(sentence("done!"), "Done!");
        assert!(parse_id("x").is_err());
    }
}
