//! A diagnostic with its source, in the style of rustc.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use unbreak_core::{Diagnostic, Frame, Note, Severity};

use super::window::Window;
use super::{message, visible};

/// The most lines of a message that are shown; an assertion's diff can have hundreds.
const MOST_MESSAGE_LINES: usize = 16;

/// The most entries of a stack that are shown, from the innermost.
const MOST_FRAMES: usize = 5;

/// Writes a diagnostic: severity, code and message, the source with the place marked (if the text of its file
/// is given), and further information. A blank line follows.
///
/// # Errors
/// If `out` cannot be written.
pub fn render(out: &mut dyn Write, diagnostic: &Diagnostic, source: Option<&str>) -> io::Result<()> {
    with_remarks(out, diagnostic, source, &[])
}

/// The same with further remarks below it.
pub(crate) fn with_remarks(
    out: &mut dyn Write,
    diagnostic: &Diagnostic,
    source: Option<&str>,
    remarks: &[String],
) -> io::Result<()> {
    let group = title(diagnostic)
        .elements(place(diagnostic, source))
        .elements(known(diagnostic))
        .elements(remarks.iter().map(|remark| Level::NOTE.message(remark)));
    writeln!(out, "{}\n", Renderer::styled().render(&[group]))
}

fn title(diagnostic: &Diagnostic) -> Group<'_> {
    let level = match diagnostic.severity {
        Severity::Fatal => Level::ERROR.with_name("fatal"),
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut title = level.primary_title(headline(message(diagnostic)));
    if let Some(code) = &diagnostic.code {
        title = title.id(visible(code));
    }
    Group::with_title(title)
}

/// The beginning of a long message.
fn headline(message: &str) -> String {
    let lines = message.lines().count();
    let mut kept: Vec<&str> = message.lines().take(MOST_MESSAGE_LINES).collect();
    let more = format!("… {} more lines", lines.saturating_sub(kept.len()));
    if lines > kept.len() {
        kept.push(&more);
    }
    visible(&kept.join("\n")).into_owned()
}

fn place<'a>(diagnostic: &'a Diagnostic, source: Option<&'a str>) -> Option<Element<'a>> {
    let location = &diagnostic.location;
    let path = visible(location.file.as_deref()?);
    let Some(window) = source.and_then(|source| Window::around(source, location)) else {
        return Some(origin(diagnostic, path.into_owned()).into());
    };
    let snippet = Snippet::source(window.text)
        .line_start(window.first_line as usize)
        .path(path)
        .fold(false)
        .annotation(AnnotationKind::Primary.span(window.marked));
    Some(snippet.into())
}

fn origin(diagnostic: &Diagnostic, path: String) -> Origin<'static> {
    let mut origin = Origin::path(path);
    if let Some(line) = diagnostic.location.line {
        origin = origin.line(line as usize);
        if let Some(column) = diagnostic.location.column {
            origin = origin.char_column(column as usize);
        }
    }
    origin
}

/// Further information from the tool.
fn known(diagnostic: &Diagnostic) -> Vec<Element<'_>> {
    let mut known: Vec<Element<'_>> = Vec::new();
    if let Some(test) = &diagnostic.test {
        known.push(Level::NOTE.message(format!("in test {}", visible(test))).into());
    }
    known.extend(stack(&diagnostic.frames).map(|stack| Level::NOTE.message(stack).into()));
    known.extend(
        diagnostic
            .notes
            .iter()
            .map(|note| Level::NOTE.message(remark(note)).into()),
    );
    if let Some(advice) = &diagnostic.advice {
        known.push(Level::HELP.message(visible(advice)).into());
    }
    let suggestions = diagnostic.suggestions.iter();
    known.extend(suggestions.map(|suggestion| Level::HELP.message(visible(&suggestion.title)).into()));
    known
}

/// The stack, if it shows more than the place: the workspace's own frames if it has any.
fn stack(frames: &[Frame]) -> Option<String> {
    let own: Vec<&Frame> = frames.iter().filter(|frame| frame.in_workspace).collect();
    let shown = if own.is_empty() {
        frames.iter().collect()
    } else {
        own
    };
    if shown.len() < 2 {
        return None;
    }
    let skipped = shown.len().saturating_sub(MOST_FRAMES);
    let lines = shown[skipped..].iter().map(|frame| format!("\n  {frame}"));
    let stack = format!("stack, innermost last:{}", lines.collect::<String>());
    Some(visible(&stack).into_owned())
}

fn remark(note: &Note) -> String {
    let message = visible(&note.message);
    match note.location.file {
        Some(_) => format!("{message} ({})", visible(&note.location.to_string())),
        None => message.into_owned(),
    }
}
