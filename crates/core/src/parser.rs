//! The first plug-in trait: command output → diagnostics.
//!
//! A parser says which literal texts can begin something it knows ([`ErrorParser::triggers`]). The
//! pipeline (in `unbreak-parsers`) searches for the triggers of *all* parsers at once and shows a
//! parser only the lines that hold one of its own, so the cost of a log does not grow with the
//! number of parsers. From a trigger on, a parser may hold the following lines until its block
//! ends.
//!
//! A line belongs to one parser. That is what makes one real error one diagnostic, and
//! the output of several tools in one log separable.

mod history;
mod outline;

use std::sync::Arc;
use std::vec::Drain;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::diagnostic::{Diagnostic, OutputRange};
use crate::options::{Options, OptionsError};
use crate::plugin::Descriptor;

pub use history::{Clean, History};
pub use outline::Outline;

/// Understands the output of one tool.
///
/// The trait object is shared and immutable; what a parse must remember lives in the
/// [`ParserState`] that [`start`](Self::start) gives for each output.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unbreak parser",
    note = "implement `ErrorParser`: a descriptor, the trigger texts, and `start` for the state of one parse"
)]
pub trait ErrorParser: Send + Sync {
    /// What it says of itself.
    fn descriptor(&self) -> &Descriptor;

    /// Literal texts, at least one of which stands in the first line of every block this parser
    /// can open (or anywhere in a JSON or XML document it understands). Matched byte for byte.
    fn triggers(&self) -> &[&str];

    /// A second, cheap look at the places in the output where its triggers are found. Worth its while only
    /// where a trigger must be short.
    fn confirms(&self) -> Option<Confirm> {
        None
    }

    /// Whether a JSON document with these keys can be a report that it reads; `false` only when it surely
    /// is none.
    ///
    /// Asked of long documents that hold one of its triggers, before they are taken into memory as values.
    fn may_read(&self, _outline: &Outline) -> bool {
        true
    }

    /// Which parser is asked first when a line holds triggers of several: the higher. Parsers of
    /// an exact format stay at 0 or above, fallbacks that guess are negative.
    fn priority(&self) -> i32 {
        0
    }

    /// How its blocks can be cut out of an output without asking it, if they can.
    ///
    /// Only a parser that a host loads at run time has any use for it: with claims it is handed
    /// many blocks at once, without them every line is a call of its own. Each claimed block is
    /// read from a fresh [`start`](Self::start).
    fn claims(&self) -> Option<Claims> {
        None
    }

    /// JSON schema of its options, an object with `properties`; none when it has no options.
    fn options_schema(&self) -> Option<Value> {
        None
    }

    /// The same with these options, whose names stand in [`options_schema`](Self::options_schema).
    ///
    /// # Errors
    /// When a value is not one that the option can have.
    fn configured(&self, _options: &Options) -> Result<Arc<dyn ErrorParser>, OptionsError> {
        Err(OptionsError::None)
    }

    /// Fresh state for one output.
    fn start(&self) -> Box<dyn ParserState>;
}

/// Looks at an output, as it came (with colours and prefixes), where a trigger ends before a byte; `false`
/// when that cannot be what the trigger is for, which saves preparing the line.
pub type Confirm = Arc<dyn Fn(&[u8], usize) -> bool + Send + Sync>;

/// Which lines a parser's blocks are made of, as regular expressions of the `regex` crate.
///
/// A block is a line with a trigger that `begin` matches, and the lines after it as long as
/// `follow` matches them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The first line.
    pub begin: String,
    /// Each further line; without it a block is one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    /// How many lines before the block the parser wants to see, at most [`History::CAPACITY`].
    #[serde(default)]
    pub before: usize,
}

impl Claims {
    /// Blocks of one line.
    pub fn lines(begin: impl Into<String>) -> Self {
        Self {
            begin: begin.into(),
            ..Self::default()
        }
    }

    /// Blocks of a first line and all that follow it and look like this.
    pub fn blocks(begin: impl Into<String>, follow: impl Into<String>) -> Self {
        Self {
            follow: Some(follow.into()),
            ..Self::lines(begin)
        }
    }
}

/// A parser in the middle of one output.
pub trait ParserState: Send {
    /// Looks at a line: one that holds a trigger, or the next one after [`Step::More`].
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step;

    /// Looks at a whole JSON or XML document that was found in the output and that holds a
    /// trigger; `true` when it was this parser's.
    fn document(&mut self, _document: &Document<'_>, _sink: &mut Sink) -> bool {
        false
    }

    /// Whether the last line it took would have to be returned if nothing followed
    /// ([`Step::Return`]); asked when the output ends within a block.
    fn is_unsure(&self) -> bool {
        false
    }

    /// Whether the block it holds is none unless further lines come; asked when the output ends within
    /// it. Then all its lines are offered to the others, as after [`Step::Reject`].
    fn is_unfinished(&self) -> bool {
        false
    }

    /// The output, or the block this parser held, is over: emit what is still open.
    fn finish(&mut self, _sink: &mut Sink) {}
}

/// What a parser made of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Not mine. If the parser held a block, the block ended *before* this line (whatever was open
    /// has been emitted), and the line is offered afresh to everybody, this parser included.
    Pass,
    /// Mine, and complete: the next line is anybody's.
    Done,
    /// Mine, and the next line is to be shown to me first, whatever it holds.
    More,
    /// Neither this line nor the one before it is mine, and the block ended before both (whatever was
    /// open has been emitted): they are offered afresh to everybody. So a parser can take a line that
    /// only the next one tells to be its own: source above a caret.
    Return,
    /// The block I opened is not mine after all: its lines, this one included, are offered to the
    /// others as if I had never seen them. The state must be as before the block.
    Reject,
}

/// One line of output, cleaned: without colour codes, progress overwritten by carriage returns,
/// CI timestamps and job prefixes, and its line end; invalid UTF-8 replaced.
#[derive(Debug)]
pub struct Line<'a> {
    /// The text.
    pub text: &'a str,
    /// The bytes of the original output it came from, its line end included.
    pub range: OutputRange,
    /// The lines before it.
    pub history: &'a History,
}

impl Line<'_> {
    /// The `n`-th line before this one (1 is the one directly before), cleaned too, if it is still
    /// remembered ([`History::CAPACITY`] are).
    pub fn back(&self, n: usize) -> Option<&str> {
        self.history.back(n)
    }
}

/// A machine-readable document found in the stream.
#[derive(Debug)]
#[non_exhaustive]
pub enum Document<'a> {
    /// An object or array, on one line or many.
    Json {
        /// The parsed value.
        value: &'a serde_json::Value,
        /// Where it stood in the output.
        range: OutputRange,
    },
    /// An XML document, from its first tag to the end tag that closes it.
    Xml {
        /// The text of the document.
        text: &'a str,
        /// Where it stood in the output.
        range: OutputRange,
    },
}

/// Where parsers put what they find.
#[derive(Debug, Default)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    problems: Vec<Problem>,
    /// How many diagnostics and problems are settled.
    settled: (usize, usize),
    stopped_early: bool,
}

impl Sink {
    /// A diagnostic. `parser` is filled in by the pipeline; `output` too where it was left empty.
    #[inline]
    pub fn emit(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Something in the output that could not be understood.
    pub fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem {
            parser: String::new(),
            message: message.into(),
        });
    }

    /// The tool says that it left something untried after what failed (`pytest -x`): what it would
    /// have said of that is not known.
    pub fn stopped_early(&mut self) {
        self.stopped_early = true;
    }

    /// Whether [`stopped_early`](Self::stopped_early) was said.
    pub fn has_stopped_early(&self) -> bool {
        self.stopped_early
    }

    /// Takes what was emitted so far.
    pub fn drain(&mut self) -> (Vec<Diagnostic>, Vec<Problem>) {
        self.settled = (0, 0);
        (
            std::mem::take(&mut self.diagnostics),
            std::mem::take(&mut self.problems),
        )
    }

    /// Takes the diagnostics alone. The memory that they stood in is kept: as many may come again, and a
    /// large piece that comes and goes makes the allocator tidy up each time.
    pub fn drain_diagnostics(&mut self) -> Drain<'_, Diagnostic> {
        self.settled.0 = 0;
        self.diagnostics.drain(..)
    }

    /// Looks through what was emitted since the last time, where it stands. A diagnostic that is not to be
    /// kept is dropped.
    pub fn settle(&mut self, mut keep: impl FnMut(&mut Diagnostic) -> bool, note: impl FnMut(&mut Problem)) {
        let (mut next, problems) = self.settled;
        while let Some(diagnostic) = self.diagnostics.get_mut(next) {
            if keep(diagnostic) {
                next += 1;
            } else {
                self.diagnostics.remove(next);
            }
        }
        self.problems[problems..].iter_mut().for_each(note);
        self.settled = (next, self.problems.len());
    }

    /// Gives back memory beyond that of so many diagnostics, when there is none.
    pub fn shrink_to(&mut self, diagnostics: usize) {
        if self.diagnostics.is_empty() {
            self.diagnostics.shrink_to(diagnostics);
        }
    }

    /// Whether nothing was emitted since it was [settled](Self::settle) or drained.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (self.diagnostics.len(), self.problems.len()) == self.settled
    }
}

/// Something a parser met and could not understand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Id of the parser.
    pub parser: String,
    /// What it met.
    pub message: String,
}
