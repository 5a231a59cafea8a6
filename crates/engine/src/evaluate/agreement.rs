//! How far two people agree who looked at the same documents: the share of equal values and, for values that are one of
//! a few categories, Cohen's kappa, the share of agreement beyond what chance would give. Pure.

use super::Share;
use super::compare::verdict;
use super::figures::Z95;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Cohen's kappa with its 95 % interval from the large-sample variance of Fleiss, Cohen and Everitt (1969).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Kappa {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreement {
    pub share: Share,
    /// `None` for values that are no categories, and if both always chose the same one: chance cannot be told apart then.
    pub kappa: Option<Kappa>,
}

impl Agreement {
    /// Of pairs of categories.
    pub fn of_categories(pairs: &[(String, String)]) -> Self {
        let same = pairs.iter().filter(|(first, second)| first == second).count();
        Self {
            share: Share::of(same as u64, pairs.len() as u64),
            kappa: kappa(pairs),
        }
    }
}

/// Whether two values are the same to a person: case, punctuation and the format of a number do not count, and a box
/// without a tick is blank.
pub fn same(first: &Value, second: &Value) -> bool {
    let filled = |value: &Value| !(value.is_null() || value == false || value.as_str().is_some_and(str::is_empty));
    let (first, second) = (
        Some(first).filter(|one| filled(one)),
        Some(second).filter(|one| filled(one)),
    );
    verdict(first, second).is_none_or(super::Verdict::is_right)
}

/// `None` without pairs, and if both always chose the same category.
pub fn kappa(pairs: &[(String, String)]) -> Option<Kappa> {
    let n = pairs.len() as f64;
    let mut cells: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    let (mut rows, mut columns): (BTreeMap<&str, f64>, BTreeMap<&str, f64>) = Default::default();
    for (first, second) in pairs {
        *cells.entry((first, second)).or_default() += 1.0 / n;
        *rows.entry(first).or_default() += 1.0 / n;
        *columns.entry(second).or_default() += 1.0 / n;
    }
    let row = |name: &str| rows.get(name).copied().unwrap_or_default();
    let column = |name: &str| columns.get(name).copied().unwrap_or_default();
    let names: BTreeSet<&str> = rows.keys().chain(columns.keys()).copied().collect();
    let observed: f64 = names.iter().filter_map(|name| cells.get(&(*name, *name))).sum();
    let chance: f64 = names.iter().map(|name| row(name) * column(name)).sum();
    if pairs.is_empty() || 1.0 - chance < 1e-12 {
        return None;
    }
    let value = (observed - chance) / (1.0 - chance);
    let spread: f64 = cells
        .iter()
        .map(|((first, second), share)| {
            let marginals = if first == second {
                (1.0 - (row(first) + column(first)) * (1.0 - value)).powi(2)
            } else {
                ((1.0 - value) * (column(first) + row(second))).powi(2)
            };
            share * marginals
        })
        .sum();
    let variance = (spread - (value - chance * (1.0 - value)).powi(2)) / (n * (1.0 - chance).powi(2));
    let half = Z95 * variance.max(0.0).sqrt();
    Some(Kappa {
        value,
        low: (value - half).max(-1.0),
        high: (value + half).min(1.0),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pairs(counts: &[(&str, &str, usize)]) -> Vec<(String, String)> {
        let all = counts
            .iter()
            .flat_map(|(first, second, count)| std::iter::repeat_n((first, second), *count));
        all.map(|(first, second)| ((*first).to_owned(), (*second).to_owned()))
            .collect()
    }

    #[test]
    fn kappa_agrees_with_published_values() {
        // 20, 5, 10 and 15 of 50: kappa 0.40 with a standard error of 0.127.
        let kappa = kappa(&pairs(&[
            ("yes", "yes", 20),
            ("yes", "no", 5),
            ("no", "yes", 10),
            ("no", "no", 15),
        ]))
        .unwrap();
        assert!((kappa.value - 0.4).abs() < 1e-9, "{kappa:?}");
        assert!(
            ((kappa.high - kappa.low) / 2.0 / 1.96 - 0.127).abs() < 5e-4,
            "{kappa:?}"
        );
    }

    #[test]
    fn kappa_is_one_for_full_agreement_and_none_without_a_choice() {
        let full = kappa(&pairs(&[("a", "a", 3), ("b", "b", 2)])).unwrap();
        assert!((full.value - 1.0).abs() < 1e-9);
        assert_eq!(kappa(&pairs(&[("a", "a", 5)])), None);
        assert_eq!(kappa(&[]), None);
        let opposed = kappa(&pairs(&[("a", "b", 5), ("b", "a", 5)])).unwrap();
        assert!((opposed.value + 1.0).abs() < 1e-9);
    }

    #[test]
    fn two_values_are_the_same_however_they_are_written() {
        for (first, second, is) in [
            (json!("Acme, Inc."), json!("ACME INC"), true),
            (json!(null), json!(""), true),
            (json!(false), json!(null), true),
            (json!(null), json!(false), true),
            (json!(true), json!(null), false),
            (json!("12.00"), json!("12.10"), false),
            (json!("12.00"), json!(null), false),
        ] {
            assert_eq!(same(&first, &second), is, "{first} {second}");
        }
    }
}
