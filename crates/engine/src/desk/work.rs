//! Working off the queue: a few runs at a time, each taken through its stages, until nothing is queued or somebody
//! says stop. Not here: what a stage does (see `pipeline`).

use super::Desk;
use crate::pipeline::{Interrupted, Work, process};
use crate::record::Run;
use anyhow::Context;
use futures::stream::{FuturesUnordered, StreamExt};
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;
use touchstone_intake::pool::ReaderPool;

impl Desk {
    /// Works off all queued runs. Documents that cannot be read end like any other; an error here is the workspace's:
    /// the run it happened to is queued again, and nothing that was committed is lost.
    pub async fn work(&self, passwords: &[SecretString], stop: &CancellationToken) -> anyhow::Result<()> {
        let pool = self.pool.as_ref().map_err(Clone::clone)?;
        let mut running = FuturesUnordered::new();
        let mut trouble = None;
        loop {
            while running.len() < self.jobs && trouble.is_none() && !stop.is_cancelled() {
                match self.store.claim_next().await {
                    Ok(Some(run)) => running.push(self.work_off(run, pool, passwords, stop)),
                    Ok(None) => break,
                    Err(error) => trouble = Some(anyhow::Error::from(error)),
                }
            }
            match running.next().await {
                Some(Ok(())) => {}
                Some(Err(error)) => trouble = trouble.or(Some(error)),
                None => return trouble.map_or(Ok(()), Err),
            }
        }
    }

    async fn work_off(
        &self,
        run: Run,
        pool: &ReaderPool,
        passwords: &[SecretString],
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        let id = run.id;
        let pack = match self.pack(&run.pack) {
            Ok(pack) => pack,
            Err(error) => {
                self.store.fail_run(id, &format!("{error:#}")).await?;
                return Ok(());
            }
        };
        let work = Work {
            store: &self.store,
            pool,
            pack,
            passwords,
            stop,
        };
        match process(&work, run).await {
            Ok(()) => Ok(()),
            Err(Interrupted::Stopped) => {
                self.store.requeue(id).await?;
                Ok(())
            }
            Err(Interrupted::Fatal(error)) => {
                tracing::error!(run = %id, "run failed: {error:#}");
                self.store.fail_run(id, &format!("{error:#}")).await?;
                Ok(())
            }
            Err(Interrupted::Store(error)) => {
                // Giving the run back may fail for the same reason; the next start takes it up then.
                if let Err(second) = self.store.requeue(id).await {
                    tracing::warn!(run = %id, "could not queue the run again: {second}");
                }
                Err(error).with_context(|| format!("run {id} stopped and can be resumed"))
            }
        }
    }
}
