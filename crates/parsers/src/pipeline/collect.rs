//! Machine-readable documents in the stream: begun at a line's start, collected until
//! they are complete or turn out to be none.

use unbreak_core::OutputRange;
use unbreak_core::parser::History;

use super::json::{JsonLexer, Progress};
use super::kept::{KeptLines, Lines};
use super::xml::XmlLexer;

/// The longest document that is collected. Its lines may be as long as that too.
pub(super) const DOCUMENT_CAP: usize = 16 * 1024 * 1024;
/// The greatest number of lines, so that bookkeeping stays small beside the text.
const LINES_CAP: usize = 512 * 1024;
/// A failed document of more lines than this is not searched for documents that begin within it:
/// that keeps the cost linear.
const SEARCHED_AGAIN: usize = 64;

/// The forms a document can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A JSON object or array.
    Json,
    /// An XML document.
    Xml,
}

/// The kind of thing that a line begins.
pub(super) enum Beginning {
    /// No document.
    Nothing,
    /// A document that ends on the same line.
    Whole(Form),
    /// A document of several lines.
    Part(Box<Collector>),
}

/// The beginnings of XML documents: the declaration, or, where a tool omits that, the root of a report.
pub(super) const XML_STARTS: [&str; 20] = [
    "<?xml",
    "<testsuite",
    "<checkstyle",
    "<pmd",
    "<issues",
    "<results",
    "<lint",
    "<jslint",
    "<csslint",
    "<plist",
    "<BugCollection",
    "<FxCopReport",
    "<gendarme-output",
    "<StyleCopViolations",
    "<TestRun",
    "<test-run",
    "<test-results",
    "<assemblies",
    "<valgrindoutput",
    "<problems",
];

/// Looks whether a line, from `range` of the output, begins a document.
pub(super) fn begin(line: &str, range: OutputRange) -> Beginning {
    let Some(form) = begun(line) else {
        return Beginning::Nothing;
    };
    let mut lexer = Lexer::new(form);
    match lexer.line(line) {
        Progress::Complete(end) if line[end..].trim().is_empty() => Beginning::Whole(form),
        Progress::More => Beginning::Part(Box::new(Collector::new(lexer, line, range))),
        Progress::Complete(_) | Progress::Invalid => Beginning::Nothing,
    }
}

/// The document that the line may begin. Most lines in brackets (`[INFO] ...`) begin none, and an
/// empty value is ignored. Everything accepted here must be found by `triggers::JSON_STARTS`.
pub(super) fn begun(line: &str) -> Option<Form> {
    let within = |open: char, first: char| {
        let rest = line.strip_prefix(open)?.trim_ascii_start();
        (rest.is_empty() || rest.starts_with(first)).then_some(Form::Json)
    };
    match line.as_bytes().first()? {
        b'{' => within('{', '"'),
        b'[' => within('[', '{'),
        b'<' => XML_STARTS
            .iter()
            .any(|start| line.starts_with(start))
            .then_some(Form::Xml),
        _ => None,
    }
}

/// A document in the making.
pub(super) struct Collector {
    lexer: Lexer,
    lines: KeptLines,
    /// The lines before it, for a replay.
    pub(super) before: History,
}

enum Lexer {
    Json(JsonLexer),
    Xml(XmlLexer),
}

impl Lexer {
    fn new(form: Form) -> Self {
        match form {
            Form::Json => Self::Json(JsonLexer::default()),
            Form::Xml => Self::Xml(XmlLexer::default()),
        }
    }

    fn line(&mut self, line: &str) -> Progress {
        match self {
            Self::Json(lexer) => lexer.line(line.as_bytes()),
            Self::Xml(lexer) => lexer.line(line.as_bytes()),
        }
    }
}

impl Collector {
    /// Begins with a line that the lexer has seen.
    fn new(lexer: Lexer, line: &str, range: OutputRange) -> Self {
        Self {
            lexer,
            lines: KeptLines::begin(line, range),
            before: History::default(),
        }
    }

    /// Adds a line. After the end of the value other text may follow.
    pub(super) fn push(&mut self, line: &str, range: OutputRange) -> Progress {
        let progress = self.lexer.line(line);
        self.lines.push(line, range);
        match progress {
            Progress::More if self.lines.bytes() > DOCUMENT_CAP || self.lines.count() > LINES_CAP => {
                Progress::Invalid
            }
            progress => progress,
        }
    }

    pub(super) fn form(&self) -> Form {
        match self.lexer {
            Lexer::Json(_) => Form::Json,
            Lexer::Xml(_) => Form::Xml,
        }
    }

    /// The collected text, without `surplus` bytes of the last line.
    pub(super) fn text(&self, surplus: usize) -> &str {
        self.lines.text(surplus)
    }

    pub(super) fn range(&self) -> OutputRange {
        self.lines.range()
    }

    /// The lines, to be offered as lines after all; `search` them for documents that begin within?
    pub(super) fn into_lines(self, search: bool) -> Lines {
        let search = search && self.lines.count() <= SEARCHED_AGAIN;
        let mut lines = self.lines.into_lines(None);
        (lines.begins_none, lines.search) = (true, search);
        lines
    }
}
