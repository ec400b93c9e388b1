//! Secrets that a command prints are neither shown, nor reported, nor kept.

use std::path::Path;

use crate::harness::{Ended, Running, Site};

/// A secret in nobody's form: what gives it away is the variable that holds it.
const SECRET: &str = "kX7-plain-words-19";

const DEPLOY: &str = r#"
import os


def deploy():
    key = os.environ["DEPLOY_TOKEN"]
    print("sending " + key)
    raise RuntimeError("rejected " + key)


deploy()
"#;

/// Each of these sees the failure in a way of its own, and all but one show it.
const COMMANDS: &[&[&str]] = &[
    &["run", "--format", "text"],
    &["run", "--format", "json"],
    &["run", "--format", "jsonl"],
    &["run", "--format", "markdown"],
    &["run", "--format", "sarif"],
    &["run", "--format", "github"],
    &["repro", "--format", "json"],
    &["trace", "--format", "json"],
    &["instrument", "deploy.py:7", "--expr", "key", "--format", "json"],
    &["flaky", "--runs", "3", "--format", "json"],
    &["recall", "--format", "json"],
    &["debug", "auto"],
    // Now there is a postmortem.
    &["recall", "--format", "json"],
];

#[test]
fn a_secret_of_the_environment_gets_nowhere() {
    let site = Site::with(&[("deploy.py", DEPLOY)]);
    let before = site.snapshot();
    for command in COMMANDS {
        let ended = with_secret(&site, command);
        for output in [&ended.stdout, &ended.stderr] {
            assert!(!output.contains(SECRET), "{command:?}: {output}");
        }
        let shows = ended.stdout.contains("<redacted>");
        assert_eq!(
            shows,
            command[0] != "flaky",
            "{command:?}: {}{}",
            ended.stdout,
            ended.stderr
        );
    }
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
    assert_eq!(files_with_secret(&site.beside("state")), [""; 0]);
}

fn with_secret(site: &Site, command: &[&str]) -> Ended {
    let mut unbreak = site.unbreak(command);
    unbreak
        .env("DEPLOY_TOKEN", SECRET)
        .args(["--", "python3", "deploy.py"]);
    Running::start(&mut unbreak).end()
}

/// Everything below a directory that holds the secret.
fn files_with_secret(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                return files_with_secret(&path);
            }
            let bytes = std::fs::read(&path).unwrap();
            let holds = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
            holds
                .then(|| path.to_string_lossy().into_owned())
                .into_iter()
                .collect()
        })
        .collect()
}
