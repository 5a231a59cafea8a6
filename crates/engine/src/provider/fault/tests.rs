#![allow(clippy::unwrap_used)]
use super::*;

fn answer(status: u16, body: &str) -> ProviderError {
    Answer {
        status,
        body: body.to_owned(),
        ..Answer::default()
    }
    .error()
}

#[test]
fn every_refusal_is_sorted_by_what_to_do() {
    use Remedy::{GiveUp, Pause, Retry, Shorten};
    let anthropic =
        |kind: &str| format!(r#"{{"type":"error","error":{{"type":"{kind}","message":"m"}},"request_id":"req_1"}}"#);
    let openai = |code: &str| {
        format!(r#"{{"error":{{"message":"m","type":"invalid_request_error","param":null,"code":"{code}"}}}}"#)
    };
    let gemini = |status: &str| format!(r#"{{"error":{{"code":0,"message":"m","status":"{status}"}}}}"#);
    let spent = r#"{"type":"error","error":{"type":"rate_limit_error","message":"m","details":{"error_code":"enforced_spend_limit_reached"}}}"#;
    let bad_key = r#"[{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]"#;
    for (status, body, fault, remedy) in [
        (400, anthropic("invalid_request_error"), Fault::Invalid, GiveUp),
        (401, anthropic("authentication_error"), Fault::Auth, Pause),
        (402, anthropic("billing_error"), Fault::Billing, Pause),
        (403, anthropic("permission_error"), Fault::Auth, Pause),
        (404, anthropic("not_found_error"), Fault::Invalid, GiveUp),
        (409, anthropic("conflict_error"), Fault::Server, Retry),
        (413, anthropic("request_too_large"), Fault::TooLong, Shorten),
        (429, anthropic("rate_limit_error"), Fault::RateLimited, Retry),
        (429, spent.to_owned(), Fault::Billing, Pause),
        (500, anthropic("api_error"), Fault::Server, Retry),
        (504, anthropic("timeout_error"), Fault::Server, Retry),
        (529, anthropic("overloaded_error"), Fault::Overloaded, Retry),
        (529, String::new(), Fault::Overloaded, Retry),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens"}}"#
                .into(),
            Fault::TooLong,
            Shorten,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}"#
                .into(),
            Fault::Billing,
            Pause,
        ),
        (400, openai("context_length_exceeded"), Fault::TooLong, Shorten),
        (401, openai("invalid_api_key"), Fault::Auth, Pause),
        (404, openai("model_not_found"), Fault::NoModel, Pause),
        (
            404,
            r#"{"error":{"message":"model \"small\" not found, try pulling it first","type":"api_error"}}"#.into(),
            Fault::NoModel,
            Pause,
        ),
        (
            404,
            r#"{"object":"error","message":"The model `small` does not exist.","type":"NotFoundError","code":404}"#.into(),
            Fault::NoModel,
            Pause,
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","code":400}}"#
                .into(),
            Fault::TooLong,
            Shorten,
        ),
        (429, openai("insufficient_quota"), Fault::Billing, Pause),
        (429, openai("rate_limit_exceeded"), Fault::RateLimited, Retry),
        (503, openai("server_overloaded"), Fault::Overloaded, Retry),
        (429, gemini("RESOURCE_EXHAUSTED"), Fault::RateLimited, Retry),
        (400, gemini("INVALID_ARGUMENT"), Fault::Invalid, GiveUp),
        (400, bad_key.to_owned(), Fault::Auth, Pause),
        (503, gemini("UNAVAILABLE"), Fault::Overloaded, Retry),
        (500, gemini("INTERNAL"), Fault::Server, Retry),
        (
            400,
            r#"{"error":{"code":400,"type":"exceed_context_size_error","message":"m"}}"#.into(),
            Fault::TooLong,
            Shorten,
        ),
        (400, r#"{"error":"model not loaded"}"#.into(), Fault::Invalid, GiveUp),
        (502, "<html><title>Bad gateway</title>".into(), Fault::Server, Retry),
        (408, String::new(), Fault::Server, Retry),
        (422, "{}".into(), Fault::Invalid, GiveUp),
        (302, String::new(), Fault::Invalid, GiveUp),
        (429, "slow down".into(), Fault::RateLimited, Retry),
    ] {
        let error = answer(status, &body);
        assert_eq!((error.fault, error.remedy()), (fault, remedy), "{status} {body}");
        assert_eq!(error.status, Some(status));
    }
}

#[test]
fn waits_are_read_and_clamped() {
    let waits = |after: Option<&str>, millis: Option<&str>| {
        let answer = Answer {
            status: 429,
            retry_after: after.map(str::to_owned),
            retry_after_ms: millis.map(str::to_owned),
            ..Answer::default()
        };
        answer.error().wait
    };
    assert_eq!(waits(None, None), None);
    assert_eq!(waits(Some("3"), None), Some(Duration::from_secs(3)));
    assert_eq!(waits(Some("0.5"), None), Some(Duration::from_millis(500)));
    assert_eq!(waits(Some("3"), Some("250")), Some(Duration::from_millis(250)));
    assert_eq!(waits(Some("-9"), None), Some(Duration::ZERO));
    assert_eq!(waits(Some("1e300"), None), Some(LONGEST_WAIT));
    assert_eq!(waits(Some("NaN"), None), None);
    assert_eq!(waits(Some("soon"), None), None);
    assert_eq!(waits(Some("Wed, 21 Oct 1970 07:28:00 GMT"), None), Some(Duration::ZERO));
    assert_eq!(waits(Some("Mon, 21 Oct 2999 07:28:00 GMT"), None), Some(LONGEST_WAIT));
    let body = r#"{"error":{"status":"RESOURCE_EXHAUSTED","message":"m","details":[{"@type":"RetryInfo","retryDelay":"37s"}]}}"#;
    assert_eq!(answer(429, body).wait, Some(Duration::from_secs(37)));
}

#[test]
fn the_providers_word_on_trying_again_goes_before_ours() {
    let mut answer = Answer {
        status: 500,
        should_retry: Some("false".into()),
        ..Answer::default()
    };
    assert_eq!(answer.error().remedy(), Remedy::GiveUp);
    answer.should_retry = Some("perhaps".into());
    assert_eq!(answer.error().remedy(), Remedy::Retry);
    // A provider's request to retry does not make a billing error transient.
    answer.status = 402;
    answer.should_retry = Some("true".into());
    assert_eq!(answer.error().remedy(), Remedy::Pause);
}

#[test]
fn messages_are_one_short_line_without_keys() {
    let long = "x".repeat(5000);
    let body = format!(
        "{{\"error\":{{\"message\":\"Incorrect key: sk-ant-0123456789.\\n\\u001b[31mred AIzaSyA0123456789 {long}\",\"code\":\"invalid_api_key\"}}}}"
    );
    let error = answer(401, &body);
    assert!(!error.message.contains("0123456789"), "{}", error.message);
    assert!(!error.message.contains(['\n', '\u{1b}']));
    assert!(error.message.chars().count() < 1000);
    assert!(error.message.starts_with("Incorrect key: [removed]"));
}

#[test]
fn a_status_inside_an_answer_that_began_well_is_read() {
    for (event, fault) in [
        (
            r#"{"error":{"code":402,"message":"Insufficient credits"}}"#,
            Fault::Billing,
        ),
        (r#"{"error":{"code":429,"message":"Slow down"}}"#, Fault::RateLimited),
        (r#"{"error":{"code":502,"message":"Upstream"}}"#, Fault::Server),
        (r#"{"error":{"code":7,"message":"What"}}"#, Fault::Server),
        (
            r#"{"error":"Trying to keep the first 9000 tokens when context the overflows; context length of only 4096"}"#,
            Fault::TooLong,
        ),
    ] {
        let found = reported_error(&serde_json::from_str(event).unwrap()).unwrap();
        assert_eq!(found.fault, fault, "{event}");
    }
}

#[test]
fn a_model_that_is_not_there_waits_for_a_person() {
    for (status, body) in [
        (
            404,
            r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-old"}}"#,
        ),
        (
            404,
            r#"{"error":{"code":404,"message":"models/old is not found for API version v1beta","status":"NOT_FOUND"}}"#,
        ),
        (
            404,
            r#"{"error":{"message":"No endpoints found for meta/old.","code":404}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"meta/odd is not a valid model ID","code":400}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"The model `old` has been decommissioned","code":"model_decommissioned"}}"#,
        ),
    ] {
        let error = answer(status, body);
        assert_eq!((error.fault, error.remedy()), (Fault::NoModel, Remedy::Pause), "{body}");
    }
    // Anything else not found is a fault of the request.
    let other = r#"{"type":"error","error":{"type":"not_found_error","message":"file_1"}}"#;
    assert_eq!(answer(404, other).fault, Fault::Invalid);
}
