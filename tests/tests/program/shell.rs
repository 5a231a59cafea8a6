//! Runs the program as a person would, with its own home folder, and never waits forever.

use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Far longer than anything should take; only a program that hangs reaches it.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(280);

/// A home folder, a workspace in it, and the program.
pub(crate) struct Shell {
    home: TempDir,
}

pub(crate) struct Output {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Output {
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// The results printed by `--json`: one object, or an array.
    pub(crate) fn results(&self) -> Vec<Value> {
        let parsed: Value = serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("not JSON: {error}\n{}\n{}", self.stdout, self.stderr));
        match parsed {
            Value::Array(results) => results,
            one => vec![one],
        }
    }

    /// The results printed by `--ndjson`. A killed program may have left the last line unfinished.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.stdout.lines();
        lines.map_while(|line| serde_json::from_str(line).ok()).collect()
    }

    #[track_caller]
    pub(crate) fn expect_code(self, code: i32) -> Self {
        assert_eq!(
            self.code(),
            Some(code),
            "stdout: {}\nstderr: {}",
            self.stdout,
            self.stderr
        );
        self
    }
}

impl Shell {
    pub(crate) fn new() -> Self {
        Self {
            home: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a file into the home folder.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("creating a folder");
        std::fs::write(&path, bytes).expect("writing a file");
        path
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        self.path("workspace")
    }

    /// The program with its workspace and arguments, not yet started.
    pub(crate) fn command<I, S>(&self, arguments: I) -> Command
    where
        I: IntoIterator<Item = S>,
        S: AsRef<std::ffi::OsStr>,
    {
        let mut command = Command::new(program());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("TOUCHSTONE_") {
                command.env_remove(name);
            }
        }
        command
            .env("HOME", self.home.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("TOUCHSTONE_WORKSPACE", self.workspace())
            .current_dir(root())
            .stdin(Stdio::null())
            .args(arguments);
        command
    }

    pub(crate) fn run<I, S>(&self, arguments: I) -> Output
    where
        I: IntoIterator<Item = S>,
        S: AsRef<std::ffi::OsStr>,
    {
        self.start(&mut self.command(arguments)).wait()
    }

    /// Starts a command with its output redirected to files, so that it never blocks on a pipe.
    pub(crate) fn start(&self, command: &mut Command) -> Running {
        let folder = tempfile::tempdir_in(self.home.path()).expect("a temporary folder");
        let file = |name: &str| File::create(folder.path().join(name)).expect("creating a file");
        let child = command
            .stdout(file("stdout"))
            .stderr(file("stderr"))
            .spawn()
            .unwrap_or_else(|error| panic!("starting {}: {error}", program().display()));
        Running { child, folder }
    }
}

pub(crate) struct Running {
    child: Child,
    folder: TempDir,
}

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("asking for the state").is_none()
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("killing our own process");
    }

    /// Sends the signal of Ctrl-C.
    pub(crate) fn interrupt(&self) {
        let pid =
            rustix::process::Pid::from_raw(i32::try_from(self.id()).expect("a process id")).expect("a process id");
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("sending a signal");
    }

    pub(crate) fn wait(self) -> Output {
        self.wait_for(TIME_LIMIT)
    }

    pub(crate) fn wait_for(mut self, retry_policy: Duration) -> Output {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("asking for the state") {
                break status;
            }
            if since.elapsed() > retry_policy {
                self.kill();
                panic!("the program did not end\n{}", self.text("stderr"));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Output {
            status,
            stdout: self.text("stdout"),
            stderr: self.text("stderr"),
        }
    }

    pub(crate) fn text(&self, name: &str) -> String {
        let bytes = std::fs::read(self.folder.path().join(name)).expect("reading output");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

pub(crate) fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the member lies in the workspace").to_path_buf()
}

/// The folder of this build's executables: two levels above the test's.
pub(crate) fn build_folder() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let folder = test.ancestors().nth(2).expect("the test lies in target/<profile>/deps");
    folder.to_path_buf()
}

fn program() -> PathBuf {
    let program = build_folder().join("touchstone");
    assert!(
        program.exists(),
        "there is no {}: build with `make build` first",
        program.display()
    );
    program
}

pub(crate) fn fixtures(folder: &str) -> PathBuf {
    root().join("tests/fixtures").join(folder)
}

/// A corpus beside the checkout, if there is one.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    let base = std::env::var_os("TOUCHSTONE_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let folder = base.join(folder);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no {}", folder.display());
    None
}

/// Whether the long versions of the tests are enabled.
pub(crate) fn torture() -> bool {
    std::env::var_os("TOUCHSTONE_TORTURE").is_some()
}
