//! A key, a password and a person, looked for in every byte that the program leaves behind or prints, in six encodings.
//! A key and a password are nowhere. A person is in the database and on standard output, as asked for, and nowhere else.

use crate::models::paper;
use crate::processes::children;
use crate::shell::{Output, Running, Shell, TIME_LIMIT};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::canary::Canaries;
use touchstone_tests::memory::memory_of;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply, Wire};
use touchstone_tests::scan::Scanner;
use touchstone_tests::scanning::scanned;
use touchstone_tests::{Case, Dice, damaged, w2};

/// Keys and passwords have odd characters; what is searched for are the letters between them.
const KEY: &str = "Ck+/kestrelquartz47=%&\"'<x>";
const KEY_WORD: &str = "kestrelquartz47";
const PASSWORD: &str = "p\"opallantern58%+/ <&";
const PASSWORD_WORD: &str = "opallantern58";
/// The name of the document, which names a person as well.
const FILE: &str = "Marchbanks, Ondine";
const FILE_WORD: &str = "marchbanks, ondine";
const VARIABLE: &str = "CANARY_KEY";
/// An endpoint that no server listens on.
const NOWHERE: &str = "[[endpoint]]\nname = \"Nowhere\"\ntitle = \"Nowhere\"\ndialect = \"openai_chat\"\n\
    url = \"http://127.0.0.1:9/v1\"\n[[model]]\nendpoint = \"Nowhere\"\nid = \"m\"\n\
    context = 100000\noutput = 8000\ncan = [\"tools\", \"schema\"]\n";

struct Scene {
    shell: Shell,
    /// What belongs to the user, not to the program: documents, passwords, exports.
    outside: TempDir,
    server: ModelServer,
    secrets: Canaries,
    persons: Canaries,
}

impl Scene {
    fn new() -> Self {
        let (case, locked) = (paper(), w2::cases(31, 1).remove(0));
        let reader = Reader::new(case.truth.clone(), 1);
        let answer = move |asked: &Asked| reader.answer(asked);
        let server = ModelServer::speaking(Wire::Chat, KEY, answer).unwrap();
        let (shell, outside) = (Shell::new(), tempfile::tempdir().unwrap());
        let catalog = server.keyed(VARIABLE) + NOWHERE;
        shell.file("data/touchstone/catalog.toml", catalog.as_bytes());
        fs::create_dir(shell.path("tmp")).unwrap();
        let locked_bytes = damaged::locked(&locked, PASSWORD).unwrap().bytes;
        fs::write(outside.path().join(format!("{FILE}.pdf")), &case.bytes).unwrap();
        fs::write(outside.path().join("locked.pdf"), locked_bytes).unwrap();
        fs::write(outside.path().join("passwords"), format!("{PASSWORD}\n")).unwrap();
        let mut persons = vec![FILE_WORD];
        persons.extend(values_of(&case));
        persons.extend(values_of(&locked));
        Self {
            shell,
            outside,
            server,
            secrets: Canaries::new(&[KEY_WORD, PASSWORD_WORD]),
            persons: Canaries::new(&persons),
        }
    }

    fn start(&self, arguments: &[&str]) -> Running {
        let mut command = self.shell.command(arguments);
        command
            .env(VARIABLE, KEY)
            .env("TOUCHSTONE_LOG", "trace")
            .env("RUST_BACKTRACE", "1")
            .env("TMPDIR", self.shell.path("tmp"));
        self.shell.start(&mut command)
    }

    /// Runs a command and searches what it prints.
    fn run(&self, arguments: &[&str]) -> Output {
        let output = self.start(arguments).wait();
        self.check_printed(arguments, &output);
        output.expect_code(0)
    }

    #[track_caller]
    fn check_printed(&self, arguments: &[&str], output: &Output) {
        for printed in [&output.stdout, &output.stderr] {
            assert_none(&self.secrets, printed, arguments);
        }
        assert_none(&self.persons, &output.stderr, arguments);
    }

    fn outside(&self, name: &str) -> String {
        self.outside.path().join(name).to_str().unwrap().to_owned()
    }

    /// Searches all files of the program.
    #[track_caller]
    fn check_kept(&self, when: &str) {
        let home = self.shell.path("");
        let leaked = self.secrets.found_below(&home).unwrap();
        assert!(leaked.is_empty(), "{when}: {leaked:?}");
        let originals = self.shell.workspace().join("originals");
        let leaked = self.persons.found_below(&home).unwrap().into_iter();
        let leaked: Vec<_> = leaked
            .filter(|(path, _)| !is_database(path) && !Path::new(path).starts_with(&originals))
            .collect();
        assert!(leaked.is_empty(), "{when}: {leaked:?}");
    }
}

/// The number and the name of the person that a document is about.
fn values_of(case: &Case) -> Vec<&'static str> {
    let fields = &case.truth.forms[0].fields;
    let number = fields["employee_ssn"].as_str().unwrap().to_owned();
    let name = fields["employee_name"].as_str().unwrap().to_owned();
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    assert!(name.len() >= 8 && digits.len() == 9, "{name} {digits}");
    [number, name, digits].map(|text| &*text.leak()).to_vec()
}

fn is_database(path: &str) -> bool {
    ["touchstone.db", "touchstone.db-wal", "touchstone.db-shm"]
        .iter()
        .any(|name| Path::new(path).ends_with(Path::new("workspace").join(name)))
}

#[track_caller]
fn assert_none(canaries: &Canaries, printed: &str, arguments: &[&str]) {
    let lines = printed
        .lines()
        .filter(|line| !canaries.found_in(line.as_bytes()).is_empty());
    assert_eq!(lines.collect::<Vec<_>>(), [""; 0], "{arguments:?}");
}

#[test]
fn a_key_a_password_and_a_person_are_left_nowhere_else() {
    let scene = Scene::new();
    let (paper, locked) = (scene.outside(&format!("{FILE}.pdf")), scene.outside("locked.pdf"));
    let (passwords, export, backup) = (
        scene.outside("passwords"),
        scene.outside("e.csv"),
        scene.outside("backup"),
    );
    let read = ["classify", "--json", "-q", "--engine", "Nearby:small-1", &paper];
    let results = scene.run(&read).results();
    assert!(scene.server.asked().len() > 2 && scene.server.refused().is_empty());
    let id = results[0]["document"]["id"].as_str().unwrap();
    let opened = scene.run(&["classify", "--json", "-q", "--password-file", &passwords, &locked]);
    assert_eq!(opened.results()[0]["outcome"], "ok");
    scene.check_kept("after reading");

    for arguments in [
        &["show", id][..],
        &["list"],
        &["list", "--json"],
        &["sent", id],
        &["sent", id, "--call", "1"],
        &["replay", id],
        &["search", "wages"],
        &["review", "list"],
        &["settings"],
        &["doctor"],
        &["export", "--state", "all", "--format", "csv", "--out", &export],
        &["backup", &backup],
        &["verify"],
    ] {
        scene.run(arguments);
    }
    // A model of tests fails the trial, which is no concern here.
    let trial = ["doctor", "--provider", "Nearby:small-1"];
    scene.check_printed(&trial, &scene.start(&trial).wait());
    // Nobody answers there, which is logged.
    let vain = ["classify", "--json", "-q", "--again", "--engine", "Nowhere:m", &paper];
    let failed = scene.start(&vain).wait();
    assert!(
        failed.stderr.contains(" WARN ") || failed.stderr.contains("ERROR"),
        "{}",
        failed.stderr
    );
    scene.check_printed(&vain, &failed);
    scene.check_kept("after every command");
    let searched = fs::read(scene.shell.workspace().join("touchstone.db")).unwrap();
    assert!(
        scene.persons.found_in(&searched).len() > 3,
        "the search finds what is there"
    );
    for exported in [&export, &backup] {
        let found = scene
            .secrets
            .found_below(Path::new(exported).parent().unwrap())
            .unwrap();
        let found: Vec<_> = found
            .into_iter()
            .filter(|(path, _)| path.starts_with(exported))
            .collect();
        assert!(found.is_empty(), "{found:?}");
    }
}

/// What is written only while the program works would be left by a kill.
#[test]
fn a_kill_leaves_no_key_no_password_and_no_person_elsewhere() {
    let scene = Scene::new();
    let (paper, locked) = (scene.outside(&format!("{FILE}.pdf")), scene.outside("locked.pdf"));
    let passwords = scene.outside("passwords");
    for arguments in [
        [
            "classify",
            "--json",
            "-q",
            "--engine",
            "Nearby:small-1",
            "--again",
            &paper,
        ],
        [
            "classify",
            "--json",
            "-q",
            "--password-file",
            &passwords,
            "--again",
            &locked,
        ],
    ] {
        for pause in [50, 200, 400, 800, 1_600] {
            let mut running = scene.start(&arguments);
            std::thread::sleep(Duration::from_millis(pause));
            running.kill();
            scene.check_printed(&arguments, &running.wait());
            scene.check_kept(&format!("killed after {pause} ms"));
        }
    }
}

/// What readers have of a document that is closed.
struct Left {
    /// Texts in the memory of readers.
    found: Vec<String>,
    /// Whether one of them recognizes pages.
    recognises: bool,
    /// Whether the program itself has any of the texts; `None` where memory cannot be read.
    own: Option<bool>,
}

/// Reads a document, and searches the memory of all readers while the program waits for a model; again for a while as
/// long as anything is found.
fn left_in_readers(bytes: &[u8], persons: &Canaries) -> Left {
    let shell = Shell::new();
    let (over, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (waits, asks) = (Arc::clone(&over), Arc::clone(&asked));
    // The document is read and closed before the model is asked, which answers when the test is over.
    let answer = move |_: &Asked| {
        asks.store(true, Ordering::Relaxed);
        while !waits.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        Reply::Text(String::new())
    };
    let server = ModelServer::answering(Pace::default(), answer).unwrap();
    shell.file("data/touchstone/catalog.toml", server.catalog().as_bytes());
    let path = shell.file("paper.pdf", bytes);
    let mut running =
        shell.start(&mut shell.command(["classify", "-q", "--engine", "Nearby:small-1", path.to_str().unwrap()]));
    let since = Instant::now();
    let mut left = Left {
        found: vec!["not looked yet".to_owned()],
        recognises: false,
        own: None,
    };
    while !left.found.is_empty() && since.elapsed() < TIME_LIMIT / 4 {
        std::thread::sleep(Duration::from_millis(200));
        assert!(running.is_running(), "{}", running.text("stderr"));
        let readers = children(running.id());
        if !asked.load(Ordering::Relaxed) || readers.is_empty() {
            continue;
        }
        let Some(own) = memory_of(running.id()) else {
            eprintln!("skipped: this user cannot read the memory of a process");
            break;
        };
        left.own = Some(!persons.found_in(&own).is_empty());
        let words = |reader: u32| fs::read_to_string(format!("/proc/{reader}/cmdline")).unwrap_or_default();
        left.recognises = readers
            .iter()
            .any(|(reader, _)| words(*reader).split('\0').any(|word| word == "ocr"));
        let memory = readers.iter().filter_map(|(reader, _)| memory_of(*reader));
        left.found = memory.flat_map(|memory| persons.found_in(&memory)).collect();
    }
    running.kill();
    running.wait();
    over.store(true, Ordering::Relaxed);
    left
}

#[track_caller]
fn assert_nothing_left(bytes: &[u8], persons: &Canaries, recognises: bool) {
    let left = left_in_readers(bytes, persons);
    if let Some(own) = left.own {
        assert!(own, "the search finds what is there");
        assert_eq!(left.recognises, recognises);
        assert!(left.found.is_empty(), "{:?}", left.found);
    }
}

/// A reader serves many documents, so what is left of one could be read by the next. Only the superuser can look.
#[test]
fn a_reader_has_nothing_of_a_document_that_is_closed() {
    let case = paper();
    assert_nothing_left(&case.bytes, &Canaries::new(&values_of(&case)), false);
}

#[tokio::test(flavor = "multi_thread")]
async fn heavy_a_recognition_reader_has_nothing_of_a_page_that_was_read() {
    let case = paper();
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let scanner: Scanner = "clean:200".parse().unwrap();
    let scan = scanned(&pool, &case.bytes, scanner, &mut Dice::new(1)).await.unwrap();
    assert_nothing_left(&scan.unwrap(), &Canaries::new(&values_of(&case)), true);
}
