//! `FILE:LINE[:COLUMN]: [SEVERITY:] MESSAGE [CODE]` and its many relatives.

use std::sync::{Arc, LazyLock};

use unbreak_core::parser::Confirm;
use unbreak_core::{Descriptor, Diagnostic, ErrorParser, Line, Note, ParserState, Severity};

use crate::described;
use crate::format::head::{self, Head};
use crate::format::locate::FileKind;
use crate::format::{self, Flow, Format, Open, quoted};
use crate::text;

unbreak_core::register_parser!(GenericLine);

/// Texts one of which a line with a place contains: the end of a name and the beginning of a
/// number, or the end of a place in brackets. Digits before a colon are left out, because times
/// have them too.
static TRIGGERS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| PATTERNS.iter().map(String::as_str).collect());

static PATTERNS: LazyLock<Vec<String>> = LazyLock::new(|| {
    const ENDINGS: [&str; 9] = [
        "f77:", "f90:", "f95:", "f03:", "f08:", "m4:", "p6:", "pl6:", "mp4:",
    ];
    const WORDS: [&str; 8] = ["line ", "Line ", "LINE ", "line: ", "Line: ", ":[", ":(", " col "];
    /// The separators between a place and the message, as in `FILE: 3: error: `.
    const LABELS: [&str; 4] = [": error: ", ": warning: ", ": Error: ", ": Warning: "];
    /// The ends of places in brackets: `FILE(3,5): x`, `FILE(3) : x`, `FILE(3) Error: x`, `FILE[3, 5]: x`.
    const BRACKETS: [&str; 9] = ["):", ") :", "]:", "] -", ") E", ") W", ") e", ") w", ") F"];
    let digits = || (b'0'..=b'9').map(char::from);
    let letters = (b'a'..=b'z').chain(b'A'..=b'Z').map(char::from);
    let names = letters.chain(['-', '>', '_', '}']);
    let after_name = names.flat_map(|name| digits().map(move |digit| format!("{name}:{digit}")));
    let brackets = digits().flat_map(|digit| BRACKETS.map(|end| format!("{digit}{end}")));
    let words = ENDINGS.into_iter().chain(WORDS).chain(LABELS).map(str::to_owned);
    after_name.chain(brackets).chain(words).collect()
});

static FORMAT: Format = Format::of(&described::GENERIC_LINE).block(begin, follow);

struct GenericLine;

impl ErrorParser for GenericLine {
    fn descriptor(&self) -> &Descriptor {
        FORMAT.descriptor()
    }

    fn triggers(&self) -> &[&str] {
        &TRIGGERS
    }

    fn confirms(&self) -> Option<Confirm> {
        Some(Arc::new(|output, end| {
            number_of_line(output, end).unwrap_or(true)
        }))
    }

    fn priority(&self) -> i32 {
        FORMAT.priority()
    }

    fn start(&self) -> Box<dyn ParserState> {
        FORMAT.start()
    }
}

/// Returns whether a number that begins before byte `end`, after a name and a colon, can be that of a line:
/// `Get:9 http` and `sha256:1a2b` are not. `None` when another trigger ended there.
fn number_of_line(output: &[u8], end: usize) -> Option<bool> {
    let before = &output[..end.checked_sub(2)?];
    if output[end - 2] != b':' || !output[end - 1].is_ascii_digit() {
        return None;
    }
    let digits = output[end..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let next = output.get(end + digits).copied().unwrap_or(b'\n');
    if next.is_ascii_alphabetic() || matches!(next, b'/' | b'_' | b'%') {
        return Some(false);
    }
    // A name with nothing of a file's in it needs a column, too.
    let name = before
        .iter()
        .rev()
        .take_while(|byte| !matches!(byte, b' ' | b'\t' | b'\n'));
    let like_file = name
        .take(LONGEST_WORD)
        .any(|byte| matches!(byte, b'.' | b'/' | b'\\' | b'-' | b'>'));
    Some(next == b':' || like_file || before.ends_with(b"file"))
}

/// A file's name is not looked at further than this.
const LONGEST_WORD: usize = 64;

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let head = head::read(line.text)?;
    is_report(line.text, &head).then(|| head.into_diagnostic())
}

/// Returns whether a line with a place reports something there, and does not only mention it.
fn is_report(line: &str, head: &Head<'_>) -> bool {
    let column = head.location.column.is_some();
    let labelled = head.severity.is_some() || head.code.is_some();
    // AcuCOBOL indents by one.
    let slightly = line.starts_with(' ') && !line.starts_with("  ") && line.contains(", line ");
    // A remark that is indented belongs to what is above.
    let rated = head.severity.is_some_and(|severity| severity > Severity::Info);
    if line.starts_with([' ', '\t']) && !rated && !slightly {
        return false;
    }
    if is_comment(head.message) || is_entry(head.message) || head.message.starts_with("installing '") {
        return false;
    }
    if head.message.is_empty() {
        // The message comes on the lines below.
        return line.trim_end().ends_with(':') && head.kind == FileKind::Sure && (column || labelled);
    }
    if !labelled && is_remark(line, head.message) {
        return false;
    }
    match head.kind {
        FileKind::Sure => labelled || !looks_like_source(line, head),
        FileKind::Doubtful => labelled || column,
        FileKind::Word => column && labelled || head.severity.is_some(),
    }
}

/// A single word right behind the number, as coverage tools put it: `shop.c:12:3 covered`; or the function
/// that the place is in: `shop.py:12 in total`.
fn is_remark(line: &str, message: &str) -> bool {
    let before = line.find(message).map_or(line, |at| &line[..at]);
    let bare = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let message = message.trim();
    bare && !message.strip_prefix("in ").unwrap_or(message).contains(' ')
}

/// `grep -n` prints source right after the colon.
fn looks_like_source(line: &str, head: &Head<'_>) -> bool {
    // A code or blanks may follow the message.
    let before = line.find(head.message).map_or(line, |at| &line[..at]);
    // An indented line keeps its blanks.
    let indented = before.ends_with("  ") || before.ends_with('\t');
    let close = before.ends_with(':') || indented && before.trim_end().ends_with(':');
    let attached = close && head.location.column.is_none();
    let message = head.message.trim_end();
    // grep shows how far a line of a file is indented.
    let code = before.ends_with("    ")
        || message.ends_with(['{', '}', ';', ',', '\\'])
        || message.starts_with(['#', '/', '<', '@', '}']);
    attached && (code || begins_with_keyword(message)) || is_symbol_only(message)
}

/// Returns whether a text begins with a word that begins statements, and ends as they do.
fn begins_with_keyword(message: &str) -> bool {
    const KEYWORDS: [&str; 24] = [
        "def", "class", "return", "raise", "import", "from", "if", "for", "while", "fn", "let", "const",
        "var", "function", "pub", "public", "private", "func", "throw", "static", "async", "await", "export",
        "use",
    ];
    let word = message.split(' ').next().unwrap_or_default();
    KEYWORDS.contains(&word) && message.contains(['(', ')', '=', ':', '"', '\''])
}

/// `rspec ./spec/shop_spec.rb:3 # the total`: a command, with a comment.
fn is_comment(message: &str) -> bool {
    message.starts_with("# ")
}

/// ``/usr/lib/shop.rb:52:in `total'``, `a.zig:3:5: 0x1038e5c in main (a)`: an entry of a call stack.
fn is_entry(message: &str) -> bool {
    if message.starts_with("0x") && message.contains(" in ") {
        return true;
    }
    let called = message
        .strip_prefix("in `")
        .or_else(|| message.strip_prefix("in '"));
    called.is_some_and(|rest| rest.ends_with('\''))
}

fn is_symbol_only(message: &str) -> bool {
    !message.chars().any(char::is_alphanumeric)
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if open.diagnostic.message.is_empty() {
        return message_line(open, line);
    }
    if continued(open, line) {
        return Flow::Taken;
    }
    if let Some(note) = note(line) {
        open.diagnostic.notes.push(note);
        return Flow::Taken;
    }
    match quoted::follow(open, line) {
        Flow::Over if is_bare_source(open, line) => open.take_on_trial(),
        flow => flow,
    }
}

/// Returns whether the line may be source that is not indented; the marks below it would give the missing column.
fn is_bare_source(open: &Open, line: &str) -> bool {
    let wanted = open.taken == 0 && open.diagnostic.location.column.is_none();
    wanted && !line.trim().is_empty() && head::read(line).is_none()
}

/// A message that begins below its place: up to the first blank line, or as far as it is indented.
fn message_line(open: &mut Open, line: &str) -> Flow {
    const PATIENCE: usize = 3;
    if line.trim().is_empty() && open.taken < PATIENCE {
        return Flow::Taken;
    }
    if line.trim().is_empty() || head::read(line).is_some() {
        return Flow::Over;
    }
    open.push_message(line.trim());
    let first = open.diagnostic.message.as_str();
    open.diagnostic.error_type = format::guess::error_type(open.diagnostic.severity, first);
    Flow::Taken
}

/// Takes a line that repeats the place and continues further to the right, as Mercury and gawk break a
/// message up.
fn continued(open: &mut Open, line: &str) -> bool {
    const INDENTATION: &str = "   ";
    if open.previous.as_bytes().first() != line.as_bytes().first() {
        return false;
    }
    let Some(at) = text::find(&open.previous, text::literal!(": ")) else {
        return false;
    };
    let (place, _) = open.previous.split_at(at + 1);
    let Some(rest) = line
        .strip_prefix(place)
        .filter(|rest| rest.starts_with(INDENTATION))
    else {
        return false;
    };
    let rest = rest.trim();
    if let Some((severity, _)) = format::severity::take(rest) {
        open.diagnostic.severity = severity;
    }
    open.push_message(rest);
    true
}

/// A remark with its own place, which compilers print after the diagnostic that it belongs to.
fn note(line: &str) -> Option<Note> {
    if !text::holds(line, text::literal!("note: ")) {
        return None;
    }
    let head = head::read(line)?;
    let is_note = head.severity == Some(Severity::Info) && head.code.is_none() && !line.starts_with(' ');
    is_note.then(|| Note {
        message: head.message.to_owned(),
        location: head.location,
    })
}
