//! A key of unknown format that a server repeats in its errors appears in nothing that is printed, logged, stored or
//! written to a file. Where keys are sent is in the tests of providers.

use crate::shell::{Output, Shell, fixtures};
use std::fs;
use std::path::Path;
use touchstone_tests::model::{ModelServer, Pace, Reply};

const KEY: &str = "Zq9+/wunder=lich%7&x";
/// Traces of the key in any encoding, including base64.
const TRACES: [&str; 3] = ["wunder", "enVuZGVy", "WnE5Ky93dW5kZXI"];

/// Errors that contain the key itself, in a URL, and as it was sent.
fn repeating(status: u16) -> ModelServer {
    let message = format!(
        "incorrect key provided: {KEY}. See /help?key=Zq9%2B%2Fwunder%3Dlich%257%26x (Bearer {KEY}; WnE5Ky93dW5kZXI9bGljaCU3Jng=)"
    );
    let message: &'static str = message.leak();
    let head: &'static str = format!("request-id: req-{KEY}\r\n").leak();
    ModelServer::answering(Pace::default(), move |_| Reply::Refusal(status, head, message)).unwrap()
}

fn traces_in(text: &[u8]) -> Vec<&'static str> {
    let found = |trace: &&str| {
        text.windows(trace.len())
            .any(|bytes| bytes.eq_ignore_ascii_case(trace.as_bytes()))
    };
    TRACES.into_iter().filter(found).collect()
}

/// Files below a folder that contain a trace of the key: database, write-ahead log, exports, logs.
fn holding(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holding(&path));
        } else if !traces_in(&fs::read(&path).unwrap()).is_empty() {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn an_odd_key_that_a_server_repeats_is_left_nowhere() {
    assert!(!traces_in(KEY.as_bytes()).is_empty(), "the search finds what is there");
    // 400 refuses the request, which fails the document; 401 refuses the key, which stops the work.
    for status in [400, 401] {
        let (shell, server) = (Shell::new(), repeating(status));
        let keyed = server.catalog().replace("url = ", "key_env = \"ODD_KEY\"\nurl = ");
        shell.file("data/touchstone/catalog.toml", keyed.as_bytes());
        let sample = fixtures("samples").join("w2-001-official.pdf");
        let run = |arguments: &[&str]| -> Output {
            let mut command = shell.command(arguments);
            command.env("ODD_KEY", KEY).env("TOUCHSTONE_LOG", "trace");
            shell.start(&mut command).wait()
        };
        let export = shell.path("export.json");
        let export = export.to_str().unwrap();
        let read = [
            "classify",
            "--json",
            "--engine",
            "Nearby:small-1",
            sample.to_str().unwrap(),
        ];
        let mut printed = String::new();
        for arguments in [
            &read[..],
            &["list"],
            &["doctor"],
            &["doctor", "--provider", "Nearby:small-1"],
            &["export", "--state", "all", "--format", "json", "--out", export],
        ] {
            let output = run(arguments);
            assert_eq!(
                traces_in(output.stdout.as_bytes()),
                [""; 0],
                "{status} {arguments:?}: {}",
                output.stdout
            );
            let lines: Vec<&str> = output
                .stderr
                .lines()
                .filter(|line| !traces_in(line.as_bytes()).is_empty())
                .collect();
            assert_eq!(lines, [""; 0], "{status} {arguments:?}");
            printed.extend([output.stdout, output.stderr]);
        }
        assert!(
            printed.contains("incorrect key provided"),
            "the error itself is told: {printed}"
        );
        assert_eq!(holding(&shell.path("")), Vec::<String>::new(), "{status}");
    }
}
