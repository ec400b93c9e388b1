//! Machine-readable documents in the stream: begun at a line's start, collected until
//! they are complete or turn out to be none.

use unbreak_core::OutputRange;
use unbreak_core::parser::History;

use super::json::{JsonLexer, Progress};
use super::kept::{KeptLines, Lines};
use super::nesting::{Cut, Nesting};
use super::stream::LINE_CAP;
use super::xml::XmlLexer;

/// A longer document is read in pieces of about this many bytes, where it can be cut.
const PIECE: usize = 4 * 1024 * 1024;
/// The longest text that is collected if it cannot be cut.
const DOCUMENT_CAP: usize = 4 * PIECE;
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
    let (mut lexer, mut at) = (Lexer::new(form), 0);
    match lexer.run(line, &mut at, PIECE) {
        Progress::Complete(end) if line[end..].trim().is_empty() => Beginning::Whole(form),
        Progress::More | Progress::Enough => {
            let mut collector = Collector::new(lexer, KeptLines::begin(line, range), at);
            match collector.lex() {
                Progress::Invalid => Beginning::Nothing,
                _ => Beginning::Part(Box::new(collector)),
            }
        }
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
    /// The number of bytes that the lexer has seen.
    seen: usize,
    /// The number of bytes that are enough for a piece.
    enough: usize,
    /// Where the line that is shown in parts came to the end of the document, or of what can be one.
    over: Option<Progress>,
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

    fn run(&mut self, text: &str, at: &mut usize, enough: usize) -> Progress {
        match self {
            Self::Json(lexer) => lexer.run(text.as_bytes(), at, enough),
            Self::Xml(lexer) => lexer.run(text.as_bytes(), at, enough),
        }
    }

    fn nesting(&self) -> &Nesting {
        match self {
            Self::Json(lexer) => &lexer.nesting,
            Self::Xml(lexer) => &lexer.nesting,
        }
    }

    fn nesting_mut(&mut self) -> &mut Nesting {
        match self {
            Self::Json(lexer) => &mut lexer.nesting,
            Self::Xml(lexer) => &mut lexer.nesting,
        }
    }
}

impl Collector {
    /// Begins with lines of which the lexer has seen this many bytes.
    fn new(lexer: Lexer, lines: KeptLines, seen: usize) -> Self {
        Self {
            lexer,
            lines,
            seen,
            enough: PIECE,
            over: None,
            before: History::default(),
        }
    }

    /// Begins with a line that is shown in parts, and begins at this byte of the output.
    pub(super) fn in_parts(form: Form, start: u64) -> Self {
        Self::new(Lexer::new(form), KeptLines::unfinished(start), 0)
    }

    /// Adds a line, or the end of one that was shown in parts.
    pub(super) fn push(&mut self, line: &str, range: OutputRange) {
        self.lines.push(line, range);
    }

    /// Adds a part of a line.
    pub(super) fn push_part(&mut self, part: &str) {
        if self.over.is_none() {
            self.lines.push_part(part);
        } else {
            self.lines.push_part_within(part, LINE_CAP);
        }
    }

    /// Looks at what was added. After [`Progress::Enough`] there may be more to see.
    pub(super) fn lex(&mut self) -> Progress {
        if let Some(over) = self.over {
            return over;
        }
        let progress = self.lexer.run(self.lines.all(), &mut self.seen, self.enough);
        let progress = match progress {
            Progress::More if self.is_too_long() => Progress::Invalid,
            progress => progress,
        };
        if self.lines.is_unfinished() && matches!(progress, Progress::Complete(_) | Progress::Invalid) {
            self.over = Some(progress);
        }
        progress
    }

    /// Takes the part that is enough for a document of its own, if it can be cut there.
    pub(super) fn cut(&mut self) -> Option<String> {
        let cut = self.lexer.nesting_mut().cut(self.lines.all(), PIECE / 2);
        if cut.is_none() {
            self.enough = self.seen + PIECE / 8;
        }
        self.take(cut?)
    }

    /// The part that there is of a document that broke off.
    pub(super) fn truncated(&self) -> Option<String> {
        self.lexer.nesting().truncated(self.lines.all())
    }

    /// Drops the part that [`truncated`](Self::truncated) has.
    pub(super) fn drop_truncated(&mut self) {
        if let Some(cut) = self.lexer.nesting_mut().cut_last(self.lines.all()) {
            self.take(cut);
        }
    }

    fn take(&mut self, cut: Cut) -> Option<String> {
        self.seen = self.seen - cut.next + cut.head;
        self.enough = PIECE.max(2 * cut.head);
        self.lines.replace_start(cut.rest, cut.next, cut.head);
        Some(cut.piece)
    }

    /// Returns whether it was given up for its length alone.
    pub(super) fn is_too_long(&self) -> bool {
        self.lines.bytes() > DOCUMENT_CAP || self.lines.count() > LINES_CAP
    }

    pub(super) fn form(&self) -> Form {
        match self.lexer {
            Lexer::Json(_) => Form::Json,
            Lexer::Xml(_) => Form::Xml,
        }
    }

    /// The collected text up to the end of the document.
    pub(super) fn text(&self, end: usize) -> &str {
        &self.lines.all()[..end]
    }

    /// The text after the end of the document.
    pub(super) fn rest(&self, end: usize) -> &str {
        self.lines.all()[end..].trim_end_matches('\n')
    }

    pub(super) fn range(&self) -> OutputRange {
        self.lines.range()
    }

    /// The lines, to be offered as lines after all; `search` them for documents that begin within?
    pub(super) fn into_lines(self, search: bool) -> Lines {
        let search = search && self.lines.count() <= SEARCHED_AGAIN;
        let begins_none = !search || !self.lines.is_cut();
        let mut lines = self.lines.into_lines(None);
        (lines.begins_none, lines.search) = (begins_none, search);
        lines
    }
}
