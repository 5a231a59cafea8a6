//! Build script of the desktop program: registers its commands with Tauri, so that a window may call those and no
//! others.

#[allow(unreachable_pub, reason = "the shell exports it; the build step only reads it")]
#[path = "src/commands/names.rs"]
mod names;

fn main() {
    println!("cargo:rerun-if-changed=src/commands/names.rs");
    println!("cargo:rerun-if-changed=../ui/dist");
    let attributes =
        tauri_build::Attributes::new().app_manifest(tauri_build::AppManifest::new().commands(names::COMMANDS));
    if let Err(error) = tauri_build::try_build(attributes) {
        println!("cargo:error={error:#}");
    }
}
