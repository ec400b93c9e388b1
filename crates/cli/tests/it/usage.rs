//! Messages for beginners and for wrong usage.

use serde_json::Value;
use tempfile::TempDir;
use unbreak_cli::ExitCode;
use unbreak_core::Outcome;

use crate::support::unbreak;

#[test]
fn exit_codes_are_those_of_the_specification() {
    let codes: Vec<u8> = ExitCode::ALL.iter().map(|exit| exit.code()).collect();
    assert_eq!(codes, [0, 1, 2, 3, 4, 42, 43, 130]);
}

#[test]
fn every_outcome_has_its_exit_code() {
    let budget = "time".to_owned();
    for (outcome, code) in [
        (Outcome::AlreadyPassing, 0),
        (Outcome::Fixed, 0),
        (Outcome::NoFix, 1),
        (Outcome::Stuck, 1),
        (Outcome::MaxIterations, 1),
        (Outcome::BudgetExhausted { budget }, 3),
        (Outcome::Interrupted, 130),
    ] {
        assert_eq!(ExitCode::from(&outcome).code(), code, "{outcome:?}");
    }
}

#[test]
fn the_help_page_names_every_exit_code() {
    let ran = unbreak(TempDir::new().unwrap().path(), &["--help"]);
    assert_eq!(ran.code, 0);
    for exit in ExitCode::ALL {
        let line = format!("{:>3}  {}", exit.code(), exit.meaning());
        assert!(ran.stdout.contains(&line), "{line:?} is not in\n{}", ran.stdout);
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    let directory = TempDir::new().unwrap();
    for args in [
        &[][..],
        &["--wrong"],
        &["nothing"],
        &["list", "persers"],
        &["explain"],
    ] {
        let ran = unbreak(directory.path(), args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert!(!ran.stderr.is_empty() && ran.stdout.is_empty(), "{args:?}");
    }
}

/// Each id is a process: of so many, one is tried.
const EACH: usize = 128;

#[test]
fn an_unknown_id_is_answered_with_near_ones() {
    let directory = TempDir::new().unwrap();
    let listed = unbreak(directory.path(), &["list", "--format", "json"]);
    let entries: Vec<Value> = serde_json::from_str(&listed.stdout).unwrap();
    for entry in entries.iter().step_by(EACH) {
        let right = entry["id"].as_str().unwrap();
        let wrong = format!("x{right}");
        let ran = unbreak(directory.path(), &["explain", &wrong]);
        assert_eq!(ran.code, 2);
        let error = format!(
            "error: there is no parser, strategy, tool or rule called '{wrong}'\nhint: did you mean '"
        );
        let near = ran.stderr.strip_prefix(&error).unwrap_or_default();
        assert!(
            format!("'{near}").contains(&format!("'{right}'")),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn what_is_listed_can_be_explained() {
    let directory = TempDir::new().unwrap();
    let listed = unbreak(directory.path(), &["list", "--format", "json"]);
    let entries: Vec<Value> = serde_json::from_str(&listed.stdout).unwrap();
    assert!(!entries.is_empty());
    for entry in entries.iter().step_by(EACH) {
        let id = entry["id"].as_str().unwrap();
        let ran = unbreak(directory.path(), &["explain", id]);
        assert_eq!(ran.code, 0, "{id}: {}", ran.stderr);
        let about = [
            id,
            entry["summary"].as_str().unwrap(),
            entry["origin"]["place"].as_str().unwrap(),
            "on",
        ];
        assert!(
            about.iter().all(|text| ran.stdout.contains(text)),
            "{}",
            ran.stdout
        );
    }
}

#[test]
fn each_kind_has_its_list() {
    let directory = TempDir::new().unwrap();
    for (what, kind) in [("parsers", "parser"), ("strategies", "strategy")] {
        let json = unbreak(directory.path(), &["list", what, "--format", "json"]);
        let entries: Vec<Value> = serde_json::from_str(&json.stdout).unwrap();
        assert!(
            !entries.is_empty() && entries.iter().all(|entry| entry["kind"] == kind),
            "{what}"
        );
        let text = unbreak(directory.path(), &["list", what]);
        for entry in &entries {
            assert!(
                text.stdout.contains(entry["summary"].as_str().unwrap()),
                "{}",
                text.stdout
            );
        }
    }
}

#[test]
fn rules_that_are_code_are_listed_explained_and_switched() {
    let directory = TempDir::new().unwrap();
    let id = "python/undefined-name/misspelt";
    let listed = unbreak(directory.path(), &["list", "rules"]);
    assert!(
        listed.stdout.contains("python · name_fix") && listed.stdout.contains(id),
        "{}",
        listed.stdout
    );
    let explained = unbreak(directory.path(), &["explain", id]);
    for text in [
        "rule of name_fix, on",
        "answers:   ",
        "undefined-name",
        "main.py before:",
    ] {
        assert!(explained.stdout.contains(text), "{}", explained.stdout);
    }
    let settings = directory.path().join("unbreak.toml");
    std::fs::write(&settings, format!("[rules]\noff = [\"{id}\"]\n")).unwrap();
    let explained = unbreak(directory.path(), &["explain", id]);
    assert!(
        explained.stdout.contains("rule of name_fix, off"),
        "{}",
        explained.stdout
    );
    std::fs::write(&settings, "[rules]\noff = [\"python/undefned-name/*\"]\n").unwrap();
    let refused = unbreak(directory.path(), &["list", "rules"]);
    assert!(
        refused.code != 0 && refused.stderr.contains("no rule fits"),
        "{}",
        refused.stderr
    );
}

#[test]
fn every_shell_has_completions() {
    let directory = TempDir::new().unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = unbreak(directory.path(), &["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains("explain"), "{shell}");
    }
}
