//! Standing still and going in circles.

use unbreak_core::policy::stuck::{Stuck, StuckDetector};
use unbreak_core::{Diagnostic, ErrorType, Severity};

/// Each state is a failure and the tree it was met on: `A1` is failure A on tree 1.
fn watch(states: &str) -> Vec<Option<Stuck>> {
    let mut detector = StuckDetector::new(3);
    let mut seen = Vec::new();
    for state in states.split(' ') {
        let (failure, tree) = state.split_at(1);
        let error = Diagnostic::new(
            ErrorType::Runtime,
            Severity::Error,
            format!("failure {failure} broke"),
        );
        let (next, stuck) = detector.observe(&[error], tree.parse().unwrap());
        detector = next;
        seen.push(stuck);
    }
    seen
}

#[test]
fn circles_are_noticed_when_they_close() {
    let repeated = |times| Some(Stuck::Repeated { times });
    let cycle = |length| Some(Stuck::Cycle { length });
    let cases = [
        ("A1", None),
        ("A1 A1", None),
        ("A1 A1 A1", repeated(3)),
        ("A1 A1 A1 A1", repeated(4)),
        ("A1 B2 A1", cycle(2)),
        ("A1 B2 C3 A1", cycle(3)),
        ("A1 A1 B2 A1", cycle(2)),
        ("A1 B2 B2 A1", cycle(3)),
        ("A1 B1 A1", cycle(2)),
        ("A1 A2 A3", None),
        ("A1 B2 A3 B4", None),
        ("A1 B2 C3 D4", None),
    ];
    for (states, verdict) in cases {
        assert_eq!(watch(states).pop().unwrap(), verdict, "{states}");
    }
}

#[test]
fn nothing_is_said_before_it_is_so() {
    assert_eq!(
        watch("A1 A1 B2 A3"),
        [None, None, None, None],
        "a kept fix is progress, though the failure looks the same"
    );
}

#[test]
fn the_order_of_errors_and_their_numbers_do_not_matter() {
    let error = |message: &str| Diagnostic::new(ErrorType::Assertion, Severity::Error, message);
    let first = [error("took 3 tries"), error("no key 'a'")];
    let second = [error("no key 'b'"), error("took 11 tries")];
    let (detector, _) = StuckDetector::new(2).observe(&first, 1);
    let (_, stuck) = detector.observe(&second, 1);
    let stuck = stuck.unwrap();
    assert_eq!(stuck.to_string(), "the same failure 2 times in a row");
}

#[test]
fn a_limit_of_nothing_is_a_limit_of_one() {
    let (_, stuck) = StuckDetector::new(0).observe(&[], 1);
    assert_eq!(stuck, Some(Stuck::Repeated { times: 1 }));
}
