//! Requirements on a score, `exact=0.995`, `unseen.wrong_accepted=0`, for scripts that must fail when accuracy drops.

use super::figures::Share;
use super::score::{Score, Summary};
use super::truth::Split;
use std::str::FromStr;

/// One requirement.
#[derive(Debug, Clone)]
pub struct Gate {
    /// `None` for all documents, else those of one split.
    split: Option<Split>,
    figure: &'static Figure,
    limit: f64,
}

/// An invalid requirement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    #[error("`{0}` is not a requirement such as `exact=0.995`")]
    Shape(String),
    #[error("no figure is named `{name}`; known figures: {known}")]
    Unknown { name: String, known: String },
    #[error("`{0}` is neither `tuned` nor `unseen`")]
    Split(String),
}

#[derive(Debug)]
struct Figure {
    name: &'static str,
    /// Whether less is better.
    at_most: bool,
    /// `None` when nothing was measured.
    of: fn(&Summary) -> Option<f64>,
}

static FIGURES: [Figure; 22] = [
    least("types", |s| value(&s.types)),
    least("proposed", |s| value(&s.proposed)),
    least("segments", |s| value(&s.segments)),
    least("page_types", |s| value(&s.pages.types)),
    least("boundaries", |s| s.pages.f1),
    least("marked_pages", |s| value(&s.markings.pages)),
    least("markings", |s| value(&s.markings.documents)),
    least("exact", |s| value(&s.exact)),
    least("normalised", |s| value(&s.normalised)),
    least("accepted", |s| value(&s.accepted_of_clean)),
    least("auroc", |s| s.value_confidence.auroc),
    least("bins", |s| Some(s.value_confidence.bins.len() as f64)),
    least("documents", |s| Some(s.documents as f64)),
    most("ece", |s| s.value_confidence.ece),
    most("invented", |s| Some(s.invented as f64)),
    most("lost_rows", |s| Some(s.lost_rows as f64)),
    most("extra_rows", |s| Some(s.extra_rows as f64)),
    most("wrong_accepted", |s| Some(s.accepted_wrong as f64)),
    most("wrong_accepted_values", |s| Some(s.accepted_wrong_values as f64)),
    most("under_called", |s| Some(s.markings.under_called as f64)),
    most("under_called_accepted", |s| {
        Some(s.markings.under_called_accepted as f64)
    }),
    most("error_bound", |s| Some(s.accepted_error_bound)),
];

const fn least(name: &'static str, of: fn(&Summary) -> Option<f64>) -> Figure {
    Figure {
        name,
        at_most: false,
        of,
    }
}

const fn most(name: &'static str, of: fn(&Summary) -> Option<f64>) -> Figure {
    Figure {
        name,
        at_most: true,
        of,
    }
}

fn value(share: &Share) -> Option<f64> {
    share.value
}

impl FromStr for Gate {
    type Err = GateError;

    fn from_str(text: &str) -> Result<Self, GateError> {
        let shape = || GateError::Shape(text.to_owned());
        let (name, limit) = text.split_once('=').ok_or_else(shape)?;
        let limit: f64 = limit.trim().parse().map_err(|_| shape())?;
        let (split, name) = match name.trim().split_once('.') {
            None => (None, name.trim()),
            Some(("tuned", name)) => (Some(Split::Tuned), name),
            Some(("unseen", name)) => (Some(Split::Unseen), name),
            Some((other, _)) => return Err(GateError::Split(other.to_owned())),
        };
        let figure = FIGURES.iter().find(|figure| figure.name == name);
        let figure = figure.ok_or_else(|| GateError::Unknown {
            name: name.to_owned(),
            known: FIGURES.iter().map(|figure| figure.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(Self { split, figure, limit })
    }
}

impl Gate {
    /// Why the score does not meet the requirement; `None` if it does. A figure that was not measured fails.
    pub fn fault(&self, score: &Score) -> Option<String> {
        let summary = match self.split {
            None => Some(&score.all),
            Some(split) => score.splits.get(&split),
        };
        let value = summary.and_then(self.figure.of);
        let split = self.split.map_or("", |split| match split {
            Split::Tuned => "tuned.",
            Split::Unseen => "unseen.",
        });
        let (name, limit) = (self.figure.name, self.limit);
        let wanted = if self.figure.at_most { "at most" } else { "at least" };
        match value {
            None => Some(format!("{split}{name} was not measured, {wanted} {limit} is required")),
            Some(value) if self.figure.at_most && value <= limit || !self.figure.at_most && value >= limit => None,
            Some(value) => Some(format!("{split}{name} is {value:.5}, {wanted} {limit} is required")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::score;

    #[test]
    fn what_is_typed() {
        let check = |text: &str, wanted: &str| {
            let outcome = text
                .parse::<Gate>()
                .map_or_else(|error| error.to_string(), |gate| gate.figure.name.to_owned());
            assert!(outcome.contains(wanted), "{text}: {outcome}");
        };
        check("exact=0.995", "exact");
        check(" unseen.wrong_accepted = 0", "wrong_accepted");
        check("exact", "is not a requirement");
        check("exact=most", "is not a requirement");
        check("exactness=1", "known figures: types, proposed");
        check("seen.exact=1", "neither `tuned` nor `unseen`");
    }

    #[test]
    fn nothing_measured_reaches_nothing() {
        let fault = |text: &str| text.parse::<Gate>().ok().and_then(|gate| gate.fault(&score(&[])));
        assert_eq!(
            fault("types=0.5").as_deref(),
            Some("types was not measured, at least 0.5 is required")
        );
        assert_eq!(fault("wrong_accepted=0"), None);
        assert!(
            fault("unseen.wrong_accepted=0").is_some_and(|fault| fault.starts_with("unseen.wrong_accepted was not"))
        );
        assert_eq!(
            fault("documents=1").as_deref(),
            Some("documents is 0.00000, at least 1 is required")
        );
    }
}
