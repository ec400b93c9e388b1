//! Crashes of the interpreter itself: Python's faulthandler.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Frame, Line, Location, Severity, register_parser,
};

use super::describe;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::new(&DESCRIPTOR, &[FATAL]).block(begin, follow));

const DOCS: &str = r#"
## What it understands

`Fatal Python error: Segmentation fault`, and the stack of the thread that crashed, whose innermost entry is the
first one. The stacks of other threads are left out.

## Versions seen

Python 3.11; 3.8 to 3.13 print the same.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a crash in a test",
    "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f72b8df2b80 (most recent call first):\n  File \"/home/dev/project/shop.py\", line 2 in total\n  File \"/home/dev/project/run.py\", line 8 in <module>\n",
    r#"[{"type": "runtime", "severity": "fatal", "file": "/home/dev/project/shop.py", "line": 2,
         "message": "Segmentation fault",
         "frames": [{"line": 8}, {"line": 2, "function": "total", "innermost": true}]}]"#,
)];

static DESCRIPTOR: Descriptor = describe(
    "faulthandler",
    "crashes of the Python interpreter",
    DOCS,
    &EXAMPLES,
);

const FATAL: &str = "Fatal Python error: ";
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    // The progress of a test runner may stand before it.
    let (_, message) = line.text.split_once(FATAL)?;
    Some(Diagnostic::new(
        ErrorType::Runtime,
        Severity::Fatal,
        message.trim(),
    ))
}

/// Blank lines and the threads' headings, then the frames; later lines belong to another thread.
fn follow(open: &mut Open, line: &str) -> Flow {
    let diagnostic = &mut open.diagnostic;
    if let Some(frame) = frame(line) {
        if diagnostic.frames.is_empty() {
            diagnostic.location = frame.location.clone();
        }
        stack::push_caller(diagnostic, frame);
        return Flow::Taken;
    }
    let before = line.trim().is_empty()
        || line.starts_with("Python runtime state: ")
        || line.ends_with("(most recent call first):");
    if before && diagnostic.frames.is_empty() {
        Flow::Taken
    } else {
        Flow::Over
    }
}

/// `  File "shop.py", line 2 in total`.
fn frame(line: &str) -> Option<Frame> {
    let (file, rest) = line.strip_prefix("  File \"")?.split_once("\", line ")?;
    let (number, function) = rest.split_once(" in ").unwrap_or((rest, ""));
    let location = Location::line(file, number.parse().ok()?);
    let function = Some(function.to_owned()).filter(|function| !function.is_empty());
    Some(Frame::new(location, function))
}
