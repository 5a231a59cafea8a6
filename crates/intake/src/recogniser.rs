//! Who recognises text on pixels: the recogniser that comes with the program, or one of two that may be installed beside
//! it, and where those lie on this computer. Not here: how they are asked (see the reader's `ocr`).

use crate::outcome::{Failure, Outcome};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Environment variable that names the program of Tesseract, handed on to readers.
pub const TESSERACT_VARIABLE: &str = "TOUCHSTONE_TESSERACT";
/// Environment variable that names the library of ONNX Runtime, handed on to readers.
pub const ONNX_RUNTIME_VARIABLE: &str = "TOUCHSTONE_ONNXRUNTIME";

const TESSERACT: &str = if cfg!(windows) { "tesseract.exe" } else { "tesseract" };
/// How the names of the library begin; a number of its version may follow.
const ONNX_RUNTIME: &str = if cfg!(windows) {
    "onnxruntime.dll"
} else if cfg!(target_os = "macos") {
    "libonnxruntime.dylib"
} else {
    "libonnxruntime.so"
};
/// Where systems and their package managers put libraries.
const LIBRARY_FOLDERS: [&str; 6] = [
    "/usr/local/lib",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/opt/homebrew/lib",
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Recogniser {
    /// The models that come with the program, run by the program itself.
    #[default]
    BuiltIn,
    /// The same models run by ONNX Runtime: less computing, more memory.
    OnnxRuntime,
    /// The system's Tesseract: least computing, weaker on small print in boxes.
    Tesseract,
}

impl Recogniser {
    pub const ALL: [Self; 3] = [Self::BuiltIn, Self::OnnxRuntime, Self::Tesseract];

    /// As it is named in settings, by `--ocr`, and to the reader program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::OnnxRuntime => "onnxruntime",
            Self::Tesseract => "tesseract",
        }
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BuiltIn => "Built in",
            Self::OnnxRuntime => "ONNX Runtime",
            Self::Tesseract => "Tesseract",
        }
    }

    /// Where what it needs beside the program lies, with the variable that tells it; nothing for the one that is built in.
    ///
    /// Fails with `Outcome::Io` where it is not installed, and says where it was looked for.
    pub fn place(self) -> Result<Option<(&'static str, PathBuf)>, Failure> {
        let (variable, file, folders) = match self {
            Self::BuiltIn => return Ok(None),
            Self::OnnxRuntime => (ONNX_RUNTIME_VARIABLE, ONNX_RUNTIME, library_folders()),
            Self::Tesseract => (TESSERACT_VARIABLE, TESSERACT, program_folders()),
        };
        let named = std::env::var_os(variable);
        match find(named.as_deref(), file, &folders) {
            Some(place) => Ok(Some((variable, place))),
            None => Err(self.missing(variable, named, &folders)),
        }
    }

    fn missing(self, variable: &str, named: Option<OsString>, folders: &[PathBuf]) -> Failure {
        let title = self.title();
        let message = if let Some(named) = named {
            format!(
                "{title} cannot be used: {variable} names {}, which is no file",
                named.display()
            )
        } else {
            let folders: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
            let folders = folders.join(", ");
            format!("{title} is not installed: looked in {folders} (set {variable} to name another place)")
        };
        Failure::new(Outcome::Io, message)
    }
}

impl FromStr for Recogniser {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::name);
        let found = Self::ALL.into_iter().find(|recogniser| recogniser.name() == name);
        found.ok_or_else(|| {
            format!(
                "nobody recognises text by the name of {name:?}: use {}",
                known.join(", ")
            )
        })
    }
}

/// The file that was named, else the first in the folders whose name begins so.
fn find(named: Option<&OsStr>, file: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    if let Some(named) = named {
        let named = PathBuf::from(named);
        return named.is_file().then_some(named);
    }
    let exact = folders
        .iter()
        .map(|folder| folder.join(file))
        .find(|place| place.is_file());
    if exact.is_some() || file == TESSERACT {
        return exact;
    }
    folders.iter().find_map(|folder| numbered(folder, file))
}

/// A library whose file has the number of its version at the end; the name without is for those who build with it.
fn numbered(folder: &Path, file: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let is_it = |place: &PathBuf| {
        let rest = place.file_name()?.to_str()?.strip_prefix(file)?.strip_prefix('.')?;
        rest.starts_with(|c: char| c.is_ascii_digit()).then_some(())
    };
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|place| is_it(place).is_some() && place.is_file())
        .max()
}

fn program_folders() -> Vec<PathBuf> {
    std::env::var_os("PATH").map_or_else(Vec::new, |path| std::env::split_paths(&path).collect())
}

fn library_folders() -> Vec<PathBuf> {
    LIBRARY_FOLDERS.map(PathBuf::from).to_vec()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_recogniser_is_found_by_its_name() {
        for recogniser in Recogniser::ALL {
            assert_eq!(recogniser.name().parse(), Ok(recogniser));
        }
        let refusal = "ocrs".parse::<Recogniser>().unwrap_err();
        assert!(refusal.contains("built-in, onnxruntime, tesseract"), "{refusal}");
    }

    #[test]
    fn what_is_named_wins_and_what_is_missing_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let (program, library) = (
            folder.path().join(TESSERACT),
            folder.path().join(format!("{ONNX_RUNTIME}.1.20.0")),
        );
        let folders = [PathBuf::from("/nowhere"), folder.path().to_owned()];
        assert_eq!(find(None, TESSERACT, &folders), None);
        std::fs::write(&program, "").unwrap();
        std::fs::write(&library, "").unwrap();
        assert_eq!(find(None, TESSERACT, &folders), Some(program));
        assert_eq!(find(None, ONNX_RUNTIME, &folders), Some(library.clone()));
        assert_eq!(find(Some(library.as_os_str()), TESSERACT, &folders), Some(library));
        assert_eq!(find(Some(OsStr::new("/nowhere/x")), TESSERACT, &folders), None);
        let told = Recogniser::Tesseract
            .missing(TESSERACT_VARIABLE, None, &folders)
            .message;
        assert!(
            told.starts_with("Tesseract is not installed: looked in /nowhere, "),
            "{told}"
        );
        let named = Some(OsString::from("/nowhere/x"));
        let told = Recogniser::OnnxRuntime
            .missing(ONNX_RUNTIME_VARIABLE, named, &folders)
            .message;
        assert!(told.contains("names /nowhere/x"), "{told}");
    }
}
