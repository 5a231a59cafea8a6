//! Validation of a pack's `[[checks]]`: every form, field and figure they name exists and has the right format.

use super::at::{At, severity};
use super::raw::{RawListed, RawRule};
use super::{AtMostRule, DistinctRule, ExtraRate, Limit, Listed, PackError, RateRule, Rule, RuleKind, Template};
use crate::record::Format;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

type Years = BTreeMap<i32, BTreeMap<String, Decimal>>;

pub(super) fn rules(at: At, raw: &[RawRule], templates: &[Template], years: &Years) -> Result<Vec<Rule>, PackError> {
    let mut rules: Vec<Rule> = Vec::new();
    for (index, raw) in raw.iter().enumerate() {
        let key = format!("{}checks[{index}].", at.prefix);
        let names = Names {
            at: At {
                file: at.file,
                prefix: &key,
            },
            templates,
            years,
        };
        let next = names.rule(raw)?;
        if rules.iter().any(|rule| rule.kind == next.kind) {
            return Err(names.at.fault("check", "is a duplicate of an earlier rule"));
        }
        rules.push(next);
    }
    Ok(rules)
}

/// The names that a rule may use, and the rule's location.
pub(super) struct Names<'a> {
    pub(super) at: At<'a>,
    templates: &'a [Template],
    years: &'a Years,
}

impl Names<'_> {
    fn rule(&self, raw: &RawRule) -> Result<Rule, PackError> {
        let (chosen, kind) = match raw {
            RawRule::CompleteTypes { severity } => (severity, RuleKind::CompleteTypes),
            RawRule::SegmentShares { severity } => (severity, RuleKind::SegmentShares),
            RawRule::MixtureShares { severity } => (severity, RuleKind::MixtureShares),
            RawRule::Rate { severity, .. } => (severity, RuleKind::Rate(self.rate(raw)?)),
            RawRule::AtMost { severity, .. } => (severity, RuleKind::AtMost(self.at_most(raw)?)),
            RawRule::Distinct { severity, form, fields } => {
                for (index, field) in fields.iter().enumerate() {
                    self.field(form, &format!("fields[{index}]"), field)?;
                }
                if fields.len() < 2 {
                    return Err(self.at.fault("fields", "needs at least two to compare"));
                }
                let rule = DistinctRule {
                    form: form.clone(),
                    fields: fields.clone(),
                };
                (severity, RuleKind::Distinct(rule))
            }
            RawRule::Sum { severity, .. } => (severity, RuleKind::Sum(self.sum(raw)?)),
            RawRule::Product { severity, .. } => (severity, RuleKind::Product(self.product(raw)?)),
            RawRule::Proof { severity, .. } => (severity, RuleKind::Proof(self.proof(raw)?)),
            RawRule::Balance { severity, .. } => (severity, RuleKind::Balance(self.balance(raw)?)),
        };
        Ok(Rule {
            severity: chosen.map(severity),
            kind,
        })
    }

    fn rate(&self, raw: &RawRule) -> Result<RateRule, PackError> {
        let RawRule::Rate {
            form,
            result,
            of,
            rate,
            cap,
            extra_rate,
            extra_above,
            less,
            tolerance,
            relative_tolerance,
            ..
        } = raw
        else {
            return Err(self.at.fault("check", "is not `rate`"));
        };
        self.amounts(form, "result", std::slice::from_ref(result))?;
        self.amounts(form, "of", of)?;
        self.figure("rate", rate)?;
        if let Some(cap) = cap {
            self.figure("cap", cap)?;
        }
        let extra = match (extra_rate, extra_above) {
            (None, None) => None,
            (Some(rate), Some(above)) => {
                self.figure("extra_rate", rate)?;
                self.figure("extra_above", above)?;
                Some(ExtraRate {
                    rate: rate.clone(),
                    above: above.clone(),
                })
            }
            _ => return Err(self.at.fault("extra_rate", "must be given together with extra_above")),
        };
        Ok(RateRule {
            form: form.clone(),
            result: result.clone(),
            of: of.clone(),
            rate: rate.clone(),
            cap: cap.clone(),
            extra,
            less: self.listed(form, "less", less.as_ref())?,
            tolerance: self.at.decimal("tolerance", tolerance)?,
            relative_tolerance: self.at.decimal("relative_tolerance", relative_tolerance)?,
        })
    }

    fn at_most(&self, raw: &RawRule) -> Result<AtMostRule, PackError> {
        let RawRule::AtMost {
            form,
            fields,
            limit_fields,
            limit_figure,
            factor,
            add_back,
            reason,
            ..
        } = raw
        else {
            return Err(self.at.fault("check", "is not `at_most`"));
        };
        self.amounts(form, "fields", fields)?;
        self.at.filled("reason", reason)?;
        let limit = match limit_figure {
            Some(figure) if limit_fields.is_empty() && add_back.is_none() => {
                self.figure("limit_figure", figure)?;
                Limit::Figure(figure.clone())
            }
            Some(_) => {
                return Err(self
                    .at
                    .fault("limit_figure", "cannot be combined with limit_fields and add_back"));
            }
            None => {
                self.amounts(form, "limit_fields", limit_fields)?;
                Limit::Fields {
                    fields: limit_fields.clone(),
                    add_back: self.listed(form, "add_back", add_back.as_ref())?,
                }
            }
        };
        Ok(AtMostRule {
            form: form.clone(),
            fields: fields.clone(),
            limit,
            factor: factor
                .as_ref()
                .map_or(Ok(Decimal::ONE), |text| self.at.decimal("factor", text))?,
            reason: reason.clone(),
        })
    }

    fn listed(&self, form: &str, key: &str, raw: Option<&RawListed>) -> Result<Option<Listed>, PackError> {
        let Some(raw) = raw else { return Ok(None) };
        let field = self
            .form(form)?
            .field(&raw.list)
            .filter(|field| field.format == Format::List);
        let field = field.ok_or_else(|| {
            self.at
                .fault(&format!("{key}.list"), format!("`{}` is not a list field", raw.list))
        })?;
        for (name, part) in [("code", &raw.code), ("amount", &raw.amount)] {
            if field.part(part).is_none() {
                let reason = format!("`{}` has no part named `{part}`", raw.list);
                return Err(self.at.fault(&format!("{key}.{name}"), reason));
            }
        }
        Ok(Some(Listed {
            list: raw.list.clone(),
            code: raw.code.clone(),
            amount: raw.amount.clone(),
            codes: raw.codes.clone(),
        }))
    }

    pub(super) fn form(&self, form: &str) -> Result<&Template, PackError> {
        let found = self.templates.iter().find(|template| template.label == form);
        found.ok_or_else(|| self.at.fault("form", format!("`{form}` has no template")))
    }

    pub(super) fn field(&self, form: &str, key: &str, name: &str) -> Result<&super::FieldSpec, PackError> {
        let found = self.form(form)?.field(name);
        found.ok_or_else(|| self.at.fault(key, format!("`{form}` has no field named `{name}`")))
    }

    pub(super) fn amounts(&self, form: &str, key: &str, names: &[String]) -> Result<(), PackError> {
        if names.is_empty() {
            return Err(self.at.fault(key, "names no field"));
        }
        for name in names {
            if self.field(form, key, name)?.format != Format::Currency {
                return Err(self.at.fault(key, format!("`{name}` is not an amount")));
            }
        }
        Ok(())
    }

    fn figure(&self, key: &str, name: &str) -> Result<(), PackError> {
        if self.years.values().any(|figures| figures.contains_key(name)) {
            return Ok(());
        }
        Err(self.at.fault(key, format!("no year has a figure named `{name}`")))
    }
}
