//! Keys against a real Secret Service: kept, tested, removed, and never given back to the window.

use crate::stage::Stage;
use serde_json::json;

#[tokio::test]
async fn window_a_key_is_kept_tested_and_removed() {
    let Some(stage) = Stage::open().await else { return };
    let key = "sk-ключ-4711";
    stage.named("nav button", "Settings").await.click().await.unwrap();
    let field = stage.find("[aria-label='Key of Anthropic'] input[type=password]").await;
    field.send_keys(key).await.unwrap();
    stage
        .named("[aria-label='Key of Anthropic'] button", "Store")
        .await
        .click()
        .await
        .unwrap();
    stage
        .until(
            "the key is kept",
            "document.body.innerText.includes(\"A key is in the system's keychain.\")",
        )
        .await;
    let html = stage.value("return document.documentElement.outerHTML").await;
    assert!(!html.as_str().unwrap().contains("4711"), "the key is shown");
    stage.picture("settings").await;

    let state = stage.call("key_state", json!({"provider": "anthropic"})).await.unwrap();
    assert_eq!(state, json!({"stored": true, "store": "keychain", "message": null}));
    stage
        .named("[aria-label='Key of Anthropic'] button", "Test")
        .await
        .click()
        .await
        .unwrap();
    stage
        .until(
            "the verdict",
            "document.body.innerText.includes('The keychain gives the key')",
        )
        .await;
    stage
        .named("[aria-label='Key of Anthropic'] button", "Remove")
        .await
        .click()
        .await
        .unwrap();
    stage
        .until(
            "it is gone",
            "document.querySelector(\"[aria-label='Key of Anthropic'] input[type=password]\")",
        )
        .await;
    let state = stage.call("key_state", json!({"provider": "anthropic"})).await.unwrap();
    assert_eq!((&state["stored"], &state["store"]), (&json!(false), &json!("keychain")));

    let session = json!({"provider": "openai", "key": key, "sessionOnly": true});
    let state = stage.call("set_key", session).await.unwrap();
    assert_eq!((&state["stored"], &state["store"]), (&json!(true), &json!("session")));
    let report = stage.call("copy_report", json!({})).await.unwrap();
    assert!(report.as_str().unwrap().contains("PDFium") && !report.as_str().unwrap().contains("4711"));
    stage.close().await;
}
