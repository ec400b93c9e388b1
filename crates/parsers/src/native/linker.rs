//! Linkers: GNU ld and gold, lld, mold, Apple's ld.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, Note, OutputRange, ParserState, Severity, Sink, Step,
    register_parser,
};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::LINKER).state::<State>());

/// Notes kept of one error.
const KEPT: usize = 32;

#[derive(Default)]
struct State {
    /// `in function `main'`, printed once for the errors that follow.
    function: Option<String>,
    open: Option<Diagnostic>,
    /// Whether the linker reported something.
    reported: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = line.text;
        if let Some(open) = &mut self.open
            && detail(open, text)
        {
            open.output.end = line.range.end;
            return Step::More;
        }
        self.close(sink);
        let said = after_program(text);
        if let Some(function) = function(said.unwrap_or(text)) {
            self.function = Some(function);
            return Step::More;
        }
        if self.reported && text.contains("symbol(s) not found for architecture ") {
            return Step::Done;
        }
        if is_verdict(text) {
            return self.verdict(text, line.range, sink);
        }
        match self.error(said, text) {
            Some(mut diagnostic) => {
                diagnostic.output = line.range;
                self.reported |= diagnostic.is_error();
                self.open = Some(diagnostic);
                Step::More
            }
            None => {
                let held = self.function.take().is_some();
                if held && said.is_none() {
                    Step::Reject
                } else {
                    Step::Pass
                }
            }
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.function = None;
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) {
        if let Some(diagnostic) = self.open.take() {
            sink.emit(diagnostic);
        }
    }

    fn error(&self, said: Option<&str>, text: &str) -> Option<Diagnostic> {
        let text = said.unwrap_or(text);
        let mut diagnostic = placed(text).or_else(|| bare(said?)).or_else(|| apple(text))?;
        if let Some(function) = &self.function
            && diagnostic.is_error()
        {
            diagnostic.notes.push(note(function));
        }
        Some(diagnostic)
    }

    /// `collect2: error: ld returned 1 exit status`.
    fn verdict(&mut self, text: &str, range: OutputRange, sink: &mut Sink) -> Step {
        self.function = None;
        if !std::mem::take(&mut self.reported) {
            let message = text.split_once("error: ").map_or(text, |(_, message)| message);
            let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message);
            diagnostic.output = range;
            sink.emit(diagnostic);
        }
        Step::Done
    }
}

fn note(message: &str) -> Note {
    Note {
        message: message.to_owned(),
        location: Location::default(),
    }
}

/// The text after `/usr/bin/ld: ` or `x86_64-linux-gnu-ld.lld: error: `.
fn after_program(text: &str) -> Option<&str> {
    let (program, said) = text.split_once(": ")?;
    let name = program.rsplit('/').next()?;
    let linker = [
        "ld", "ld.gold", "ld.lld", "ld.bfd", "lld-link", "ld64.lld", "wasm-ld", "mold",
    ]
    .iter()
    .any(|known| {
        name == *known
            || name
                .strip_suffix(known)
                .is_some_and(|target| target.ends_with('-'))
    });
    linker.then_some(said)
}

/// ``undef.o: in function `main':``
fn function(said: &str) -> Option<String> {
    let at = said
        .find(": in function `")
        .or_else(|| said.find(": In function `"))?;
    let quoted = said[at..].strip_suffix(':')?;
    Some(quoted[2..].replacen("In function", "in function", 1))
}

fn is_verdict(text: &str) -> bool {
    text.starts_with("collect2: error: ") || text.contains("linker command failed with exit code")
}

/// ``a.c:3: undefined reference to `x'``, ``a.o:(.text+0x6): multiple definition of `x'; b.o:...``.
fn placed(text: &str) -> Option<Diagnostic> {
    let at = [": undefined reference to ", ": multiple definition of "]
        .iter()
        .find_map(|phrase| text.find(phrase))?;
    let (place, said) = (&text[..at], &text[at + 2..]);
    let (said, first) = said
        .split_once("; ")
        .map_or((said, None), |(said, first)| (said, Some(first)));
    let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, said).at(location(place));
    diagnostic.notes.extend(first.map(note));
    Some(diagnostic)
}

/// A source file with its line, or an object with a section: `undef.c:(.text+0x6)`.
fn location(place: &str) -> Location {
    if let Some(placed) = locate::at_start(place) {
        return placed.location();
    }
    let file = place.split_once(":(").map_or(place, |(file, _)| file);
    if file.is_empty() || file.starts_with('(') {
        Location::default()
    } else {
        Location::file(file)
    }
}

/// A linker's message without a place: `error: undefined symbol: x`, `cannot find -lx`.
fn bare(said: &str) -> Option<Diagnostic> {
    let (severity, message) = match said.split_once(": ") {
        Some(("error" | "fatal", message)) => (Severity::Error, message),
        Some(("warning", message)) => (Severity::Warning, message),
        _ if said.contains(": warning: ") => (Severity::Warning, said),
        _ => (Severity::Error, said),
    };
    let only_info =
        said.starts_with("note: ") || said.starts_with("mode ") || message.contains(": in function");
    (!only_info).then(|| Diagnostic::new(ErrorType::Build, severity, message.trim()))
}

/// `Undefined symbols for architecture arm64:` and `duplicate symbol '_x' in:`.
fn apple(text: &str) -> Option<Diagnostic> {
    let known =
        text.starts_with("Undefined symbols for architecture ") || text.starts_with("duplicate symbol '");
    known.then(|| {
        Diagnostic::new(
            ErrorType::Build,
            Severity::Error,
            text.trim_end_matches([':', ' ']),
        )
    })
}

/// Takes a line below an error: lld's `>>> ...`, Apple's indented list.
fn detail(open: &mut Diagnostic, text: &str) -> bool {
    let apple =
        open.message.starts_with("Undefined symbols") || open.message.starts_with("duplicate symbol '");
    let said = match text.strip_prefix(">>>") {
        Some(said) => said.trim(),
        None if apple && text.starts_with("  ") => text.trim(),
        None => return false,
    };
    let place = said
        .strip_prefix("referenced by ")
        .or_else(|| said.strip_prefix("defined at "))
        .map(source);
    if let Some(place) = place.filter(|_| open.location.file.is_none()) {
        open.location = place;
    }
    if open.notes.len() < KEPT {
        open.notes.push(note(said));
    }
    true
}

/// `undef.c:3 (src/undef.c:3)`: the second is the path as it was compiled.
fn source(said: &str) -> Location {
    let full = said
        .strip_suffix(')')
        .and_then(|said| said.rsplit_once(" ("))
        .map(|(_, full)| full);
    location(full.unwrap_or(said))
}
