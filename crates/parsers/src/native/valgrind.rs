//! Valgrind: memcheck, helgrind and drd, in text and XML.

mod report;

use unbreak_core::{
    Diagnostic, Document, ErrorType, Frame, Line, Location, Note, OutputRange, ParserState, Severity, Sink,
    Step, register_parser,
};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::VALGRIND).state::<State>());

/// Frames and notes kept of one error.
const KEPT: usize = 100;

#[derive(Default)]
struct State {
    open: Option<Found>,
}

/// An error, whose stacks may not be complete.
struct Found {
    message: String,
    /// Innermost first.
    frames: Vec<Frame>,
    notes: Vec<Note>,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let said = after_pid(line.text);
        if let (Some(found), Some(said)) = (&mut self.open, said)
            && found.line(said)
        {
            found.range.end = line.range.end;
            return Step::More;
        }
        if self.open.is_some() {
            self.finish(sink);
            return Step::Pass;
        }
        // The message is on the line above the first entry of the stack.
        let message = line
            .back(1)
            .and_then(after_pid)
            .filter(|message| !message.trim().is_empty());
        let (Some(frame), Some(message)) = (said.and_then(entry), message) else {
            return Step::Pass;
        };
        let (message, is_remark) = told(line, message);
        if is_remark {
            return Step::Pass;
        }
        self.open = Some(Found {
            message,
            frames: vec![frame],
            notes: Vec::new(),
            range: line.range,
        });
        Step::More
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        match document {
            Document::Xml { text, .. } => report::read(text, sink),
            _ => false,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(found) = self.open.take() {
            sink.emit(found.into_diagnostic());
        }
    }
}

impl Found {
    /// Takes an entry of the stack, or a remark with a stack of its own.
    fn line(&mut self, said: &str) -> bool {
        if said.trim().is_empty() {
            return false;
        }
        match entry(said) {
            Some(frame) => match self.notes.last_mut() {
                Some(note) if note.location.line.is_none() => note.location = frame.location,
                Some(_) => {}
                None if self.frames.len() < KEPT => self.frames.push(frame),
                None => {}
            },
            None if self.notes.len() < KEPT => self.notes.push(Note {
                message: said.trim().to_owned(),
                location: Location::default(),
            }),
            None => {}
        }
        true
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = diagnostic(self.message, self.frames);
        diagnostic.notes = self.notes;
        diagnostic.output = self.range;
        diagnostic
    }
}

/// The message of the stack that begins at the line, below `message`: a signal is named two lines
/// above, a race above the held locks. Also distinguishes findings from the stacks of threads and
/// of a race's other access.
fn told(line: &Line<'_>, message: &str) -> (String, bool) {
    let message = message.trim();
    let above = line
        .back(2)
        .and_then(after_pid)
        .map(str::trim)
        .unwrap_or_default();
    let signal = above.starts_with("Process terminating with ");
    let locks = message.starts_with("Locks held: ");
    let said = if signal || locks && !above.is_empty() {
        above
    } else {
        message
    };
    let created = said.starts_with("Thread #") && said.ends_with(" was created");
    (
        said.to_owned(),
        created || said.starts_with("This conflicts with "),
    )
}

/// Returns whether the frame is one of Valgrind's replacements of the program's functions.
fn is_replacement(frame: &Frame) -> bool {
    let file = frame.location.file.as_deref().unwrap_or_default();
    let name = file.rsplit('/').next().unwrap_or(file);
    name.starts_with("vg_replace_") || name.starts_with("mc_replace_") || name == "hg_intercepts.c"
}

/// A diagnostic at the innermost entry with a place.
fn diagnostic(message: String, mut frames: Vec<Frame>) -> Diagnostic {
    let fatal = message.starts_with("Process terminating");
    let severity = if fatal { Severity::Error } else { Severity::Warning };
    let mut diagnostic = Diagnostic::new(ErrorType::Runtime, severity, message);
    let placed = || frames.iter().filter(|frame| frame.location.line.is_some());
    let place = placed()
        .find(|frame| !is_replacement(frame))
        .or_else(|| placed().next());
    diagnostic.location = place.map(|frame| frame.location.clone()).unwrap_or_default();
    frames.reverse();
    if let Some(innermost) = frames.last_mut() {
        innermost.innermost = true;
    }
    diagnostic.frames = frames;
    diagnostic
}

/// The text after `==17476== ` or `--17476-- `.
fn after_pid(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("==")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rest = rest[digits..].strip_prefix("==")?;
    (digits > 0).then(|| rest.strip_prefix(' ').unwrap_or(rest))
}

/// `   at 0x1091C5: main (leaky.c:6)`, `   by 0x48417B4: malloc (in /usr/lib/x.so)`.
fn entry(said: &str) -> Option<Frame> {
    let said = said.trim_start();
    let rest = said
        .strip_prefix("at 0x")
        .or_else(|| said.strip_prefix("by 0x"))?;
    let (_, rest) = rest.split_once(": ")?;
    if rest == "???" {
        return Some(Frame::new(Location::default(), Some(rest.to_owned())));
    }
    let (function, place) = rest.strip_suffix(')')?.rsplit_once(" (")?;
    let location = match place.strip_prefix("in ") {
        Some(object) => Location::file(object),
        None => locate::at_start(place)
            .map(|placed| placed.location())
            .unwrap_or_default(),
    };
    Some(Frame::new(location, Some(function.to_owned())))
}
