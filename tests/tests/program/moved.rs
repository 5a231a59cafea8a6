//! A workspace that was copied to another installation: consents given elsewhere do not count, everything else does.

use crate::shell::{Output, Shell, fixtures};
use std::fs;
use std::path::Path;

const FAR: &str = "[[endpoint]]\nname = \"Far\"\ntitle = \"Far\"\ndialect = \"openai_chat\"\n\
    url = \"https://models.invalid/v1\"\n[[model]]\nendpoint = \"Far\"\nid = \"m\"\n\
    context = 100000\noutput = 8000\ncan = [\"tools\", \"schema\"]\n";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn installation() -> Shell {
    let shell = Shell::new();
    shell.file("data/touchstone/catalog.toml", FAR.as_bytes());
    shell
}

/// Asks for a model elsewhere, which the workspace does not allow in the end: it is local-only.
fn ask(shell: &Shell, consent: bool) -> Output {
    let sample = fixtures("samples").join("letter.pdf");
    let mut arguments = vec![
        "classify",
        "--json",
        "-q",
        "--engine",
        "Far:m",
        sample.to_str().unwrap(),
    ];
    if consent {
        arguments.push("--consent");
    }
    shell.run(arguments).expect_code(2)
}

#[test]
fn a_consent_does_not_move_with_its_workspace() {
    let (here, there) = (installation(), installation());
    let sample = fixtures("samples").join("w2-001-official.pdf");
    let read = here
        .run(["classify", "--json", sample.to_str().unwrap()])
        .expect_code(0);
    let id = read.results()[0]["document"]["id"].as_str().unwrap().to_owned();
    here.run(["settings", "local_only=true"]).expect_code(0);
    let asked = ask(&here, false).stderr;
    assert!(
        asked.contains("nothing was sent") && !asked.contains("another installation"),
        "{asked}"
    );
    ask(&here, true);
    let asked = ask(&here, false).stderr;
    assert!(
        asked.contains("local-only") && !asked.contains("nothing was sent"),
        "{asked}"
    );

    let backup = here.path("backup");
    here.run(["backup", backup.to_str().unwrap()]).expect_code(0);
    let restored = there.path("restored");
    there
        .run(["restore", backup.to_str().unwrap(), restored.to_str().unwrap()])
        .expect_code(0);
    for source in [here.workspace(), restored] {
        copy(&source, &there.workspace());
        let asked = ask(&there, false).stderr;
        assert!(asked.contains("nothing was sent"), "{asked}");
        assert!(asked.contains("another installation"), "the reason is given: {asked}");
        let settings = there.run(["settings"]).expect_code(0).stdout;
        assert!(settings.contains("local_only=true"), "{settings}");
        there.run(["replay", &id]).expect_code(0);
        there.run(["sent", &id]).expect_code(0);
        ask(&there, true);
        let asked = ask(&there, false).stderr;
        assert!(!asked.contains("nothing was sent"), "agreed to here: {asked}");
        fs::remove_dir_all(there.workspace()).unwrap();
    }
    // Where it was given first it counts still.
    let asked = ask(&here, false).stderr;
    assert!(!asked.contains("nothing was sent"), "{asked}");
}
