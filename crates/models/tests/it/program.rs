//! Programs as models.

use std::time::{Duration, Instant};

use serde_json::Value;
use unbreak_core::ModelErrorKind as Kind;
use unbreak_core::model::Prompt;
use unbreak_models::{Input, ModelConfig};

use crate::support::{ask, block_on, open, question};

fn program(script: &str) -> ModelConfig {
    let mut config = ModelConfig::new("command");
    config.command = Some(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
    config
}

#[test]
fn a_program_reads_the_conversation_in_order() {
    let prompt = question("first?").then("first!", "second?");
    let answer = ask(&program("cat"), &prompt).unwrap();
    assert_eq!(
        answer.text,
        "be brief\n\nQuestion:\n\nfirst?\n\nYour answer:\n\nfirst!\n\nQuestion:\n\nsecond?"
    );
    assert_eq!(answer.input_tokens, prompt.estimated_tokens());
}

#[test]
fn a_program_reads_json_if_it_wants_to() {
    let mut config = program("cat");
    config.input = Some(Input::Json);
    let mut prompt = question("first?").then("first!", "second?");
    prompt.schema = Some(serde_json::json!({"type": "object"}));
    let answer = ask(&config, &prompt).unwrap();
    assert_eq!(serde_json::from_str::<Prompt>(&answer.text).unwrap(), prompt);
    let read: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(read["turns"][1]["speaker"], "model");
}

#[test]
fn a_program_that_does_not_answer_is_an_error() {
    let cases = [
        (
            "cat >/dev/null; echo too tired >&2; exit 7",
            Kind::Unreachable,
            "exit code 7: too tired",
        ),
        ("cat >/dev/null; kill -9 $$", Kind::Unreachable, "signal 9"),
        ("cat >/dev/null", Kind::Malformed, "no answer"),
        ("sleep 60", Kind::Unreachable, "time limit"),
    ];
    for (script, kind, message) in cases {
        let mut config = program(script);
        config.timeout = Some("1s".to_owned());
        let error = ask(&config, &question("?")).unwrap_err();
        assert_eq!(error.kind, kind, "{script}: {error}");
        assert!(error.message.contains(message), "{script}: {error}");
    }
    let mut config = ModelConfig::new("command");
    config.command = Some(vec!["unbreak-no-such-program".to_owned()]);
    let error = ask(&config, &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::Unreachable);
    assert!(error.hint.contains("installed"), "{error}");
}

#[test]
fn secrets_in_what_a_program_says_are_redacted() {
    let script = "cat >/dev/null; echo password=tr0ub4dor-and-3 >&2; exit 1";
    let error = ask(&program(script), &question("?")).unwrap_err();
    assert!(!error.message.contains("tr0ub4dor"), "{error}");
}

#[test]
fn dropping_the_future_ends_the_program() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("pid");
    let model = open(&program(&format!("echo $$ > {}; exec sleep 300", file.display())));
    let pid = block_on(async {
        let prompt = question("?");
        let started = async {
            loop {
                let pid = std::fs::read_to_string(&file).unwrap_or_default();
                if pid.ends_with('\n') {
                    return pid.trim().to_owned();
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            answer = model.complete(&prompt) => panic!("{answer:?}"),
            pid = started => pid,
        }
    });
    let since = Instant::now();
    while is_running(&pid) {
        assert!(
            since.elapsed() < Duration::from_secs(10),
            "process {pid} still runs"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns whether a process is there and has not ended.
fn is_running(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state.is_some_and(|state| state != 'Z')
}
