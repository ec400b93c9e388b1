//! Uncaught errors, as Node, Deno and Bun print them.

use unbreak_core::parser::History;
use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, register_parser};

use super::thrown::{self, Thrown};
use crate::described;
use crate::format::{self, Format, locate, marks};
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::NODE).state::<Gathering<Open>>());

/// The blank lines between the place of an unexpected end of input and the header.
const BLANK: usize = 3;

/// TAP's prefix for lines that are not its own.
const COMMENT: &str = "# ";

struct Open {
    thrown: Thrown,
    /// The place printed above the header.
    above: Option<Location>,
    /// The prefix of every line.
    mark: &'static str,
    /// Inside the properties that Node prints after the stack.
    in_properties: bool,
    cause: Option<Note>,
}

impl Gather for Open {
    /// Begins at a stack frame: the header is one of the lines above.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let mark = if line.text.starts_with(COMMENT) {
            COMMENT
        } else {
            ""
        };
        let text = line.text.strip_prefix(mark)?;
        if !thrown::is_frame(text) || !is_engine_frame(text) {
            return None;
        }
        let back = |n| line.back(n)?.strip_prefix(mark);
        let (above, header) = (1..=History::CAPACITY)
            .find_map(|n| Some((n, header(back(n)?)?)))
            .or_else(|| bun_header(line))?;
        // Vitest says so of what a test printed.
        if back(above + 1).is_some_and(|line| line.starts_with("stderr | ") || line.starts_with("stdout | "))
        {
            return None;
        }
        let mut thrown = Thrown::default();
        thrown.push(header);
        (1..above)
            .rev()
            .filter_map(back)
            .for_each(|text| thrown.push(text));
        let mut open = Self {
            thrown,
            above: place_above(back, above),
            mark,
            in_properties: false,
            cause: None,
        };
        open.take(line);
        Some(open)
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        let Some(line) = line.text.strip_prefix(self.mark) else {
            return false;
        };
        if self.in_properties {
            self.property(line);
            return true;
        }
        if thrown::is_frame(line) {
            self.thrown.push(line);
            self.in_properties = line.ends_with(" {");
            return true;
        }
        let elided = line.trim_start();
        elided.starts_with("... ") && elided.contains("cause stack trace")
    }

    fn may_be_logged(&self) -> bool {
        true
    }

    fn finish(self) -> Option<Diagnostic> {
        Some(self.into_diagnostic())
    }
}

impl Open {
    /// A line with one of the error's own properties, printed by Node's `inspect`.
    fn property(&mut self, line: &str) {
        if let Some(cause) = line.trim_start().strip_prefix("[cause]: ") {
            self.cause = Some(Note {
                message: format!("caused by: {cause}"),
                location: Location::default(),
            });
        } else if let Some(note) = &mut self.cause
            && note.location.file.is_none()
            && thrown::is_frame(line)
            && let Some(frame) = format::stack::frame(line)
        {
            note.location = frame.location;
        }
        self.in_properties = line.starts_with(' ');
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = self.thrown.into_diagnostic();
        let stackless = diagnostic.error_type == ErrorType::Syntax || diagnostic.location.file.is_none();
        if let Some(above) = self.above.filter(|_| stackless) {
            diagnostic.location = above;
        }
        diagnostic.notes.extend(self.cause);
        diagnostic
    }
}

/// A line without what Mocha writes before the error of a file that it could not load.
fn unannounced(line: &str) -> &str {
    ["Exception during run: ", "\u{2716} ERROR: "]
        .iter()
        .find_map(|phrase| line.trim_start().strip_prefix(phrase))
        .unwrap_or(line)
}

/// The header without `Uncaught` and the like, if it is one.
fn header(line: &str) -> Option<&str> {
    let line = unannounced(line);
    let text = [
        "Uncaught ",
        "[Error] ",
        "error: Uncaught (in promise) ",
        "error: Uncaught ",
        "Unhandled ",
    ]
    .iter()
    .find_map(|start| line.strip_prefix(start))
    .unwrap_or(line);
    let (class, _) = thrown::split_header(text);
    let dotted = text.split(':').next().is_some_and(|class| class.contains('.'));
    (class.is_some() && !dotted && !line.starts_with(' ')).then_some(text)
}

/// Bun's `error: message`, which is below the source and its caret.
fn bun_header<'a>(line: &'a Line<'_>) -> Option<(usize, &'a str)> {
    (1..History::CAPACITY).find_map(|n| {
        let message = line.back(n)?.strip_prefix("error: ")?;
        marks::read(line.back(n + 1)?)?;
        Some((n, message))
    })
}

/// Returns whether the entry ends in V8's form: `FILE:LINE:COLUMN`, perhaps in parentheses, or a name for
/// an entry without a place.
fn is_engine_frame(line: &str) -> bool {
    let place = line.trim_end().trim_end_matches(" {").trim_end_matches(')');
    let mut numbers = place.rsplit(':');
    let mut number = || {
        numbers
            .next()
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    number() && number() || place.ends_with("(<anonymous>") || place.ends_with("(native")
}

/// `FILE:LINE`, a line of source, carets, and a blank line, which Node prints above the header. Where a file ends too
/// early, the source and the carets are blank.
fn place_above<'l>(back: impl Fn(usize) -> Option<&'l str>, header: usize) -> Option<Location> {
    let placed = |n: usize| locate::at_start(unannounced(back(n)?)).filter(|placed| placed.rest.is_empty());
    let Some(caret) = (header + 1..=header + 2).find(|n| back(*n).and_then(marks::read).is_some()) else {
        let is_blank = |n: usize| back(n).is_some_and(|line| line.trim().is_empty());
        let ends_early = (header + 1..=header + BLANK).all(is_blank);
        return placed(header + BLANK + 1)
            .filter(|_| ends_early)
            .map(|placed| placed.location());
    };
    let marks = marks::read(back(caret)?)?;
    let placed = placed(caret + 2)?;
    let mut location = placed.location();
    location.column = Some(marks.caret);
    if marks.end > marks.caret + 1 {
        location = location.until(placed.span.line, marks.end);
    }
    Some(location)
}
