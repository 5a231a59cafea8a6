//! Everything the verification passes need to know about a run.

use crate::checks::Readings;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Dossier, NewIssue, Surroundings};

pub(super) struct Docket<'a> {
    pub pack: &'a Pack,
    pub dossier: &'a Dossier,
    pub known: Surroundings,
    pub readings: Readings,
    pub standing: Vec<NewIssue>,
}
