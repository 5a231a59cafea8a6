//! Expands the paths on the command line into files to read: folders, lists on standard input, and paths that are
//! neither. No file is opened here; a missing one is reported when it is submitted.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use touchstone_intake::kinds;

/// A path to answer for. `trouble` is set if it is already known that it cannot be submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) trouble: Option<String>,
}

/// All inputs in order, and remarks for the user.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Inputs {
    pub(crate) files: Vec<Input>,
    pub(crate) remarks: Vec<String>,
    /// Whether exactly one file was named, so that the answer is one object instead of a list.
    pub(crate) single: bool,
}

/// Expands `paths`; `-` takes further paths from `stdin`, one per line.
pub(crate) fn expand(paths: &[PathBuf], stdin: impl BufRead) -> io::Result<Inputs> {
    let mut inputs = Inputs::default();
    let mut stdin = Some(stdin);
    for path in paths {
        if path.as_os_str() == "-" {
            if let Some(lines) = stdin.take() {
                inputs.add_lines(lines)?;
            }
        } else {
            inputs.add(path);
        }
    }
    inputs.single = matches!(paths, [only] if only.as_os_str() != "-" && !only.is_dir());
    Ok(inputs)
}

impl Inputs {
    fn add_lines(&mut self, mut lines: impl BufRead) -> io::Result<()> {
        let before = self.files.len();
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 {
            while line.last().is_some_and(|end| matches!(end, b'\n' | b'\r')) {
                line.pop();
            }
            if !line.is_empty() {
                self.add(&path_of(&line));
            }
            line.clear();
        }
        if self.files.len() == before {
            self.remarks.push("no paths on standard input".to_owned());
        }
        Ok(())
    }

    fn add(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(kind) if kind.is_dir() => {
                let before = self.files.len();
                self.add_folder(path, &mut HashSet::new());
                if self.files.len() == before {
                    self.remarks
                        .push(format!("no documents in the folder {}", path.display()));
                }
            }
            Ok(kind) if !kind.is_file() => self.refuse(path, "not a regular file"),
            // A missing file is answered like any other unreadable one.
            _ => self.files.push(Input {
                path: path.to_owned(),
                trouble: None,
            }),
        }
    }

    fn refuse(&mut self, path: &Path, why: &str) {
        self.files.push(Input {
            path: path.to_owned(),
            trouble: Some(format!("{why}: {}", path.display())),
        });
    }

    /// Adds files and folders sorted by name. A folder already seen (through a link) is not entered again.
    fn add_folder(&mut self, folder: &Path, seen: &mut HashSet<PathBuf>) {
        if !fs::canonicalize(folder).is_ok_and(|real| seen.insert(real)) {
            return;
        }
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.refuse(folder, &format!("could not list the folder ({error})")),
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if is_hidden(&entry.file_name()) {
                continue;
            }
            // Follows links.
            match fs::metadata(&path) {
                Ok(kind) if kind.is_dir() => self.add_folder(&path, seen),
                _ if kinds::media_type(&path).is_none() => {}
                _ => self.add(&path),
            }
        }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

#[cfg(unix)]
fn path_of(line: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(line))
}

#[cfg(not(unix))]
fn path_of(line: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(line).into_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Creates the given files in a folder and returns the inputs found, relative to it.
    fn found(files: &[&str], paths: &[&str], stdin: &str) -> (Vec<String>, Vec<String>, bool) {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.path(), root.path().join("loop")).unwrap();
        let paths: Vec<PathBuf> = paths
            .iter()
            .map(|path| {
                if *path == "-" {
                    PathBuf::from("-")
                } else {
                    root.path().join(path)
                }
            })
            .collect();
        let stdin = stdin.replace("ROOT", root.path().to_str().unwrap());
        let inputs = expand(&paths, stdin.as_bytes()).unwrap();
        let name = |path: &Path| {
            path.strip_prefix(root.path())
                .unwrap_or(path)
                .to_str()
                .unwrap()
                .to_owned()
        };
        let here = format!("{}", root.path().display());
        (
            inputs.files.iter().map(|input| name(&input.path)).collect(),
            inputs
                .remarks
                .iter()
                .map(|remark| remark.replace(&here, "ROOT"))
                .collect(),
            inputs.single,
        )
    }

    #[test]
    fn folders_are_searched_in_order_and_once() {
        let files = [
            "b/2.PDF",
            "b/1.pdf",
            "a.pdf",
            "z.txt",
            ".hidden/x.pdf",
            ".y.pdf",
            "c/deep/er/3.pdf",
        ];
        let (names, remarks, single) = found(&files, &[""], "");
        assert_eq!(names, ["a.pdf", "b/1.pdf", "b/2.PDF", "c/deep/er/3.pdf"]);
        assert_eq!((remarks.len(), single), (0, false));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_named_like_a_document_in_a_folder_is_never_passed_over() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        std::os::unix::fs::symlink(at("gone"), at("link.pdf")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket.pdf")).unwrap();
        let inputs = expand(&[root.path().to_owned()], "".as_bytes()).unwrap();
        let found: Vec<_> = inputs
            .files
            .iter()
            .map(|input| (input.path.clone(), input.trouble.is_some()))
            .collect();
        assert_eq!(found, [(at("link.pdf"), false), (at("socket.pdf"), true)]);
    }

    #[test]
    fn named_files_are_taken_whatever_they_are_called() {
        let check = |paths: &[&str], names: &[&str], single: bool| {
            let (found, _, alone) = found(&["a.txt", ".b.pdf"], paths, "");
            assert_eq!((found.as_slice(), alone), (names.map_owned().as_slice(), single));
        };
        check(&["a.txt"], &["a.txt"], true);
        check(&[".b.pdf"], &[".b.pdf"], true);
        check(&["missing.pdf"], &["missing.pdf"], true);
        check(&["a.txt", "a.txt"], &["a.txt", "a.txt"], false);
    }

    trait Owned {
        fn map_owned(&self) -> Vec<String>;
    }

    impl Owned for [&str] {
        fn map_owned(&self) -> Vec<String> {
            self.iter().map(|text| (*text).to_owned()).collect()
        }
    }

    #[test]
    fn paths_come_from_the_standard_input() {
        let (names, remarks, single) = found(
            &["a.pdf", "d/b.pdf"],
            &["-", "a.pdf"],
            "ROOT/a.pdf\r\n\nROOT/d\nROOT/gone",
        );
        assert_eq!(names, ["a.pdf", "d/b.pdf", "gone", "a.pdf"]);
        assert_eq!((remarks.len(), single), (0, false));
    }

    #[test]
    fn an_empty_place_is_remarked_on() {
        let (names, remarks, _) = found(&["d/a.txt"], &["d", "-"], "\n");
        assert_eq!(names.len(), 0);
        assert_eq!(
            remarks,
            ["no documents in the folder ROOT/d", "no paths on standard input"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_rather_than_read() {
        let inputs = expand(&[PathBuf::from("/dev/null")], io::empty()).unwrap();
        assert_eq!(
            inputs.files[0].trouble.as_deref(),
            Some("not a regular file: /dev/null")
        );
    }
}
