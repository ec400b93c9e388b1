//! Secrets in texts.

use unbreak_core::redact::{is_secret_name, redact};

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
