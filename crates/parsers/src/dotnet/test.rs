//! dotnet test.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Severity, register_parser};

use crate::described;
use crate::format::{Format, stack};
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::DOTNET_TEST).state::<Gathering<Open>>());

/// Lines kept of one message.
const MESSAGE_LINES: usize = 40;
/// Frames kept of one stack.
const FRAMES: usize = 100;

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
