//! The totals of a case: amounts by year, label and field, over its documents. Documents that say the
//! same count once, however often they were handed in. Not here: which documents a case has, which they say themselves.

use super::Desk;
use super::fields::{described, kind_of};
use super::views::{CaseTotal, FieldKind, TotalOrigin};
use crate::checks::traps;
use crate::pack::Pack;
use crate::record::{Document, Form};
use crate::review;
use crate::store::Standing;
use crate::value::money;
use indexmap::IndexMap;
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A document of a case with what was read from it, as people corrected it.
struct Paper {
    document: Document,
    accepted: bool,
    year: Option<i32>,
    pack: Option<Arc<Pack>>,
    forms: Vec<Form>,
}

impl Desk {
    /// Amounts by year, label and field, added up over the forms of a case. Years come latest first.
    pub async fn case_totals(&self, case: &str) -> anyhow::Result<Vec<CaseTotal>> {
        let mut papers = Vec::new();
        for document in self.store.of_case(case).await? {
            let Some(run) = self.store.newest_run(document.id).await? else {
                continue;
            };
            let shelved = self.store.shelved(document.id).await?;
            if shelved.state == Standing::Rejected {
                continue;
            }
            let corrections = self.store.corrections(document.id).await?;
            papers.push(Paper {
                accepted: shelved.state == Standing::Accepted,
                year: shelved.year,
                pack: self.pack(&run.pack).ok(),
                forms: review::corrected_forms(self.store.best_forms(run.id).await?, &corrections),
                document,
            });
        }
        Ok(totals(papers))
    }
}

/// Of documents that say the same, as the check for duplicates sees it, the first accepted one counts, or the first; the others are named behind it.
fn totals(mut papers: Vec<Paper>) -> Vec<CaseTotal> {
    papers.sort_by_key(|paper| !paper.accepted);
    let mut counted: HashMap<String, String> = HashMap::new();
    let mut sums = Sums::default();
    for paper in &papers {
        let known_by = match &paper.pack {
            Some(pack) => traps::contents(pack, &paper.document, &paper.forms),
            None => vec![paper.document.sha256.clone()],
        };
        let copy_of = known_by.iter().find_map(|content| counted.get(content).cloned());
        for form in &paper.forms {
            sums.add(paper, form, copy_of.as_ref());
        }
        let name = copy_of.unwrap_or_else(|| paper.document.file_name.clone());
        for content in known_by {
            counted.entry(content).or_insert_with(|| name.clone());
        }
    }
    sums.totals()
}

#[derive(Default)]
struct Sums(IndexMap<(Option<i32>, String, String), (Decimal, CaseTotal)>);

impl Sums {
    fn add(&mut self, paper: &Paper, form: &Form, copy_of: Option<&String>) {
        let template = paper.pack.as_ref().map(|pack| pack.template_for(&form.label));
        let year = own_year(form).or(paper.year);
        for (name, field) in &form.fields {
            let spec = template.and_then(|template| template.field(name));
            let is_money = spec.is_some_and(|spec| kind_of(&spec.format) == FieldKind::Money);
            let text = field.text().filter(|_| is_money);
            let Some(amount) = text.and_then(|text| money::parse(text).ok()) else {
                continue;
            };
            let key = (year, form.label.clone(), name.clone());
            if copy_of.is_some() && !self.0.contains_key(&key) {
                continue;
            }
            let (sum, total) = self.0.entry(key).or_insert_with(|| {
                let total = CaseTotal {
                    label: form.label.clone(),
                    field: name.clone(),
                    name: described(spec, name),
                    r#box: spec.and_then(|spec| spec.box_label.clone()),
                    year,
                    total: String::new(),
                    unsettled: 0,
                    documents: Vec::new(),
                };
                (Decimal::ZERO, total)
            });
            if copy_of.is_none() {
                *sum += amount;
            }
            total.documents.push(TotalOrigin {
                document_id: paper.document.id.to_string(),
                file_name: paper.document.file_name.clone(),
                form: form.id.to_string(),
                form_number: form.number,
                value: money::print(amount),
                accepted: paper.accepted,
                copy_of: copy_of.cloned(),
            });
        }
    }

    fn totals(self) -> Vec<CaseTotal> {
        let totals = self.0.into_values().map(|(sum, total)| {
            let open = total
                .documents
                .iter()
                .filter(|one| one.copy_of.is_none() && !one.accepted);
            let open: BTreeSet<&str> = open.map(|one| one.document_id.as_str()).collect();
            CaseTotal {
                total: money::print(sum),
                unsettled: open.len() as u32,
                ..total
            }
        });
        let mut totals: Vec<CaseTotal> = totals.collect();
        // Stable: the fields of a label stay in the order of the paper.
        totals.sort_by(|a, b| (Reverse(a.year), &a.label).cmp(&(Reverse(b.year), &b.label)));
        totals
    }
}

/// The year that a form states itself.
fn own_year(form: &Form) -> Option<i32> {
    let year = form.field("tax_year")?.value.as_i64()?;
    i32::try_from(year).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample;
    use crate::pack::{PackShelf, default_folder};
    use serde_json::json;

    fn paper(pack: &Arc<Pack>, name: &str, bytes: &str, accepted: bool, (year, wages): (i32, &str)) -> Paper {
        let dossier = sample::dossier();
        let mut form = dossier.forms[0].clone();
        form.fields.retain(|name, _| name == "wages_tips" || name == "tax_year");
        form.fields["tax_year"].value = json!(year);
        form.fields["wages_tips"].value = json!(wages);
        Paper {
            document: Document {
                id: crate::record::DocumentId::fresh(),
                file_name: name.to_owned(),
                sha256: bytes.to_owned(),
                ..dossier.document
            },
            accepted,
            year: None,
            pack: Some(Arc::clone(pack)),
            forms: vec![form],
        }
    }

    #[test]
    fn years_are_apart_the_same_file_counts_once_and_what_is_open_is_counted() {
        let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
        let totals = totals(vec![
            paper(&pack, "scan.pdf", "a", false, (2024, "100.00")),
            paper(&pack, "again.pdf", "a", true, (2024, "100.00")),
            paper(&pack, "open.pdf", "b", false, (2024, "20.00")),
            paper(&pack, "last year.pdf", "c", true, (2023, "7.00")),
            paper(&pack, "scanned anew.pdf", "d", true, (2023, "7.00")),
        ]);
        let told: Vec<_> = totals
            .iter()
            .map(|total| (total.year, total.total.as_str(), total.unsettled, total.documents.len()))
            .collect();
        assert_eq!(told, [(Some(2024), "120.00", 1, 3), (Some(2023), "7.00", 0, 2)]);
        let copies = totals
            .iter()
            .flat_map(|total| &total.documents)
            .filter_map(|one| Some((one.file_name.as_str(), one.copy_of.as_deref()?)));
        assert_eq!(
            copies.collect::<Vec<_>>(),
            [("scan.pdf", "again.pdf"), ("scanned anew.pdf", "last year.pdf")],
            "the accepted one counts, and other bytes may say the same"
        );
    }
}
