//! The source around a place, and columns corrected with the source at hand.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};
use unbreak_parsers::{attach_source, snippet};

#[test]
fn three_lines_on_either_side() {
    let source: String = (1..=12).map(|number| format!("line {number}\n")).collect();
    let expected = "     6 | line 6\n     7 | line 7\n     8 | line 8\n>>>  9 | line 9\n    10 | line 10\n    11 | line 11\n    12 | line 12";
    assert_eq!(snippet(&source, 9).as_deref(), Some(expected));
}

#[test]
fn at_the_edges() {
    assert_eq!(snippet("a\nb", 1).as_deref(), Some(">>> 1 | a\n    2 | b"));
    assert_eq!(
        snippet("a\r\nb\r\n", 2).as_deref(),
        Some("    1 | a\n>>> 2 | b\n    3 |")
    );
    assert_eq!(
        snippet("a\n", 2).as_deref(),
        Some("    1 | a\n>>> 2 |"),
        "the end of the file"
    );
}

#[test]
fn no_snippet_and_no_error() {
    assert_eq!(snippet("a\n", 0), None);
    assert_eq!(snippet("a\n", 3), None);
    assert_eq!(snippet("a\0b\n", 1), None);
    assert_eq!(snippet("a\n", u32::MAX), None);
}

#[test]
fn long_lines_are_cut_on_a_character() {
    let cut = snippet(&"é".repeat(1000), 1).expect("a snippet");
    assert_eq!(cut, format!(">>> 1 | {}", "é".repeat(240)));
}

/// A diagnostic whose columns were counted in `printed`.
fn counted_in(printed: &str) -> Diagnostic {
    let place = Location::column("a.py", 2, 5).until(2, 8);
    let mut diagnostic = Diagnostic::new(ErrorType::Syntax, Severity::Fatal, "x").at(place);
    diagnostic.snippet = Some(printed.to_owned());
    diagnostic
}

#[test]
fn columns_counted_without_the_indentation_are_corrected() {
    let mut diagnostic = counted_in("x = (1,");
    attach_source(&mut diagnostic, "def f():\n        x = (1,\n");
    assert_eq!(diagnostic.location, Location::column("a.py", 2, 13).until(2, 16));
    assert_eq!(
        diagnostic.snippet.as_deref(),
        Some("    1 | def f():\n>>> 2 |         x = (1,\n    3 |")
    );
}

#[test]
fn columns_of_another_or_the_same_line_stay() {
    for printed in ["y = (1,", "        x = (1,"] {
        let mut diagnostic = counted_in(printed);
        attach_source(&mut diagnostic, "def f():\n        x = (1,\n");
        assert_eq!(
            diagnostic.location,
            Location::column("a.py", 2, 5).until(2, 8),
            "{printed}"
        );
    }
}

#[test]
fn tabs_that_were_printed_as_blanks_count_once() {
    let cases = [
        // What was printed, what the column and the end were, and what they are.
        ("        return  totl;", (17, 21), (9, 13)),
        ("    return  totl;", (13, 17), (9, 13)),
        ("        return  totl;", (9, 15), (2, 8)),
        ("        return  totl;", (22, 23), (14, 15)),
        ("    other();", (5, 10), (5, 10)),
    ];
    for (printed, (column, end), expected) in cases {
        let place = Location::column("a.c", 1, column).until(1, end);
        let mut diagnostic = Diagnostic::new(ErrorType::Type, Severity::Error, "x").at(place);
        diagnostic.snippet = Some(printed.to_owned());
        attach_source(&mut diagnostic, "\treturn\ttotl;\n");
        let found = (diagnostic.location.column, diagnostic.location.end_column);
        assert_eq!(found, (Some(expected.0), Some(expected.1)), "{printed}");
    }
}
