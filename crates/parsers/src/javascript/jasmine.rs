//! Jasmine.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, OutputRange, ParserState, Sink, Step,
    register_parser,
};

use super::LANGUAGES;
use super::thrown::Thrown;
use crate::format;

register_parser!(Jasmine);

const DOCS: &str = r#"
## What it understands

The list of failures: `1) suite test`, and below it, once or several times, `Message:` and `Stack:`. The place is
the first frame outside Jasmine and `node_modules`.

## Versions seen

Jasmine 5 and 6; 2 to 4 print the same.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation that failed",
    r#"1) shop adds
  Message:
    Expected 2 to be 3.
  Stack:
        at <Jasmine>
        at UserContext.<anonymous> (file:///home/dev/project/spec/shopSpec.mjs:1:57)
        at <Jasmine>
"#,
    r#"[{"type": "assertion", "test": "shop adds", "file": "/home/dev/project/spec/shopSpec.mjs", "line": 1, "column": 57, "message": "Expected 2 to be 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("jasmine", "Jasmine", DOCS, LANGUAGES, &EXAMPLES);

const MESSAGE: &str = "  Message:";

/// The parser.
struct Jasmine;

impl ErrorParser for Jasmine {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[MESSAGE]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    /// The heading that the messages are below.
    test: Option<String>,
    /// The failure whose lines are still coming.
    open: Option<(Thrown, OutputRange)>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if line.text == MESSAGE {
            self.finish(sink);
            self.test = line.back(1).and_then(heading).or(self.test.take());
            self.open = Some((Thrown::default(), line.range));
            return Step::More;
        }
        match &mut self.open {
            Some((thrown, range)) if line.text.starts_with("    ") => {
                thrown.push(line.text);
                range.end = line.range.end;
                Step::More
            }
            Some(_) if line.text == "  Stack:" => Step::More,
            _ => {
                self.finish(sink);
                self.test = None;
                Step::Pass
            }
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some((thrown, range)) = self.open.take() else {
            return;
        };
        if thrown.is_empty() {
            return;
        }
        let mut diagnostic: Diagnostic = thrown.into_diagnostic();
        // An exception has a class, a failed expectation has none.
        if diagnostic.code.is_none() {
            diagnostic.error_type = ErrorType::Assertion;
        }
        diagnostic.test.clone_from(&self.test);
        diagnostic.output = range;
        sink.emit(diagnostic);
    }
}

/// `1) suite test`.
fn heading(line: &str) -> Option<String> {
    let (number, name) = line.split_once(") ")?;
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| name.trim().to_owned())
}
