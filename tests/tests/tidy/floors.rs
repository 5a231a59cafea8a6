//! The top modules of a crate (rooms) are layered in floors, and each imports only from lower ones.

use crate::house::{File, enforce};

/// A crate with its rooms, and the floor of each.
struct House {
    sources: &'static str,
    rooms: &'static [(&'static str, u8)],
}

const HOUSES: [House; 3] = [
    House {
        sources: "crates/core/src/",
        rooms: &[
            ("record", 1),
            ("stop", 1),
            ("words", 1),
            ("text", 2),
            ("value", 2),
            ("address", 3),
            ("path", 2),
            ("grammar", 2),
            ("pack", 2),
            ("arithmetic", 3),
            ("people", 3),
        ],
    },
    House {
        sources: "crates/local/src/",
        rooms: &[
            ("page", 1),
            ("captions", 2),
            ("values", 3),
            ("tables", 4),
            ("squares", 4),
            ("recognise", 4),
            ("forms", 5),
            ("ledger", 6),
            ("clinical", 6),
            ("compiled", 7),
            ("generic", 8),
            ("markings", 8),
            ("survey", 9),
            ("extract", 9),
        ],
    },
    House {
        sources: "crates/engine/src/",
        rooms: &[
            ("error", 1),
            ("event", 1),
            ("provider", 1),
            ("export", 1),
            ("evaluate", 1),
            ("logs", 2),
            ("store", 2),
            ("checks", 2),
            ("prints", 2),
            ("backup", 3),
            ("review", 3),
            ("stacks", 4),
            ("tools", 5),
            ("agent", 6),
            ("pipeline", 7),
            // The facade.
            ("desk", 8),
        ],
    },
];

impl House {
    fn floor_of(&self, room: &str) -> Option<u8> {
        let known = self.rooms.iter().find(|(name, _)| *name == room);
        known.map(|(_, floor)| *floor)
    }
}

/// The house and the room of a file. `lib.rs` has no room.
fn room_of(path: &str) -> Option<(&'static House, &str)> {
    let house = HOUSES.iter().find(|house| path.starts_with(house.sources))?;
    let inside = path.strip_prefix(house.sources)?;
    let room = inside.split('/').next()?.trim_end_matches(".rs");
    (room != "lib").then_some((house, room))
}

/// Tests of a whole crate are above all of its rooms.
fn is_test(path: &str) -> bool {
    path.starts_with("crates/local/src/tests/")
}

fn floors(file: &File) -> Vec<String> {
    let Some((house, room)) = room_of(&file.path).filter(|_| !is_test(&file.path)) else {
        return Vec::new();
    };
    let Some(floor) = house.floor_of(room) else {
        return vec![format!(
            "{}: the room `{room}` has no floor in tests/tests/tidy/floors.rs",
            file.path
        )];
    };
    let scan = file.scan();
    let mut complaints = Vec::new();
    for (line, other) in imports(&scan.code) {
        match house.floor_of(&other) {
            _ if other == room => {}
            Some(below) if below < floor => {}
            Some(above) => complaints.push(format!(
                "{}:{line}: `{room}` (floor {floor}) imports `{other}` (floor {above})",
                file.path
            )),
            // A name re-exported by the facade hides where it comes from.
            None => complaints.push(format!(
                "{}:{line}: `crate::{other}` is not a room; name the room",
                file.path
            )),
        }
    }
    complaints
}

/// Every room named after `crate::`, including inside braces, with its line.
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
        ("crates/core/src/record/run.rs", "use crate::people::Code;", 1),
        (
            "crates/core/src/record/run.rs",
            "use super::RunId; use crate::record::FormId;",
            0,
        ),
        ("crates/core/src/text/find.rs", "use crate::value::money;", 1),
        (
            "crates/core/src/text/find.rs",
            "use crate::{record::Page,\n stop::point};",
            0,
        ),
        (
            "crates/core/src/text/find.rs",
            "use crate::{record::{Page, Form}, people::Name};",
            1,
        ),
        ("crates/engine/src/checks/sum.rs", "crate::pipeline::decide::run()", 1),
        (
            "crates/engine/src/event.rs",
            "pub(crate) fn f() {} use crate::event::RunId;",
            0,
        ),
        (
            "crates/engine/src/pipeline/mod.rs",
            "use crate::{checks, store::Store, agent};",
            0,
        ),
        ("crates/engine/src/pipeline/mod.rs", "use crate::desk::Desk;", 1),
        ("crates/engine/src/pipeline/mod.rs", "use crate::Desk;", 1),
        ("crates/local/src/page/rows.rs", "use crate::forms::model::Filled;", 1),
        ("crates/local/src/forms/copies.rs", "use crate::page::model::Layout;", 0),
        ("crates/engine/src/utils/mod.rs", "", 1),
        ("crates/engine/src/lib.rs", "use crate::desk::Desk;", 0),
        ("crates/engine/src/desk/mod.rs", "use crate::pipeline::Pipeline;", 0),
    ] {
        let found = floors(&File::new(path, text));
        assert_eq!(found.len(), complaints, "{path}: {text}: {found:?}");
    }
}
