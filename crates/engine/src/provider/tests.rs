#![allow(clippy::unwrap_used)]
use super::*;
use serde_json::{Value, json};

fn model(can: &[&str]) -> Model {
    let words: Vec<String> = can.iter().map(|word| (*word).to_owned()).collect();
    Model {
        endpoint: "p".into(),
        origin: String::new(),
        id: "model-1".into(),
        context: 100_000,
        output: 4_000,
        can: words.try_into().unwrap(),
        price: Vec::new(),
    }
}

fn tools() -> Vec<Tool> {
    let closed = json!({
        "type": "object",
        "properties": {"text": {"type": "string"}, "page": {"type": "integer", "minimum": 1}},
        "required": ["text"],
    });
    let open = json!({"type": "object", "properties": {"path": {"type": "string"}, "value": true}, "required": ["path", "value"]});
    vec![
        Tool {
            name: "find_text".into(),
            description: "Finds text.".into(),
            schema: closed,
        },
        Tool {
            name: "update_field".into(),
            description: "Changes a value.".into(),
            schema: open,
        },
    ]
}

/// Two turns with tools: a document text sent again each time, a picture, calls and a failed result.
fn conversation(blocks: Vec<Value>) -> Request {
    let result = |id: &str, parts: Vec<Part>, is_error: bool| ToolResult {
        call_id: id.into(),
        name: "find_text".into(),
        parts,
        is_error,
    };
    let picture = || Part::Image {
        media_type: "image/png".into(),
        data: "AAAA".into(),
        page: None,
    };
    let call = |id: &str| Call {
        id: id.into(),
        name: "find_text".into(),
        input: json!({}),
    };
    Request {
        system: "Read the document.".into(),
        messages: vec![
            Message::User {
                results: Vec::new(),
                parts: vec![Part::text("The document.").stable(), picture(), Part::text("Begin.")],
            },
            Message::Assistant {
                blocks,
                calls: vec![call("a"), call("b")],
            },
            Message::User {
                results: vec![
                    result("a", vec![Part::text("page 1"), picture()], false),
                    result("b", vec![Part::text("no such page")], true),
                ],
                parts: vec![Part::text("Go on.")],
            },
        ],
        ask: Ask::Tools(tools()),
        max_tokens: 9_000,
        effort: Some(Effort::Low),
        cache_key: None,
    }
}

fn written(dialect: Protocol, request: &Request) -> Value {
    dialect.body(&model(&["tools", "strict", "schema", "images", "effort"]), request)
}

#[test]
fn conversations_are_written_in_every_format() {
    let calls = |list: Value| vec![list];
    for (dialect, blocks) in [
        (
            Protocol::Anthropic,
            vec![
                json!({"type": "thinking", "thinking": "", "signature": "s=="}),
                json!({"type": "tool_use", "id": "a", "name": "find_text", "input": {}}),
            ],
        ),
        (
            Protocol::OpenaiResponses,
            vec![
                json!({"type": "reasoning", "encrypted_content": "e=="}),
                json!({"type": "function_call", "call_id": "a", "arguments": "{}"}),
            ],
        ),
        (
            Protocol::OpenaiChat,
            calls(json!({"role": "assistant", "content": "", "tool_calls": [{"id": "a"}]})),
        ),
        (
            Protocol::Gemini,
            calls(json!({"functionCall": {"name": "find_text", "args": {}}, "thoughtSignature": "s=="})),
        ),
    ] {
        let name = format!("conversation_{dialect:?}");
        insta::assert_json_snapshot!(name, written(dialect, &conversation(blocks)));
    }
}

#[test]
fn shapes_are_asked_for_in_every_format() {
    let request = Request {
        messages: vec![Message::user("Grade it.")],
        ask: Ask::Json(Shape {
            name: "grade".into(),
            schema: json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "Grade",
                "type": "object",
                "properties": {
                    "score": {"type": "integer", "minimum": 0, "maximum": 100, "format": "uint8"},
                    "label": {"const": "W-2"},
                    "why": {"type": "string", "maxLength": 200},
                },
                "required": ["score", "label"],
            }),
        }),
        ..conversation(Vec::new())
    };
    for dialect in [
        Protocol::Anthropic,
        Protocol::OpenaiResponses,
        Protocol::OpenaiChat,
        Protocol::Gemini,
    ] {
        insta::assert_json_snapshot!(format!("shape_{dialect:?}"), written(dialect, &request));
    }
}

/// No dialect writes what the newest models refuse with status 400.
#[test]
fn nothing_is_sent_that_newest_models_refuse() {
    let refused = [
        "temperature",
        "top_p",
        "top_k",
        "tool_choice",
        "thinking",
        "budget_tokens",
        "allowedFunctionNames",
    ];
    for dialect in [
        Protocol::Anthropic,
        Protocol::OpenaiResponses,
        Protocol::OpenaiChat,
        Protocol::Gemini,
    ] {
        let body = written(dialect, &conversation(vec![json!({"role": "assistant"})]));
        for word in refused {
            assert!(
                !body.to_string().contains(&format!("\"{word}\"")),
                "{dialect:?}: {word}"
            );
        }
    }
}

#[test]
fn a_model_is_only_asked_for_what_it_can_do() {
    let shape = Request {
        ask: Ask::Json(Shape {
            name: "s".into(),
            schema: json!({"type": "object", "properties": {}}),
        }),
        ..conversation(vec![json!({"role": "assistant"})])
    };
    for dialect in [
        Protocol::Anthropic,
        Protocol::OpenaiResponses,
        Protocol::OpenaiChat,
        Protocol::Gemini,
    ] {
        let plain = dialect.body(&model(&[]), &shape).to_string();
        for word in [
            "json_schema",
            "responseJsonSchema",
            "effort",
            "thinkingLevel",
            "\"strict\":true",
        ] {
            assert!(!plain.contains(word), "{dialect:?}: {word}");
        }
        let tools = dialect.body(&model(&["tools"]), &conversation(vec![json!({"role": "assistant"})]));
        for word in ["\"strict\":true", "VALIDATED"] {
            assert!(!tools.to_string().contains(word), "{dialect:?}: {word}");
        }
    }
}

/// OpenAI stores nothing, so earlier reasoning is sent along encrypted or not at all.
#[test]
fn reasoning_travels_encrypted_or_not_at_all() {
    let call = json!({"type": "function_call", "id": "fc_1", "call_id": "a", "name": "find_text", "arguments": "{}"});
    let thought =
        |content: Value| json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": content});
    let sent = |blocks: Vec<Value>| written(Protocol::OpenaiResponses, &conversation(blocks))["input"].clone();
    let whole = sent(vec![thought(json!("e==")), call.clone()]);
    assert_eq!((&whole[1], &whole[2]), (&thought(json!("e==")), &call), "as it came");
    for bare in [thought(Value::Null), json!({"type": "reasoning", "id": "rs_1"})] {
        let input = sent(vec![bare, call.clone()]);
        assert!(!input.to_string().contains("rs_1"), "{input}");
        let kept = json!({"type": "function_call", "call_id": "a", "name": "find_text", "arguments": "{}"});
        assert_eq!(input[1], kept);
        assert_eq!(input[2]["type"], "function_call_output");
    }
}

/// OpenAI models newer than the program are assumed to think; those that do not are listed.
#[test]
fn a_model_that_is_newer_than_the_catalog_keeps_its_thoughts() {
    let catalog = Catalog::load(None).unwrap();
    let body = |name: &str| {
        let (endpoint, model) = catalog.find(name).unwrap();
        endpoint.dialect.body(&model, &conversation(Vec::new()))
    };
    for (name, thinks) in [("openai:gpt-6-nova", true), ("openai", true), ("openai:gpt-4.1", false)] {
        let include = &body(name)["include"];
        assert_eq!(
            *include == json!(["reasoning.encrypted_content"]),
            thinks,
            "{name}: {include}"
        );
    }
    for name in [
        "anthropic:claude-fable-5-1",
        "openai:gpt-5.4-mini",
        "gemini:gemini-3.1-pro-preview",
    ] {
        assert!(!catalog.find(name).unwrap().1.price.is_empty(), "{name}");
    }
}

/// OpenAI looks up a cached prefix by this key.
#[test]
fn questions_about_one_document_share_a_key_that_is_no_part_of_them() {
    let plain = conversation(Vec::new());
    let keyed = Request {
        cache_key: Some("k".into()),
        ..plain.clone()
    };
    assert_eq!(plain.digest("p", "m"), keyed.digest("p", "m"));
    let body = |request: &Request| written(Protocol::OpenaiResponses, request);
    assert_eq!(body(&keyed)["prompt_cache_key"], "k");
    assert!(body(&plain).get("prompt_cache_key").is_none());
    for dialect in [Protocol::Anthropic, Protocol::OpenaiChat, Protocol::Gemini] {
        assert_eq!(
            written(dialect, &keyed),
            written(dialect, &plain),
            "{dialect:?} knows no such key"
        );
    }
}

#[test]
fn the_provider_marks_at_most_four_places_for_its_cache() {
    let stable = |text: &str| Part::text(text).stable();
    let mut request = conversation(Vec::new());
    request.messages = vec![Message::User {
        results: Vec::new(),
        parts: (0..9)
            .map(|at| stable(&at.to_string()))
            .chain([Part::text("end")])
            .collect(),
    }];
    let body = written(Protocol::Anthropic, &request);
    assert_eq!(body.to_string().matches("cache_control").count(), 4);
    let marked: Vec<bool> = body["messages"][0]["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block.get("cache_control").is_some())
        .collect();
    assert_eq!(marked[7..], [true, true, true]);
}
