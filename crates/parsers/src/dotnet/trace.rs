//! Exceptions that a .NET program did not catch.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, stack};

register_parser!(
    Format::new(&DESCRIPTOR, &["Unhandled exception. ", "Unhandled Exception: "]).block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`Unhandled exception. CLASS: message` with the stack below it (`at METHOD in FILE:line N`), as .NET
prints it, and .NET Framework's and Mono's `Unhandled Exception:`. Inner exceptions (` ---> `) belong to
the message. The place is the innermost entry with a file.

## Versions seen

.NET 8, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a value that is not there",
    "Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.\n   at Shop.Cart.Total(String s) in /home/dev/project/Cart.cs:line 7\n   at Program.<Main>$(String[] args) in /home/dev/project/Program.cs:line 3\n",
    r#"[{"type": "runtime", "severity": "error", "code": "System.NullReferenceException",
         "message": "Object reference not set to an instance of an object.",
         "file": "/home/dev/project/Cart.cs", "line": 7,
         "frames": [{"line": 3}, {"line": 7, "function": "Shop.Cart.Total(String s)", "innermost": true}]}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dotnet-trace",
    "exceptions that .NET programs did not catch",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = ["Unhandled exception. ", "Unhandled Exception: "]
        .iter()
        .find_map(|start| line.text.strip_prefix(start))?;
    let (class, message) = text.split_once(": ").unwrap_or((text, ""));
    let is_class = class.contains('.') && !class.contains(' ');
    is_class.then(|| Diagnostic::new(ErrorType::Runtime, Severity::Error, message).with_code(class))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim();
    if text.is_empty() {
        return Flow::Over;
    }
    let diagnostic = &mut open.diagnostic;
    if text.starts_with("at ") {
        if let Some(frame) = stack::frame(text) {
            if diagnostic.frames.is_empty() {
                diagnostic.location = frame.location.clone();
            }
            stack::push_caller(diagnostic, frame);
        }
        return Flow::Taken;
    }
    if text.starts_with("--- End of ") {
        return Flow::Taken;
    }
    if diagnostic.frames.is_empty() {
        open.push_message(text);
        return Flow::Taken;
    }
    Flow::Over
}
