//! Two readings of one form: the model's, which is the result, and the local engine's, which doubts it. Where both found a
//! value, agreement says nothing and disagreement is an issue with both values and the other place.

mod lists;

pub(crate) use lists::{ROW_ADDED, ROW_LEFT_OUT};

use crate::pack::Pack;
use crate::record::{Extraction, Field, NewIssue, RaisedBy, Severity};
use crate::text::normalise;
use crate::value;
use indexmap::IndexMap;
use lists::List;
use serde_json::Value;

/// Issues for all that the two see differently, and for what only the local engine found. A value that only the model found
/// is left to the other checks, since the local engine does not know every layout.
pub(super) fn compare(
    pack: &Pack,
    subject: &str,
    (label, fields): (&str, &IndexMap<String, Field>),
    local: &Extraction,
) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    if local.label != label {
        // Fields of another form mean something else. The local engine's fallback label only says that it does not know.
        if local.label != pack.fallback {
            let what = "the two readings take the form for different ones";
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
            // A box without a tick may as well be left out.
            if other.value == Value::Bool(false) {
                continue;
            }
            let what = format!("the model left out `{name}`, which the local engine reads");
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    /// Case, spaces, punctuation.
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
    // Signs and decimal points carry meaning where figures are compared, so only texts may differ in writing.
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
