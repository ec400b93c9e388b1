//! SBCL.

use std::borrow::Cow;

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, ParserState, Severity, Sink, Step,
    register_parser,
};

use crate::format::{self, guess, push_message};

register_parser!(Sbcl);

const DOCS: &str = r#"
## What it understands

- `; caught WARNING:` (`STYLE-WARNING`, `ERROR`) with the message in the commented lines below; the file is that
  of the last `; file:`. SBCL names the form and no line.
- `Unhandled CLASS in thread ...:` and the message below it, up to the backtrace.
- `(in form starting at line: 3, column: 0` below either is the place of what does not read, its file that of the
  stream in the message. Columns count from 0.

## Versions seen

SBCL 2.2.9.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a variable that is not known",
        "; file: /home/dev/project/a.lisp\n; in: DEFUN F\n;     (+ X Y)\n; \n; caught WARNING:\n;   undefined variable: COMMON-LISP-USER::Y\n; \n; compilation unit finished\n;   Undefined variable:\n;     Y\n;   caught 1 WARNING condition\n",
        r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/a.lisp",
             "message": "undefined variable: COMMON-LISP-USER::Y"}]"#,
    ),
    Example::new(
        "a condition that nobody handled",
        "Unhandled SB-INT:SIMPLE-PROGRAM-ERROR in thread #<SB-THREAD:THREAD \"main thread\" RUNNING\n                                                   {1001348003}>:\n  invalid number of arguments: 2\n\nBacktrace for: #<SB-THREAD:THREAD \"main thread\" RUNNING {1001348003}>\n0: (F 1 2) [external]\n",
        r#"[{"type": "runtime", "severity": "error", "code": "SB-INT:SIMPLE-PROGRAM-ERROR", "message": "invalid number of arguments: 2"}]"#,
    ),
    Example::new(
        "text that does not read",
        "; caught ERROR:\n;   READ error during COMPILE-FILE:\n;   \n;     end of file on #<SB-INT:FORM-TRACKING-STREAM for \"file /home/dev/project/b.lisp\" {10013631B3}>\n;   \n;     (in form starting at line: 1, column: 0, position: 0)\n; \n; compilation unit aborted\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/b.lisp", "line": 1, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("sbcl", "SBCL", DOCS, &[Cow::Borrowed("lisp")], &EXAMPLES);

const FILE: &str = "; file: ";
const CAUGHT: &str = "; caught ";
const UNHANDLED: &str = "Unhandled ";

/// The parser.
struct Sbcl;

impl ErrorParser for Sbcl {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[FILE, CAUGHT, " in thread #<"]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    /// The file that the last `; file:` named.
    file: Option<String>,
    open: Option<Open>,
}

struct Open {
    diagnostic: Diagnostic,
    /// The text before each line of the message.
    margin: &'static str,
    /// The first line continues: `{1001348003}>:`.
    in_head: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            return self.begin(line.text);
        };
        if open.take(line.text) {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some(Open { mut diagnostic, .. }) = self.open.take() else {
            return;
        };
        if diagnostic.message.is_empty() {
            return;
        }
        if diagnostic.location.line.is_none() && diagnostic.error_type != ErrorType::Runtime {
            diagnostic.error_type = guess::error_type(diagnostic.severity, &diagnostic.message);
        }
        if diagnostic.location.file.is_none() && diagnostic.error_type != ErrorType::Runtime {
            diagnostic.location.file.clone_from(&self.file);
        }
        sink.emit(diagnostic);
    }
}

impl State {
    fn begin(&mut self, line: &str) -> Step {
        if let Some(file) = line.strip_prefix(FILE) {
            self.file = Some(file.trim_end().to_owned());
            return Step::Done;
        }
        self.open = caught(line).or_else(|| unhandled(line));
        self.open.as_ref().map_or(Step::Pass, |_| Step::More)
    }
}

/// `; caught WARNING:`.
fn caught(line: &str) -> Option<Open> {
    let severity = match line.strip_prefix(CAUGHT)?.trim_end().strip_suffix(':')? {
        "ERROR" => Severity::Error,
        "WARNING" | "STYLE-WARNING" => Severity::Warning,
        _ => return None,
    };
    Some(Open {
        diagnostic: Diagnostic::new(ErrorType::Build, severity, ""),
        margin: ";",
        in_head: false,
    })
}

/// `Unhandled CLASS in thread #<...>:`.
fn unhandled(line: &str) -> Option<Open> {
    let (class, _) = line.strip_prefix(UNHANDLED)?.split_once(" in thread #<")?;
    let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "").with_code(class);
    Some(Open {
        diagnostic,
        margin: "",
        in_head: !line.ends_with(':'),
    })
}

impl Open {
    /// Takes a line; `false` when the message is over.
    fn take(&mut self, line: &str) -> bool {
        let Some(text) = line.strip_prefix(self.margin) else {
            return false;
        };
        let (said, text) = (text.starts_with("  "), text.trim());
        if std::mem::take(&mut self.in_head) {
            return true;
        }
        if text.is_empty() {
            // `;   ` parts paragraphs, `; ` ends the message.
            return said || self.margin.is_empty();
        }
        if said {
            self.push(text);
        }
        said
    }

    fn push(&mut self, text: &str) {
        if let Some(place) = text.strip_prefix("(in form starting at line: ") {
            self.diagnostic.error_type = ErrorType::Syntax;
            let location = &mut self.diagnostic.location;
            (location.line, location.column) = form(place).unzip();
            return;
        }
        if let Some((_, stream)) = text.split_once("STREAM for \"file ") {
            self.diagnostic.location.file = stream.split_once('"').map(|(file, _)| file.to_owned());
        }
        push_message(&mut self.diagnostic, text);
    }
}

/// `3, column: 0, position: 0)`.
fn form(text: &str) -> Option<(u32, u32)> {
    let (line, rest) = text.split_once(", column: ")?;
    let (column, _) = rest.split_once(',')?;
    Some((line.parse().ok()?, column.parse::<u32>().ok()?.checked_add(1)?))
}
