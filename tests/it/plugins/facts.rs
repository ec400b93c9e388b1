//! An unknown tool, described by one TOML file: its findings are repaired by the rules for any tool.

use std::fs;

use unbreak_core::{Fact, Outcome};

use super::says;
use crate::harness::Site;

/// A linter with words of its own. It finds names that a Python file reads and nothing binds.
const LINTER: &str = r#"
import ast, builtins, sys
tree = ast.parse(open("shop.py").read())
names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
known = set(dir(builtins)) | {name.id for name in names if not isinstance(name.ctx, ast.Load)}
known |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
strangers = [name for name in names if name.id not in known]
for name in strangers:
    print(f"ACME/7 shop.py@{name.lineno};{name.col_offset + 1} never heard of <{name.id}>")
sys.exit(bool(strangers))
"#;

const SHOP: &str = "def total(prices):\n    return sum(pricse)\n";

/// Describes the lines of the linter, and the meaning of its messages.
const TAUGHT: &str = r#"
id = "acme"
languages = ["python"]

[[line]]
match = '^(?P<code>ACME/\d+) (?P<file>[^@]+)@(?P<line>\d+);(?P<column>\d+) (?P<message>never heard of .+)$'

[[fact]]
kind = "undefined-name"
match = '^never heard of <(?<name>\w+)>$'
examples = [["never heard of <pricse>", { name = "pricse" }]]

[[example]]
title = "a name that nothing binds"
input = "ACME/7 shop.py@2;16 never heard of <pricse>\n"
expect = [{ file = "shop.py", line = 2, column = 16, code = "ACME/7", fact = { kind = "undefined-name", name = "pricse" } }]
"#;

/// A workspace in which the linter finds a misspelt name, and `unbreak` was taught by this file.
fn taught(text: &str) -> (Site, std::path::PathBuf) {
    let site = Site::with(&[("acme.py", LINTER), ("shop.py", SHOP)]);
    let file = site.beside("acme.toml");
    fs::write(&file, text).unwrap();
    (site, file)
}

#[test]
fn a_linter_that_a_file_teaches_is_repaired_by_the_rule_for_misspelt_names() {
    let (site, file) = taught(TAUGHT);
    let file = file.as_os_str();
    site.run(["plugin".as_ref(), "check".as_ref(), file]).with_code(0);
    site.run(["plugin".as_ref(), "install".as_ref(), "--yes".as_ref(), file])
        .with_code(0);

    // Nothing but the linter looks at the name, so the change is not made without a yes.
    let report = site
        .run(["run", "--yes", "--format", "jsonl", "--", "python3", "acme.py"])
        .with_code(0)
        .report();
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(report.fixed[0].strategy, "name_fix");
    assert_eq!(
        site.read("shop.py"),
        "def total(prices):\n    return sum(prices)\n"
    );
}

#[test]
fn without_the_fact_nothing_is_known_of_the_name() {
    let fact = TAUGHT.find("[[fact]]").unwrap()..TAUGHT.find("[[example]]").unwrap();
    let mut text = TAUGHT.to_owned();
    text.replace_range(fact, "");
    let text = text.replace(", fact = { kind = \"undefined-name\", name = \"pricse\" }", "");
    let (site, file) = taught(&text);
    let file = file.as_os_str();
    site.run(["plugin".as_ref(), "install".as_ref(), "--yes".as_ref(), file])
        .with_code(0);
    let report = site.repair(["python3", "acme.py"]).report();
    assert_eq!(report.outcome, Outcome::NoFix);
    assert_eq!(site.read("shop.py"), SHOP);
}

#[test]
fn a_fact_of_a_kind_that_is_unknown_is_refused_with_a_hint() {
    let (site, file) = taught(&TAUGHT.replace("undefined-name", "unheard-of"));
    let checked = site.run(["plugin".as_ref(), "check".as_ref(), file.as_os_str()]);
    assert_ne!(checked.code, 0);
    says(&checked, &["unheard-of", "docs/facts.md"]);
}

#[test]
fn the_fact_is_part_of_what_parse_prints() {
    let site = Site::with(&[("log", "x.py:1:1: F821 Undefined name `totl`\n")]);
    let parsed = site.run(["parse", "--format", "json", "log"]).with_code(1);
    let report: serde_json::Value = serde_json::from_str(&parsed.stdout).unwrap();
    let fact: Fact = serde_json::from_value(report["diagnostics"][0]["fact"].clone()).unwrap();
    let name = "totl".to_owned();
    assert_eq!(
        fact,
        Fact::UndefinedName {
            name,
            used_as: None,
            instead: Vec::new()
        }
    );
}
