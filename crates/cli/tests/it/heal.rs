//! `unbreak heal` as other programs call it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Ran, unbreak, unbreak_with_input};

fn classify(directory: &Path, flags: &[&str], input: &Value) -> Ran {
    let arguments = [&["heal", "classify"], flags].concat();
    unbreak_with_input(directory, &arguments, input.to_string().as_bytes())
}

fn error() -> Value {
    json!({ "error": "NameError: name 'math' is not defined", "task": "add", "tool": "total" })
}

#[test]
fn an_answer_is_validated_without_a_model() {
    let directory = TempDir::new().unwrap();
    let cases = [
        (
            r#"{"kind": "self-code", "confidence": 95, "reason": "r"}"#,
            0,
            "self-code",
        ),
        (
            r#"{"kind": "self-code", "confidence": 69, "reason": "r"}"#,
            0,
            "external",
        ),
        (
            r#"{"kind": "self-code", "confidence": 101, "reason": "r"}"#,
            1,
            "confidence is 101",
        ),
        (
            r#"{"kind": "mine", "confidence": 95, "reason": "r"}"#,
            1,
            "kind is 'mine'",
        ),
        ("it is mine", 1, "not a JSON object"),
    ];
    for (answer, code, said) in cases {
        fs::write(directory.path().join("answer"), answer).unwrap();
        let ran = unbreak(directory.path(), &["heal", "classify", "--answer", "answer"]);
        assert_eq!(ran.code, code, "{answer}: {}", ran.stderr);
        assert!((ran.stdout + &ran.stderr).contains(said), "{answer}");
    }
    fs::write(directory.path().join("answer"), cases[1].0).unwrap();
    let flags = ["heal", "classify", "--answer", "answer", "--floor", "60"];
    let classified: Value = serde_json::from_str(&unbreak(directory.path(), &flags).stdout).unwrap();
    assert_eq!(classified["kind"], "self-code");
}

#[test]
fn without_a_model_the_question_is_printed_and_nothing_is_guessed() {
    let directory = TempDir::new().unwrap();
    let refused = classify(directory.path(), &[], &error());
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("no language model is configured"),
        "{}",
        refused.stderr
    );
    fs::write(directory.path().join("question"), "{{tool}} says: {{error}}").unwrap();
    let flags = ["--show-prompt", "--template", "question"];
    let shown: Value = serde_json::from_str(&classify(directory.path(), &flags, &error()).stdout).unwrap();
    assert_eq!(shown["user"], "total says: NameError: name 'math' is not defined");
    assert_eq!(shown["schema"]["properties"]["confidence"]["maximum"], 100);
    fs::write(directory.path().join("question"), "{{tool}}").unwrap();
    assert_eq!(classify(directory.path(), &flags, &error()).code, 2);
}

#[cfg(feature = "models")]
#[test]
fn a_configured_model_is_asked() {
    let directory = TempDir::new().unwrap();
    let answer = r#"{"kind": "user-task", "confidence": 80, "reason": "r"}"#;
    let script = format!("cat > asked; echo '{answer}'\n");
    fs::write(directory.path().join("model.sh"), script).unwrap();
    let config = directory.path().join(".config/unbreak");
    fs::create_dir_all(&config).unwrap();
    let model = directory.path().join("model.sh");
    let models = format!(
        "[models.own]\nprovider = \"command\"\ncommand = [\"sh\", {model:?}]\n[model]\ntiers = [\"own\"]\n"
    );
    fs::write(config.join("unbreak.toml"), models).unwrap();
    let ran = classify(directory.path(), &[], &error());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let classified: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        classified,
        json!({ "kind": "user-task", "confidence": 80, "reason": "r" })
    );
    assert_eq!(
        classify(directory.path(), &["--model", "other"], &error()).code,
        2
    );
}

#[test]
fn bad_input_is_refused_with_the_field_and_an_example() {
    let directory = TempDir::new().unwrap();
    let here = directory.path().display();
    let task = |more: &str| format!(r#"{{"directory": "{here}", "prompt": "p", "reason": "r"{more}}}"#);
    let cases = [
        ("classify", "{".to_owned(), "EOF"),
        ("classify", r#"{"task": "t"}"#.to_owned(), "missing field `error`"),
        (
            "classify",
            r#"{"error": "e", "tsk": "t"}"#.to_owned(),
            "unknown field `tsk`",
        ),
        (
            "pause",
            r#"{"prompt": "p"}"#.to_owned(),
            "missing field `directory`",
        ),
        (
            "pause",
            task(r#", "history": [{"tol": "t"}]"#),
            "history[0].tol: unknown field `tol`",
        ),
        (
            "pause",
            task(r#", "doing": "nothing""#),
            "doing: unknown variant `nothing`",
        ),
        ("pause", task("} {"), "trailing characters"),
    ];
    for (operation, input, said) in cases {
        let refused = unbreak_with_input(directory.path(), &["heal", operation], input.as_bytes());
        assert_eq!(refused.code, 2, "{input}: {}", refused.stdout);
        assert!(refused.stderr.contains(said), "{input}: {}", refused.stderr);
        assert!(refused.stderr.contains("a valid input: {"), "{}", refused.stderr);
    }
    let own = unbreak_with_input(
        directory.path(),
        &["heal", "pause"],
        task(r#", "doing": "self-fix""#).as_bytes(),
    );
    assert_eq!(own.code, 4, "{}", own.stderr);
    let nowhere = r#"{"directory": "/absent", "prompt": "p", "reason": "r"}"#;
    let nowhere = unbreak_with_input(directory.path(), &["heal", "pause"], nowhere.as_bytes());
    assert_eq!(nowhere.code, 2, "{}", nowhere.stderr);
}

#[test]
fn every_input_has_a_schema() {
    let directory = TempDir::new().unwrap();
    for operation in ["classify", "pause"] {
        let shown = unbreak(directory.path(), &["heal", operation, "--schema"]);
        let schema: Value = serde_json::from_str(&shown.stdout).unwrap();
        assert_eq!(schema["additionalProperties"], false);
    }
}

#[test]
fn unknown_tasks_are_refused() {
    let directory = TempDir::new().unwrap();
    for operation in ["resume", "finish", "requeue"] {
        for task in ["absent", "../../x"] {
            let ran = unbreak(directory.path(), &["heal", operation, task]);
            assert_eq!(ran.code, 2, "{operation} {task}: {}", ran.stderr);
        }
        assert_eq!(unbreak(directory.path(), &["heal", operation]).code, 2);
    }
    let listed = unbreak(directory.path(), &["heal", "list"]);
    assert_eq!(
        (listed.code, listed.stdout.as_str()),
        (0, "no task is kept here\n")
    );
}
