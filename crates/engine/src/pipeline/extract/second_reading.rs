//! The second reading of a form: made once by the engine beside the one that fills, stored as a row, and passed to
//! every attempt. The filling engine compares the two.

use super::model::{Filler, asked, form_of, reply};
use crate::pipeline::Interrupted;
use crate::pipeline::classify::begin;
use std::time::Instant;
use touchstone_core::record::{Extraction, Extractor, SECOND, Usage};

/// Reads the form as a first attempt would, without knowledge of the other engine's attempts.
pub(super) async fn read(filler: &Filler<'_>, second: &dyn Extractor) -> Result<Extraction, Interrupted> {
    let work = filler.work;
    let attempt = begin(filler.run, Some(filler.plan.number), SECOND, 1, second);
    work.store.start_attempt(&attempt).await?;
    let assignment = filler.first_assignment();
    work.store.add_steps(attempt.id, &[asked(&assignment, 1)]).await?;
    let started = Instant::now();
    let pages = filler.pages();
    let read = tokio::select! {
        read = second.extract(&assignment, &pages) => read,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let mut extraction = match read {
        Ok(extraction) => extraction,
        Err(error) => {
            let seconds = started.elapsed().as_secs_f64();
            let usage = Usage {
                seconds,
                ..Usage::default()
            };
            work.store
                .fail_attempt(attempt.id, &format!("{error:#}"), &usage)
                .await?;
            return Err(error.context("the second reading of a form failed").into());
        }
    };
    extraction.usage.seconds = started.elapsed().as_secs_f64();
    let (label, confidence) = (&extraction.label, extraction.confidence);
    let form = form_of(attempt.id, filler.plan, &extraction, label, confidence);
    work.store.add_steps(attempt.id, &[reply(&extraction)]).await?;
    if work
        .store
        .complete_reading(&form, &extraction.summary, &extraction.usage)
        .await?
    {
        Ok(extraction)
    } else {
        Err(Interrupted::Stopped)
    }
}
