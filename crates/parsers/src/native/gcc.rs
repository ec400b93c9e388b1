//! gcc, clang and tools with the same format: clang-tidy, nvcc, icx, gfortran's C half.

mod context;
mod fixit;
mod head;

use unbreak_core::{
    Applicability, Diagnostic, Line, Location, Note, OutputRange, ParserState, Sink, Step, SuggestedEdit,
    Suggestion, register_parser,
};

use self::context::Context;
use self::head::{Head, Label};
use crate::described;
use crate::format::{Format, locate, marks, stack};
use crate::text;

register_parser!(Format::of(&described::GCC).state::<State>());

/// Notes and lines of context kept of one diagnostic: C++ knows no measure.
const KEPT: usize = 64;

#[derive(Default)]
struct State {
    /// Printed before the next diagnostic.
    context: Vec<Context>,
    /// Its start in the output.
    start: Option<u64>,
    /// The function that is being compiled; gcc names it once for all that follows.
    function: Option<String>,
    open: Option<Open>,
}

/// A diagnostic, to which notes and source may still come.
struct Open {
    diagnostic: Diagnostic,
    /// The owner of the source below.
    quoted: Quoted,
    /// Edits of the last head, not yet made a suggestion.
    edits: Vec<SuggestedEdit>,
}

/// The head that was printed last, and how far its quotation has come.
#[derive(Default)]
struct Quoted {
    /// The note it belongs to, which may be far from the diagnostic.
    note: Option<usize>,
    lines: usize,
    marks: Option<marks::Marks>,
    /// The source, as far as it was printed with line numbers.
    source: Option<String>,
    /// The last line is source only if marks come below it.
    on_trial: bool,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = line.text;
        if self.is_unsure() && marks::read(text).is_none() {
            self.finish(sink);
            return Step::Return;
        }
        if self.is_quotation(line) || self.goes_on(text) {
            return Step::More;
        }
        let labelled = head::is_labelled(text);
        if let Some(head) = labelled.then(|| head::read_labelled(text)).flatten() {
            self.head(head, line.range, sink);
            return Step::More;
        }
        if let Some(context) = context::read(text) {
            self.start.get_or_insert(line.range.start);
            return self.context(context);
        }
        match labelled.then(|| head::read_driver(text)).flatten() {
            Some(head) => {
                self.head(head, line.range, sink);
                Step::More
            }
            None => self.end(text, sink),
        }
    }

    fn is_unsure(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.quoted.on_trial)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.context.clear();
        self.start = None;
        self.function = None;
    }
}

impl State {
    fn context(&mut self, context: Context) -> Step {
        match &context {
            Context::Function(name) => self.function = Some(name.clone()),
            Context::TopLevel => self.function = None,
            Context::Include(_) | Context::Caller(..) => {}
        }
        if self.context.len() < KEPT {
            self.context.push(context);
        }
        Step::More
    }

    fn head(&mut self, head: Head<'_>, range: OutputRange, sink: &mut Sink) {
        let start = self.start.take().unwrap_or(range.start);
        if head.label == Label::Note
            && !is_of_pvs_studio(head.message)
            && let Some(open) = &mut self.open
        {
            open.note(&head);
            open.diagnostic.output.end = range.end;
            self.context.clear();
            return;
        }
        self.close(sink);
        let mut diagnostic = head.into_diagnostic();
        diagnostic.output = OutputRange {
            start,
            end: range.end,
        };
        diagnostic.frames = context::frames(&self.context, self.function.as_deref(), &diagnostic.location);
        self.context.clear();
        self.open = Some(Open {
            diagnostic,
            quoted: Quoted::default(),
            edits: Vec::new(),
        });
    }

    /// Takes a line of quoted source, or one that follows it.
    fn is_quotation(&mut self, line: &Line<'_>) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        let edit = fixit::parseable(line.text);
        let taken = edit.is_some() || open.quotation(line.text);
        open.edits.extend(edit);
        if taken && !open.quoted.on_trial {
            open.diagnostic.output.end = line.range.end;
        }
        taken
    }

    /// Takes a line that repeats the place and says more, further to the right, as sparse breaks messages up.
    fn goes_on(&mut self, text: &str) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        let Some((place, more)) = text::split(text, text::literal!(":    ")) else {
            return false;
        };
        let location = &open.diagnostic.location;
        let numbers = [location.line, location.column].into_iter().flatten();
        let file = location.file.clone().unwrap_or_default();
        let said = numbers.fold(file, |said, number| format!("{said}:{number}"));
        if said != place {
            return false;
        }
        open.diagnostic.message.push('\n');
        open.diagnostic.message.push_str(more.trim());
        true
    }

    /// Handles a line of another tool, or the last one of the compiler's run.
    fn end(&mut self, text: &str, sink: &mut Sink) -> Step {
        let held = self.open.is_some();
        // A line of context without a diagnostic belongs to another parser.
        let mistaken = !held && !self.context.is_empty();
        self.finish(sink);
        match (mistaken, held && is_summary(text)) {
            (true, _) => Step::Reject,
            (false, true) => Step::Done,
            (false, false) => Step::Pass,
        }
    }

    fn close(&mut self, sink: &mut Sink) {
        if let Some(mut open) = self.open.take() {
            open.close_edits();
            sink.emit(open.diagnostic);
        }
    }
}

/// PVS-Studio's findings of its lowest level look like notes: `note: V802 message`.
fn is_of_pvs_studio(message: &str) -> bool {
    let number = message.strip_prefix('V').and_then(|rest| rest.split_once(' '));
    number.is_some_and(|(digits, _)| digits.len() >= 3 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Open {
    fn note(&mut self, head: &Head<'_>) {
        self.close_edits();
        // An error on the command line shows where the option is used.
        if self.diagnostic.location.line.is_none() && self.diagnostic.notes.is_empty() {
            self.diagnostic.location = head.location.clone();
        }
        self.quoted = Quoted {
            note: Some(self.diagnostic.notes.len()),
            ..Quoted::default()
        };
        if self.diagnostic.notes.len() < KEPT {
            self.diagnostic.notes.push(Note {
                message: head.message.trim().to_owned(),
                location: head.location.clone(),
            });
        }
        if head.message.ends_with("requested here") {
            self.called_from(&head.location);
        }
    }

    /// clang tells in notes, the nearest first, who instantiated a template.
    fn called_from(&mut self, location: &Location) {
        let frame = unbreak_core::Frame::new(location.clone(), None);
        stack::push_caller_of_place(&mut self.diagnostic, frame);
    }

    /// Whether the line is source below a head, marks below that, or text drawn below the marks.
    fn quotation(&mut self, text: &str) -> bool {
        if self.quoted.marks.is_none()
            && let Some(found) = marks::read(text)
        {
            self.underline(found);
            return true;
        }
        let gutter = marks::is_gutter(text);
        let below = self.quoted.marks.is_some_and(|_| text.starts_with(' ')) && !text.trim().is_empty();
        let first = self.quoted.lines == 0 && self.has_place() && may_be_source(text);
        if gutter && self.quoted.marks.is_none() {
            self.quoted.source = Some(marks::after_gutter(text).0.to_owned());
        }
        if !(gutter || below || first) {
            return false;
        }
        self.quoted.lines += 1;
        self.quoted.on_trial = first && !gutter;
        if let Some(above) = self.quoted.marks {
            self.read_fix(text, above);
        }
        true
    }

    fn has_place(&self) -> bool {
        self.place().is_some_and(|place| place.line.is_some())
    }

    fn place(&self) -> Option<&Location> {
        match self.quoted.note {
            None => Some(&self.diagnostic.location),
            Some(index) => Some(&self.diagnostic.notes.get(index)?.location),
        }
    }

    fn underline(&mut self, found: marks::Marks) {
        self.quoted.on_trial = false;
        self.quoted.marks = Some(found);
        self.keep_source(found);
        let place = match self.quoted.note {
            None => Some(&mut self.diagnostic.location),
            Some(index) => self
                .diagnostic
                .notes
                .get_mut(index)
                .map(|note| &mut note.location),
        };
        if let Some(place) = place.filter(|_| found.end > found.caret + 1)
            && let Some(column) = place.column
        {
            place.end_line = place.line;
            place.end_column = Some(column + (found.end - found.caret));
        }
    }

    /// gcc prints tabs as blanks and counts them as such, clang counts bytes: the marks are in the
    /// column that gcc named. If the file is available, the printed line shows which character that
    /// is.
    fn keep_source(&mut self, found: marks::Marks) {
        let source = self.quoted.source.take();
        let counted = self.diagnostic.location.column == Some(found.caret);
        if self.quoted.note.is_none() && counted {
            self.diagnostic.snippet = source.filter(|line| line.contains("  "));
        }
    }

    fn read_fix(&mut self, row: &str, above: marks::Marks) {
        let message = match self.quoted.note {
            None => Some(&self.diagnostic.message),
            Some(index) => self.diagnostic.notes.get(index).map(|note| &note.message),
        };
        let fix = message
            .zip(self.place())
            .and_then(|(message, place)| fixit::shown(row, above, message, place));
        if let Some((edit, applicability)) = fix {
            self.suggest(vec![edit], applicability);
        }
    }

    /// The parseable edits below one head belong together. Below an error or a warning they fix it,
    /// below a note they are one of several ways (clang's "InternalsManual", "Fix-It Hints").
    fn close_edits(&mut self) {
        let edits = std::mem::take(&mut self.edits);
        if edits.is_empty() {
            return;
        }
        let applicability = match self.quoted.note {
            None => Applicability::MachineApplicable,
            Some(_) => Applicability::MaybeIncorrect,
        };
        self.suggest(edits, applicability);
    }

    fn suggest(&mut self, edits: Vec<SuggestedEdit>, applicability: Applicability) {
        let note = self
            .quoted
            .note
            .and_then(|index| self.diagnostic.notes.get(index));
        let title = note
            .map_or(&self.diagnostic.message, |note| &note.message)
            .clone();
        // The same edit drawn and in its parseable form.
        self.diagnostic.suggestions.retain(|known| known.edits != edits);
        self.diagnostic.suggestions.push(Suggestion {
            title,
            applicability,
            edits,
        });
    }
}

/// Whether the line below a head can be the source line that older gcc and clang quote without a
/// gutter, and not the next line of a build tool.
fn may_be_source(text: &str) -> bool {
    const OTHERS: [&str; 16] = [
        "make",
        "gmake",
        "ninja",
        "FAILED",
        "[",
        "/",
        "collect2",
        "cc1",
        "compilation terminated",
        "Traceback",
        "error",
        "Error",
        "CMake",
        "gcc",
        "clang",
        "g++",
    ];
    let blank = text.trim().is_empty();
    let other = OTHERS.iter().any(|start| text.starts_with(start)) || is_summary(text);
    !blank
        && !other
        && !locate::begins_report(text)
        && head::read(text).is_none()
        && context::read(text).is_none()
}

/// `4 warnings and 5 errors generated.`, `compilation terminated.`, `cc1: all warnings being treated
/// as errors`.
fn is_summary(text: &str) -> bool {
    text.ends_with(" generated.")
        || text.starts_with("compilation terminated")
        || text.ends_with(": all warnings being treated as errors")
        || text.ends_with(": some warnings being treated as errors")
}
