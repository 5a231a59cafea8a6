//! What both reviewers of a document have, value by value, and how far they agree. Pure.

use crate::desk::fields::described;
use crate::desk::views::{AgreementView, EnteredValue, KappaView, SecondDifference};
use crate::evaluate::{Agreement, Kappa, same};
use crate::store::SecondReview;
use anyhow::Context;
use serde_json::{Value, json};
use touchstone_core::pack::{FieldSpec, Pack};
use touchstone_core::record::{Format, GroundTruth};
use touchstone_core::value;

/// One value as both reviewers have it.
pub(super) struct Both {
    pub(super) path: String,
    pub(super) title: String,
    pub(super) is_category: bool,
    pub(super) first: Value,
    pub(super) second: Value,
}

impl Both {
    pub(super) fn differs(&self) -> bool {
        !same(&self.first, &self.second)
    }
}

/// The type, and if both chose the same, each value that was asked for.
pub(super) fn compared(pack: &Pack, first: &GroundTruth, second: &SecondReview) -> Vec<Both> {
    let mut both = vec![Both {
        path: "label".to_owned(),
        title: "Type".to_owned(),
        is_category: true,
        first: json!(first.classification.label),
        second: json!(second.label),
    }];
    if first.classification.label != second.label {
        return both;
    }
    for (index, (form, entered)) in first.forms.iter().zip(&second.forms).enumerate() {
        for spec in pack
            .template_for(&form.label)
            .fields
            .iter()
            .filter(|spec| is_asked(spec))
        {
            let is_category = matches!(spec.format, Format::Bool | Format::Code(_) | Format::State);
            both.push(Both {
                path: format!("forms[{index}].{}", spec.name),
                title: format!("{}, {}", form.label, title(spec)),
                is_category,
                first: form.field(&spec.name).map_or(Value::Null, |field| field.value.clone()),
                second: entered.get(&spec.name).cloned().unwrap_or(Value::Null),
            });
        }
    }
    both
}

/// Lists are not asked for: a blank form cannot have their rows.
pub(super) fn is_asked(spec: &FieldSpec) -> bool {
    !matches!(spec.format, Format::List | Format::Count)
}

pub(super) fn title(spec: &FieldSpec) -> String {
    let described = described(Some(spec), &spec.name);
    match &spec.location {
        Some(location) => format!("{location}: {described}"),
        None => described,
    }
}

/// Where the reviewers differ, for people.
pub(super) fn differences(both: &[Both]) -> Vec<SecondDifference> {
    let shown = |value: &Value| match value {
        Value::Null => "blank".to_owned(),
        other => value::print(other),
    };
    let differing = both.iter().filter(|both| both.differs());
    differing
        .map(|both| SecondDifference {
            path: both.path.clone(),
            title: both.title.clone(),
            first: shown(&both.first),
            second: shown(&both.second),
        })
        .collect()
}

/// The type first, then the fields in the order they were met.
pub(super) fn agreement(pairs: &[Both]) -> Vec<AgreementView> {
    let mut titles: Vec<&str> = Vec::new();
    for both in pairs {
        if !titles.contains(&both.title.as_str()) {
            titles.push(&both.title);
        }
    }
    let of_title = |title: &&str| {
        let of: Vec<&Both> = pairs.iter().filter(|both| both.title == **title).collect();
        let is_category = of.iter().all(|both| both.is_category);
        let judged = Agreement::of_categories(&of.iter().map(|both| categories(both)).collect::<Vec<_>>());
        AgreementView {
            title: (*title).to_owned(),
            same: judged.share.hits as u32,
            of: judged.share.of as u32,
            low: judged.share.low,
            high: judged.share.high,
            kappa: judged.kappa.filter(|_| is_category).map(kappa),
        }
    };
    titles.iter().map(of_title).collect()
}

/// The values as categories, which are equal if the values are the same to a person.
fn categories(both: &Both) -> (String, String) {
    let name = |value: &Value| match value {
        Value::Null | Value::Bool(false) => String::new(),
        other => value::print(other),
    };
    let first = name(&both.first);
    let second = if both.differs() {
        name(&both.second)
    } else {
        first.clone()
    };
    (first, second)
}

fn kappa(of: Kappa) -> KappaView {
    KappaView {
        value: of.value,
        low: of.low,
        high: of.high,
    }
}

/// A ruling as the correction that it becomes.
pub(super) fn entry(path: &str, value: Value) -> anyhow::Result<EnteredValue> {
    let Some((index, path)) = path.strip_prefix("forms[").and_then(|rest| rest.split_once("].")) else {
        return Ok(EnteredValue {
            form: None,
            path: path.to_owned(),
            value,
        });
    };
    Ok(EnteredValue {
        form: Some(index.parse().context("the path names no form")?),
        path: path.to_owned(),
        value,
    })
}
