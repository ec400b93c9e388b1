//! Python's own tracebacks and syntax errors.

use unbreak_core::{
    Descriptor, ErrorParser, Example, Line, ParserState, Severity, Sink, Step, register_parser,
};

use super::describe;
use super::reader::{Flow, HEADER, TracebackReader};
use crate::gather::tells_of_success;

register_parser!(Traceback);

const DOCS: &str = r#"
## What it understands

Uncaught and logged exceptions as CPython prints them: the stack, the class and the message, which may
have several lines. An exception that was raised while another was handled, and an `ExceptionGroup`,
is one diagnostic; the others are notes on it. Carets give the columns. Syntax errors are understood
with and without the `Traceback` line, also as `py_compile` and `compileall` print them.

CPython's guesses ("Did you mean: 'items'?") become the advice. An exception that Python itself ignored
(in `__del__`, in the logging module) is a warning.

## Versions seen

Python 2.7, 3.6 to 3.13, plain and coloured.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a misspelt name, raised while another error was handled",
    r#"Traceback (most recent call last):
  File "/home/dev/project/shop.py", line 9, in price
    return prices["tea"]
           ~~~~~~^^^^^^^
KeyError: 'tea'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/dev/project/shop.py", line 14, in <module>
    main()
    ~~~~^^
  File "/home/dev/project/shop.py", line 11, in main
    log(pricse)
        ^^^^^^
NameError: name 'pricse' is not defined. Did you mean: 'prices'?
"#,
    r#"[{"type": "runtime", "severity": "error", "code": "NameError",
         "message": "name 'pricse' is not defined", "advice": "Did you mean: 'prices'?",
         "file": "/home/dev/project/shop.py", "line": 11, "column": 5, "end_line": 11, "end_column": 11,
         "frames": [{"line": 14, "function": "<module>"}, {"line": 11, "function": "main", "innermost": true}],
         "notes": [{"message": "while handling: KeyError: 'tea'", "line": 9}]}]"#,
)];

static DESCRIPTOR: Descriptor = describe(
    "traceback",
    "Python tracebacks and syntax errors",
    DOCS,
    &EXAMPLES,
);

/// The parser.
struct Traceback;

impl ErrorParser for Traceback {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[HEADER, "File \""]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<Open>,
}

struct Open {
    reader: TracebackReader,
    /// It began with a header, so it is a traceback even when its end is missing.
    headed: bool,
    severity: Option<Severity>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match &mut self.open {
            None => self.begin(line),
            Some(open) => match open.reader.line(line.text) {
                Flow::Taken => Step::More,
                Flow::Over if tells_of_success(line.text) => {
                    self.open = None;
                    Step::Pass
                }
                Flow::Over => self.end(sink),
            },
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.end(sink);
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>) -> Step {
        let Some(reader) = TracebackReader::begin(line.text) else {
            return Step::Pass;
        };
        self.open = Some(Open {
            reader,
            headed: line.text.contains(HEADER),
            severity: is_ignored(line).then_some(Severity::Warning),
        });
        Step::More
    }

    fn end(&mut self, sink: &mut Sink) -> Step {
        let Some(open) = self.open.take() else {
            return Step::Pass;
        };
        if !open.headed && !open.reader.is_named() {
            return Step::Reject;
        }
        if let Some(exception) = open.reader.finish() {
            let mut diagnostic = exception.into_diagnostic();
            diagnostic.severity = open.severity.unwrap_or(diagnostic.severity);
            sink.emit(diagnostic);
        }
        Step::Pass
    }
}

/// Whether Python went on after the exception.
fn is_ignored(line: &Line<'_>) -> bool {
    const ANNOUNCEMENTS: [&str; 2] = ["Exception ignored in", "--- Logging error ---"];
    let before = line.back(1).unwrap_or_default();
    ANNOUNCEMENTS.iter().any(|announced| before.contains(announced))
}
