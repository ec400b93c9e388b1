//! Tools are named in data, and not in the code of this crate or of the engine.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

/// Names that are also words of other meanings, or languages; those of two or three letters are, too.
const ORDINARY: &[&str] = &[
    "coverage", "env", "lint", "make", "node", "phan", "python", "standard", "task",
];

#[test]
fn the_code_of_core_and_engine_names_no_tool() {
    let families: Value =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/tool-facts.json"))).unwrap();
    let mut names = BTreeSet::new();
    for tool in families
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|family| family["tool"].as_array().unwrap())
    {
        for key in ["silenced-by-name", "modules", "task-runners"] {
            names.extend(texts(&tool[key]));
        }
        for calls in [&tool["selection"]["calls"]].into_iter().chain(
            tool["install"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|install| &install["commands"]),
        ) {
            names.extend(
                calls
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|call| call[0].as_str()),
            );
        }
    }
    names.retain(|name| !ORDINARY.contains(name) && !name.starts_with('-') && name.len() > 3);
    assert!(names.len() > 60, "{names:?}");
    let names: Vec<String> = names.into_iter().map(regex::escape).collect();
    let named = Regex::new(&format!(r#""[^"\n]*\b(?:{})\b[^"\n]*""#, names.join("|"))).unwrap();

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for folder in ["core/src", "host/src/engine"] {
        look_through(&root.join(folder), &named, &mut found);
    }
    assert!(
        found.is_empty(),
        "put these into crates/core/tool-facts:\n{}",
        found.join("\n")
    );
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn look_through(folder: &Path, named: &Regex, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // Shapes of secrets are named after the services that give them out.
            if !path.ends_with("redact") {
                look_through(&path, named, found);
            }
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().enumerate();
        let code = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
        let hits = code.filter(|(_, line)| named.is_match(line));
        found.extend(hits.map(|(at, line)| format!("{}:{}: {}", path.display(), at + 1, line.trim())));
    }
}

/// Files of strategies that ask which parser a diagnostic is from, and why no fact tells them.
const ASKS_WHO: &[(&str, &str)] = &[
    ("c.rs", "the search asks the compiler that complained"),
    (
        "diagnosis/module.rs",
        "a module is missing at run time, not for a checker",
    ),
    (
        "diagnosis/version.rs",
        "node itself is too old, whatever the file",
    ),
    ("lint_fix.rs", "ruff is asked again for its edit"),
    (
        "quick_fix.rs",
        "the service has fixes for the compiler's own codes",
    ),
    ("script.rs", "node names no file; the compiler knows the types"),
    (
        "suggested_fix/forms.rs",
        "each tool is asked for its machine-readable form in its own way",
    ),
    ("suggested_fix/hole.rs", "placeholders are those of one compiler"),
    (
        "suggested_fix/offer.rs",
        "gcc vouches for none of its edits, and cannot say so",
    ),
];

#[test]
fn strategies_answer_to_facts_and_not_to_parsers() {
    let asks = Regex::new(r#"\bparsers?\b[^"\n]*(?:==|starts_with\(|: )[^"\n]*"[a-z]"#).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../strategies/src");
    let mut found = Vec::new();
    look_through(&root, &asks, &mut found);
    let is_in = |hit: &str, file: &str| hit.contains(&format!("strategies/src/{file}:"));
    let others: Vec<&String> = found
        .iter()
        .filter(|hit| !ASKS_WHO.iter().any(|(file, _)| is_in(hit, file)))
        .collect();
    assert!(others.is_empty(), "answer to the fact: {others:#?}");
    for (file, why) in ASKS_WHO {
        assert!(
            found.iter().any(|hit| is_in(hit, file)),
            "{file} no longer does: {why}"
        );
    }
}
