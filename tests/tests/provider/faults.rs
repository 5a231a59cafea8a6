//! Faults of servers and networks: the kind of fault reported, and the number of requests.

use crate::paths::{KEY, TRIES, ask, endpoint, on, question, remote, retry_policy};
use crate::server::{Reply, Seen, Server, Step, answer, chunk, chunked_head, events, head};
use crate::streams::{DIALECTS, short, turn};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::Carries;
use touchstone_engine::provider::{Delta, Fault, Network, Provider, Remedy, RetryPolicy, Stop};

pub(crate) fn send(text: &str) -> Step {
    Step::Send(text.as_bytes().to_vec())
}

/// The requests, without those that check whether the provider is up.
fn of_work(server: &Server) -> Vec<Seen> {
    let seen = server.seen().into_iter();
    seen.filter(|seen| !seen.body.to_string().contains("Are you there?"))
        .collect()
}

/// Asks a server that always gives the same reply; returns the outcome and the number of requests.
pub(crate) async fn always(dialect: &str, reply: Reply) -> (Result<Stop, Fault>, usize) {
    let server = Server::playing(vec![reply]).await;
    let (ended, deltas) = ask(&remote(dialect, &server), &question()).await;
    let seen = of_work(&server);
    let again = deltas
        .iter()
        .filter(|delta| matches!(delta, Delta::Again { .. }))
        .count();
    if let Err(error) = &ended {
        assert!(!error.to_string().contains("CANARY"), "{error}");
        assert_eq!(
            again + 1,
            seen.len().max(1),
            "who listens hears of every new try: {error}"
        );
    }
    (ended.map(|turn| turn.stop).map_err(|error| error.fault), seen.len())
}

#[tokio::test]
async fn a_status_decides_whether_to_ask_again() {
    let error = |kind: &str| format!(r#"{{"type":"error","error":{{"type":"{kind}","message":"no {KEY}"}}}}"#);
    let spent = r#"{"error":{"type":"rate_limit_error","message":"m","details":{"error_code":"enforced_spend_limit_reached"}}}"#;
    let zero = "retry-after: 0\r\n";
    for (status, headers, body, fault, times) in [
        (400, "", error("invalid_request_error"), Fault::Invalid, 1),
        (401, "", error("authentication_error"), Fault::Auth, 1),
        (402, "", error("billing_error"), Fault::Billing, 1),
        (403, "", error("permission_error"), Fault::Auth, 1),
        (404, "", error("not_found_error"), Fault::Invalid, 1),
        (408, "", String::new(), Fault::Server, TRIES),
        (409, "", error("conflict_error"), Fault::Server, TRIES),
        (413, "", error("request_too_large"), Fault::TooLong, 1),
        (422, "", "{}".into(), Fault::Invalid, 1),
        (429, zero, error("rate_limit_error"), Fault::RateLimited, TRIES),
        (429, "", error("rate_limit_error"), Fault::RateLimited, TRIES),
        (
            429,
            "retry-after-ms: 1\r\n",
            error("rate_limit_error"),
            Fault::RateLimited,
            TRIES,
        ),
        (
            429,
            "retry-after: Wed, 21 Oct 1970 07:28:00 GMT\r\n",
            error("rate_limit_error"),
            Fault::RateLimited,
            TRIES,
        ),
        // Longer than the program waits, so the batch pauses.
        (
            429,
            "retry-after: 3000\r\n",
            error("rate_limit_error"),
            Fault::RateLimited,
            1,
        ),
        (429, zero, spent.to_owned(), Fault::Billing, 1),
        (
            429,
            zero,
            r#"{"error":{"code":"insufficient_quota","message":"m"}}"#.into(),
            Fault::Billing,
            1,
        ),
        (500, "", error("api_error"), Fault::Server, TRIES),
        (500, "x-should-retry: false\r\n", error("api_error"), Fault::Server, 1),
        (502, "", "<html>Bad gateway</html>".into(), Fault::Server, TRIES),
        (503, zero, String::new(), Fault::Overloaded, TRIES),
        (504, "", error("timeout_error"), Fault::Server, TRIES),
        (529, "", error("overloaded_error"), Fault::Overloaded, TRIES),
        (
            400,
            "",
            error("invalid_request_error").replace("no ", "prompt is too long "),
            Fault::TooLong,
            1,
        ),
        (204, "", String::new(), Fault::Truncated, TRIES),
    ] {
        let ended = always("anthropic", answer(status, headers, &body)).await;
        assert_eq!(ended, (Err(fault), times), "{status} {headers:?} {body}");
    }
}

#[tokio::test]
async fn an_error_inside_a_good_answer_is_an_error() {
    let anthropic = |kind: &str| {
        format!(
            "event: error\ndata: {}\n\n",
            json!({"type": "error", "error": {"type": kind, "message": "m"}})
        )
    };
    let data = |value: serde_json::Value| format!("data: {value}\n\n");
    for (dialect, event, fault, times) in [
        ("anthropic", anthropic("overloaded_error"), Fault::Overloaded, TRIES),
        ("anthropic", anthropic("api_error"), Fault::Server, TRIES),
        ("anthropic", anthropic("rate_limit_error"), Fault::RateLimited, TRIES),
        ("anthropic", anthropic("billing_error"), Fault::Billing, 1),
        (
            "openai_responses",
            data(json!({"type": "error", "code": "rate_limit_exceeded", "message": "m"})),
            Fault::RateLimited,
            TRIES,
        ),
        (
            "openai_responses",
            data(json!({"type": "error", "code": "insufficient_quota", "message": "m"})),
            Fault::Billing,
            1,
        ),
        (
            "openai_responses",
            data(json!({"type": "response.failed", "response": {"error": {"code": "server_error", "message": "m"}}})),
            Fault::Server,
            TRIES,
        ),
        (
            "openai_chat",
            data(json!({"error": {"code": 502, "message": "upstream"}})),
            Fault::Server,
            TRIES,
        ),
        (
            "openai_chat",
            data(json!({"error": "model crashed"})),
            Fault::Server,
            TRIES,
        ),
        (
            "gemini",
            data(json!({"error": {"code": 503, "status": "UNAVAILABLE", "message": "m"}})),
            Fault::Overloaded,
            TRIES,
        ),
    ] {
        // After a valid beginning, which is discarded.
        let beginning = turn(dialect).0.split_inclusive("\n\n").take(2).collect::<String>();
        let ended = always(dialect, events(&format!("{beginning}{event}"), 33)).await;
        assert_eq!(ended, (Err(fault), times), "{dialect} {event}");
    }
}

#[tokio::test]
async fn a_stream_without_its_end_is_never_done() {
    for dialect in DIALECTS {
        let (stream, _) = turn(dialect);
        let all: Vec<&str> = stream.split_inclusive("\n\n").collect();
        // The last events of chat completions may be missing: the finish reason came before them.
        let needed = if dialect == "openai_chat" {
            all.len() - 3
        } else {
            all.len() - 1
        };
        for kept in 0..=needed {
            let text = all[..kept].concat();
            let ended = always(dialect, events(&text, 100)).await;
            assert_eq!(
                ended,
                (Err(Fault::Truncated), TRIES),
                "{dialect}: {kept} of {} events",
                all.len()
            );
        }
        // An incomplete event does not count.
        let cut = &stream[..stream.len() - 12];
        let ended = always(dialect, events(cut, 100)).await.0;
        assert!(
            dialect == "openai_chat" || ended == Err(Fault::Truncated),
            "{dialect}: {ended:?}"
        );
    }
}

#[tokio::test]
async fn broken_connections_are_seen_as_such() {
    let (stream, _) = turn("anthropic");
    let half = &stream[..stream.len() / 2];
    for (name, steps, fault) in [
        ("closed at once", vec![], Fault::Network),
        ("reset at once", vec![Step::Reset], Fault::Network),
        ("half a head", vec![send("HTTP/1.1 200 OK\r\ncontent-")], Fault::Network),
        (
            "no HTTP at all",
            vec![send("SSH-2.0-OpenSSH_9.9\r\n\r\n")],
            Fault::Network,
        ),
        ("silence instead of a head", vec![Step::Hang], Fault::Silent),
        ("silence after the head", vec![head(), Step::Hang], Fault::Silent),
        (
            "silence in the middle",
            vec![head(), send(half), Step::Hang],
            Fault::Silent,
        ),
        (
            "reset in the middle",
            vec![head(), send(half), Step::Reset],
            Fault::Network,
        ),
        (
            "a chunk that breaks off",
            vec![chunked_head(), chunk(half), send("ff\r\nevent")],
            Fault::Network,
        ),
        (
            "a chunk of no length",
            vec![chunked_head(), send("zz\r\n")],
            Fault::Network,
        ),
        (
            "less than announced",
            vec![
                send("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n"),
                send(half),
            ],
            Fault::Network,
        ),
    ] {
        assert_eq!(always("anthropic", Reply(steps)).await.0, Err(fault), "{name}");
    }
}

#[tokio::test]
async fn answers_that_are_no_stream_are_not_understood() {
    let page = answer(200, "content-type: text/html\r\n", "<html>Sign in</html>");
    let gzip = Reply(vec![
        send(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n",
        ),
        Step::Send(vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 10, 10]),
    ]);
    let line = |text: &str| events(&format!("data: {text}\n\n"), 50);
    let out_of_order = r#"{"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":"x"}}"#;
    for (name, reply, fault, times) in [
        ("a page", page, Fault::BadReply, 2),
        ("packed", gzip, Fault::BadReply, 2),
        ("not JSON", line("{\"type\":"), Fault::BadReply, 2),
        ("a piece of nothing", line(out_of_order), Fault::BadReply, 2),
        ("an empty stream", events("", 1), Fault::Truncated, TRIES),
        (
            "JSON of another kind",
            answer(200, "content-type: application/json\r\n", "{\"hello\":1}"),
            Fault::Truncated,
            TRIES,
        ),
        (
            "JSON that is none",
            answer(200, "content-type: application/json\r\n", "hello"),
            Fault::BadReply,
            2,
        ),
    ] {
        assert_eq!(always("anthropic", reply).await, (Err(fault), times), "{name}");
    }
    let doubled = turn("anthropic").0.replace("toolu_2", "toolu_1");
    assert_eq!(
        always("anthropic", events(&doubled, 99)).await.0,
        Err(Fault::BadReply),
        "two calls with one id"
    );
    let nothing = short("openai_chat", "", "stop");
    assert_eq!(
        always("openai_chat", events(&nothing, 99)).await.0,
        Err(Fault::BadReply),
        "nothing was said"
    );
    let malformed = short("gemini", "x", "MALFORMED_FUNCTION_CALL");
    assert_eq!(always("gemini", events(&malformed, 99)).await.0, Err(Fault::BadReply));
}

#[tokio::test]
async fn a_blocked_question_is_a_refusal() {
    let blocked = "data: {\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"}}\n\n";
    let why = "PROHIBITED_CONTENT".to_owned();
    assert_eq!(
        always("gemini", events(blocked, 9)).await,
        (Ok(Stop::Refused { why }), 1)
    );
}

#[tokio::test]
async fn large_events_arrive_and_endless_replies_do_not() {
    let large = "x".repeat(2 << 20);
    let server = Server::playing(vec![events(&short("anthropic", &large, "end_turn"), 60_000)]).await;
    let turn = ask(&remote("anthropic", &server), &question())
        .await
        .0
        .expect("a large turn");
    assert_eq!(turn.text.len(), large.len());
    let comments = ": waiting\n".repeat(100_000);
    let endless = Reply(
        std::iter::once(head())
            .chain(std::iter::repeat_n(send(&comments), 40))
            .collect(),
    );
    assert_eq!(always("anthropic", endless).await, (Err(Fault::BadReply), 2));
}

#[tokio::test]
async fn what_passes_is_waited_out() {
    let good = || events(&turn("anthropic").0, 64);
    let half: String = turn("anthropic").0.chars().take(900).collect();
    let overloaded = answer(529, "", "");
    for (name, bad) in [
        ("overloaded", overloaded),
        ("limited", answer(429, "retry-after: 0\r\n", "")),
        ("reset", Reply(vec![Step::Reset])),
        ("broken off", events(&half, 64)),
        ("not understood", events("data: ?\n\n", 64)),
    ] {
        let server = Server::playing(vec![bad, good()]).await;
        let (ended, deltas) = ask(&remote("anthropic", &server), &question()).await;
        assert_eq!(ended.expect(name).calls.len(), 2, "{name}");
        let again = deltas
            .iter()
            .position(|delta| matches!(delta, Delta::Again { .. }))
            .expect(name);
        let after = deltas[again..]
            .iter()
            .filter(|delta| matches!(delta, Delta::Text(_)))
            .count();
        assert_eq!(after, 2, "{name}: the whole text is heard anew");
        let seen = server.seen();
        assert_eq!(seen.len(), 2, "{name}");
        assert_eq!(seen[0].body, seen[1].body, "{name}: the same question");
    }
}

#[tokio::test]
async fn nobody_there_is_a_fault_of_the_network() {
    let server = Server::playing(vec![answer(200, "", "")]).await;
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let network = || Arc::new(Network::new(false, retry_policy()));
    for url in [
        format!("http://127.0.0.1:{free}/v1"),
        "https://nobody.invalid/v1".to_owned(),
        // A server that does not speak TLS.
        format!("https://127.0.0.1:{}/v1", server.port),
    ] {
        let (network, account) = (network(), endpoint("anthropic", &url).account());
        network.agree(account, Carries::Text);
        let (ended, deltas) = ask(&on(network, "anthropic", &url), &question()).await;
        assert_eq!(ended.unwrap_err().fault, Fault::Network, "{url}");
        assert_eq!(deltas.len(), TRIES - 1, "{url}");
    }
}

#[tokio::test]
async fn cancelling_ends_at_once_wherever_it_is() {
    let (stream, _) = turn("anthropic");
    let half = &stream[..stream.len() / 2];
    let slow = RetryPolicy {
        first: Duration::from_mins(10),
        longest: Duration::from_mins(10),
        longest_asked: Duration::from_hours(1),
        idle: Duration::from_mins(10),
        ..RetryPolicy::default()
    };
    for (name, reply) in [
        ("before the head", Reply(vec![Step::Hang])),
        ("in the middle", Reply(vec![head(), send(half), Step::Hang])),
        ("while it waits to ask again", answer(429, "retry-after: 600\r\n", "")),
    ] {
        let server = Server::playing(vec![reply]).await;
        let remote = on(Arc::new(Network::new(false, slow.clone())), "anthropic", &server.url());
        let stop = CancellationToken::new();
        let after = async {
            while server_is_idle(&server) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            stop.cancel();
        };
        let request = question();
        let asked = remote.stream(&request, &|_| {}, &stop);
        let both = tokio::time::timeout(Duration::from_mins(1), futures::future::join(asked, after));
        let (ended, ()) = both.await.expect("the case hangs");
        assert_eq!(ended.unwrap_err().fault, Fault::Cancelled, "{name}");
    }
}

fn server_is_idle(server: &Server) -> bool {
    server.seen().is_empty()
}

#[tokio::test]
async fn an_outage_passes_and_a_question_that_breaks_the_provider_does_not() {
    let broken = |headers: &str| answer(500, headers, "");
    let there = events(&short("anthropic", "Yes.", "end_turn"), 64);
    for (name, replies, passes, asked) in [
        ("down", vec![broken("")], true, TRIES + 1),
        (
            "well",
            vec![broken(""), broken(""), broken(""), there],
            false,
            TRIES + 1,
        ),
        // A server that says that a retry will not help is believed.
        ("does not want to", vec![broken("x-should-retry: false\r\n")], false, 1),
    ] {
        let server = Server::playing(replies).await;
        let error = ask(&remote("anthropic", &server), &question()).await.0.unwrap_err();
        assert_eq!((error.fault, error.passes()), (Fault::Server, passes), "{name}");
        let seen = server.seen();
        assert_eq!(seen.len(), asked, "{name}");
        let there = seen.last().unwrap().body.to_string();
        assert_eq!(there.contains("Are you there?"), asked > 1, "{name}");
        assert!(asked == 1 || !there.contains("find_text"), "{name}");
    }
}

#[tokio::test]
async fn a_model_that_is_not_there_is_named() {
    let body = r#"{"error":{"message":"no such thing","code":"model_not_found"}}"#;
    let server = Server::playing(vec![answer(404, "", body)]).await;
    let error = ask(&remote("openai_chat", &server), &question()).await.0.unwrap_err();
    assert_eq!((error.fault, error.remedy()), (Fault::NoModel, Remedy::Pause));
    assert!(error.to_string().contains("`model-1`"), "{error}");
}

#[tokio::test]
async fn a_provider_that_keeps_failing_is_left_alone() {
    let server = Server::playing(vec![answer(500, "", "")]).await;
    let network = Arc::new(Network::new(false, retry_policy()));
    let remote = on(Arc::clone(&network), "anthropic", &server.url());
    for _ in 0..3 {
        assert_eq!(ask(&remote, &question()).await.0.unwrap_err().fault, Fault::Server);
    }
    assert_eq!(of_work(&server).len(), 3 * TRIES);
    // For any caller: the circuit breaker belongs to the address.
    let other = on(network, "openai_chat", &server.url());
    assert_eq!(ask(&other, &question()).await.0.unwrap_err().fault, Fault::Resting);
    assert_eq!(server.seen().len(), 0, "nothing was sent");
}
