//! The readers that open documents: how many at a time, and their limits. The user may change both while the desk is
//! open. The processes are in `touchstone_intake::pool`.

use super::views::Preferences;
use super::{Desk, DeskOptions, settings};
use std::sync::{Arc, PoisonError, RwLock};
use touchstone_intake::pool::{PoolConfig, ReaderPool};
use touchstone_intake::protocol::Limits;
use touchstone_intake::{Failure, Recogniser, Script};

/// Number of readers that draw pages for the window.
const PICTURE_READERS: usize = 2;

/// Current settings. Work in progress keeps the ones it started with.
pub(super) struct Readers {
    /// Documents processed at a time.
    pub jobs: usize,
    pub limits: Limits,
    /// The OCR engine.
    pub recogniser: Recogniser,
    /// The script that may be recognized.
    pub script: Script,
    /// Or why there are no readers, which is reported only where one is needed: a list or an export does not need
    /// one.
    pub pool: Result<ReaderPool, Failure>,
    /// A separate pool, so that viewing a page never waits for a batch.
    pub pictures: Result<ReaderPool, Failure>,
}

/// Options fixed by the front end, and the current settings for the rest.
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
    /// Starts no reader; the pool starts one when something is opened.
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

    /// Whether the other settings would read documents the same way.
    fn counts_as(&self, other: &Self) -> bool {
        (self.jobs, &self.limits) == (other.jobs, &other.limits)
            && (self.recogniser, self.script) == (other.recogniser, other.script)
    }
}

/// Documents at a time, and limits at or below the program's own.
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

    /// Applies the number of workers, the limits and the OCR engine. Running documents stop at their next step and
    /// resume with the new readers.
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
    use crate::store::Access;
    use crate::store::Place;

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
        // An unknown name is refused before anything is stored.
        preferences.recogniser = "nobody".to_owned();
        assert!(desk.set_preferences(&preferences).await.is_err());
        preferences.recogniser = Recogniser::BuiltIn.name().to_owned();
        preferences.script = "greek".to_owned();
        assert!(desk.set_preferences(&preferences).await.is_err());
        preferences.script = Script::Latin.name().to_owned();
        // Setting the same preferences again keeps the readers and their caches.
        desk.set_preferences(&preferences).await.unwrap();
        assert!(Arc::ptr_eq(&readers, &desk.readers()));
        preferences.script = Script::English.name().to_owned();
        desk.set_preferences(&preferences).await.unwrap();
        assert_eq!(desk.readers().script, Script::English);
    }
}
