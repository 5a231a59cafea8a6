//! Compares two readings of a list: aligns the rows, reports rows that only one reading has, and compares the cells
//! of the others. `readings` weighs the difference of two values.

use super::{Difference, severity_of, weigh};
use crate::evaluate::aligned;
use serde_json::Value;
use touchstone_core::record::{Evidence, Field, NewIssue, RaisedBy, Severity};
use touchstone_core::value;

/// A row that only the local engine reads; `expected` is the row, the subject its list.
pub(crate) const ROW_LEFT_OUT: &str = "row_left_out";
/// A row that only the model reads; `actual` is the row, and the subject its place.
pub(crate) const ROW_ADDED: &str = "row_added";

/// A list of one form.
pub(super) struct List<'a> {
    /// `forms[0].box_12`
    pub subject: &'a str,
    pub name: &'a str,
}

impl List<'_> {
    /// Issues for every difference; a missing list counts as one without rows.
    pub(super) fn compare(&self, ours: Option<&Field>, theirs: &Field) -> Vec<NewIssue> {
        let rows = |field: &Field| field.value.as_array().cloned().unwrap_or_default();
        let (model, local) = (ours.map(rows).unwrap_or_default(), rows(theirs));
        let mut issues = Vec::new();
        for pair in aligned(&local, &model) {
            match pair {
                (Some(at), None) => issues.push(self.left_out(&local[at], evidence_of(theirs, at))),
                (None, Some(at)) => issues.push(self.added(at, &model[at])),
                (Some(there), Some(here)) => {
                    let pair = Row {
                        list: self,
                        there,
                        here,
                        theirs,
                    };
                    issues.extend(pair.compare(&model[here], &local[there]));
                }
                (None, None) => {}
            }
        }
        issues
    }

    fn left_out(&self, row: &Value, evidence: Vec<Evidence>) -> NewIssue {
        let what = format!("the model left out a row of `{}` that the local engine read", self.name);
        let issue = NewIssue::new(RaisedBy::Readings, ROW_LEFT_OUT, Severity::Major, self.subject, what);
        issue.expected(row.to_string(), "").evidence(evidence)
    }

    fn added(&self, at: usize, row: &Value) -> NewIssue {
        let what = format!("only the model read row {} of `{}`", at + 1, self.name);
        let subject = format!("{}[{at}]", self.subject);
        let issue = NewIssue::new(RaisedBy::Readings, ROW_ADDED, Severity::Major, subject, what);
        issue.expected("", row.to_string())
    }
}

/// A row that both read.
struct Row<'a> {
    list: &'a List<'a>,
    there: usize,
    here: usize,
    theirs: &'a Field,
}

impl Row<'_> {
    fn compare(&self, model: &Value, local: &Value) -> Vec<NewIssue> {
        let (Value::Object(ours), Value::Object(theirs)) = (model, local) else {
            return self.cell("", model, local).into_iter().collect();
        };
        let parts = theirs
            .keys()
            .chain(ours.keys().filter(|part| !theirs.contains_key(*part)));
        let at = |row: &serde_json::Map<String, Value>, part: &String| row.get(part).cloned().unwrap_or_default();
        parts
            .filter_map(|part| self.cell(&format!(".{part}"), &at(ours, part), &at(theirs, part)))
            .collect()
    }

    fn cell(&self, below: &str, ours: &Value, theirs: &Value) -> Option<NewIssue> {
        // An empty check box may also be left out.
        if (ours.is_null() || theirs.is_null()) && [ours, theirs].contains(&&Value::Bool(false)) {
            return None;
        }
        let severity = severity_of(match (ours, theirs) {
            (Value::Null, Value::Null) => Difference::None,
            (Value::Null, _) | (_, Value::Null) => Difference::Content,
            (ours, theirs) => weigh(ours, theirs),
        })?;
        let place = format!("[{}]{below}", self.here);
        let what = format!("the two readings of `{}{place}` differ", self.list.name);
        let subject = format!("{}{place}", self.list.subject);
        let issue = NewIssue::new(RaisedBy::Readings, "disagreement", severity, subject, what);
        let cell = self.theirs.cells.get(&format!("[{}]{below}", self.there));
        let evidence = cell.map(|cell| cell.evidence.clone()).unwrap_or_default();
        Some(
            issue
                .expected(value::print(theirs), value::print(ours))
                .evidence(evidence),
        )
    }
}

/// Evidence of the cells of a row.
fn evidence_of(field: &Field, row: usize) -> Vec<Evidence> {
    let (whole, part) = (format!("[{row}]"), format!("[{row}]."));
    let cells = field
        .cells
        .iter()
        .filter(|(below, _)| **below == whole || below.starts_with(&part));
    cells.flat_map(|(_, cell)| cell.evidence.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn list(value: Value) -> Field {
        Field {
            value,
            ..Field::missing()
        }
    }

    /// Differences as subject, code and severity.
    fn compared(ours: Option<Value>, theirs: Value) -> Vec<(String, String, Severity)> {
        let list_of = List {
            subject: "forms[0].box_12",
            name: "box_12",
        };
        let issues = list_of.compare(ours.map(list).as_ref(), &list(theirs));
        issues
            .into_iter()
            .map(|issue| (issue.subject, issue.code, issue.severity))
            .collect()
    }

    #[test]
    fn rows_are_lined_up_and_cells_compared() {
        let row = |code: &str, amount: &str| json!({"code": code, "amount": amount});
        let both = json!([row("D", "1500.00"), row("DD", "4200.00")]);
        assert_eq!(compared(Some(both.clone()), both.clone()), []);
        let doubt = |place: &str, code: &str| (format!("forms[0].box_12{place}"), code.to_owned(), Severity::Major);
        for (ours, expected) in [
            (
                Some(json!([row("D", "1500.00"), row("DD", "420.00")])),
                vec![doubt("[1].amount", "disagreement")],
            ),
            // A lost row is one issue; the row behind it is not an issue.
            (Some(json!([row("DD", "4200.00")])), vec![doubt("", ROW_LEFT_OUT)]),
            (None, vec![doubt("", ROW_LEFT_OUT), doubt("", ROW_LEFT_OUT)]),
            (
                Some(json!([row("D", "1500.00"), row("C", "12.00"), row("DD", "4200.00")])),
                vec![doubt("[1]", ROW_ADDED)],
            ),
            (
                Some(json!([row("D", "1500.00"), {"code": "DD", "amount": null}])),
                vec![doubt("[1].amount", "disagreement")],
            ),
        ] {
            assert_eq!(compared(ours.clone(), both.clone()), expected, "{ours:?}");
        }
        let writing = compared(
            Some(json!([{"name": "COFFEE BEANS"}])),
            json!([{"name": "Coffee beans."}]),
        );
        assert_eq!(
            writing,
            [(
                "forms[0].box_12[0].name".to_owned(),
                "disagreement".to_owned(),
                Severity::Minor
            )]
        );
        let plain = compared(Some(json!(["1.00", "2.00"])), json!(["1.00", "3.00"]));
        assert_eq!(plain, [doubt("[1]", "disagreement")]);
        assert_eq!(
            compared(Some(json!([{"a": "1.00", "paid": false}])), json!([{"a": "1.00"}])),
            []
        );
    }
}
