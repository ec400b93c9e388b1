//! doctest, run by itself.

use unbreak_core::{Diagnostic, Line, Location, OutputRange, register_parser};

use super::entry::parse_frame;
use super::expectation::Expectation;
use crate::described;
use crate::format::Format;
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::DOCTEST).state::<Gathering<Open>>());

const BEGIN: &str = "Failed example:";

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
