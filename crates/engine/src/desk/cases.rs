//! Totals of a case: amounts by year, label and field, over the forms of its documents. Copies of a form count once.
//! A document names its case itself.

use super::Desk;
use super::fields::{described, kind_of};
use super::views::{CaseTotal, FieldKind, TotalOrigin};
use crate::checks::traps;
use crate::review;
use crate::store::Standing;
use indexmap::IndexMap;
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Document, Form};
use touchstone_core::value::money;

/// A document of a case with its forms, as corrected by users.
struct Paper {
    document: Document,
    accepted: bool,
    year: Option<i32>,
    pack: Option<Arc<Pack>>,
    forms: Vec<Form>,
}

impl Desk {
    /// Sums amounts by year, label and field over the forms of a case. The latest year comes first.
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

/// Of forms with the same content, and of documents with the same bytes, only the first accepted one counts, or else
/// the first. The others name it as the original.
fn totals(mut papers: Vec<Paper>) -> Vec<CaseTotal> {
    papers.sort_by_key(|paper| !paper.accepted);
    let mut counted: HashMap<String, String> = HashMap::new();
    let mut sums = Sums::default();
    for paper in &papers {
        for form in &paper.forms {
            let stated = paper.pack.as_ref().and_then(|pack| traps::statement(pack, form));
            let bytes = format!("{} {}", paper.document.sha256, form.number);
            let known_by: Vec<String> = stated.into_iter().chain([bytes]).collect();
            let copy_of = known_by.iter().find_map(|key| counted.get(key).cloned());
            sums.add(paper, form, copy_of.as_ref());
            let name = copy_of.unwrap_or_else(|| paper.name(form));
            for key in known_by {
                counted.entry(key).or_insert_with(|| name.clone());
            }
        }
    }
    sums.totals()
}

impl Paper {
    /// Names the form so that a user can find it.
    fn name(&self, form: &Form) -> String {
        match self.forms.len() {
            0 | 1 => self.document.file_name.clone(),
            _ => format!("{}, form {}", self.document.file_name, form.number),
        }
    }
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
        // The sort is stable: the fields of a label keep their printed order.
        totals.sort_by(|a, b| (Reverse(a.year), &a.label).cmp(&(Reverse(b.year), &b.label)));
        totals
    }
}

/// The year printed on the form itself.
fn own_year(form: &Form) -> Option<i32> {
    let year = form.field("tax_year")?.value.as_i64()?;
    i32::try_from(year).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::sample;
    use serde_json::json;
    use touchstone_core::pack::{PackShelf, default_folder};

    fn paper(pack: &Arc<Pack>, name: &str, bytes: &str, accepted: bool, year: i32, wages: &str) -> Paper {
        let run_record = sample::run_record();
        let mut form = run_record.forms[0].clone();
        form.fields.retain(|name, _| name == "wages_tips" || name == "tax_year");
        form.fields["tax_year"].value = json!(year);
        form.fields["wages_tips"].value = json!(wages);
        Paper {
            document: Document {
                id: touchstone_core::record::DocumentId::fresh(),
                file_name: name.to_owned(),
                sha256: bytes.to_owned(),
                ..run_record.document
            },
            accepted,
            year: None,
            pack: Some(Arc::clone(pack)),
            forms: vec![form],
        }
    }

    /// A combined file holds the same forms as the single files, and a second account of the same payer.
    #[test]
    fn a_form_counts_once_wherever_its_copies_lie() {
        let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
        let single = |name: &str, accepted: bool, account: &str, interest: &str| {
            let mut paper = paper(&pack, name, name, accepted, 2024, "1.00");
            let form = &mut paper.forms[0];
            form.label = "1099-INT".to_owned();
            let wages = form.fields.swap_remove("wages_tips").unwrap();
            for (field, text) in [
                ("payer_tin", "63-0065650"),
                ("recipient_tin", "554-03-0876"),
                ("payer_name", name),
                ("account_number", account),
                ("interest_income", interest),
            ] {
                let value = json!(text);
                form.fields.insert(
                    field.to_owned(),
                    touchstone_core::record::Field { value, ..wages.clone() },
                );
            }
            paper
        };
        let mut combined = single("combined.pdf", true, "A-1", "10.00");
        for (number, account, interest) in [(2, "A-2", "10.00"), (3, "A-1", "10.00")] {
            let next = single("", true, account, interest).forms.remove(0);
            combined.forms.push(Form { number, ..next });
        }
        let mut masked = single("masked.pdf", true, "A-1", "10.00");
        masked.forms[0].fields["recipient_tin"].value = json!("XXX-XX-0876");
        let papers = vec![combined, masked, single("corrected.pdf", false, "A-1", "12.00")];
        let totals = totals(papers);
        let [interest] = &totals[..] else { panic!("{totals:?}") };
        assert_eq!(
            (interest.field.as_str(), interest.total.as_str()),
            ("interest_income", "32.00")
        );
        let rows = interest.documents.iter();
        let rows: Vec<_> = rows
            .map(|one| (one.file_name.as_str(), one.form_number, one.copy_of.as_deref()))
            .collect();
        assert_eq!(
            rows,
            [
                ("combined.pdf", 1, None),
                ("combined.pdf", 2, None),
                ("combined.pdf", 3, Some("combined.pdf, form 1")),
                ("masked.pdf", 1, Some("combined.pdf, form 1")),
                ("corrected.pdf", 1, None),
            ]
        );
    }

    #[test]
    fn years_are_apart_the_same_file_counts_once_and_what_is_open_is_counted() {
        let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
        let totals = totals(vec![
            paper(&pack, "scan.pdf", "a", false, 2024, "100.00"),
            paper(&pack, "again.pdf", "a", true, 2024, "100.00"),
            paper(&pack, "open.pdf", "b", false, 2024, "20.00"),
            paper(&pack, "last year.pdf", "c", true, 2023, "7.00"),
            paper(&pack, "scanned anew.pdf", "d", true, 2023, "7.00"),
        ]);
        let rows: Vec<_> = totals
            .iter()
            .map(|total| (total.year, total.total.as_str(), total.unsettled, total.documents.len()))
            .collect();
        assert_eq!(rows, [(Some(2024), "120.00", 1, 3), (Some(2023), "7.00", 0, 2)]);
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
