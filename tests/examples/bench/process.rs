//! Processor time and memory of a process. Linux only; elsewhere the figures are 0.

/// Processor time of a process so far, user and system, in seconds.
pub(crate) fn cpu_seconds(id: u32) -> f64 {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{id}/stat")) else {
        return 0.0;
    };
    let fields: Vec<&str> = text
        .rsplit_once(')')
        .map_or("", |(_, rest)| rest)
        .split_whitespace()
        .collect();
    let ticks = |index: usize| {
        fields
            .get(index)
            .and_then(|field| field.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    (ticks(11) + ticks(12)) / rustix::param::clock_ticks_per_second() as f64
}

/// Current memory of a process, in megabytes.
pub(crate) fn megabytes(id: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
    let pages = text
        .split_whitespace()
        .nth(1)
        .and_then(|field| field.parse::<f64>().ok())
        .unwrap_or(0.0);
    pages * rustix::param::page_size() as f64 / 1e6
}
