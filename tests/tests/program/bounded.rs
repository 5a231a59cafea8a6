//! Nothing hangs: odd and dense documents end by themselves, and the program ends after Ctrl-C whatever it computes.
//! Prints the lines of the scorecard that concern crashes, hangs, memory and the time to stop.

use crate::processes::{assert_gone, children, peaks};
use crate::shell::{Output, Shell, data, fixtures, torture};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use touchstone_tests::{Dice, damaged};

const PACKS: [&str; 3] = ["tax", "clinical", "markings"];
/// Words that many checks look for.
const CROWDS: [&str; 4] = ["Total", "Wages", "SECRET//NOFORN", "01/03/2024"];
/// Odd documents read under torture, spread over the whole collection.
const ODD: usize = 300;
/// Slowest and largest documents listed.
const LISTED: usize = 20;
/// Only a program that does not react to Ctrl-C takes this long, however busy the machine is.
const SOON: Duration = Duration::from_secs(30);

fn documents_in(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let pdfs = entries.filter_map(Result::ok).filter(|entry| {
        let ending = entry.path().extension();
        entry.file_type().is_file() && ending.is_some_and(|ending| ending == "pdf")
    });
    pdfs.map(walkdir::DirEntry::into_path).collect()
}

/// Dense pages; under torture also the attacks and the odd documents beside the checkout.
fn hard_documents(shell: &Shell) -> Vec<PathBuf> {
    let words = if torture() { 19_000 } else { 1_500 };
    let dense = CROWDS.iter().zip(1..).map(|(word, number)| {
        let page = damaged::crowded(word, words);
        shell.file(&format!("dense-{number}.pdf"), &page)
    });
    let mut files: Vec<PathBuf> = dense.collect();
    files.extend(documents_in(&fixtures("oddities")).into_iter().take(4));
    if torture() {
        files.extend(
            data("reports/reliability")
                .iter()
                .flat_map(|folder| documents_in(folder)),
        );
        let odd = data("robust").map_or_else(Vec::new, |folder| documents_in(&folder));
        files.extend(odd.iter().step_by((odd.len() / ODD).max(1)).cloned());
    }
    files
}

/// What became of one document: its outcome, with seconds and megabytes of the program and of its largest reader.
struct Reading {
    name: String,
    outcome: String,
    seconds: f64,
    megabytes: (u64, u64),
}

impl Reading {
    /// Reads one document in a program of its own, which must end by itself with a result.
    fn of(shell: &Shell, file: &Path, pack: &str) -> Self {
        let mut arguments = ["classify", "--json", "-q", "--workspace", ":memory:", "--pack", pack]
            .map(OsString::from)
            .to_vec();
        arguments.push(file.into());
        let begun = Instant::now();
        let mut running = shell.start(&mut shell.command(arguments));
        let megabytes = peaks(&mut running);
        let output = running.wait();
        Self {
            name: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            outcome: outcome(file, &output),
            seconds: begun.elapsed().as_secs_f64(),
            megabytes,
        }
    }
}

fn outcome(file: &Path, output: &Output) -> String {
    assert!(
        matches!(output.code(), Some(0 | 1)),
        "{}: {:?}\n{}",
        file.display(),
        output.status,
        output.stderr
    );
    let result: Value = serde_json::from_str(&output.stdout).expect("one result");
    let outcome = result["outcome"].as_str().expect("an outcome");
    match result["error"]["code"].as_str() {
        Some(code) if code != outcome => format!("{outcome} {code}"),
        _ => outcome.to_owned(),
    }
}

#[test]
fn heavy_hard_documents_end_by_themselves() {
    let shell = Shell::new();
    let mut readings: Vec<Reading> = Vec::new();
    for (file, pack) in hard_documents(&shell).iter().zip(PACKS.iter().cycle()) {
        readings.push(Reading::of(&shell, file, pack));
    }
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for reading in &readings {
        *outcomes.entry(&reading.outcome).or_default() += 1;
    }
    eprintln!(
        "scorecard: {} documents, 0 crashes, 0 hangs; outcomes {outcomes:?}",
        readings.len()
    );
    readings.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    eprintln!(
        "{:>40}  {:<24} {:>8}  MB program, largest reader",
        "slowest documents", "outcome", "seconds"
    );
    for Reading {
        name,
        outcome,
        seconds,
        megabytes: (own, reader),
    } in readings.iter().take(LISTED)
    {
        eprintln!("{name:>40}  {outcome:<24} {seconds:>8.1}  {own} {reader}");
    }
    let crashed = |reading: &&Reading| reading.outcome.contains("run_failed");
    let crashes: Vec<&str> = readings
        .iter()
        .filter(crashed)
        .map(|reading| reading.name.as_str())
        .collect();
    assert_eq!(crashes, [""; 0], "documents that the program failed on");
}

#[test]
fn heavy_ctrl_c_ends_the_program_whatever_it_computes() {
    let shell = Shell::new();
    let pages: Vec<PathBuf> = CROWDS
        .iter()
        .zip(1..)
        .map(|(word, number)| shell.file(&format!("{number}.pdf"), &damaged::crowded(word, 19_000)))
        .collect();
    let mut dice = Dice::new(7);
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..if torture() { 100 } else { 2 } {
        let mut arguments = ["classify", "--ndjson", "-q", "--jobs", "2", "--workspace", ":memory:"]
            .map(OsString::from)
            .to_vec();
        arguments.extend(["--pack".into(), (*dice.pick(&PACKS)).into()]);
        arguments.extend(pages.iter().map(Into::into));
        let running = shell.start(&mut shell.command(&arguments));
        std::thread::sleep(Duration::from_millis(dice.between(400, 4_000).unsigned_abs()));
        let readers = children(running.id());
        let begun = Instant::now();
        running.interrupt();
        let output = running.wait_for(SOON);
        times.push(begun.elapsed());
        // Small pages may be done before.
        assert!(
            matches!(output.code(), Some(0 | 1 | 130)),
            "{:?}: {}",
            output.status,
            output.stderr
        );
        assert_gone(&readers);
    }
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64();
    eprintln!(
        "scorecard: {} interruptions, 0 readers left; time to stop {:.2} s (median), {:.2} s (95 of 100), {:.2} s (longest)",
        times.len(),
        at(50),
        at(95),
        at(100)
    );
}
