//! The spend limit of a workspace.

use crate::provider::Provider;
use crate::store::Store;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The limit in cents; `NONE` means no limit. Shared by all callers, so that a change takes effect at once.
#[derive(Debug, Clone)]
pub(super) struct Limit(pub(super) Arc<AtomicU32>);

/// Wraps a model and refuses calls once the limit is reached.
pub(super) struct Limited {
    pub(super) inner: Arc<dyn Provider>,
    pub(super) store: Store,
    pub(super) limit: Limit,
}
