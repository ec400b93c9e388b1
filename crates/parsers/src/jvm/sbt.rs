//! The Scala 2 compiler within sbt.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, guess, locate, marks};

register_parser!(
    Format::new(&DESCRIPTOR, &[".scala:", ".sbt:"])
        // Before javac, which reads what scalac itself prints.
        .priority(2)
        .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`[error] FILE:LINE:COLUMN: message` or without the column, more of the message, the source and a caret, which
gives the column; each line has the label `[error] ` or `[warn] `.

## Versions seen

sbt 0.13 to 1.9 with Scala 2.10 to 2.13, from their documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a type that does not fit",
    "[error] /home/dev/project/Shop.scala:204: type mismatch;\n[error]  found   : String\n[error]  required: Int\n[error]         val x: Int = \"a\"\n[error]                      ^\n[error] one error found\n",
    r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/Shop.scala", "line": 204, "column": 22,
         "message": "type mismatch;\nfound   : String\nrequired: Int"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sbt",
    "the Scala 2 compiler within sbt",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

/// The label's severity, and the text after it.
fn labelled(line: &str) -> Option<(Severity, &str)> {
    const LABELS: [(&str, Severity); 3] = [
        ("[error] ", Severity::Error),
        ("[warn] ", Severity::Warning),
        ("[info] ", Severity::Info),
    ];
    LABELS
        .iter()
        .find_map(|(label, severity)| Some((*severity, line.strip_prefix(label)?)))
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (severity, text) = labelled(line.text)?;
    let placed = locate::at_start(text).filter(|placed| is_scala(placed.file))?;
    let message = placed.rest.strip_prefix(": ")?.trim();
    Some(Diagnostic::new(guess::error_type(severity, message), severity, message).at(placed.location()))
}

fn is_scala(file: &str) -> bool {
    file.ends_with(".scala") || file.ends_with(".sbt")
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let Some((_, text)) = labelled(line).filter(|(_, text)| text.starts_with(' ')) else {
        return Flow::Over;
    };
    if text.trim() == "^"
        && let Some(found) = marks::read(text)
    {
        quote(open, found.caret);
        return Flow::Last;
    }
    open.push_message(text.trim_end());
    Flow::Taken
}

/// The caret: the line above it was no message but the source.
fn quote(open: &mut Open, caret: u32) {
    let diagnostic = &mut open.diagnostic;
    diagnostic.location.column.get_or_insert(caret);
    if open.taken == 0 {
        return;
    }
    if let Some((message, source)) = diagnostic.message.rsplit_once('\n') {
        diagnostic.snippet = Some(source.to_owned());
        let lines: Vec<&str> = message.lines().map(str::trim).collect();
        diagnostic.message = lines.join("\n");
    }
}
