//! Reads the memory of processes, to search it for what must not be left there.

use std::fs;
use std::os::unix::fs::FileExt;

/// What can be read of a process's memory; `None` where the system forbids it, as it should to other programs of a user.
pub fn memory_of(process: u32) -> Option<Vec<u8>> {
    let memory = fs::File::open(format!("/proc/{process}/mem")).ok()?;
    let mut all = Vec::new();
    for region in fs::read_to_string(format!("/proc/{process}/maps")).ok()?.lines() {
        let mut parts = region.split([' ', '-']);
        let mut bound = || u64::from_str_radix(parts.next()?, 16).ok();
        let (from, to) = (bound()?, bound()?);
        let mut bytes = vec![0; usize::try_from(to - from).ok()?];
        // Some regions belong to the kernel or are not there.
        if parts.next().is_some_and(|rights| rights.starts_with("rw")) && memory.read_exact_at(&mut bytes, from).is_ok()
        {
            all.extend(bytes);
        }
    }
    Some(all)
}
