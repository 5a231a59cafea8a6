//! Amounts by year, label and field, over the forms of a case that count.

use super::papers::Stated;
use crate::desk::fields::{described, kind_of};
use crate::desk::views::{CaseTotal, FieldKind, TotalOrigin};
use crate::store::Standing;
use indexmap::IndexMap;
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use touchstone_core::value::money;

pub(super) fn totals(stated: &[Stated]) -> Vec<CaseTotal> {
    let mut sums = Sums::default();
    // Forms that do not count are shown beside what counts instead of them.
    for one in stated.iter().filter(|one| one.counts()) {
        sums.add(one);
    }
    for one in stated.iter().filter(|one| !one.counts()) {
        sums.add(one);
    }
    sums.totals()
}

#[derive(Default)]
struct Sums(IndexMap<(Option<i32>, String, String), (Decimal, CaseTotal)>);

impl Sums {
    fn add(&mut self, one: &Stated) {
        let Stated { paper, form, year, .. } = one;
        let template = paper.pack.as_ref().map(|pack| pack.template_for(&form.label));
        for (name, field) in &form.fields {
            let spec = template.and_then(|template| template.field(name));
            let is_money = spec.is_some_and(|spec| kind_of(&spec.format) == FieldKind::Money);
            let text = field.text().filter(|_| is_money);
            let Some(amount) = text.and_then(|text| money::parse(text).ok()) else {
                continue;
            };
            let key = (*year, form.label.clone(), name.clone());
            if !one.counts() && !self.0.contains_key(&key) {
                continue;
            }
            let (sum, total) = self.0.entry(key).or_insert_with(|| {
                let total = CaseTotal {
                    label: form.label.clone(),
                    field: name.clone(),
                    name: described(spec, name),
                    r#box: spec.and_then(|spec| spec.box_label.clone()),
                    year: *year,
                    total: String::new(),
                    unsettled: 0,
                    documents: Vec::new(),
                };
                (Decimal::ZERO, total)
            });
            if one.counts() {
                *sum += amount;
            }
            total.documents.push(origin(one, amount));
        }
    }

    fn totals(self) -> Vec<CaseTotal> {
        let totals = self.0.into_values().map(|(sum, total)| CaseTotal {
            total: money::print(sum),
            unsettled: unsettled(&total.documents),
            ..total
        });
        let mut totals: Vec<CaseTotal> = totals.collect();
        // The sort is stable: the fields of a label keep their printed order.
        totals.sort_by(|a, b| (Reverse(a.year), &a.label).cmp(&(Reverse(b.year), &b.label)));
        totals
    }
}

fn origin(one: &Stated, amount: Decimal) -> TotalOrigin {
    TotalOrigin {
        document_id: one.paper.document.id.to_string(),
        file_name: one.paper.document.file_name.clone(),
        form: one.form.id.to_string(),
        form_number: one.form.number,
        issuer: one.issuer(),
        value: money::print(amount),
        accepted: one.paper.state == Standing::Accepted,
        copy_of: one.copy_of.clone(),
        replaced_by: one.replaced_by.clone(),
    }
}

fn unsettled(origins: &[TotalOrigin]) -> u32 {
    let counts = |one: &&TotalOrigin| one.copy_of.is_none() && one.replaced_by.is_none();
    let open = origins.iter().filter(counts).filter(|one| !one.accepted);
    open.map(|one| one.document_id.as_str()).collect::<BTreeSet<_>>().len() as u32
}
