//! Faults that any server may show, whatever its format: each must be classified the same, with the same decision
//! whether to retry. Faults of one format are in `faults` and `dialects`.

use crate::faults::{always, send};
use crate::paths::{KEY, TRIES, ask, question, remote};
use crate::server::{Reply, Server, Step, answer, chunk, chunked_head, events, head};
use crate::streams::{DIALECTS, short, turn};
use serde_json::{Value, json};
use touchstone_engine::provider::{Fault, Stop};

/// The body of a refusal as each format writes it. It repeats the key, as some servers do.
fn refusal(dialect: &str, status: u16, message: &str) -> String {
    let message = format!("{message} ({KEY})");
    let error = match dialect {
        "anthropic" => {
            let kind = match status {
                400 => "invalid_request_error",
                401 => "authentication_error",
                402 => "billing_error",
                403 => "permission_error",
                404 => "not_found_error",
                413 => "request_too_large",
                429 => "rate_limit_error",
                529 => "overloaded_error",
                _ => "api_error",
            };
            json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"})
        }
        "gemini" => {
            let kind = match status {
                400 | 413 => "INVALID_ARGUMENT",
                401 => "UNAUTHENTICATED",
                403 => "PERMISSION_DENIED",
                404 => "NOT_FOUND",
                429 => "RESOURCE_EXHAUSTED",
                503 => "UNAVAILABLE",
                504 => "DEADLINE_EXCEEDED",
                _ => "INTERNAL",
            };
            json!({"error": {"code": status, "status": kind, "message": message}})
        }
        _ => {
            let kind = match status {
                401 => "invalid_api_key",
                429 => "rate_limit_exceeded",
                500.. => "server_error",
                _ => "invalid_request_error",
            };
            json!({"error": {"message": message, "type": kind, "code": kind}})
        }
    };
    error.to_string()
}

#[tokio::test]
async fn every_status_in_every_format() {
    let zero = "retry-after: 0\r\n";
    for dialect in DIALECTS {
        for (status, headers, fault, times) in [
            (400, "", Fault::Invalid, 1),
            (401, "", Fault::Auth, 1),
            (402, "", Fault::Billing, 1),
            (403, "", Fault::Auth, 1),
            (404, "", Fault::Invalid, 1),
            (408, "", Fault::Server, TRIES),
            (409, "", Fault::Server, TRIES),
            (413, "", Fault::TooLong, 1),
            (429, "", Fault::RateLimited, TRIES),
            (429, zero, Fault::RateLimited, TRIES),
            (429, "retry-after: 3000\r\n", Fault::RateLimited, 1),
            (500, "", Fault::Server, TRIES),
            (502, "", Fault::Server, TRIES),
            (503, zero, Fault::Overloaded, TRIES),
            (504, "", Fault::Server, TRIES),
            (529, "", Fault::Overloaded, TRIES),
        ] {
            let ended = always(dialect, answer(status, headers, &refusal(dialect, status, "no"))).await;
            assert_eq!(ended, (Err(fault), times), "{dialect} {status} {headers:?}");
        }
    }
}

#[tokio::test]
async fn a_question_that_is_too_long_says_so_in_every_format() {
    let coded = json!({"error": {"message": "too many tokens", "code": "context_length_exceeded"}}).to_string();
    for (dialect, body) in [
        (
            "anthropic",
            refusal("anthropic", 400, "prompt is too long: 1200000 tokens > 1000000 maximum"),
        ),
        ("openai_responses", coded.clone()),
        ("openai_chat", coded),
        (
            "openai_chat",
            refusal("openai_chat", 400, "the request exceeds the available context size"),
        ),
        (
            "gemini",
            refusal(
                "gemini",
                400,
                "The input token count (1200000) exceeds the maximum number of tokens allowed",
            ),
        ),
    ] {
        assert_eq!(
            always(dialect, answer(400, "", &body)).await,
            (Err(Fault::TooLong), 1),
            "{dialect} {body}"
        );
    }
}

#[tokio::test]
async fn every_broken_connection_in_every_format() {
    for dialect in DIALECTS {
        let (stream, _) = turn(dialect);
        let half: String = stream.chars().take(stream.chars().count() / 2).collect();
        for (name, steps, fault) in [
            ("closed at once", vec![], Fault::Network),
            ("reset at once", vec![Step::Reset], Fault::Network),
            ("silence instead of a head", vec![Step::Hang], Fault::Silent),
            (
                "silence in the middle",
                vec![head(), send(&half), Step::Hang],
                Fault::Silent,
            ),
            (
                "reset in the middle",
                vec![head(), send(&half), Step::Reset],
                Fault::Network,
            ),
            ("closed in the middle", vec![head(), send(&half)], Fault::Truncated),
            (
                "a chunk that breaks off",
                vec![chunked_head(), chunk(&half), send("ff\r\ndata")],
                Fault::Network,
            ),
        ] {
            assert_eq!(
                always(dialect, Reply(steps)).await,
                (Err(fault), TRIES),
                "{dialect}: {name}"
            );
        }
    }
}

#[tokio::test]
async fn every_reply_that_is_none_in_every_format() {
    let html = || answer(200, "content-type: text/html\r\n", "<html>Sign in</html>");
    for dialect in DIALECTS {
        let doubled = turn(dialect).0.replace("toolu_2", "toolu_1");
        for (name, reply) in [
            ("a page", html()),
            ("not JSON", events("data: {\"type\":\n\n", 50)),
            ("two calls with one id", events(&doubled, 99)),
        ] {
            assert_eq!(
                always(dialect, reply).await,
                (Err(Fault::BadReply), 2),
                "{dialect}: {name}"
            );
        }
        for (name, reply) in [("nothing", events("", 1)), ("no body", answer(200, "", ""))] {
            let ended = always(dialect, reply).await.0;
            assert_eq!(ended, Err(Fault::Truncated), "{dialect}: {name}");
        }
    }
}

#[tokio::test]
async fn nothing_said_is_no_answer_in_any_format() {
    // Not for Responses, where an empty text is an item that may be sent back.
    for (dialect, stop) in [("anthropic", "end_turn"), ("openai_chat", "stop"), ("gemini", "STOP")] {
        let ended = always(dialect, events(&short(dialect, "", stop), 50)).await;
        assert_eq!(ended, (Err(Fault::BadReply), 2), "{dialect}");
    }
}

#[tokio::test]
async fn nothing_said_before_the_end_of_the_room_is_a_reply_that_was_cut_off() {
    let bare = r#"data: {"type":"response.incomplete","response":{"id":"r","incomplete_details":{"reason":"max_output_tokens"}}}"#;
    let stops = ["max_tokens", "max_output_tokens", "length", "MAX_TOKENS"];
    let streams = DIALECTS
        .iter()
        .zip(stops)
        .map(|(dialect, stop)| (*dialect, short(dialect, "", stop)));
    for (dialect, stream) in streams.chain([("openai_responses", format!("{bare}\n\n"))]) {
        let server = Server::playing(vec![events(&stream, 50)]).await;
        let turn = ask(&remote(dialect, &server), &question()).await.0.expect(dialect);
        assert_eq!((turn.stop, turn.blocks.len()), (Stop::MaxTokens, 0), "{dialect}");
        assert_eq!(server.seen().len(), 1, "{dialect}: nothing is asked again");
    }
}

/// The stream without any usage counts.
fn uncounted(stream: &str) -> String {
    let lines = stream.lines().map(|line| {
        let Some(mut event) = line
            .strip_prefix("data: ")
            .and_then(|data| serde_json::from_str::<Value>(data).ok())
        else {
            return line.to_owned();
        };
        let parts = event.as_object_mut().expect("an event");
        parts.remove("usage");
        parts.remove("usageMetadata");
        for within in ["message", "response"] {
            if let Some(Value::Object(inner)) = parts.get_mut(within) {
                inner.remove("usage");
            }
        }
        format!("data: {event}")
    });
    lines.map(|line| line + "\n").collect()
}

#[tokio::test]
async fn what_is_not_counted_is_estimated_in_every_format() {
    for dialect in DIALECTS {
        let server = Server::playing(vec![events(&uncounted(&turn(dialect).0), 99)]).await;
        let turn = ask(&remote(dialect, &server), &question()).await.0.expect(dialect);
        let tokens = turn.tokens;
        assert!(
            !tokens.counted && tokens.input > 0 && tokens.output > 0,
            "{dialect}: {tokens:?}"
        );
        assert_eq!(turn.calls.len(), 2, "{dialect}");
    }
}

#[tokio::test]
async fn a_large_event_arrives_whole_in_every_format() {
    let large = "é".repeat(100_000);
    for (dialect, stop) in [("openai_responses", ""), ("openai_chat", "stop"), ("gemini", "STOP")] {
        let server = Server::playing(vec![events(&short(dialect, &large, stop), 60_001)]).await;
        let turn = ask(&remote(dialect, &server), &question()).await.0.expect(dialect);
        assert_eq!(turn.text.len(), large.len(), "{dialect}");
    }
}
