//! Problem matchers and errorformats, converted, on what their tools print.
//!
//! `tests/imports/FROM/NAME.source` is what is imported, `NAME.txt` an output of the tool, and
//! `NAME.json` says what made it and holds the expected diagnostics. `UPDATE_EXPECT=1` rewrites those.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use unbreak_parsers::Pipeline;
use unbreak_parsers::declarative::{Imported, from_errorformat, from_vscode};
use unbreak_parsers::{Grammar, GrammarError};

use crate::cases::{difference, files, pretty, updates};

fn import(source: &Path) -> Imported {
    let text = fs::read_to_string(source).expect("a readable source");
    let name = source.file_stem().expect("a name").to_string_lossy();
    let from_code = source.parent().is_some_and(|parent| parent.ends_with("vscode"));
    let imported = if from_code {
        from_vscode(&text, &name).map(|mut all| all.remove(0))
    } else {
        from_errorformat(&text, &name)
    };
    imported.unwrap_or_else(|error| panic!("{}: {error}", source.display()))
}

fn check(source: &Path) -> Result<(), String> {
    let imported = import(source);
    let parser = Grammar::parse(&imported.text).expect("what is written can be read");
    let output: PathBuf = source.with_extension("txt");
    let expectation = source.with_extension("json");
    let old: Value = serde_json::from_slice(&fs::read(&expectation).expect("an expectation")).expect("JSON");
    let parsed = Pipeline::new([Arc::new(parser) as _]).parse(&fs::read(&output).expect("an output"), None);
    let new = json!({"made_by": old["made_by"], "diagnostics": parsed.diagnostics});
    if updates(source) {
        fs::write(&expectation, pretty(&new)).expect("a writable expectation");
        return Ok(());
    }
    if old == new {
        Ok(())
    } else {
        Err(difference(source, &old, &new))
    }
}

#[test]
fn imported_parsers_read_what_the_tools_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports");
    let sources = files(&root, "source");
    assert!(sources.len() >= 18, "some sources are missing");
    let failures: Vec<String> = sources.iter().filter_map(|source| check(source).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn what_cannot_be_carried_over_is_refused_by_name() {
    let matcher = |regexp: &str| {
        let text = json!({"pattern": {"regexp": regexp, "file": 1, "message": 2}}).to_string();
        from_vscode(&text, "matcher").map(drop)
    };
    let format = |text: &str| from_errorformat(text, "format").map(drop);
    let cases: [(Result<(), GrammarError>, &str); 9] = [
        (matcher(r"^(.+): (?=error)(.*)$"), "look-ahead"),
        (matcher(r"^(.+): (?<!x)error (.*)$"), "look-behind"),
        (matcher(r"^(.+): \1 error (.*)$"), "back-reference"),
        (from_vscode(r#"{"base": "$tsc"}"#, "matcher").map(drop), "'$tsc'"),
        (from_vscode(r#"{"pattern": "$go"}"#, "matcher").map(drop), "'$go'"),
        (format("%E%>%f:%l: error: %m"), "%>"),
        (format("%DEntering directory '%f',%f:%l: %m"), "%D"),
        (format("%o:%l: error: %m"), "%o"),
        (format(r"%f:%l: %\@= error: %m"), "%\\@"),
    ];
    for (result, named) in cases {
        let error = result.expect_err(named).to_string();
        assert!(error.contains(named), "{error} does not name {named}");
    }
}
