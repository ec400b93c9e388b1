//! gcc, clang and tools with the same format: clang-tidy, nvcc, icx, gfortran's C half.

mod context;
mod fixit;
mod head;
mod open;

use unbreak_core::{Line, OutputRange, ParserState, Sink, Step, register_parser};

use self::context::Context;
use self::head::{Head, Label};
use self::open::{Open, Quoted};
use crate::described;
use crate::format::{Format, marks};
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

/// `4 warnings and 5 errors generated.`, `compilation terminated.`, `cc1: all warnings being treated
/// as errors`.
fn is_summary(text: &str) -> bool {
    text.ends_with(" generated.")
        || text.starts_with("compilation terminated")
        || text.ends_with(": all warnings being treated as errors")
        || text.ends_with(": some warnings being treated as errors")
}
