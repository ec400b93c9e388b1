//! Building blocks for parsers, so that a parser's file holds only the tool's own rules: how a
//! diagnostic begins, what may follow it, and how a document is read.

pub(crate) mod code;
pub(crate) mod grammar;
pub(crate) mod guess;
pub(crate) mod head;
pub(crate) mod hunk;
pub(crate) mod locate;
pub(crate) mod marks;
pub(crate) mod quoted;
pub(crate) mod severity;
pub(crate) mod span;
pub(crate) mod stack;
pub(crate) mod thrown_class;
pub(crate) mod xml;

use serde_json::Value;
use unbreak_core::parser::Outline;
use unbreak_core::{Descriptor, Diagnostic, Document, ErrorParser, Line, ParserState, Sink, Step};

use crate::described::Described;

/// Returns whether a trigger of this length, which ends before byte `end` of the raw output, can be the
/// first on its line: only timestamps, job prefixes or colours may be before it.
pub(crate) fn may_begin_line(output: &[u8], end: usize, length: usize) -> bool {
    let before = output.get(..end.saturating_sub(length)).unwrap_or_default();
    matches!(
        before.last(),
        None | Some(b'\n' | b'\r' | b' ' | b'\t' | b'|' | b'm')
    )
}

/// The beginning of a diagnostic: reads its first line.
type Begin = fn(&Line<'_>) -> Option<Diagnostic>;
/// The continuation of a diagnostic: examines the next line.
type Continue = fn(&mut Open, &str) -> Flow;
/// Reads a JSON document; `true` when it was of this format.
type ReadJson = fn(&Value, &mut Sink) -> bool;
/// Reads an XML document; `true` when it was of this format.
type ReadXml = fn(&str, &mut Sink) -> bool;

/// Whether a line belongs to the diagnostic that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The line belongs to it.
    Taken,
    /// The line belongs to it, unless the block broke off before it.
    Maybe,
    /// The line belongs to it, and is the last one.
    Last,
    /// The line does not belong to it.
    Over,
    /// The line does not belong to it, and neither does the line before it, which was taken.
    Back,
}

/// A diagnostic whose lines may not all have come yet.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) diagnostic: Diagnostic,
    /// Lines taken after the first.
    pub(crate) taken: usize,
    /// The line before the present one.
    pub(crate) previous: String,
    /// Whether that was taken on trial.
    pub(crate) on_trial: bool,
}

impl Open {
    /// Adds a line to the message, up to [`MESSAGE_BYTES`].
    pub(crate) fn push_message(&mut self, line: &str) {
        push_message(&mut self.diagnostic, line);
    }
}

/// Adds a line to a message, up to [`MESSAGE_BYTES`].
pub(crate) fn push_message(diagnostic: &mut Diagnostic, line: &str) {
    let message = &mut diagnostic.message;
    if message.len() + line.len() > MESSAGE_BYTES {
        return;
    }
    if !message.is_empty() {
        message.push('\n');
    }
    message.push_str(line);
}

/// Longest message that is put together from several lines.
const MESSAGE_BYTES: usize = 8 * 1024;
/// The greatest number of lines of one diagnostic.
const MOST_LINES: usize = 400;

/// A parser that is written in Rust: its description, and the functions that read for it.
///
/// `Format::of(&described::TOOL).line(finding)` is a whole parser. One that remembers more between its
/// diagnostics (a file named once for many lines, a run with a summary) has a [`state`](Self::state) of its own.
pub(crate) struct Format {
    described: &'static Described,
    start: Start,
    may_read: fn(&Outline) -> bool,
}

/// The way to a fresh state.
#[derive(Clone, Copy)]
enum Start {
    Readers(Readers),
    State(fn() -> Box<dyn ParserState>),
}

#[derive(Clone, Copy)]
struct Readers {
    begin: Option<Begin>,
    follow: Option<Continue>,
    json: Option<ReadJson>,
    xml: Option<ReadXml>,
}

impl Readers {
    const NONE: Self = Self {
        begin: None,
        follow: None,
        json: None,
        xml: None,
    };
}

impl Format {
    /// A format with this description that reads nothing yet.
    pub(crate) const fn of(described: &'static Described) -> Self {
        Self {
            described,
            start: Start::Readers(Readers::NONE),
            may_read: |_| false,
        }
    }

    const fn readers(&self) -> Readers {
        match self.start {
            Start::Readers(readers) => readers,
            Start::State(_) => Readers::NONE,
        }
    }

    /// A diagnostic is one line.
    pub(crate) const fn line(mut self, begin: Begin) -> Self {
        self.start = Start::Readers(Readers {
            begin: Some(begin),
            ..self.readers()
        });
        self
    }

    /// A diagnostic may continue after its first line.
    pub(crate) const fn block(mut self, begin: Begin, follow: Continue) -> Self {
        self.start = Start::Readers(Readers {
            follow: Some(follow),
            ..self.readers()
        });
        self.line(begin)
    }

    /// Adds a reader for JSON.
    pub(crate) const fn json(mut self, read: ReadJson) -> Self {
        self.start = Start::Readers(Readers {
            json: Some(read),
            ..self.readers()
        });
        self.may_read(|_| true)
    }

    /// Adds a reader for XML.
    pub(crate) const fn xml(mut self, read: ReadXml) -> Self {
        self.start = Start::Readers(Readers {
            xml: Some(read),
            ..self.readers()
        });
        self
    }

    /// Everything is read by states of this type.
    pub(crate) const fn state<S: ParserState + Default + 'static>(mut self) -> Self {
        self.start = Start::State(|| Box::new(S::default()));
        self.may_read(|_| true)
    }

    /// Sets the check of long JSON documents ([`ErrorParser::may_read`]).
    pub(crate) const fn may_read(mut self, may_read: fn(&Outline) -> bool) -> Self {
        self.may_read = may_read;
        self
    }
}

impl ErrorParser for Format {
    fn descriptor(&self) -> &Descriptor {
        &self.described.descriptor
    }

    fn triggers(&self) -> &[&str] {
        self.described.triggers
    }

    fn may_read(&self, outline: &Outline) -> bool {
        (self.may_read)(outline)
    }

    fn priority(&self) -> i32 {
        self.described.priority
    }

    fn start(&self) -> Box<dyn ParserState> {
        match self.start {
            Start::State(state) => state(),
            Start::Readers(readers) => Box::new(State {
                readers,
                open: None,
                spare: String::new(),
            }),
        }
    }
}

struct State {
    readers: Readers,
    open: Option<Open>,
    /// Memory of the last block.
    spare: String,
}

impl Open {
    /// Takes a line that is source if marks come below it, and otherwise belongs to another parser.
    pub(crate) fn take_on_trial(&mut self) -> Flow {
        self.on_trial = true;
        Flow::Taken
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(diagnostic) = self.readers.begin.and_then(|begin| begin(line)) else {
            return Step::Pass;
        };
        if self.readers.follow.is_none() {
            sink.emit(diagnostic);
            return Step::Done;
        }
        let mut previous = std::mem::take(&mut self.spare);
        line.text.clone_into(&mut previous);
        self.open = Some(Open {
            diagnostic,
            taken: 0,
            previous,
            on_trial: false,
        });
        Step::More
    }

    fn follow(&mut self, line: &Line<'_>) -> Flow {
        match (&mut self.open, self.readers.follow) {
            (Some(open), Some(follow)) if open.taken < MOST_LINES => {
                let on_trial = std::mem::take(&mut open.on_trial);
                if on_trial && marks::read(line.text).is_none() {
                    return Flow::Back;
                }
                let flow = follow(open, line.text);
                open.taken += 1;
                line.text.clone_into(&mut open.previous);
                flow
            }
            _ => Flow::Over,
        }
    }

    fn close(&mut self, sink: &mut Sink) {
        let Some(open) = self.open.take() else {
            return;
        };
        self.spare = open.previous;
        // A place alone, without any text after it, is not a diagnostic.
        if !open.diagnostic.message.is_empty() || open.diagnostic.code.is_some() {
            sink.emit(open.diagnostic);
        }
    }
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if self.open.is_none() {
            return self.begin(line, sink);
        }
        match self.follow(line) {
            Flow::Taken => Step::More,
            Flow::Maybe => Step::Maybe,
            Flow::Last => {
                self.close(sink);
                Step::Done
            }
            Flow::Over => {
                self.close(sink);
                Step::Pass
            }
            Flow::Back => {
                self.close(sink);
                Step::Return
            }
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        match document {
            Document::Json { value, .. } => self.readers.json.is_some_and(|read| read(value, sink)),
            Document::Xml { text, .. } => self.readers.xml.is_some_and(|read| read(text, sink)),
            _ => false,
        }
    }

    fn is_unsure(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.on_trial)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
    }
}
