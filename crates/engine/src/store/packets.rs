//! Table `packets`: expert packets. Append-only; the newest of a run counts.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json};
use crate::export::Packet;
use sqlx::SqliteConnection;
use touchstone_core::record::RunId;

impl Store {
    /// Adds a packet, for instance one with a comparison that was given later.
    pub async fn put_packet(&self, packet: &Packet) -> Result<(), StoreError> {
        const WHAT: &str = "store a packet";
        let mut tx = self.begin(WHAT).await?;
        insert(&mut tx, packet).await?;
        tx.commit().await.doing(WHAT)
    }

    /// Returns the newest packet of a run; `None` if the run was accepted, or escalated before packets existed.
    pub async fn packet(&self, run: RunId) -> Result<Option<Packet>, StoreError> {
        const WHAT: &str = "read a packet";
        let content: Option<String> =
            sqlx::query_scalar("SELECT content FROM packets WHERE run_id = ?1 ORDER BY seq DESC LIMIT 1")
                .bind(run.to_string())
                .fetch_optional(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        let at = At::new("packets", &format!("of run {run}"));
        content.map(|content| at.json("content", &content)).transpose()
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, packet: &Packet) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO packets (run_id, content) VALUES (?1, ?2)")
        .bind(packet.run_id.to_string())
        .bind(json(packet)?)
        .execute(connection)
        .await
        .doing("store a packet")?;
    Ok(())
}
