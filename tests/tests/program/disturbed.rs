//! Runs the program with a disk that is full at a chosen write, killed at a chosen write, or with a wall clock that
//! jumps. A small library that is preloaded into it does that (`tests/src/shim.c`), so it is the program as shipped.

use crate::shell::{Output, Shell, root, torture};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// What the library does to the program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Disturbance {
    /// Nothing; the writes are counted.
    None,
    /// The disk is full after this many writes.
    Full(usize),
    /// The program is killed when it has made this many writes.
    Killed(usize),
    /// The wall clock jumps by a day or a year after this many readings, again and again.
    Clock(usize),
}

/// The compiled library, and the log of the newest run.
pub(crate) struct Shim {
    folder: TempDir,
}

impl Shim {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(folder.path().join("shim.so"))
            .arg(root().join("tests/src/shim.c"))
            .status();
        assert!(compiled.expect("starting cc, which Rust links with").success());
        Self { folder }
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// A command of which only the writes below `counted` are counted.
    pub(crate) fn command(&self, mut command: Command, counted: &Path, what: Disturbance) -> Command {
        if self.log().exists() {
            std::fs::remove_file(self.log()).expect("removing the log");
        }
        command
            .env("LD_PRELOAD", self.folder.path().join("shim.so"))
            .env("SHIM_FOLDER", counted)
            .env("SHIM_LOG", self.log());
        match what {
            Disturbance::None => &mut command,
            Disturbance::Full(writes) => command.env("SHIM_FULL", writes.to_string()),
            Disturbance::Killed(writes) => command.env("SHIM_KILL", writes.to_string()),
            Disturbance::Clock(readings) => command.env("SHIM_CLOCK", readings.to_string()),
        };
        command
    }

    pub(crate) fn run(&self, shell: &Shell, arguments: &[String], counted: &Path, what: Disturbance) -> Output {
        shell
            .start(&mut self.command(shell.command(arguments), counted, what))
            .wait()
    }

    /// What the newest run wrote.
    pub(crate) fn events(&self) -> Vec<Event> {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().filter_map(Event::parse).collect()
    }

    /// Writes of the newest run, with the files and folders it created.
    pub(crate) fn writes(&self) -> usize {
        let events = self.events();
        let syncs = events.iter().filter(|event| event.kind == Kind::Synced).count();
        events.len() - syncs
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Created,
    Written,
    Synced,
}

/// One write or sync of a file, which is known by its inode.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    pub kind: Kind,
    pub inode: u64,
    pub start: u64,
    pub length: u64,
}

impl Event {
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.split(' ');
        let kind = match parts.next()? {
            "w" => Kind::Written,
            "s" => Kind::Synced,
            _ => Kind::Created,
        };
        let mut number = || parts.next()?.parse().ok();
        Some(Self {
            kind,
            inode: number()?,
            start: number()?,
            length: number()?,
        })
    }
}

/// Some of the moments before `writes` writes: evenly spread, with the first and the last, and more of them under
/// torture.
pub(crate) fn moments(writes: usize) -> Vec<usize> {
    let most = if torture() { 200 } else { 8 };
    let count = most.min(writes);
    (0..count)
        .map(|place| place * (writes - 1) / (count - 1).max(1))
        .collect()
}
