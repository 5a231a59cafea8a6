//! Reads a page: every candidate with the field it most likely belongs to.

use crate::around::Sight;
use crate::candidates::{Candidate, candidates};
use crate::features::{Feature, Setting, feature_of_label, features};
use crate::lines::{cells_of, lines};
use crate::model::Model;
use std::iter;
use touchstone_intake::{Region, Word};

/// The class of what is no value.
const NOTHING: &str = "-";

/// A candidate and how likely it is the value of each field of a form.
#[derive(Debug, Clone)]
pub struct Scored {
    pub candidate: Candidate,
    /// By field, in the order of `Model::fields`: logarithm of the odds that it is this field's value and not that of none.
    pub odds: Vec<f32>,
}

impl Scored {
    /// Index of the likeliest field.
    pub fn best(&self) -> Option<usize> {
        (0..self.odds.len()).max_by(|&a, &b| self.odds[a].total_cmp(&self.odds[b]))
    }
}

/// All candidates of a page with their features, whatever form is on it.
pub fn described(words: &[Word], cells: &[Region]) -> Vec<(Candidate, Vec<Feature>)> {
    let lines = lines(words);
    let cells = cells_of(words, cells);
    let candidates = candidates(words, &lines, &cells);
    let sight = Sight::new(words, &lines, &cells, &candidates);
    let setting = Setting::of(words, lines.len(), &candidates);
    let features: Vec<Vec<Feature>> = candidates
        .iter()
        .map(|candidate| features(&setting, &sight, candidate))
        .collect();
    candidates.into_iter().zip(features).collect()
}

/// The candidates of a page, scored for the fields of a form with this label.
pub fn score(model: &Model, label: &str, described: &[(Candidate, Vec<Feature>)]) -> Vec<Scored> {
    let fields = model.fields(label).iter();
    let own: Vec<usize> = fields.filter_map(|field| model.class(field)).collect();
    let Some(nothing) = model.class(NOTHING).filter(|_| !own.is_empty()) else {
        return Vec::new();
    };
    let of_label = feature_of_label(label);
    let scored = described.iter().map(|(candidate, features)| {
        let scores = model.scores(iter::once(&of_label).chain(features));
        let odds = own.iter().map(|&class| scores[class] - scores[nothing]).collect();
        let candidate = candidate.clone();
        Scored { candidate, odds }
    });
    scored.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::tests::page;
    use crate::model::tests::of;

    #[test]
    fn a_value_belongs_to_the_field_of_the_words_around_it() {
        let model = of(
            "W-2",
            &[
                ("l wages", "wages_tips"),
                ("a tax", "federal_tax_withheld"),
                ("l total", "tip"),
            ],
        );
        let words = page(&[
            &[("Wages", 0.0), ("1,234.50", 8.0), ("Tax", 60.0)],
            &[("99.00", 110.0)],
            &[("Total", 0.0)],
        ]);
        let described = described(&words, &[]);
        assert!(score(&model, "RECEIPT", &described).is_empty());
        let scored = score(&model, "W-2", &described);
        let odds = |text: &str| {
            scored
                .iter()
                .find(|one| one.candidate.text == text)
                .map(|one| one.odds.clone())
        };
        let (wages, tax) = (odds("1,234.50").unwrap(), odds("99.00").unwrap());
        assert!(wages[0] > 0.0 && wages[1] < 0.0, "{wages:?}");
        assert!(tax[0] < 0.0 && tax[1] > 0.0, "{tax:?}");
    }
}
