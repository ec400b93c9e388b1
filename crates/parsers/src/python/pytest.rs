//! pytest: its output in every style, and its two machine-readable forms.

mod heading;
mod junit;
mod mark;
mod pending;
mod report;
mod report_log;
mod session;
mod summary;

use unbreak_core::{Descriptor, ErrorParser, Example, ParserState, register_parser};

use super::describe;

register_parser!(Pytest);

const DOCS: &str = r#"
## What it understands

Failures, and errors while collecting, setting up and tearing down, in all styles of `--tb`, with `-q`,
with `-v`, under xdist, plain and coloured; failures of which only the summary tells (`--tb=no`);
`conftest.py` files that cannot be imported, wrong usage, internal errors, and sessions in which no test
ran. Also the JSON lines of `--report-log` and pytest's JUnit XML.

Each failing test is one diagnostic, with the name that pytest accepts, the place where the error arose,
the stack, and pytest's account of the difference as a note. A file that cannot be imported is a syntax
or import error.

## Versions seen

pytest 7.4 and 9.2; xdist 3.8; reportlog 1.0.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a failing test",
        r#"=================================== FAILURES ===================================
__________________________________ test_total __________________________________

    def test_total():
>       assert total([1, 2]) == 4
E       assert 3 == 4
E        +  where 3 = total([1, 2])

tests/test_shop.py:5: AssertionError
=========================== short test summary info ============================
FAILED tests/test_shop.py::test_total - assert 3 == 4
============================== 1 failed in 0.01s ===============================
"#,
        r#"[{"type": "assertion", "severity": "error", "code": "AssertionError", "message": "assert 3 == 4",
             "file": "tests/test_shop.py", "line": 5, "test": "tests/test_shop.py::test_total",
             "notes": [{"message": " +  where 3 = total([1, 2])"}]}]"#,
    ),
    Example::new(
        "a file that cannot be collected",
        r#"==================================== ERRORS ====================================
_____________________ ERROR collecting tests/test_shop.py ______________________
ImportError while importing test module '/home/dev/project/tests/test_shop.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
tests/test_shop.py:1: in <module>
    import jsn
E   ModuleNotFoundError: No module named 'jsn'
=========================== short test summary info ============================
ERROR tests/test_shop.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
"#,
        r#"[{"type": "import", "severity": "error", "code": "ModuleNotFoundError",
             "message": "No module named 'jsn'", "file": "tests/test_shop.py", "line": 1,
             "test": "tests/test_shop.py"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = describe("pytest", "pytest's failures and errors", DOCS, &EXAMPLES);

/// The parser.
struct Pytest;

impl ErrorParser for Pytest {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        session::TRIGGERS
    }

    /// Its blocks hold lines that would begin a traceback of their own.
    fn priority(&self) -> i32 {
        10
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(session::Session::default())
    }
}
