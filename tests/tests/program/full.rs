//! The disk is full at one write after the other, of every command that writes: the program says so, nothing finished is
//! lost, and with room again the same command does the rest.

use crate::disturbed::{Disturbance, Shim, moments};
use crate::inputs::essence;
use crate::kept::{Scene, copy_folder, digests, earlier, exporting};
use crate::shell::{Output, Shell};
use std::path::Path;
use touchstone_tests::w2;

/// How the program says it: of the workspace, and, as the system says it, of other folders.
const FULL: [&str; 2] = ["the disk is full", "No space left on device"];

/// Runs a command with room for more and more writes below `counted`, each time after `reset`, and looks at what is left.
fn at_each_write(shell: &Shell, arguments: &[String], counted: &Path, reset: impl Fn(), check: impl Fn(&Output)) {
    let shim = Shim::new();
    reset();
    shim.run(shell, arguments, counted, Disturbance::None).expect_code(0);
    let writes = shim.writes();
    assert!(writes > 0, "nothing is written below {}", counted.display());
    let moments = moments(writes);
    let mut said = 0;
    for &room in &moments {
        reset();
        let output = shim.run(shell, arguments, counted, Disturbance::Full(room));
        // What is written while the program closes its files can be made up for.
        if output.code() != Some(0) {
            let is_said = FULL.iter().any(|words| output.stderr.contains(words));
            assert!(
                is_said && matches!(output.code(), Some(1 | 3)),
                "write {room} of {writes}: {:?} {}",
                output.status,
                output.stderr
            );
            said += 1;
        }
        check(&output);
    }
    assert!(said > 0, "the disk was never full");
    eprintln!(
        "scorecard: disk full at {} of the {writes} writes of `{}`: said {said} times, nothing lost",
        moments.len(),
        arguments[0]
    );
}

/// The same for writes of a scene's workspace.
fn in_the_workspace(scene: &Scene, arguments: &[String], check: impl Fn(&Output)) {
    let shell = &scene.shell;
    at_each_write(shell, arguments, &shell.workspace(), || scene.reset(), check);
}

#[test]
fn heavy_the_disk_is_full_while_documents_are_read_and_none_is_lost() {
    let scene = Scene::new(21);
    let batch = scene.shell.path("more");
    for case in w2::cases(121, 3) {
        case.write(&batch).expect("writing");
    }
    let arguments = ["classify", "--ndjson", "--jobs", "1", &batch.display().to_string()].map(str::to_owned);
    let undisturbed: Vec<_> = {
        let output = scene.shell.run(&arguments).expect_code(0);
        output.lines().iter().map(essence).collect()
    };
    let check = |full: &Output| {
        let finished = full.lines();
        let rest = scene.shell.run(&arguments).expect_code(0).lines();
        assert_eq!(rest.iter().map(essence).collect::<Vec<_>>(), undisturbed);
        for document in finished.iter().filter(|result| result["outcome"] == "ok") {
            let run = |result: &&serde_json::Value| result["run_id"] == document["run_id"];
            assert_eq!(rest.iter().filter(run).count(), 1, "{document} is read again");
        }
        scene.assert_whole();
    };
    in_the_workspace(&scene, &arguments, check);
}

#[test]
fn heavy_the_disk_is_full_while_documents_are_erased_and_all_or_none_are_gone() {
    let scene = Scene::new(22);
    let chosen = &scene.ids[..3];
    let arguments: Vec<String> = [&["forget".to_owned(), "--yes".to_owned()], chosen].concat();
    let all = scene.ids.len();
    let left = || digests(&scene.shell.workspace().join("touchstone.db")).len();
    let check = |_: &Output| {
        scene.start_again();
        assert!(left() == all || left() == all - chosen.len(), "{} are left", left());
        if left() == all {
            scene.shell.run(&arguments).expect_code(0);
        }
        assert_eq!(left(), all - chosen.len());
        scene.assert_whole();
    };
    in_the_workspace(&scene, &arguments, check);
}

#[test]
fn heavy_the_disk_is_full_while_results_are_exported_and_the_file_is_the_old_one() {
    let scene = Scene::new(23);
    let folder = scene.shell.path("exports");
    let file = folder.join("results.json");
    let arguments = exporting(&file);
    std::fs::create_dir_all(&folder).expect("a folder");
    scene.shell.run(&arguments).expect_code(0);
    let new = std::fs::read(&file).expect("the export");
    let reset = || {
        std::fs::remove_dir_all(&folder).expect("emptying the folder");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(&file, "old").expect("the old export");
    };
    let check = |full: &Output| {
        let found = std::fs::read(&file).expect("an export");
        let expected = if full.code() == Some(0) { &new[..] } else { b"old" };
        assert!(found == expected, "{} bytes: {}", found.len(), full.stderr);
        let beside = std::fs::read_dir(&folder).expect("the folder").count();
        let (whole, old) = (2, 1);
        let allowed = if full.code() == Some(0) { whole } else { old };
        assert_eq!(
            beside, allowed,
            "something other than the manifest is beside the export"
        );
        scene.shell.run(&arguments).expect_code(0);
        assert_eq!(std::fs::read(&file).expect("the export"), new);
    };
    at_each_write(&scene.shell, &arguments, &folder, reset, check);
}

#[test]
fn heavy_the_disk_is_full_while_a_backup_is_made_or_restored_and_none_is_half() {
    let scene = Scene::new(24);
    let folder = scene.shell.path("disk");
    let (backup, restored) = (folder.join("backup"), folder.join("restored"));
    let empty = || {
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("emptying the folder");
        }
        std::fs::create_dir(&folder).expect("a folder");
    };
    let arguments = ["backup".to_owned(), backup.display().to_string()];
    let check = |_: &Output| {
        if !backup.exists() {
            scene.shell.run(&arguments).expect_code(0);
        }
        scene.shell.run(["verify".as_ref(), backup.as_os_str()]).expect_code(0);
    };
    at_each_write(&scene.shell, &arguments, &folder, empty, check);

    let kept = scene.shell.path("kept-backup");
    scene.shell.run(["backup".as_ref(), kept.as_os_str()]).expect_code(0);
    let arguments = ["restore", &kept.display().to_string(), &restored.display().to_string()].map(str::to_owned);
    let check = |_: &Output| {
        if !restored.exists() {
            scene.shell.run(&arguments).expect_code(0);
        }
        scene
            .shell
            .run(["verify".as_ref(), restored.as_os_str()])
            .expect_code(0);
    };
    at_each_write(&scene.shell, &arguments, &folder, empty, check);
    scene.assert_whole();
}

#[test]
fn heavy_the_disk_is_full_while_a_workspace_is_migrated_and_the_next_start_does_it() {
    let shell = Shell::new();
    let template = shell.path("template");
    let documents = earlier(&template);
    let arguments = ["settings", "local_only=false"].map(str::to_owned);
    let reset = || {
        if shell.workspace().exists() {
            std::fs::remove_dir_all(shell.workspace()).expect("removing the workspace");
        }
        copy_folder(&template, &shell.workspace());
    };
    let check = |_: &Output| {
        shell.run(&arguments).expect_code(0);
        assert_eq!(digests(&shell.workspace().join("touchstone.db")), documents);
        shell.run(["verify"]).expect_code(0);
    };
    at_each_write(&shell, &arguments, &shell.workspace(), reset, check);
}
