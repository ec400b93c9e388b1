//! Every attempt to hide a failure is a file in `cases/guard/refused`, every honest repair that
//! looks like one a file in `cases/guard/allowed`.
//!
//! `rules` are the classes that must be allowed, one after the other, before the fix may be
//! applied. `error` is what the fix is for, `also` what else the command reports. A section is a
//! file with its edits marked, or a file operation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proptest::prelude::*;
use unbreak_core::policy::guard::{Rule, is_test_file};
use unbreak_core::{
    Confidence, DeterminedBy, Diagnostic, Edit, ErrorType, Fact, FileOp, Fix, Frame, Location, RelPath,
    SafetyClass, Severity,
};

use crate::attempt::{Attempt, words};
use crate::case::Case;

#[test]
fn what_hides_a_failure_is_refused_and_what_mends_one_is_not() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for case in Case::all("guard") {
        let expected: Vec<&str> = case
            .value("rules")
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        assert_eq!(
            case.name.starts_with("refused"),
            !expected.is_empty(),
            "{} is in the wrong folder",
            case.name
        );
        let found = Attempt::new(&case).refusals();
        let rules: Vec<&str> = found.iter().map(|(rule, _)| rule.name()).collect();
        if rules != expected {
            wrong.push(format!("{}: expected {expected:?}, found {found:#?}", case.name));
        }
        seen.extend(rules);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Whether a command looks away only a run of it can tell.
    let told_by_text = Rule::ALL.into_iter().filter(|rule| *rule != Rule::LooksAway);
    let every: BTreeSet<&str> = told_by_text.map(Rule::name).collect();
    assert_eq!(seen, every, "each rule has a case");
}

#[test]
fn a_rule_is_known_by_its_name() {
    for rule in Rule::ALL {
        assert_eq!(rule.name().parse(), Ok(rule));
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.name());
    }
    let unknown = "skip-test".parse::<Rule>().unwrap_err();
    assert_eq!(unknown.to_string(), "there is no class called 'skip-test'");
}

#[test]
fn a_refusal_says_what_it_objects_to() {
    let case = Case::all("guard")
        .into_iter()
        .find(|case| case.name.ends_with("noqa.txt"))
        .unwrap();
    let attempt = Attempt::new(&case);
    let refusal = attempt.check(&BTreeSet::new()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "adds-suppression: would add '# noqa: F821' to shop.py"
    );
}

#[test]
fn a_test_may_follow_a_rename_that_the_history_shows() {
    let text = "from shop import total\n\n\ndef test_total():\n    assert total([1]) == 1\n";
    let file = RelPath::new("test_shop.py").unwrap();
    let edits = |new: &str| -> Vec<Edit> {
        let places = text.match_indices("total(").map(|(at, _)| at).chain([17]);
        let places = places.filter(|at| !text[..*at].ends_with('_'));
        places
            .map(|at| Edit::replace(&file, text, at..at + 5, new).unwrap())
            .collect()
    };
    let fact = Fact::MissingExport {
        name: "total".to_owned(),
        module: Some("shop".to_owned()),
        instead: Vec::new(),
    };
    let failure = Diagnostic::new(ErrorType::Import, Severity::Error, "cannot import name 'total'")
        .at(Location::line("test_shop.py", 1))
        .with_fact(fact);
    let refusal = |determined_by: DeterminedBy, new: &str| {
        let mut attempt = Attempt::insertion("test_shop.py", text, 0, "");
        attempt.fix = Fix::new("test", "rename", Confidence::new(0.9))
            .edits(edits(new))
            .evidence(determined_by);
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure.clone()];
        attempt.first_refusal()
    };
    assert_eq!(refusal(DeterminedBy::History, "net_sum"), None);
    assert_eq!(
        refusal(DeterminedBy::History, "test_total").as_deref(),
        Some("weakens-test")
    );
    assert_eq!(
        refusal(DeterminedBy::History, "(1 or 2)").as_deref(),
        Some("weakens-test")
    );
    assert_eq!(
        refusal(DeterminedBy::Fitting, "net_sum").as_deref(),
        Some("weakens-test")
    );
}

#[test]
fn a_suppression_comes_back_with_its_code() {
    let refusal = |text: &str, restored: &str, determined_by: DeterminedBy| {
        let mut attempt = Attempt::insertion("shop.py", text, 0, "");
        let edit = Edit::replace(&RelPath::new("shop.py").unwrap(), text, 0..text.len(), restored).unwrap();
        attempt.fix = Fix::new("test", "restore", Confidence::new(0.9))
            .edits([edit])
            .evidence(determined_by);
        attempt.first_refusal()
    };
    let line = "from errors import Invalid  # noqa: F401\n";
    let suppression = Some("adds-suppression");
    assert_eq!(refusal("\n", line, DeterminedBy::History), None);
    assert_eq!(refusal("\n", line, DeterminedBy::Fitting).as_deref(), suppression);
    // Only the suppression is restored.
    let silent = refusal("from errors import Invalid\n", line, DeterminedBy::History);
    assert_eq!(silent.as_deref(), suppression);
    let above = refusal("x = total\n", "# ruff: noqa\nx = total\n", DeterminedBy::History);
    assert_eq!(above.as_deref(), suppression);
}

#[test]
fn an_assertion_may_be_written_as_the_linter_offers() {
    let refusal = |error_type: ErrorType, determined_by: DeterminedBy| {
        let text = "#[test]\nfn empty() {\n    assert_eq!(names().is_empty(), false);\n}\n";
        let better = text.replace("_eq!(names().is_empty(), false)", "!(!names().is_empty())");
        let mut attempt = Attempt::insertion("tests/names.rs", text, 0, "");
        let path = RelPath::new("tests/names.rs").unwrap();
        let edit = Edit::replace(&path, text, 0..text.len(), better).unwrap();
        attempt.fix = Fix::new("test", "replace it with `assert!(..)`", Confidence::new(0.9))
            .edits([edit])
            .evidence(determined_by);
        let finding = Diagnostic::new(
            error_type,
            Severity::Error,
            "used `assert_eq!` with a literal bool",
        )
        .at(Location::line("tests/names.rs", 3));
        attempt.targets = vec![finding.clone()];
        attempt.errors = vec![finding];
        attempt.first_refusal()
    };
    let weakens = Some("weakens-test");
    assert_eq!(refusal(ErrorType::Lint, DeterminedBy::ToolEdit), None);
    assert_eq!(
        refusal(ErrorType::Lint, DeterminedBy::ToolHint).as_deref(),
        weakens
    );
    assert_eq!(
        refusal(ErrorType::Type, DeterminedBy::ToolEdit).as_deref(),
        weakens
    );
}

#[test]
fn an_assertion_gets_back_the_quote_and_the_name_that_the_history_shows() {
    let refusal = |before: &str, after: &str, failure: &Diagnostic, determined_by: DeterminedBy| {
        let mut attempt = Attempt::insertion("tests/hex.rs", before, 0, "");
        let path = RelPath::new("tests/hex.rs").unwrap();
        let edit = Edit::replace(&path, before, 0..before.len(), after).unwrap();
        attempt.fix = Fix::new("test", "restore", Confidence::new(0.9))
            .edits([edit])
            .evidence(determined_by);
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure.clone()];
        attempt.first_refusal()
    };
    let text = "#[test]\nfn codes() {\n    assert_eq!(encode(\"ab\"), \"6162\");\n    assert_eq!(encode(\"c\"), \"63\");\n}\n";
    let torn = text.replace("(\"ab\")", "(\"ab)");
    let unreadable = Diagnostic::new(
        ErrorType::Syntax,
        Severity::Error,
        "unterminated double quote string",
    )
    .at(Location::line("tests/hex.rs", 4));
    assert_eq!(refusal(&torn, text, &unreadable, DeterminedBy::History), None);
    let other = text.replace("6162", "6163");
    let changed = refusal(&torn, &other, &unreadable, DeterminedBy::History);
    assert_eq!(changed.as_deref(), Some("weakens-test"));

    let renamed = text.replace("encode", "encode_all");
    let undefined = Diagnostic::new(
        ErrorType::Type,
        Severity::Error,
        "cannot find function `encode_all`",
    )
    .at(Location::line("tests/hex.rs", 3))
    .with_fact(Fact::UndefinedName {
        name: "encode_all".to_owned(),
        used_as: None,
        instead: Vec::new(),
    });
    assert_eq!(refusal(&renamed, text, &undefined, DeterminedBy::History), None);
    let guessed = refusal(&renamed, text, &undefined, DeterminedBy::Fitting);
    assert!(guessed.is_some());
    let changed = refusal(&renamed, &other, &undefined, DeterminedBy::History);
    assert_eq!(changed.as_deref(), Some("weakens-test"));
}

#[test]
fn examples_in_a_program_follow_a_rename_that_the_history_shows() {
    let text = "def net_sum(rows):\n    \"\"\"\n    >>> total([1])\n    1\n    \"\"\"\n    return sum(rows)\n\n\ndef twice(rows):\n    return 2 * total(rows)\n";
    let failure = Diagnostic::new(ErrorType::Runtime, Severity::Error, "name 'total' is not defined")
        .at(Location::line("shop.py", 10))
        .with_fact(Fact::UndefinedName {
            name: "total".to_owned(),
            used_as: None,
            instead: Vec::new(),
        });
    let refusal = |file: &str| {
        let path = RelPath::new(file).unwrap();
        let places = text.match_indices("total(").map(|(at, _)| at);
        let edits = places.map(|at| Edit::replace(&path, text, at..at + 5, "net_sum").unwrap());
        let mut attempt = Attempt::insertion(file, text, 0, "");
        attempt.fix = Fix::new("test", "rename", Confidence::new(0.9))
            .edits(edits)
            .evidence(DeterminedBy::History);
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure.clone()];
        attempt.first_refusal()
    };
    assert_eq!(refusal("shop.py"), None);
    // A test would call something else than before.
    assert_eq!(refusal("test_shop.py").as_deref(), Some("weakens-test"));
}

#[test]
fn a_test_may_follow_a_library_if_a_built_in_rule_keeps_the_meaning() {
    let text = "import numpy as np\n\n\ndef test_total():\n    assert np.product([2, 3]) == 6\n";
    let file = RelPath::new("test_total.py").unwrap();
    let at = text.find("np.product").unwrap();
    let name = at..at + "np.product".len();
    let refusal = |kind: ErrorType, frames: &[Frame], safety: SafetyClass, range: Range<usize>, new: &str| {
        let mut attempt = Attempt::insertion("test_total.py", text, 0, "");
        attempt.fix = Fix::new("test", "follow", Confidence::new(0.9))
            .edits(vec![Edit::replace(&file, text, range, new).unwrap()])
            .safety(safety)
            .evidence(DeterminedBy::Rule);
        let mut failure = Diagnostic::new(kind, Severity::Error, "module 'numpy' has no attribute 'product'")
            .at(Location::line("test_total.py", 5));
        failure.test = Some("test_total.py::test_total".to_owned());
        failure.frames = frames.to_vec();
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure];
        attempt.first_refusal()
    };
    let (safe, asks) = (SafetyClass::Safe, SafetyClass::Unsafe);
    let weakens = Some("weakens-test".to_owned());
    assert_eq!(
        refusal(ErrorType::Runtime, &[], safe, name.clone(), "np.prod"),
        None
    );
    assert_eq!(
        refusal(ErrorType::Assertion, &[], safe, name.clone(), "np.prod"),
        weakens
    );
    // The library's own assertion, before any line of the test runs.
    let library = Frame::new(Location::line("/usr/lib/python3/plugin.py", 296), None);
    let test = Frame {
        in_workspace: true,
        ..Frame::new(Location::line("test_total.py", 5), None)
    };
    let by_library = std::slice::from_ref(&library);
    assert_eq!(
        refusal(ErrorType::Assertion, by_library, safe, name.clone(), "np.prod"),
        None
    );
    assert_eq!(
        refusal(
            ErrorType::Assertion,
            &[test, library.clone()],
            safe,
            name.clone(),
            "np.prod"
        ),
        weakens
    );
    assert_eq!(refusal(ErrorType::Runtime, &[], asks, name, "np.prod"), weakens);
    let assertion = at - "assert ".len()..text.len();
    assert_eq!(
        refusal(ErrorType::Runtime, &[], safe, assertion, "np.prod([2, 3])\n"),
        weakens
    );
}

#[test]
fn a_test_that_cannot_be_read_may_follow_the_language() {
    let text = "class Cups(TestCase):\n    def test_none(self):\n        try:\n            pour()\n        except ValueError, e:\n            self.assertEqual(e.args, ())\n        except KeyError:\n            pass  # no tea\n";
    let file = RelPath::new("test_cups.py").unwrap();
    let comma = text.find(", e:").unwrap();
    let refusal = |kind: ErrorType, determined_by: DeterminedBy| {
        let mut attempt = Attempt::insertion("test_cups.py", text, 0, "");
        let edit = Edit::replace(&file, text, comma..comma + 2, " as ").unwrap();
        attempt.fix = Fix::new("test", "follow", Confidence::new(0.9))
            .edits(vec![edit])
            .evidence(determined_by);
        let failure = Diagnostic::new(
            kind,
            Severity::Error,
            "multiple exception types must be parenthesized",
        )
        .at(Location::line("test_cups.py", 5));
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure];
        attempt.first_refusal()
    };
    assert_eq!(refusal(ErrorType::Syntax, DeterminedBy::Convention), None);
    assert!(refusal(ErrorType::Syntax, DeterminedBy::Search).is_some());
    assert!(refusal(ErrorType::Runtime, DeterminedBy::Convention).is_some());
}

#[test]
fn what_a_runner_says_of_a_file_that_it_loads_is_no_assertion() {
    let text = "@pytest.mark.parametrize(\"cups\", [pytest.mark.xfail((-1,))])\ndef test_cups(cups):\n    assert cups\n";
    let at = text.find("pytest.mark.xfail").unwrap();
    let range = at..at + "pytest.mark.xfail((-1,))".len();
    let file = RelPath::new("test_cups.py").unwrap();
    let refusal = |test: &str, place: Location| {
        let new = "pytest.param(-1, marks=pytest.mark.xfail)";
        let mut attempt = Attempt::insertion("test_cups.py", text, 0, "");
        attempt.fix = Fix::new("test", "follow", Confidence::new(0.9))
            .edits(vec![Edit::replace(&file, text, range.clone(), new).unwrap()])
            .safety(SafetyClass::Safe)
            .evidence(DeterminedBy::Rule);
        let mut failure =
            Diagnostic::new(ErrorType::Assertion, Severity::Error, "got MarkDecorator").at(place);
        failure.test = Some(test.to_owned());
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure];
        attempt.first_refusal()
    };
    let whole = || Location {
        file: Some("test_cups.py".to_owned()),
        ..Location::default()
    };
    assert_eq!(refusal("test_cups.py", whole()), None);
    let weakens = Some("weakens-test".to_owned());
    assert_eq!(refusal("test_cups.py::test_cups", whole()), weakens);
    assert_eq!(
        refusal("test_cups.py", Location::line("test_cups.py", 1)),
        weakens
    );
}

#[test]
fn the_configuration_of_a_check_may_follow_it_too() {
    let text = "{\n  \"jest\": {\n    \"verbose\": true\n  }\n}\n";
    let at = text.find("true").unwrap() + "true".len();
    let refusal = |determined_by: DeterminedBy, safety: SafetyClass| {
        let new = ",\n    \"testEnvironment\": \"jsdom\"";
        let mut attempt = Attempt::insertion("package.json", text, at, new);
        attempt.fix = attempt.fix.safety(safety).evidence(determined_by);
        attempt.first_refusal()
    };
    let (safe, asks) = (SafetyClass::Safe, SafetyClass::Unsafe);
    let loosens = Some("loosens-config".to_owned());
    assert_eq!(refusal(DeterminedBy::Rule, safe), None);
    assert_eq!(refusal(DeterminedBy::Rule, asks), loosens);
    assert_eq!(refusal(DeterminedBy::Spelling, safe), loosens);
}

#[test]
fn the_program_of_a_check_may_follow_a_library() {
    let text = "const app = require(\"express\")();\napp.get(\"*\", answer);\n";
    let at = text.find('*').unwrap();
    let refusal = |determined_by: DeterminedBy| {
        let mut attempt = Attempt::insertion("main.js", text, at, "{splat}");
        attempt.command = vec!["node".to_owned(), "main.js".to_owned()];
        attempt.fix = attempt.fix.safety(SafetyClass::Safe).evidence(determined_by);
        let failure = Diagnostic::new(
            ErrorType::Runtime,
            Severity::Error,
            "Missing parameter name at index 1: *",
        )
        .at(Location::line("node_modules/path-to-regexp/index.js", 108));
        attempt.targets = vec![failure.clone()];
        attempt.errors = vec![failure];
        attempt.first_refusal()
    };
    assert_eq!(refusal(DeterminedBy::Rule), None);
    assert_eq!(refusal(DeterminedBy::Spelling).as_deref(), Some("loosens-config"));
}

/// Lines of a table: a word, a file, the rest.
fn table(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let rows = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "));
    rows.map(|row| {
        let (word, rest) = row.split_once(char::is_whitespace).unwrap();
        let (file, rest) = rest
            .trim_start()
            .split_once(char::is_whitespace)
            .unwrap_or((rest.trim(), ""));
        (word, file, rest.trim_start())
    })
}

#[test]
fn one_line_is_enough_to_hide_a_failure() {
    let mut wrong = Vec::new();
    for (rule, file, line) in table(include_str!("../cases/marks.txt")) {
        let line = format!("{}\n", line.replace("\\n", "\n"));
        let found = Attempt::insertion(file, "first\nlast\n", "first\n".len(), &line).first_refusal();
        if found.as_deref().unwrap_or("allowed") != rule {
            wrong.push(format!("{rule} {file} {line}found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_of_a_test_is_what_it_is_in_any_language() {
    let mut wrong = Vec::new();
    for (rule, file, line) in table(include_str!("../cases/lines.txt")) {
        let line = format!("{}\n", line.replace("\\n", "\n"));
        let found = Attempt::removal(file, &line).first_refusal();
        if found.as_deref().unwrap_or("-") != rule {
            wrong.push(format!("{rule} {file} {line}found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_is_known_by_its_path() {
    let mut wrong = Vec::new();
    for (file, edit, others) in table(include_str!("../cases/files.txt")) {
        let (path, content) = (RelPath::new(file).unwrap(), String::new());
        let edited = Attempt::insertion(file, "", 0, "x\n").first_refusal();
        let deleted = Attempt::operation(FileOp::Delete { file: path.clone() }).first_refusal();
        let created = Attempt::operation(FileOp::Create { file: path, content }).first_refusal();
        let found = [edited, deleted, created].map(|rule| rule.unwrap_or("-".to_owned()));
        let expected: Vec<&str> = std::iter::once(edit).chain(others.split_whitespace()).collect();
        if found != *expected {
            wrong.push(format!("{file}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_of_tests_are_those_that_may_not_be_deleted_as_such() {
    for (file, _, others) in table(include_str!("../cases/files.txt")) {
        let is_test = others.starts_with("deletes-test");
        assert_eq!(is_test_file(&RelPath::new(file).unwrap()), is_test, "{file}");
    }
}

/// Text made of what decides where strings, comments, blocks and tests begin and end.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "def test_a():\n",
        "class TestB:\n",
        "    assert x == 'ü'\n",
        "import json\n",
        "from a import (\n",
        "it('adds', () => {\n",
        "#[test]\nfn a() {\n",
        "except Exception:\n",
        "# noqa: F401\n",
        ">>> f()\n",
        "\"\"\"",
        "'''",
        "\"",
        "'",
        "`",
        "//",
        "/*",
        "*/",
        "#",
        "\\",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "=",
        "\n",
        "\r\n",
        "    ",
        "\t",
        "🦀",
        "r#\"",
        "x",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn whatever_a_text_looks_like_the_guard_has_an_answer(
        (before, after) in (text(), text()),
        file in prop::sample::select(vec!["test_a.py", "a.rs", "a.test.ts", "a.go", "run.sh", "tests/a.json", "a.c"]),
        kind in prop::sample::select(vec![ErrorType::Syntax, ErrorType::Assertion, ErrorType::Lint, ErrorType::Type]),
    ) {
        let path = RelPath::new(file).unwrap();
        let edit = Edit::replace(&path, &before, 0..before.len(), after).unwrap();
        let attempt = Attempt {
            fix: Fix::new("test", "rewrite", Confidence::new(0.5)).edit(edit),
            files: BTreeMap::from([(file.to_owned(), before)]),
            command: words("pytest -q"),
            targets: vec![Diagnostic::new(kind, Severity::Error, "broken").at(Location::line(file, 1))],
            errors: Vec::new(),
        };
        let refused = attempt.refusals();
        prop_assert!(refused.len() <= Rule::ALL.len());
        let everything = Rule::ALL.map(|rule| rule.name().to_owned()).into();
        prop_assert!(attempt.check(&everything).is_ok(), "with every class allowed nothing is refused");
    }

    #[test]
    fn a_fix_that_changes_nothing_hides_nothing(text in text()) {
        let path = RelPath::new("test_a.py").unwrap();
        let edit = Edit::replace(&path, &text, 0..text.len(), text.clone()).unwrap();
        let failure = Diagnostic::new(ErrorType::Assertion, Severity::Error, "broken").at(Location::line("test_a.py", 1));
        let attempt = Attempt {
            fix: Fix::new("test", "rewrite", Confidence::new(0.5)).edit(edit),
            files: BTreeMap::from([("test_a.py".to_owned(), text)]),
            command: words("pytest -q"),
            targets: vec![failure.clone()],
            errors: vec![failure],
        };
        prop_assert_eq!(attempt.refusals(), []);
    }
}
