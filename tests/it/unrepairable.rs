//! Unrepairable faults leave the tree unchanged, and the report lists what was tried.

use unbreak_core::Outcome;
use unbreak_core::event::FixOutcome;

use crate::harness::{Change, Site, repair_with};

const PYTEST: [&str; 4] = ["python3", "-m", "pytest", "-q"];

const WRONG: &str = "def add(a, b):\n    return a - b\n";
const TEST_WRONG: &str = "from wrong import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n";

#[test]
fn an_unknown_failure_changes_nothing() {
    let site = Site::with(&[
        ("wrong.py", WRONG),
        ("test_wrong.py", TEST_WRONG),
        ("notes.txt", "mine\r\n"),
    ]);
    let before = site.snapshot();

    let report = site.repair(PYTEST).with_code(1).report();

    assert_eq!(report.outcome, Outcome::NoFix);
    assert_eq!(report.diff, "");
    assert_eq!(report.remaining.len(), 1);
    assert_eq!(report.unresolved.len(), 1);
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

/// Makes the failing test pass, and breaks the one that passed.
const HARMFUL: Change = Change::Replace {
    file: "wrong.py",
    from: "a - b",
    to: "a + b + (not a)",
};

/// Changes nothing that matters.
const IDLE: Change = Change::Replace {
    file: "wrong.py",
    from: "a - b",
    to: "-b + a",
};

#[test]
fn a_fix_that_harms_or_does_not_help_is_taken_back_and_told_of() {
    for (change, reason) in [
        (HARMFUL, "brought a new error"),
        (IDLE, "did not make the failure go away"),
    ] {
        let test = format!("{TEST_WRONG}\n\ndef test_nothing():\n    assert add(0, 0) == 0\n");
        let site = Site::with(&[("wrong.py", WRONG), ("test_wrong.py", &test)]);
        let before = site.snapshot();

        let report = repair_with(&site, change, &PYTEST, []);

        assert!(report.fixed.is_empty());
        assert_eq!(report.unresolved.len(), 1);
        let FixOutcome::Failed { reason: told } = &report.unresolved[0].outcome else {
            panic!("{:?}", report.unresolved);
        };
        assert!(told.contains(reason), "{told}");
        assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
    }
}

#[test]
fn what_can_be_verified_is_kept_beside_what_cannot_be_repaired() {
    let right = "def area(radius):\n    return math.pi * radius**2\n";
    let test_right = "from right import area\n\n\ndef test_area():\n    assert area(1) > 3\n";
    let site = Site::with(&[
        ("wrong.py", WRONG),
        ("test_wrong.py", TEST_WRONG),
        ("right.py", right),
        ("test_right.py", test_right),
    ]);
    let before = site.snapshot();

    let report = site.repair(PYTEST).with_code(1).report();

    assert_eq!(report.fixed.len(), 1);
    assert_eq!(report.remaining.len(), 1);
    assert_eq!(report.unresolved.len(), 1);
    assert_eq!(site.snapshot().changed_since(&before), ["right.py"]);
    assert!(site.passes(&["python3", "-m", "pytest", "-q", "test_right.py"]));
}
