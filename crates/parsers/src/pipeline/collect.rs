//! Machine-readable documents in the stream: begun at a line's start, collected until
//! they are complete or turn out to be none.

use unbreak_core::OutputRange;
use unbreak_core::parser::History;

use super::json::{JsonLexer, Progress};
use super::offer::HeldLine;
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
    text: String,
    /// The end of each line in `text` and in the output.
    ends: Vec<(usize, u64)>,
    start: u64,
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
        let mut collector = Self {
            lexer,
            text: String::new(),
            ends: Vec::new(),
            start: range.start,
            before: History::default(),
        };
        collector.keep(line, range);
        collector
    }

    /// Adds a line. After the end of the value other text may follow.
    pub(super) fn push(&mut self, line: &str, range: OutputRange) -> Progress {
        let progress = self.lexer.line(line);
        self.keep(line, range);
        match progress {
            Progress::More if self.text.len() > DOCUMENT_CAP || self.ends.len() > LINES_CAP => {
                Progress::Invalid
            }
            progress => progress,
        }
    }

    fn keep(&mut self, line: &str, range: OutputRange) {
        self.text.push_str(line);
        self.text.push('\n');
        self.ends.push((self.text.len(), range.end));
    }

    pub(super) fn form(&self) -> Form {
        match self.lexer {
            Lexer::Json(_) => Form::Json,
            Lexer::Xml(_) => Form::Xml,
        }
    }

    /// The collected text, without `surplus` bytes of the last line.
    pub(super) fn text(&self, surplus: usize) -> &str {
        let end = self.text.len() - 1 - surplus;
        &self.text[..end]
    }

    pub(super) fn range(&self) -> OutputRange {
        OutputRange {
            start: self.start,
            end: self.ends.last().map_or(self.start, |(_, end)| *end),
        }
    }

    /// The lines, to be offered as lines after all; `search` them for documents that begin within?
    pub(super) fn into_lines(self, search: bool) -> Lines {
        Lines {
            search: search && self.ends.len() <= SEARCHED_AGAIN,
            text: self.text,
            ends: self.ends.into_iter(),
            begun: (0, self.start),
            is_first: true,
        }
    }
}

/// The lines of the collected text.
pub(super) struct Lines {
    text: String,
    ends: std::vec::IntoIter<(usize, u64)>,
    /// The start of the next one in `text` and in the output.
    begun: (usize, u64),
    is_first: bool,
    search: bool,
}

impl Lines {
    pub(super) fn is_over(&self) -> bool {
        self.ends.as_slice().is_empty()
    }
}

impl Iterator for Lines {
    type Item = HeldLine;

    fn next(&mut self) -> Option<HeldLine> {
        let (to, end) = self.ends.next()?;
        let (from, start) = std::mem::replace(&mut self.begun, (to, end));
        let is_first = std::mem::take(&mut self.is_first);
        Some(HeldLine {
            text: self.text[from..to - 1].into(),
            range: OutputRange { start, end },
            excluded: Vec::new(),
            no_document: is_first || !self.search,
        })
    }
}
