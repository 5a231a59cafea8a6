//! Which files may use SQL, the network, PDFium and OCR, `unsafe`, and Tauri.

use crate::house::{File, enforce};
use crate::scan::has_word;
use regex::Regex;
use std::sync::LazyLock;

/// Names that may appear only in files whose path begins with one of the places.
struct Border {
    names: &'static [&'static str],
    places: &'static [&'static str],
    reason: &'static str,
}

const BORDERS: [Border; 5] = [
    Border {
        names: &["sqlx", "libsqlite3_sys", "rusqlite"],
        places: &["crates/engine/src/store/"],
        reason: "SQL stands only in engine/store",
    },
    Border {
        names: &[
            "reqwest",
            "hyper",
            "ureq",
            "TcpStream",
            "TcpListener",
            "UdpSocket",
            "TcpSocket",
        ],
        places: &["crates/engine/src/provider/http.rs"],
        reason: "the network is touched only by engine/provider/http.rs",
    },
    Border {
        names: &["pdfium_render", "rten", "ocrs", "imageproc", "unsafe", "unsafe_code"],
        places: &["crates/reader/"],
        reason: "PDFium, OCR and unsafe code stay in crates/reader",
    },
    Border {
        names: &["tauri", "tauri_specta", "wry", "tao"],
        places: &["src-tauri/"],
        reason: "Tauri is known only to src-tauri",
    },
    Border {
        names: &["tracing_subscriber", "tracing_log"],
        places: &["crates/engine/src/logs.rs"],
        reason: "what is printed of logs is decided only in engine/logs.rs",
    },
];

static SQL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?is)^\s*(select\s.+\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|(create|drop|alter)\s+(virtual\s+)?(table|index|trigger|view)\s|pragma\s+\w+|begin\s+immediate|vacuum\b)",
    )
    .expect("a valid expression")
});

/// Program code: libraries and programs, including their tests. The whole-program tests are excluded, because they
/// may look into a database from outside and serve as the far end of a connection.
fn is_program(file: &File) -> bool {
    file.is_rust() && (file.path.starts_with("crates/") || file.path.starts_with("src-tauri/"))
}

fn borders(file: &File) -> Vec<String> {
    if !is_program(file) {
        return Vec::new();
    }
    let scan = file.scan();
    let mut complaints = Vec::new();
    for border in &BORDERS {
        if border.places.iter().any(|place| file.path.starts_with(place)) {
            continue;
        }
        for name in border.names {
            for line in scan.lines_with(name) {
                complaints.push(format!("{}:{line}: `{name}`: {}", file.path, border.reason));
            }
        }
    }
    if !file.path.starts_with("crates/engine/src/store/") {
        for (line, string) in &scan.strings {
            if SQL.is_match(string) {
                complaints.push(format!(
                    "{}:{line}: a query in a string: SQL stands only in engine/store",
                    file.path
                ));
            }
        }
    }
    complaints
}

/// The web UI reaches Tauri through one folder, and its features do not import each other.
fn ui_borders(file: &File) -> Vec<String> {
    if !file.path.starts_with("ui/src/") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    let feature = feature_of(&file.path);
    for (index, line) in file.text.lines().enumerate() {
        if line.contains(concat!("@tauri", "-apps/")) && !file.path.starts_with("ui/src/ipc/") {
            complaints.push(format!(
                "{}:{}: Tauri is imported only in ui/src/ipc",
                file.path,
                index + 1
            ));
        }
        let other = line
            .split("features/")
            .nth(1)
            .map(|rest| rest.split(['/', '"', '\'']).next().unwrap_or(""));
        if let (Some(feature), Some(other)) = (feature, other)
            && has_word(line, "from")
            && other != feature
        {
            complaints.push(format!(
                "{}:{}: a feature imports the feature `{other}`",
                file.path,
                index + 1
            ));
        }
    }
    complaints
}

fn feature_of(path: &str) -> Option<&str> {
    path.strip_prefix("ui/src/features/")?.split('/').next()
}

#[test]
fn nobody_crosses_a_border() {
    enforce(borders);
}

#[test]
fn the_ui_keeps_its_borders() {
    enforce(ui_borders);
}

#[test]
fn crossings_are_seen() {
    for (path, text, complaints) in [
        ("crates/cli/src/main.rs", "use sqlx::query;", 1),
        ("crates/cli/src/main.rs", "let q = \"SELECT id FROM runs\";", 1),
        (
            "crates/cli/src/main.rs",
            "let q = r#\"\n  insert into runs values (1)\"#;",
            1,
        ),
        (
            "crates/cli/src/main.rs",
            "// SELECT id FROM runs\nlet q = \"select a file from the list\";",
            1,
        ),
        ("crates/cli/src/main.rs", "let q = \"Update the workspace\";", 0),
        (
            "crates/engine/src/store/runs.rs",
            "use sqlx::query; let q = \"DELETE FROM runs\";",
            0,
        ),
        ("crates/engine/src/store_two/runs.rs", "use sqlx::query;", 1),
        ("crates/engine/src/provider/anthropic.rs", "reqwest::get(url)", 1),
        ("crates/engine/src/provider/http.rs", "reqwest::get(url)", 0),
        ("crates/intake/src/pool.rs", "tokio::net::TcpStream::connect", 1),
        ("crates/intake/src/pool.rs", "tokio::net::UnixStream::pair()", 0),
        ("crates/intake/src/pool.rs", "unsafe { libc::fork() }", 1),
        ("crates/intake/src/lib.rs", "#![allow(unsafe_code)]", 1),
        ("crates/reader/src/main.rs", "unsafe { pdfium_render() }", 0),
        ("crates/cli/src/main.rs", "tracing_subscriber::fmt().init();", 1),
        ("crates/engine/src/lib.rs", "use tauri::Manager;", 1),
        ("src-tauri/src/lib.rs", "use tauri::Manager;", 0),
        (
            "tests/tests/program/main.rs",
            "sqlx::query(\"SELECT count(*) FROM runs\")",
            0,
        ),
    ] {
        let found = borders(&File::new(path, text));
        assert_eq!(found.len(), complaints, "{path}: {text}: {found:?}");
    }
}

#[test]
fn ui_crossings_are_seen() {
    let tauri = concat!("import { invoke } from \"@tauri", "-apps/api/core\";");
    for (path, text, complaints) in [
        ("ui/src/features/queue/Queue.tsx", tauri, 1),
        ("ui/src/ipc/index.ts", tauri, 0),
        (
            "ui/src/features/queue/Queue.tsx",
            "import { Page } from \"../../features/review/Page\";",
            1,
        ),
        (
            "ui/src/features/queue/Queue.tsx",
            "import { Row } from \"../../features/queue/Row\";",
            0,
        ),
    ] {
        let found = ui_borders(&File::new(path, text));
        assert_eq!(found.len(), complaints, "{path}: {text}: {found:?}");
    }
}
