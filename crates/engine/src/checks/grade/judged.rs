//! The rules for one field: whether it is present, and whether it matches its format.

use super::Reason;
use indexmap::IndexMap;
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Field, NewIssue, RaisedBy, Severity};
use touchstone_core::value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    Valid,
    Invalid(String),
    Missing,
}

/// A field of the template with its verdict.
pub(super) struct Judged<'a> {
    pub spec: &'a FieldSpec,
    pub field: Option<&'a Field>,
    pub verdict: Verdict,
}

/// All fields of a template, in its order.
pub(super) fn judge<'a>(template: &'a Template, fields: &'a IndexMap<String, Field>) -> Vec<Judged<'a>> {
    let judged = template.fields.iter().map(|spec| {
        let field = fields.get(&spec.name);
        let verdict = match field.filter(|field| field.is_filled()) {
            None => Verdict::Missing,
            Some(field) => fault(spec, &field.value).map_or(Verdict::Valid, Verdict::Invalid),
        };
        Judged { spec, field, verdict }
    });
    judged.collect()
}

/// The fault of a value that does not match its field's format, including lists and their parts. Extra parts are
/// allowed.
fn fault(spec: &FieldSpec, value: &Value) -> Option<String> {
    if let Err(fault) = value::validate(&spec.format, value) {
        return Some(fault.to_string());
    }
    let Value::Array(items) = value else { return None };
    items.iter().enumerate().find_map(|(index, item)| {
        let place = format!("entry {}", index + 1);
        match (&spec.item, item) {
            (Some(format), item) => value::validate(format, item)
                .err()
                .map(|fault| format!("{place}: {fault}")),
            (None, Value::Object(parts)) => spec.parts.iter().find_map(|part| {
                let fault = fault(part, parts.get(&part.name)?)?;
                Some(format!("{place}, {}: {fault}", part.description))
            }),
            (None, _) => Some(format!("{place} has no parts")),
        }
    })
}

impl Judged<'_> {
    /// Name and fault for the grade's field results: filled fields and missing required ones.
    pub(super) fn result(&self) -> Option<(String, Option<String>)> {
        let fault = match &self.verdict {
            Verdict::Valid => None,
            Verdict::Invalid(fault) => Some(fault.clone()),
            Verdict::Missing if self.spec.required => {
                Some(format!("required field missing: {}", self.spec.description))
            }
            Verdict::Missing => return None,
        };
        Some((self.spec.name.clone(), fault))
    }

    pub(super) fn missing(&self) -> Option<Reason> {
        let missing = self.verdict == Verdict::Missing;
        missing.then(|| Reason::of_field(&self.spec.name, format!("missing {}", self.spec.described())))
    }

    pub(super) fn invalid(&self) -> Option<Reason> {
        match &self.verdict {
            Verdict::Invalid(fault) => {
                let text = format!("{}: {fault}", self.spec.described());
                Some(Reason::of_field(&self.spec.name, text))
            }
            _ => None,
        }
    }

    /// Whether the box was inspected and found empty (see the contract in `grade`).
    fn is_empty_box(&self) -> bool {
        let evidence = self.field.map_or(&[][..], |field| &field.evidence);
        evidence
            .iter()
            .any(|piece| piece.quote.is_empty() && piece.words.0 == piece.words.1 && !piece.regions.is_empty())
    }

    /// Whether the box holds text that is not a value.
    fn holds_text(&self) -> bool {
        let mut evidence = self.field.map_or(&[][..], |field| &field.evidence).iter();
        evidence.any(|piece| !piece.quote.is_empty())
    }

    pub(super) fn issue(&self, subject: &str) -> Option<NewIssue> {
        let new = |code, severity, message: String| {
            let issue = NewIssue::new(RaisedBy::Grader, code, severity, subject, message);
            issue.evidence(self.field.map(|field| field.evidence.clone()).unwrap_or_default())
        };
        match &self.verdict {
            Verdict::Valid => self.doubt().map(|doubt| {
                let message = format!("{}: {doubt}", self.spec.described());
                new("doubtful_number", Severity::Minor, message)
            }),
            Verdict::Invalid(fault) => Some(new(
                "parse_error",
                Severity::Major,
                format!("{}: {fault}", self.spec.described()),
            )),
            Verdict::Missing if self.holds_text() => Some(new(
                "unread_box",
                Severity::Major,
                format!("{} looks filled in but could not be read", self.spec.described()),
            )),
            Verdict::Missing if !self.spec.required => None,
            Verdict::Missing if self.is_empty_box() => {
                let message = format!("{} is blank on the document", self.spec.described());
                Some(match self.spec.if_empty {
                    Severity::Minor => new("missing_field", Severity::Minor, message),
                    severity => {
                        new("left_empty", severity, message).suggestion("ask the issuer of the form for this value")
                    }
                })
            }
            Verdict::Missing => Some(new(
                "missing_field",
                Severity::Major,
                format!("{} was not found", self.spec.described()),
            )),
        }
    }

    /// A taxpayer number in the right format that cannot have been issued.
    fn doubt(&self) -> Option<&'static str> {
        use touchstone_core::record::Format;
        let text = self.field?.text()?;
        let read = match self.spec.format {
            Format::Ssn => value::tin::ssn(text),
            Format::Ein => value::tin::ein(text),
            _ => return None,
        };
        read.ok()?.doubt
    }
}
