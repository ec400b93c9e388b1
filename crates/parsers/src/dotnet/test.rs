//! dotnet test.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Frame, Line, ParserState, Severity,
    register_parser,
};

use super::LANGUAGES;
use crate::format::{self, stack};
use crate::gather::{Gather, Gathering};

register_parser!(DotnetTest);

const DOCS: &str = r#"
## What it understands

`Failed NAME [time]` with the sections `Error Message:` and `Stack Trace:` below, as VSTest's console
logger prints it for xUnit, NUnit and MSTest. The place is the innermost entry with a file.

## Versions seen

.NET SDK 8 with xUnit 2, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an assertion of xUnit",
    "  Failed Shop.Tests.CartTests.Adds [4 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 4\nActual:   3\n  Stack Trace:\n     at Shop.Tests.CartTests.Adds() in /home/dev/project/Tests/CartTests.cs:line 9\n   at System.RuntimeMethodHandle.InvokeMethod(Object target)\n",
    r#"[{"type": "assertion", "severity": "error", "test": "Shop.Tests.CartTests.Adds",
         "message": "Assert.Equal() Failure: Values differ\nExpected: 4\nActual:   3",
         "file": "/home/dev/project/Tests/CartTests.cs", "line": 9}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dotnet-test",
    "tests that dotnet test ran",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// Lines kept of one message.
const MESSAGE_LINES: usize = 40;
/// Frames kept of one stack.
const FRAMES: usize = 100;

/// The parser.
struct DotnetTest;

impl ErrorParser for DotnetTest {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["  Failed ", "  X "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Gathering::<Open>::default())
    }
}

struct Open {
    test: String,
    section: Section,
    message: Vec<String>,
    /// Innermost first, as printed.
    frames: Vec<Frame>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Title,
    Message,
    Stack,
}

impl Gather for Open {
    /// `  Failed NAME [4 ms]`; the SDK before 5 prints `  X NAME [4ms]`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let line = line.text;
        let text = line
            .strip_prefix("  Failed ")
            .or_else(|| line.strip_prefix("  X "))?;
        let (name, _) = text.trim_end().strip_suffix("s]")?.rsplit_once(" [")?;
        Some(Self {
            test: name.to_owned(),
            section: Section::Title,
            message: Vec::new(),
            frames: Vec::new(),
        })
    }

    /// Takes a line; `false` when it belongs to something else.
    fn take(&mut self, line: &Line<'_>) -> bool {
        let line = line.text;
        match (line.trim(), self.section) {
            ("Error Message:", Section::Title) => self.section = Section::Message,
            ("Stack Trace:", Section::Message) => self.section = Section::Stack,
            (_, Section::Title) => return false,
            (text, Section::Message) => {
                if self.message.len() < MESSAGE_LINES {
                    self.message.push(text.to_owned());
                }
            }
            (text, Section::Stack) => return self.frame(text),
        }
        true
    }

    fn finish(self) -> Option<Diagnostic> {
        (self.section != Section::Title).then(|| self.into_diagnostic())
    }
}

impl Open {
    fn frame(&mut self, text: &str) -> bool {
        if self.frames.len() < FRAMES {
            self.frames.extend(stack::frame(text));
        }
        text.starts_with("at ") || text.starts_with("--- End of ")
    }

    fn into_diagnostic(mut self) -> Diagnostic {
        let message = self.message.join("\n").trim().to_owned();
        // A test that throws names the exception's class.
        let throws = message
            .split(" : ")
            .next()
            .unwrap_or_default()
            .ends_with("Exception");
        let error_type = if throws {
            ErrorType::Runtime
        } else {
            ErrorType::Assertion
        };
        let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message);
        diagnostic.test = Some(self.test);
        if let Some(innermost) = self.frames.first_mut() {
            innermost.innermost = true;
            diagnostic.location = innermost.location.clone();
        }
        diagnostic.frames = self.frames.into_iter().rev().collect();
        diagnostic
    }
}
