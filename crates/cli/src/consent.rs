//! The user's consent, on the command line, to sending documents to the provider of an engine.

use touchstone_core::record::EngineId;
use touchstone_engine::{Desk, PRICE_UNKNOWN};

/// Checks that the engine can start, with the user's consent where it is required. `agreed` is the option `--consent`.
pub(crate) async fn may_begin(desk: &Desk, engine: &EngineId, agreed: bool) -> anyhow::Result<()> {
    if let Some(consent) = desk.consent_needed(engine)? {
        let price = if desk.is_unpriced(engine) {
            format!(" {engine}: {PRICE_UNKNOWN}.")
        } else {
            String::new()
        };
        let elsewhere = desk.given_elsewhere(&consent).await?;
        let elsewhere = elsewhere.map(|why| format!(" {why}")).unwrap_or_default();
        anyhow::ensure!(
            agreed,
            "nothing was sent. {}{price}{elsewhere} Add `--consent` to agree; the workspace remembers it for this computer",
            consent.statement
        );
        desk.agree(engine).await?;
    }
    desk.check_engine(engine).await
}
