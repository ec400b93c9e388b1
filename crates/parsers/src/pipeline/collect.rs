//! Machine-readable documents in the stream (SPEC P8): begun at a line's start, collected until
//! they are complete or turn out to be none.

use unbreak_core::OutputRange;
use unbreak_core::parser::History;

use super::json::{JsonLexer, Progress};
use super::router::HeldLine;
use super::xml::XmlLexer;

/// The longest document that is collected. Its lines may be as long as that too.
pub(super) const DOCUMENT_CAP: usize = 16 * 1024 * 1024;
/// The most lines, so that bookkeeping stays small beside the text.
const LINES_CAP: usize = 512 * 1024;
/// A failed document of more lines than this is not searched for documents that begin within it:
/// that keeps the cost linear.
const SEARCHED_AGAIN: usize = 64;

/// What a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A JSON object or array.
    Json,
    /// An XML document.
    Xml,
}

/// Which document the line may begin. Most lines in brackets (`[INFO] ...`) begin none, and an empty
/// value says nothing. What is accepted here, `triggers::DOCUMENT_STARTS` must find.
pub(super) fn begun(line: &str) -> Option<Form> {
    const XML: [&str; 3] = ["<?xml", "<testsuite", "<checkstyle"];
    let within = |open: char, first: char| {
        let rest = line.strip_prefix(open)?.trim_ascii_start();
        (rest.is_empty() || rest.starts_with(first)).then_some(Form::Json)
    };
    match line.as_bytes().first()? {
        b'{' => within('{', '"'),
        b'[' => within('[', '{'),
        b'<' => XML
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
    /// For each line where it ends in `text` and in the output.
    ends: Vec<(usize, u64)>,
    start: u64,
    /// What came before it, for a replay.
    pub(super) before: History,
}

enum Lexer {
    Json(JsonLexer),
    Xml(XmlLexer),
}

impl Collector {
    pub(super) fn new(form: Form, start: u64, before: History) -> Self {
        let lexer = match form {
            Form::Json => Lexer::Json(JsonLexer::default()),
            Form::Xml => Lexer::Xml(XmlLexer::default()),
        };
        Self {
            lexer,
            text: String::new(),
            ends: Vec::new(),
            start,
            before,
        }
    }

    /// Adds a line. Something after the end of the value is allowed on the last of many lines only.
    pub(super) fn push(&mut self, line: &str, range: OutputRange) -> Progress {
        let progress = match &mut self.lexer {
            Lexer::Json(lexer) => lexer.line(line.as_bytes()),
            Lexer::Xml(lexer) => lexer.line(line.as_bytes()),
        };
        let only_line = self.ends.is_empty();
        self.text.push_str(line);
        self.text.push('\n');
        self.ends.push((self.text.len(), range.end));
        match progress {
            Progress::Complete(at) if only_line && !line[at..].trim().is_empty() => Progress::Invalid,
            Progress::More if self.text.len() > DOCUMENT_CAP || self.ends.len() > LINES_CAP => {
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

    /// What was collected, without `surplus` bytes of the last line.
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
    pub(super) fn into_lines(self, search: bool) -> Vec<HeldLine> {
        let search = search && self.ends.len() <= SEARCHED_AGAIN;
        let (mut from, mut start) = (0, self.start);
        let mut lines = Vec::with_capacity(self.ends.len());
        for (to, end) in self.ends {
            lines.push(HeldLine {
                text: self.text[from..to - 1].into(),
                range: OutputRange { start, end },
                excluded: Vec::new(),
                no_document: lines.is_empty() || !search,
            });
            (from, start) = (to, end);
        }
        lines
    }
}
