//! gfortran's own diagnostics, which name the place before the source and the severity after it.

use unbreak_core::{Diagnostic, Line, Note, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate};

register_parser!(Format::of(&described::GFORTRAN).block(begin, follow));

/// A place alone on its line. It becomes a diagnostic when the message comes.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    // Before 4.5 a sentence: ` In file sum.f90:5`.
    let text = line.text.trim_start();
    let text = text.strip_prefix("In file ").unwrap_or(line.text);
    let placed = locate::at_start(text)?;
    let fortran = [
        ".f90", ".F90", ".f", ".F", ".for", ".f95", ".f03", ".f08", ".f77", ".inc", ".fpp",
    ]
    .iter()
    .any(|ending| placed.file.ends_with(ending));
    let alone = placed.rest.trim() == ":" || placed.rest.is_empty() && text.len() < line.text.len();
    (fortran && alone).then(|| {
        Diagnostic::new(guess::error_type(Severity::Error, ""), Severity::Error, "").at(placed.location())
    })
}

fn follow(open: &mut Open, text: &str) -> Flow {
    let labels = [
        ("Fatal Error: ", Severity::Fatal),
        ("Error: ", Severity::Error),
        ("Warning: ", Severity::Warning),
    ];
    let said = labels
        .iter()
        .find_map(|(label, severity)| Some((text.strip_prefix(label)?, *severity)))
        .or_else(|| numbered(text));
    if let Some((message, severity)) = said {
        say(&mut open.diagnostic, message.trim_end(), severity);
        return Flow::Last;
    }
    if let Some(place) = text
        .trim_start()
        .strip_prefix("Included at ")
        .and_then(locate::at_start)
    {
        open.diagnostic.notes.push(Note {
            message: "included here".to_owned(),
            location: place.location(),
        });
        return Flow::Taken;
    }
    // Source without a number before it may begin at the margin.
    if open.taken == 1 && open.previous.trim().is_empty() && locate::at_start(text).is_none() {
        return Flow::Taken;
    }
    quotation(text)
}

/// G95's `Warning (112): message`.
fn numbered(text: &str) -> Option<(&str, Severity)> {
    let (number, message) = text.strip_prefix("Warning (")?.split_once("): ")?;
    let numbered = number.bytes().all(|byte| byte.is_ascii_digit());
    numbered.then_some((message, Severity::Warning))
}

/// Source, with a digit below it; a second place may come before a second quotation.
fn quotation(text: &str) -> Flow {
    let quoted = text.trim().is_empty() || text.starts_with(' ') || text.trim_end().ends_with(':');
    if quoted { Flow::Taken } else { Flow::Over }
}

fn say(diagnostic: &mut Diagnostic, message: &str, severity: Severity) {
    let (message, flag) = match message
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once(" [-W"))
    {
        Some((message, flag)) => (message, Some(format!("-W{flag}"))),
        None => (message, None),
    };
    diagnostic.message = message.to_owned();
    diagnostic.severity = severity;
    diagnostic.error_type = guess::error_type(severity, message);
    diagnostic.code = flag;
}
