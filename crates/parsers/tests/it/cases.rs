//! Real outputs with what must come of them.
//!
//! `tests/cases/PARSER/NAME.txt` is an output as it was captured, `NAME.json` beside it says what made
//! it and holds the expected diagnostics. `UPDATE_EXPECT=1` rewrites those, `UPDATE_EXPECT=jest/` only
//! the ones with that in their path: read what it wrote.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use similar::TextDiff;
use unbreak_core::Registry;
use unbreak_parsers::Pipeline;

/// A pipeline over everything that is linked in.
pub(crate) fn pipeline() -> Pipeline {
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    Pipeline::new(registry.parsers().cloned())
}

#[test]
fn captured_outputs_give_the_expected_diagnostics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let pipeline = pipeline();
    let cases = files(&root, "txt");
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| check(&pipeline, case).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_expectation_has_its_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for expectation in files(&root, "json") {
        assert!(
            expectation.with_extension("txt").exists(),
            "{} has no output",
            expectation.display()
        );
    }
}

fn check(pipeline: &Pipeline, case: &Path) -> Result<(), String> {
    let output = fs::read(case).expect("a readable case");
    let expectation = case.with_extension("json");
    let old =
        fs::read_to_string(&expectation).map_err(|_| format!("{} is missing", expectation.display()))?;
    let old: Value = serde_json::from_str(&old).expect("an expectation in JSON");
    let made_by = old["made_by"]
        .as_str()
        .ok_or(format!("{}: what made it?", expectation.display()))?;
    let parsed = pipeline.parse(&output, None);
    for diagnostic in &parsed.diagnostics {
        assert!(
            diagnostic.output.start < diagnostic.output.end || diagnostic.parser == "fallback",
            "{diagnostic:?}"
        );
        assert!(diagnostic.output.end <= output.len() as u64, "{diagnostic:?}");
    }
    let mut new = json!({"made_by": made_by, "diagnostics": parsed.diagnostics});
    if !parsed.problems.is_empty() {
        new["problems"] = json!(parsed.problems);
    }
    if updates(case) {
        fs::write(&expectation, pretty(&new)).expect("a writable expectation");
        return Ok(());
    }
    if old == new {
        Ok(())
    } else {
        Err(difference(case, &old, &new))
    }
}

/// Returns whether the expectation of this case is to be rewritten.
pub(crate) fn updates(case: &Path) -> bool {
    let wanted = std::env::var("UPDATE_EXPECT");
    wanted.is_ok_and(|wanted| wanted == "1" || case.to_string_lossy().contains(&wanted))
}

pub(crate) fn difference(case: &Path, old: &Value, new: &Value) -> String {
    let (old, new) = (pretty(old), pretty(new));
    let mut text = format!("{} (- expected, + found)\n", case.display());
    let diff = TextDiff::from_lines(&old, &new);
    let _ = write!(text, "{}", diff.unified_diff().context_radius(4));
    text
}

pub(crate) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a value in JSON") + "\n"
}

/// The files below `root` with this ending, sorted.
pub(crate) fn files(root: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root)
        .expect("a folder of cases")
        .map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path, ending)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .collect();
    found.sort();
    found
}
