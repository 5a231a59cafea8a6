//! Reads the memory of processes, to search it for what must not be left there.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;

const PAGE: u64 = 4096;
/// Bytes of an entry of `/proc/ID/pagemap`, and how many are read at once.
const ENTRY: usize = 8;
const AT_ONCE: u64 = 1 << 16;
/// The page is in memory or swapped out.
const USED: u64 = 0b11 << 62;

/// What can be read of a process's memory; `None` where the system forbids it, as it should to other programs of a
/// user. Only used pages are read: a web view reserves 64 GiB.
pub fn memory_of(process: u32) -> Option<Vec<u8>> {
    let open = |name: &str| File::open(format!("/proc/{process}/{name}")).ok();
    let (memory, map) = (open("mem")?, open("pagemap")?);
    let mut all = Vec::new();
    for region in fs::read_to_string(format!("/proc/{process}/maps")).ok()?.lines() {
        let mut parts = region.split([' ', '-']);
        let mut bound = || u64::from_str_radix(parts.next()?, 16).ok();
        let (from, to) = (bound()? / PAGE, bound()? / PAGE);
        if !parts.next().is_some_and(|rights| rights.starts_with("rw")) {
            continue;
        }
        for first in (from..to).step_by(usize::try_from(AT_ONCE).ok()?) {
            let count = usize::try_from((to - first).min(AT_ONCE)).ok()?;
            let mut entries = vec![0; count * ENTRY];
            map.read_exact_at(&mut entries, first * ENTRY as u64).ok()?;
            let used = entries
                .chunks_exact(ENTRY)
                .map(|entry| entry.try_into().map(u64::from_ne_bytes));
            for (number, _) in (first..)
                .zip(used)
                .filter(|(_, entry)| entry.is_ok_and(|entry| entry & USED > 0))
            {
                let mut bytes = [0; PAGE as usize];
                // Some pages belong to the kernel.
                if memory.read_exact_at(&mut bytes, number * PAGE).is_ok() {
                    all.extend(bytes);
                }
            }
        }
    }
    Some(all)
}
