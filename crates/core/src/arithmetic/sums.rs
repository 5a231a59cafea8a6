//! Lists that add up: evaluates the pack's `sum`, `product`, `proof` and `balance` rules on one form. A list is
//! either proved complete by the total it adds up to, or reported as unproved. Rates and limits are in `cross`.

use super::model::{CrossCheck, Fields, INCONSISTENT};
use crate::pack::{
    BalanceRule, Below, FieldSpec, Pack, ProductRule, ProofRule, Rule, RuleKind, SumRule, Template, Term,
};
use crate::record::{Field, Severity};
use crate::value::{amount, money};
use rust_decimal::Decimal;
use serde_json::Value;

/// Issue code: nothing on the form shows whether the list is complete.
const UNPROVED: &str = "unproved_list";

/// All rules about sums that apply to a form of `label`.
pub(super) fn sums(pack: &Pack, label: &str, fields: &Fields) -> Vec<CrossCheck> {
    let form = Form {
        template: pack.template_for(label),
        fields,
    };
    let of_rule = |rule: &Rule| match &rule.kind {
        RuleKind::Sum(sum) if sum.form == label => form.sum(sum).into_iter().collect(),
        RuleKind::Product(product) if product.form == label => form.product(product).into_iter().collect(),
        RuleKind::Proof(proof) if proof.form == label => form.proof(proof).into_iter().collect(),
        RuleKind::Balance(balance) if balance.form == label => form.balance(balance),
        _ => Vec::new(),
    };
    let checks = pack.rules.iter().flat_map(|rule| {
        of_rule(rule).into_iter().map(|check| CrossCheck {
            severity: rule.severity_or(check.severity),
            ..check
        })
    });
    checks.collect()
}

struct Form<'a> {
    template: &'a Template,
    fields: &'a Fields,
}

fn check(code: &'static str, field: &str, difference: Decimal, message: String, pair: [Decimal; 2]) -> CrossCheck {
    CrossCheck {
        code,
        field: field.to_owned(),
        members: Vec::new(),
        passed: difference.is_zero(),
        proves: true,
        severity: Severity::Major,
        message,
        amounts: Vec::new(),
        expected: money::print(pair[0]),
        actual: money::print(pair[1]),
    }
}

/// A failed check: the list cannot be shown to be complete.
fn unproved(field: &str, severity: Severity, message: String, expected: &str) -> CrossCheck {
    CrossCheck {
        code: UNPROVED,
        field: field.to_owned(),
        members: Vec::new(),
        passed: false,
        proves: false,
        severity,
        message,
        amounts: Vec::new(),
        expected: expected.to_owned(),
        actual: "nothing".to_owned(),
    }
}

impl Form<'_> {
    fn filled(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(Field::is_filled)
    }

    fn amount(&self, name: &str) -> Option<Decimal> {
        money::of(&self.fields.get(name)?.value)
    }

    fn rows(&self, name: &str) -> &[Value] {
        let value = self.fields.get(name).map(|field| &field.value);
        value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// A term of a sum as shown to a user.
    fn called(&self, term: &Term) -> String {
        let field = self.template.described(&term.field);
        match &term.part {
            Some(part) => format!("{field} ({})", self.part(&term.field, part)),
            None => field,
        }
    }

    /// A column of a list as shown to a user.
    fn part(&self, list: &str, part: &str) -> String {
        let spec = self.template.field(list).and_then(|list| list.part(part));
        spec.map_or_else(|| part.to_owned(), FieldSpec::described)
    }

    fn term(&self, term: &Term) -> Decimal {
        let signed = |amount: Decimal| if term.negative { -amount.abs() } else { amount };
        let counts = |amount: &Decimal| match term.only {
            None => true,
            Some(Below::Zero) => amount.is_sign_negative(),
            Some(Below::NotZero) => !amount.is_sign_negative(),
        };
        match &term.part {
            None => self.amount(&term.field).filter(counts).map(signed).unwrap_or_default(),
            Some(part) => {
                let cells = self.rows(&term.field).iter().filter_map(|row| cell(row, part));
                cells.filter(counts).map(signed).sum()
            }
        }
    }

    fn sum(&self, rule: &SumRule) -> Option<CrossCheck> {
        let applies =
            rule.needs.iter().all(|name| self.filled(name)) && !rule.unless.iter().any(|name| self.filled(name));
        let actual = self.amount(&rule.result).filter(|_| applies)?;
        let sum = |terms: &[Term]| -> Decimal { terms.iter().map(|term| self.term(term)).sum() };
        let other = (!rule.or_of.is_empty()).then(|| sum(&rule.or_of));
        let expected = other.filter(|other| *other == actual).unwrap_or_else(|| sum(&rule.of));
        let difference = actual - expected;
        let terms: Vec<String> = rule.of.iter().map(|term| self.called(term)).collect();
        let message = format!(
            "{} does not reconcile with {}: the difference is {}",
            self.template.described(&rule.result),
            terms.join(" + "),
            money::print(difference)
        );
        let counted = if difference.abs() <= rule.tolerance {
            Decimal::ZERO
        } else {
            difference
        };
        // A list is named once, for all its rows.
        let mut members: Vec<String> = Vec::new();
        for term in rule.of.iter().chain(&rule.or_of) {
            if self.filled(&term.field) && !members.contains(&term.field) {
                members.push(term.field.clone());
            }
        }
        Some(CrossCheck {
            members,
            ..check(INCONSISTENT, &rule.result, counted, message, [expected, actual])
        })
    }

    /// The first row whose product differs from its amount.
    fn product(&self, rule: &ProductRule) -> Option<CrossCheck> {
        let judged = self.rows(&rule.list).iter().enumerate().filter_map(|(index, row)| {
            let [left, right] = &rule.of;
            let expected = number(row, left)?.saturating_mul(number(row, right)?);
            Some((index, expected, cell(row, &rule.result)?))
        });
        let wrong = |expected: &Decimal, actual: &Decimal| expected.saturating_sub(*actual).abs() > rule.tolerance;
        let judged: Vec<_> = judged.collect();
        let (index, expected, actual) = *judged
            .iter()
            .find(|(_, expected, actual)| wrong(expected, actual))
            .or(judged.first())?;
        let difference = if wrong(&expected, &actual) {
            actual.saturating_sub(expected)
        } else {
            Decimal::ZERO
        };
        let part = |name: &str| self.part(&rule.list, name);
        let message = format!(
            "row {} of {}: {} is not {} x {}",
            index + 1,
            self.template.described(&rule.list),
            part(&rule.result),
            part(&rule.of[0]),
            part(&rule.of[1])
        );
        let parts = rule.of.iter().chain([&rule.result]);
        Some(CrossCheck {
            members: parts.map(|part| format!("{}[{index}].{part}", rule.list)).collect(),
            ..check(INCONSISTENT, &rule.list, difference, message, [expected, actual])
        })
    }

    /// Rows without a total to add up to may be only some of many.
    fn proof(&self, rule: &ProofRule) -> Option<CrossCheck> {
        let list = self.template.described(&rule.list);
        let by: Vec<String> = rule.by.iter().map(|name| self.template.described(name)).collect();
        let by = by.join(" or ");
        if !rule.by.iter().any(|name| self.filled(name)) {
            let message = format!("without {by}, nothing proves that {list} is complete");
            return Some(unproved(&rule.list, Severity::Major, message, &by));
        }
        let empty = self.rows(&rule.list).is_empty();
        empty.then(|| {
            let message = format!("{list} is empty, so nothing adds up to {by}");
            unproved(&rule.list, Severity::Minor, message, "rows")
        })
    }

    fn balance(&self, rule: &BalanceRule) -> Vec<CrossCheck> {
        let rows = self.rows(&rule.list);
        let list = self.template.described(&rule.list);
        let amounts: Option<Vec<Decimal>> = rows.iter().map(|row| cell(row, &rule.amount)).collect();
        let Some(amounts) = amounts.map(|amounts| moved(rule, rows, amounts)) else {
            let message = format!("a row of {list} has no amount");
            return vec![unproved(&rule.list, Severity::Major, message, &rule.amount)];
        };
        let (opening, closing) = (self.amount(&rule.opening), self.amount(&rule.closing));
        let mut checks: Vec<CrossCheck> = self.chain(rule, &amounts, opening).into_iter().collect();
        let (Some(opening), Some(closing)) = (opening, closing) else {
            let missing = if opening.is_none() {
                &rule.opening
            } else {
                &rule.closing
            };
            let missing = self.template.described(missing);
            let message = format!("without {missing}, nothing proves that {list} is complete");
            checks.push(unproved(&rule.list, Severity::Major, message, &missing));
            return checks;
        };
        let expected = opening + amounts.iter().sum::<Decimal>();
        let difference = closing - expected;
        let message = format!(
            "{} and the {} rows of {list} do not reconcile with {}: the difference is {}",
            self.template.described(&rule.opening),
            rows.len(),
            self.template.described(&rule.closing),
            money::print(difference)
        );
        checks.push(CrossCheck {
            members: vec![rule.opening.clone(), rule.closing.clone()],
            ..check(INCONSISTENT, &rule.list, difference, message, [expected, closing])
        });
        checks
    }

    /// Checks each printed running balance against the previous one, in either row order.
    fn chain(&self, rule: &BalanceRule, amounts: &[Decimal], opening: Option<Decimal>) -> Option<CrossCheck> {
        let rows = self.rows(&rule.list);
        let balances: Vec<Option<Decimal>> = rows.iter().map(|row| cell(row, &rule.balance)).collect();
        let forward: Vec<usize> = (0..rows.len()).collect();
        let backward: Vec<usize> = forward.iter().rev().copied().collect();
        let walk = |order: &[usize]| {
            let mut known = opening;
            let mut moved = Decimal::ZERO;
            let mut broken = None;
            let mut judged = 0;
            for &row in order {
                moved += amounts[row];
                let Some(printed) = balances[row] else { continue };
                if let Some(known) = known {
                    judged += 1;
                    broken = broken.or((known + moved != printed).then_some((row, known + moved, printed)));
                }
                known = Some(printed);
                moved = Decimal::ZERO;
            }
            (judged, broken)
        };
        let (judged, broken) = walk(&forward);
        let (row, expected, printed) = match (judged, broken, walk(&backward)) {
            (0, ..) => return None,
            (_, None, _) | (_, _, (1.., None)) => (0, Decimal::ZERO, Decimal::ZERO),
            (_, Some(broken), _) => broken,
        };
        let message = format!(
            "the running balance of row {} of {} does not follow from the rows before it",
            row + 1,
            self.template.described(&rule.list)
        );
        Some(CrossCheck {
            members: [&rule.amount, &rule.balance]
                .map(|part| format!("{}[{row}].{part}", rule.list))
                .into(),
            ..check(
                INCONSISTENT,
                &rule.list,
                printed - expected,
                message,
                [expected, printed],
            )
        })
    }
}

/// Change of the balance by each row: the counted share with the amount's sign where rows are divided, else the
/// amount.
fn moved(rule: &BalanceRule, rows: &[Value], amounts: Vec<Decimal>) -> Vec<Decimal> {
    let share = |row: &Value| rule.share.as_ref().and_then(|share| cell(row, share));
    if rows.iter().all(|row| share(row).is_none()) {
        return amounts;
    }
    let own = rows.iter().map(|row| share(row).unwrap_or_default());
    let signed = own.zip(amounts);
    signed
        .map(|(own, amount)| if amount.is_sign_negative() { -own } else { own })
        .collect()
}

fn cell(row: &Value, part: &str) -> Option<Decimal> {
    money::of(row.get(part)?)
}

/// A quantity may have more decimals than an amount.
fn number(row: &Value, part: &str) -> Option<Decimal> {
    cell(row, part).or_else(|| amount::bare(row.get(part)?.as_str()?))
}

#[cfg(test)]
mod tests;
