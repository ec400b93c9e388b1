//! A finding of a tool, in one shape for all tools.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::fact::{self, Fact};

/// One real error, with everything that the tool's output tells about it.
///
/// Lines and columns are 1-based, columns count characters (Unicode scalar values), and an end
/// column is the first one *after* the range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Id of the parser that found it; set by the pipeline, empty until then.
    #[serde(default)]
    pub parser: Cow<'static, str>,
    /// The kind of failure.
    #[serde(rename = "type")]
    pub error_type: ErrorType,
    /// The severity.
    pub severity: Severity,
    /// The tool's rule or code: `F821`, `TS2304`, `E0308`, `NameError`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The tool's words, without its location, severity and code.
    pub message: String,
    /// The meaning of the message, if it is known: the fault that rules answer to.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fact::known"
    )]
    pub fact: Option<Fact>,
    /// Where it is, when the tool says so.
    #[serde(flatten, default)]
    pub location: Location,
    /// The source around the place; filled in by code that can read the workspace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snippet: Option<String>,
    /// The call stack, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Further remarks, with places of their own: rustc's notes, a chained exception, "declared here".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The tool's advice, in words: "did you mean 'total'?".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The tool's own machine-applicable edits, the preferred one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
    /// The test that failed, by the name its runner accepts: `tests/test_a.py::test_b`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The pass of its tool that found it, from 0. A later pass does not look at code that an earlier one
    /// refused.
    #[serde(default, skip_serializing_if = "is_first")]
    pub phase: u8,
    /// The bytes of the output that this was read from.
    #[serde(default)]
    pub output: OutputRange,
}

impl Diagnostic {
    /// A diagnostic of this type, severity and message; the rest is set through the fields.
    #[inline]
    pub fn new(error_type: ErrorType, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            parser: Cow::Borrowed(""),
            error_type,
            severity,
            code: None,
            message: message.into(),
            fact: None,
            location: Location::default(),
            snippet: None,
            frames: Vec::new(),
            notes: Vec::new(),
            advice: None,
            suggestions: Vec::new(),
            test: None,
            phase: 0,
            output: OutputRange::default(),
        }
    }

    /// The same with a rule or code.
    #[inline]
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// The same with a fact.
    #[inline]
    #[must_use]
    pub fn with_fact(mut self, fact: Fact) -> Self {
        self.fact = Some(fact);
        self
    }

    /// The same with a location.
    #[inline]
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = location;
        self
    }

    /// The file it points at, as given by the output or the resolver.
    pub fn file(&self) -> Option<&str> {
        self.location.file.as_deref()
    }

    /// Returns whether it keeps the command from passing.
    pub fn is_error(&self) -> bool {
        self.severity >= Severity::Error
    }

    /// The innermost frame that lies in the workspace, if the stack has one.
    pub fn innermost_own_frame(&self) -> Option<&Frame> {
        self.frames.iter().rev().find(|frame| frame.in_workspace)
    }

    /// `file:line:column` as far as known, for messages.
    pub fn place(&self) -> String {
        self.location.to_string()
    }

    /// The diagnostic as text for a language model: message, place, code with the line marked, stack, advice.
    /// Holds only the parts that exist, in at most `limit` bytes: outer frames are left out first, then the
    /// end is cut at a character boundary.
    pub fn to_context(&self, limit: usize) -> String {
        let mut text = self.context_head();
        let tail = self.context_tail();
        let room = limit.saturating_sub(text.len() + tail.len());
        text.push_str(&self.context_stack(room));
        text.push_str(&tail);
        text.truncate(text.floor_char_boundary(limit));
        text
    }

    fn context_head(&self) -> String {
        let mut text = format!("{} ({}", self.message, self.error_type.as_str());
        if let Some(code) = &self.code {
            let _ = write!(text, ", {code}");
        }
        text.push(')');
        if self.location.file.is_some() {
            let _ = write!(text, "\nat {}", self.location);
        }
        if let Some(test) = &self.test {
            let _ = write!(text, "\nin test {test}");
        }
        if let Some(snippet) = &self.snippet {
            let _ = write!(text, "\n\n{snippet}");
        }
        text
    }

    /// The innermost frames that fit into `room`.
    fn context_stack(&self, room: usize) -> String {
        const HEADING: &str = "\n\nstack, innermost last:";
        const LEFT_OUT: &str = "\n  ...";
        let frames: Vec<String> = self.frames.iter().map(|frame| format!("\n  {frame}")).collect();
        let mut size = HEADING.len() + frames.iter().map(String::len).sum::<usize>();
        let mut dropped = 0;
        while size > room && dropped < frames.len() {
            size -= frames[dropped].len();
            size += if dropped == 0 { LEFT_OUT.len() } else { 0 };
            dropped += 1;
        }
        if dropped == frames.len() {
            return String::new();
        }
        let left_out = if dropped == 0 { "" } else { LEFT_OUT };
        format!("{HEADING}{left_out}{}", frames[dropped..].concat())
    }

    fn context_tail(&self) -> String {
        let mut text = String::new();
        for note in &self.notes {
            let _ = write!(text, "\nnote: {}", note.message);
            if note.location.file.is_some() {
                let _ = write!(text, " ({})", note.location);
            }
        }
        if let Some(advice) = &self.advice {
            let _ = write!(text, "\nadvice: {advice}");
        }
        if let Some(fact) = &self.fact {
            let _ = write!(text, "\nfact: {}", fact.to_json());
        }
        text
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
fn is_first(phase: &u8) -> bool {
    *phase == 0
}

/// The kind of failure that a diagnostic reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ErrorType {
    /// The text does not follow the grammar of the language.
    Syntax,
    /// A static type or name check failed.
    Type,
    /// A module, package or name in one could not be found.
    Import,
    /// The program ran and raised, panicked or crashed.
    Runtime,
    /// A test's expectation did not hold.
    Assertion,
    /// A style or bug-pattern rule.
    Lint,
    /// Compiling, linking or packaging failed otherwise.
    Build,
    /// The time limit was reached.
    Timeout,
    /// No parser recognised the output.
    Unknown,
}

impl ErrorType {
    /// The name used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Type => "type",
            Self::Import => "import",
            Self::Runtime => "runtime",
            Self::Assertion => "assertion",
            Self::Lint => "lint",
            Self::Build => "build",
            Self::Timeout => "timeout",
            Self::Unknown => "unknown",
        }
    }
}

/// The severity of a diagnostic, ordered from the mildest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A remark.
    Info,
    /// Something to look at; the command may pass with it.
    Warning,
    /// The command fails because of it.
    Error,
    /// It prevents any execution, and so hides whatever else is wrong.
    Fatal,
}

impl Severity {
    /// The name used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Fatal => "fatal",
        }
    }
}

/// A place in a file. Every part may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// As printed by the tool, or relative to the workspace root (with `/`) once resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// First line, 1-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// First column, 1-based, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Last line, 1-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// First column after the range, 1-based, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

impl Location {
    /// A whole file.
    pub fn file(file: impl Into<String>) -> Self {
        Self {
            file: Some(file.into()),
            ..Self::default()
        }
    }

    /// A line of a file.
    pub fn line(file: impl Into<String>, line: u32) -> Self {
        Self {
            line: Some(line),
            ..Self::file(file)
        }
    }

    /// A line and column of a file.
    pub fn column(file: impl Into<String>, line: u32, column: u32) -> Self {
        Self {
            column: Some(column),
            ..Self::line(file, line)
        }
    }

    /// The same, ending before this line and column.
    #[must_use]
    pub fn until(mut self, end_line: u32, end_column: u32) -> Self {
        self.end_line = Some(end_line);
        self.end_column = Some(end_column);
        self
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.file.as_deref().unwrap_or("?"))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        Ok(())
    }
}

/// One entry of a call stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The place.
    #[serde(flatten)]
    pub location: Location,
    /// The function, as the runtime names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Whether the file belongs to the workspace (and not to a library); known once resolved.
    #[serde(default)]
    pub in_workspace: bool,
    /// The frame in which the error arose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub innermost: bool,
}

impl Frame {
    /// A frame at a place, in a function when known.
    pub fn new(location: Location, function: Option<String>) -> Self {
        Self {
            location,
            function,
            in_workspace: false,
            innermost: false,
        }
    }
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.location)?;
        match &self.function {
            Some(function) => write!(f, " in {function}"),
            None => Ok(()),
        }
    }
}

/// A remark that belongs to a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Note {
    /// The remark.
    pub message: String,
    /// Its own place, when it has one.
    #[serde(flatten, default)]
    pub location: Location,
}

/// A repair that the tool itself offers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suggestion {
    /// Its change, in the tool's words.
    pub title: String,
    /// The certainty of the tool.
    pub applicability: Applicability,
    /// The edits; they belong together.
    pub edits: Vec<SuggestedEdit>,
}

/// The certainty of a tool about its own suggestion (after rustc's `Applicability` and ruff's).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// Only to be shown; may hold placeholders or change meaning.
    DisplayOnly,
    /// Probably what is meant, but meaning may change.
    MaybeIncorrect,
    /// Certainly what is meant.
    MachineApplicable,
}

/// One edit of a [`Suggestion`], by place, because tools speak of lines and columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SuggestedEdit {
    /// The range to replace; `file`, `line` and `column` are set. Empty when it is an insertion.
    #[serde(flatten)]
    pub location: Location,
    /// The new text.
    pub replacement: String,
}

/// A range of bytes of the command's output, as it was written (before any cleaning).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OutputRange {
    /// First byte.
    pub start: u64,
    /// First byte after.
    pub end: u64,
}
