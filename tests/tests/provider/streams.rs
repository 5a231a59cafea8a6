//! The same turn in the four formats: a thought, a sentence with multi-byte letters, two parallel calls. Written from
//! the descriptions in the providers' SDKs.

use serde_json::{Value, json};

pub(crate) const TEXT: &str = "Größe 12 € 漢字 ✓";
pub(crate) const DIALECTS: [&str; 4] = ["anthropic", "openai_responses", "openai_chat", "gemini"];

fn sse(events: &[Value]) -> String {
    let written = events.iter().map(|event| {
        // Only one of the formats names its events, in their type.
        let name = event["type"]
            .as_str()
            .map(|name| format!("event: {name}\n"))
            .unwrap_or_default();
        format!("{name}data: {event}\n\n")
    });
    written.collect()
}

/// The turn as events, and the blocks that must be sent back unchanged.
pub(crate) fn turn(dialect: &str) -> (String, Vec<Value>) {
    match dialect {
        "anthropic" => anthropic(),
        "openai_responses" => responses(),
        "openai_chat" => chat(),
        "gemini" => gemini(),
        other => panic!("no format is called {other}"),
    }
}

/// A short text-only turn with the given stop reason.
pub(crate) fn short(dialect: &str, text: &str, stop: &str) -> String {
    match dialect {
        "anthropic" => sse(&[
            json!({"type": "message_start", "message": {"id": "msg_2", "model": "m", "usage": {"input_tokens": 5, "output_tokens": 1}}}),
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}),
            json!({"type": "content_block_stop", "index": 0}),
            json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 3}}),
            json!({"type": "message_stop"}),
        ]),
        "openai_responses" => {
            let item = json!({"type": "message", "id": "m1", "role": "assistant", "content": [{"type": "output_text", "text": text}]});
            let details = if stop.is_empty() {
                Value::Null
            } else {
                json!({"reason": stop})
            };
            sse(&[
                json!({"type": "response.output_text.delta", "delta": text}),
                json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
                json!({"type": "response.completed", "response": {"id": "r2", "model": "m", "incomplete_details": details, "usage": {"input_tokens": 5, "output_tokens": 3}}}),
            ])
        }
        "openai_chat" => {
            let chunks = sse(&[
                json!({"id": "c2", "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]}),
                json!({"id": "c2", "choices": [{"index": 0, "delta": {}, "finish_reason": stop}]}),
                json!({"id": "c2", "choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 3}}),
            ]);
            format!("{chunks}data: [DONE]\n\n")
        }
        "gemini" => sse(&[json!({
            "candidates": [{"content": {"parts": [{"text": text}], "role": "model"}, "finishReason": stop}],
            "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 3}
        })]),
        other => panic!("no format is called {other}"),
    }
}

fn anthropic() -> (String, Vec<Value>) {
    let piece = |index: u64, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let open =
        |index: u64, block: &Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let close = |index: u64| json!({"type": "content_block_stop", "index": index});
    let (first, second) = TEXT.split_at(TEXT.find('€').unwrap());
    let events = [
        json!({"type": "message_start", "message": {"id": "msg_1", "model": "claude-x", "usage":
            {"input_tokens": 10, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 40, "output_tokens": 1}}}),
        json!({"type": "ping"}),
        open(0, &json!({"type": "thinking", "thinking": "", "signature": ""})),
        piece(0, json!({"type": "thinking_delta", "thinking": "Two "})),
        piece(0, json!({"type": "thinking_delta", "thinking": "looks."})),
        piece(0, json!({"type": "signature_delta", "signature": "sig/+=="})),
        close(0),
        open(1, &json!({"type": "redacted_thinking", "data": "opaque=="})),
        close(1),
        open(2, &json!({"type": "text", "text": ""})),
        piece(2, json!({"type": "text_delta", "text": first})),
        piece(2, json!({"type": "text_delta", "text": second})),
        close(2),
        json!({"type": "a_later_invention", "anything": true}),
        open(
            3,
            &json!({"type": "tool_use", "id": "toolu_1", "name": "find_text", "input": {}}),
        ),
        piece(3, json!({"type": "input_json_delta", "partial_json": ""})),
        piece(
            3,
            json!({"type": "input_json_delta", "partial_json": "{\"text\": \"Grö"}),
        ),
        piece(
            3,
            json!({"type": "input_json_delta", "partial_json": "ße\", \"n\": 1.50}"}),
        ),
        close(3),
        open(
            4,
            &json!({"type": "tool_use", "id": "toolu_2", "name": "get_document_text", "input": {}}),
        ),
        close(4),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 77}}),
        json!({"type": "message_stop"}),
    ];
    let blocks = vec![
        json!({"type": "thinking", "thinking": "Two looks.", "signature": "sig/+=="}),
        json!({"type": "redacted_thinking", "data": "opaque=="}),
        json!({"type": "text", "text": TEXT}),
        json!({"type": "tool_use", "id": "toolu_1", "name": "find_text", "input": {"text": "Größe", "n": 1.50}}),
        json!({"type": "tool_use", "id": "toolu_2", "name": "get_document_text", "input": {}}),
    ];
    (sse(&events), blocks)
}

fn responses() -> (String, Vec<Value>) {
    let items = vec![
        json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "opaque=="}),
        json!({"type": "message", "id": "msg_1", "status": "completed", "role": "assistant",
            "content": [{"type": "output_text", "text": TEXT, "annotations": []}]}),
        json!({"type": "function_call", "id": "fc_1", "call_id": "toolu_1", "name": "find_text",
            "arguments": "{\"text\": \"Größe\", \"n\": 1.50}", "status": "completed"}),
        json!({"type": "function_call", "id": "fc_2", "call_id": "toolu_2", "name": "get_document_text", "arguments": "", "status": "completed"}),
    ];
    let mut events = vec![
        json!({"type": "response.created", "response": {"id": "resp_1", "status": "in_progress"}}),
        json!({"type": "response.reasoning_summary_text.delta", "delta": "Two looks."}),
        json!({"type": "response.output_text.delta", "delta": TEXT}),
    ];
    for (index, item) in items.iter().enumerate() {
        events.push(json!({"type": "response.output_item.added", "output_index": index, "item": item}));
        if let Some(arguments) = item["arguments"].as_str() {
            events.push(
                json!({"type": "response.function_call_arguments.delta", "output_index": index, "delta": arguments}),
            );
        }
        events.push(json!({"type": "response.output_item.done", "output_index": index, "item": item}));
    }
    events.push(json!({"type": "response.completed", "response": {"id": "resp_1", "model": "gpt-x", "status": "completed",
        "usage": {"input_tokens": 950, "input_tokens_details": {"cached_tokens": 900, "cache_write_tokens": 40}, "output_tokens": 77}}}));
    (sse(&events), items)
}

fn chat() -> (String, Vec<Value>) {
    let chunk = |delta: Value| json!({"id": "chatcmpl-1", "model": "local-x", "choices": [{"index": 0, "delta": delta, "finish_reason": null}]});
    let call = |piece: Value| chunk(json!({"tool_calls": [piece]}));
    let (first, second) = TEXT.split_at(TEXT.find('€').unwrap());
    let events = sse(&[
        chunk(json!({"role": "assistant", "content": null, "reasoning_content": "Two looks."})),
        chunk(json!({"content": first})),
        chunk(json!({"content": second})),
        call(
            json!({"index": 0, "id": "toolu_1", "type": "function", "function": {"name": "find_text", "arguments": ""}}),
        ),
        call(json!({"index": 0, "function": {"arguments": "{\"text\": \"Grö"}})),
        call(json!({"index": 0, "function": {"arguments": "ße\", \"n\": 1.50}"}})),
        call(
            json!({"index": 1, "id": "toolu_2", "type": "function", "function": {"name": "get_document_text", "arguments": ""}}),
        ),
        json!({"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
        json!({"id": "chatcmpl-1", "choices": [], "usage":
            {"prompt_tokens": 950, "prompt_tokens_details": {"cached_tokens": 900, "cache_write_tokens": 40}, "completion_tokens": 77}}),
    ]);
    let function = |id: &str, name: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    let message = json!({"role": "assistant", "content": TEXT, "reasoning_content": "Two looks.", "tool_calls": [
        function("toolu_1", "find_text", "{\"text\": \"Größe\", \"n\": 1.50}"),
        function("toolu_2", "get_document_text", ""),
    ]});
    (format!("{events}data: [DONE]\n\n"), vec![message])
}

fn gemini() -> (String, Vec<Value>) {
    let chunk = |parts: &[Value], more: Value| {
        let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
        if let Some(reason) = more.get("finishReason") {
            candidate["finishReason"] = reason.clone();
        }
        json!({"candidates": [candidate], "modelVersion": "gemini-x", "responseId": "resp_1", "usageMetadata":
            {"promptTokenCount": 950, "cachedContentTokenCount": 900, "candidatesTokenCount": 70, "thoughtsTokenCount": 7}})
    };
    let (first, second) = TEXT.split_at(TEXT.find('€').unwrap());
    let parts = vec![
        json!({"text": "Two looks.", "thought": true}),
        json!({"text": first}),
        json!({"text": second, "thoughtSignature": "sig/+=="}),
        json!({"functionCall": {"id": "toolu_1", "name": "find_text", "args": {"text": "Größe", "n": 1.50}}, "thoughtSignature": "sig2=="}),
        json!({"functionCall": {"id": "toolu_2", "name": "get_document_text", "args": {}}}),
    ];
    let events = sse(&[
        chunk(&parts[..2], json!({})),
        chunk(&parts[2..4], json!({})),
        chunk(&parts[4..], json!({"finishReason": "STOP"})),
    ]);
    (events, parts)
}
