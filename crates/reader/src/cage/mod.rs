//! The cage of a reader: what it gives up before it reads a byte of a document. Files are given up first, then, once
//! everything is loaded, system calls; a self-test then tries from inside what must be impossible. Windows and macOS
//! have resource limits at most; `other.rs` is where their own mechanisms belong.

mod limits;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod other;
mod parent;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use linux as system;
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
use other as system;
use std::path::PathBuf;
use touchstone_intake::Confinement;

/// What a reader has to be able to do while it reads.
pub(crate) enum Profile {
    /// PDFium: one thread, no files.
    Documents,
    /// Networks: also threads.
    Networks,
    /// The same, in a library of the system, whose version and habits are unknown.
    Library,
    /// Runs another program for each picture, which reads its own files: those below these paths.
    Program(Vec<PathBuf>),
}

/// What a self-test tried, and the error it got: `None` if it was not refused.
pub(crate) struct Probe {
    pub(crate) name: &'static str,
    pub(crate) refused_with: Option<i32>,
}

/// A complete cage.
pub(crate) struct Cage {
    pub(crate) confinement: Confinement,
    /// What was given up, in a few words each.
    pub(crate) facts: Vec<String>,
    pub(crate) probes: Vec<Probe>,
}

/// A reader without files. What it loads from here on must be in memory already.
pub(crate) struct WithoutFiles {
    profile: Profile,
    has_landlock: bool,
}

/// The first act of a reader, before it loads a library: gives up inherited descriptors, and writing files.
pub(crate) fn begin() -> anyhow::Result<()> {
    system::begin()
}

/// Gives up files, the network and other processes as far as Landlock can, for this thread and those it starts from
/// now on. A kernel without Landlock is not an error: the level reached shows it.
pub(crate) fn give_up_files(profile: Profile) -> anyhow::Result<WithoutFiles> {
    let has_landlock = system::give_up_files(&profile)?;
    Ok(WithoutFiles { profile, has_landlock })
}

impl WithoutFiles {
    /// Gives up memory, core dumps and all system calls that reading does not need, on every thread. Fails if the
    /// self-test finds something possible that must not be.
    pub(crate) fn give_up_calls(self, address_space: Option<u64>) -> anyhow::Result<Cage> {
        let mut facts = limits::set(address_space);
        let are_set = !facts.is_empty();
        parent::die_with_parent()?;
        let has_filter = system::give_up_calls(&self.profile, &mut facts);
        if self.has_landlock {
            let given_up = match self.profile {
                Profile::Program(_) => "only files of the system (Landlock)",
                Profile::Documents | Profile::Networks | Profile::Library => "no files (Landlock)",
            };
            facts.push(given_up.to_owned());
        }
        let confinement = level(&self.profile, are_set, has_filter, self.has_landlock);
        let probes = if has_filter {
            system::probe(&self.profile, self.has_landlock, address_space)
        } else {
            Vec::new()
        };
        judge(&probes)?;
        if !probes.is_empty() {
            facts.push(format!("self-test of {} attempts passed", probes.len()));
        }
        Ok(Cage {
            confinement,
            facts,
            probes,
        })
    }
}

/// The level reached. Landlock alone leaves too much possible to count as more than limits.
fn level(profile: &Profile, has_limits: bool, has_filter: bool, has_landlock: bool) -> Confinement {
    match (profile, has_limits, has_filter, has_landlock) {
        (_, false, false, _) => Confinement::None,
        (_, true, false, _) => Confinement::Limits,
        (Profile::Program(_), _, true, _) => Confinement::Program,
        (_, _, true, false) => Confinement::Calls,
        (_, _, true, true) => Confinement::Full,
    }
}

/// Fails and names every attempt that was not refused.
fn judge(probes: &[Probe]) -> anyhow::Result<()> {
    let possible = probes.iter().filter(|probe| probe.refused_with.is_none());
    let possible: Vec<&str> = possible.map(|probe| probe.name).collect();
    anyhow::ensure!(
        possible.is_empty(),
        "the reader is not confined: it could still {}. It reads nothing until this is repaired; please report it",
        possible.join(", ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_level_is_what_was_reached() {
        let check = |profile: Profile, (limits, filter, landlock), expected: Confinement| {
            assert_eq!(level(&profile, limits, filter, landlock), expected);
        };
        check(Profile::Documents, (true, true, true), Confinement::Full);
        check(Profile::Networks, (true, true, false), Confinement::Calls);
        check(Profile::Documents, (true, false, true), Confinement::Limits);
        check(Profile::Documents, (false, false, false), Confinement::None);
        check(Profile::Program(Vec::new()), (true, true, true), Confinement::Program);
        check(Profile::Program(Vec::new()), (true, false, false), Confinement::Limits);
    }

    #[test]
    fn one_attempt_that_is_not_refused_ends_the_reader() {
        let probe = |name, refused_with| Probe { name, refused_with };
        assert!(judge(&[probe("open a file", Some(1)), probe("start a process", Some(13))]).is_ok());
        let error = judge(&[probe("open a file", Some(1)), probe("start a process", None)]).unwrap_err();
        assert!(error.to_string().contains("it could still start a process."), "{error}");
    }
}
