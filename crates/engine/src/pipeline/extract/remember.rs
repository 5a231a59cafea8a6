//! Reads the pages of planned forms by the memory of prints. What it reads is stored with the run before the first attempt,
//! so that every attempt, also after a restart, uses the same.

use crate::pipeline::attempts::Graded;
use crate::pipeline::{Interrupted, Work};
use crate::prints::Memory;
use touchstone_core::record::{FormPlan, Remembered, Run, RunRecord};

pub(super) async fn of_run(work: &Work<'_>, run: &Run, run_record: &RunRecord) -> Result<Vec<Remembered>, Interrupted> {
    if let Some(known) = work.store.remembered(run.id).await? {
        return Ok(known);
    }
    let own = work.store.prints(Some(&work.pack.name)).await?;
    if own.is_empty() && work.pack.prints.is_empty() {
        return Ok(Vec::new());
    }
    let pages = work
        .store
        .pages_of_forms(run_record.document.id, &run_record.plans)
        .await?;
    let memory = Memory {
        pack: &work.pack,
        own: &own,
    };
    let read = memory.read(&run_record.plans, &pages);
    work.store.remember(run.id, &read).await?;
    Ok(read)
}

/// Marks the values that the kept attempts have from the memory.
pub(super) fn mark_taken(remembered: &mut [Remembered], plans: &[FormPlan], kept: &[Option<Graded>]) {
    for one in remembered {
        let mut of_form = plans.iter().zip(kept).filter(|(plan, _)| plan.number == one.form);
        let graded = of_form.find_map(|(_, graded)| graded.as_ref());
        let own = graded
            .filter(|graded| graded.extraction.label == one.label)
            .and_then(|graded| graded.extraction.remembered.get(&one.field));
        one.taken = own.is_some();
        one.own = own.cloned().unwrap_or_default();
    }
}
