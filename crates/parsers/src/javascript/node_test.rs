//! Node's own test runner, reporter `spec`.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, Example, Line, Location, ParserState, register_parser,
};

use super::LANGUAGES;
use super::thrown::Thrown;
use crate::format::{self, locate};
use crate::gather::{Gather, Gathering};

register_parser!(NodeTest);

const DOCS: &str = r#"
## What it understands

`✖ TITLE (N ms)` with an error below it that is indented further, as the reporter `spec` prints it in
place and again in its list at the end, which is reported once. Suites, which fail with their tests, have
no error of their own. The reporter `tap` is read as TAP.

## Versions seen

Node 20.20.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an assertion, in place",
    r#"▶ total
  ✖ adds (2.03883ms)
    AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
    
    3 !== 4
    
        at TestContext.<anonymous> (/home/dev/project/nt/shop.test.js:6:12)
        at Test.run (node:internal/test_runner/test:796:25) {
      code: 'ERR_ASSERTION',
      operator: 'strictEqual'
    }

✖ total (3.581381ms)
"#,
    r#"[{"type": "assertion", "severity": "error", "code": "AssertionError", "test": "adds",
         "message": "Expected values to be strictly equal:\n\n3 !== 4",
         "file": "/home/dev/project/nt/shop.test.js", "line": 6, "column": 12}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "node-test",
    "failures of Node's own test runner",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct NodeTest;

impl ErrorParser for NodeTest {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["✖ "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Gathering::<Open>::default())
    }
}

struct Open {
    title: String,
    indentation: usize,
    /// `test at FILE:LINE:COLUMN`, which the list at the end has above each test.
    place: Option<Location>,
    thrown: Thrown,
}

impl Gather for Open {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text.trim_start();
        let (title, time) = text.strip_prefix("✖ ")?.rsplit_once(" (")?;
        let above = line
            .back(1)
            .and_then(|above| above.trim().strip_prefix("test at "));
        time.ends_with("ms)").then(|| Self {
            title: title.to_owned(),
            indentation: line.text.len() - text.len(),
            place: above.and_then(locate::at_start).map(|placed| placed.location()),
            thrown: Thrown::default(),
        })
    }

    /// An error's lines are indented further than the title.
    fn take(&mut self, line: &Line<'_>) -> bool {
        let line = line.text;
        let text = line.trim_start();
        let deeper = line.len() - text.len() > self.indentation;
        let belongs = if text.is_empty() {
            !self.thrown.is_empty() && !self.thrown.in_stack()
        } else {
            deeper
        };
        if belongs {
            self.thrown.push(line);
        }
        belongs
    }

    fn finish(self) -> Option<Diagnostic> {
        if self.thrown.is_empty() {
            return None;
        }
        let mut diagnostic = self.thrown.into_diagnostic();
        diagnostic.test = Some(self.title);
        if let (None, Some(place)) = (&diagnostic.location.file, self.place) {
            diagnostic.location = place;
        }
        Some(diagnostic)
    }
}
