//! Compares two readings of one form: the model's, which is the result, and the local engine's, which can cast doubt
//! on it. Where both found a value, agreement raises its confidence and disagreement is an issue with both values and
//! the other place.

mod lists;

use super::ModelEngine;
use indexmap::IndexMap;
use lists::List;
pub(crate) use lists::{ROW_ADDED, ROW_LEFT_OUT};
use serde_json::{Value, json};
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, Extraction, Extractor, Field, NewIssue, RaisedBy, Severity, StepKind};
use touchstone_core::text::normalise;
use touchstone_core::value;
use touchstone_intake::PageSource;

impl ModelEngine {
    /// Repeats the second reading under the model's label when that differs from the planned one, to see whether the
    /// local engine finds the same values in the boxes of that form. `None` if it finds nothing of it.
    pub(super) async fn read_as(
        &self,
        label: &str,
        assignment: &Assignment,
        pages: &dyn PageSource,
    ) -> anyhow::Result<Option<Extraction>> {
        let planned = assignment.plan.candidates.first();
        let is_other = planned.is_none_or(|planned| planned.label != label);
        let known = assignment.second.as_ref().is_some_and(|second| second.label == label);
        if !is_other || known || label == self.pack.fallback {
            return Ok(None);
        }
        let again = Assignment {
            label: label.to_owned(),
            number: 1,
            feedback: None,
            previous: None,
            second: None,
            ..assignment.clone()
        };
        let read = self.local.extract(&again, pages).await?;
        let summary = format!("The second reading was made again, as {label}: {}", read.summary);
        self.note(&[(StepKind::Note, json!({"summary": summary}))]).await?;
        Ok(Some(read).filter(|read| read.label == label))
    }
}

/// Issues for every difference, and for values that only the local engine found. A value that only the model found is
/// left to the other checks, since the local engine does not know every layout.
pub(super) fn compare(
    pack: &Pack,
    subject: &str,
    label: &str,
    fields: &IndexMap<String, Field>,
    local: &Extraction,
) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    if local.label != label {
        // Fields of another form mean something else. The local engine's fallback label only means that it does not
        // know.
        if local.label != pack.fallback {
            let what = "the two readings give the form different labels";
            let issue = NewIssue::new(RaisedBy::Readings, "label_disagreement", Severity::Major, subject, what);
            issues.push(issue.expected(&local.label, label));
        }
        return issues;
    }
    for (name, other) in local.fields.iter().filter(|(_, other)| other.is_filled()) {
        if other.value.is_array() {
            let subject = &format!("{subject}.{name}");
            issues.extend(List { subject, name }.compare(fields.get(name), other));
            continue;
        }
        let Some(field) = fields.get(name).filter(|field| field.is_filled()) else {
            // An empty check box may also be left out.
            if other.value == Value::Bool(false) {
                continue;
            }
            let what = format!("the model left out `{name}`, which the local engine read");
            let issue = NewIssue::new(
                RaisedBy::Readings,
                "left_out",
                Severity::Major,
                format!("{subject}.{name}"),
                what,
            );
            let read = value::print(&other.value);
            issues.push(issue.expected(read, "nothing").evidence(other.evidence.clone()));
            continue;
        };
        let Some(severity) = severity_of(weigh(&field.value, &other.value)) else {
            continue;
        };
        let what = format!("the two readings of `{name}` differ");
        let issue = NewIssue::new(
            RaisedBy::Readings,
            "disagreement",
            severity,
            format!("{subject}.{name}"),
            what,
        );
        let (theirs, ours) = (value::print(&other.value), value::print(&field.value));
        issues.push(issue.expected(theirs, ours).evidence(other.evidence.clone()));
    }
    issues
}

/// Raises the confidence of values that both read alike from their own evidence: two readers so different seldom make
/// the same mistake. Values without a place on the page keep their confidence, and none becomes certain.
pub(super) fn raise(fields: &mut IndexMap<String, Field>, local: &Extraction) {
    for (name, field) in fields.iter_mut() {
        let Some(other) = local.fields.get(name) else { continue };
        let mut raised = 0.0;
        for (path, cell) in &mut field.cells {
            let Some(second) = other.cells.get(path).filter(|second| second.value == cell.value) else {
                continue;
            };
            if !cell.value.is_null() && !cell.evidence.is_empty() && !second.evidence.is_empty() {
                let surer = together(cell.confidence, second.confidence);
                raised += surer - cell.confidence;
                cell.confidence = surer;
            }
        }
        // A field of cells has their average confidence.
        field.confidence += raised / field.cells.len().max(1) as f64;
        let placed = !field.evidence.is_empty() && !other.evidence.is_empty();
        if field.cells.is_empty() && placed && field.is_filled() && field.value == other.value {
            field.confidence = together(field.confidence, other.confidence);
        }
    }
}

/// Combined confidence of two agreeing readings, treating their errors as independent.
pub(super) fn together(one: f64, other: f64) -> f64 {
    const MOST: f64 = 0.99;
    let either = 1.0 - (1.0 - one.clamp(0.0, 1.0)) * (1.0 - other.clamp(0.0, 1.0));
    either.min(MOST).max(one)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    /// Case, spaces or punctuation.
    Writing,
    Content,
}

fn severity_of(difference: Difference) -> Option<Severity> {
    match difference {
        Difference::None => None,
        Difference::Writing => Some(Severity::Minor),
        Difference::Content => Some(Severity::Major),
    }
}

fn weigh(one: &Value, other: &Value) -> Difference {
    if one == other {
        return Difference::None;
    }
    let letters = |value: &Value| {
        let text = normalise(&value::print(value)).to_lowercase();
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .collect::<String>()
    };
    // Signs and decimal points matter in figures, so only texts may differ in writing.
    let is_figure = |value: &Value| value::money::of(value).is_some();
    match (one, other) {
        (Value::String(_), Value::String(_))
            if !is_figure(one) && !is_figure(other) && letters(one) == letters(other) =>
        {
            Difference::Writing
        }
        _ => Difference::Content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: Value, confidence: f64, placed: bool) -> Field {
        let evidence = touchstone_core::record::Evidence {
            page: 1,
            reading: 1,
            words: (0, 1),
            regions: Vec::new(),
            quote: "x".into(),
            anchors: Vec::new(),
        };
        Field {
            value,
            raw: None,
            confidence,
            evidence: placed.then_some(evidence).into_iter().collect(),
            cells: std::collections::BTreeMap::new(),
        }
    }

    #[test]
    fn what_both_read_alike_is_surer() {
        for (name, own, other, expected) in [
            (
                "alike",
                read(json!("1.00"), 0.8, true),
                read(json!("1.00"), 0.9, true),
                0.98,
            ),
            (
                "never certain",
                read(json!("1.00"), 0.95, true),
                read(json!("1.00"), 0.95, true),
                0.99,
            ),
            (
                "different",
                read(json!("1.00"), 0.8, true),
                read(json!("2.00"), 0.9, true),
                0.8,
            ),
            (
                "without a place",
                read(json!("1.00"), 0.8, false),
                read(json!("1.00"), 0.9, true),
                0.8,
            ),
            (
                "the other has none",
                read(json!("1.00"), 0.8, true),
                read(json!("1.00"), 0.9, false),
                0.8,
            ),
            (
                "nothing",
                read(Value::Null, 0.8, true),
                read(Value::Null, 0.9, true),
                0.8,
            ),
        ] {
            let local = Extraction {
                label: "W-2".into(),
                proposed_label: None,
                confidence: 0.9,
                alternatives: Vec::new(),
                fields: [("wages_tips".to_owned(), other)].into(),
                signals: std::collections::BTreeMap::new(),
                remembered: std::collections::BTreeMap::new(),
                issues: Vec::new(),
                rationale: String::new(),
                summary: String::new(),
                usage: touchstone_core::record::Usage::default(),
            };
            let mut fields: IndexMap<String, Field> = [("wages_tips".to_owned(), own)].into();
            raise(&mut fields, &local);
            let found = fields["wages_tips"].confidence;
            assert!((found - expected).abs() < 1e-9, "{name}: {found}");
        }
    }

    #[test]
    fn only_the_writing_of_texts_may_differ() {
        for (one, other, expected) in [
            (json!("Acme LLC"), json!("Acme LLC"), Difference::None),
            (json!("ACME, LLC."), json!("Acme LLC"), Difference::Writing),
            (json!("Acme Inc"), json!("Acme LLC"), Difference::Content),
            (json!("1.00"), json!("100.00"), Difference::Content),
            (json!("10.00"), json!("-10.00"), Difference::Content),
            (json!("1.234"), json!("12.34"), Difference::Content),
            (json!(2023), json!(2024), Difference::Content),
            (json!(true), json!(false), Difference::Content),
        ] {
            assert_eq!(weigh(&one, &other), expected, "{one} {other}");
        }
    }
}
