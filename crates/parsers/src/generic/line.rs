//! `FILE:LINE[:COLUMN]: [SEVERITY:] MESSAGE [CODE]` and its many relatives.

use std::sync::LazyLock;

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, Example, Line, Note, ParserState, Severity, Sink, Step,
};

use super::PRIORITY;
use crate::format::head::{self, Head};
use crate::format::locate::FileKind;
use crate::format::{self, Flow, Format, Open, marks};

const EXAMPLES: &[Example] = &[
    Example::new(
        "the GNU shape",
        "src/lexer.l:12:7: warning: unused rule [unused-rule]\n",
        r#"[{"file": "src/lexer.l", "line": 12, "column": 7, "severity": "warning", "code": "unused-rule", "message": "unused rule"}]"#,
    ),
    Example::new(
        "Microsoft's shape",
        "shaders\\sky.hlsl(29,53): error X3004: undeclared identifier 'uv'\n",
        r#"[{"file": "shaders\\sky.hlsl", "line": 29, "column": 53, "severity": "error", "code": "X3004"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "generic-line",
    "any tool that begins a line with a file and a line number",
    "\
What it understands: a line that begins with a place (`FILE:3:5`, `FILE:3:5-9`, `FILE(3,5)`,
`FILE[3, 5]`, `\"FILE\", line 3`, `FILE:3.5-4.9`, `FILE|3 col 5|`, ...), perhaps after a severity
(`ERROR: `) or the tool's name (`gawk: `), and goes on with severity, code and message in any order.
Quoted source and carets below it give columns that the line lacks. The model are Vim's default
`errorformat` and the GNU coding standards' section on error messages.

What it refuses: URLs, times, addresses with ports, container images with tags, version numbers,
entries of call stacks, and names that do not look like files unless a column and a severity or a code
follow them.",
    &[],
    EXAMPLES,
);

unbreak_core::register_parser!(GenericLine);

struct GenericLine;

/// What must stand in a line with a place: the end of a name and the beginning of a number. Digits
/// before a colon are left out, because times have them too.
static TRIGGERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = (b'a'..=b'z').chain(b'A'..=b'Z').map(char::from).chain(['-', '>', ')', '_']);
    let numbered = names.flat_map(|name| {
        let numbers = (b'1'..=b'9').map(char::from);
        numbers.flat_map(move |number| [format!("{name}:{number}"), format!("{name}({number}")])
    });
    let endings = ["f77:", "f90:", "f95:", "f03:", "f08:", "m4:", "p6:", "pl6:", "l10n:", "mp4:", "b4a:"];
    let worded = ["line ", "Line ", "LINE ", "line: ", "Line: ", ":[", ":(", " (1", " (2", " (3", " (4", " (5",
        " (6", " (7", " (8", " (9", " col "];
    numbered.chain(endings.into_iter().chain(worded).map(str::to_owned)).collect()
});
