//! One turn in four formats: the result does not depend on how its bytes arrive, and the turn is sent back unchanged.

use crate::paths::{ask, question, remote};
use crate::server::{Reply, Server, Step, answer, chunk, chunked_head, events};
use crate::streams::{DIALECTS, TEXT, short, turn};
use serde_json::{Value, json};
use touchstone_engine::provider::{Ask, Delta, Message, Part, Provider, Request, Shape, Stop, ToolResult, Turn};

fn check(name: &str, turn: &Turn, deltas: &[Delta]) {
    assert_eq!(turn.text, TEXT, "{name}");
    assert_eq!(turn.stop, Stop::Calls, "{name}");
    let calls: Vec<_> = turn
        .calls
        .iter()
        .map(|call| (call.id.as_str(), call.name.as_str(), &call.input))
        .collect();
    let (first, second) = (json!({"text": "Größe", "n": 1.50}), json!({}));
    assert_eq!(
        calls,
        [
            ("toolu_1", "find_text", &first),
            ("toolu_2", "get_document_text", &second)
        ],
        "{name}"
    );
    let tokens = turn.tokens;
    assert_eq!(
        (tokens.prompt(), tokens.cached, tokens.output, tokens.counted),
        (950, 900, 77, true),
        "{name}"
    );
    check_deltas(name, deltas, &first);
}

/// Checks the streamed pieces: text, thoughts separate from it, the start of each call, and its arguments.
fn check_deltas(name: &str, deltas: &[Delta], first: &Value) {
    let (mut text, mut thought, mut called, mut written) = Default::default();
    for delta in deltas {
        let (kind, piece): (&mut String, &str) = match delta {
            Delta::Text(piece) => (&mut text, piece),
            Delta::Thought(piece) => (&mut thought, piece),
            Delta::Call { name } => (&mut called, name),
            Delta::Writes(piece) => (&mut written, piece),
            Delta::Counted(_) => continue,
            Delta::Again { why, .. } => panic!("{name}: asked again: {why}"),
        };
        kind.push_str(piece);
    }
    assert_eq!(
        (text.as_str(), thought.as_str()),
        (TEXT, "Two looks."),
        "{name}: thoughts are no answer"
    );
    assert_eq!(called, "find_textget_document_text", "{name}");
    // The arguments of a call without any may be an empty string.
    let mut written = serde_json::Deserializer::from_str(&written).into_iter::<Value>();
    assert_eq!(
        written.next().and_then(Result::ok).as_ref(),
        Some(first),
        "{name}: arguments as they are written"
    );
}

#[tokio::test]
async fn a_turn_is_the_same_however_its_bytes_arrive() {
    for dialect in DIALECTS {
        let (stream, blocks) = turn(dialect);
        let commented = stream.replace("\n\n", "\n\n: keep-alive\n\n\n");
        let chunks: Vec<Step> = stream.split_inclusive("\n\n").map(chunk).collect();
        let mut in_chunks = vec![chunked_head()];
        in_chunks.extend(chunks);
        in_chunks.push(chunk(""));
        for (way, reply) in [
            ("whole", events(&stream, stream.len())),
            // Split within characters and line ends.
            ("byte by byte", events(&stream, 1)),
            ("in sevens", events(&stream, 7)),
            ("with carriage returns", events(&stream.replace('\n', "\r\n"), 5)),
            ("with comments", events(&commented, 64)),
            ("in chunks", Reply(in_chunks)),
            (
                "beginning with a mark of byte order",
                events(&format!("\u{feff}{stream}"), 2),
            ),
        ] {
            let server = Server::playing(vec![reply]).await;
            let (ended, deltas) = ask(&remote(dialect, &server), &question()).await;
            let name = format!("{dialect}, {way}");
            let turn = ended.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(turn.blocks, blocks, "{name}");
            check(&name, &turn, &deltas);
        }
    }
}

/// The model's turn in the conversation, by the format's place for it.
fn sent_back(dialect: &str, body: &Value) -> Vec<Value> {
    let list = |pointer: &str| body.pointer(pointer).and_then(Value::as_array).expect("a list").clone();
    match dialect {
        "anthropic" => list("/messages/1/content"),
        "gemini" => list("/contents/1/parts"),
        "openai_chat" => vec![body["messages"][2].clone()],
        _ => list("/input")[1..5].to_vec(),
    }
}

/// Ids named by tool results, in order.
fn answered(dialect: &str, body: &Value) -> Vec<String> {
    let (list, id) = match dialect {
        "anthropic" => ("/messages/2/content", "/tool_use_id"),
        "gemini" => ("/contents/2/parts", "/functionResponse/id"),
        "openai_chat" => ("/messages", "/tool_call_id"),
        _ => ("/input", "/call_id"),
    };
    let entries = body.pointer(list).and_then(Value::as_array).expect("a list");
    let is_answer = |entry: &&Value| entry["type"] != "function_call";
    let ids = entries
        .iter()
        .filter(is_answer)
        .filter_map(|entry| entry.pointer(id)?.as_str());
    ids.map(str::to_owned).collect()
}

#[tokio::test]
async fn blocks_go_back_unchanged_and_every_call_is_answered() {
    for dialect in DIALECTS {
        let (stream, blocks) = turn(dialect);
        let done = if dialect == "gemini" { "STOP" } else { "stop" };
        let stop = if dialect == "openai_responses" { "" } else { done };
        let server = Server::playing(vec![events(&stream, 100), events(&short(dialect, "Done.", stop), 100)]).await;
        let model = remote(dialect, &server);
        let mut request = question();
        let first = ask(&model, &request).await.0.expect("the first turn");
        request.messages.push(first.message());
        let results = first.calls.iter().map(|call| ToolResult {
            call_id: call.id.clone(),
            name: call.name.clone(),
            parts: vec![Part::text("a result")],
            is_error: call.id == "toolu_2",
        });
        request.messages.push(Message::User {
            results: results.collect(),
            parts: vec![Part::text("Go on.")],
        });
        let second = ask(&model, &request).await.0.expect("the second turn");
        assert_eq!((second.text.as_str(), second.stop), ("Done.", Stop::Done), "{dialect}");
        let seen = server.seen();
        let back = sent_back(dialect, &seen[1].body);
        assert_eq!(back.len(), blocks.len(), "{dialect}");
        for (sent, came) in back.iter().zip(&blocks) {
            assert_eq!(sent.to_string(), came.to_string(), "{dialect}: to the last byte");
        }
        assert_eq!(answered(dialect, &seen[1].body), ["toolu_1", "toolu_2"], "{dialect}");
        // The cached beginning is unchanged.
        for stable in ["system", "tools", "instructions", "systemInstruction"] {
            assert_eq!(
                seen[0].body.get(stable),
                seen[1].body.get(stable),
                "{dialect}: {stable}"
            );
        }
    }
}

#[tokio::test]
async fn a_turn_says_why_it_ended() {
    let refused = |why: &str| Stop::Refused { why: why.to_owned() };
    for (dialect, reason, expected) in [
        ("anthropic", "end_turn", Stop::Done),
        ("anthropic", "stop_sequence", Stop::Done),
        ("anthropic", "max_tokens", Stop::MaxTokens),
        ("anthropic", "model_context_window_exceeded", Stop::MaxTokens),
        ("anthropic", "pause_turn", Stop::Paused),
        ("anthropic", "refusal", refused("")),
        ("openai_responses", "", Stop::Done),
        ("openai_responses", "max_output_tokens", Stop::MaxTokens),
        (
            "openai_responses",
            "content_filter",
            refused("the provider's content filter"),
        ),
        ("openai_chat", "stop", Stop::Done),
        ("openai_chat", "length", Stop::MaxTokens),
        (
            "openai_chat",
            "content_filter",
            refused("the provider's content filter"),
        ),
        ("gemini", "STOP", Stop::Done),
        ("gemini", "MAX_TOKENS", Stop::MaxTokens),
        ("gemini", "SAFETY", refused("SAFETY")),
    ] {
        let server = Server::playing(vec![events(&short(dialect, "Well.", reason), 50)]).await;
        let turn = ask(&remote(dialect, &server), &question()).await.0.expect("a turn");
        assert_eq!(turn.stop, expected, "{dialect} {reason}");
        assert_eq!(turn.text, "Well.", "{dialect} {reason}");
    }
}

#[tokio::test]
async fn local_servers_are_understood_with_their_habits() {
    let chunk = |delta: Value| {
        format!(
            "data: {}\n\n",
            json!({"choices": [{"delta": delta, "finish_reason": null}]})
        )
    };
    let end = format!(
        "data: {}\n\n",
        json!({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    );
    let call = |index: u64, id: &str, arguments: Value| {
        chunk(
            json!({"tool_calls": [{"index": index, "id": id, "function": {"name": "find_text", "arguments": arguments}}]}),
        )
    };
    let whole = json!({"choices": [{"message": {"content": "", "tool_calls": [
        {"function": {"name": "find_text", "arguments": {"text": "a"}}},
        {"function": {"name": "find_text", "arguments": "{\"text\": \"b\"}"}}]}, "finish_reason": "tool_calls"}]});
    let json_head = "content-type: application/json\r\n";
    for (habit, reply, ids) in [
        (
            "all calls at index 0",
            events(
                &[
                    call(0, "a", json!("{\"text\":\"a\"}")),
                    call(0, "b", json!("{\"text\":\"b\"}")),
                    end.clone(),
                ]
                .concat(),
                9,
            ),
            ["a", "b"],
        ),
        (
            "no ids",
            events(
                &[
                    call(0, "", json!("{\"text\":\"a\"}")),
                    call(1, "", json!("{\"text\":\"b\"}")),
                    end.clone(),
                ]
                .concat(),
                9,
            ),
            ["call_0", "call_1"],
        ),
        (
            "arguments as objects",
            events(
                &[
                    call(0, "a", json!({"text": "a"})),
                    call(1, "b", json!({"text": "b"})),
                    end.clone(),
                ]
                .concat(),
                9,
            ),
            ["a", "b"],
        ),
        (
            "no stream at all",
            answer(200, json_head, &whole.to_string()),
            ["call_0", "call_1"],
        ),
    ] {
        let server = Server::playing(vec![reply]).await;
        let turn = ask(&remote("openai_chat", &server), &question()).await.0.expect(habit);
        let calls: Vec<_> = turn
            .calls
            .iter()
            .map(|call| (call.id.as_str(), call.input.clone()))
            .collect();
        assert_eq!(
            calls,
            [(ids[0], json!({"text": "a"})), (ids[1], json!({"text": "b"}))],
            "{habit}"
        );
        assert_eq!(turn.stop, Stop::Calls, "{habit}");
        // Without reported usage it is estimated, so that a budget can still be reached.
        assert!(
            !turn.tokens.counted && turn.tokens.input > 0 && turn.tokens.output > 0,
            "{habit}"
        );
    }
}

#[tokio::test]
async fn arguments_that_are_no_json_reach_nobody_as_arguments() {
    let cut = |arguments: &str| {
        format!(
            "data: {}\n\ndata: {}\n\n",
            json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "find_text", "arguments": arguments}}]}}]}),
            json!({"choices": [{"delta": {}, "finish_reason": "length"}]})
        )
    };
    let server = Server::playing(vec![events(&cut("{\"text\": \"unfini"), 20)]).await;
    let turn = ask(&remote("openai_chat", &server), &question())
        .await
        .0
        .expect("a turn");
    assert_eq!(turn.stop, Stop::MaxTokens);
    let schema = &question().tools()[0].schema.clone();
    let refused = touchstone_engine::provider::accept(schema, turn.calls[0].input.clone()).unwrap_err();
    assert!(refused[0].contains("object"), "{refused:?}");
}

#[tokio::test]
async fn replies_in_a_shape_are_checked_against_all_of_it() {
    let shape = Shape {
        name: "grade".into(),
        schema: json!({"type": "object", "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 100}}, "required": ["score"]}),
    };
    for dialect in DIALECTS {
        let stop = match dialect {
            "gemini" => "STOP",
            "openai_responses" => "",
            _ => "stop",
        };
        let fine = events(&short(dialect, "```json\n{\"score\": 70}\n```", stop), 30);
        let wrong = events(&short(dialect, "{\"score\": 1e15}", stop), 30);
        let server = Server::playing(vec![fine, wrong]).await;
        let model = remote(dialect, &server);
        let request = Request {
            ask: Ask::Json(shape.clone()),
            ..question()
        };
        let first = ask(&model, &request).await.0.expect("a turn");
        assert_eq!(first.json(&shape), Ok(json!({"score": 70})), "{dialect}");
        let second = ask(&model as &dyn Provider, &request).await.0.expect("a turn");
        assert!(second.json(&shape).unwrap_err()[0].contains("/score"), "{dialect}");
    }
}
