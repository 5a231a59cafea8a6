#![allow(clippy::unwrap_used)]
use super::*;

fn catalog() -> Catalog {
    Catalog::load(None).unwrap()
}

fn tokens(input: u64, cached: u64, written: u64, output: u64) -> Tokens {
    Tokens {
        input,
        cached,
        written,
        output,
        counted: true,
    }
}

#[test]
fn prices_are_tiered_by_the_whole_prompt() {
    for (name, tokens, cents) in [
        ("anthropic:claude-haiku-5-5", tokens(100_000, 0, 0, 1_000), 1.05),
        // One token more, and all of them cost five times as much.
        (
            "anthropic:claude-haiku-5-5",
            tokens(1, 100_000, 0, 1_000),
            0.500_05 + 0.25,
        ),
        ("anthropic:claude-haiku-5-5", tokens(0, 0, 80_000, 0), 1.0),
        ("anthropic", tokens(1_000_000, 0, 0, 0), 50.0),
        ("openai:gpt-5.6-luna", tokens(200_000, 0, 0, 0), 4.0),
        ("openai:gpt-5.6-luna", tokens(200_001, 0, 0, 0), 8.000_04),
        ("gemini", tokens(1_000, 1_000, 0, 1_000), 0.075 + 0.0075 + 0.375),
        // Without a price for cache writes, the input price applies.
        ("openai:gpt-5.4-nano", tokens(0, 0, 1_000_000, 0), 20.0),
    ] {
        let (_, model) = catalog().find(name).unwrap();
        let cost = model.cost(&tokens).unwrap() * 100.0;
        assert!((cost - cents).abs() < 1e-9, "{name}: {cost} cents, expected {cents}");
    }
    let (_, unknown) = catalog().find("ollama:qwen3").unwrap();
    assert_eq!(unknown.cost(&tokens(5, 0, 0, 5)), None);
}

#[test]
fn engines_are_named_by_provider_and_model() {
    let find = |name: &str| catalog().find(name);
    assert_eq!(find("anthropic").unwrap().1.id, "claude-haiku-5-5");
    let (endpoint, model) = find("ollama:qwen3:8b").unwrap();
    assert_eq!((model.id.as_str(), endpoint.is_here()), ("qwen3:8b", true));
    assert!(model.can.schema && !model.can.tools && model.price.is_empty());
    assert!(!find("openrouter:meta/llama").unwrap().0.is_here());
    assert!(matches!(find("ollama"), Err(CatalogError::NoModel { .. })));
    assert!(matches!(find("claude"), Err(CatalogError::UnknownEndpoint { .. })));
    for id in [
        "gemini:../v1/files",
        "gemini:/x",
        "gemini:a b",
        "gemini:a?key=1",
        "gemini:a#b",
        "gemini:é",
    ] {
        assert!(matches!(find(id), Err(CatalogError::Mistake(_))), "{id}");
    }
}

#[test]
fn the_users_file_adds_and_replaces() {
    let own = r#"
[[endpoint]]
name = "lab"
title = "The lab"
dialect = "openai_chat"
url = "http://192.168.7.7:8000/v1"
own_network = true
key_env = "LAB_KEY"

[[model]]
endpoint = "anthropic"
id = "claude-haiku-5-5"
context = 7
output = 7
can = []

[[model]]
endpoint = "lab"
id = "qwen"
context = 8
output = 8
can = ["tools"]
"#;
    let catalog = Catalog::of(Some(own)).unwrap();
    assert_eq!(catalog.find("anthropic").unwrap().1.context, 7);
    let priced = |catalog: &Catalog, name: &str| catalog.priced(&catalog.find(name).unwrap().1).to_owned();
    assert_eq!(priced(&catalog, "anthropic"), "your own catalog");
    assert_eq!(priced(&catalog, "openai"), catalog.as_of);
    let dated = Catalog::of(Some(&format!("as_of = \"2031-02-03\"\n{own}"))).unwrap();
    assert_eq!(priced(&dated, "lab:qwen"), "2031-02-03");
    assert_eq!(priced(&dated, "gemini"), catalog.as_of);
    assert!(catalog.find("lab:qwen").unwrap().1.can.tools);
    assert!(!catalog.find("lab:qwen").unwrap().0.is_here());
    assert_eq!(catalog.endpoints.len(), Catalog::of(None).unwrap().endpoints.len() + 1);
}

#[test]
fn mistakes_of_the_users_file_are_named() {
    let endpoint = |name: &str, url: &str, more: &str| {
        format!("[[endpoint]]\nname = \"{name}\"\ntitle = \"t\"\ndialect = \"openai_chat\"\nurl = \"{url}\"\n{more}")
    };
    for (text, expected) in [
        (endpoint("x", "http://example.org/v1", ""), "https"),
        (endpoint("x", "https://10.0.0.1/v1", ""), "private network"),
        (endpoint("x", "https://169.254.169.254/", "own_network = true"), "reserved address"),
        (endpoint("x y", "https://example.org/v1", ""), "letters, digits"),
        (endpoint("x", "nowhere", ""), "url"),
        (endpoint("x", "https://example.org", "keyenv = \"A\""), "unknown field"),
        (endpoint("x", "https://example.org", "unknown = [\"magic\"]"), "`magic` is not a capability"),
        // A key cannot be sent to another address.
        (endpoint("anthropic", "https://evil.example/v1", "key_env = \"ANTHROPIC_API_KEY\""), "belongs to https://api.anthropic.com"),
        (endpoint("x", "https://evil.example/v1", "key_env = \"OPENAI_API_KEY\""), "name another variable"),
        ("[[model]]\nendpoint = \"nobody\"\nid = \"m\"\ncontext = 1\noutput = 1\ncan = []".into(), "nobody"),
        (
            "[[model]]\nendpoint = \"openai\"\nid = \"m\"\ncontext = 1\noutput = 1\ncan = []\nprice = [{ above = 0, input = -1.0, output = 0.0 }]".into(),
            "a price is invalid",
        ),
    ] {
        let error = Catalog::of(Some(&text)).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\nsaid: {error}");
    }
}
