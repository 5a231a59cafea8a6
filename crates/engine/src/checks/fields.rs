//! V4: every value of every form has evidence that is on the page and says so (DESIGN 3, V4).

use super::proved::{candidate, proof};
use super::support::supports;
use super::witness::{Court, examine};
use super::{CheckInput, form_path};
use crate::pack::{FieldSpec, Pack, Signs};
use crate::record::{Evidence, Field, Form, Format, NewIssue, RaisedBy, Severity};
use crate::text::normalise;
use crate::value::{money, print};
use serde_json::Value;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let court = Court::new(input);
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
                issues.extend(leaf.issues(&court, &proved_by));
            }
        }
    }
    issues
}

/// What the pack says about a field. A form that turned out blank is OTHER but keeps its fields, so other templates
/// are asked too.
fn spec<'p>(pack: &'p Pack, form: &Form, name: &str) -> Option<&'p FieldSpec> {
    let own = pack.template_for(&form.label).field(name);
    own.or_else(|| pack.templates().iter().find_map(|template| template.field(name)))
}

/// A count is not printed; it is right when the list has so many rows.
fn miscounted(form: &Form, name: &str, field: &Field, list: &str) -> Option<NewIssue> {
    let rows = form
        .field(list)
        .and_then(|list| list.value.as_array())
        .map_or(0, Vec::len);
    let right = field.value.is_null() || field.value.as_u64() == Some(rows as u64);
    (!right).then(|| {
        let message = format!("{name} is not the number of rows of {list}");
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
    /// Print that says yes by itself.
    statements: &'a [String],
    /// The form prints brackets of its own.
    bracketed: bool,
    evidence: &'a [Evidence],
}

impl Leaf<'_> {
    /// Whether the paper says yes in words, without a box: `CORRECTED`.
    fn is_stated(&self, quotes: &[&str]) -> bool {
        let says = |quote: &&str| self.statements.iter().any(|text| normalise(text) == normalise(quote));
        *self.value == Value::Bool(true) && quotes.iter().any(says)
    }

    /// Whether the evidence says so within brackets that are the form's.
    fn is_bracketed(&self, quotes: &[&str]) -> bool {
        let bare: Vec<&str> = quotes.iter().map(|quote| quote.trim_matches(['(', ')'])).collect();
        self.bracketed && supports(self.format, self.value, &bare, self.signs)
    }

    /// Whether the value is an amount that recognition damaged: gaps closed, letters taken for digits.
    fn is_mended(&self, quotes: &[&str]) -> bool {
        let stored = money::of(self.value).filter(|_| matches!(self.format, Format::Currency));
        stored.is_some() && quotes.iter().any(|quote| candidate(quote) == stored)
    }

    fn issues(&self, court: &Court, proof: &dyn Fn() -> Option<String>) -> Vec<NewIssue> {
        let (mut issues, sound) = examine(court, &self.subject, self.evidence);
        let blocked = issues.iter().any(|issue| issue.severity == Severity::Blocker);
        if self.value.is_null() || blocked {
            return issues;
        }
        let quotes: Vec<&str> = sound.iter().map(|piece| piece.quote.as_str()).collect();
        if quotes.is_empty() {
            let message = format!("\"{}\" has no place on the page that was verified", print(self.value));
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
                    format!("\"{value}\" is not what its evidence says"),
                ),
            };
            let issue = NewIssue::new(RaisedBy::V4, code, severity, self.subject.clone(), message);
            let evidence = sound.into_iter().cloned().collect();
            issues.push(issue.expected(quotes.join(" "), print(self.value)).evidence(evidence));
        }
        issues
    }
}

/// The plain values of a field: itself, or those inside a list. A part without a cell has the list's evidence.
fn leaves<'a>(subject: &str, spec: Option<&'a FieldSpec>, field: &'a Field) -> Vec<Leaf<'a>> {
    let leaf = |path: &str, format: &'a Format, signs: &'a [Signs], value: &'a Value| Leaf {
        subject: format!("{subject}{path}"),
        format,
        signs,
        value,
        statements: spec.map_or(&[], |spec| &spec.statements),
        bracketed: spec.is_some_and(|spec| spec.bracketed),
        evidence: field.cells.get(path).map_or(&field.evidence, |cell| &cell.evidence),
    };
    let Value::Array(items) = &field.value else {
        return vec![leaf(
            "",
            spec.map_or(&Format::Text, |spec| &spec.format),
            &[],
            &field.value,
        )];
    };
    let mut leaves = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if let Value::Object(parts) = item {
            for (name, value) in parts {
                let part = spec.and_then(|spec| spec.part(name));
                let format = part.map_or(&Format::Text, |part| &part.format);
                leaves.push(leaf(
                    &format!("[{index}].{name}"),
                    format,
                    part.map_or(&[], |part| &part.signs),
                    value,
                ));
            }
        } else {
            let format = spec.and_then(|spec| spec.item.as_ref()).unwrap_or(&Format::Text);
            leaves.push(leaf(&format!("[{index}]"), format, &[], item));
        }
    }
    leaves
}
