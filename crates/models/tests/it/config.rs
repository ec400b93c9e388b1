//! Valid and invalid configurations.

use serde_json::Value;
use unbreak_core::ModelErrorKind as Kind;
use unbreak_models::{ModelConfig, providers};

use crate::support::{at, open, refused};

#[test]
fn the_schema_has_each_key_and_no_other() {
    let schema = ModelConfig::schema();
    let described = schema["properties"].as_object().unwrap();
    let error =
        serde_json::from_value::<ModelConfig>(serde_json::json!({"provider": "x", "no": 1})).unwrap_err();
    let message = error.to_string();
    let known: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
    let described: Vec<&str> = described.keys().map(String::as_str).collect();
    let mut sorted = known.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, described);
    for provider in providers() {
        for key in provider.needs.iter().chain(provider.takes) {
            assert!(
                known.contains(key),
                "{} takes {key}, which is not a key",
                provider.id
            );
        }
    }
}

#[test]
fn each_key_means_something_to_a_provider() {
    let schema = ModelConfig::schema();
    for (key, described) in schema["properties"].as_object().unwrap() {
        assert!(
            providers().any(|provider| provider.reads(key)),
            "{key} means nothing to anybody"
        );
        assert!(described["description"].is_string(), "{key} is not described");
    }
}

#[test]
fn what_cannot_work_is_an_error_that_says_why() {
    type Change = fn(&mut ModelConfig);
    let cases: [(&str, Change, &str); 8] = [
        ("openai2", |_| {}, "no provider 'openai2'"),
        ("openai", |config| config.model = None, "model is missing"),
        (
            "openai",
            |config| config.file = Some("x".into()),
            "file means nothing",
        ),
        (
            "openai",
            |config| config.timeout = Some("soon".to_owned()),
            "timeout is not a time",
        ),
        (
            "openai",
            |config| config.timeout = Some("0".to_owned()),
            "timeout is not a time",
        ),
        (
            "command",
            |config| config.command = Some(Vec::new()),
            "means nothing",
        ),
        ("replay", |config| config.file = None, "means nothing"),
        (
            "openai",
            |config| config.headers = Some([("a b".to_owned(), "c".to_owned())].into()),
            "a b is not a name",
        ),
    ];
    for (provider, change, message) in cases {
        let mut config = at(provider, "http://127.0.0.1:1");
        change(&mut config);
        let error = refused(&config);
        assert_eq!(error.kind, Kind::Configuration);
        assert!(error.message.contains(message), "{error}");
    }
}

#[test]
fn limits_are_those_of_the_configuration() {
    let mut config = at("openai", "http://127.0.0.1:1");
    config.context_tokens = Some(16_000);
    config.answer_tokens = Some(2_000);
    let limits = open(&config).limits();
    assert_eq!((limits.context_tokens, limits.answer_tokens), (16_000, 2_000));
}

#[test]
fn a_configuration_survives_being_written() {
    let mut config = at("openai", "http://127.0.0.1:1");
    config.price_input = Some(0.25);
    let written = serde_json::to_value(&config).unwrap();
    assert!(
        written
            .as_object()
            .unwrap()
            .values()
            .all(|value| value != &Value::Null)
    );
    assert_eq!(serde_json::from_value::<ModelConfig>(written).unwrap(), config);
    assert_eq!(config.price(), Some((0.25, 0.0)));
}
