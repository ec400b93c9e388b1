//! Diagnostics as text for a language model.

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Note, Severity};

fn full() -> Diagnostic {
    let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "name 'totl' is not defined")
        .with_code("NameError")
        .at(Location::column("shop.py", 7, 12));
    diagnostic.test = Some("tests/test_shop.py::test_total".to_owned());
    diagnostic.snippet = Some(">>> 7 | return totl".to_owned());
    diagnostic.frames = vec![
        Frame::new(
            Location::line("tests/test_shop.py", 3),
            Some("test_total".to_owned()),
        ),
        Frame::new(Location::line("shop.py", 7), None),
    ];
    diagnostic.notes = vec![
        Note {
            message: "defined here".to_owned(),
            location: Location::line("shop.py", 1),
        },
        Note {
            message: "see the manual".to_owned(),
            location: Location::default(),
        },
    ];
    diagnostic.advice = Some("did you mean 'total'?".to_owned());
    diagnostic
}

#[test]
fn everything_known_is_told_in_order() {
    let expected = "\
name 'totl' is not defined (runtime, NameError)
at shop.py:7:12
in test tests/test_shop.py::test_total

>>> 7 | return totl

stack, innermost last:
  tests/test_shop.py:3 in test_total
  shop.py:7
note: defined here (shop.py:1)
note: see the manual
advice: did you mean 'total'?";
    assert_eq!(full().to_context(10_000), expected);
}

#[test]
fn what_is_not_known_is_not_mentioned() {
    let bare = Diagnostic::new(ErrorType::Unknown, Severity::Error, "it broke");
    assert_eq!(bare.to_context(1_000), "it broke (unknown)");
    let placed = Diagnostic::new(ErrorType::Lint, Severity::Warning, "unused").at(Location::file("a.py"));
    assert_eq!(placed.to_context(1_000), "unused (lint)\nat a.py");
}

#[test]
fn it_is_never_longer_than_asked_and_cut_between_characters() {
    let mut diagnostic = full();
    diagnostic.frames.clear();
    diagnostic.message = "größer als 🦀".repeat(20);
    let whole = diagnostic.to_context(usize::MAX);
    for limit in 0..whole.len() + 2 {
        let text = diagnostic.to_context(limit);
        assert!(text.len() <= limit);
        assert!(whole.starts_with(&text));
        assert!(
            text.len() + 4 > limit.min(whole.len()),
            "no more is lost than a character"
        );
    }
}

#[test]
fn the_stack_knows_the_innermost_frame_of_the_workspace() {
    let mut diagnostic = full();
    assert_eq!(diagnostic.innermost_own_frame(), None);
    diagnostic.frames[0].in_workspace = true;
    diagnostic.frames[1].in_workspace = true;
    diagnostic
        .frames
        .push(Frame::new(Location::line("/usr/lib/json.py", 1), None));
    let frame = diagnostic.innermost_own_frame().unwrap();
    assert_eq!(frame.location, Location::line("shop.py", 7));
}

#[test]
fn outer_frames_are_left_out_before_the_advice() {
    let mut diagnostic = full();
    let outer = (1..500).map(|line| Frame::new(Location::line("deep.py", line), None));
    diagnostic.frames.splice(0..0, outer);
    let text = diagnostic.to_context(400);
    assert!(text.len() <= 400);
    assert!(text.contains("innermost last:\n  ...\n  deep.py:"), "{text}");
    assert!(text.contains("\n  shop.py:7\n"), "{text}");
    assert!(text.ends_with("advice: did you mean 'total'?"), "{text}");
}
