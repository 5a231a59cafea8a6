//! What two consecutive pages of a chart show about whether the second begins a document, and the weight of each sign:
//! a pack's `calibration-starts.toml`, written by `scripts/fit_starts.py`. Which signs hold is found by the engine.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Identifies the file format.
pub const STARTS_SCHEMA: &str = "touchstone.starts/1";

/// A sign that a page begins a document, or that it continues the page before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartSign {
    /// Every page has it: how seldom pages begin documents.
    Always,
    /// The page count begins, or the page is the first of a group with the same total.
    FirstOfCount,
    NextOfCount,
    /// A later page of a total, but not the next one.
    LaterOfCount,
    /// Pages of one count lie together in another order.
    OutOfOrder,
    /// The page before is the last of its count, and this one has none.
    AfterCount,
    /// A count through the whole chart may be the chart's own.
    ChartCount,
    /// The same, with the same document number or without any sign of a new document.
    ChartCountOfPaper,
    Title,
    /// The title of the page before, as running heads repeat it.
    SameTitle,
    /// A title with the author and the time, `Progress Notes by Rosa Holm at 9:40`, which the page before has otherwise.
    OtherByline,
    OtherNumber,
    SameNumber,
    OtherDay,
    SameDay,
    PatientBlock,
    OtherPatient,
    Letterhead,
    /// The issuer differs by name from that of the page before.
    OtherHouse,
    SameHead,
    /// The first heading is one that begins documents.
    Opening,
    /// A headline that the page before does not have.
    OtherHeadline,
    Salutation,
    Continued,
    /// A letter closes that began on the page before, and no title or letterhead appears.
    LetterGoesOn,
    MidSentence,
    /// The patient on one row, and in a block or at the same position on the page before.
    RunningHead,
    /// Text stamped on every page at the same position.
    Stamped,
    /// Nearly all words are those of the page before. No other sign counts then, nor with `OutOfOrder`.
    Repeated,
    /// Few words, and no title, patient or salutation: a logo, an address, a signature.
    FewWords,
    /// Words that end documents are near the end of the page before.
    Ended,
    ShortPage,
    FullPage,
}

/// The log-odds that each sign adds.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartWeights {
    schema: String,
    /// What they were fitted on.
    pub fitted_on: String,
    pub weights: BTreeMap<StartSign, f64>,
}

impl StartWeights {
    /// Log-odds that a page with these signs begins a document.
    #[must_use]
    pub fn odds(&self, signs: &[StartSign]) -> f64 {
        signs.iter().filter_map(|sign| self.weights.get(sign)).sum()
    }

    /// Why the weights cannot be used, if they cannot.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        if self.schema != STARTS_SCHEMA {
            return Some(format!("the schema is `{}` instead of `{STARTS_SCHEMA}`", self.schema));
        }
        let wrong = self.weights.iter().find(|(_, weight)| !weight.is_finite());
        wrong.map(|(sign, weight)| format!("the weight of {sign:?} is {weight}"))
    }
}

impl StartSign {
    /// Its name in words, those of the file: `first of count`.
    #[must_use]
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push(' ');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}
