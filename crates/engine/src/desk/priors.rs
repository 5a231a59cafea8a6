//! Comparison of a file of prior classifications with documents in the workspace. The file format and the comparison
//! are in `review`.

use super::Desk;
use super::trouble::parse_ids;
use super::views::Compared;
use crate::review;
use crate::review::Priors;
use anyhow::{Context, bail, ensure};
use std::path::Path;
use touchstone_core::record::{DocumentId, Prior, RunState};

/// Max size of the file, in bytes; a table of a hundred thousand documents is smaller.
const MOST_BYTES: u64 = 64 << 20;
/// Max names shown if a file covers none of the documents.
const MOST_NAMES: usize = 3;

impl Desk {
    /// Stores what the file says about these documents, and reports which ones differ.
    ///
    /// # Errors
    /// If the file cannot be parsed, or covers none of the documents.
    pub async fn compare_with(&self, ids: &[String], path: &Path) -> anyhow::Result<Compared> {
        let ids = parse_ids(ids)?;
        let mut priors = read(path)?;
        let mut compared = Compared::default();
        for id in ids {
            let document = self.store.document(id).await?;
            // A submitted document without a path is matched by file name.
            let by_path = priors.take(Path::new(&document.path));
            let Some(prior) = by_path.or_else(|| priors.take(Path::new(&document.file_name))) else {
                continue;
            };
            self.compare(id, &prior).await?;
            compared.documents += 1;
            match self.differs(id, &prior).await? {
                Some(true) => compared.differing.push(document.file_name),
                Some(false) => {}
                None => compared.unread += 1,
            }
        }
        compared.unused = priors.unused().map(str::to_owned).collect();
        if compared.documents == 0 {
            let names: Vec<&str> = priors.unused().take(MOST_NAMES).collect();
            bail!(
                "{} has no entry for the chosen documents; it covers {}",
                path.display(),
                names.join(", ")
            );
        }
        Ok(compared)
    }

    /// Whether the newest result differs; `None` if there is no result yet.
    async fn differs(&self, id: DocumentId, prior: &Prior) -> anyhow::Result<Option<bool>> {
        let run = self.store.newest_run(id).await?;
        let Some(run) = run.filter(|run| run.state == RunState::Done) else {
            return Ok(None);
        };
        let run_record = self.run_record(run.id).await?;
        let marking = run_record.classification().and_then(|found| found.marking.as_ref());
        let pack = self.pack(&run.pack)?;
        let marking = marking.map(|marking| review::marking_line(&pack, marking));
        let found = review::compare(&run_record, prior, marking.as_deref());
        Ok(Some(!found.differences.is_empty()))
    }
}

fn read(file: &Path) -> anyhow::Result<Priors> {
    let unread = || format!("could not compare with {}", file.display());
    let size = std::fs::metadata(file).with_context(unread)?.len();
    ensure!(
        size <= MOST_BYTES,
        "{}: it is larger than {} MB",
        unread(),
        MOST_BYTES >> 20
    );
    let text = std::fs::read_to_string(file).with_context(unread)?;
    let source = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    Priors::read(&source, &text).with_context(unread)
}
