//! The third-party notices of an installed program.

use crate::shell::build_folder;
use std::process::{Command, Output};

fn notices(program: &std::path::Path) -> Output {
    let ran = Command::new(program).arg("notices").env_clear().output();
    ran.expect("starting the program")
}

#[test]
fn an_installed_program_prints_its_notices() {
    let installed = tempfile::tempdir_in(build_folder()).expect("a folder");
    let (programs, resources) = (installed.path().join("bin"), installed.path().join("lib/Touchstone"));
    std::fs::create_dir_all(&programs).expect("a folder");
    std::fs::create_dir_all(&resources).expect("a folder");
    let program = programs.join("touchstone");
    std::fs::hard_link(build_folder().join("touchstone"), &program).expect("a program");

    let missing = notices(&program);
    assert_eq!(missing.status.code(), Some(1));
    let message = String::from_utf8_lossy(&missing.stderr);
    assert!(message.contains("scripts/notices.py"), "{message}");

    let text = "Works of others\n\nMIT\n";
    std::fs::write(resources.join("THIRD-PARTY-NOTICES.txt"), text).expect("a file");
    let found = notices(&program);
    assert!(found.status.success());
    assert_eq!(String::from_utf8_lossy(&found.stdout), text);
}
