//! unittest, and the runners that print as it does (Django's, nose's).

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, Note, OutputRange, ParserState, Severity, Sink, Step,
    register_parser,
};

use super::reader::{Flow, HEADER, TracebackReader};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::UNITTEST).state::<State>());

/// The line above each block (`TextTestResult.separator1`).
const SEPARATOR: &str = "======================================================================";
/// The line below its heading (`separator2`).
const RULE: &str = "----------------------------------------------------------------------";
const UNEXPECTED_SUCCESS: &str = "UNEXPECTED SUCCESS: ";
/// The number of lines kept after a message.
const EXPLANATION_LINES: usize = 60;

#[derive(Default)]
struct State {
    stage: Stage,
}

#[derive(Default)]
enum Stage {
    #[default]
    Outside,
    /// After the separator.
    Separator,
    /// The first line of the test's documentation is between heading and rule.
    Heading(Block),
    Body(Block),
}

/// A failure in the making.
struct Block {
    test: String,
    reader: Option<TracebackReader>,
    /// Whether the traceback is over.
    told: bool,
    explanation: Vec<String>,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match std::mem::take(&mut self.stage) {
            Stage::Outside if line.text == SEPARATOR => self.go(Stage::Separator),
            Stage::Outside => Step::Pass,
            Stage::Separator => self.heading(line, sink),
            Stage::Heading(block) if line.text == RULE => self.go(Stage::Body(block)),
            Stage::Heading(block) => self.wait(Stage::Heading(block)),
            Stage::Body(block) => self.body(block, line, sink),
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Stage::Body(block) = std::mem::take(&mut self.stage) {
            block.emit(sink);
        }
    }
}

impl State {
    fn go(&mut self, stage: Stage) -> Step {
        self.stage = stage;
        Step::More
    }

    /// Goes on after a line that may belong to something else.
    fn wait(&mut self, stage: Stage) -> Step {
        self.stage = stage;
        Step::Maybe
    }

    fn heading(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(test) = line.text.strip_prefix(UNEXPECTED_SUCCESS) {
            sink.emit(unexpected_success(&test_name(test)));
            return Step::Done;
        }
        let failed = line
            .text
            .strip_prefix("FAIL: ")
            .or_else(|| line.text.strip_prefix("ERROR: "));
        match failed {
            Some(test) => self.go(Stage::Heading(Block::new(test_name(test), line.range))),
            None => Step::Reject,
        }
    }

    fn body(&mut self, mut block: Block, line: &Line<'_>, sink: &mut Sink) -> Step {
        let over = line.text == RULE && block.told;
        if line.text == SEPARATOR || over {
            block.emit(sink);
            return Step::Pass;
        }
        if block.line(line) {
            self.go(Stage::Body(block))
        } else {
            self.wait(Stage::Body(block))
        }
    }
}

impl Block {
    fn new(test: String, range: OutputRange) -> Self {
        Self {
            test,
            reader: None,
            told: false,
            explanation: Vec::new(),
            range,
        }
    }

    /// Takes a line; `false` when it may be the output of another program.
    fn line(&mut self, line: &Line<'_>) -> bool {
        self.range.end = line.range.end;
        if self.told {
            self.explain(line.text);
            return false;
        }
        let Some(reader) = &mut self.reader else {
            // "ImportError: Failed to import test module" may be above it, whose cause it is.
            if line.text.contains(HEADER) {
                self.reader = TracebackReader::begin(line.text).map(TracebackReader::with_brief_message);
            }
            return self.reader.is_some();
        };
        if reader.line(line.text) == Flow::Over {
            self.told = true;
            self.explain(line.text);
        }
        !self.told
    }

    fn explain(&mut self, line: &str) {
        if self.explanation.len() < EXPLANATION_LINES {
            self.explanation.push(line.to_owned());
        }
    }

    fn emit(self, sink: &mut Sink) {
        let Some(exception) = self.reader.and_then(TracebackReader::finish) else {
            return;
        };
        let mut diagnostic = exception.into_diagnostic();
        diagnostic.test = Some(self.test);
        diagnostic.output = self.range;
        let explanation = self.explanation.join("\n");
        let explanation = explanation.trim_matches('\n');
        if !explanation.is_empty() {
            diagnostic.notes.push(Note {
                message: explanation.to_owned(),
                location: Location::default(),
            });
        }
        sink.emit(diagnostic);
    }
}

fn unexpected_success(test: &str) -> Diagnostic {
    let message = "the test was expected to fail and passed";
    let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, message);
    diagnostic.test = Some(test.to_owned());
    diagnostic
}

/// `tests.test_shop.ShopTest.test_total` of `test_total (tests.test_shop.ShopTest[.test_total]) [(i=1)]`; a
/// module that cannot be loaded is `tests.test_shop (unittest.loader._FailedTest...)`.
fn test_name(heading: &str) -> String {
    let Some((method, rest)) = heading.split_once(" (") else {
        return heading.trim().to_owned();
    };
    let class = rest.split(')').next().unwrap_or(rest);
    let is_fixture = method.starts_with("setUp") || method.starts_with("tearDown");
    if class.contains("_FailedTest") || class.contains("ModuleImportFailure") {
        method.to_owned()
    } else if is_fixture || class.rsplit('.').next() == Some(method) {
        class.to_owned()
    } else {
        format!("{class}.{method}")
    }
}
