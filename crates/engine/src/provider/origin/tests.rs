#![allow(clippy::unwrap_used)]
use super::*;

const WIDE: Scope = Scope {
    local_only: false,
    own_network: false,
};
const OWN: Scope = Scope {
    local_only: false,
    own_network: true,
};
const LOCAL: Scope = Scope {
    local_only: true,
    own_network: true,
};

/// Per address: allowed in general, allowed with models on the own network, allowed in a local-only workspace.
const ADDRESSES: [(&str, bool, bool, bool); 40] = [
    ("https://api.anthropic.com/v1", true, true, false),
    ("https://api.anthropic.com:8443/v1", true, true, false),
    ("https://API.Anthropic.com./v1", true, true, false),
    ("http://api.anthropic.com/v1", false, false, false),
    ("https://user@api.anthropic.com/v1", false, false, false),
    ("https://api.anthropic.com:pw@evil.example/v1", false, false, false),
    ("ftp://api.anthropic.com/v1", false, false, false),
    ("file:///etc/passwd", false, false, false),
    ("data:text/plain,x", false, false, false),
    ("ws://127.0.0.1/", false, false, false),
    ("http://localhost:11434/v1", true, true, true),
    ("http://LOCALHOST:11434/v1", true, true, true),
    ("http://localhost.:11434/v1", true, true, true),
    ("https://localhost/v1", true, true, true),
    ("http://localhost.evil.example/v1", false, false, false),
    ("https://localhost.evil.example/v1", true, true, false),
    ("http://127.0.0.1:8080/v1", true, true, true),
    ("http://127.1:8080/v1", true, true, true),
    ("http://2130706433/v1", true, true, true),
    ("http://0x7f000001/v1", true, true, true),
    ("http://0177.0.0.1/v1", true, true, true),
    ("http://127.255.255.254/v1", true, true, true),
    ("http://[::1]:8080/v1", true, true, true),
    ("http://[::ffff:127.0.0.1]/v1", true, true, true),
    ("http://0.0.0.0:8080/v1", false, false, false),
    ("https://0.0.0.0/v1", false, false, false),
    ("http://169.254.169.254/latest/meta-data", false, false, false),
    ("https://169.254.169.254/latest", false, false, false),
    ("https://[::ffff:169.254.169.254]/", false, false, false),
    ("https://[fd00:ec2::254]/", false, false, false),
    ("https://[fe80::1]/", false, false, false),
    ("http://192.168.1.20:8080/v1", false, true, false),
    ("https://192.168.1.20/v1", false, true, false),
    ("https://10.0.0.1/v1", false, true, false),
    ("http://172.16.3.4/v1", false, true, false),
    ("https://172.32.3.4/v1", true, true, false),
    ("http://100.64.0.7:1234/v1", false, true, false),
    ("https://[fd12:3456::1]/v1", false, true, false),
    ("https://255.255.255.255/", false, false, false),
    ("https://224.0.0.1/", false, false, false),
];

#[test]
fn addresses_are_judged_as_written() {
    for (text, wide, own, local) in ADDRESSES {
        let url = Url::parse(text).unwrap();
        let judged = [WIDE, OWN, LOCAL].map(|scope| permit(&url, scope).is_ok());
        assert_eq!(judged, [wide, own, local], "{text}");
    }
}

#[test]
fn names_are_judged_by_where_they_lead() {
    for (ip, here, wide, own, local) in [
        ("127.0.0.1", true, true, true, true),
        ("::1", true, true, true, true),
        ("93.184.216.34", true, false, false, false),
        ("127.0.0.1", false, false, false, false),
        ("::ffff:127.0.0.1", false, false, false, false),
        ("93.184.216.34", false, true, true, false),
        ("2606:2800:220:1::1", false, true, true, false),
        ("192.168.0.9", false, false, true, false),
        ("::ffff:10.1.2.3", false, false, true, false),
        ("169.254.169.254", false, false, false, false),
        ("fd00:ec2::254", false, false, false, false),
        ("fe80::1", false, false, false, false),
        ("0.1.2.3", false, false, false, false),
    ] {
        let judged = [WIDE, OWN, LOCAL].map(|scope| permit_address(ip.parse().unwrap(), here, scope).is_ok());
        assert_eq!(judged, [wide, own, local], "{ip} {here}");
    }
}

#[test]
fn an_origin_is_scheme_host_and_port() {
    let origin = |text: &str| origin_of(&Url::parse(text).unwrap());
    assert_eq!(
        origin("https://api.openai.com/v1/x?y"),
        origin("https://API.openai.com:443/")
    );
    assert_ne!(
        origin("https://api.openai.com/"),
        origin("https://api.openai.com:8443/")
    );
    assert_ne!(origin("http://127.0.0.1/"), origin("https://127.0.0.1/"));
    assert_ne!(origin("https://api.openai.com./"), origin("https://api.openai.com/"));
}
