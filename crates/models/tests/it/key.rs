//! Keys come from the environment or a program, and appear nowhere but in their header.

use serde_json::json;
use unbreak_core::ModelErrorKind as Kind;

use crate::server::{Server, chat, status};
use crate::support::{HTTP, ask, at, question, refused};

/// A program that prints a key, which looks like nothing that is known.
fn printing(key: &str) -> Option<Vec<String>> {
    Some(vec!["printf".to_owned(), "%s\\n".to_owned(), key.to_owned()])
}

const KEY: &str = "plum-Harbour/7+violet=Lantern";

#[test]
fn the_key_goes_into_the_header_of_its_provider() {
    let expected = [
        ("anthropic", "x-api-key", KEY.to_owned()),
        ("gemini", "x-goog-api-key", KEY.to_owned()),
        ("ollama", "authorization", format!("Bearer {KEY}")),
        ("openai", "authorization", format!("Bearer {KEY}")),
    ];
    for (provider, header, value) in expected {
        let server = Server::saying(status("500 Internal Server Error", "", ""));
        let mut config = at(provider, &server.address);
        config.key_command = printing(KEY);
        let _ = ask(&config, &question("?"));
        let request = &server.requests()[0];
        assert_eq!(request.headers.get(header), Some(&value), "{provider}");
        assert!(!request.path.contains(KEY) && !request.body.to_string().contains(KEY));
    }
}

#[test]
fn a_header_of_ones_own_carries_the_key_alone() {
    let server = Server::saying(chat(&["ready"]));
    let mut config = at("openai", &server.address);
    config.key_command = printing(KEY);
    config.key_header = Some("api-key".to_owned());
    config.base_url = Some(format!("{}/openai/v1?api-version=2026-01-01", server.address));
    ask(&config, &question("?")).unwrap();
    let request = &server.requests()[0];
    assert_eq!(request.headers.get("api-key").map(String::as_str), Some(KEY));
    assert_eq!(request.headers.get("authorization"), None);
    assert_eq!(request.path, "/openai/v1/chat/completions?api-version=2026-01-01");
}

#[test]
fn a_key_that_the_server_repeats_is_redacted() {
    let forms = [
        KEY.to_owned(),
        "cGx1bS1IYXJib3VyLzcrdmlvbGV0PUxhbnRlcm4=".to_owned(),
        "plum-Harbour%2F7%2Bviolet%3DLantern".to_owned(),
    ];
    for form in forms {
        for line in ["401 Unauthorized", "400 Bad Request", "200 OK"] {
            let body =
                json!({"error": {"message": format!("Incorrect key provided: {form}."), "code": form}});
            let server = Server::saying(status(line, "", &body.to_string()));
            let mut config = at("openai", &server.address);
            config.key_command = printing(KEY);
            let error = ask(&config, &question("?")).unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(
                !shown.contains(&form) && !shown.contains("Harbour"),
                "{line}: {shown}"
            );
            assert!(shown.contains("Incorrect"), "{line}: {shown}");
        }
    }
}

#[test]
fn a_key_that_is_in_an_answer_that_is_no_json_is_redacted() {
    let server = Server::saying(status("200 OK", "", &format!("your key is {KEY}")));
    let mut config = at("openai", &server.address);
    config.key_command = printing(KEY);
    let error = ask(&config, &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::Malformed);
    assert!(!error.to_string().contains("Harbour"), "{error}");
}

#[test]
fn a_missing_key_is_an_error_that_names_its_variable_and_nothing_is_sent() {
    let server = Server::saying(chat(&["ready"]));
    for provider in HTTP {
        let mut config = at(provider, &server.address);
        config.key_env = Some("UNBREAK_TEST_NO_SUCH_KEY".to_owned());
        assert_eq!(
            config.missing_variable().as_deref(),
            Some("UNBREAK_TEST_NO_SUCH_KEY")
        );
        let error = ask(&config, &question("?")).unwrap_err();
        assert_eq!(error.kind, Kind::Unauthorized);
        assert!(error.hint.contains("UNBREAK_TEST_NO_SUCH_KEY"), "{error}");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn a_program_that_gives_no_key_is_an_error_without_what_it_printed() {
    let server = Server::saying(chat(&["ready"]));
    for script in ["echo half-a-secret; exit 3", "true", "echo two words-of-a-secret"] {
        let mut config = at("openai", &server.address);
        config.key_command = Some(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
        let error = ask(&config, &question("?")).unwrap_err();
        assert_eq!(error.kind, Kind::Unauthorized, "{error}");
        assert!(!error.message.replace(script, "").contains("secret"), "{error}");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn a_key_that_has_expired_is_fetched_again_once() {
    let directory = tempfile::tempdir().unwrap();
    let count = directory.path().join("count");
    let script = format!("echo x >> {0}; echo key-number-$(wc -l < {0})", count.display());
    let expired = status("401 Unauthorized", "", r#"{"error":{"message":"expired"}}"#);
    let server = Server::saying_in_turn(vec![expired.clone(), chat(&["ready"]), expired]);
    let mut config = at("openai", &server.address);
    config.key_command = Some(vec!["sh".to_owned(), "-c".to_owned(), script]);
    assert_eq!(ask(&config, &question("?")).unwrap().text, "ready");
    let keys: Vec<String> = server
        .requests()
        .iter()
        .map(|request| request.headers["authorization"].clone())
        .collect();
    assert_eq!(keys, ["Bearer key-number-1", "Bearer key-number-2"]);
    let error = ask(&config, &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::Unauthorized);
    assert_eq!(
        server.requests().len(),
        4,
        "a key that is not accepted is fetched once more, not for ever"
    );
}

#[test]
fn plain_http_is_for_this_machine_only() {
    for (address, is_accepted) in [
        ("http://127.0.0.1:1", true),
        ("http://localhost:1", true),
        ("http://[::1]:1", true),
        ("https://example.com/v1", true),
        ("http://example.com/v1", false),
        ("http://10.0.0.1:8000", false),
        ("http://127.0.0.1.example.com", false),
        ("http://localhost.example.com", false),
        ("ftp://example.com", false),
        ("https://user:password@example.com", false),
        ("example.com/v1", false),
        ("", false),
    ] {
        let mut config = at("ollama", "");
        config.base_url = Some(address.to_owned());
        let opened = config.open("test", crate::support::runner());
        assert_eq!(opened.is_ok(), is_accepted, "{address}");
        let shown = opened.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(!shown.contains("user:password"), "{shown}");
    }
    let mut config = at("ollama", "http://10.0.0.1:8000");
    config.insecure = Some(true);
    crate::support::open(&config);
}

#[test]
fn a_key_in_the_headers_is_refused() {
    for (header, value) in [
        ("Authorization", "Bearer abc"),
        ("x-api-key", "abc"),
        ("X-Team", "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"),
    ] {
        let mut config = at("openai", "http://127.0.0.1:1");
        config.headers = Some([(header.to_owned(), value.to_owned())].into());
        let error = refused(&config);
        assert!(
            error.message.contains(header) && error.hint.contains("key_env"),
            "{error}"
        );
    }
    let server = Server::saying(chat(&["ready"]));
    let mut config = at("openai", &server.address);
    config.headers = Some([("HTTP-Referer".to_owned(), "https://example.com".to_owned())].into());
    ask(&config, &question("?")).unwrap();
    assert_eq!(
        server.requests()[0].headers["http-referer"],
        "https://example.com"
    );
}

#[test]
fn the_usual_key_is_not_sent_to_another_address() {
    let config = at("openai", "https://example.com/v1");
    assert_eq!(config.missing_variable(), None, "no variable is looked at");
}
