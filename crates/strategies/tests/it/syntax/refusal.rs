//! Refused repairs, and the evidence of proposed ones.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use super::super::case::strategy;
use super::{applied, proposals};

#[test]
fn which_side_of_a_merge_was_meant_is_not_guessed() {
    let text = "\
def limit():
<<<<<<< HEAD
    return 10
=======
    return 20
>>>>>>> other
";
    assert!(proposals(text).is_empty());
}

#[test]
fn a_program_in_another_language_is_not_cut_down_to_what_parses() {
    let text = "\
#include <stdio.h>
int main(void) {
    char *names[] = {\"one\", \"two\"};
    for (unsigned i = 0; i < 2; ++i) { printf(\"%s\\n\", names[i]); }
    do { puts(\"again\"); } while (0);
    return sizeof(names) / sizeof *names;
}
";
    for fix in proposals(text) {
        let kept = applied(text, &fix).split_whitespace().collect::<String>().len();
        let whole = text.split_whitespace().collect::<String>().len();
        assert!(kept * 10 + 200 >= whole * 9, "{}", fix.title);
    }
}

#[test]
fn alternatives_differ_and_the_likeliest_comes_first() {
    let text = "def load(path, mode):\n    return open(path, 'mode)\n";
    let fixes = proposals(text);
    assert!((2..=3).contains(&fixes.len()), "{fixes:#?}");
    let texts: Vec<String> = fixes.iter().map(|fix| applied(text, fix)).collect();
    assert!(texts.contains(&text.replace("'mode", "mode")));
    assert!(texts.contains(&text.replace("'mode", "'mode'")));
    assert!(fixes.is_sorted_by(|a, b| a.confidence >= b.confidence));
    assert!(fixes.iter().map(|fix| fix.confidence.get()).sum::<f64>() <= 1.0);
}

#[test]
fn every_edit_is_as_small_as_its_change() {
    let text = "def f(a):\n    if a = 1\n        return (a\n    return 0\n";
    let fixes = proposals(text);
    let best = fixes.first().unwrap();
    let replaced: Vec<(&str, &str)> = best
        .edits
        .iter()
        .map(|edit| (edit.original.as_str(), edit.replacement.as_str()))
        .collect();
    assert_eq!(
        applied(text, best),
        "def f(a):\n    if a == 1:\n        return (a)\n    return 0\n"
    );
    assert_eq!(replaced.last(), Some(&("", ")")));
    assert!(
        replaced.iter().all(|(original, _)| !original.contains('\n')),
        "{replaced:?}"
    );
}

#[test]
fn lines_end_as_they_did() {
    let text = "def f(a):\r\n    if a:\r\n    return (a\r\n    return 0\r\n";
    let fixes = proposals(text);
    let repaired = applied(text, fixes.first().unwrap());
    assert_eq!(repaired.matches('\n').count(), repaired.matches("\r\n").count());
}

#[test]
fn only_syntax_errors_in_python_files_are_assessed() {
    let strategy = strategy("syntax_fix");
    let assessed = |error_type, file: &str| {
        let diagnostic = Diagnostic::new(error_type, Severity::Error, "invalid syntax");
        strategy.assess(&diagnostic.at(Location::line(file, 1))).is_some()
    };
    assert!(assessed(ErrorType::Syntax, "main.py"));
    assert!(assessed(ErrorType::Syntax, "typing/stub.pyi"));
    assert!(!assessed(ErrorType::Syntax, "main.c"));
    assert!(!assessed(ErrorType::Runtime, "main.py"));
}
