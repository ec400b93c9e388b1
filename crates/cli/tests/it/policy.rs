//! `unbreak policy` as other programs call it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{isolated, unbreak, unbreak_with_input};

fn policy(operation: &str, input: &Value) -> Value {
    let directory = tempfile::tempdir().unwrap();
    let asked = unbreak_with_input(
        directory.path(),
        &["policy", operation],
        input.to_string().as_bytes(),
    );
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    serde_json::from_str(&asked.stdout).unwrap()
}

#[test]
fn two_equal_failures_end_the_loop() {
    let mut memory = json!({});
    let mut actions = Vec::new();
    for attempt in 1..=2 {
        let failure = json!({ "verification": { "passed": false, "message": format!("{attempt} != 7") } });
        let record = policy(
            "classify",
            &json!({ "failure": failure, "source": "verify", "attempt": attempt }),
        );
        assert_eq!(record["kind"], "command_failed");
        let suffix = policy("repair", &record)["prompt_suffix"].clone();
        assert!(suffix.as_str().unwrap().contains(&format!("> {attempt} != 7")));
        let decided = policy(
            "decide",
            &json!({ "record": record, "memory": memory, "policy": { "max_attempts": 9 } }),
        );
        memory = decided["memory"].clone();
        actions.push(decided["decision"].clone());
    }
    let stop = json!({ "action": "stop", "reason": "repeated_failure" });
    assert_eq!(actions, [json!({ "action": "retry", "attempt": 2 }), stop]);
}

#[test]
fn bad_input_is_refused_with_the_field_and_an_example() {
    let directory = tempfile::tempdir().unwrap();
    let cases = [
        ("classify", r#"{"#, "EOF"),
        ("classify", r#"{} {}"#, "missing field `failure`"),
        (
            "classify",
            r#"{"failure":{"parse":{"message":"m"}},"source":"task","attempt":0}"#,
            "attempt: attempts are counted from 1",
        ),
        (
            "classify",
            r#"{"failure":{"verification":{"passed":true}},"source":"task","attempt":1}"#,
            "failure.verification.passed: the verification passed",
        ),
        (
            "classify",
            r#"{"failure":{"verification":{"passed":"no"}},"source":"task","attempt":1}"#,
            "failure.verification.passed: invalid type",
        ),
        (
            "classify",
            r#"{"failure":{"parse":{"message":"m","mesage":"m"}},"source":"task","attempt":1}"#,
            "unknown field `mesage`",
        ),
        (
            "repair",
            r#"{"kind":"odd","message":"m","source":"task","attempt":1,"signature":"s"}"#,
            "kind: unknown variant `odd`",
        ),
        (
            "repair",
            r#"{"kind":"unknown","message":"m","source":"task","attempt":0,"signature":"s"}"#,
            "attempt: invalid value: integer `0`",
        ),
        ("decide", r#"{"record":[]}"#, "record: "),
    ];
    for (operation, input, said) in cases {
        let refused = unbreak_with_input(directory.path(), &["policy", operation], input.as_bytes());
        assert_eq!(refused.code, 2, "{input}: {}", refused.stdout);
        assert!(refused.stderr.contains(said), "{input}: {}", refused.stderr);
        let (_, example) = refused.stderr.split_once("a valid input: ").unwrap();
        policy(operation, &serde_json::from_str(example).unwrap());
    }
}

#[test]
fn a_file_is_read_and_a_schema_is_printed() {
    let directory = tempfile::tempdir().unwrap();
    for operation in ["classify", "decide", "repair"] {
        let shown = unbreak(directory.path(), &["policy", operation, "--schema"]);
        let schema: Value = serde_json::from_str(&shown.stdout).unwrap();
        assert_eq!(schema["additionalProperties"], false);
    }
    let input = r#"{"failure":{"error":{"message":"odd"}},"source":"graph","attempt":3}"#;
    fs::write(directory.path().join("failure.json"), input).unwrap();
    let record = unbreak(directory.path(), &["policy", "classify", "failure.json"]);
    let record: Value = serde_json::from_str(&record.stdout).unwrap();
    assert_eq!(record["signature"], "unknown|graph||odd");
    assert_eq!(
        unbreak(directory.path(), &["policy", "repair", "absent.json"]).code,
        2
    );
}

#[test]
fn secrets_do_not_pass_through() {
    let key = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let failure = json!({ "error": { "message": format!("denied for {key}") } });
    let record = policy(
        "classify",
        &json!({ "failure": failure, "source": "task", "attempt": 1 }),
    );
    assert!(!record.to_string().contains(&key), "{record}");
}

fn example(worker: &str, check: &str) -> (i32, String) {
    let directory = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/retry-loop/loop.py");
    let mut python = isolated(Path::new("python3"), directory.path());
    python.env("UNBREAK", env!("CARGO_BIN_EXE_unbreak"));
    let ran = python
        .arg(script)
        .args(["write the answer", worker, check])
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap();
    (ran.status.code().unwrap(), said)
}

#[test]
fn the_loop_of_the_documentation_runs() {
    // The worker writes what the instruction asks for only once it has been told that the last answer failed.
    let worker = "grep -q 'Attempt 1 failed' && echo 42 > answer || echo 41 > answer";
    let check = "grep -qx 42 answer || { echo wrong; exit 1; }";
    let (code, said) = example(worker, check);
    assert_eq!((code, said.lines().count()), (0, 2), "{said}");
    let (code, said) = example("echo 41 > answer", check);
    assert_eq!(code, 1, "{said}");
    assert!(said.ends_with("attempt 2: command_failed, stop\n"), "{said}");
}
