//! The rooms of the engine stand on floors, and each imports only from lower ones (DESIGN section 1).

use crate::house::{File, enforce};

/// Room and floor. The facade `Desk` stands above them all.
const FLOORS: [(&str, u8); 19] = [
    ("record", 1),
    ("error", 1),
    ("stop", 1),
    ("event", 2),
    ("text", 2),
    ("value", 2),
    ("path", 2),
    ("grammar", 2),
    ("pack", 2),
    ("provider", 2),
    ("export", 2),
    ("evaluate", 2),
    ("store", 3),
    ("checks", 3),
    ("local", 4),
    ("tools", 4),
    ("review", 4),
    ("agent", 5),
    ("pipeline", 6),
];
const FACADE: (&str, u8) = ("desk", 7);

fn floor_of(room: &str) -> Option<u8> {
    let known = FLOORS.iter().chain([&FACADE]).find(|(name, _)| *name == room);
    known.map(|(_, floor)| *floor)
}

/// The room of a file of the engine; `lib.rs` has none.
fn room_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("crates/engine/src/")?;
    let room = inside.split('/').next()?.trim_end_matches(".rs");
    (room != "lib").then_some(room)
}

fn floors(file: &File) -> Vec<String> {
    let Some(room) = room_of(&file.path) else {
        return Vec::new();
    };
    let Some(floor) = floor_of(room) else {
        return vec![format!(
            "{}: the room `{room}` has no floor in DESIGN section 1",
            file.path
        )];
    };
    let scan = file.scan();
    let mut complaints = Vec::new();
    for (line, other) in imports(&scan.code) {
        match floor_of(&other) {
            _ if other == room => {}
            Some(below) if below < floor => {}
            Some(above) => complaints.push(format!(
                "{}:{line}: `{room}` (floor {floor}) imports `{other}` (floor {above})",
                file.path
            )),
            // Names that the facade re-exports hide where they come from.
            None => complaints.push(format!(
                "{}:{line}: `crate::{other}` is not a room; name the room",
                file.path
            )),
        }
    }
    complaints
}

/// Every room named after `crate::`, also inside braces, with its line.
fn imports(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':' || letter == '$') {
            continue;
        }
        let line = code[..at].matches('\n').count() + 1;
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            found.extend(first_names(group).into_iter().map(|name| (line, name)));
        } else {
            found.push((line, leading_name(rest)));
        }
    }
    found
}

fn leading_name(text: &str) -> String {
    let text = text.trim_start();
    text.chars()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect()
}

/// The first name of each path in a brace group, up to its closing brace.
fn first_names(group: &str) -> Vec<String> {
    let (mut depth, mut starts) = (0, vec![0]);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => starts.push(at + 1),
            _ => {}
        }
    }
    let names = starts.into_iter().map(|at| leading_name(&group[at..]));
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn rooms_import_only_from_lower_floors() {
    enforce(floors);
}

#[test]
fn climbing_is_seen() {
    for (path, text, complaints) in [
        ("crates/engine/src/record/run.rs", "use crate::error::Code;", 1),
        (
            "crates/engine/src/record/run.rs",
            "use super::RunId; use crate::record::FormId;",
            0,
        ),
        ("crates/engine/src/text/find.rs", "use crate::value::money;", 1),
        (
            "crates/engine/src/text/find.rs",
            "use crate::{record::Page,\n error::Code};",
            0,
        ),
        (
            "crates/engine/src/text/find.rs",
            "use crate::{record::{Page, Form}, store::Store};",
            1,
        ),
        ("crates/engine/src/checks/sum.rs", "crate::pipeline::decide::run()", 1),
        (
            "crates/engine/src/event.rs",
            "pub(crate) fn f() {} use crate::record::RunId;",
            0,
        ),
        (
            "crates/engine/src/pipeline/mod.rs",
            "use crate::{local, store::Store, agent};",
            0,
        ),
        ("crates/engine/src/pipeline/mod.rs", "use crate::desk::Desk;", 1),
        ("crates/engine/src/pipeline/mod.rs", "use crate::Desk;", 1),
        ("crates/engine/src/utils/mod.rs", "", 1),
        ("crates/engine/src/lib.rs", "use crate::desk::Desk;", 0),
        ("crates/engine/src/desk/mod.rs", "use crate::pipeline::Pipeline;", 0),
    ] {
        let found = floors(&File::new(path, text));
        assert_eq!(found.len(), complaints, "{path}: {text}: {found:?}");
    }
}
