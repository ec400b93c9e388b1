//! The fallback if no parser finds anything, and state that an output leaves behind.

use unbreak_core::{ErrorType, ExitState, Severity};
use unbreak_parsers::Parsed;

use crate::probe::{Probe, echo, messages, pipeline};

fn parse(output: &[u8], exit: Option<ExitState>) -> Parsed {
    pipeline([Probe::new("p", &["MARK"], echo)]).parse(output, exit)
}

fn types(parsed: &Parsed) -> Vec<ErrorType> {
    parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.error_type)
        .collect()
}

#[test]
fn unrecognised_output_is_quoted() {
    for exit in [
        None,
        Some(ExitState::Code(1)),
        Some(ExitState::Signal(11)),
        Some(ExitState::OutputLimit),
    ] {
        let parsed = parse(b"\n  \x1b[31mit broke\x1b[0m\nbadly\n\n", exit);
        assert_eq!(types(&parsed), [ErrorType::Unknown], "{exit:?}");
        assert_eq!(messages(&parsed), ["fallback: it broke\nbadly"]);
    }
}

#[test]
fn the_quotation_has_five_hundred_characters() {
    let parsed = parse("é".repeat(9000).as_bytes(), None);
    assert_eq!(parsed.diagnostics[0].message, "é".repeat(500));
}

#[test]
fn a_command_that_passed_is_given_no_error() {
    assert_eq!(types(&parse(b"all is well\n", Some(ExitState::Code(0)))), []);
}

#[test]
fn blank_output_gives_nothing() {
    for output in [&b""[..], b"\n\n", b"  \t\r\n", b"\x1b[0m\n"] {
        assert_eq!(types(&parse(output, Some(ExitState::Code(1)))), [], "{output:?}");
    }
}

#[test]
fn a_recognised_output_is_not_unknown() {
    assert_eq!(
        types(&parse(b"MARK\nother\n", Some(ExitState::Code(1)))),
        [ErrorType::Build]
    );
}

#[test]
fn a_time_limit_is_reported_beside_what_was_found() {
    let exit = Some(ExitState::TimedOut);
    assert_eq!(
        types(&parse(b"MARK\n", exit)),
        [ErrorType::Build, ErrorType::Timeout]
    );
    assert_eq!(types(&parse(b"nothing known\n", exit)), [ErrorType::Timeout]);
    assert_eq!(types(&parse(b"", exit)), [ErrorType::Timeout]);
}

#[test]
fn the_unknown_is_said_once_though_diagnostics_were_taken() {
    let mut parse = pipeline([Probe::new("p", &["MARK"], echo)]).start();
    parse.feed(b"MARK\n");
    assert_eq!(parse.take().len(), 1);
    assert_eq!(parse.take().len(), 0);
    assert_eq!(types(&parse.finish(None)), []);
}

#[test]
fn the_tail_is_the_cleaned_end() {
    let output = b"one\n\x1b[31mtwo\x1b[0m\r\n10 %\r100 %\nlast";
    let parsed = parse(output, None);
    assert_eq!(parsed.tail, "one\ntwo\n100 %\nlast");
    assert_eq!((parsed.bytes, parsed.lines), (output.len() as u64, 4));
}

#[test]
fn the_tail_is_bounded_and_begins_with_a_whole_line() {
    let output: String = (0..10_000).map(|number| format!("line {number}\n")).collect();
    let tail = parse(output.as_bytes(), None).tail;
    assert!(tail.len() <= 8 * 1024, "{}", tail.len());
    assert!(
        tail.starts_with("line ") && tail.ends_with("line 9999\n"),
        "{tail}"
    );
    assert!(tail.len() > 8 * 1024 - 20, "{}", tail.len());
}

/// The last words of commands that failed.
const FAILURES: [&str; 9] = [
    "make: *** [Makefile:3: all] Error 1",
    "ninja: build stopped: subcommand failed.",
    "=========== 1 failed, 3 passed in 0.12s ===========",
    "FAILED (failures=1)",
    "Tests:       1 failed, 2 passed, 3 total",
    "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
    "BUILD FAILED",
    "Error: Process completed with exit code 1.",
    "1..4\nok 1 - a\nok 2 - b",
];

#[test]
fn an_output_that_says_it_failed_is_an_error() {
    for said in FAILURES {
        let parsed = parse(format!("working\n{said}\n").as_bytes(), None);
        assert_eq!(parsed.diagnostics.len(), 1, "{said}");
        assert_eq!(parsed.diagnostics[0].severity, Severity::Error, "{said}");
        assert!(parsed.diagnostics[0].message.contains(said), "{said}");
    }
}

#[test]
fn a_warning_does_not_hide_a_failure() {
    let pipeline = crate::cases::pipeline();
    let warned = "a.c:3:7: warning: unused variable 'x' [-Wunused-variable]\n";
    let failed = format!("{warned}make: *** [Makefile:3: all] Error 1\n");
    for exit in [None, Some(ExitState::Code(2))] {
        let parsed = pipeline.parse(failed.as_bytes(), exit);
        let [_, failure] = parsed.diagnostics.as_slice() else {
            panic!("{:?}", parsed.diagnostics);
        };
        assert_eq!(failure.message, "make: *** [Makefile:3: all] Error 1");
        assert_eq!(failure.location.file.as_deref(), Some("Makefile"));
    }
    assert_eq!(pipeline.parse(warned.as_bytes(), None).diagnostics.len(), 1);
    let passed = pipeline.parse(failed.as_bytes(), Some(ExitState::Code(0)));
    assert_eq!(passed.diagnostics.len(), 1);
}

#[test]
fn an_output_that_says_it_passed_is_none() {
    for said in [
        "=========== 3 passed, 1 xfailed in 0.12s ===========",
        "Tests:       3 passed, 3 total",
        "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0",
        "1..2\nok 1 - a\nok 2 - b",
    ] {
        let parsed = parse(format!("working\n{said}\n").as_bytes(), None);
        let severities = parsed.diagnostics.iter().map(|one| one.severity);
        assert!(
            severities.into_iter().all(|one| one == Severity::Warning),
            "{said}"
        );
    }
}

/// Outputs of tools that no parser knows, and what their error lines say.
const COMPLAINTS: [(&str, &[&str]); 8] = [
    (
        "Framework Core: 3\n\nError:\nCannot read frob.yml:\n  - no value at \"a.b\"\n  - no value at \"c\"\n",
        &["no value at \"a.b\"", "no value at \"c\""],
    ),
    (
        "working\nfrob: error: no such thing as a bar\n",
        &["no such thing as a bar"],
    ),
    (
        "working\n[ERROR] [main] Error: the site has no pages\nat once\n",
        &["[main] Error: the site has no pages"],
    ),
    (
        "  × Failed to frob `bar==2`\n  ├─▶ The end\n",
        &["Failed to frob `bar==2`"],
    ),
    (
        "2025-02-13 21:47:59 INFO a start\n2025-02-13 21:48:00 ERROR the bar is closed\n",
        &["the bar is closed"],
    ),
    (
        "Error: the bar is closed\n    at open (src/bar.frob:3:5)\n",
        &["the bar is closed"],
    ),
    ("Errors: 3\nFAILED\n", &["Errors: 3\nFAILED"]),
    (
        "Error: it went down\nError: frob failed with exit code 1\n",
        &["it went down"],
    ),
];

#[test]
fn the_error_lines_of_unknown_tools_are_told() {
    for (output, expected) in COMPLAINTS {
        let parsed = parse(output.as_bytes(), Some(ExitState::Code(1)));
        let said: Vec<&str> = parsed.diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(said, expected, "{output}");
    }
}

#[test]
fn the_place_of_an_error_line_stands_in_it_or_below() {
    for output in [
        "Error: the bar is closed\n    at open (src/bar.frob:3:5)\n",
        "Error: the bar is closed\n  --> src/bar.frob:3:5\n",
        "frob: error: the bar is closed (src/bar.frob:3:5)\n",
        "✖ Error: the bar is closed in src/bar.frob:3:5\n    at f (/a/node_modules/b/c.js:1:2)\n",
    ] {
        let parsed = parse(output.as_bytes(), Some(ExitState::Code(1)));
        let [one] = parsed.diagnostics.as_slice() else {
            panic!("{output}: {:?}", parsed.diagnostics);
        };
        let place = (
            one.location.file.as_deref(),
            one.location.line,
            one.location.column,
        );
        assert_eq!(place, (Some("src/bar.frob"), Some(3), Some(5)), "{output}");
        assert_eq!(one.error_type, ErrorType::Build, "{output}");
    }
}

#[test]
fn an_error_line_in_an_output_that_ends_well_is_no_error() {
    for output in [
        "Error: expected by a test\nall is well\n12 checks passed\n",
        "2025-02-13 21:48:00 ERROR could not reach the bar, retrying\n2025-02-13 21:48:01 INFO connected\n",
        "checking links\nError: retrying http://a\nAll good\n",
    ] {
        let severities = parse(output.as_bytes(), None).diagnostics;
        assert!(
            severities.iter().all(|one| one.severity == Severity::Warning),
            "{severities:?}"
        );
        assert_eq!(types(&parse(output.as_bytes(), Some(ExitState::Code(0)))), []);
    }
}
