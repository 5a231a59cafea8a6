//! Everything the verification passes need to know about a run.

use crate::checks::Readings;
use touchstone_core::pack::Pack;
use touchstone_core::record::{NewIssue, RunRecord, Surroundings};

pub(super) struct VerificationInput<'a> {
    pub pack: &'a Pack,
    pub run_record: &'a RunRecord,
    pub known: Surroundings,
    pub readings: Readings,
    pub standing: Vec<NewIssue>,
}
