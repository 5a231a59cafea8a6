//! No files of a crate import each other in a circle. A module and its own children may.

use crate::house::{File, files, report};
use crate::scan::has_word;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static USE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\buse\s+([^;]+);").expect("a valid expression"));
static PATH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:crate|super|self)(?:::\w+)+|\b\w+(?:::\w+)+").expect("a valid expression"));

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// The crate and the module of a source file. `None` for tests, which may import anything.
fn module_of(path: &str) -> Option<(&str, Module)> {
    let (member, inside) = path.split_once("/src/")?;
    let inside = inside.strip_suffix(".rs")?;
    let mut names: Module = inside.split('/').map(str::to_owned).collect();
    if names.iter().any(|name| name == "tests" || name.ends_with("_tests")) {
        return None;
    }
    if names.last().is_some_and(|last| last == "mod") || matches!(inside, "lib" | "main") {
        names.pop();
    }
    Some((member, names))
}

/// The paths of a `use`, with its groups expanded.
fn unfolded(tree: &str, before: &[String], found: &mut Vec<Module>) {
    let tree = tree.trim();
    let head = tree.split('{').next().unwrap_or_default().trim_end_matches("::");
    let named = head.split(" as ").next().unwrap_or_default();
    let names = named.split("::").map(|name| name.trim().to_owned());
    let path: Module = before
        .iter()
        .cloned()
        .chain(names.filter(|name| !name.is_empty()))
        .collect();
    let Some((_, group)) = tree.split_once('{') else {
        found.push(path);
        return;
    };
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                unfolded(&group[start..at], &path, found);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                unfolded(&group[start..at], &path, found);
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The modules of its crate that a file imports from.
fn imports(own: &Module, text: &str, known: &BTreeSet<Module>) -> BTreeSet<Module> {
    let code = File::new("a.rs", text).scan().code;
    // Tests at the end of a file may import anything.
    let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut paths = Vec::new();
    for found in USE.captures_iter(code) {
        unfolded(&found[1], &[], &mut paths);
    }
    for found in PATH.find_iter(&USE.replace_all(code, "")) {
        paths.push(found.as_str().split("::").map(str::to_owned).collect());
    }
    let resolved = paths.iter().filter_map(|path| resolve(own, path, known));
    resolved.filter(|other| other != own).collect()
}

fn resolve(own: &Module, path: &Module, known: &BTreeSet<Module>) -> Option<Module> {
    let mut names = path.iter().peekable();
    let mut at = match path.first()?.as_str() {
        "crate" => Module::new(),
        "self" | "super" => own.clone(),
        child => {
            let child = [own.as_slice(), &[child.to_owned()]].concat();
            return known.contains(&child).then_some(child);
        }
    };
    while let Some(step) = names.next_if(|name| matches!(name.as_str(), "crate" | "self" | "super")) {
        if step == "super" {
            at.pop();
        }
    }
    for name in names {
        let next = [at.as_slice(), std::slice::from_ref(name)].concat();
        if !known.contains(&next) {
            break;
        }
        at = next;
    }
    known.contains(&at).then_some(at)
}

/// Modules that are part of a circle, given the imports of each. Imports from a module's own children do not count.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reaches = |from: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            for next in arrows.get(at).into_iter().flatten() {
                if !next.starts_with(at) && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let in_circle = arrows.keys().filter(|module| reaches(module).contains(*module));
    in_circle.map(|module| module.join("::")).collect()
}

fn arrows(files: &[(Module, &str)]) -> BTreeMap<Module, BTreeSet<Module>> {
    let known: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
    let of = |(module, text): &(Module, &str)| (module.clone(), imports(module, text, &known));
    files.iter().map(of).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let all = files();
    let mut members: BTreeMap<&str, Vec<(Module, &str)>> = BTreeMap::new();
    for file in all.iter().filter(|file| file.is_rust() && !has_word(&file.path, "gen")) {
        if let Some((member, module)) = module_of(&file.path) {
            members.entry(member).or_default().push((module, &file.text));
        }
    }
    let complaint = |member: &str, module: String| format!("{member}: `{module}` imports itself by way of others");
    let of = |(member, files): (&&str, &Vec<(Module, &str)>)| {
        let found = circles(&arrows(files)).into_iter();
        found.map(|module| complaint(member, module)).collect::<Vec<_>>()
    };
    report(&members.iter().flat_map(of).collect::<Vec<_>>());
}

#[test]
fn circles_are_seen() {
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let files: Vec<(Module, &str)> = files.iter().map(|(path, text)| (module(path), *text)).collect();
        assert_eq!(circles(&arrows(&files)), expected);
    };
    check(
        &[("a", "use crate::b::B;"), ("b", "use super::a::{self, A};")],
        &["a", "b"],
    );
    check(
        &[
            ("a", "use crate::b::{C, c::D};"),
            ("b", ""),
            ("b/c", "use crate::a::A;"),
        ],
        &["a", "b::c"],
    );
    check(
        &[("a", "mod b; use b::B; fn f() { b::g() }"), ("a/b", "use super::A;")],
        &[],
    );
    check(&[("a", "fn f() { crate::b::g() }"), ("b", "// use crate::a::A;")], &[]);
    check(
        &[
            ("a", "use crate::b::B;"),
            ("b", "fn f() {}\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
        ],
        &[],
    );
}
