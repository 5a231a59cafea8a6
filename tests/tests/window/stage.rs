//! A screen, a message bus with a keychain, the driver, and the program in its window; all of it ends with the test.

use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::prelude::*;

/// Everything here takes a few seconds at most; the machine may be busy with other tests.
pub(crate) const TIME_LIMIT: Duration = Duration::from_mins(1);

pub(crate) struct Stage {
    pub(crate) driver: WebDriver,
    pub(crate) folder: TempDir,
    pub(crate) display: String,
    /// Address of the message bus.
    address: String,
    port: u16,
    children: Vec<Group>,
    /// Findings of axe on the screens of which screenshots were taken.
    pub(crate) faults: Mutex<Vec<String>>,
}

impl Drop for Stage {
    /// A failed test has not ended its session. The driver is killed with the rest; asking it to end the session
    /// while the test unwinds would wait for a minute.
    fn drop(&mut self) {
        let _already_ended = self.driver.clone().leak();
    }
}

/// How the program is started.
#[derive(Default)]
pub(crate) struct Start {
    /// The files it is asked to open.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) variables: Vec<(&'static str, &'static str)>,
    /// Lets the program decide whether it composites. On a machine without a graphics card the driver then takes no
    /// pictures.
    pub(crate) draws_as_shipped: bool,
}

/// A process with all processes it started.
pub(crate) struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        let id = rustix::process::Pid::from_child(&self.0);
        // It may have ended already.
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Tools from Debian packages that a session needs; `make setup` installs them.
const TOOLS: [&str; 5] = [
    "WebKitWebDriver",
    "Xvfb",
    "dbus-daemon",
    "gnome-keyring-daemon",
    "xdotool",
];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

pub(crate) fn program() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.ancestors().nth(2).unwrap().join("touchstone-desktop")
}

impl Stage {
    /// Opens the window over an empty workspace. `None`, with a message, where the tools are missing.
    pub(crate) async fn open() -> Option<Stage> {
        Self::prepared(|_| {}).await
    }

    pub(crate) async fn prepared(prepare: impl FnOnce(&Path)) -> Option<Stage> {
        Self::started(prepare, &Start::default()).await
    }

    pub(crate) async fn started(prepare: impl FnOnce(&Path), start: &Start) -> Option<Stage> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_there = |tool: &&str| std::env::split_paths(&path).any(|folder| folder.join(tool).is_file());
        let missing: Vec<_> = TOOLS.iter().filter(|tool| !is_there(tool)).collect();
        if !missing.is_empty() {
            eprintln!("skipped: {missing:?} are not installed; `make setup` installs them");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let home = Home::new(folder.path());
        prepare(&home.workspace());
        let log = File::create(folder.path().join("log")).unwrap();
        let (screen, display) = screen(&log);
        let (bus, address) = bus(&home, &log);
        let keychain = keychain(&home, &address, &log);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let driver = home
            .command("WebKitWebDriver", &log)
            .arg(format!("--port={port}"))
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .envs((!start.draws_as_shipped).then_some(("WEBKIT_DISABLE_COMPOSITING_MODE", "0")))
            .env("DISPLAY", &display)
            .env("DBUS_SESSION_BUS_ADDRESS", &address)
            .envs(start.variables.iter().copied())
            .spawn()
            .unwrap();
        let children = vec![Group(driver), keychain, bus, screen];
        wait_until("the driver listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let stage = Stage {
            driver: session(port, &start.files, folder.path()).await,
            folder,
            display,
            address,
            port,
            children,
            faults: Mutex::default(),
        };
        stage.find("nav.rail").await;
        stage.sign().await;
        Some(stage)
    }

    /// Sets the reviewer's name, so that no test is asked for it. A workspace that cannot be used has no preferences.
    async fn sign(&self) {
        let Ok(overview) = self.call("overview", json!({})).await else {
            return;
        };
        let mut preferences = overview["preferences"].clone();
        preferences["reviewer"] = json!("R. Reader");
        let saved = self.call("set_preferences", json!({"preferences": preferences})).await;
        if let Err(error) = saved {
            eprintln!("nobody signs here: {error}");
        }
    }

    /// Moves and clicks the pointer, presses keys or closes windows with `xdotool`.
    pub(crate) fn xdotool(&self, moves: &str) {
        let done = Command::new("xdotool")
            .args(moves.split(' '))
            .env("DISPLAY", &self.display)
            .status()
            .unwrap();
        assert!(done.success(), "xdotool {moves}");
    }

    /// Closes the window as a person does, waits until the program has ended, and starts it again.
    pub(crate) async fn quit_and_start_again(&mut self) {
        let found = Command::new("xdotool")
            .args(["search", "--onlyvisible", "--name", "^Touchstone$"])
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        let window = String::from_utf8(found.stdout).unwrap();
        let asked = Command::new("python3")
            .arg(root().join("tests/tests/window/close_window.py"))
            .arg(window.lines().next().expect("no window is shown"))
            .env("DISPLAY", &self.display)
            .status()
            .unwrap();
        assert!(asked.success(), "the window could not be asked to close");
        // The window is gone, and the session with it.
        self.quit().await;
        self.driver = session(self.port, &[], self.folder.path()).await;
        self.find("nav.rail").await;
    }

    /// Ends the program and its session, and waits until both have ended.
    pub(crate) async fn quit(&self) {
        let _may_have_ended = self.driver.clone().quit().await;
        let workspace = self.workspace();
        wait_until("the program ends", || !runs_with(&workspace));
    }

    /// Starts the program as a person does, without the driver.
    pub(crate) fn start(&self, files: &[PathBuf]) -> Group {
        let log = File::options()
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        let started = Home(self.folder.path().to_owned())
            .command(program().to_str().unwrap(), &log)
            .args(files)
            .env("TOUCHSTONE_LOG", "trace")
            .env("DISPLAY", &self.display)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.address)
            .spawn();
        Group(started.unwrap())
    }

    /// Starts the program again; that start ends once it has handed its files over.
    pub(crate) fn start_beside(&self, files: &[PathBuf]) {
        let mut second = self.start(files);
        let begun = Instant::now();
        while second.0.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < TIME_LIMIT, "the second start does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Writes desktop notifications of programs into a file, from now on.
    pub(crate) fn record_notifications(&mut self) -> PathBuf {
        let inbox = self.folder.path().join("notifications");
        let log = File::options()
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        let mut listener = Home(self.folder.path().to_owned())
            .command("/usr/bin/python3", &log)
            .arg(root().join("tests/tests/window/notification_listener.py"))
            .arg(&inbox)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.address)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        assert_eq!(first_line(&mut listener), "ready", "nobody listens to notifications");
        self.children.insert(0, Group(listener));
        inbox
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        Home::new(self.folder.path()).workspace()
    }

    /// All text on the screen, for failure messages.
    pub(crate) async fn shown(&self) -> String {
        let text = self
            .driver
            .execute("return document.body.innerText", vec![])
            .await
            .unwrap();
        text.json().as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a JavaScript expression is true in the page.
    pub(crate) async fn until(&self, what: &str, expression: &str) {
        let begun = Instant::now();
        loop {
            let answer = self
                .driver
                .execute(format!("return Boolean({expression})"), vec![])
                .await;
            if answer.is_ok_and(|answer| answer.json() == &json!(true)) {
                return;
            }
            assert!(
                begun.elapsed() < TIME_LIMIT,
                "{what} did not happen:\n{}",
                self.shown().await
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub(crate) async fn value(&self, script: &str) -> Value {
        self.driver.execute(script, vec![]).await.unwrap().json().clone()
    }

    /// Calls a command of the program as the window does.
    pub(crate) async fn call(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        const SCRIPT: &str = "const [command, given, done] = arguments;
            window.__TAURI_INTERNALS__.invoke(command, given).then((ok) => done({ ok }), (error) => done({ error }));";
        let answer = self
            .driver
            .execute_async(SCRIPT, vec![json!(command), arguments])
            .await
            .unwrap();
        match answer.json().get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer.json()["ok"].clone()),
        }
    }

    /// Makes this engine the one that reads tax documents.
    pub(crate) async fn read_by(&self, engine: &str) {
        let mut preferences = self.call("overview", json!({})).await.unwrap()["preferences"].clone();
        preferences["engines"] = json!({"tax": engine});
        let given = json!({"preferences": preferences});
        self.call("set_preferences", given).await.unwrap();
    }

    /// Opens the first document of the library.
    /// Opens the first document of the list. Rows may move between the two clicks, as when a batch ends.
    pub(crate) async fn open_first(&self) {
        let begun = Instant::now();
        while begun.elapsed() < TIME_LIMIT {
            let row = self.find("[role=row][id^=row-]").await;
            let chain = self.driver.action_chain().double_click_element(&row);
            chain.perform().await.unwrap();
            for _ in 0..15 {
                tokio::time::sleep(Duration::from_millis(200)).await;
                if self.driver.find(By::Css(".doc-head")).await.is_ok() {
                    return;
                }
            }
        }
        panic!("the first document does not open");
    }

    pub(crate) async fn settled(&self) {
        let begun = Instant::now();
        loop {
            let counts = self.call("overview", json!({})).await.unwrap()["counts"].clone();
            if counts["queued"] == 0 && counts["running"] == 0 && counts["all"] != 0 {
                return;
            }
            assert!(begun.elapsed() < TIME_LIMIT * 2, "the queue does not empty: {counts}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    pub(crate) async fn rows(&self, trash: bool) -> Vec<Value> {
        let query = json!({"search": "", "states": [], "labels": [], "years": [], "cases": [], "trash": trash,
            "sort": {"column": "name", "descending": false}, "offset": 0, "limit": 100});
        let page = self.call("library", json!({"query": query})).await.unwrap();
        page["rows"].as_array().unwrap().clone()
    }

    /// Resizes the window, in pixels.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        self.xdotool(&format!(
            "search --sync --onlyvisible --name ^Touchstone$ windowmove 0 0 windowsize {width} {height}"
        ));
        self.until(
            "the window has its size",
            &format!("Math.abs(innerWidth - {width}) < 3"),
        )
        .await;
    }

    /// Ends the session. Fails if axe found an accessibility fault on any screenshot.
    pub(crate) async fn close(self) {
        self.driver.clone().quit().await.unwrap();
        let faults = self.faults.lock().unwrap();
        assert!(
            faults.is_empty(),
            "{} findings of axe:\n{}",
            faults.len(),
            faults.join("\n")
        );
    }
}

/// Writes the user's own catalog of models for a program over this workspace.
pub(crate) fn write_catalog(workspace: &Path, text: &str) {
    let data = workspace.parent().unwrap().join("data/touchstone");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("catalog.toml"), text).unwrap();
}

/// Starts the program under the driver.
async fn session(port: u16, files: &[PathBuf], folder: &Path) -> WebDriver {
    let options = json!({"browserName": "wry", "webkitgtk:browserOptions": {"binary": program(), "args": files}});
    // The client is built with the features that the engine asks for, without a TLS provider, and would refuse to
    // start.
    let _already_set = rustls::crypto::ring::default_provider().install_default();
    let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), options.as_object().unwrap().clone())
        .await
        .unwrap_or_else(|error| panic!("{error}\n{}", fs::read_to_string(folder.join("log")).unwrap()));
    driver.set_script_timeout(TIME_LIMIT).await.unwrap();
    driver
}

/// Whether the program is running with this workspace.
fn runs_with(workspace: &Path) -> bool {
    let is_it = |process: &PathBuf| fs::read_link(process.join("exe")).is_ok_and(|exe| exe == program());
    processes(workspace).iter().any(is_it)
}

/// Folders under `/proc` of all processes started with this workspace, including those of the web view.
pub(crate) fn processes(workspace: &Path) -> Vec<PathBuf> {
    let wanted = format!("TOUCHSTONE_WORKSPACE={}", workspace.display());
    let folders = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let with_it = |folder: &PathBuf| {
        let environment = fs::read(folder.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|one| one == wanted.as_bytes())
    };
    folders.filter(with_it).collect()
}

/// The home folder of a person who has never used the program.
struct Home(PathBuf);

impl Home {
    fn new(folder: &Path) -> Self {
        let home = Home(folder.to_owned());
        for part in ["data", "config", "cache", "run", "tmp", "answers"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        fs::set_permissions(folder.join("run"), fs::Permissions::from_mode(0o700)).unwrap();
        home
    }

    fn workspace(&self) -> PathBuf {
        self.0.join("workspace")
    }

    /// A command in a separate process group, with its output in the log: it must not keep the test's output open.
    fn command(&self, program: &str, log: &File) -> Command {
        let mut command = Command::new(program);
        command
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log.try_clone().unwrap())
            .env("HOME", &self.0)
            .env("TMPDIR", self.0.join("tmp"))
            .env("XDG_DATA_HOME", self.0.join("data"))
            .env("XDG_CONFIG_HOME", self.0.join("config"))
            .env("XDG_CACHE_HOME", self.0.join("cache"))
            .env("XDG_RUNTIME_DIR", self.0.join("run"))
            .env("TOUCHSTONE_WORKSPACE", self.workspace())
            .env("TOUCHSTONE_DIALOG_ANSWERS", self.0.join("answers"))
            .env("NO_AT_BRIDGE", "1")
            .env_remove("WAYLAND_DISPLAY");
        command
    }
}

/// A screen on a free display number.
fn screen(log: &File) -> (Group, String) {
    let mut screen = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-noreset",
            "-screen",
            "0",
            "1920x1080x24",
            "-nolisten",
            "tcp",
        ])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log.try_clone().unwrap())
        .spawn()
        .unwrap();
    let number = first_line(&mut screen);
    (Group(screen), format!(":{number}"))
}

fn bus(home: &Home, log: &File) -> (Group, String) {
    let mut bus = home
        .command("dbus-daemon", log)
        .args(["--session", "--nofork", "--print-address"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let address = first_line(&mut bus);
    (Group(bus), address)
}

/// A real Secret Service with an unlocked collection that lives as long as the test.
fn keychain(home: &Home, address: &str, log: &File) -> Group {
    let mut keychain = home
        .command("gnome-keyring-daemon", log)
        .args(["--foreground", "--unlock", "--components=secrets"])
        .env("DBUS_SESSION_BUS_ADDRESS", address)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    keychain.stdin.take().unwrap().write_all(b"open sesame\n").unwrap();
    Group(keychain)
}

fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    line.trim().to_owned()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIME_LIMIT, "{what}: not within {TIME_LIMIT:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
