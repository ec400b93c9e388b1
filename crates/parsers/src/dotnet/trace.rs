//! Exceptions that a .NET program did not catch.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, stack};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "Unhandled exception. ",
            "Unhandled Exception:",
            "FATAL UNHANDLED EXCEPTION: "
        ]
    )
    .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`Unhandled exception. CLASS: message` with the stack below it (`at METHOD in FILE:line N`), as .NET
prints it, .NET Framework's `Unhandled Exception: CLASS: message`, and Mono's, which has the class on the next
line and says all of it twice. Inner exceptions (` ---> `) belong to
the message. The place is the innermost entry with a file.

## Versions seen

Mono 6.8; .NET 8 from its documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Mono",
        "\nUnhandled Exception:\nSystem.NullReferenceException: Object reference not set to an instance of an object\n  at C.F (System.String s) [0x00001] in /home/dev/project/c.cs:3 \n  at C.Main () [0x00004] in <6b83e28ba51246f59b44c08539620d53>:0 \n[ERROR] FATAL UNHANDLED EXCEPTION: System.NullReferenceException: Object reference not set to an instance of an object\n  at C.F (System.String s) [0x00001] in /home/dev/project/c.cs:3 \n",
        r#"[{"type": "runtime", "severity": "error", "code": "System.NullReferenceException",
         "message": "Object reference not set to an instance of an object",
         "file": "/home/dev/project/c.cs", "line": 3, "frames": [{"line": 3, "innermost": true}]}]"#,
    ),
    Example::new(
        "a value that is not there",
        "Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.\n   at Shop.Cart.Total(String s) in /home/dev/project/Cart.cs:line 7\n   at Program.<Main>$(String[] args) in /home/dev/project/Program.cs:line 3\n",
        r#"[{"type": "runtime", "severity": "error", "code": "System.NullReferenceException",
         "message": "Object reference not set to an instance of an object.",
         "file": "/home/dev/project/Cart.cs", "line": 7,
         "frames": [{"line": 3}, {"line": 7, "function": "Shop.Cart.Total(String s)", "innermost": true}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dotnet-trace",
    "exceptions that .NET programs did not catch",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The beginning of Mono's log entry, which may repeat the terminal's output.
const FATAL: &str = "[ERROR] FATAL UNHANDLED EXCEPTION: ";

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    if line.text.trim_end() == "Unhandled Exception:" {
        return Some(Diagnostic::new(ErrorType::Runtime, Severity::Error, ""));
    }
    // Mono says it all again, which the line above shows.
    let again = || line.back(1).is_some_and(|above| above.starts_with("  at "));
    let text = ["Unhandled exception. ", "Unhandled Exception: ", FATAL]
        .iter()
        .filter(|start| **start != FATAL || !again())
        .find_map(|start| line.text.strip_prefix(start))?;
    let (class, message) = thrown(text)?;
    Some(Diagnostic::new(ErrorType::Runtime, Severity::Error, message).with_code(class))
}

/// `CLASS: message`.
fn thrown(text: &str) -> Option<(&str, &str)> {
    let (class, message) = text.split_once(": ").unwrap_or((text, ""));
    let is_class = class.contains('.') && !class.contains(' ');
    is_class.then_some((class, message))
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
    if diagnostic.code.is_none() {
        let Some((class, message)) = thrown(text) else {
            return Flow::Over;
        };
        diagnostic.code = Some(class.to_owned());
        message.clone_into(&mut diagnostic.message);
        return Flow::Taken;
    }
    // Mono says it all again.
    if text.starts_with(FATAL) {
        return Flow::Over;
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
