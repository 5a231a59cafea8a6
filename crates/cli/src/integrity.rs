//! Lines about whether a workspace is whole, for `doctor` and `verify`.

use crate::table::counted;
use touchstone_engine::store::{Integrity, Owed};

/// The soundness of what a workspace keeps, and what to do about it.
pub(crate) fn integrity(found: &Integrity) -> Vec<(&'static str, String)> {
    let mut lines = vec![(
        "database",
        format!(
            "SQLite {}, schema {} of {}",
            found.sqlite_version, found.schema, found.known_schema
        ),
    )];
    let rows = |table: &str| {
        found
            .rows
            .iter()
            .find(|(name, _)| name == table)
            .map_or(0, |(_, count)| *count as usize)
    };
    let amounts = [
        counted(rows("documents"), "document"),
        counted(rows("pages"), "page"),
        counted(rows("runs"), "run"),
    ];
    lines.push((
        "",
        format!("{}, {} of originals", amounts.join(", "), size(found.original_bytes)),
    ));
    if found.is_whole() {
        lines.push(("integrity", "ok".to_owned()));
    }
    let faults = found.faults().into_iter();
    lines.extend(faults.map(|fault| ("integrity", format!("DAMAGED: {fault}"))));
    if !found.strays.is_empty() {
        let bytes = found.strays.iter().map(|stray| stray.bytes).sum();
        let strays = counted(found.strays.len(), "stored file");
        lines.push((
            "strays",
            format!(
                "{strays} of no document, {}: `touchstone doctor --clear` erases them",
                size(bytes)
            ),
        ));
    }
    lines.extend(owed(&found.owed).map(|owed| ("owed", owed)));
    lines
}

fn owed(owed: &Owed) -> Option<String> {
    let files = (owed.originals > 0).then(|| format!("{} to erase", counted(owed.originals, "stored file")));
    let sweep = owed.sweep.then(|| "free space of the database to clear".to_owned());
    let owed: Vec<String> = files.into_iter().chain(sweep).collect();
    (!owed.is_empty()).then(|| format!("{}, when the workspace is opened next", owed.join(", ")))
}

/// A size for display, in binary units.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 || value.fract() == 0.0 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_the_largest_fitting_unit() {
        let check = |bytes: u64, expected: &str| assert_eq!(size(bytes), expected);
        check(0, "0 bytes");
        check(1023, "1023 bytes");
        check(1536, "1.5 KiB");
        check(2 << 30, "2 GiB");
        check(u64::MAX, "16777216 TiB");
    }
}
