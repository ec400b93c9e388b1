//! Equality of failures.

use proptest::prelude::*;
use unbreak_core::signature::normalise_volatile;
use unbreak_core::{Diagnostic, ErrorType, Fingerprint, Frame, Location, Severity, Signature};

fn error(message: &str) -> Diagnostic {
    Diagnostic::new(ErrorType::Runtime, Severity::Error, message)
        .with_code("Error")
        .at(Location::line("shop.py", 7))
}

/// Pairs of messages that differ only in what changes from one run of a program to the next.
const SAME_FAILURE: &[(&str, &str)] = &[
    (
        "<Order object at 0x7f3a10b2c4d0>",
        "<Order object at 0x55d0aa01beef>",
    ),
    ("no /tmp/tmpa1b2c3/out.txt", "no /tmp/tmpz9y8x7/out.txt"),
    (
        "'/tmp/pytest-of-dev/pytest-3/test_a0/x'",
        "'/tmp/pytest-of-dev/pytest-41/test_a0/x'",
    ),
    (
        "open(/private/var/folders/ab/cd12/T/tmpq/x)",
        "open(/private/var/folders/zz/yy/T/tmpw/x)",
    ),
    (
        "C:\\Users\\dev\\AppData\\Local\\Temp\\tmp1\\x",
        "C:\\Users\\dev\\AppData\\Local\\Temp\\tmp22\\x",
    ),
    ("at 2026-11-03T04:05:06Z", "at 2025-01-31T23:59:59.123Z"),
    ("at 2026-11-03 04:05:06,123", "at 2025-01-31 23:59:59,001"),
    ("stopped at 04:05:06", "stopped at 23:59:59.25"),
    ("took 1.25s", "took 11s"),
    ("after 30ms", "after 1250ms"),
    (
        "job 123e4567-e89b-12d3-a456-426614174000",
        "job 00000000-0000-4000-8000-0123456789ab",
    ),
];

/// Pairs that are the same kind of failure of different programs or days, but not the same words.
const SAME_KIND: &[(&str, &str)] = &[
    ("name 'totl' is not defined", "name 'itms' is not defined"),
    ("got 3 items, wanted 4", "got 11 items, wanted 0"),
    ("3.5 is not 4.25", "0.1 is not 0.2"),
    (
        "can't find module 'a' that isn't 'b'",
        "can't find module 'long.name' that isn't 'c'",
    ),
    (
        "cannot find name `Ordr` in this scope",
        "cannot find name `Itm` in this scope",
    ),
    ("Property ‘a’ does not exist", "Property ‘b’ does not exist"),
    ("can't concat b'abc' to \"x\"", "can't concat b'' to \"it\""),
    (
        "total() got an unexpected keyword argument 'quantiy'",
        "Order.add() got an unexpected keyword argument 'x'",
    ),
];

/// Pairs that are different failures.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "unsupported operand type(s) for +: int and str",
        "unsupported operand type(s) for +: str and int",
    ),
    ("name 'x' is not defined", "name 'x' is not callable"),
    ("division by zero", "list index out of range"),
];

#[test]
fn a_failure_has_one_fingerprint_whenever_and_wherever_it_happens() {
    for (a, b) in SAME_FAILURE {
        assert_eq!(Fingerprint::of(&error(a)), Fingerprint::of(&error(b)), "{a}\n{b}");
        assert_eq!(Signature::of(&error(a)), Signature::of(&error(b)), "{a}\n{b}");
    }
}

#[test]
fn a_kind_of_failure_has_one_signature_and_each_its_own_fingerprint() {
    for (a, b) in SAME_KIND {
        assert_eq!(Signature::of(&error(a)), Signature::of(&error(b)), "{a}\n{b}");
        assert_ne!(Fingerprint::of(&error(a)), Fingerprint::of(&error(b)), "{a}\n{b}");
    }
}

#[test]
fn different_failures_are_told_apart() {
    for (a, b) in DIFFERENT {
        assert_ne!(Signature::of(&error(a)), Signature::of(&error(b)), "{a}\n{b}");
        assert_ne!(Fingerprint::of(&error(a)), Fingerprint::of(&error(b)), "{a}\n{b}");
    }
    // Quoted, they are names to a signature; to a fingerprint they never are.
    let (a, b) = (
        error("TypeError: 'int' and 'str'"),
        error("TypeError: 'str' and 'int'"),
    );
    assert_eq!(Signature::of(&a), Signature::of(&b));
    assert_ne!(Fingerprint::of(&a), Fingerprint::of(&b));
}

#[test]
fn a_signature_survives_an_edit_further_up_and_says_where_it_is() {
    let mut here = error("division by zero");
    let there = error("division by zero").at(Location::line("shop.py", 90));
    assert_eq!(Signature::of(&here), Signature::of(&there));
    assert_eq!(
        Signature::of(&here).as_str(),
        "runtime|Error|division by zero|shop.py"
    );
    here.frames = vec![Frame::new(Location::line("shop.py", 7), Some("total".to_owned()))];
    assert!(Signature::of(&here).as_str().ends_with("|shop.py#total"));
    here.test = Some("tests/test_shop.py::test_a".to_owned());
    assert!(
        Signature::of(&here)
            .as_str()
            .ends_with("|shop.py#tests/test_shop.py::test_a")
    );
}

#[test]
fn type_code_file_and_test_tell_failures_apart() {
    let base = error("broken");
    let mut other_type = base.clone();
    other_type.error_type = ErrorType::Lint;
    let other_code = base.clone().with_code("F821");
    let other_file = base.clone().at(Location::line("cart.py", 7));
    let mut other_test = base.clone();
    other_test.test = Some("test_b".to_owned());
    for other in [other_type, other_code, other_file, other_test] {
        assert_ne!(Signature::of(&base), Signature::of(&other));
        assert_ne!(Fingerprint::of(&base), Fingerprint::of(&other));
    }
}

#[test]
fn a_directory_called_tmp_within_the_workspace_is_a_place_like_any_other() {
    for path in ["src/tmp/a.py", "/home/dev/project/tmp/cart/a.py"] {
        assert_eq!(normalise_volatile(path), path);
    }
}

proptest! {
    #[test]
    fn what_one_run_happened_to_say_never_tells_two_failures_apart(
        words in prop::collection::vec("[a-zäß:,.()'-]{1,8}", 0..6),
        (a, b) in any::<(u64, u64)>(),
    ) {
        let fingerprint = |n: u64| {
            let volatile = [
                format!("0x{n:016x}"),
                format!("{n}ms"),
                format!("/tmp/tmp{n:x}/out"),
                format!("2026-11-{:02} {:02}:{:02}:{:02}", 1 + n % 28, n % 24, n % 60, n % 59),
            ];
            let mixed: Vec<&str> = words.iter().zip(volatile.iter().cycle()).flat_map(|(a, b)| [a.as_str(), b]).collect();
            Fingerprint::of(&error(&mixed.join(" ")))
        };
        prop_assert_eq!(fingerprint(a), fingerprint(b));
    }

    #[test]
    fn a_number_never_tells_two_signatures_apart(a in 0..100_000_u32, b in 0..100_000_u32) {
        let signature = |n: u32| Signature::of(&error(&format!("expected {n} of 'x', got -{n}")));
        prop_assert_eq!(signature(a), signature(b));
    }
}
