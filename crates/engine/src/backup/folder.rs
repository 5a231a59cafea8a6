//! A folder that appears complete or not at all: it is built under another name, and gets its own when everything in it
//! is on disk.

use crate::store::files::{create_folder, create_private, sync_folder};
use anyhow::{Context, bail, ensure};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub(super) struct NewFolder {
    target: PathBuf,
    building: PathBuf,
    lock: PathBuf,
    /// Held, never read: another process must not clear what this one builds.
    _locked: File,
}

impl NewFolder {
    /// Refuses a target that exists, and removes what an interrupted attempt left.
    pub(super) fn begin(target: &Path) -> anyhow::Result<Self> {
        let failed = || format!("could not create {}", target.display());
        let target = std::path::absolute(target).with_context(failed)?;
        let (Some(parent), Some(name)) = (target.parent(), target.file_name()) else {
            bail!("could not create {}: it has no name", target.display());
        };
        ensure!(
            fs::symlink_metadata(&target).is_err(),
            "{} exists already and is not overwritten: name a folder that does not exist",
            target.display()
        );
        create_folder(parent).with_context(failed)?;
        let beside = |suffix: &str| parent.join(format!(".{}.{suffix}", name.to_string_lossy()));
        let (building, lock) = (beside("unfinished"), beside("lock"));
        create_private(&lock).with_context(failed)?;
        let locked = File::options().write(true).open(&lock).with_context(failed)?;
        match locked.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another Touchstone is writing {}", target.display()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(failed),
        }
        clear(&building).with_context(failed)?;
        create_folder(&building).with_context(failed)?;
        Ok(Self {
            target,
            building,
            lock,
            _locked: locked,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.building
    }

    /// Gives the folder its name. The files in it are on disk already.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let finish = || {
            sync_tree(&self.building)?;
            fs::rename(&self.building, &self.target)?;
            self.target.parent().map_or(Ok(()), sync_folder)
        };
        finish().with_context(|| format!("could not create {}", self.target.display()))
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        for removed in [clear(&self.building), fs::remove_file(&self.lock)] {
            if let Err(error) = removed {
                tracing::warn!(name: "could not clear away an unfinished folder", kind = ?error.kind());
            }
        }
    }
}

fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Makes the names of all files durable.
fn sync_tree(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_tree(&entry.path())?;
        }
    }
    sync_folder(folder)
}
