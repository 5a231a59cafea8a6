//! Commands for engines: consent, what was sent, cost, and keys.

use super::{Answer, ask};
use crate::dialogs::{Dialogs, Question, shown};
use crate::keychain::{KeyState, KeyTest};
use crate::shell::{Long, Shell};
use crate::tickets::{Purpose, Tickets};
use secrecy::SecretString;
use tauri::State;
use touchstone_core::record::EngineId;
use touchstone_engine::views::{ConsentAsk, EngineCard, Estimate, ModelTest, RequestView, SentView, Trouble};

#[tauri::command]
#[specta::specta]
pub(crate) async fn engines(shell: State<'_, Shell>) -> Answer<Vec<EngineCard>> {
    ask(shell.desk()?.engine_cards()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn key_state(shell: State<'_, Shell>, provider: String) -> Answer<KeyState> {
    shell.keys().state(shell.desk()?.key_account(&provider)?).await
}

/// Stores a key; no command ever returns it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_key(
    shell: State<'_, Shell>,
    provider: String,
    key: String,
    session_only: bool,
) -> Answer<KeyState> {
    let account = shell.desk()?.key_account(&provider)?;
    shell.keys().set(account, SecretString::from(key), session_only).await
}

/// Requests the provider's list of models, which is free of charge.
#[tauri::command]
#[specta::specta]
pub(crate) async fn test_key(shell: State<'_, Shell>, provider: String) -> Answer<KeyTest> {
    let desk = shell.desk()?;
    let Some(secret) = shell.keys().secret(desk.key_account(&provider)?).await? else {
        return Ok(KeyTest {
            ok: false,
            message: format!("No key is stored for {provider}."),
        });
    };
    Ok(match desk.try_key(&provider, &secret).await {
        Ok(models) => KeyTest {
            ok: true,
            message: format!("The key works; {models} models are available."),
        },
        Err(error) => KeyTest {
            ok: false,
            message: format!("{error:#}"),
        },
    })
}

/// Asks a model a few short questions without any document content and stores what it supports.
#[tauri::command]
#[specta::specta]
pub(crate) async fn test_model(shell: State<'_, Shell>, engine: String) -> Answer<ModelTest> {
    let stop = shell.begin(Long::Test);
    ask(shell.desk()?.test_model(&engine, &stop)).await
}

/// Stops a running test; nothing of it is kept.
#[tauri::command]
#[specta::specta]
pub(crate) fn cancel_test(shell: State<'_, Shell>) {
    shell.stop(Long::Test);
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_key(shell: State<'_, Shell>, provider: String) -> Answer<KeyState> {
    shell.keys().remove(shell.desk()?.key_account(&provider)?).await
}

/// The consent needed before documents in the queue, or this document, go to this engine; `null` if none is needed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_ask(
    shell: State<'_, Shell>,
    engine: String,
    document_id: Option<String>,
) -> Answer<Option<ConsentAsk>> {
    let engine = named(&engine)?;
    ask(shell.desk()?.consent_ask(&engine, document_id.as_deref())).await
}

/// Asks for consent to the statement of `consent_ask` and records it; documents waiting for it continue. Returns whether
/// the user agreed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn agree(shell: State<'_, Shell>, dialogs: State<'_, Dialogs>, engine: String) -> Answer<bool> {
    let (desk, engine) = (shell.desk()?, named(&engine)?);
    // Without a question the user has agreed before.
    if let Some(asked) = ask(desk.consent_ask(&engine, None)).await?
        && !dialogs.agrees(question_of(&asked)).await?
    {
        return Ok(false);
    }
    ask(desk.agree(&engine)).await?;
    Ok(true)
}

fn question_of(asked: &ConsentAsk) -> Question {
    let content = if asked.pictures {
        "Page text and page images"
    } else {
        "Page text"
    };
    let mut lines = vec![
        asked.statement.clone(),
        String::new(),
        format!("Address: {}", asked.origin),
        format!("Model: {}", asked.engine),
        format!("What is sent: {content}"),
    ];
    if let Some(why) = &asked.elsewhere {
        lines.insert(1, why.clone());
    }
    if asked.documents > 0 {
        lines.push(format!("Waiting now: {} ({})", asked.documents, first_of(asked)));
    }
    Question {
        title: format!("Send documents to {}?", shown(&asked.title)),
        text: lines.join("\n"),
        yes: "Send",
    }
}

fn first_of(asked: &ConsentAsk) -> String {
    let names: Vec<String> = asked.sample.iter().map(|name| shown(name)).collect();
    let more = if asked.sample.len() < asked.documents as usize {
        ", …"
    } else {
        ""
    };
    names.join(", ") + more
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn withdraw(shell: State<'_, Shell>, provider: String) -> Answer<()> {
    ask(shell.desk()?.withdraw(&provider)).await
}

/// Reads documents that wait for consent on this computer instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn keep_here(shell: State<'_, Shell>, engine: String) -> Answer<u32> {
    ask(shell.desk()?.keep_here(&named(&engine)?)).await
}

/// Estimated cost of reading the files of a ticket; `null` for an engine that is free of charge.
#[tauri::command]
#[specta::specta]
pub(crate) async fn estimate(
    shell: State<'_, Shell>,
    tickets: State<'_, Tickets>,
    ticket: String,
    pack: String,
    engine: String,
) -> Answer<Option<Estimate>> {
    let paths = tickets.look(&ticket, &[Purpose::Import])?;
    ask(shell.desk()?.estimate(&paths, &pack, &engine)).await
}

/// The same for documents already in the workspace.
#[tauri::command]
#[specta::specta]
pub(crate) async fn estimate_again(
    shell: State<'_, Shell>,
    ids: Vec<String>,
    pack: String,
    engine: String,
) -> Answer<Option<Estimate>> {
    ask(shell.desk()?.estimate_again(&ids, &pack, &engine)).await
}

/// Every call to a model about a document.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sent(shell: State<'_, Shell>, document_id: String) -> Answer<Vec<SentView>> {
    ask(shell.desk()?.sent_views(&document_id)).await
}

/// The content sent in one call; `null` if it was not kept.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sent_request(
    shell: State<'_, Shell>,
    document_id: String,
    call: String,
) -> Answer<Option<RequestView>> {
    ask(shell.desk()?.request_view(&document_id, &call)).await
}

fn named(engine: &str) -> Answer<EngineId> {
    engine.parse().map_err(|why| {
        let message = format!("could not find the engine `{engine}`: it is {why}");
        Trouble::new("not_found", &message, "Choose another engine in Settings.")
    })
}
