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

/// A site that the plug-in alone is to mend.
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
