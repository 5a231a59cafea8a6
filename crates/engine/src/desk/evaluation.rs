//! A comparison of two sides as the window shows it, with the documents behind each figure.

use super::Desk;
use super::sides::{Comparison, SidesOrder};
use super::views::{
    BinView, CellView, EffortView, EvaluationQuery, EvaluationView, FieldScoreView, FigureView, Proportion,
    ReliabilityView, StepOfReview, TypeScoreView,
};
use crate::evaluate::{Bin, Effort, Judged, Ranking, Reviewed, Share, lines};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;

impl Desk {
    /// Compares two sides for the window. Returns `None` if stopped.
    pub async fn evaluation(
        &self,
        query: EvaluationQuery,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<Option<EvaluationView>> {
        let order = SidesOrder {
            of: query.of,
            against: query.against,
            pack: query.pack,
        };
        let compared = self.compare_sides(&order, stop, progress).await?;
        Ok(compared.map(view))
    }
}

fn view(compared: Comparison) -> EvaluationView {
    let (score, judged) = (&compared.score, &compared.judged);
    let all = &score.all;
    let figures = lines(all, score.against).into_iter().map(|(name, value)| FigureView {
        name: name.to_owned(),
        value,
    });
    EvaluationView {
        kind: score.against,
        documents: compared.documents.iter().map(ToString::to_string).collect(),
        summary: figures.collect(),
        confusion: confusion(judged),
        types: types(&compared),
        fields: fields(&compared),
        value_confidence: reliability(&all.value_confidence),
        type_confidence: reliability(&all.type_confidence),
        errors: all.reviewed.errors as u32,
        review: review(&all.reviewed),
        effort: effort(&all.effort),
        effort_against: compared.effort_against.as_ref().map(effort),
        of: compared.of,
        against: compared.against,
        unreadable: compared.unreadable,
    }
}

/// The documents with something, by position.
fn positions<'j>(judged: &'j [Judged], holds: impl Fn(&Judged) -> bool + 'j) -> Vec<u32> {
    let which = (0..).zip(judged).filter(|(_, one)| holds(one));
    which.map(|(at, _)| at).collect()
}

fn confusion(judged: &[Judged]) -> Vec<CellView> {
    let mut cells: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
    for (at, one) in (0..).zip(judged) {
        if let Some(known) = &one.wanted {
            cells.entry((known, &one.found)).or_default().push(at);
        }
    }
    let cell = |((known, found), documents): ((&str, &str), Vec<u32>)| CellView {
        known: known.to_owned(),
        found: found.to_owned(),
        documents,
    };
    cells.into_iter().map(cell).collect()
}

fn types(compared: &Comparison) -> Vec<TypeScoreView> {
    let types = compared.score.types.iter();
    types
        .map(|(label, own)| TypeScoreView {
            label: label.clone(),
            recall: proportion(&own.recall),
            precision: proportion(&own.precision),
            exact: proportion(&own.values.exact),
            normalised: proportion(&own.values.normalised),
            invented: own.values.invented as u32,
            differ: positions(&compared.judged, |one| {
                let known = one.wanted.as_ref();
                let of_label = known == Some(label) || one.found == *label;
                of_label && known.is_some_and(|known| *known != one.found) || differs(one, label, None)
            }),
        })
        .collect()
}

fn fields(compared: &Comparison) -> Vec<FieldScoreView> {
    let fields = compared.score.fields.iter();
    let each = fields.flat_map(|(label, fields)| fields.iter().map(move |(name, own)| (label, name, own)));
    each.map(|(label, name, own)| FieldScoreView {
        label: label.clone(),
        field: name.clone(),
        exact: proportion(&own.exact),
        normalised: proportion(&own.normalised),
        invented: own.invented as u32,
        differ: positions(&compared.judged, |one| differs(one, label, Some(name))),
    })
    .collect()
}

/// Whether a value of a label, or of one field of it, is another one.
fn differs(one: &Judged, label: &str, field: Option<&str>) -> bool {
    let mut values = one.values.iter();
    values.any(|value| {
        !value.verdict.is_right() && value.label == label && field.is_none_or(|field| value.field == field)
    })
}

fn reliability(from: &Ranking) -> ReliabilityView {
    ReliabilityView {
        judged: from.judged as u32,
        wrong: from.wrong as u32,
        auroc: from.auroc,
        ece: from.ece,
        bins: from.bins.iter().map(bin).collect(),
    }
}

fn bin(from: &Bin) -> BinView {
    BinView {
        from: from.from,
        to: from.to,
        confidence: from.confidence,
        right: proportion(&from.right),
    }
}

fn review(from: &Reviewed) -> Vec<StepOfReview> {
    let both = from.by_confidence.iter().zip(&from.by_issues);
    both.map(|(first, second)| StepOfReview {
        reviewed: first.reviewed,
        by_confidence: first.found,
        by_issues: second.found,
    })
    .collect()
}

fn effort(from: &Effort) -> EffortView {
    EffortView {
        documents: from.documents as u32,
        cost_usd: from.cost_usd,
        seconds: from.seconds,
        cost_usd_per_document: from.cost_usd_per_document,
        seconds_per_document: from.seconds_per_document,
    }
}

fn proportion(from: &Share) -> Proportion {
    Proportion {
        hits: from.hits as u32,
        of: from.of as u32,
        value: from.value,
        low: from.low,
        high: from.high,
    }
}
