//! The readers that documents are opened with: how many at a time, within which limits. The person may change both while
//! the desk is open. Not here: the processes (see `touchstone_intake::pool`).

use super::views::Preferences;
use super::{Desk, DeskOptions, settings};
use std::sync::{Arc, PoisonError, RwLock};
use touchstone_intake::pool::{PoolConfig, ReaderPool};
use touchstone_intake::protocol::Limits;
use touchstone_intake::{Failure, Recogniser, Script};

/// Readers that draw pages for a window.
const PICTURE_READERS: usize = 2;

/// What counts now. Whoever began with it keeps it to the end of what they do.
pub(super) struct Readers {
    /// Documents worked on at a time.
    pub jobs: usize,
    pub limits: Limits,
    /// Who recognises text on pixels.
    pub recogniser: Recogniser,
    /// Which characters may be recognised.
    pub script: Script,
    /// Or why there is none, which only those who need one report: a list or an export does not.
    pub pool: Result<ReaderPool, Failure>,
    /// Of their own, so that a page that is looked at never waits for a batch.
    pub pictures: Result<ReaderPool, Failure>,
}

/// What a door has fixed, and what counts of the rest.
pub(super) struct Chosen {
    fixed: DeskOptions,
    in_force: RwLock<Arc<Readers>>,
}

impl Chosen {
    pub(super) fn new(fixed: &DeskOptions, preferred: &Preferences) -> Self {
        Self {
            fixed: fixed.clone(),
            in_force: RwLock::new(Arc::new(Readers::new(fixed, preferred))),
        }
    }
}

impl Readers {
    /// No reader is started by this; a pool does when it is asked to open something.
    fn new(fixed: &DeskOptions, preferred: &Preferences) -> Self {
        let (jobs, limits) = measure(fixed.jobs, fixed.as_preferred.then_some(preferred));
        let recogniser = fixed.recogniser.unwrap_or_else(|| settings::recogniser(preferred));
        let script = fixed.script.unwrap_or_else(|| settings::script(preferred));
        let pool = |size| {
            let program = fixed.reader.clone().map_or_else(PoolConfig::find_program, Ok)?;
            Ok(ReaderPool::new(PoolConfig {
                limits: limits.clone(),
                recogniser,
                script,
                ..PoolConfig::new(program, size)
            }))
        };
        Self {
            pool: pool(jobs),
            pictures: pool(PICTURE_READERS),
            jobs,
            limits,
            recogniser,
            script,
        }
    }

    /// Whether the other ones would read alike.
    fn counts_as(&self, other: &Self) -> bool {
        (self.jobs, &self.limits) == (other.jobs, &other.limits)
            && (self.recogniser, self.script) == (other.recogniser, other.script)
    }
}

/// Documents at a time, and the limits: never more than the program's own.
fn measure(jobs: Option<usize>, preferred: Option<&Preferences>) -> (usize, Limits) {
    let mut limits = Limits::default();
    if let Some(preferred) = preferred {
        limits.pages = limits.pages.min(preferred.max_pages.max(1));
        limits.file_bytes = limits.file_bytes.min(u64::from(preferred.max_megabytes.max(1)) << 20);
    }
    let jobs = jobs.or(preferred.map(|preferred| preferred.workers as usize));
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    (jobs.max(1), limits)
}

impl Desk {
    pub(super) fn readers(&self) -> Arc<Readers> {
        Arc::clone(&self.chosen.in_force.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes over how many to work on, within which limits, and who recognises text. Running documents are put down at
    /// their next step and taken up again with the new readers.
    pub(super) async fn use_readers_as(&self, preferred: &Preferences) {
        let readers = Readers::new(&self.chosen.fixed, preferred);
        if readers.counts_as(&self.readers()) {
            return;
        }
        self.close_pictures().await;
        self.alone(async {
            *self.chosen.in_force.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(readers);
        })
        .await;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::{Access, Place};

    fn wish(workers: u32, pages: u32, megabytes: u32) -> Preferences {
        Preferences {
            workers,
            max_pages: pages,
            max_megabytes: megabytes,
            ..Preferences::default()
        }
    }

    #[test]
    fn what_is_preferred_counts_below_the_programs_own_limits_and_a_door_wins() {
        let own = Limits::default();
        for (jobs, preferred, expected) in [
            (None, Some(wish(3, 20, 5)), (3, 20, 5 << 20)),
            (Some(7), Some(wish(3, 20, 5)), (7, 20, 5 << 20)),
            (None, Some(wish(0, 0, 0)), (1, 1, 1 << 20)),
            (
                Some(2),
                Some(wish(1, u32::MAX, u32::MAX)),
                (2, own.pages, own.file_bytes),
            ),
            (Some(4), None, (4, own.pages, own.file_bytes)),
        ] {
            let (jobs, limits) = measure(jobs, preferred.as_ref());
            assert_eq!((jobs, limits.pages, limits.file_bytes), expected);
        }
    }

    #[tokio::test]
    async fn new_limits_count_at_once() {
        let options = DeskOptions {
            as_preferred: true,
            ..DeskOptions::default()
        };
        let desk = Desk::open(&Place::Memory, Access::Own, options).await.unwrap();
        let mut preferences = desk.preferences().await.unwrap();
        (preferences.workers, preferences.max_pages) = (5, 17);
        desk.set_preferences(&preferences).await.unwrap();
        let readers = desk.readers();
        assert_eq!((readers.jobs, readers.limits.pages), (5, 17));
        // A name that nobody has is refused before anything is stored.
        preferences.recogniser = "nobody".to_owned();
        assert!(desk.set_preferences(&preferences).await.is_err());
        preferences.recogniser = Recogniser::BuiltIn.name().to_owned();
        preferences.script = "greek".to_owned();
        assert!(desk.set_preferences(&preferences).await.is_err());
        preferences.script = Script::Latin.name().to_owned();
        // The same wish again leaves the readers as they are, with what they keep warm.
        desk.set_preferences(&preferences).await.unwrap();
        assert!(Arc::ptr_eq(&readers, &desk.readers()));
        preferences.script = Script::English.name().to_owned();
        desk.set_preferences(&preferences).await.unwrap();
        assert_eq!(desk.readers().script, Script::English);
    }
}
