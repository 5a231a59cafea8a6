//! What the system tells about processes: parents, states, memory.

use crate::shell::Running;
use std::time::Duration;

/// Processes whose parent is this one, with their starting times: a number alone may be given again.
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
    // The name stands in parentheses and may hold anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        state: (*fields.first()?).to_owned(),
        started: (*fields.get(19)?).to_owned(),
    })
}

/// The most memory that the program, and any one of its children, was seen to use until it ended, in megabytes.
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
