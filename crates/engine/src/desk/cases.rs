//! A case as a whole: its documents with their forms, papers of last year that are missing, and totals. A document names
//! its case itself.

mod expected;
mod papers;
mod sums;

use super::Desk;
use super::views::{CaseDocument, CaseForm, CaseView};
use crate::review;
use crate::store::Standing;
use papers::{Paper, Stated, counted};

impl Desk {
    /// The documents and totals of a case. Of the totals, the latest year comes first.
    pub async fn case_view(&self, case: &str) -> anyhow::Result<CaseView> {
        let mut papers = Vec::new();
        for document in self.store.of_case(case).await? {
            let shelved = self.store.shelved(document.id).await?;
            let run = self.store.newest_run(document.id).await?;
            let run = run.filter(|_| shelved.state != Standing::Rejected);
            let forms = match &run {
                Some(run) => {
                    let corrections = self.store.corrections(document.id).await?;
                    review::corrected_forms(self.store.best_forms(run.id).await?, &corrections)
                }
                None => Vec::new(),
            };
            papers.push(Paper {
                state: shelved.state,
                year: shelved.year,
                pack: run.and_then(|run| self.pack(&run.pack).ok()),
                forms,
                document,
            });
        }
        Ok(case_of(papers))
    }
}

fn case_of(mut papers: Vec<Paper>) -> CaseView {
    papers.sort_by_key(|paper| paper.state != Standing::Accepted);
    let stated = counted(&papers);
    let mut documents: Vec<CaseDocument> = papers.iter().map(|paper| document(paper, &stated)).collect();
    documents.sort_by(|a, b| a.file_name.cmp(&b.file_name));
    CaseView {
        documents,
        missing: expected::missing(&stated),
        totals: sums::totals(&stated),
    }
}

fn document(paper: &Paper, stated: &[Stated]) -> CaseDocument {
    let own = stated.iter().filter(|one| one.paper.document.id == paper.document.id);
    CaseDocument {
        document_id: paper.document.id.to_string(),
        file_name: paper.document.file_name.clone(),
        state: paper.state,
        forms: own
            .map(|one| CaseForm {
                form: one.form.id.to_string(),
                label: one.form.label.clone(),
                year: one.year,
                issuer: one.issuer(),
                copy_of: one.copy_of.clone(),
                replaced_by: one.replaced_by.clone(),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests;
