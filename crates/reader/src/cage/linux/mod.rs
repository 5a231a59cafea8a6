//! The cage on Linux: Landlock for files, seccomp for system calls, and the self-test.
#![allow(unsafe_code)]

mod calls;
mod filter;
mod probes;

use super::{Probe, Profile};
use anyhow::Context;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope, path_beneath_rules,
};
use std::path::PathBuf;

/// The newest Landlock that this was tried with. Newer kernels apply its rules, older ones those they know.
const TRIED: ABI = ABI::V7;

/// Closes every descriptor above standard error, and gives up writing files, TCP and other processes before a library
/// is loaded: ONNX Runtime, for example, would keep a database in the user's cache folder.
pub(super) fn begin() -> anyhow::Result<()> {
    // SAFETY: nothing in this process owns a descriptor above 2 yet. A kernel older than 5.9 refuses the call.
    unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) };
    restrict(AccessFs::from_write(TRIED), &[]).context("could not give up writing with Landlock")?;
    Ok(())
}

/// Applies the Landlock rules to this thread; `false` if the kernel has none.
pub(super) fn give_up_files(profile: &Profile) -> anyhow::Result<bool> {
    remember_time_zone();
    let readable: &[PathBuf] = match profile {
        Profile::Program(places) => places,
        Profile::Documents | Profile::Networks | Profile::Library => &[],
    };
    let is_enforced = restrict(AccessFs::from_all(TRIED), readable).context("could not give up files with Landlock")?;
    // Tested here, because the filter of system calls hides it later.
    anyhow::ensure!(
        !is_enforced || probes::cannot_list_folders(),
        "Landlock is active, but files could still be opened. The reader reads nothing until this is repaired"
    );
    Ok(is_enforced)
}

/// Withholds this access to files from this thread, except reading below these paths, and withholds TCP and other
/// processes.
fn restrict(access: BitFlags<AccessFs>, readable: &[PathBuf]) -> Result<bool, RulesetError> {
    let status = Ruleset::default()
        .handle_access(access)?
        .handle_access(AccessNet::from_all(TRIED))?
        .scope(Scope::from_all(TRIED))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(TRIED)))?
        .restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

/// PDFium asks for the local time; the C library reads the time zone from a file once.
fn remember_time_zone() {
    let now = 0;
    // SAFETY: all-zero is a valid `tm`, both pointers are to locals, and no other thread changes the environment.
    unsafe {
        let mut time = std::mem::zeroed();
        libc::localtime_r(&raw const now, &raw mut time);
    }
}

/// Applies the filter of system calls to all threads; `false`, with a fact that says why, if the kernel refuses it.
pub(super) fn give_up_calls(profile: &Profile, facts: &mut Vec<String>) -> bool {
    match filter::apply(profile) {
        Ok(()) => {
            let given_up = match profile {
                Profile::Program(_) => "no network, writing or signals (seccomp)",
                Profile::Documents | Profile::Networks | Profile::Library => {
                    "no network, processes or signals (seccomp)"
                }
            };
            facts.push(given_up.to_owned());
            true
        }
        Err(error) => {
            facts.push(format!("system calls are not filtered: {error:#}"));
            false
        }
    }
}

pub(super) fn probe(profile: &Profile, has_landlock: bool, address_space: Option<u64>) -> Vec<Probe> {
    probes::run(profile, has_landlock, address_space)
}

#[cfg(test)]
mod tests;
