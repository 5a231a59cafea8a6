//! V4: every value of every form has evidence that is on the page and supports it.

use super::evidence::{EvidenceVerifier, examine};
use super::support::supports;
use super::{CheckInput, form_path};
use serde_json::Value;
use touchstone_core::arithmetic::{damaged_amount, proof};
use touchstone_core::pack::{FieldSpec, Pack, Signs};
use touchstone_core::record::{Evidence, Field, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::text::normalise;
use touchstone_core::value::{money, print};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let verifier = EvidenceVerifier::new(input);
    let mut issues = Vec::new();
    for form in input.forms {
        for (name, field) in &form.fields {
            let spec = spec(input.pack, form, name);
            if let Some(list) = spec.and_then(|spec| spec.counts.as_deref()) {
                issues.extend(miscounted(form, name, field, list));
                continue;
            }
            let proved_by = || {
                let year = input.expected_year;
                proof(input.pack, &form.label, year, &form.fields, name)
            };
            for leaf in leaves(&form_path(form.number, name), spec, field) {
                issues.extend(leaf.issues(&verifier, &proved_by));
            }
        }
    }
    issues
}

/// The pack's specification of a field. A form that turned out blank is OTHER but keeps its fields, so other
/// templates are searched too.
fn spec<'p>(pack: &'p Pack, form: &Form, name: &str) -> Option<&'p FieldSpec> {
    let own = pack.template_for(&form.label).field(name);
    own.or_else(|| pack.templates().iter().find_map(|template| template.field(name)))
}

/// A count is not printed; it is right if it equals the number of rows of its list.
fn miscounted(form: &Form, name: &str, field: &Field, list: &str) -> Option<NewIssue> {
    let rows = form
        .field(list)
        .and_then(|list| list.value.as_array())
        .map_or(0, Vec::len);
    let right = field.value.is_null() || field.value.as_u64() == Some(rows as u64);
    (!right).then(|| {
        let message = format!("{name} does not match the number of rows in {list}");
        let subject = form_path(form.number, name);
        let issue = NewIssue::new(RaisedBy::V4, "inconsistent", Severity::Major, subject, message);
        issue.expected(rows, print(&field.value))
    })
}

/// One plain value, with its own evidence.
struct Leaf<'a> {
    subject: String,
    format: &'a Format,
    signs: &'a [Signs],
    value: &'a Value,
    /// Printed text that alone means yes.
    statements: &'a [String],
    /// The form prints brackets around the value.
    bracketed: bool,
    evidence: &'a [Evidence],
}

impl Leaf<'_> {
    /// Whether the document states yes in words, without a check box: `CORRECTED`.
    fn is_stated(&self, quotes: &[&str]) -> bool {
        let is_statement = |quote: &&str| self.statements.iter().any(|text| normalise(text) == normalise(quote));
        *self.value == Value::Bool(true) && quotes.iter().any(is_statement)
    }

    /// Whether the evidence supports the value once the form's own brackets are removed.
    fn is_bracketed(&self, quotes: &[&str]) -> bool {
        let bare: Vec<&str> = quotes.iter().map(|quote| quote.trim_matches(['(', ')'])).collect();
        self.bracketed && supports(self.format, self.value, &bare, self.signs)
    }

    /// Whether the value is an amount damaged by recognition: with gaps closed, or letters taken for digits.
    fn is_mended(&self, quotes: &[&str]) -> bool {
        let stored = money::of(self.value).filter(|_| matches!(self.format, Format::Currency));
        stored.is_some() && quotes.iter().any(|quote| damaged_amount(quote) == stored)
    }

    fn issues(&self, verifier: &EvidenceVerifier, proof: &dyn Fn() -> Option<String>) -> Vec<NewIssue> {
        let (mut issues, sound) = examine(verifier, &self.subject, self.evidence);
        let blocked = issues.iter().any(|issue| issue.severity == Severity::Blocker);
        if self.value.is_null() || blocked {
            return issues;
        }
        let quotes: Vec<&str> = sound.iter().map(|piece| piece.quote.as_str()).collect();
        if quotes.is_empty() {
            let message = format!("\"{}\" has no verified place on the page", print(self.value));
            issues.push(NewIssue::new(
                RaisedBy::V4,
                "unsupported",
                Severity::Major,
                self.subject.clone(),
                message,
            ));
        } else if !supports(self.format, self.value, &quotes, self.signs)
            && !self.is_stated(&quotes)
            && !self.is_bracketed(&quotes)
        {
            let value = print(self.value);
            let proved = if self.is_mended(&quotes) { proof() } else { None };
            let (code, severity, message) = match proved {
                Some(proof) => (
                    "proved_reading",
                    Severity::Minor,
                    format!("\"{}\" is {value} as printed elsewhere: {proof}", quotes.join(" ")),
                ),
                None => (
                    "unsupported",
                    Severity::Major,
                    format!("\"{value}\" does not match its evidence"),
                ),
            };
            let issue = NewIssue::new(RaisedBy::V4, code, severity, self.subject.clone(), message);
            let evidence = sound.into_iter().cloned().collect();
            issues.push(issue.expected(quotes.join(" "), print(self.value)).evidence(evidence));
        }
        issues
    }
}

/// The plain values of a field: itself, or those inside a list or an object, at any depth. A value without a cell has
/// the evidence of the whole field.
fn leaves<'a>(subject: &str, spec: Option<&'a FieldSpec>, field: &'a Field) -> Vec<Leaf<'a>> {
    let mut leaves = Vec::new();
    let mut inside = vec![(String::new(), Kind::of(spec), &field.value)];
    while let Some((path, kind, value)) = inside.pop() {
        // Popped from the end, so that values keep their order.
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                inside.extend(items.map(|(index, item)| (format!("{path}[{index}]"), kind.item(), item)));
            }
            Value::Object(parts) => {
                let parts = parts.iter().rev();
                inside.extend(parts.map(|(name, part)| (format!("{path}.{name}"), kind.part(name), part)));
            }
            value => leaves.push(Leaf {
                subject: format!("{subject}{path}"),
                format: kind.format,
                signs: kind.signs,
                value,
                statements: spec.map_or(&[], |spec| &spec.statements),
                bracketed: spec.is_some_and(|spec| spec.bracketed),
                evidence: field.cells.get(&path).map_or(&field.evidence, |cell| &cell.evidence),
            }),
        }
    }
    leaves
}

/// The pack's specification of a value.
#[derive(Clone, Copy)]
struct Kind<'a> {
    spec: Option<&'a FieldSpec>,
    format: &'a Format,
    signs: &'a [Signs],
}

impl<'a> Kind<'a> {
    fn of(spec: Option<&'a FieldSpec>) -> Self {
        Self {
            spec,
            format: spec.map_or(&Format::Text, |spec| &spec.format),
            signs: spec.map_or(&[], |spec| &spec.signs),
        }
    }

    fn item(self) -> Self {
        let format = self.spec.and_then(|spec| spec.item.as_ref());
        Self {
            format: format.unwrap_or(&Format::Text),
            ..self
        }
    }

    fn part(self, name: &str) -> Self {
        Self::of(self.spec.and_then(|spec| spec.part(name)))
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;
    use crate::checks::case::evidence;
    use crate::checks::case::field;
    use serde_json::{Value, json};
    use touchstone_core::record::{Cell, Field};

    /// A field in which each plain value has the place of its quote.
    fn placed(value: Value, cells: &[(&str, &str)]) -> Field {
        let cell = |(path, quote): &(&str, &str)| {
            let cell = Cell {
                value: json!(quote),
                raw: None,
                confidence: 0.9,
                evidence: vec![evidence(quote)],
            };
            ((*path).to_owned(), cell)
        };
        Field {
            cells: cells.iter().map(cell).collect(),
            ..field(value, Vec::new())
        }
    }

    #[test]
    fn values_inside_an_object_are_judged_one_by_one() {
        let check = |value: Value, cells: &[(&str, &str)], doubted: &[&str]| {
            let mut case = Case::sound();
            let fields = &mut case.forms[0].fields;
            fields.insert("vendor".to_owned(), placed(value, cells));
            let found: Vec<String> = case.issues().into_iter().map(|issue| issue.subject).collect();
            assert_eq!(found, doubted);
        };
        let name = (".name", "North Bakery");
        check(json!({"name": "North Bakery"}), &[name], &[]);
        check(
            json!({"name": "South Bakery", "year": "2024"}),
            &[name, (".year", "2024")],
            &["forms[0].vendor.name"],
        );
        let deep = json!({"address": [{"city": "North", "trade": "Bakery"}]});
        let city = (".address[0].city", "North");
        check(deep.clone(), &[city, (".address[0].trade", "Bakery")], &[]);
        check(
            deep,
            &[city, (".address[0].trade", "2024")],
            &["forms[0].vendor.address[0].trade"],
        );
    }
}
