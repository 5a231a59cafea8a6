//! Cross-checks of one form: evaluates the pack's `rate`, `at_most` and `distinct` rules on its fields. Used by V2
//! and by the grader. A rule does not apply when its fields are missing or its year has no figures.

use super::model::{CrossCheck, Fields, INCONSISTENT};
use super::sums::sums;
use crate::pack::{AtMostRule, DistinctRule, Limit, Listed, Pack, RateRule, Rule, RuleKind, Template};
use crate::record::{Field, Severity};
use crate::value;
use crate::value::{money, tin};
use rust_decimal::Decimal;
use serde_json::Value;
use std::collections::BTreeSet;

impl CrossCheck {
    /// The message when the check fails. Any of the amounts may be wrong, so it does not blame a particular one.
    pub fn failure(&self) -> String {
        match self.amounts.as_slice() {
            [] | [_] => self.message.clone(),
            [first @ .., last] => format!(
                "{}; {} and {last} do not match, so one of them is wrong",
                self.message,
                first.join(", ")
            ),
        }
    }

    /// The expected value of the judged field.
    pub fn expectation(&self) -> String {
        if self.amounts.len() < 2 {
            return self.expected.clone();
        }
        format!("{}, if the other amounts are right", self.expected)
    }
}

/// Whether an amount was printed without cents, so that it may have been rounded.
fn is_whole_dollars(field: &Field) -> bool {
    let (Some(value), Some(raw)) = (field.text(), &field.raw) else {
        return false;
    };
    value
        .strip_suffix(".00")
        .is_some_and(|dollars| tin::digits(dollars) == tin::digits(raw))
}

/// All rules that apply to a form of `label`. `year` is used for a form without a tax year.
pub fn cross_checks(pack: &Pack, label: &str, fields: &Fields, year: Option<i32>) -> Vec<CrossCheck> {
    let form = Sums {
        pack,
        template: pack.template_for(label),
        fields,
        year: own_year(fields).or(year),
    };
    let applied = pack.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::Rate(rate) if rate.form == label => form.rate(rule, rate),
        RuleKind::AtMost(most) if most.form == label => form.at_most(rule, most),
        RuleKind::Distinct(distinct) if distinct.form == label => form.distinct(rule, distinct),
        _ => None,
    });
    applied.chain(sums(pack, label, fields)).collect()
}

/// The tax year stated on the form itself.
pub fn own_year(fields: &Fields) -> Option<i32> {
    let year = fields.get("tax_year")?.value.as_i64()?;
    i32::try_from(year).ok()
}

struct Sums<'a> {
    pack: &'a Pack,
    template: &'a Template,
    fields: &'a Fields,
    year: Option<i32>,
}

impl Sums<'_> {
    /// The fields as shown to a user: description and box.
    fn called(&self, names: &[String], between: &str) -> String {
        let described = names.iter().map(|name| self.template.described(name));
        described.collect::<Vec<_>>().join(between)
    }

    fn amount(&self, name: &str) -> Option<Decimal> {
        money::of(&self.fields.get(name)?.value)
    }

    /// The sum of the fields that have an amount; `None` if there are none.
    fn sum(&self, names: &[String]) -> Option<Decimal> {
        names.iter().filter_map(|name| self.amount(name)).reduce(|a, b| a + b)
    }

    /// Max effect of rounding to whole dollars on a sum: half a dollar for each amount printed without cents.
    fn rounding<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> Decimal {
        let whole = names
            .into_iter()
            .filter(|name| self.fields.get(*name).is_some_and(is_whole_dollars));
        Decimal::new(5, 1) * Decimal::from(whole.count())
    }

    /// The fields that have an amount.
    fn filled<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> Vec<String> {
        let filled = names.into_iter().filter(|name| self.amount(name).is_some());
        filled.cloned().collect()
    }

    /// The amounts of the fields as printed.
    fn printed(&self, names: &[String]) -> Vec<String> {
        let fields = names.iter().filter_map(|name| self.fields.get(name));
        let printed = fields.map(|field| field.raw.clone().unwrap_or_else(|| value::print(&field.value)));
        printed.collect()
    }

    fn figure(&self, name: &str) -> Option<Decimal> {
        self.pack.figure(self.year?, name)
    }

    /// The rows of a list that count, each with its amount.
    fn rows(&self, listed: &Listed) -> Vec<(String, Decimal)> {
        let items = self.fields.get(&listed.list).and_then(|field| field.value.as_array());
        let counted = items.into_iter().flatten().enumerate().filter(|(_, item)| {
            let code = item.get(&listed.code).and_then(Value::as_str);
            code.is_some_and(|code| listed.codes.iter().any(|listed| listed == code))
        });
        let amount = |(index, item): (usize, &Value)| {
            let amount = money::of(item.get(&listed.amount)?)?;
            Some((format!("{}[{index}].{}", listed.list, listed.amount), amount))
        };
        counted.filter_map(amount).collect()
    }

    fn listed(&self, listed: &Listed) -> Decimal {
        self.rows(listed).into_iter().map(|(_, amount)| amount).sum()
    }

    /// Describes the expected share: `6.2 % of Social security wages (Box 3)`.
    fn share(&self, rate: &RateRule, capped: bool) -> Option<String> {
        let percent = |figure: Decimal| (figure * Decimal::ONE_HUNDRED).normalize();
        let of = self.called(&self.filled(&rate.of), " + ");
        let mut share = format!("{} % of {of}", percent(self.figure(&rate.rate)?));
        if let Some(cap) = rate.cap.as_ref().filter(|_| capped) {
            share = format!("{share} up to {}", money::print(self.figure(cap)?));
        }
        if let Some(extra) = &rate.extra
            && let (Some(second), Some(above)) = (self.figure(&extra.rate), self.figure(&extra.above))
            && self.sum(&rate.of)? > above
        {
            share = format!(
                "{share} plus {} % of the amount above {}",
                percent(second),
                money::print(above)
            );
        }
        Some(share)
    }

    fn rate(&self, rule: &Rule, rate: &RateRule) -> Option<CrossCheck> {
        let (actual, sum) = (self.amount(&rate.result)?, self.sum(&rate.of)?);
        let capped = match &rate.cap {
            Some(cap) => sum.min(self.figure(cap)?),
            None => sum,
        };
        let mut expected = self.figure(&rate.rate)? * capped;
        if let Some(extra) = &rate.extra
            && let (Some(second), Some(above)) = (self.figure(&extra.rate), self.figure(&extra.above))
        {
            expected += second * (sum - above).max(Decimal::ZERO);
        }
        if let Some(less) = &rate.less {
            // The uncollected tax cannot exceed the tax due: a larger amount was misread, and tax is never negative.
            expected = (expected - self.listed(less)).max(Decimal::ZERO);
        }
        let rounding = self.rounding([&rate.result]) + self.figure(&rate.rate)? * self.rounding(&rate.of);
        let tolerance = rate.tolerance.max(rate.relative_tolerance * expected.abs()) + rounding;
        let mut members = self.filled(&rate.of);
        let amounts = [self.printed(std::slice::from_ref(&rate.result)), self.printed(&members)].concat();
        let less = rate.less.iter().flat_map(|less| self.rows(less));
        members.extend(less.map(|(path, _)| path));
        let share = self.share(rate, capped < sum)?;
        Some(CrossCheck {
            code: INCONSISTENT,
            field: rate.result.clone(),
            members,
            passed: (actual - expected).abs() <= tolerance,
            proves: true,
            severity: rule.severity_or(Severity::Major),
            message: format!("{} should be {share}", self.template.described(&rate.result)),
            amounts,
            expected: money::print(expected),
            actual: money::print(actual),
        })
    }

    fn at_most(&self, rule: &Rule, most: &AtMostRule) -> Option<CrossCheck> {
        let actual = self.sum(&most.fields)?;
        let mut rounding = self.rounding(&most.fields);
        let mut members = self.filled(&most.fields);
        let mut amounts = Vec::new();
        let limit = match &most.limit {
            Limit::Figure(name) => self.figure(name)?,
            Limit::Fields { fields, add_back } => {
                rounding += self.rounding(fields);
                members.extend(self.filled(fields));
                amounts = self.printed(&members);
                let added = add_back.iter().flat_map(|listed| self.rows(listed));
                members.extend(added.map(|(path, _)| path));
                // A blank limit is zero: a tax withheld from nothing was read in the wrong place.
                self.sum(fields).unwrap_or_default()
                    + add_back.as_ref().map_or(Decimal::ZERO, |listed| self.listed(listed))
            }
        };
        let limit = most.factor * limit;
        let field = most.fields.first()?.clone();
        members.retain(|member| *member != field);
        Some(CrossCheck {
            code: INCONSISTENT,
            field,
            members,
            passed: actual <= limit + rounding,
            proves: false,
            severity: rule.severity_or(Severity::Major),
            message: format!("{} is too high: {}", self.called(&most.fields, " + "), most.reason),
            amounts,
            expected: format!("at most {}", money::print(limit)),
            actual: money::print(actual),
        })
    }

    fn distinct(&self, rule: &Rule, distinct: &DistinctRule) -> Option<CrossCheck> {
        let texts = distinct.fields.iter().map(|name| self.fields.get(name)?.text());
        let digits: Vec<String> = texts
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .map(tin::digits)
            .collect();
        let repeated = digits
            .iter()
            .enumerate()
            .find(|(index, text)| digits[..*index].contains(text));
        Some(CrossCheck {
            code: INCONSISTENT,
            field: distinct.fields.first()?.clone(),
            members: distinct.fields.iter().skip(1).cloned().collect(),
            passed: repeated.is_none(),
            proves: false,
            severity: rule.severity_or(Severity::Major),
            message: format!("{} cannot be the same number", self.called(&distinct.fields, " and ")),
            amounts: Vec::new(),
            expected: "different numbers".to_owned(),
            actual: repeated.map_or_else(String::new, |(_, text)| text.clone()),
        })
    }
}

/// The fields whose amounts satisfy an equation of the form.
pub fn proved(pack: &Pack, label: &str, fields: &Fields) -> BTreeSet<String> {
    let checks = cross_checks(pack, label, fields, None);
    let equal = checks.into_iter().filter(|check| check.passed && check.proves);
    equal
        .flat_map(|check| check.members.into_iter().chain([check.field]))
        .collect()
}
