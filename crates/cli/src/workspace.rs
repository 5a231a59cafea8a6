//! Selects and opens the workspace of a command.

use crate::args::Global;
use crate::status::UsageError;
use crate::user_folder::{data_folder, installation, user_catalog, user_packs};
use anyhow::Context;
use std::path::{Path, PathBuf};
use touchstone_core::pack::{PackShelf, default_folder};
use touchstone_engine::error::Code;
use touchstone_engine::store::{Access, Place, code_of};
use touchstone_engine::{Desk, DeskOptions};
use touchstone_intake::{Recogniser, Script};

/// Opens the named workspace, or the user's default one.
pub(crate) async fn open(global: &Global, access: Access) -> anyhow::Result<Desk> {
    open_with(global, access, None, None, None).await
}

/// Opens a workspace that must already exist, for writing.
pub(crate) async fn open_existing(global: &Global) -> anyhow::Result<Desk> {
    must_exist(&place(global.workspace.as_deref())?)?;
    open(global, Access::Own).await
}

/// Opens a workspace at any place.
pub(crate) async fn open_at(place: &Place, access: Access) -> anyhow::Result<Desk> {
    must_exist(place)?;
    let options = DeskOptions {
        packs: user_packs(),
        catalog: user_catalog(),
        installation: installation(),
        ..DeskOptions::default()
    };
    Desk::open(place, access, options).await
}

fn must_exist(place: &Place) -> Result<(), UsageError> {
    match place {
        Place::Folder(folder) if !folder.exists() => Err(UsageError(format!(
            "there is no workspace at {} yet: create one with `touchstone classify` or name another with `--workspace`",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Like `open`, with the number of parallel jobs, the recognizer and the characters it may recognize.
pub(crate) async fn open_with(
    global: &Global,
    access: Access,
    jobs: Option<u16>,
    ocr: Option<Recogniser>,
    script: Option<Script>,
) -> anyhow::Result<Desk> {
    let place = place(global.workspace.as_deref())?;
    if access == Access::ReadOnly {
        must_exist(&place)?;
    }
    let options = DeskOptions {
        jobs: jobs.map(usize::from),
        recogniser: installed(ocr)?,
        script,
        packs: user_packs(),
        catalog: user_catalog(),
        installation: installation(),
        ..DeskOptions::default()
    };
    Desk::open(&place, access, options).await
}

/// The requested recognizer, or a usage error if it is not available here.
pub(crate) fn installed(ocr: Option<Recogniser>) -> anyhow::Result<Option<Recogniser>> {
    if let Some(recogniser) = ocr {
        recogniser.place().map_err(|failure| UsageError(failure.message))?;
    }
    Ok(ocr)
}

/// Opens the workspace to store something that is not a document, or returns why nothing is stored: there is no
/// workspace yet, or it cannot be written to now.
pub(crate) async fn open_to_keep(global: &Global) -> anyhow::Result<(Desk, Option<&'static str>)> {
    let place = place(global.workspace.as_deref())?;
    match &place {
        Place::Folder(folder) if !folder.exists() => {
            let options = DeskOptions {
                packs: user_packs(),
                catalog: user_catalog(),
                installation: installation(),
                ..DeskOptions::default()
            };
            let desk = Desk::open(&Place::Memory, Access::Own, options).await?;
            Ok((
                desk,
                Some("there is no workspace yet; the model will be tested before its first document"),
            ))
        }
        _ => match open(global, Access::Own).await {
            Ok(desk) => Ok((desk, None)),
            Err(error) => {
                let why = match code_of(&error) {
                    Some(Code::WorkspaceInUse) => "another program has this workspace open; test the model there",
                    Some(Code::ReadOnly) => "this workspace is read-only",
                    _ => return Err(error),
                };
                Ok((open(global, Access::ReadOnly).await?, Some(why)))
            }
        },
    }
}

/// Location of the workspace: as named, otherwise in the user's data folder.
pub(crate) fn place(named: Option<&Path>) -> anyhow::Result<Place> {
    match named {
        Some(path) if path.as_os_str() == ":memory:" => Ok(Place::Memory),
        Some(path) if path.as_os_str().is_empty() => Err(UsageError("`--workspace` needs a folder".to_owned()).into()),
        Some(path) => Ok(Place::Folder(path.to_owned())),
        None => data_folder()
            .map(|folder| Place::Folder(folder.join("workspace")))
            .context("this user has no data folder: name a workspace with `--workspace DIR`"),
    }
}

/// The installed packs, without a workspace.
pub(crate) fn shelf() -> PackShelf {
    let folders: Vec<PathBuf> = default_folder().into_iter().chain(user_packs()).collect();
    PackShelf::open(&folders)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::engine_name::engine;
    use touchstone_core::record::EngineId;

    #[test]
    fn a_provider_stands_for_its_usual_model() {
        assert_eq!(engine("local").unwrap(), EngineId::local());
        assert_eq!(engine("acme:m-1").unwrap().to_string(), "acme:m-1");
        assert!(engine("anthropic").unwrap().to_string().starts_with("anthropic:claude"));
        assert!(engine("nobody").unwrap_err().contains("nobody"));
    }

    #[test]
    fn a_workspace_is_a_folder_or_memory() {
        assert_eq!(place(Some(Path::new(":memory:"))).unwrap(), Place::Memory);
        assert_eq!(place(Some(Path::new("w"))).unwrap(), Place::Folder("w".into()));
        assert!(place(Some(Path::new(""))).unwrap_err().is::<UsageError>());
    }
}
