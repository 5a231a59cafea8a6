//! Corrections of one page's marking, and their effect on the document's marking. Edits of the document itself are in
//! `review`.

use super::scene::Scene;
use crate::review;
use anyhow::{Context, bail};
use serde_json::Value;
use touchstone_core::grammar::Grammar;
use touchstone_core::path::Path;
use touchstone_core::record::{Correction, Marking, RunRecord};

impl Scene {
    /// The edits that correct one page's marking. The document's marking follows by the merge rules; a user's own
    /// marking of the document is kept.
    pub(super) fn page_marked(&self, page: u32, value: Value) -> anyhow::Result<Vec<Correction>> {
        let (pack, before) = (&self.pack, &self.run_record);
        let path = review::page_path(page);
        let Some(grammar) = pack.vocabulary.clone().map(Grammar::new) else {
            bail!("could not change `{path}`: the pack {} defines no markings", pack.name);
        };
        let found = before.findings.iter().rfind(|finding| finding.page == page);
        let found = found.with_context(|| format!("could not change `{path}`: page {page} was not examined"))?;
        let place: Path = path.parse()?;
        let after = review::understood(pack, &place, value).map_err(anyhow::Error::msg)?;
        let marking: Marking = serde_json::from_value(after.clone())
            .with_context(|| format!("could not change `{path}`: the value is not a marking"))?;
        if pack.label(&marking.level).is_none() {
            bail!(
                "could not change `{path}`: `{}` is not a level of the pack {}",
                marking.level,
                pack.name
            );
        }
        let stood = serde_json::to_value(&found.marking).context("could not read the page's marking")?;
        let mut edits = vec![Correction::of_person(before.document.id, path, stood, after)];
        let mut marked = Self {
            run_record: before.clone(),
            pack: pack.clone(),
        };
        marked.follow(&edits);
        if let Some(marking) = marked.merged_anew(&grammar, before) {
            let value = serde_json::to_value(marking).context("could not read the document's marking")?;
            edits.extend(marked.relabelled("marking", value)?);
        }
        Ok(edits)
    }

    /// The document's marking after a page's was corrected, if it changes.
    fn merged_anew(&self, grammar: &Grammar, before: &RunRecord) -> Option<Marking> {
        let current = before.classification()?;
        let (was, is) = (of_pages(grammar, before), of_pages(grammar, &self.run_record));
        let line = |marking: &Option<Marking>| {
            marking
                .as_ref()
                .map(|marking| review::marking_line(&self.pack, marking))
        };
        let now = match (&current.marking, is) {
            (Some(entered), Some(merged)) if line(&current.marking) != line(&was) => {
                grammar.highest([entered, &merged])
            }
            (_, merged) => merged,
        };
        now.filter(|now| line(&Some(now.clone())) != line(&current.marking))
    }
}

/// The merged markings of all pages; `None` if none is in force.
fn of_pages(grammar: &Grammar, run_record: &RunRecord) -> Option<Marking> {
    let pages = run_record.pages.iter().map(|page| page.number);
    let marked = pages.filter_map(|page| {
        let last = run_record.findings.iter().rfind(|finding| finding.page == page)?;
        Some((page, last.marking.as_ref()?))
    });
    let marked: Vec<(u32, &Marking)> = marked.collect();
    let merged = grammar.merge(&marked);
    (!merged.level.is_empty()).then(|| merged.marking())
}
