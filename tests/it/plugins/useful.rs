//! The shipped plug-ins at work.

use unbreak_core::Outcome;

use super::{install, says, shipped};
use crate::harness::Site;

/// Says where a JSON file is wrong as jsonlint does, with Python's own reader.
const CHECK: &str = r#"
import json, sys
try:
    json.load(open("conf.json"))
except json.JSONDecodeError as error:
    print(f"conf.json: line {error.lineno}, col {error.colno}, found: '{error.msg}' - expected: 'EOF'.")
    sys.exit(1)
"#;

/// A site that the plug-in alone can repair.
fn broken() -> Site {
    let site = Site::with(&[
        ("unbreak.toml", "[plugins]\noff = [\"syntax_fix\"]\n"),
        ("check.py", CHECK),
        (
            "conf.json",
            "{\n  \"name\": \"shop\",\n  \"ports\": [80 443],\n}\n",
        ),
    ]);
    install(&site, &shipped(&site, "json-repair"));
    site
}

#[test]
fn a_strategy_in_a_child_mends_the_tree() {
    let site = broken();
    let report = site
        .run(["run", "--yes", "--format", "jsonl", "--", "python3", "check.py"])
        .with_code(0)
        .report();
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(report.fixed[0].strategy, "json_repair");
    assert_eq!(
        site.read("conf.json"),
        "{\n  \"name\": \"shop\",\n  \"ports\": [80, 443]\n}\n"
    );
}

#[test]
fn what_was_not_granted_is_denied_and_named() {
    let site = broken();
    site.run(["plugin", "trust", "json-repair", "--grant", ""])
        .with_code(0);
    let before = site.snapshot();
    let ended = site.repair(["python3", "check.py"]).with_code(1);
    says(&ended, &["plug-in json-repair: ", "read was not granted"]);
    assert!(site.snapshot().changed_since(&before).is_empty());
}

#[test]
fn a_parser_in_a_child_reads_a_log() {
    let site = Site::with(&[(
        "log",
        "[ALERT]    (812) : config : parsing [haproxy.cfg:12] : unknown keyword 'bnd' in 'frontend' section; did you mean 'bind' maybe ?\n",
    )]);
    install(&site, &shipped(&site, "haproxy"));
    let parsed = site.run(["parse", "log"]).with_code(1);
    says(
        &parsed,
        &[r#""parser":"haproxy""#, r#""line":12"#, "did you mean 'bind'"],
    );
}

/// A project with a dictionary that a strategy has a conversation with.
fn misspelt() -> Site {
    let dictionary = "import os, sys\nopen('started', 'a').write(str(os.getpid()) + '\\n')\nfor line in sys.stdin:\n    print({'teh': 'the'}[line.strip()])\n";
    let check = "import sys\nword = open('text.txt').read().split()[0]\nif word != 'the':\n    print(f\"text.txt:1:1: error: unknown word '{word}'\")\n    sys.exit(1)\n";
    let site = Site::with(&[
        (".gitignore", "started\n"),
        ("dictionary.py", dictionary),
        ("check.py", check),
        ("text.txt", "teh end\n"),
    ]);
    install(&site, &shipped(&site, "companion"));
    site
}

#[test]
fn a_strategy_in_a_child_has_all_that_a_linked_one_has() {
    let site = misspelt();
    let report = site
        .run(["run", "--yes", "--format", "jsonl", "--", "python3", "check.py"])
        .with_code(0)
        .report();
    assert_eq!(report.fixed[0].strategy, "companion");
    assert_eq!(
        report.fixed[0].rule.as_deref(),
        Some("any/unknown-word/dictionary")
    );
    assert_eq!(site.read("text.txt"), "the end\n");
    // One process for the whole run, started before the command and ended with the run.
    let started = site.read("started");
    let processes: Vec<_> = started.lines().collect();
    assert_eq!(processes.len(), 1, "{processes:?}");
    let ended = format!("/proc/{}/cmdline", processes[0]);
    assert!(
        !std::fs::read_to_string(ended)
            .unwrap_or_default()
            .contains("dictionary.py")
    );

    let rules = site.run(["list", "rules"]).with_code(0);
    says(&rules, &["any/unknown-word/dictionary"]);
}

#[test]
fn a_conversation_needs_the_right_to_run_its_program() {
    let site = misspelt();
    site.run(["plugin", "trust", "companion", "--grant", "read,machine"])
        .with_code(0);
    let ended = site.repair(["python3", "check.py"]).with_code(1);
    says(&ended, &["plug-in companion: ", "exec:python3 was not granted"]);
    assert_eq!(site.read("text.txt"), "teh end\n");
}
