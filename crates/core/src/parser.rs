//! The first plug-in trait: command output → diagnostics.
//!
//! A parser declares which literal texts can begin something it knows ([`ErrorParser::triggers`]). The
//! pipeline (in `unbreak-parsers`) searches for the triggers of *all* parsers at once and shows a parser only
//! the lines that hold one of its own, so the cost of a log does not grow with the number of parsers. From a
//! trigger on, a parser may hold the following lines until its block ends.
//!
//! A line belongs to one parser. So one real error gives one diagnostic, and the output of several tools in
//! one log can be separated.

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

/// Reads the output of one tool.
///
/// The trait object is shared and immutable; the state of a parse lives in the [`ParserState`] that
/// [`start`](Self::start) gives for each output.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unbreak parser",
    note = "implement `ErrorParser`: a descriptor, the trigger texts, and `start` for the state of one parse"
)]
pub trait ErrorParser: Send + Sync {
    /// The parser's self-description.
    fn descriptor(&self) -> &Descriptor;

    /// Literal texts, at least one of which is in the first line of every block this parser can open (or
    /// anywhere in a JSON or XML document it reads). Matched byte for byte.
    fn triggers(&self) -> &[&str];

    /// A second, cheap check of the places in the output where its triggers are found. Worthwhile only if a
    /// trigger must be short.
    fn confirms(&self) -> Option<Confirm> {
        None
    }

    /// Returns whether a JSON document with these keys can be a report that it reads; `false` only if it certainly is
    /// not.
    ///
    /// Called for long documents that hold one of its triggers, before they are read into memory as values.
    fn may_read(&self, _outline: &Outline) -> bool {
        true
    }

    /// The priority among parsers whose triggers are in the same line: the higher is asked first. Parsers of
    /// an exact format stay at 0 or above, fallbacks that guess are negative.
    fn priority(&self) -> i32 {
        0
    }

    /// Rules for cutting its blocks out of an output without asking it, if there are any.
    ///
    /// Useful only for a parser that a host loads at run time: with claims it receives many blocks at once,
    /// without them every line is a call of its own. Each claimed block is read from a fresh
    /// [`start`](Self::start).
    fn claims(&self) -> Option<Claims> {
        None
    }

    /// JSON schema of its options, an object with `properties`; `None` if it has no options.
    fn options_schema(&self) -> Option<Value> {
        None
    }

    /// The same parser with these options, whose names are in [`options_schema`](Self::options_schema).
    ///
    /// # Errors
    /// If a value is not valid for its option.
    fn configured(&self, _options: &Options) -> Result<Arc<dyn ErrorParser>, OptionsError> {
        Err(OptionsError::None)
    }

    /// Fresh state for one output.
    fn start(&self) -> Box<dyn ParserState>;
}

/// Looks at an output, as it came (with colours and prefixes), where a trigger ends before a byte; `false` if
/// the trigger cannot mean what it is for, which saves preparing the line.
pub type Confirm = Arc<dyn Fn(&[u8], usize) -> bool + Send + Sync>;

/// The lines that make up a parser's blocks, as regular expressions of the `regex` crate.
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
    /// The number of lines before the block that the parser needs, at most [`History::CAPACITY`].
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

    /// Blocks of a first line and all following lines that match.
    pub fn blocks(begin: impl Into<String>, follow: impl Into<String>) -> Self {
        Self {
            follow: Some(follow.into()),
            ..Self::lines(begin)
        }
    }
}

/// A parser in the middle of one output.
pub trait ParserState: Send {
    /// Reads a line: one that holds a trigger, or the next one after [`Step::More`].
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step;

    /// Reads a whole JSON or XML document that was found in the output and holds a trigger; `true` if it was
    /// this parser's.
    fn document(&mut self, _document: &Document<'_>, _sink: &mut Sink) -> bool {
        false
    }

    /// Returns whether the last line it took would have to be returned if nothing followed
    /// ([`Step::Return`]); asked when the output ends within a block.
    fn is_unsure(&self) -> bool {
        false
    }

    /// Returns whether the block it holds is incomplete without further lines; asked when the output ends within it.
    /// Then all its lines are offered to the other parsers, as after [`Step::Reject`].
    fn is_unfinished(&self) -> bool {
        false
    }

    /// Called at the end of the output, or of the block this parser held: emits what is still open.
    fn finish(&mut self, _sink: &mut Sink) {}
}

/// A parser's answer to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Not mine. If the parser held a block, the block ended *before* this line (everything open has been
    /// emitted), and the line is offered again to all parsers, this one included.
    Pass,
    /// Mine, and complete: the next line is offered to all parsers.
    Done,
    /// Mine, and the next line is shown to this parser first, whatever it holds.
    More,
    /// The same for a line that says nothing to the parser: it may stand within the block (output of a test,
    /// text of a message) or come after the end of a block that broke off. Unless [`Step::More`],
    /// [`Step::Done`] or [`Step::Pass`] follows, all such lines since the last [`Step::More`] are offered to the
    /// other parsers: when the output ends, or when there are very many of them, which ends the block.
    Maybe,
    /// Neither this line nor the one before it is mine, and the block ended before both (everything open has
    /// been emitted): they are offered again to all parsers. So a parser can take a line whose meaning only
    /// the next one shows, such as source above a caret.
    Return,
    /// The block that this parser opened is not its own after all: its lines, this one included, are offered
    /// to the other parsers as if it had never seen them. The state must be as before the block.
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
    /// The `n`-th line before this one (1 is the one directly before), cleaned too, if it is still remembered
    /// (the last [`History::CAPACITY`] are).
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
        /// Its place in the output.
        range: OutputRange,
    },
    /// An XML document, from its first tag to the end tag that closes it.
    Xml {
        /// The text of the document.
        text: &'a str,
        /// Its place in the output.
        range: OutputRange,
    },
}

/// Collects what parsers find.
#[derive(Debug, Default)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    problems: Vec<Problem>,
    /// The numbers of diagnostics and problems that are settled.
    settled: (usize, usize),
    stopped_early: bool,
}

impl Sink {
    /// Adds a diagnostic. The pipeline fills in `parser`, and `output` if it was left empty.
    #[inline]
    pub fn emit(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds something in the output that could not be understood.
    pub fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem {
            parser: String::new(),
            message: message.into(),
        });
    }

    /// Records that the tool stopped at a failure and left the rest untried (`pytest -x`), so nothing is
    /// known of the rest.
    pub fn stopped_early(&mut self) {
        self.stopped_early = true;
    }

    /// Returns whether [`stopped_early`](Self::stopped_early) was called.
    pub fn has_stopped_early(&self) -> bool {
        self.stopped_early
    }

    /// Takes everything that was emitted so far.
    pub fn drain(&mut self) -> (Vec<Diagnostic>, Vec<Problem>) {
        self.settled = (0, 0);
        (
            std::mem::take(&mut self.diagnostics),
            std::mem::take(&mut self.problems),
        )
    }

    /// Takes only the diagnostics. Their memory is kept, because as many may come again, and allocating and
    /// freeing a large piece each time is slow.
    pub fn drain_diagnostics(&mut self) -> Drain<'_, Diagnostic> {
        self.settled.0 = 0;
        self.diagnostics.drain(..)
    }

    /// Visits in place the diagnostics that were emitted since the last call. A diagnostic that is not kept
    /// is dropped.
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

    /// Frees memory beyond that of this many diagnostics, if there are none.
    pub fn shrink_to(&mut self, diagnostics: usize) {
        if self.diagnostics.is_empty() {
            self.diagnostics.shrink_to(diagnostics);
        }
    }

    /// Returns whether nothing was emitted since it was [settled](Self::settle) or drained.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (self.diagnostics.len(), self.problems.len()) == self.settled
    }
}

/// Something in the output that a parser could not understand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Id of the parser.
    pub parser: String,
    /// A description of it.
    pub message: String,
}
