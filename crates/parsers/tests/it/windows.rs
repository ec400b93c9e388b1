//! Most tools run on Windows, too: each example is read as well when its files have a drive and
//! backslashes.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use unbreak_core::{Diagnostic, Registry};

use crate::cases::pipeline;

/// Parsers of tools that never print such paths.
const WITHOUT: [&str; 17] = [
    // They are there on Unix only, or bring its paths along.
    "checkpatch",
    "debian",
    "daemons",
    "systemd",
    "nix",
    "shell-interpreter",
    // They name a class's file without its directory, or a module.
    "idris",
    "clojure",
    "clojure-test",
    "jvm-trace",
    "scalatest",
    "spock",
    // Their paths are an archive's, a project's or a server's, with `/` everywhere.
    "godot",
    "helm",
    "karma",
    "next",
    "generic-json",
];

#[test]
fn files_are_found_with_drives_and_backslashes() {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    let pipeline = pipeline();
    let mut failures = Vec::new();
    for parser in registry.parsers() {
        let descriptor = parser.descriptor();
        if WITHOUT.contains(&descriptor.id.as_ref()) {
            continue;
        }
        for example in descriptor.examples.iter() {
            let found = pipeline.parse(example.input.as_bytes(), None).diagnostics;
            let files: BTreeSet<&str> = found.iter().filter_map(Diagnostic::file).collect();
            let moved = moved(&example.input, &files);
            let again = pipeline.parse(moved.as_bytes(), None).diagnostics;
            let (expected, found) = (said(&found, &files), said(&again, &BTreeSet::new()));
            if expected != found {
                failures.push(format!(
                    "{}: {}\n{moved}\nexpected {expected:#?}\nfound {found:#?}",
                    descriptor.id, example.title
                ));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{}\n{}",
        failures.len(),
        failures.join("\n=====\n")
    );
}

/// The text with its files on drive C.
fn moved(text: &str, files: &BTreeSet<&str>) -> String {
    let in_json = text.trim_start().starts_with(['{', '[']) && text.contains('"');
    files.iter().fold(text.to_owned(), |text, file| {
        let path = on_windows(file);
        let path = if in_json { path.replace('\\', "\\\\") } else { path };
        text.replace(file, &path)
    })
}

/// The path as Windows writes it. One that has a drive or is relative to a dot stays as it is.
fn on_windows(file: &str) -> String {
    if file.contains([':', '<']) || file.starts_with('.') || file == "-" {
        return file.to_owned();
    }
    format!("C:\\work\\{}", file.trim_start_matches('/').replace('/', "\\"))
}

/// The content of the diagnostics, with files by their names.
fn said(diagnostics: &[Diagnostic], moved_files: &BTreeSet<&str>) -> Vec<Value> {
    let one = |it: &Diagnostic| {
        let name = it.file().and_then(|file| file.rsplit(['/', '\\']).next());
        let message = moved(&it.message, moved_files).replace("\\\\", "\\");
        json!([it.parser, name, it.location, it.severity, it.code, message])
    };
    let mut said: Vec<Value> = diagnostics.iter().map(one).collect();
    for diagnostic in &mut said {
        diagnostic[2]["file"] = Value::Null;
    }
    said
}
