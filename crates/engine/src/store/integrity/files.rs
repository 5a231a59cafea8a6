//! Compares the files of the originals with the rows that refer to them.

use super::{Depth, Owed};
use crate::store::error::{Doing, StoreError};
use crate::store::files::Kept;
use crate::store::originals::{Condition, blocking};
use crate::store::{DocumentFilter, Store, doomed};
use std::collections::{BTreeMap, HashSet};
use touchstone_core::record::DocumentId;

const WHAT: &str = "check the originals";

#[derive(Default)]
pub(super) struct Checked {
    /// Of those that are whole, each counted once.
    pub(super) bytes: u64,
    pub(super) missing: Vec<DocumentId>,
    pub(super) changed: Vec<DocumentId>,
}

impl Store {
    /// Looks at the original of every document whose row can be read, at each file once.
    pub(super) async fn check_originals(
        &self,
        depth: Depth,
        progress: impl Fn(u64, u64),
    ) -> Result<Checked, StoreError> {
        let mut shared: BTreeMap<(String, u64), Vec<DocumentId>> = BTreeMap::new();
        for document in self.documents(&DocumentFilter::default()).await? {
            shared
                .entry((document.sha256, document.bytes))
                .or_default()
                .push(document.id);
        }
        let total = shared.keys().map(|(_, bytes)| bytes).sum();
        let (mut done, mut checked) = (0, Checked::default());
        for ((sha256, bytes), documents) in shared {
            let (originals, kept) = (self.originals.clone(), Kept { sha256, bytes });
            match blocking(move || Ok(originals.condition(&kept, depth == Depth::Full))).await? {
                Condition::Whole => checked.bytes += bytes,
                Condition::Missing => checked.missing.extend(documents),
                Condition::Changed => checked.changed.extend(documents),
            }
            done += bytes;
            progress(done, total);
        }
        checked.missing.sort();
        checked.changed.sort();
        Ok(checked)
    }

    /// Stored files that no document refers to, other than those that an import or an erasure accounts for.
    pub(crate) async fn strays(&self) -> Result<Vec<Kept>, StoreError> {
        // Listed before the rows are read: a file gets its name after its row in `doomed_originals`.
        let originals = self.originals.clone();
        let mut stored = blocking(move || originals.stored().doing(WHAT)).await?;
        let accounted: HashSet<String> = doomed::accounted_for(&mut *self.look(WHAT).await?).await?;
        stored.retain(|file| !accounted.contains(&file.sha256));
        stored.sort_by(|one, other| one.sha256.cmp(&other.sha256));
        Ok(stored)
    }

    pub(crate) async fn owed(&self) -> Result<Owed, StoreError> {
        let doomed = doomed::of_none(&mut *self.look(WHAT).await?).await?;
        Ok(Owed {
            originals: doomed.len(),
            sweep: self.owes_sweep().await?,
        })
    }
}
