//! The amount of work that commands report.

use unbreak_parsers::work;

/// The end of an output, and the tests it counts.
const COUNTS: &[(&str, Option<u64>)] = &[
    ("===== 2 failed, 38 passed, 1 warning in 0.12s =====", Some(40)),
    ("38 passed, 2 skipped in 61.20s (0:01:01)", Some(38)),
    ("78 failed, 404 passed, 18 subtests passed in 7.78s", Some(500)),
    ("============ no tests ran in 0.01s ============", Some(0)),
    ("=========== 1 error in 0.10s ===========", None),
    ("Ran 8 tests in 0.006s\n\nFAILED (failures=4, errors=4)", Some(8)),
    (
        "test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.64s",
        Some(4),
    ),
    (
        "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        Some(5),
    ),
    (
        "     Summary [   0.810s] 4 tests run: 1 passed, 3 failed, 0 skipped",
        Some(4),
    ),
    (
        "Test Suites: 3 failed, 3 total\nTests:       2 failed, 1 passed, 3 total",
        Some(3),
    ),
    (
        " Test Files  2 failed (2)\n      Tests  2 failed | 1 passed (3)",
        Some(3),
    ),
    ("  4 passing (13ms)\n  3 failing", Some(7)),
    ("# tests 3\n# pass 2\n# fail 1", Some(3)),
    // tape counts assertions, of which a failure adds some
    ("1..224\n# tests 224\n# pass  221\n# fail  3", Some(221)),
    ("\u{2139} tests 3\n\u{2139} pass 2\n\u{2139} fail 1", Some(3)),
    ("33% tests passed, 2 tests failed out of 3", Some(3)),
    (
        "[==========] 3 tests from 1 test suite ran. (0 ms total)",
        Some(3),
    ),
    ("3 examples, 1 failure", Some(3)),
    ("3 runs, 4 assertions, 1 failures, 0 errors, 0 skips", Some(3)),
    ("OK (3 tests, 4 assertions)", Some(3)),
    ("Tests: 3, Assertions: 4, Failures: 1.", Some(3)),
    ("Tests run: 3, Failures: 1, Errors: 0, Skipped: 0", Some(3)),
    ("OK (3 tests)", Some(3)),
    ("OK (skipped=1)", None),
    ("Run:  3   Failures: 2   Errors: 1", Some(3)),
    ("Ran 2 tests.\n\nFAILED (failures=4)", Some(2)),
    (
        " 1 pass\n 2 fail\n 3 expect() calls\nRan 3 tests across 1 file. [8.00ms]",
        Some(3),
    ),
    (
        "Ran 3 tests containing 5 assertions.\n1 failures, 0 errors.",
        Some(3),
    ),
    (
        "\t Executed 3 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds",
        Some(3),
    ),
    (
        "\u{2718} Test run with 3 tests failed after 0.001 seconds with 1 issue.",
        Some(3),
    ),
    ("3 tests, 2 failures", Some(3)),
    ("1 test, 1 failure", Some(1)),
    ("3 tests, 1 passed, 2 failed", Some(3)),
    (
        "1 success / 1 failure / 1 error / 0 pending : 0.0008 seconds",
        Some(3),
    ),
    (
        "0 features passed, 1 failed, 0 skipped\n0 scenarios passed, 1 failed, 2 error, 0 skipped\n2 steps passed, 1 failed",
        Some(3),
    ),
    (
        "3 scenarios (1 failed, 2 passed)\n9 steps (1 failed, 8 passed)",
        Some(3),
    ),
    ("0%: Checks: 2, Failures: 1, Errors: 1", Some(2)),
    (
        "[doctest] test cases: 2 | 0 passed | 2 failed | 0 skipped",
        Some(2),
    ),
    (
        "test cases: 2 | 1 passed | 1 failed\nassertions: 4 | 3 passed | 1 failed",
        Some(2),
    ),
    ("All tests passed (4 assertions in 2 test cases)", Some(2)),
    ("Running 2 test cases...", Some(2)),
    ("All 3 tests passed (0.00s)", Some(3)),
    ("1 out of 3 tests failed (0.00s)", Some(3)),
    ("1 passed; 0 skipped; 1 failed.", Some(2)),
    (
        "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 2 ms",
        Some(3),
    ),
    ("3 tests failed\n1 test passed", Some(4)),
    ("No tests executed!", Some(0)),
    ("No tests were found!!!", Some(0)),
    ("No test files found, exiting with code 1", Some(0)),
    ("main.c:1:1: error: 3 tests failed in a row", None),
    (
        "not ok a.js ... 1/2\n    # tests 2\n    # fail  1\nok b.js ... 3/3\ntotal ............ 4/5",
        Some(5),
    ),
    ("3 users logged in 5s ago", None),
    ("", None),
];

#[test]
fn tests_are_counted() {
    let wrong: Vec<String> = COUNTS
        .iter()
        .map(|(output, expected)| (output, work::of(output).tests, expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(output, found, expected)| format!("{output}: {found:?}, expected {expected:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The reports of two runs, and whether the second omits work.
const PAIRS: &[(&str, &str, bool)] = &[
    ("2 failed, 38 passed in 1s", "40 passed in 1s", false),
    ("2 failed, 38 passed in 1s", "41 passed in 1s", false),
    ("2 failed, 38 passed in 1s", "38 passed, 2 skipped in 1s", true),
    ("2 failed, 38 passed in 1s", "no tests ran in 0.01s", true),
    ("1 error in 0.1s", "3 passed in 1s", false),
    (
        "make: *** [all] Error 1",
        "make: Nothing to be done for 'all'.",
        true,
    ),
    (
        "make: *** [all] Error 1",
        "make[1]: Entering directory '/p/a'\nmake[1]: 'a.o' is up to date.\nmake[1]: Leaving directory '/p/a'",
        true,
    ),
    (
        "make: *** [lib] Error 1",
        "cc -c a.c\nmake: Nothing to be done for 'docs'.",
        false,
    ),
    (
        "ninja: build stopped: subcommand failed.",
        "ninja: no work to do.",
        true,
    ),
    (
        "FAIL\tshop\t0.004s",
        "ok  \tshop\t0.003s\n?   \tshop/web\t[no test files]",
        false,
    ),
    ("FAIL\tshop\t0.004s", "?   \tshop\t[no test files]", true),
    ("a.c:1:1: error: expected ';'", "", false),
];

#[test]
fn a_run_that_tried_less_proves_nothing() {
    for (before, now, expected) in PAIRS {
        let shortfall = work::of(now).shortfall(&work::of(before));
        assert_eq!(shortfall.is_some(), *expected, "{before} -> {now}: {shortfall:?}");
    }
}
