//! doctest, run by itself.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, Example, Line, Location, OutputRange, ParserState, register_parser,
};

use super::describe;
use super::expectation::Expectation;
use super::reader::parse_frame;
use crate::gather::{Gather, Gathering};

register_parser!(Doctest);

const DOCS: &str = r#"
## What it understands

The blocks of `python -m doctest` and `doctest.testmod()`: an example whose output is not the expected one,
or that raises. The place is the example's; the example itself is a note.

## Versions seen

Python 3.8 and 3.13.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an output that is not the expected one",
    r#"**********************************************************************
File "/home/dev/project/shop.py", line 4, in shop.total
Failed example:
    total([1, 2])
Expected:
    4
Got:
    3
**********************************************************************
1 items had failures:
   1 of   1 in shop.total
***Test Failed*** 1 failures.
"#,
    r#"[{"type": "assertion", "severity": "error", "message": "expected 4, got 3",
         "file": "/home/dev/project/shop.py", "line": 4, "test": "shop.total",
         "notes": [{"message": "example: total([1, 2])"}]}]"#,
)];

static DESCRIPTOR: Descriptor = describe("doctest", "doctest's failures", DOCS, &EXAMPLES);

const BEGIN: &str = "Failed example:";

/// The parser.
struct Doctest;

impl ErrorParser for Doctest {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[BEGIN]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Gathering::<Open>::default())
    }
}

/// An example being reported.
struct Open {
    expectation: Expectation,
    location: Location,
    test: Option<String>,
    range: OutputRange,
}

impl Gather for Open {
    /// The line before says where: `File "shop.py", line 4, in shop.total`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let (location, test) = parse_frame(line.back(1)?).filter(|_| line.text == BEGIN)?;
        Some(Open {
            expectation: Expectation::default(),
            location,
            test: test.map(str::to_owned),
            range: line.range,
        })
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        let belongs = self.expectation.line(line.text);
        if belongs {
            self.range.end = line.range.end;
        }
        belongs
    }

    fn finish(self) -> Option<Diagnostic> {
        let mut diagnostic = self.expectation.into_diagnostic(self.location);
        diagnostic.test = self.test;
        diagnostic.output = self.range;
        Some(diagnostic)
    }
}
