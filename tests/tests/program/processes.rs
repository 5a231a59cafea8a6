//! Process information from the system: parents, states, memory.

use crate::shell::Running;
use std::time::Duration;

/// Processes whose parent is this one, with their start times, because a process id can be reused.
pub(crate) fn children(parent: u32) -> Vec<(u32, String)> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter_map(|id| {
            let stat = stat(id)?;
            (stat.parent == parent).then_some((id, stat.started))
        })
        .collect()
}

pub(crate) struct Stat {
    parent: u32,
    pub state: String,
    pub started: String,
}

pub(crate) fn stat(id: u32) -> Option<Stat> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name is in parentheses and may contain any character.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        state: (*fields.first()?).to_owned(),
        started: (*fields.get(19)?).to_owned(),
    })
}

/// A reader notices its parent's end by its closed socket, which takes a moment.
pub(crate) fn assert_gone(readers: &[(u32, String)]) {
    let alive =
        |(id, started): &&(u32, String)| stat(*id).is_some_and(|stat| stat.started == *started && stat.state != "Z");
    for _ in 0..500 {
        if !readers.iter().any(|reader| alive(&reader)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let left: Vec<_> = readers.iter().filter(alive).collect();
    panic!("reader processes outlived their parent: {left:?}");
}

/// Peak memory observed until the program ended, in megabytes: its own, and that of its largest child.
pub(crate) fn peaks(running: &mut Running) -> (u64, u64) {
    let (mut parent, mut child) = (0, 0);
    while running.is_running() {
        parent = parent.max(peak(running.id()));
        for (id, _) in children(running.id()) {
            child = child.max(peak(id));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    (parent, child)
}

fn peak(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
