//! What a person says that one page bears, and what follows from it for the document. Not here: edits of the document itself (see
//! `review`).

use super::Desk;
use crate::grammar::Grammar;
use crate::pack::Pack;
use crate::path::Path;
use crate::record::{Correction, DocumentId, Dossier, Marking, RunId};
use crate::review;
use anyhow::{Context, bail};
use serde_json::Value;

impl Desk {
    /// Corrects the marking of one page. The document's follows by the rules of merging; what somebody said of it beyond its pages
    /// is kept.
    pub(super) async fn mark_page(&self, id: DocumentId, page: u32, value: Value) -> anyhow::Result<()> {
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} was never read"))?;
        let pack = self.pack(&run.pack)?;
        let before = self.dossier(run.id).await?;
        let path = review::page_path(page);
        let Some(grammar) = pack.vocabulary.clone().map(Grammar::new) else {
            bail!("could not change `{path}`: the pack {} knows no markings", pack.name);
        };
        let found = before.findings.iter().rfind(|finding| finding.page == page);
        let found = found.with_context(|| format!("could not change `{path}`: page {page} was not looked at"))?;
        let place: Path = path.parse()?;
        let after = review::understood(&pack, &place, value).map_err(anyhow::Error::msg)?;
        let marking: Marking = serde_json::from_value(after.clone())
            .with_context(|| format!("could not change `{path}`: that is no marking"))?;
        if pack.label(&marking.level).is_none() {
            bail!(
                "could not change `{path}`: `{}` is no level of the pack {}",
                marking.level,
                pack.name
            );
        }
        self.open_again(id).await?;
        let stood = serde_json::to_value(&found.marking).context("could not look at the page's marking")?;
        let correction = Correction {
            author: self.author().await?,
            ..Correction::of_person(id, path, stood, after)
        };
        self.store.insert_correction(&correction).await?;
        match self.merged_anew(&pack, &grammar, &before, run.id).await? {
            Some(marking) => {
                let value = serde_json::to_value(marking).context("could not look at the document's marking")?;
                Box::pin(self.relabel(&id.to_string(), "marking", value)).await
            }
            None => Ok(()),
        }
    }

    /// The document's marking after a page's was corrected, where it is another one.
    async fn merged_anew(
        &self,
        pack: &Pack,
        grammar: &Grammar,
        before: &Dossier,
        run: RunId,
    ) -> anyhow::Result<Option<Marking>> {
        let Some(stands) = before.classification() else {
            return Ok(None);
        };
        let (was, is) = (of_pages(grammar, before), of_pages(grammar, &self.dossier(run).await?));
        let says = |marking: &Option<Marking>| marking.as_ref().map(|marking| review::marking_line(pack, marking));
        let now = match (&stands.marking, is) {
            (Some(said), Some(merged)) if says(&stands.marking) != says(&was) => grammar.highest([said, &merged]),
            (_, merged) => merged,
        };
        Ok(now.filter(|now| says(&Some(now.clone())) != says(&stands.marking)))
    }
}

/// The markings of all pages together; `None` where none of them stands.
fn of_pages(grammar: &Grammar, dossier: &Dossier) -> Option<Marking> {
    let pages = dossier.pages.iter().map(|page| page.number);
    let marked = pages.filter_map(|page| {
        let last = dossier.findings.iter().rfind(|finding| finding.page == page)?;
        Some((page, last.marking.as_ref()?))
    });
    let marked: Vec<(u32, &Marking)> = marked.collect();
    let merged = grammar.merge(&marked);
    (!merged.level.is_empty()).then(|| merged.marking())
}
