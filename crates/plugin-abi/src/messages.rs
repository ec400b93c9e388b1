//! The messages of the interface: JSON, and raw bytes where JSON would be expensive.
//!
//! A payload is a *header*, one line of compact JSON, and, if the method has one, a *body*: the bytes after
//! the first line feed. A log of 64 KiB is copied, not escaped.

mod questions;

use std::collections::BTreeSet;
use std::time::Duration;

pub use questions::{
    AttemptsQuestion, Brief, Complete, ConversationQuestion, Copy, File, MachineQuestion, MemoryQuestion,
    ModelInfo, Run, Started,
};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unbreak_core::parser::Claims;
use unbreak_core::registry::Kind;
use unbreak_core::{
    Analysis, Command, Completed, Descriptor, Diagnostic, ExitState, Options, OutputRange, RuleDescription,
};

/// The methods that the host may call.
pub mod method {
    /// The contents of the library: nothing → [`Description`](super::Description).
    pub const DESCRIBE: &str = "describe";
    /// Parser: claimed blocks. [`Parse`](super::Parse) and their text → [`Findings`](super::Findings).
    pub const PARSE: &str = "parse";
    /// Parser: one line. [`Line`](super::Line) and its text → [`Stepped`](super::Stepped).
    pub const LINE: &str = "line";
    /// Parser: a document. [`Document`](super::Document) and its text → [`Taken`](super::Taken).
    pub const DOCUMENT: &str = "document";
    /// Parser: the end of a block or of the output. [`State`](super::State) → [`Findings`](super::Findings).
    pub const FINISH: &str = "finish";
    /// Parser: a state that is no longer needed. [`State`](super::State) → nothing.
    pub const FORGET: &str = "forget";
    /// Any: takes options. [`Configure`](super::Configure) → its new entry in the description.
    pub const CONFIGURE: &str = "configure";
    /// Strategy: a diagnostic → a candidate or `null`.
    pub const ASSESS: &str = "assess";
    /// Strategy: before the first run of the command. [`Setting`](super::Setting) → nothing.
    pub const PREPARE: &str = "prepare";
    /// Strategy: [`Propose`](super::Propose) → an array of fixes.
    pub const PROPOSE: &str = "propose";
    /// Strategy: the end of the run. Nothing → nothing.
    pub const RELEASE: &str = "release";
    /// Tool: [`Call`](super::Call) → its output.
    pub const CALL: &str = "call";
}

/// The questions that a plug-in may ask.
pub mod question {
    /// [`File`](super::File) → its bytes.
    pub const READ: &str = "read";
    /// [`File`](super::File) → whether it exists.
    pub const IS_FILE: &str = "is_file";
    /// Nothing → an array of paths.
    pub const FILES: &str = "files";
    /// [`Copy`](super::Copy) → nothing.
    pub const COPY: &str = "copy";
    /// [`Run`](super::Run) → [`Ran`](super::Ran), then standard output and standard error.
    pub const RUN: &str = "run";
    /// [`ConversationQuestion`](super::ConversationQuestion), and what to say.
    pub const CONVERSE: &str = "converse";
    /// [`Complete`](super::Complete) → a completion.
    pub const COMPLETE: &str = "complete";
    /// [`Brief`](super::Brief) → a briefing.
    pub const BRIEF: &str = "brief";
    /// [`AttemptsQuestion`](super::AttemptsQuestion).
    pub const ATTEMPTS: &str = "attempts";
    /// [`MachineQuestion`](super::MachineQuestion).
    pub const MACHINE: &str = "machine";
    /// [`MemoryQuestion`](super::MemoryQuestion).
    pub const MEMORY: &str = "memory";
    /// [`Understand`](super::Understand), then standard output and standard error → diagnostics.
    pub const UNDERSTAND: &str = "understand";
    /// A diagnostic → the same with its fact.
    pub const FACT: &str = "fact";
    /// [`Progress`](super::Progress) → nothing.
    pub const PROGRESS: &str = "progress";
    /// [`Log`](super::Log) → nothing.
    pub const LOG: &str = "log";
    /// Nothing → whether the operator interrupted.
    pub const CANCELLED: &str = "cancelled";
}

/// The contents of a library.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// The [`PROTOCOL`](crate::PROTOCOL) it speaks.
    pub protocol: u32,
    /// Its parsers.
    #[serde(default)]
    pub parsers: Vec<ParserInfo>,
    /// Its strategies.
    #[serde(default)]
    pub strategies: Vec<StrategyInfo>,
    /// Its tools.
    #[serde(default)]
    pub tools: Vec<ToolInfo>,
}

/// A parser's constants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ParserInfo {
    /// Its self-description.
    pub descriptor: Descriptor,
    /// See [`ErrorParser::triggers`](unbreak_core::ErrorParser::triggers).
    pub triggers: Vec<String>,
    /// See [`ErrorParser::priority`](unbreak_core::ErrorParser::priority).
    #[serde(default)]
    pub priority: i32,
    /// See [`ErrorParser::claims`](unbreak_core::ErrorParser::claims). With them it is called by
    /// `parse`, otherwise by `line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<Claims>,
    /// JSON schema of its options, if it has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options_schema: Option<Value>,
}

/// A strategy's constants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StrategyInfo {
    /// Its self-description.
    pub descriptor: Descriptor,
    /// See [`FixStrategy::rules`](unbreak_core::FixStrategy::rules).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleDescription>,
    /// See [`FixStrategy::is_last_resort`](unbreak_core::FixStrategy::is_last_resort).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_resort: bool,
    /// See [`FixStrategy::needs_model`](unbreak_core::FixStrategy::needs_model).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_model: bool,
    /// JSON schema of its options, if it has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options_schema: Option<Value>,
}

/// A tool's constants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolInfo {
    /// Its self-description.
    pub descriptor: Descriptor,
    /// JSON schema of its input.
    pub input_schema: Value,
    /// JSON schema of its output.
    pub output_schema: Value,
    /// JSON schema of its options, if it has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options_schema: Option<Value>,
}

/// Sets options of a plug-in. The described plug-in is unchanged: calls with the new name use one with these
/// options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Configure {
    /// The kind of the plug-in with this id.
    pub kind: Kind,
    /// The name that calls will use for it in place of the id.
    #[serde(rename = "as")]
    pub name: String,
    /// Its options, as in its schema.
    pub options: Options,
}

/// Blocks that a parser's claims have cut out of an output; the body is their text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Parse {
    /// The blocks, in the order of the output.
    pub blocks: Vec<Block>,
}

/// One block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// The number of bytes of its text in the body, including the line feed after each line.
    pub bytes: usize,
    /// Its place in the output.
    #[serde(flatten)]
    pub range: OutputRange,
    /// The lines before it, the nearest last; at most [`Claims::before`] of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
}

/// The findings of a parser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// Diagnostics.
    #[serde(default)]
    pub diagnostics: Vec<Found>,
    /// Things that it could not understand.
    #[serde(default)]
    pub problems: Vec<String>,
    /// Whether the tool reports that it stopped at a failure and left the rest untried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped_early: bool,
}

/// A diagnostic and its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Position in [`Parse::blocks`].
    #[serde(default)]
    pub block: usize,
    /// The diagnostic. `output` may be left out: then it is the block's range.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
}

/// One line; the body is its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The parse that it belongs to: a number that the host chose; a new number begins a new parse.
    pub state: u64,
    /// Its place in the output.
    #[serde(flatten)]
    pub range: OutputRange,
    /// The lines before it, the nearest last; omitted while a block continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<String>>,
}

/// A parser's answer to a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stepped {
    /// The answer.
    pub step: Step,
    /// See [`ParserState::is_unsure`](unbreak_core::ParserState::is_unsure).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsure: bool,
    /// See [`ParserState::is_unfinished`](unbreak_core::ParserState::is_unfinished).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// The findings.
    #[serde(flatten)]
    pub findings: Findings,
}

/// [`unbreak_core::Step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Not mine.
    Pass,
    /// Mine, and complete.
    Done,
    /// Mine, and the next line is shown to this parser first.
    More,
    /// The same for a line that may also come after the end of a block that broke off.
    Maybe,
    /// Neither this line nor the one before it is mine.
    Return,
    /// The block was not this parser's after all.
    Reject,
}

impl From<Step> for unbreak_core::Step {
    fn from(step: Step) -> Self {
        match step {
            Step::Pass => Self::Pass,
            Step::Done => Self::Done,
            Step::More => Self::More,
            Step::Maybe => Self::Maybe,
            Step::Return => Self::Return,
            Step::Reject => Self::Reject,
        }
    }
}

impl From<unbreak_core::Step> for Step {
    fn from(step: unbreak_core::Step) -> Self {
        match step {
            unbreak_core::Step::Pass => Self::Pass,
            unbreak_core::Step::Done => Self::Done,
            unbreak_core::Step::More => Self::More,
            unbreak_core::Step::Maybe => Self::Maybe,
            unbreak_core::Step::Return => Self::Return,
            unbreak_core::Step::Reject => Self::Reject,
        }
    }
}

/// A document in the output; the body is its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// As in [`Line`].
    pub state: u64,
    /// Its form.
    pub form: Form,
    /// Its place in the output.
    #[serde(flatten)]
    pub range: OutputRange,
}

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// JSON.
    Json,
    /// XML.
    Xml,
}

/// The answer to a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    /// Whether it was the parser's.
    pub taken: bool,
    /// The findings.
    #[serde(flatten)]
    pub findings: Findings,
}

/// Refers to a parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// As in [`Line`].
    pub state: u64,
}

/// Asks a strategy for fixes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Propose {
    /// The root cause.
    pub analysis: Analysis,
    /// The context.
    #[serde(flatten)]
    pub setting: Setting,
}

/// The context of a strategy's call, as far as it is not asked for by questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// Absolute path of the workspace.
    pub root: String,
    /// The command that must pass.
    pub command: Command,
    /// All diagnostics of the last run.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
    /// The end of the last run's output.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// The duration of the command in milliseconds, if it was seen to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_ms: Option<u64>,
    /// Classes that the operator allowed by name.
    #[serde(default)]
    pub allowed: BTreeSet<String>,
    /// The models, from the weakest to the strongest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelInfo>,
    /// The number of answers that one attempt asks a model for.
    #[serde(default)]
    pub samples: u32,
    /// Whether there is a memory.
    #[serde(default)]
    pub memory: bool,
    /// Whether the host can read the output of commands.
    #[serde(default)]
    pub reader: bool,
    /// Whether the host answers questions about the machine.
    #[serde(default)]
    pub machine: bool,
    /// Whether the host gathers briefings.
    #[serde(default)]
    pub briefer: bool,
    /// Whether there is an account of the attempts.
    #[serde(default)]
    pub attempts: bool,
    /// The directory of tools that unbreak installed itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<String>,
}

impl Setting {
    /// A setting without diagnostics and capabilities; those are set through the fields.
    pub fn new(root: impl Into<String>, command: Command) -> Self {
        Self {
            root: root.into(),
            command,
            diagnostics: Vec::new(),
            output: String::new(),
            command_ms: None,
            allowed: BTreeSet::new(),
            models: Vec::new(),
            samples: 1,
            memory: false,
            reader: false,
            machine: false,
            briefer: false,
            attempts: false,
            tools: None,
        }
    }
}

/// Calls a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Its input.
    pub input: Value,
    /// Absolute path of the workspace.
    pub root: String,
    /// Whether there is a memory.
    #[serde(default)]
    pub memory: bool,
    /// Whether the host can read the output of commands.
    #[serde(default)]
    pub reader: bool,
    /// An empty directory for the tool's own files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scratch: Option<String>,
    /// A directory of the tool's own whose contents stay from call to call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

/// Asks for the diagnostics in the output of a command; the body is its standard output, then its standard
/// error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Understand {
    /// The command.
    pub command: Command,
    /// How it ended.
    pub ran: Ran,
}

/// Reports the progress of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The present activity, in a few words.
    pub what: String,
}

/// A command that was run; the body is its standard output, then its standard error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// How it ended.
    pub exit: ExitState,
    /// The number of bytes of standard output in the body.
    pub stdout: usize,
    /// Whether some output was discarded.
    pub truncated: bool,
    /// The duration, in milliseconds.
    pub duration_ms: u64,
}

impl Ran {
    /// Makes header and body from a command's end.
    pub fn of(completed: &Completed) -> (Self, Vec<u8>) {
        let header = Self {
            exit: completed.exit,
            stdout: completed.stdout.len(),
            truncated: completed.truncated,
            duration_ms: u64::try_from(completed.duration.as_millis()).unwrap_or(u64::MAX),
        };
        let body = [&completed.stdout[..], &completed.stderr[..]].concat();
        (header, body)
    }

    /// Makes a command's end from header and body.
    pub fn with_output(&self, output: &[u8]) -> Completed {
        let (stdout, stderr) = output.split_at(self.stdout.min(output.len()));
        Completed {
            exit: self.exit,
            stdout: stdout.to_vec(),
            stderr: stderr.to_vec(),
            truncated: self.truncated,
            duration: Duration::from_millis(self.duration_ms),
        }
    }
}

/// A log event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// `error`, `warn`, `info`, `debug` or `trace`.
    pub level: String,
    /// The target of the event.
    pub target: String,
    /// The message.
    pub message: String,
}

/// The reason why a payload could not be read.
#[derive(Debug)]
pub struct Unreadable(serde_json::Error);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A payload of only a header.
pub fn header(header: &impl Serialize) -> Vec<u8> {
    #[expect(
        clippy::expect_used,
        reason = "the messages are plain data with text keys, which serde_json can always write"
    )]
    serde_json::to_vec(header).expect("a message in JSON")
}

/// A payload of a header and a body.
pub fn with_body(message: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let mut payload = header(message);
    payload.reserve(body.len() + 1);
    payload.push(b'\n');
    payload.extend_from_slice(body);
    payload
}

/// Reads a payload without a body, which may have several lines.
///
/// # Errors
/// If it does not have the expected form.
pub fn read<T: DeserializeOwned>(payload: &[u8]) -> Result<T, Unreadable> {
    serde_json::from_slice(payload).map_err(Unreadable)
}

/// Reads the header and the body of a payload.
///
/// # Errors
/// If the header does not have the expected form.
pub fn split<T: DeserializeOwned>(payload: &[u8]) -> Result<(T, &[u8]), Unreadable> {
    let end = payload.iter().position(|byte| *byte == b'\n');
    let (header, body) = payload.split_at(end.unwrap_or(payload.len()));
    let header = serde_json::from_slice(header).map_err(Unreadable)?;
    Ok((header, body.get(1..).unwrap_or_default()))
}
