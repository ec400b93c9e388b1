//! How much a command did, by its own account: tests tried, or nothing at all.
//!
//! An exit code of 0 means that nothing failed, which is also the case when nothing was tried. The
//! final lines of test runners and build tools distinguish the two.

use unbreak_core::policy::verdict::Work;

/// Reads how much a command says it did from the end of its output, cleaned of control sequences.
pub fn of(output: &str) -> Work {
    let counts = output.lines().filter_map(tests);
    let total = output.lines().filter_map(total).next_back();
    let mut said = output.lines().map(str::trim).filter(|line| !line.is_empty());
    let idle = said.clone().all(is_idle).then(|| said.next_back()).flatten();
    Work {
        tests: total.or_else(|| counts.fold(None, |sum, count| Some(sum.unwrap_or(0) + count))),
        idle: idle.map(str::to_owned),
    }
}

/// The line at the end of an output (cleaned of control sequences) in which a command itself says that it
/// failed, by the count of a test runner or the last words of a build tool.
pub fn failure(output: &str) -> Option<&str> {
    let mut lines = output.lines().rev().map(str::trim);
    lines
        .find(|line| is_failure(line))
        .or_else(|| broken_plan(output))
}

fn is_failure(line: &str) -> bool {
    let failing = |shape: &Shape| {
        let fits = line.starts_with(shape.start) && line.contains(shape.holds);
        fits && counted(line, &FAILED) > Some(0)
    };
    ENDINGS.iter().any(|ending| line.starts_with(ending))
        || is_recipe(line)
        || SHAPES.iter().any(failing)
        || session(line).is_some() && counted(line, &FAILED) > Some(0)
}

/// `make: *** [Makefile:3: all] Error 1`.
fn is_recipe(line: &str) -> bool {
    let said = line.split_once(": *** [");
    said.is_some_and(|(program, rest)| is_make(program) && rest.contains("] "))
}

/// The plan of a TAP stream of which not all tests came.
fn broken_plan(output: &str) -> Option<&str> {
    let plan = |line: &str| line.strip_prefix("1..")?.trim_end().parse::<u64>().ok();
    let point = |line: &str| {
        let rest = line.strip_prefix("not ").unwrap_or(line).strip_prefix("ok ")?;
        rest.split(' ').next()?.parse::<u64>().ok()
    };
    let planned = output.lines().find(|line| plan(line).is_some())?;
    let last = output.lines().filter_map(point).next_back()?;
    (plan(planned) > Some(last)).then_some(planned)
}

/// The words beside the number of tests that failed.
const FAILED: Shape = Shape {
    start: "",
    holds: "",
    before: &["failed", "failing", "failure", "failures", "errors", "error"],
    after: &["Failures:", "Errors:", "Failed:", "fail"],
};

/// The beginnings of the last words of build tools, package managers and CI systems.
const ENDINGS: &[&str] = &[
    "BUILD FAILED",
    "BUILD FAILURE",
    "[INFO] BUILD FAILURE",
    "Build FAILED.",
    "FAILURES!",
    "FAILED (",
    "test result: FAILED",
    "ninja: build stopped: ",
    "npm ERR! code ELIFECYCLE",
    "npm error Lifecycle script ",
    "ELIFECYCLE ",
    "error Command failed with exit code ",
    "Error: Process completed with exit code ",
    "ERROR: Job failed: ",
    "FAIL\t",
];

/// A line of a summary, and the numbers in it that count tests.
struct Shape {
    /// The beginning of the line, without blanks.
    start: &'static str,
    /// A text that the line contains.
    holds: &'static str,
    /// A number before one of these words counts.
    before: &'static [&'static str],
    /// A number after one of these words counts.
    after: &'static [&'static str],
}

const fn before(start: &'static str, holds: &'static str, before: &'static [&'static str]) -> Shape {
    Shape {
        start,
        holds,
        before,
        after: &[],
    }
}

const fn after(start: &'static str, holds: &'static str, after: &'static [&'static str]) -> Shape {
    Shape {
        start,
        holds,
        before: &[],
        after,
    }
}

/// The first that fits a line counts.
const SHAPES: &[Shape] = &[
    // cargo test, nextest
    before("test result:", "", &["passed", "failed"]),
    before("Summary [", "tests run:", &["passed", "failed"]),
    // Surefire, PHPUnit; jest, vitest
    after("", "Tests run:", &["run:"]),
    after("Tests:", "Assertions:", &["Tests:"]),
    before("Tests:", "total", &["passed", "failed"]),
    before("Tests ", "(", &["passed", "failed"]),
    // tape, which pads the number: it counts assertions, and a failure adds some of its own
    after("# fail  ", "", &[]),
    // mocha, node:test
    before("", " passing", &["passing"]),
    before("", " failing", &["failing"]),
    after("# pass ", "", &["pass"]),
    after("# fail ", "", &["fail"]),
    after("\u{2139} pass ", "", &["pass"]),
    after("\u{2139} fail ", "", &["fail"]),
    // unittest; ctest, GoogleTest
    before("Ran ", " in ", &["tests", "test"]),
    after("", "tests failed out of", &["of"]),
    after("[==========]", " ran.", &["[==========]"]),
    // RSpec, minitest, PHPUnit when all is well
    before("", " examples, ", &["examples"]),
    before("", " example, ", &["example"]),
    before("", " assertions, ", &["runs", "tests"]),
    // and CppUnit
    before("OK (", "", &["tests", "test"]),
    after("Run:", "Failures:", &["Run:"]),
    // Bun; clojure.test; shUnit2; XCTest; Swift Testing
    before("Ran ", " across ", &["tests", "test"]),
    before("Ran ", " containing ", &["tests", "test"]),
    before("Ran ", " test", &["tests.", "test."]),
    before("Executed ", ", with ", &["tests", "test"]),
    before("", " Test run with ", &["tests", "test"]),
    // Bats, ExUnit, Robot Framework; busted
    before("", " tests, ", &["tests"]),
    before("", " test, ", &["test"]),
    before(
        "",
        " pending : ",
        &["success", "successes", "failure", "failures", "error", "errors"],
    ),
    // Behave; Cucumber and Behat
    before("", " scenarios passed, ", &["scenarios", "failed", "error"]),
    before("", " scenario passed, ", &["scenario", "failed", "error"]),
    before("", " scenarios (", &["scenarios"]),
    before("", " scenario (", &["scenario"]),
    // Check; doctest, Catch2; Boost.Test
    after("", "%: Checks:", &["Checks:"]),
    before("[doctest] test cases:", "", &["passed", "failed"]),
    before("test cases:", "|", &["passed", "failed"]),
    before("All tests passed (", "", &["test"]),
    before("Running ", " test case", &["test"]),
    // Tasty and Zig; .NET
    before("All ", " tests passed", &["tests"]),
    before("", " out of ", &["tests", "test"]),
    before("", " passed; ", &["passed", "failed", "failed."]),
    after("", "! - Failed:", &["Failed:", "Passed:"]),
    after("", "!  - Failed:", &["Failed:", "Passed:"]),
];

/// The tests that a line counts, if it is the end of a test run.
fn tests(line: &str) -> Option<u64> {
    let line = line.trim();
    if NOTHING_TRIED.iter().any(|said| line.starts_with(said)) {
        return Some(0);
    }
    if let Some(count) = session(line).or_else(|| sentence(line)) {
        return Some(count);
    }
    let shape = SHAPES
        .iter()
        .find(|shape| line.starts_with(shape.start) && line.contains(shape.holds))?;
    counted(line, shape)
}

/// Messages of runners that found no test: PHPUnit, Jest, Vitest, CTest, go test, Bun.
const NOTHING_TRIED: [&str; 6] = [
    "No tests executed!",
    "No tests found",
    "No test files found",
    "No tests were found!!!",
    "testing: warning: no tests to run",
    "The following filters did not match any test files",
];

/// node-tap before version 1: `total ......... 181/182`. It contains the counts of the files that failed, which are
/// printed as well.
fn total(line: &str) -> Option<u64> {
    let (_, counts) = line.strip_prefix("total ")?.split_once(". ")?;
    let (passed, all) = counts.trim_end().split_once('/')?;
    passed.parse::<u64>().ok()?;
    all.parse().ok()
}

/// AVA: `3 tests failed`, and nothing else in the line.
fn sentence(line: &str) -> Option<u64> {
    let mut words = line.split(' ');
    let count = words.next()?.parse().ok()?;
    let said = (words.next()?, words.next()?, words.next());
    matches!(said, ("test" | "tests", "passed" | "failed", None)).then_some(count)
}

/// pytest: `===== 2 failed, 38 passed, 1 warning in 0.12s =====`, with `-q` without the marks.
fn session(line: &str) -> Option<u64> {
    let line = line.trim_matches('=').trim();
    let (counts, time) = line.split_once(" in ")?;
    let is_time = time.starts_with(|c: char| c.is_ascii_digit()) && time.contains('s');
    if counts == "no tests ran" && is_time {
        return Some(0);
    }
    let parts = counts.split(", ").map(|part| part.split_once(' '));
    let parts: Option<Vec<(u64, &str)>> = parts
        .map(|part| part.and_then(|(number, word)| Some((number.parse().ok()?, word))))
        .collect();
    // A failed subtest is counted among the tests, so one that passes must be, too.
    let is_tried = |word: &str| {
        matches!(
            word,
            "passed" | "failed" | "xfailed" | "xpassed" | "subtests passed" | "subtest passed"
        )
    };
    let parts = parts.filter(|_| is_time)?;
    let tried = parts.iter().filter(|(_, word)| is_tried(word));
    let count = tried.map(|(number, _)| number).sum();
    // Errors of collection alone do not tell how many tests there are.
    parts.iter().any(|(_, word)| is_tried(word)).then_some(count)
}

fn counted(line: &str, shape: &Shape) -> Option<u64> {
    let words: Vec<&str> = line
        .split([' ', '\t', ',', ';', '(', ')', '|'])
        .filter(|word| !word.is_empty())
        .collect();
    let numbers = words.windows(2).filter_map(|pair| {
        let counts_before = shape.before.contains(&pair[1]);
        let counts_after = shape.after.contains(&pair[0]);
        let number = match (counts_before, counts_after) {
            (true, _) => pair[0],
            (_, true) => pair[1],
            _ => return None,
        };
        number.parse::<u64>().ok()
    });
    numbers.fold(None, |sum, number| Some(sum.unwrap_or(0) + number))
}

/// `make`, `gmake[1]`.
fn is_make(program: &str) -> bool {
    let name = program.split('[').next();
    name.is_some_and(|name| name.ends_with("make"))
}

/// Returns whether a line of make, ninja or go test tells of nothing done.
fn is_idle(line: &str) -> bool {
    let make = line.split_once(": ").filter(|(program, _)| is_make(program));
    let make_idles = make.is_some_and(|(_, rest)| {
        rest.starts_with("Nothing to be done for ")
            || rest.ends_with(" is up to date.")
            || rest.starts_with("Entering directory ")
            || rest.starts_with("Leaving directory ")
    });
    make_idles
        || line == "ninja: no work to do."
        || line.ends_with("[no test files]")
        || line.ends_with("[no tests to run]")
}
