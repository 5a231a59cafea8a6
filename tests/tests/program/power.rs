//! Power fails in the middle of work: of what was written and not yet synced, any part may be lost or garbled. What is
//! left opens without damage, every document that was reported is kept, and the same command does the rest.

use crate::disturbed::{Disturbance, Event, Kind, Shim, moments};
use crate::inputs::essence;
use crate::kept::{Scene, files};
use std::collections::BTreeMap;
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use touchstone_tests::{Dice, w2};

/// By inode, what was written since the file was last synced.
fn unsynced(events: &[Event]) -> BTreeMap<u64, Vec<Range<u64>>> {
    let mut left: BTreeMap<u64, Vec<Range<u64>>> = BTreeMap::new();
    for event in events {
        match event.kind {
            Kind::Written => left
                .entry(event.inode)
                .or_default()
                .push(event.start..event.start + event.length),
            Kind::Synced => drop(left.remove(&event.inode)),
            Kind::Created => {}
        }
    }
    left
}

/// Loses what was not synced: garbled in place, or, except in the database, whose end may be older than its middle, cut
/// off somewhere. Returns how many files that concerned.
fn cut_power(workspace: &Path, events: &[Event], dice: &mut Dice) -> usize {
    let left = unsynced(events);
    let mut concerned = 0;
    for path in files(workspace) {
        let file = std::fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .expect("a file of the workspace");
        let facts = file.metadata().expect("its length");
        let Some(ranges) = left.get(&facts.ino()) else {
            continue;
        };
        concerned += 1;
        for range in ranges {
            let length = range.end.min(facts.len()).saturating_sub(range.start);
            let noise: Vec<u8> = (0..length).map(|_| dice.index(256) as u8).collect();
            if dice.chance(50) {
                file.write_all_at(&noise, range.start).expect("garbling a file");
            }
        }
        let first = ranges
            .iter()
            .map(|range| range.start)
            .min()
            .unwrap_or(0)
            .min(facts.len());
        let is_database = path.extension().is_some_and(|ending| ending == "db");
        if !is_database && dice.chance(70) {
            let end = first + dice.index((facts.len() - first + 1) as usize) as u64;
            file.set_len(end).expect("cutting a file off");
        }
    }
    concerned
}

#[test]
fn heavy_after_a_power_cut_nothing_finished_is_lost() {
    let scene = Scene::new(31);
    let batch = scene.shell.path("more");
    for case in w2::cases(131, 3) {
        case.write(&batch).expect("writing");
    }
    let workspace = scene.shell.workspace();
    let arguments = ["classify", "--ndjson", "--jobs", "1", &batch.display().to_string()].map(str::to_owned);
    let shim = Shim::new();
    let whole = shim
        .run(&scene.shell, &arguments, &workspace, Disturbance::None)
        .expect_code(0);
    let undisturbed: Vec<_> = whole.lines().iter().map(essence).collect();
    let writes = shim.writes();
    let moments = moments(writes);
    let (mut lossy, mut finished, mut dice) = (0, 0, Dice::new(31));
    for &moment in &moments {
        scene.reset();
        let cut = shim.run(&scene.shell, &arguments, &workspace, Disturbance::Killed(moment));
        assert_eq!(cut.code(), None, "it was killed");
        lossy += usize::from(cut_power(&workspace, &shim.events(), &mut dice) > 0);
        scene.start_again();
        scene.assert_whole();
        let rest = scene.shell.run(&arguments).expect_code(0).lines();
        assert_eq!(rest.iter().map(essence).collect::<Vec<_>>(), undisturbed);
        for document in cut.lines() {
            finished += 1;
            let is_same = |result: &&serde_json::Value| result["run_id"] == document["run_id"];
            assert_eq!(rest.iter().filter(is_same).count(), 1, "{document} is read again");
        }
        scene.assert_whole();
    }
    assert!(lossy > 0, "everything had been synced");
    eprintln!(
        "scorecard: power cut at {} of {writes} writes, {lossy} times with unsynced data: 0 of {finished} finished documents lost, \
         0 workspaces damaged",
        moments.len()
    );
}
