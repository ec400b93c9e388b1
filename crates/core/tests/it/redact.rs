//! Secrets in texts.

use serde_json::json;
use unbreak_core::redact::{Secrets, VERBATIM, is_secret_name, redact, value};

#[test]
fn secrets_go_and_messages_stay() {
    let long = "Ab1".repeat(14);
    let cases = [
        (
            format!("token ghp_{long} is expired"),
            "token <redacted> is expired".to_owned(),
        ),
        (format!("AKIA{}", "Q".repeat(16)), "<redacted>".to_owned()),
        (
            format!("Authorization: Bearer {long}"),
            "Authorization: Bearer <redacted>".to_owned(),
        ),
        (
            "https://ada:s3cret@example.org/x".to_owned(),
            "https://ada:<redacted>@example.org/x".to_owned(),
        ),
        (
            "DB_PASSWORD=hunter22 make".to_owned(),
            "DB_PASSWORD=<redacted> make".to_owned(),
        ),
        (
            "{\"api_key\": \"abcd1234\"}".to_owned(),
            "{\"api_key\": \"<redacted>\"}".to_owned(),
        ),
        ("--token=abcdef123".to_owned(), "--token=<redacted>".to_owned()),
        (
            "run: ./deploy --api-key s3cretpart --dry".to_owned(),
            "run: ./deploy --api-key <redacted> --dry".to_owned(),
        ),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter".to_owned(),
            "<redacted>\nafter".to_owned(),
        ),
    ];
    for (text, wanted) in cases {
        assert_eq!(redact(&text), wanted);
    }
    let innocent = [
        "SyntaxError: Unexpected token: ) in JSON",
        "error: expected one of `,` or `:`, found token `fn`",
        "a.py:3: error: Incompatible types in assignment",
        "https://example.org:8080/path@2x.png",
        "KeyError: 'token'",
        "Type '{ password: string; }' is not assignable",
        "fn login(password: Option<String>)",
        "error: the option --token --quiet needs a value",
    ];
    for text in innocent {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn names_of_secrets_are_known() {
    for name in [
        "password",
        "DB_PASSWORD",
        "api_key",
        "apiKey",
        "authToken",
        "token",
        "client_secret",
    ] {
        assert!(is_secret_name(name), "{name}");
    }
    for name in ["tokens", "tokenizer", "passed", "secretary", "keyboard"] {
        assert!(!is_secret_name(name), "{name}");
    }
}

#[test]
fn what_variables_hold_is_a_secret_wherever_it_stands() {
    let variables = [
        ("MY_TOKEN", "plain-words-9"),
        ("MY_LONG_TOKEN", "plain-words-9-and-more"),
        ("DB_PASSWORD", "postgres"),
        ("APP_CREDENTIALS", "/home/ada/credentials.json"),
        ("EDITOR", "plain-editor-7"),
        ("PASSPHRASE", "correcthorsebatterystaple"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let secrets = Secrets::of(variables);
    let text = "sent plain-words-9-and-more, plain-words-9 and correcthorsebatterystaple to postgres by \
                plain-editor-7 with /home/ada/credentials.json";
    let clean = "sent <redacted>, <redacted> and <redacted> to postgres by plain-editor-7 with \
                 /home/ada/credentials.json";
    assert_eq!(secrets.redact(text), clean);
}

#[test]
fn json_is_redacted_but_for_what_its_schema_calls_verbatim() {
    let secret = format!("glpat-{}", "x1".repeat(12));
    let mut output = json!({
        "locals": [{ "name": "api_key", "value": "'abc'" }, { "name": "count", "value": "3" }],
        "password": "short",
        "lines": [[format!("uses {secret}")]],
        "patch": { "text": format!("-key = {secret}") },
        "count": 3,
    });
    let schema = json!({ "properties": { "patch": { "type": "object", VERBATIM: true } } });
    value(&mut output, &schema);
    let wanted = json!({
        "locals": [{ "name": "api_key", "value": "<redacted>" }, { "name": "count", "value": "3" }],
        "password": "<redacted>",
        "lines": [["uses <redacted>"]],
        "patch": { "text": format!("-key = {secret}") },
        "count": 3,
    });
    assert_eq!(output, wanted);
}
