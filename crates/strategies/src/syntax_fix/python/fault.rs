//! The faults of a text: the parser's errors, then those that Python's compiler would add.

use ruff_python_ast::ModModule;
use ruff_python_parser::semantic_errors::SemanticSyntaxErrorKind as Compiler;
use ruff_python_parser::{LexicalErrorType as Lexical, ParseErrorType as Parser, Parsed};
use ruff_text_size::Ranged;

use super::compiler;
use super::known::Known;

/// One fault.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    /// The first byte of the place.
    pub at: usize,
    /// The kind of fault.
    pub kind: FaultKind,
}

/// The kinds of fault that repairs distinguish.
#[derive(Debug, Clone)]
pub(super) enum FaultKind {
    /// A header whose block does not follow.
    Block,
    /// A line indented deeper than the one before allows.
    Indent,
    /// A line indented like no block around it.
    Dedent,
    /// A string without its end, or an f-string with a broken field.
    String,
    /// Any other unexpected token.
    Token,
    /// An error that only the compiler finds.
    Compiler(Compiler),
    /// A clause that catches everything, before others.
    BareExcept,
    /// Grammar that the interpreter which reported the fault does not know yet.
    Version,
}

impl FaultKind {
    /// The stage of the check that finds it: the compiler only sees code that parses.
    pub(super) fn stage(&self) -> u8 {
        match self {
            Self::Compiler(_) | Self::BareExcept => 1,
            Self::Version => 0,
            _ => 2,
        }
    }
}

/// The faults of the earliest stage that finds any, by place.
pub(super) fn faults(text: &str, parsed: &Parsed<ModModule>, known: &Known) -> Vec<Fault> {
    let mut faults = parser_faults(parsed);
    if faults.is_empty() {
        faults = compiler::check(text, parsed);
    }
    if faults.is_empty() {
        faults = version_faults(parsed, known);
    }
    faults.sort_by_key(|fault| fault.at);
    faults
}

fn parser_faults(parsed: &Parsed<ModModule>) -> Vec<Fault> {
    parsed
        .errors()
        .iter()
        .map(|error| Fault::new(error.location, kind(&error.error)))
        .collect()
}

fn version_faults(parsed: &Parsed<ModModule>, known: &Known) -> Vec<Fault> {
    parsed
        .unsupported_syntax_errors()
        .iter()
        .filter(|error| known.rejected.contains(&error.kind))
        .map(|error| Fault::new(error.range, FaultKind::Version))
        .collect()
}

impl Fault {
    pub(super) fn new(place: impl Ranged, kind: FaultKind) -> Self {
        Self {
            at: place.start().to_usize(),
            kind,
        }
    }
}

fn kind(error: &Parser) -> FaultKind {
    match error {
        Parser::OtherError(message) if message.starts_with("Expected an indented block") => FaultKind::Block,
        Parser::UnexpectedIndentation => FaultKind::Indent,
        Parser::Lexical(Lexical::IndentationError) => FaultKind::Dedent,
        Parser::Lexical(
            Lexical::UnclosedStringError | Lexical::FStringError(_) | Lexical::TStringError(_),
        )
        | Parser::FStringError(_)
        | Parser::TStringError(_) => FaultKind::String,
        _ => FaultKind::Token,
    }
}
