//! Exceptions of any program on the JVM.

use unbreak_core::parser::History;
use unbreak_core::{Descriptor, Diagnostic, ErrorParser, Example, Line, ParserState, register_parser};

use super::LANGUAGES;
use super::exception::{self, Exception};
use crate::format;
use crate::gather::{Gather, Gathering};

register_parser!(Trace);

const DOCS: &str = r#"
## What it understands

A header (`java.lang.IllegalStateException: message`, also after `Exception in thread "main"` or a
logger's prefix) and the stack below it. Causes and suppressed exceptions become notes. The place is the
innermost entry outside the JDK, the languages' libraries and the test frameworks; a stack names files
without their directories, which the workspace tells.

## Versions seen

OpenJDK 17.0, Groovy 2.4.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an assertion of Groovy",
        "Assertion failed: \n\nassert y + 1 == 3\n       | |   |\n       1 2   false\n\n\tat e.run(e.groovy:2)\n",
        r#"[{"type": "assertion", "severity": "error", "file": "e.groovy", "line": 2}]"#,
    ),
    Example::new(
        "an exception and its cause",
        "Exception in thread \"main\" java.lang.IllegalStateException: cannot start\n\tat Boom.main(Boom.java:4)\nCaused by: java.lang.NullPointerException: Cannot invoke \"String.length()\"\n\tat java.base/java.util.List.of(List.java:10)\n\tat Boom.inner(Boom.java:2)\n\t... 1 more\n",
        r#"[{"type": "runtime", "severity": "error", "code": "java.lang.IllegalStateException", "message": "cannot start",
         "file": "Boom.java", "line": 4, "frames": [{"function": "Boom.main", "innermost": true}],
         "notes": [{"message": "caused by: java.lang.NullPointerException: Cannot invoke \"String.length()\"",
                    "file": "Boom.java", "line": 2}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "jvm-trace",
    "exceptions of programs on the JVM",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The parser.
struct Trace;

impl ErrorParser for Trace {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["\tat ", "    at "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Gathering::<Exception>::default())
    }
}

impl Gather for Exception {
    /// Begins at a stack frame: the header is one of the lines above, because a message may have several.
    fn begin(line: &Line<'_>) -> Option<Self> {
        const LONGEST_MESSAGE: usize = 4;
        if !exception::is_frame(line.text) || !is_jvm(line.text) {
            return None;
        }
        let thrown = (1..=LONGEST_MESSAGE).find_map(|n| Some((n, header(line.back(n)?)?)));
        let (above, header) = thrown.or_else(|| asserted(line))?;
        let mut exception = Exception::new(header);
        for n in (1..above).rev() {
            exception.push(line.back(n)?);
        }
        exception.push(line.text);
        Some(exception)
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        self.push(line.text)
    }

    fn finish(self) -> Option<Diagnostic> {
        Some(self.into_diagnostic())
    }
}

/// A place as only the JVM writes it: a file without directories and a line, or none.
fn is_jvm(line: &str) -> bool {
    let Some((_, place)) = line.trim_end().trim_end_matches(')').rsplit_once('(') else {
        return false;
    };
    let file = place.split(':').next().unwrap_or_default();
    let source = [".java", ".kt", ".kts", ".scala", ".groovy", ".clj"]
        .iter()
        .any(|e| file.ends_with(e));
    source && !file.contains('/') || matches!(place, "Native Method" | "Unknown Source")
}

/// `Assertion failed:` of Groovy, with the values of all parts drawn below; it is printed without a class.
fn asserted<'a>(line: &'a Line<'a>) -> Option<(usize, &'a str)> {
    let lines = (1..=History::CAPACITY).filter_map(|n| Some((n, line.back(n)?.trim_end())));
    lines
        .take_while(|(_, text)| !text.starts_with("Caught: "))
        .find(|(_, text)| *text == exception::ASSERTED)
}

/// The header in a line, without a logger's prefix.
fn header(line: &str) -> Option<&str> {
    let from_class = |text| exception::split_header(text).0.map(|_| text);
    from_class(line.trim()).or_else(|| {
        let logged = line.match_indices(' ').map(|(at, _)| &line[at + 1..]);
        logged.take(20).find_map(from_class)
    })
}
