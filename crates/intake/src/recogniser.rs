//! Selects the OCR engine: the built-in one, or one of two that may be installed on this computer, and finds its
//! files. Running it is in the reader's `ocr`.

use crate::outcome::{Failure, Outcome};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Environment variable with the path of the Tesseract program, passed on to readers.
pub const TESSERACT_VARIABLE: &str = "TOUCHSTONE_TESSERACT";
/// Environment variable with Tesseract's language data folder, as defined by Tesseract.
pub const TESSERACT_DATA_VARIABLE: &str = "TESSDATA_PREFIX";
/// Environment variable with the path of the ONNX Runtime library, passed on to readers.
pub const ONNX_RUNTIME_VARIABLE: &str = "TOUCHSTONE_ONNXRUNTIME";

const TESSERACT: &str = if cfg!(windows) { "tesseract.exe" } else { "tesseract" };
/// Beginning of the library's file name; a version number may follow.
const ONNX_RUNTIME: &str = if cfg!(windows) {
    "onnxruntime.dll"
} else if cfg!(target_os = "macos") {
    "libonnxruntime.dylib"
} else {
    "libonnxruntime.so"
};
/// Where operating systems and package managers install libraries.
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
    /// The models included with the program, run by the program itself.
    #[default]
    BuiltIn,
    /// The same models run by ONNX Runtime: less CPU, more memory.
    OnnxRuntime,
    /// The system's Tesseract: least CPU, less accurate on small print in boxes.
    Tesseract,
}

impl Recogniser {
    pub const ALL: [Self; 3] = [Self::BuiltIn, Self::OnnxRuntime, Self::Tesseract];

    /// Its name in settings, in `--ocr` and for the reader program.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::OnnxRuntime => "onnxruntime",
            Self::Tesseract => "tesseract",
        }
    }

    /// The display name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BuiltIn => "Built in",
            Self::OnnxRuntime => "ONNX Runtime",
            Self::Tesseract => "Tesseract",
        }
    }

    /// Path of the file it needs besides the program, with the environment variable for it; `None` for the built-in
    /// engine.
    ///
    /// Fails with `Outcome::Io` if it is not installed; the message lists the places searched.
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
                "{title} cannot be used: {variable} names {}, which is not a file",
                named.display()
            )
        } else {
            let folders: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
            let folders = folders.join(", ");
            format!("{title} is not installed: looked in {folders} (set {variable} to its path)")
        };
        Failure::new(Outcome::Io, message)
    }
}

impl FromStr for Recogniser {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::name);
        let found = Self::ALL.into_iter().find(|recogniser| recogniser.name() == name);
        found.ok_or_else(|| format!("unknown text recognition {name:?}: use {}", known.join(", ")))
    }
}

/// The named file, else the first match in the folders.
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

/// The library with a version number at the end of its name; the name without one belongs to the development
/// package.
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
    fn what_is_named_wins_and_what_is_missing_is_reported() {
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
        let message = Recogniser::Tesseract
            .missing(TESSERACT_VARIABLE, None, &folders)
            .message;
        assert!(
            message.starts_with("Tesseract is not installed: looked in /nowhere, "),
            "{message}"
        );
        let named = Some(OsString::from("/nowhere/x"));
        let message = Recogniser::OnnxRuntime
            .missing(ONNX_RUNTIME_VARIABLE, named, &folders)
            .message;
        assert!(message.contains("names /nowhere/x"), "{message}");
    }
}
