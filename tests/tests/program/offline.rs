//! Work on this computer needs no network and tries none: it runs in a network namespace without a route, in which the
//! kernel counts every packet and every attempt to send one.

use crate::shell::{Output, Shell, fixtures, root};
use std::fs;
use std::process::Command;

/// Counters of `/proc/net/snmp` and `/proc/net/snmp6` that grow when a packet is sent, or finds no route.
const ATTEMPTS: [(&str, &str); 7] = [
    ("Ip", "OutRequests"),
    ("Ip", "OutNoRoutes"),
    ("Tcp", "ActiveOpens"),
    ("Tcp", "OutSegs"),
    ("Udp", "OutDatagrams"),
    ("Ip6", "OutRequests"),
    ("Ip6", "OutNoRoutes"),
];

/// A provider elsewhere, by address and by name. In the namespace neither can be reached.
const FAR: &str = "[[endpoint]]\nname = \"Far\"\ntitle = \"Far\"\ndialect = \"openai_chat\"\nurl = \"https://1.1.1.1/v1\"\n\
    [[model]]\nendpoint = \"Far\"\nid = \"m\"\ncontext = 100000\noutput = 8000\ncan = [\"tools\", \"schema\"]\n\
    [[endpoint]]\nname = \"Named\"\ntitle = \"Named\"\ndialect = \"openai_chat\"\nurl = \"https://models.invalid/v1\"\n\
    [[model]]\nendpoint = \"Named\"\nid = \"m\"\ncontext = 100000\noutput = 8000\ncan = [\"tools\", \"schema\"]\n";

/// Whether this system lets a user make namespaces.
fn namespaces() -> bool {
    let made = Command::new("unshare").args(["-rn", "true"]).output();
    let may = made.is_ok_and(|made| made.status.success());
    if !may {
        eprintln!("skipped: this system allows no user namespaces");
    }
    may
}

/// Runs the program alone in a network namespace, and counts what it tried to send.
fn alone(shell: &Shell, arguments: &[&str]) -> (Output, u64) {
    let counters = shell.path("counters");
    let inner = shell.command(arguments);
    let mut outer = Command::new("unshare");
    outer
        .args(["-rn", "sh", "-c"])
        .arg("\"$@\"; code=$?; cat /proc/net/snmp /proc/net/snmp6 > \"$COUNTERS\"; exit $code")
        .arg("sh")
        .arg(inner.get_program())
        .args(inner.get_args())
        .env("COUNTERS", &counters)
        .current_dir(root());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    let output = shell.start(&mut outer).wait();
    let counted = attempts(&fs::read_to_string(&counters).unwrap());
    fs::remove_file(counters).unwrap();
    (output, counted)
}

/// In `snmp`, a line of names is above a line of numbers; in `snmp6`, each line has a name and a number.
fn attempts(counters: &str) -> u64 {
    let lines: Vec<Vec<&str>> = counters.lines().map(|line| line.split_whitespace().collect()).collect();
    let in_table = |protocol: &str, name: &str| -> Option<u64> {
        let head = format!("{protocol}:");
        let mut rows = lines.iter().filter(|line| line.first() == Some(&head.as_str()));
        let (names, numbers) = (rows.next()?, rows.next()?);
        let at = names.iter().position(|column| *column == name)?;
        numbers.get(at)?.parse().ok()
    };
    let in_list = |name: &str| -> Option<u64> {
        let line = lines.iter().find(|line| line.first() == Some(&name))?;
        line.get(1)?.parse().ok()
    };
    let counter = |(protocol, name): (&str, &str)| {
        let found = in_table(protocol, name).or_else(|| in_list(&format!("{protocol}{name}")));
        found.unwrap_or_else(|| panic!("the kernel does not count {protocol} {name}: {counters}"))
    };
    ATTEMPTS.into_iter().map(counter).sum()
}

#[test]
fn local_work_runs_without_a_network_and_tries_none() {
    if !namespaces() {
        return;
    }
    let shell = Shell::new();
    shell.file("data/touchstone/catalog.toml", FAR.as_bytes());
    let export = shell.path("export.csv");
    let export = export.to_str().unwrap();
    let samples = fixtures("samples");
    let files = ["w2-001-official.pdf", "1099-int.pdf", "letter.pdf"].map(|name| samples.join(name));
    let mut read = vec!["classify", "--json", "-q"];
    read.extend(files.iter().map(|file| file.to_str().unwrap()));
    let (output, tried) = alone(&shell, &read);
    let results = output.expect_code(0).results();
    assert!(results.iter().all(|result| result["outcome"] == "ok"), "{results:?}");
    assert_eq!(tried, 0, "reading");
    let id = results[0]["document"]["id"].as_str().unwrap();
    for arguments in [
        &["show", id][..],
        &["replay", id],
        &["search", "wages"],
        &["verify"],
        &["doctor"],
        &["export", "--state", "all", "--format", "csv", "--out", export],
    ] {
        let (output, tried) = alone(&shell, arguments);
        output.expect_code(0);
        assert_eq!(tried, 0, "{arguments:?}");
    }
}

#[test]
fn a_local_only_workspace_tries_no_network_for_a_model_elsewhere() {
    if !namespaces() {
        return;
    }
    let shell = Shell::new();
    shell.file("data/touchstone/catalog.toml", FAR.as_bytes());
    let sample = fixtures("samples").join("w2-001-official.pdf");
    let read = |engine| {
        [
            "classify",
            "--json",
            "-q",
            "--consent",
            "--engine",
            engine,
            sample.to_str().unwrap(),
        ]
    };
    let trial = |engine| ["doctor", "--provider", engine];
    shell.run(["settings", "local_only=false"]).expect_code(0);
    for engine in ["Far:m", "Named:m"] {
        let (_, tried) = alone(&shell, &trial(engine));
        assert!(tried > 0, "{engine}: an attempt is seen");
    }
    shell.run(["settings", "local_only=true"]).expect_code(0);
    for engine in ["Far:m", "Named:m"] {
        let (output, tried) = alone(&shell, &read(engine));
        assert!(output.stderr.contains("local-only"), "{}", output.stderr);
        assert_eq!((output.code(), tried), (Some(2), 0), "{engine}");
        let (_, tried) = alone(&shell, &trial(engine));
        assert_eq!(tried, 0, "{engine}");
    }
}
