//! The Scala 2 compiler within sbt.

use unbreak_core::{Diagnostic, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate, marks};

register_parser!(Format::of(&described::SBT).block(begin, follow));

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
