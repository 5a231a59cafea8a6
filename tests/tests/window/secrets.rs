//! Keys against a real Secret Service: stored, tested, removed, and never returned to the window.

use crate::stage::{Stage, Start};
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;

/// Serves one request with a list of two models, and returns the request.
fn provider() -> (u16, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
        let asked: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        let body = r#"{"data":[{"id":"one"},{"id":"two"}]}"#;
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
        .unwrap();
        asked
    });
    (port, asked)
}

#[tokio::test]
async fn window_a_key_is_kept_tested_and_removed() {
    let (port, asked) = provider();
    let entry = format!(
        "as_of = \"2026-01-01\"\n[[endpoint]]\nname = \"anthropic\"\ntitle = \"Anthropic\"\ndialect = \"anthropic\"\n\
         url = \"http://127.0.0.1:{port}/v1\"\nkey_env = \"TOUCHSTONE_SCRIPTED_KEY\"\n"
    );
    let prepared = Stage::prepared(|workspace| {
        let data = workspace.parent().unwrap().join("data/touchstone");
        fs::create_dir_all(&data).unwrap();
        fs::write(data.join("catalog.toml"), entry).unwrap();
    });
    let Some(stage) = prepared.await else { return };
    let (key, odd) = ("sk-key-4711", "sk-ключ-4711");
    stage.click("nav button", "Settings").await;
    let field = stage
        .find("[aria-label='Anthropic API key'] input[type=password]:not([disabled])")
        .await;
    field.send_keys(key).await.unwrap();
    stage.click("[aria-label='Anthropic API key'] button", "Save").await;
    stage
        .until(
            "the key is kept",
            "document.body.innerText.includes(\"The key is stored in the system keychain.\")",
        )
        .await;
    let html = stage.value("return document.documentElement.outerHTML").await;
    assert!(!html.as_str().unwrap().contains("4711"), "the key is shown");
    stage.picture("settings").await;

    let state = stage.call("key_state", json!({"provider": "anthropic"})).await.unwrap();
    assert_eq!(state, json!({"stored": true, "store": "keychain", "message": null}));
    stage.click("[aria-label='Anthropic API key'] button", "Test").await;
    stage
        .until(
            "the verdict",
            "document.body.innerText.includes('The key works; 2 models are available.')",
        )
        .await;
    let asked = asked.join().unwrap();
    assert!(asked[0].starts_with("GET /v1/models?"), "{asked:?}");
    assert!(asked.contains(&format!("x-api-key: {key}")), "{asked:?}");
    stage.click("[aria-label='Anthropic API key'] button", "Remove").await;
    stage
        .until(
            "it is gone",
            "document.querySelector(\"[aria-label='Anthropic API key'] input[type=password]\")",
        )
        .await;
    let state = stage.call("key_state", json!({"provider": "anthropic"})).await.unwrap();
    assert_eq!((&state["stored"], &state["store"]), (&json!(false), &json!("keychain")));

    // The keychain accepts any text.
    let any = json!({"provider": "gemini", "key": odd, "sessionOnly": false});
    let state = stage.call("set_key", any).await.unwrap();
    assert_eq!((&state["stored"], &state["store"]), (&json!(true), &json!("keychain")));

    let session = json!({"provider": "openai", "key": odd, "sessionOnly": true});
    let state = stage.call("set_key", session).await.unwrap();
    assert_eq!((&state["stored"], &state["store"]), (&json!(true), &json!("session")));
    let report = stage.call("diagnostics", json!({})).await.unwrap();
    let report = report.to_string();
    assert!(report.contains("PDFium") && !report.contains("4711"));
    stage.close().await;
}

#[tokio::test]
async fn window_without_a_keychain_a_key_is_held_until_one_quits() {
    // No message bus answers, so there is no keychain.
    let start = Start {
        variables: vec![("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")],
        ..Start::default()
    };
    let Some(stage) = Stage::started(|_| {}, &start).await else {
        return;
    };
    stage.click("nav button", "Settings").await;
    let key = "[aria-label='Anthropic API key']";
    let field = stage.find(&format!("{key} input[type=password]:not([disabled])")).await;
    let state = stage.call("key_state", json!({"provider": "anthropic"})).await.unwrap();
    assert_eq!(
        (&state["stored"], &state["store"]),
        (&json!(false), &json!("none")),
        "{state}"
    );
    let why = state["message"].as_str().unwrap();
    assert!(stage.shown().await.contains(why), "the person is told: {why}");
    field.send_keys("sk-key-4711").await.unwrap();
    let store = format!("[...document.querySelectorAll(\"{key} button\")].find((one) => one.innerText === 'Save')");
    assert_eq!(stage.value(&format!("return {store}.disabled")).await, json!(true));
    stage.click(&format!("{key} .check"), "This session only").await;
    stage.until("it may be held", &format!("!{store}.disabled")).await;
    stage.click(&format!("{key} button"), "Save").await;
    stage
        .until(
            "it is held",
            "document.body.innerText.includes('The key is kept until you quit.')",
        )
        .await;
    stage.picture("no-keychain").await;
    stage.close().await;
}
