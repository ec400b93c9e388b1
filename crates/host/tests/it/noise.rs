//! A model whose answers mean nothing.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use unbreak_core::EventKind;
use unbreak_host::{ModelSettings, RunOptions};

use crate::scripted::{block, repair};

const SOURCE: &str = "def add(a, b):\n    return a - b\n";
const TEST: &str = "from sums import add\n\nassert add(2, 3) == 5, add(2, 3)\n";
const RETURN: &str = "    return a - b";

/// The answers of all runs.
const ANSWERS: usize = 500;

fn noise() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..400);
    let bytes = bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let marks = "(<{5,9}|={5,9}|>{5,9}| SEARCH| REPLACE| FUNCTION add|```|sums\\.py|\\r|\\n|\\t|[\\x00-\\x1f]|.){0,80}";
    prop_oneof![
        4 => bytes,
        6 => marks,
        3 => ".{0,40}".prop_map(|text| block("sums.py", &text, RETURN)),
        3 => "\\PC{0,40}".prop_map(|file| block(&file, RETURN, "    return a + b + 1")),
        2 => ".{0,60}".prop_map(|text| format!("sums.py\n<<<<<<< SEARCH\n{RETURN}\n=======\n{text}")),
        1 => "[ a-z0-9()+*:-]{0,30}".prop_map(|text| block("sums.py", RETURN, &format!("    return {text}"))),
        1 => "\\PC{0,20}".prop_map(|text| format!("{text}\n").repeat(20_000)),
        1 => Just("sums.py\n<<<<<<< FUNCTION add\n>>>>>>> REPLACE\n".to_owned()),
    ]
}

#[test]
fn noise_is_never_kept() {
    let mut runner = TestRunner::deterministic();
    let answers: Vec<String> = (0..ANSWERS + 50)
        .map(|_| noise().new_tree(&mut runner).unwrap().current())
        .collect();
    let options = RunOptions {
        assume_yes: true,
        ..RunOptions::default()
    };
    let mut settings = ModelSettings::default();
    settings.samples = 25;
    settings.escalation.max_attempts = 21;
    settings.escalation.same_failure_limit = u32::MAX;
    let files = [("sums.py", SOURCE), ("check.py", TEST)];
    let done = repair(
        &files,
        &["python3", "-B", "check.py"],
        &[&answers],
        settings,
        &options,
    );
    assert!(done.prompts.len() >= ANSWERS, "{} answers", done.prompts.len());
    let tried = done
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Fix { .. }));
    assert!(tried.count() > 5, "some look like edits");
    assert!(done.report.fixed.is_empty(), "{:#?}", done.report.fixed);
    assert_eq!(done.read("sums.py"), SOURCE);
    assert_eq!(done.files(), ["check.py", "sums.py"]);
}
