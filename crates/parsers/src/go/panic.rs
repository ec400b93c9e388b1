//! Crashes of Go programs.

use unbreak_core::{Descriptor, ErrorParser, Example, Line, ParserState, Sink, Step, register_parser};

use super::LANGUAGES;
use super::goroutine::Crash;
use crate::format;

register_parser!(GoPanic);

const DOCS: &str = r#"
## What it understands

`panic: ...` and `fatal error: ...` (deadlocks, concurrent map writes, out of memory) with the stacks
below them. Frames are those of the goroutine that crashed; the place is its innermost entry outside the
runtime.

## Versions seen

Go 1.27; 1.5 and later print alike.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a nil map",
    "panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nexample.com/inventory/store.(*Store).Add(...)\n\t/home/dev/project/inventory/store/store.go:13\nmain.main()\n\t/home/dev/project/inventory/main.go:19 +0x1b8\nexit status 2\n",
    r#"[{"type": "runtime", "severity": "error", "message": "assignment to entry in nil map",
         "file": "/home/dev/project/inventory/store/store.go", "line": 13,
         "frames": [{"function": "main.main", "line": 19}, {"function": "example.com/inventory/store.(*Store).Add"}]}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("go-panic", "crashes of Go programs", DOCS, LANGUAGES, &EXAMPLES);

/// The parser.
struct GoPanic;

impl ErrorParser for GoPanic {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["panic: ", "fatal error: "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    crash: Option<Crash>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(crash) = &mut self.crash else {
            self.crash = Crash::begin(line.text);
            return if self.crash.is_some() {
                Step::More
            } else {
                Step::Pass
            };
        };
        if crash.line(line.text) {
            return Step::More;
        }
        let real = crash.has_stack();
        self.finish(sink);
        if real { Step::Pass } else { Step::Reject }
    }

    fn is_unfinished(&self) -> bool {
        self.crash.as_ref().is_some_and(|crash| !crash.has_stack())
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(crash) = self.crash.take().filter(Crash::has_stack) {
            sink.emit(crash.finish());
        }
    }
}
