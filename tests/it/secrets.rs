//! Secrets that a command prints are neither shown, nor reported, nor kept.

use std::path::Path;

use crate::harness::{Ended, Running, Site};

/// A secret of no known form, recognised by the name of its variable.
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
    assert_eq!(files_with(SECRET, &site.beside("state")), [""; 0]);
}

/// Tokens, a password and a key as tools print them. They are put together here.
fn printed() -> (String, Vec<String>) {
    let drawn = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzA5c";
    let secrets = [
        format!("ghp_{drawn}"),
        format!("SG.{}.{drawn}", &drawn[..22]),
        "Hunter!2x".to_owned(),
    ];
    let key = format!("MIIE{drawn}{}", &drawn[..24]);
    let text = format!(
        "app.py:1:1: error: {} was refused\napp.py:2:1: error: sent {} away\napp.py:3:1: error: password={}\n\
         app.py:4:1: error: -----BEGIN RSA PRIVATE KEY-----\n{key}\n-----END RSA PRIVATE KEY-----\n",
        secrets[0], secrets[1], secrets[2]
    );
    let secrets = secrets.into_iter().chain([key]).collect();
    (text, secrets)
}

#[test]
fn parse_tells_no_secrets_unless_it_is_asked_to() {
    let (text, secrets) = printed();
    let source = format!("a = 1\nb = 2\nsecret = \"{}\"\nd = 4\n", secrets[2]);
    let site = Site::with(&[("app.py", &source), ("output.txt", &text)]);
    for format in ["jsonl", "json", "text", "sarif", "github"] {
        let ended = site.run(["parse", "--format", format, "output.txt"]);
        for secret in &secrets {
            assert!(!ended.stdout.contains(secret), "{format}: {}", ended.stdout);
            assert!(!ended.stderr.contains(secret), "{format}: {}", ended.stderr);
        }
        assert!(ended.stdout.contains("was refused"), "{format}: {}", ended.stdout);
        let shown = site.run(["parse", "--no-redact", "--format", format, "output.txt"]);
        assert!(shown.stdout.contains(&secrets[0]), "{format}: {}", shown.stdout);
    }
}

#[test]
fn secrets_that_are_shown_are_not_kept() {
    let (text, secrets) = printed();
    let program = format!("print('''{text}''')\nraise RuntimeError('no: {}')\n", secrets[0]);
    let site = Site::with(&[("deploy.py", &program)]);
    let run = [
        "run",
        "--no-redact",
        "--format",
        "jsonl",
        "--",
        "python3",
        "deploy.py",
    ];
    let ended = site.run(run);
    assert!(ended.stdout.contains(&secrets[0]), "{}", ended.stdout);
    site.run(["debug", "auto", "--no-redact", "--", "python3", "deploy.py"]);
    for secret in &secrets {
        assert_eq!(files_with(secret, &site.beside("state")), [""; 0]);
    }
}

#[test]
fn a_session_wants_the_secret_of_its_command_again() {
    let site = Site::with(&[("deploy.py", "raise SystemExit('no')\n")]);
    let command = ["--", "python3", "deploy.py", "--password", SECRET];
    let with = |words: &[&str]| site.run([words, command.as_slice()].concat());
    with(&["debug", "start"]).with_code(0);
    assert_eq!(files_with(SECRET, &site.beside("state")), [""; 0]);
    let refused = site.run(["debug", "step"]);
    assert!(refused.stderr.contains("holds a secret"), "{}", refused.stderr);
    let other = site.run(["debug", "step", "--", "python3", "other.py"]);
    assert!(other.stderr.contains("another command"), "{}", other.stderr);
    let taken = with(&["debug", "step"]).with_code(0);
    assert!(!taken.stdout.contains(SECRET), "{}", taken.stdout);
    assert_eq!(files_with(SECRET, &site.beside("state")), [""; 0]);
}

#[test]
fn probes_are_kept_without_their_secrets() {
    let token = printed().1.remove(0);
    let site = Site::with(&[("deploy.py", "key = 'x'\nprint(key)\n")]);
    let expression = format!("key + '{token}'");
    let place = ["instrument", "deploy.py:2", "--edit", "--format", "json"];
    let placed = site.run([&place[..], &["--expr", &expression, "--message", &token]].concat());
    let placed: serde_json::Value = serde_json::from_str(&placed.with_code(0).stdout).unwrap();
    let handle = placed["handle"].as_str().unwrap();
    let state = site.beside("state");
    // The copy that holds the probe is source, which is kept as it is.
    let copy = Path::new(placed["tree"].as_str().unwrap()).join("deploy.py");
    assert_eq!(files_with(&token, &state), [copy.to_str().unwrap()]);
    let again = site.run(["instrument", "--again", handle, "--", "python3", "deploy.py"]);
    assert!(
        again.stderr.contains("hold a secret, which is not kept"),
        "{}",
        again.stderr
    );
    site.run(["instrument", "--remove", handle]).with_code(0);
    assert_eq!(files_with(&token, &state), [""; 0]);
}

fn with_secret(site: &Site, command: &[&str]) -> Ended {
    let mut unbreak = site.unbreak(command);
    unbreak
        .env("DEPLOY_TOKEN", SECRET)
        .args(["--", "python3", "deploy.py"]);
    Running::start(&mut unbreak).end()
}

/// Everything below a directory that holds a secret.
fn files_with(secret: &str, directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                return files_with(secret, &path);
            }
            let bytes = std::fs::read(&path).unwrap();
            let holds = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            holds
                .then(|| path.to_string_lossy().into_owned())
                .into_iter()
                .collect()
        })
        .collect()
}
