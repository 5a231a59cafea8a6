//! Where keys and documents may be sent, what is refused before sending, and replayed answers.

use crate::paths::{KEY, ask, endpoint, key, on, question, remote, retry_policy};
use crate::server::{Reply, Server, Step, answer, events};
use crate::streams::{DIALECTS, short, turn};
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::Carries;
use touchstone_engine::provider::{
    Actions, Delta, Fault, Finding, Message, Network, Part, Provider, Remedy, Remote, Request, RetryPolicy, Stop,
    ToolResult, probe,
};

#[tokio::test]
async fn each_format_carries_its_key_in_its_own_header_and_nowhere_else() {
    for (dialect, header, path) in [
        ("anthropic", format!("x-api-key: {KEY}"), "/v1/messages"),
        (
            "openai_responses",
            format!("authorization: bearer {KEY}"),
            "/v1/responses",
        ),
        (
            "openai_chat",
            format!("authorization: bearer {KEY}"),
            "/v1/chat/completions",
        ),
        (
            "gemini",
            format!("x-goog-api-key: {KEY}"),
            "/v1/models/model-1:streamGenerateContent?alt=sse",
        ),
    ] {
        let server = Server::playing(vec![events(&turn(dialect).0, 99)]).await;
        ask(&remote(dialect, &server), &question()).await.0.expect("a turn");
        let seen = server.seen();
        assert_eq!(seen[0].path, path, "{dialect}");
        assert!(
            seen[0].headers.contains(&header.to_ascii_lowercase()),
            "{dialect}: {}",
            seen[0].headers
        );
        assert_eq!(seen[0].headers.matches("canary").count(), 1, "{dialect}");
        assert!(!seen[0].body.to_string().contains("CANARY"), "{dialect}");
    }
}

#[tokio::test]
async fn a_redirect_takes_neither_the_key_nor_the_question_along() {
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = Server::playing(vec![events(&turn("anthropic").0, 99)]).await;
        let to = format!("location: {}/messages\r\n", elsewhere.url());
        let server = Server::playing(vec![answer(status, &to, "")]).await;
        let error = ask(&remote("anthropic", &server), &question()).await.0.unwrap_err();
        assert_eq!((error.fault, error.status), (Fault::Invalid, Some(status)), "{error}");
        assert_eq!(server.seen().len(), 1, "not asked again");
        assert!(elsewhere.seen().is_empty(), "{status}");
    }
}

#[tokio::test]
async fn a_key_stays_with_its_provider_and_origin() {
    let server = Server::playing(vec![events(&turn("anthropic").0, 99)]).await;
    let here = endpoint("anthropic", &server.url());
    let network = Arc::new(Network::new(false, retry_policy()));
    let model = || remote("anthropic", &server).model().clone();
    let other_port = endpoint("anthropic", "http://127.0.0.1:9/v1");
    let other_host = endpoint("anthropic", &server.url().replace("127.0.0.1", "localhost"));
    for wrong in [Some(key(&other_port)), Some(key(&other_host)), None] {
        let remote = Remote::new(Arc::clone(&network), here.clone(), model(), wrong);
        let error = ask(&remote, &question()).await.0.unwrap_err();
        assert_eq!((error.fault, error.remedy()), (Fault::Auth, Remedy::Pause), "{error}");
        let listed = remote.models(&CancellationToken::new()).await;
        assert_eq!(listed.unwrap_err().fault, Fault::Auth);
    }
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn a_local_only_workspace_speaks_to_this_computer_alone() {
    let server = Server::playing(vec![events(&turn("anthropic").0, 99)]).await;
    let network = Arc::new(Network::new(true, retry_policy()));
    for url in ["https://api.anthropic.com/v1", "https://93.184.216.34/v1"] {
        let remote = on(Arc::clone(&network), "anthropic", url);
        let error = ask(&remote, &question()).await.0.unwrap_err();
        assert_eq!(
            (error.fault, error.remedy()),
            (Fault::NotAllowed, Remedy::Pause),
            "{url}"
        );
        assert_eq!(error.message, "the workspace is local-only");
    }
    ask(&on(Arc::clone(&network), "anthropic", &server.url()), &question())
        .await
        .0
        .expect("this computer");
    // By name too.
    let named = server.url().replace("127.0.0.1", "localhost");
    let result = ask(&on(Arc::clone(&network), "anthropic", &named), &question()).await.0;
    assert!(result.is_ok() || result.unwrap_err().fault == Fault::Network);
    network.keep_local(false);
    assert!(!network.is_local_only());
}

/// No part of a document is sent to another computer without consent, given separately for text and pictures. This
/// computer needs no consent.
#[tokio::test]
async fn documents_leave_only_with_consent() {
    let network = Arc::new(Network::new(false, retry_policy()));
    let away = on(Arc::clone(&network), "anthropic", "https://models.invalid/v1");
    let account = away.endpoint().account();
    let mut with_picture = question();
    with_picture.messages = vec![Message::User {
        results: Vec::new(),
        parts: vec![Part::picture(&[0])],
    }];
    let fault = async |request: &Request| ask(&away, request).await.0.unwrap_err().fault;
    for (agreed, text, picture) in [
        (None, Fault::NoConsent, Fault::NoConsent),
        (Some(Carries::Text), Fault::Network, Fault::NoConsent),
        (Some(Carries::Nothing), Fault::NoConsent, Fault::NoConsent),
    ] {
        if let Some(carries) = agreed {
            network.agree(account.clone(), carries);
        }
        assert_eq!(fault(&question()).await, text, "{agreed:?}");
        assert_eq!(fault(&with_picture).await, picture, "{agreed:?}");
    }
    // The program's own questions contain no part of a document, and lists of models contain no question.
    assert_eq!(
        ask(&away.without_documents(), &question()).await.0.unwrap_err().fault,
        Fault::Network
    );
    let server = Server::playing(vec![events(&turn("anthropic").0, 99)]).await;
    ask(&on(network, "anthropic", &server.url()), &question())
        .await
        .0
        .expect("this computer");
}

#[tokio::test]
async fn questions_that_nobody_could_answer_are_not_sent() {
    let server = Server::playing(vec![events(&turn("anthropic").0, 99)]).await;
    let able = remote("anthropic", &server);
    let mut unanswered = question();
    let first = ask(&able, &unanswered).await.0.expect("a turn");
    server.seen();
    unanswered.messages.push(first.message());
    unanswered.messages.push(Message::User {
        results: vec![ToolResult {
            call_id: "toolu_1".into(),
            name: "find_text".into(),
            parts: vec![Part::text("one of two")],
            is_error: false,
        }],
        parts: Vec::new(),
    });
    let image = Part::Image {
        media_type: "image/png".into(),
        data: "AAAA".into(),
        page: None,
    };
    let mut seeing = question();
    seeing.messages = vec![Message::User {
        results: Vec::new(),
        parts: vec![image],
    }];
    let blind = able.with(Vec::new().try_into().unwrap());
    for (name, remote, request) in [
        ("a call without an answer", &able, unanswered),
        ("a picture for a model that sees none", &blind, seeing),
        ("tools for a model that has none", &blind, question()),
    ] {
        assert_eq!(
            ask(remote, &request).await.0.unwrap_err().fault,
            Fault::Invalid,
            "{name}"
        );
    }
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn servers_without_calls_act_by_json() {
    let action = |name: &str, input: serde_json::Value| {
        events(
            &short(
                "openai_chat",
                &json!({"action": {"tool": name, "input": input}}).to_string(),
                "stop",
            ),
            20,
        )
    };
    let server = Server::playing(vec![
        action("find_text", json!({"text": "Größe"})),
        action("reply", json!({"text": "It is there."})),
    ])
    .await;
    let provider = Actions::new(Arc::new(remote("openai_chat", &server)));
    let mut request = question();
    let (first, deltas) = ask(&provider, &request).await;
    let first = first.expect("an action");
    assert_eq!(
        (first.calls[0].name.as_str(), &first.calls[0].input),
        ("find_text", &json!({"text": "Größe"}))
    );
    let is_written = |delta: &Delta| matches!(delta, Delta::Writes(_) | Delta::Counted(_));
    assert!(
        !deltas.is_empty() && deltas.iter().all(is_written),
        "JSON is not for people: {deltas:?}"
    );
    request.messages.push(first.message());
    request.messages.push(Message::User {
        results: vec![ToolResult {
            call_id: first.calls[0].id.clone(),
            name: "find_text".into(),
            parts: vec![Part::text("page 1")],
            is_error: false,
        }],
        parts: Vec::new(),
    });
    let second = ask(&provider, &request).await.0.expect("a reply");
    assert_eq!((second.text.as_str(), second.stop), ("It is there.", Stop::Done));
    let seen = server.seen();
    assert!(seen[0].body.get("tools").is_none());
    assert_eq!(seen[0].body["response_format"]["type"], "json_schema");
    assert_eq!(seen[1].body["messages"][2]["content"], first.blocks[0]["content"]);
    assert_eq!(seen[1].body["messages"][3]["content"], "`find_text`, result:\n\npage 1");
}

/// The answers to a probe: list of models, token count, schema, tool call, picture.
fn probed(dialect: &str, shape: &str, call: Reply, sees: &str) -> Vec<Reply> {
    let stop = if dialect == "gemini" { "STOP" } else { "stop" };
    let stop = if dialect == "openai_responses" { "" } else { stop };
    let models = match dialect {
        "gemini" => r#"{"models":[{"name":"models/model-1"}]}"#,
        _ => r#"{"data":[{"id":"model-1"}]}"#,
    };
    vec![
        answer(200, "content-type: application/json\r\n", models),
        events(&turn(dialect).0, 40),
        events(&short(dialect, shape, stop), 40),
        call,
        events(&short(dialect, sees, stop), 40),
    ]
}

#[tokio::test]
async fn a_probe_finds_out_what_a_server_can_do() {
    let stop = CancellationToken::new();
    let called = |dialect: &str| {
        let stream = turn(dialect).0.replace("find_text", "report_number");
        let stream = stream.replace(
            "text\\\": \\\"Gr",
            "parity\\\": \\\"odd\\\", \\\"number\\\": 7, \\\"t\\\": \\\"Gr",
        );
        events(
            &stream.replace("\"text\":\"Größe\"", "\"parity\":\"odd\",\"number\":7"),
            50,
        )
    };
    for dialect in DIALECTS {
        let able = probed(dialect, r#"{"number":7,"parity":"odd"}"#, called(dialect), "Red.");
        let server = Server::playing(able).await;
        let found = probe(&remote(dialect, &server), &stop).await;
        let ids = found
            .models
            .map(|list| list.into_iter().map(|one| one.id).collect::<Vec<_>>());
        assert_eq!(ids, Ok(vec!["model-1".to_owned()]), "{dialect}");
        for (what, finding) in [
            ("streaming", &found.streaming),
            ("schema", &found.schema),
            ("tools", &found.tools),
            ("images", &found.images),
        ] {
            assert_eq!(finding, &Finding::Yes, "{dialect} {what}");
        }
    }
    // As measured with a small model: valid JSON, tool calls as text, no pictures.
    let text = short("openai_chat", "{\"name\": \"report_number\"}", "stop");
    let weak = probed(
        "openai_chat",
        r#"{"number":7,"parity":"odd"}"#,
        events(&text, 50),
        "I cannot see.",
    );
    let server = Server::playing(weak).await;
    let found = probe(&remote("openai_chat", &server), &stop).await;
    assert_eq!((&found.streaming, &found.schema), (&Finding::Yes, &Finding::Yes));
    let can: Vec<String> = found.can().into();
    assert_eq!(can, ["schema"]);
    assert!(matches!(found.tools, Finding::No(_)) && matches!(found.images, Finding::No(_)));
}

#[tokio::test]
async fn a_probe_of_nobody_asks_once() {
    let refused = answer(
        401,
        "",
        r#"{"error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
    );
    let server = Server::playing(vec![refused]).await;
    let found = probe(&remote("anthropic", &server), &CancellationToken::new()).await;
    assert_eq!(found.models.unwrap_err().fault, Fault::Auth);
    assert!(matches!(found.streaming, Finding::No(_)));
    assert_eq!(
        (found.schema, found.tools, found.images),
        (Finding::NotAsked, Finding::NotAsked, Finding::NotAsked)
    );
    assert_eq!(server.seen().len(), 2);
    let hung = Server::playing(vec![Reply(vec![Step::Hang])]).await;
    let patient = RetryPolicy {
        tries: 1,
        ..retry_policy()
    };
    let remote = on(Arc::new(Network::new(false, patient)), "anthropic", &hung.url());
    assert_eq!(
        probe(&remote, &CancellationToken::new())
            .await
            .models
            .unwrap_err()
            .fault,
        Fault::Silent
    );
}

/// Paged lists are read to their end, and no further.
#[tokio::test]
async fn lists_of_models_are_read_page_by_page() {
    let page = |body: &str| answer(200, "content-type: application/json\r\n", body);
    for (dialect, first, second, asks) in [
        (
            "anthropic",
            r#"{"data":[{"id":"a"}],"has_more":true,"last_id":"a&b"}"#,
            r#"{"data":[{"id":"b"}],"has_more":false,"last_id":"b"}"#,
            ["/v1/models?limit=1000", "/v1/models?limit=1000&after_id=a%26b"],
        ),
        (
            "gemini",
            r#"{"models":[{"name":"models/a"}],"nextPageToken":"t=1"}"#,
            r#"{"models":[{"name":"models/b"}]}"#,
            ["/v1/models?pageSize=1000", "/v1/models?pageSize=1000&pageToken=t%3D1"],
        ),
    ] {
        let server = Server::playing(vec![page(first), page(second)]).await;
        let list = remote(dialect, &server)
            .models(&CancellationToken::new())
            .await
            .unwrap();
        assert_eq!(
            list.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(),
            ["a", "b"],
            "{dialect}"
        );
        let seen: Vec<String> = server.seen().into_iter().map(|seen| seen.path).collect();
        assert_eq!(seen, asks, "{dialect}");
    }
    // A list that names the same page again and again is abandoned.
    let endless = Server::playing(vec![page(r#"{"models":[{"name":"models/a"}],"nextPageToken":"t"}"#)]).await;
    assert_eq!(
        remote("gemini", &endless)
            .models(&CancellationToken::new())
            .await
            .unwrap()
            .len(),
        2
    );
    let whole = Server::playing(vec![page(r#"{"data":[{"id":"a"}],"has_more":true,"last_id":"a"}"#)]).await;
    remote("openai_chat", &whole)
        .models(&CancellationToken::new())
        .await
        .unwrap();
    assert_eq!(
        whole.seen().iter().map(|seen| seen.path.as_str()).collect::<Vec<_>>(),
        ["/v1/models"]
    );
}
