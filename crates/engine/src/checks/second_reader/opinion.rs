//! What the second reader makes of the pages of a form.

use super::given::{Given, fits, specs};
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Evidence, Extent};
use touchstone_core::text::evidence_of;
use touchstone_intake::Reading;
use touchstone_second::{Candidate, Feature, Model, Scored, score};

/// Min log odds of a value for a field that has none, or another one.
pub(super) const SURE: f32 = 3.0;
/// Min log odds of a value: the second reader is asked which field a value belongs to, less whether it is one.
pub(super) const VALUE: f32 = -8.0;

/// The candidates of a page, scored for the fields of a form that they can be values of.
pub(crate) fn fitting(model: &Model, template: &Template, described: &[(Candidate, Vec<Feature>)]) -> Vec<Scored> {
    let by_path: BTreeMap<String, &FieldSpec> = specs(template).into_iter().collect();
    let fields = model.fields(&template.label).iter();
    let specs: Vec<Option<&FieldSpec>> = fields.map(|path| by_path.get(path).copied()).collect();
    let mut scored = score(model, &template.label, described);
    for one in &mut scored {
        for (odds, spec) in one.odds.iter_mut().zip(&specs) {
            if !spec.is_some_and(|spec| fits(spec, &one.candidate)) {
                *odds = f32::MIN;
            }
        }
    }
    scored
}

/// A page of a form with its candidates.
#[derive(Clone, Copy)]
pub(crate) struct ScoredPage<'a> {
    pub page: u32,
    pub reading: &'a Reading,
    pub candidates: &'a [Scored],
}

pub(crate) struct Opinion<'a> {
    /// Paths of the fields without indices.
    pub(super) fields: &'a [String],
    pub(super) found: Vec<Found<'a>>,
}

/// A candidate on a page.
pub(crate) struct Found<'a> {
    pub(super) page: u32,
    pub(super) reading: &'a Reading,
    pub(super) scored: &'a Scored,
}

impl<'a> Found<'a> {
    pub(crate) fn candidate(&self) -> &'a Candidate {
        &self.scored.candidate
    }

    /// Its words, in as many pieces as they are in the reading.
    pub(crate) fn evidence(&self) -> Vec<Evidence> {
        let words = &self.scored.candidate.words;
        let pieces = words.chunk_by(|before, word| before + 1 == *word);
        let ranges = pieces.filter_map(|piece| Some(*piece.first()?..piece.last()? + 1));
        ranges
            .map(|range| evidence_of(self.page, self.reading, range))
            .collect()
    }
}

impl<'a> Opinion<'a> {
    /// The candidates in the part of the pages that belongs to the form.
    pub(crate) fn of(fields: &'a [String], extent: &Extent, pages: impl IntoIterator<Item = ScoredPage<'a>>) -> Self {
        let mut found = Vec::new();
        for ScoredPage {
            page,
            reading,
            candidates,
        } in pages
        {
            let own = candidates
                .iter()
                .filter(|one| !extent.is_anothers(&one.candidate.region));
            found.extend(own.map(|scored| Found { page, reading, scored }));
        }
        Self { fields, found }
    }

    /// The likeliest field of a candidate, with its odds.
    pub(super) fn best(&self, one: &Found) -> Option<(&'a str, f32)> {
        let index = one.scored.best()?;
        Some((self.fields.get(index)?, *one.scored.odds.get(index)?))
    }

    /// The likeliest odds of any candidate for a field.
    pub(super) fn highest(&self, field: usize) -> f32 {
        self.found
            .iter()
            .filter_map(|one| one.scored.odds.get(field))
            .copied()
            .fold(f32::MIN, f32::max)
    }

    /// Whether no other candidate is likelier a field's value.
    pub(super) fn is_likeliest(&self, one: &Found, field: &str) -> bool {
        let index = self.fields.iter().position(|own| own == field);
        index.is_some_and(|index| one.scored.odds.get(index) == Some(&self.highest(index)))
    }

    /// Whether a field's own value is surely its value, as that of a form whose page explains it once more is.
    pub(super) fn is_sure_of(&self, field: &str, values: &[Given]) -> bool {
        let is_own = |one: &Found| {
            let mut own = values.iter().filter(|value| value.field == field);
            own.any(|value| value.is_shown_by(&one.scored.candidate))
        };
        let is_sure = |one: &Found| self.best(one).is_some_and(|(best, odds)| best == field && odds > SURE);
        self.found.iter().any(|one| is_own(one) && is_sure(one))
    }

    /// The candidates that no field of the form has.
    fn untaken(&self, values: &[Given]) -> impl Iterator<Item = &Found<'a>> {
        let is_taken = |candidate: &Candidate| values.iter().any(|value| value.is_shown_by(candidate));
        let is_open = move |candidate: &Candidate| !candidate.meaning.is_zero() && !is_taken(candidate);
        self.found.iter().filter(move |one| is_open(&one.scored.candidate))
    }

    /// The likeliest untaken candidate for a field, which must have a value.
    pub(crate) fn likeliest(&self, field: &str, values: &[Given]) -> Option<&Found<'a>> {
        let index = self.fields.iter().position(|own| own == field)?;
        let odds = |one: &Found| one.scored.odds.get(index).copied().unwrap_or(f32::MIN);
        let likely = self.untaken(values).filter(|one| odds(one) > VALUE);
        likely.max_by(|a, b| odds(a).total_cmp(&odds(b)))
    }

    /// Candidates that are likely the value of a field but that no field of the form has, likeliest first.
    pub(crate) fn unclaimed(&self, values: &[Given]) -> Vec<(&'a str, &Found<'a>)> {
        let sure = self.untaken(values).filter_map(|one| {
            let (field, odds) = self.best(one).filter(|(_, odds)| *odds > SURE)?;
            Some((odds, field, one))
        });
        let mut sure: Vec<(f32, &str, &Found)> = sure.collect();
        sure.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        sure.into_iter().map(|(_, field, one)| (field, one)).collect()
    }
}
