//! What a person says of a whole result: accepted, rejected, opened again.

use super::Desk;
use super::trouble::parse_id;
use crate::record::DocumentId;
use crate::review::{self, Judgement};
use anyhow::{Context, bail};

impl Desk {
    /// Settles the newest result of a document as it stands now, or takes back what was said of it.
    ///
    /// # Errors
    /// When the document is being read, has no result, or was changed by another hand in the meantime.
    pub async fn judge(&self, document: &str, judgement: Judgement) -> anyhow::Result<()> {
        let id = parse_id(document)?;
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} was never read"))?;
        let dossier = self.store.dossier(run.id).await?;
        let settled = match review::settle(&dossier, judgement) {
            Ok(settled) => settled,
            Err(refused) => bail!("could not settle {}: {refused}", dossier.document.file_name),
        };
        let won = self
            .store
            .review_run(dossier.review.as_ref(), &settled.review, settled.truth.as_ref())
            .await?;
        if !won {
            bail!(
                "could not settle {}: it has changed in the meantime; look at it once more",
                dossier.document.file_name
            );
        }
        Ok(())
    }

    /// Before an edit: what a person has settled is open again, since it is not what was looked at any more.
    pub(super) async fn open_again(&self, id: DocumentId) -> anyhow::Result<()> {
        let newest = self.store.shelved(id).await?;
        if newest.verdict.is_some() {
            self.judge(&id.to_string(), Judgement::Reopen).await?;
        }
        Ok(())
    }
}
