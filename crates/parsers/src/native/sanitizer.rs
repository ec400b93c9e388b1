//! AddressSanitizer, LeakSanitizer, MemorySanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer and the newer
//! ones: RealtimeSanitizer, TypeSanitizer, NumericalStabilitySanitizer.

mod report;
mod undefined;

use unbreak_core::{Descriptor, ErrorParser, Example, Line, ParserState, Sink, Step, register_parser};

use self::report::Report;
use self::undefined::Undefined;
use super::LANGUAGES;
use crate::format;

register_parser!(Sanitizer);

const DOCS: &str = r#"
## What it understands

The reports of programs built with `-fsanitize=...`, by clang's and gcc's run-time library: the kind of
error, its stack as frames, further stacks (where memory was allocated, freed, written before) as notes.
The place is the innermost entry outside the run-time library. Each leak is a diagnostic of its own, as
is each `runtime error:` of undefined behaviour.

## Versions seen

gcc 12.2 and clang 14.0.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a write past the end",
        "==17763==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000020 at pc 0x557c34373249 bp 0x7ffc2602abf0 sp 0x7ffc2602abe8\nWRITE of size 4 at 0x602000000020 thread T0\n    #0 0x557c34373248 in main /home/dev/project/leaky.c:6\n    #1 0x7f52d3e45249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58\n\nSUMMARY: AddressSanitizer: heap-buffer-overflow /home/dev/project/leaky.c:6 in main\n==17763==ABORTING\n",
        r#"[{"type": "runtime", "severity": "error", "code": "heap-buffer-overflow",
             "message": "heap-buffer-overflow: WRITE of size 4", "file": "/home/dev/project/leaky.c", "line": 6}]"#,
    ),
    Example::new(
        "undefined behaviour",
        "ub.c:8:15: runtime error: shift exponent 40 is too large for 32-bit type 'int'\n",
        r#"[{"type": "runtime", "severity": "error", "code": "undefined-behavior", "file": "ub.c", "line": 8, "column": 15}]"#,
    ),
    Example::new(
        "a crash under ThreadSanitizer",
        "==18970==ERROR: ThreadSanitizer: SEGV on unknown address 0x0000000000f0 (pc 0x0000004b7880 bp 0x0 sp 0x7 T18970)\n==18970==The signal is caused by a WRITE memory access.\n    #0 insertion /home/dev/project/shop.cpp:15:5 (shop+0x4b)\n    #1 main /home/dev/project/shop.cpp:22:3 (shop+0x4c)\n",
        r#"[{"code": "SEGV", "file": "/home/dev/project/shop.cpp", "line": 15, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sanitizer",
    "the sanitizers of clang and gcc",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct Sanitizer;

impl ErrorParser for Sanitizer {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[
            "ERROR: AddressSanitizer",
            "ERROR: LeakSanitizer",
            "ERROR: HWAddressSanitizer",
            "ERROR: MemorySanitizer",
            "ERROR: ThreadSanitizer",
            "ERROR: RealtimeSanitizer",
            "ERROR: TypeSanitizer",
            "WARNING: NumericalStabilitySanitizer",
            "WARNING: MemorySanitizer",
            "WARNING: ThreadSanitizer",
            "Sanitizer:DEADLYSIGNAL",
            ": runtime error: ",
            "ERROR: UndefinedBehaviorSanitizer",
        ]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<Open>,
}

enum Open {
    Report(Box<Report>),
    Undefined(Box<Undefined>),
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let belongs = match &mut self.open {
            None => return self.begin(line),
            Some(Open::Report(report)) => match report.line(line) {
                Step::Pass => false,
                step => return step,
            },
            Some(Open::Undefined(undefined)) => undefined.line(line),
        };
        if belongs {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        match self.open.take() {
            Some(Open::Report(report)) => report.finish(sink),
            Some(Open::Undefined(undefined)) => sink.emit(undefined.finish()),
            None => {}
        }
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>) -> Step {
        let report = Report::begin(line).map(|report| Open::Report(Box::new(report)));
        self.open = report.or_else(|| Some(Open::Undefined(Box::new(Undefined::begin(line)?))));
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }
}
