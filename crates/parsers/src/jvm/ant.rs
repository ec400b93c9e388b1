//! Ant: why a build stopped.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, locate};

register_parser!(Format::new(&DESCRIPTOR, &["BUILD FAILED"]).block(begin, follow));

const DOCS: &str = r#"
## What it understands

What stands below `BUILD FAILED`: `FILE:LINE: message` up to the next empty line, or a target that does
not exist. Where a task called another build file, the innermost place counts. That compiling failed is not
reported: the compiler has said why.

## Versions seen

Ant 1.10.13.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a task that nobody defined",
        "BUILD FAILED\n/home/dev/project/build.xml:4: Problem: failed to create task or type nosuch\nCause: The name is undefined.\nAction: Check the spelling.\n\n\nTotal time: 1 second\n",
        r#"[{"type": "build", "severity": "error", "file": "/home/dev/project/build.xml", "line": 4,
             "message": "Problem: failed to create task or type nosuch\nCause: The name is undefined.\nAction: Check the spelling."}]"#,
    ),
    Example::new(
        "a target that does not exist",
        "BUILD FAILED\nTarget \"zork\" does not exist in the project \"x\". \n\nTotal time: 0 seconds\n",
        r#"[{"type": "build", "message": "Target \"zork\" does not exist in the project \"x\"."}]"#,
    ),
    Example::new(
        "a place in a build file that was called; that the compiler failed is said by the compiler",
        "BUILD FAILED\n/home/dev/project/build.xml:9: The following error occurred while executing this line:\n/home/dev/project/sub/build.xml:5: exec returned: 1\n\nTotal time: 1 second\nBUILD FAILED\n/home/dev/project/build.xml:2: Compile failed; see the compiler error output for details.\n\n",
        r#"[{"type": "build", "file": "/home/dev/project/sub/build.xml", "line": 5, "message": "exec returned: 1"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("ant", "Ant: why a build stopped", DOCS, LANGUAGES, &EXAMPLES);

/// A message about a place in another build file, which comes next.
const CALLED: &str = "The following error occurred while executing this line:";

/// Lines that only repeat that something failed before.
const SAID_BEFORE: [&str; 2] = [
    "Compile failed; see the compiler",
    "Compilation failed; see the compiler",
];

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    (line.text == "BUILD FAILED").then(|| Diagnostic::new(ErrorType::Build, Severity::Error, ""))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_end();
    if text.is_empty() {
        return Flow::Over;
    }
    let (place, said) = placed(text);
    if place.is_some() {
        open.diagnostic.message.clear();
    }
    open.diagnostic.location = place.unwrap_or_else(|| std::mem::take(&mut open.diagnostic.location));
    if SAID_BEFORE.iter().any(|start| said.starts_with(start)) {
        return Flow::Last;
    }
    if said != CALLED {
        open.push_message(said);
    }
    Flow::Taken
}

/// `FILE:LINE: message`.
fn placed(text: &str) -> (Option<Location>, &str) {
    let placed = locate::at_start(text);
    match placed.and_then(|placed| Some((placed.location(), placed.rest.strip_prefix(": ")?))) {
        Some((location, said)) => (Some(location), said),
        None => (None, text),
    }
}
