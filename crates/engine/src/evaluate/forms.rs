//! Pairs predicted forms with true ones.

use super::compare::leaves_of;
use super::prediction::PredictedForm;
use super::truth::TrueForm;
use serde_json::{Map, Value};

/// Pairs forms of the same label, most agreeing values first; unpaired forms on either side stay alone, so that a
/// form that was never found misses all its fields. Forms of a document without true forms are not scored.
pub(super) fn paired<'a>(
    wanted: &'a [TrueForm],
    found: &'a [PredictedForm],
) -> Vec<(Option<&'a TrueForm>, Option<&'a PredictedForm>)> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut agreements: Vec<(usize, usize, usize)> = Vec::new();
    for (w, truth) in wanted.iter().enumerate() {
        for (f, form) in found.iter().enumerate().filter(|(_, form)| form.label == truth.label) {
            agreements.push((agreeing(&truth.fields, &form.values()), w, f));
        }
    }
    agreements.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (mut partner, mut used) = (vec![None; wanted.len()], vec![false; found.len()]);
    for (_, w, f) in agreements {
        if partner[w].is_none() && !used[f] {
            partner[w] = Some(&found[f]);
            used[f] = true;
        }
    }
    let alone = found
        .iter()
        .zip(used)
        .filter(|(_, used)| !used)
        .map(|(form, _)| (None, Some(form)));
    let paired = wanted.iter().zip(partner).map(|(truth, form)| (Some(truth), form));
    paired.chain(alone).collect()
}

fn agreeing(wanted: &Map<String, Value>, found: &Map<String, Value>) -> usize {
    let same = |name: &String, value: &Value| {
        let (wanted, found) = (leaves_of(value), found.get(name).map(leaves_of).unwrap_or_default());
        wanted
            .iter()
            .filter(|(leaf, value)| found.get(*leaf) == Some(value))
            .count()
    };
    wanted.iter().map(|(name, value)| same(name, value)).sum()
}
