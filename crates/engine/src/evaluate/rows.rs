//! Aligns the rows of two lists, in order, so that one lost row costs one row and not all that follow it.

use super::compare::{Verdict, leaves_of, verdict};
use serde_json::Value;

/// Weight of a matching cell, relative to 1 for merely pairing two rows.
const AGREEING: u32 = 100;

/// Paired rows of the truth and of the prediction; unpaired rows are alone.
pub(crate) type Pairs = Vec<(Option<usize>, Option<usize>)>;

/// The in-order pairing of rows with the most matching cells (weighted longest common subsequence).
pub(crate) fn aligned(truth: &[Value], found: &[Value]) -> Pairs {
    let (rows, columns) = (truth.len(), found.len());
    let worth: Vec<Vec<u32>> = truth
        .iter()
        .map(|row| found.iter().map(|other| 1 + AGREEING * agreeing(row, other)).collect())
        .collect();
    let mut best = vec![vec![0; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let paired = worth[row][column] + best[row + 1][column + 1];
            best[row][column] = paired.max(best[row + 1][column]).max(best[row][column + 1]);
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Pairs::new());
    while row < rows && column < columns {
        if best[row][column] == worth[row][column] + best[row + 1][column + 1] {
            pairs.push((Some(row), Some(column)));
            row += 1;
            column += 1;
        } else if best[row][column] == best[row + 1][column] {
            pairs.push((Some(row), None));
            row += 1;
        } else {
            pairs.push((None, Some(column)));
            column += 1;
        }
    }
    pairs.extend((row..rows).map(|row| (Some(row), None)));
    pairs.extend((column..columns).map(|column| (None, Some(column))));
    pairs
}

fn agreeing(truth: &Value, found: &Value) -> u32 {
    let (truth, found) = (leaves_of(truth), leaves_of(found));
    let verdicts = truth
        .iter()
        .map(|(leaf, value)| verdict(found.get(leaf).copied(), Some(value)));
    verdicts
        .filter(|verdict| verdict.is_some_and(Verdict::is_right))
        .count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(truth: &Value, found: &Value, wanted: &[(Option<usize>, Option<usize>)]) {
        let rows = |list: &Value| list.as_array().cloned().unwrap_or_default();
        assert_eq!(aligned(&rows(truth), &rows(found)), wanted, "{truth} against {found}");
    }

    #[test]
    fn a_lost_row_shifts_nothing() {
        let all = json!([{"a": "1", "b": "x"}, {"a": "2", "b": "y"}, {"a": "3", "b": "z"}]);
        check(
            &all,
            &json!([{"a": "1", "b": "x"}, {"a": "3", "b": "z"}]),
            &[(Some(0), Some(0)), (Some(1), None), (Some(2), Some(1))],
        );
        check(
            &json!([{"a": "3", "b": "z"}]),
            &all,
            &[(None, Some(0)), (None, Some(1)), (Some(0), Some(2))],
        );
    }

    #[test]
    fn a_row_read_wrongly_is_wrong_and_not_lost() {
        check(
            &json!([{"a": "1"}, {"a": "2"}]),
            &json!([{"a": "1"}, {"a": "7"}]),
            &[(Some(0), Some(0)), (Some(1), Some(1))],
        );
        check(
            &json!(["1.00", "2.00"]),
            &json!(["2.00"]),
            &[(Some(0), None), (Some(1), Some(0))],
        );
        check(&json!([]), &json!(["2.00"]), &[(None, Some(0))]);
    }
}
