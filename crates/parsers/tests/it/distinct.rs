//! Several reports of the same failure in one run become one diagnostic once paths are resolved.

use std::path::Path;

use unbreak_core::Diagnostic;
use unbreak_parsers::{Distinct, Resolved, Resolver};

use crate::cases::pipeline;

const ROOT: &str = "/home/dev/project";

/// The remaining diagnostics of a case.
fn distinct(case: &str) -> (Vec<Diagnostic>, usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(case);
    let output = std::fs::read(path).expect("a readable case");
    let mut diagnostics = pipeline().parse(&output, None).diagnostics;
    let all = diagnostics.len();
    let resolver = Resolver::new(Path::new(ROOT), Path::new(ROOT));
    let mut seen = Distinct::default();
    diagnostics.retain_mut(|diagnostic| {
        resolver.resolve(diagnostic, &mut Resolved::default(), &|_| true);
        seen.is_new(diagnostic)
    });
    (diagnostics, all)
}

#[test]
fn jests_text_and_json_tell_of_the_same_failures() {
    let (left, all) = distinct("jest/json-beside-text.txt");
    assert_eq!((left.len(), all), (11, 20));
}

#[test]
fn jests_text_and_its_annotations_tell_of_the_same_failures() {
    let (left, all) = distinct("ci-annotations/jest.txt");
    assert_eq!((left.len(), all), (11, 20));
}

#[test]
fn the_same_words_about_two_columns_are_two_findings() {
    let text = b"a.js: line 1, col 5, Error - 'x' is not defined. (no-undef)\na.js: line 1, col 9, Error - 'x' is not defined. (no-undef)\n";
    let found = pipeline().parse(text, None).diagnostics;
    let mut seen = Distinct::default();
    let new = found.iter().filter(|diagnostic| seen.is_new(diagnostic)).count();
    assert_eq!((found.len(), new), (2, 2));
}

#[test]
fn other_advice_is_another_finding() {
    let text = b"a.hs:1:8: Suggestion: Redundant bracket\nFound:\n  (f a) + (f b)\nPerhaps:\n  f a + (f b)\n\na.hs:1:8: Suggestion: Redundant bracket\nFound:\n  (f a) + (f b)\nPerhaps:\n  (f a) + f b\n\n";
    let found = pipeline().parse(text, None).diagnostics;
    let mut seen = Distinct::default();
    let new = found.iter().filter(|diagnostic| seen.is_new(diagnostic)).count();
    assert_eq!((found.len(), new), (2, 2));
}
