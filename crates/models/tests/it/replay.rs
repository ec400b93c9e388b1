//! Recording a conversation, and answering from it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use unbreak_core::ModelErrorKind as Kind;
use unbreak_models::ModelConfig;

use crate::server::{Server, chat};
use crate::support::{ask, at, block_on, open, question};

fn recording(server: &Server, file: &Path) -> ModelConfig {
    let mut config = at("openai", &server.address);
    config.record = Some(file.to_owned());
    config
}

fn replaying(file: &Path) -> ModelConfig {
    let mut config = ModelConfig::new("replay");
    config.file = Some(file.to_owned());
    config
}

#[test]
fn a_recorded_conversation_is_answered_from_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("talk.jsonl");
    let server = Server::saying_in_turn(vec![chat(&["one"]), chat(&["two"]), chat(&["other"])]);
    let mut recording = recording(&server, &file);
    recording.answer_tokens = Some(321);
    let (same, other) = (question("same"), question("first").then("yes", "then"));
    let recorded = open(&recording);
    block_on(async {
        let mut answers = Vec::new();
        for prompt in [&same, &same, &other] {
            answers.push(recorded.complete(prompt).await.unwrap());
        }
        let replayed = open(&replaying(&file));
        // The same question is asked as before.
        assert_eq!(replayed.limits(), recorded.limits());
        for (prompt, answer) in [&same, &other, &same].into_iter().zip([0, 2, 1]) {
            assert_eq!(replayed.complete(prompt).await.unwrap(), answers[answer]);
        }
        let error = replayed.complete(&same).await.unwrap_err();
        assert!(error.message.contains("2 answers"), "{error}");
    });
    assert_eq!(server.requests().len(), 3);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_recording_holds_no_secret_and_answers_all_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("talk.jsonl");
    let server = Server::saying(chat(&[
        "use token ghp_0123456789abcdefghijABCDEFGHIJ456789 there",
    ]));
    let prompt = question("DB_PASSWORD=correct-horse-battery-9 fails");
    let mut config = recording(&server, &file);
    config.key_command = Some(vec!["echo".to_owned(), "quince-Orchard-77".to_owned()]);
    ask(&config, &prompt).unwrap();
    let written = fs::read_to_string(&file).unwrap();
    for secret in ["correct-horse", "ghp_0123", "quince-Orchard"] {
        assert!(!written.contains(secret), "{written}");
    }
    assert!(
        ask(&replaying(&file), &prompt)
            .unwrap()
            .text
            .contains("<redacted>")
    );
}

#[test]
fn an_unknown_question_is_an_error_that_names_the_nearest() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("talk.jsonl");
    let server = Server::saying(chat(&["ready"]));
    let recorded = open(&recording(&server, &file));
    block_on(async {
        for text in ["fix\nline 7 of a.py\nplease", "something else entirely"] {
            recorded.complete(&question(text)).await.unwrap();
        }
    });
    let error = ask(&replaying(&file), &question("fix\nline 8 of a.py\nplease")).unwrap_err();
    assert_eq!(error.kind, Kind::Rejected);
    let expected = "in line 2 of user 'line 7 of a.py' instead of 'line 8 of a.py'";
    assert!(error.message.contains(expected), "{error}");
}

#[test]
fn a_file_that_is_no_recording_is_an_error_that_names_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("talk.jsonl");
    let error = ask(&replaying(&file), &question("?")).unwrap_err();
    assert_eq!(error.kind, Kind::Configuration, "{error}");
    fs::write(&file, "\n{\"prompt\": 1}\n").unwrap();
    let error = ask(&replaying(&file), &question("?")).unwrap_err();
    assert!(
        error.message.contains("talk.jsonl") && error.message.contains("line 2"),
        "{error}"
    );
}

#[test]
fn a_recording_that_cannot_be_written_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::saying(chat(&["ready"]));
    let error = ask(
        &recording(&server, &directory.path().join("no/talk.jsonl")),
        &question("?"),
    )
    .unwrap_err();
    assert_eq!(error.kind, Kind::Configuration, "{error}");
}
