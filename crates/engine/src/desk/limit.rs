//! The spend limit of a workspace.

use crate::provider::Provider;
use crate::store::Store;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// Cents that may be spent; `NONE` is no limit. Shared by all who ask, so that a change counts at once.
#[derive(Debug, Clone)]
pub(super) struct Limit(pub(super) Arc<AtomicU32>);

/// A model that is not asked any more once the limit is reached.
pub(super) struct Limited {
    pub(super) inner: Arc<dyn Provider>,
    pub(super) store: Store,
    pub(super) limit: Limit,
}
