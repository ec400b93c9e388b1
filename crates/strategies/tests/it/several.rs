//! `suggested_fix`: an edit that decides what only the meaning determines is one of several possible ones.

use unbreak_core::{
    Applicability, Command, DeterminedBy, Diagnostic, ErrorType, Location, Severity, SuggestedEdit,
    Suggestion,
};

use super::case::{propose, strategy};
use super::project::tree;

/// Returns whether an offer to write a text where the last `|` is counts as one of several.
fn is_one_of_several(line: &str, written: &str, file: &str) -> bool {
    let (before, after) = line.rsplit_once('|').unwrap();
    let column = u32::try_from(before.chars().count()).unwrap() + 1;
    let location = Location::column(file, 1, column);
    let mut diagnostic =
        Diagnostic::new(ErrorType::Syntax, Severity::Error, "invalid syntax").at(location.clone());
    diagnostic.suggestions.push(Suggestion {
        title: format!("write `{written}`"),
        applicability: Applicability::MaybeIncorrect,
        edits: vec![SuggestedEdit {
            location,
            replacement: written.to_owned(),
        }],
    });
    let tree = tree(&[(file, &format!("{before}{after}\n"))]);
    let command = Command::new("check", [file]);
    let fixes = propose(
        &*strategy("suggested_fix"),
        &tree,
        &command,
        &[diagnostic],
        "",
        "",
    );
    match fixes[0].evidence.determined_by {
        DeterminedBy::Fitting => true,
        DeterminedBy::ToolHint => false,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn nothing_beside_it_determines_a_missing_operator_or_value() {
    for (line, written, file) in [
        ("return width| height;", ",", "a.c"),
        ("return width| height;", ";", "a.c"),
        ("exports.area = (width, height) => width| height;", " *", "a.js"),
        ("const limit = |;", "as", "a.js"),
        ("limit = |", "None", "a.py"),
    ] {
        assert!(is_one_of_several(line, written, file), "{line} {written}");
    }
    for (line, written, file) in [
        ("int width| height;", ",", "a.c"),
        ("f(width| height);", ",", "a.c"),
        ("x = 1|", ";", "a.c"),
        ("area = 2| width;", " *", "a.c"),
        ("area = 2| width;", " *", "a.js"),
        ("sum = rate|(1 + years)", "*", "a.py"),
        ("area = width| height;", " *", "a.c"),
        ("if ready|", ":", "a.py"),
        ("count +=|", " 1", "a.py"),
    ] {
        assert!(!is_one_of_several(line, written, file), "{line} {written}");
    }
}

#[test]
fn a_bracket_before_an_operator_may_be_closed_elsewhere() {
    for line in [
        "return (a + b / 2|",
        "return (a + b| / 2",
        "x = y * (a + b - c|",
        "half = int(text.strip() + 1|",
        "r = sqrt((a * b) * 0.25|",
        "if (p || (q && r) || s| && i < n - 1)",
        "if f(x + 1|:",
    ] {
        assert!(is_one_of_several(line, ")", "a.py"), "{line}");
    }
}

#[test]
fn a_bracket_without_another_place_is_determined() {
    for (line, file) in [
        ("for i in range(len(items)|:", "a.py"),
        ("cnt = cnt1 - cnt2 + (cnt2 - cnt1|", "a.py"),
        ("best = max(before + 1, after|", "a.py"),
        ("if (i, val| in seen:", "a.py"),
        ("print(a + b|", "a.py"),
        ("ans = [(sorted(list(s))| for s in ans]", "a.py"),
        ("if (a && b / 2 == c| {", "a.c"),
        ("scanf(\"%d + 1\", &a[i]|;", "a.c"),
        ("r = (y % 4 == 0 && (y % 100 == 0 && y % 400 == 0)|;", "a.c"),
        ("x[i] = a + i * ((b - a) / (float)n|;", "a.c"),
        ("return (width * height|;", "a.c"),
    ] {
        assert!(!is_one_of_several(line, ")", file), "{line}");
    }
}
