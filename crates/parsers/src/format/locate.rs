//! Places at the beginning of a line, in the shapes that tools write them:
//! `FILE:3:5`, `FILE(3,5)`, `FILE[3, 5]`, `"FILE", line 3`, `FILE:3.5-9`, `FILE|3 col 5|`, ...

use unbreak_core::{Location, Severity};

use super::severity;
use super::span::{self, Span};

/// A file name is not searched for further than this, so that the cost of a line is linear.
const LONGEST_FILE: usize = 512;

/// A place, with the text after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed<'a> {
    /// The file as printed, without quotes.
    pub(crate) file: &'a str,
    /// Why it is taken for a file.
    pub(crate) kind: FileKind,
    pub(crate) span: Span,
    /// A severity that is between file and line: `a.robot:W:3:1`.
    pub(crate) severity: Option<Severity>,
    /// The text after the place, with its separator.
    pub(crate) rest: &'a str,
}

impl Placed<'_> {
    pub(crate) fn location(&self) -> Location {
        self.span.in_file(self.file)
    }
}

/// The evidence that a text is the name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FileKind {
    /// It is one word; nothing else.
    Word,
    /// Something in it, which a host name or a container image has too: `a.com`, `library/node`.
    Doubtful,
    /// A path from the root, a file ending, or a name that is only used for files.
    Sure,
}

/// The place that the text begins with.
pub(crate) fn at_start(text: &str) -> Option<Placed<'_>> {
    let end = text.floor_char_boundary(LONGEST_FILE);
    let bytes = &text.as_bytes()[..end];
    let mut at = 1;
    while let Some(next) = bytes
        .get(at..)?
        .iter()
        .position(|byte| SEPARATORS[usize::from(*byte)])
    {
        at += next;
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        // Between spaces, what follows is what follows the first of them, and a line may hold a million.
        let is_inside = [bytes[at - 1], bytes[at], next] == *b"   ";
        if !is_inside
            && may_part(bytes[at], next)
            && let Some(placed) = placed(text, at)
        {
            return Some(placed);
        }
        at += 1;
    }
    None
}

/// The separators that a place can begin with (see [`may_part`]).
static SEPARATORS: [bool; 256] = {
    let mut separators = [false; 256];
    let all = b":([,| ";
    let mut index = 0;
    while index < all.len() {
        separators[all[index] as usize] = true;
        index += 1;
    }
    separators
};

/// Returns whether the line begins with a place in what is certainly a file, which is typical of reports,
/// not of source.
pub(crate) fn begins_report(line: &str) -> bool {
    at_start(line).is_some_and(|placed| placed.kind == FileKind::Sure && placed.rest.starts_with(':'))
}

/// Returns whether a place can begin with these two bytes: a separator, and a digit, a bracket, or the first
/// letter of `line`, `on line` and the like.
fn may_part(separator: u8, next: u8) -> bool {
    match separator {
        b':' => matches!(next, b'0'..=b'9' | b'[' | b'(' | b' ' | b'l' | b'L'),
        b'(' => matches!(next, b'0'..=b'9' | b'l' | b'L' | b' '),
        b'[' => matches!(next, b'0'..=b'9' | b' '),
        b',' => matches!(next, b' ' | b'l' | b'L'),
        b'|' => next.is_ascii_digit(),
        b' ' => matches!(
            next,
            b'+' | b'(' | b'[' | b'l' | b'L' | b'o' | b'O' | b'a' | b'A' | b'n' | b'N' | b' '
        ),
        _ => false,
    }
}

fn placed(text: &str, at: usize) -> Option<Placed<'_>> {
    let (span, rest) = span::parse(&text[at..])?;
    let named = text[..at].trim_end();
    // `FILE - Line 3, Column 5`.
    let named = named.strip_suffix(" -").unwrap_or(named);
    let (file, severity) = without_severity(named);
    let file = unquoted(file);
    Some(Placed {
        file,
        kind: kind(file)?,
        span,
        severity,
        rest,
    })
}

/// Splits `a.robot:W`.
fn without_severity(file: &str) -> (&str, Option<Severity>) {
    let split = memchr::memrchr(b':', file.as_bytes()).map(|at| (&file[..at], &file[at + 1..]));
    let split = split.and_then(|(file, label)| {
        let severity = severity::letter(label).or_else(|| severity::word(label))?;
        Some((file, Some(severity)))
    });
    split.filter(|(file, _)| file.len() > 1).unwrap_or((file, None))
}

fn unquoted(file: &str) -> &str {
    let file = file.strip_prefix("File ").unwrap_or(file);
    if !file.ends_with(['"', '\'', '`']) {
        return file;
    }
    [['"', '"'], ['\'', '\''], ['`', '\''], ['`', '`']]
        .into_iter()
        .find_map(|[open, close]| file.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(file)
}

/// Returns whether the text can be the name of a file, and how sure that is.
pub(crate) fn kind(name: &str) -> Option<FileKind> {
    let first = *name.as_bytes().first()?;
    if matches!(first, b'-' | b'<' | b's' | b'S' | b'(' | b'{') && is_stream(name) {
        return Some(FileKind::Sure);
    }
    let held = held(name);
    if held & ODD != 0 {
        return None;
    }
    // `FIXME(src/b.py`: the name began before.
    if held & OTHER != 0 && name.contains('(') && !name.contains(')') {
        return None;
    }
    let rooted = is_rooted(name);
    if held & (SPACE | EQUALS) != 0 && !rooted {
        return None;
    }
    if held & COLON != 0 && memchr::memrchr(b':', name.as_bytes()) != Some(1) && !name.starts_with("file:") {
        return None;
    }
    if rooted {
        return Some(FileKind::Sure);
    }
    relative_kind(name, held)
}

fn relative_kind(name: &str, held: u8) -> Option<FileKind> {
    let nested = held & SLASH != 0;
    let base = memchr::memrchr2(b'/', b'\\', name.as_bytes()).map_or(name, |at| &name[at + 1..]);
    let ending = has_ending(base);
    if ending && (nested || !is_host(base)) || is_known(base) {
        return Some(FileKind::Sure);
    }
    let word = held & OTHER == 0 && held & LETTER != 0;
    match (word, nested || ending) {
        (true, true) => Some(FileKind::Doubtful),
        (true, false) => Some(FileKind::Word),
        (false, _) => None,
    }
}

/// Never in a file's name that a tool prints.
const ODD: u8 = 1;
const SPACE: u8 = 1 << 1;
const EQUALS: u8 = 1 << 2;
/// After the first character.
const COLON: u8 = 1 << 3;
const SLASH: u8 = 1 << 4;
const LETTER: u8 = 1 << 5;
/// Not part of a word.
const OTHER: u8 = 1 << 6;

/// The classes of each byte. Names are examined byte by byte, several times for a line: it must be cheap.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class(byte as u8);
        byte += 1;
    }
    classes
};

const fn class(byte: u8) -> u8 {
    match byte {
        b'<' | b'>' | b'|' | b'*' | b'?' | b'"' | b'\t' | b';' | b'`' => ODD,
        b' ' => SPACE | OTHER,
        b'=' => EQUALS | OTHER,
        b':' => COLON | OTHER,
        b'/' | b'\\' => SLASH,
        b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => LETTER,
        b'0'..=b'9' | b'.' | b'_' | b'+' | b'-' | b'@' | b'~' | b'#' => 0,
        _ => OTHER,
    }
}

/// The classes of the bytes in a name.
fn held(name: &str) -> u8 {
    let mut bytes = name.bytes().map(|byte| CLASSES[usize::from(byte)]);
    let first = bytes.next().unwrap_or_default() & !COLON;
    bytes.fold(first, |held, class| held | class)
}

/// `-`, `stdin`, `<stdin>`, `<command-line>`.
fn is_stream(name: &str) -> bool {
    let inner = name.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    match inner {
        Some(inner) => {
            !inner.is_empty()
                && inner
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"- _".contains(&b))
        }
        None => matches!(
            name,
            "-" | "stdin" | "STDIN" | "standard input" | "(stdin)" | "(standard input)" | "{standard input}"
        ),
    }
}

/// `/a`, `./a`, `../a`, `~/a`, `C:\a`, `\\server\a`.
fn is_rooted(name: &str) -> bool {
    let bytes = name.as_bytes();
    match bytes {
        [b'/', next, ..] => *next != b'/',
        [b'\\', b'\\', ..] | [b'.' | b'~', b'/', ..] | [b'.', b'\\', ..] => true,
        [b'.', b'.', b'/' | b'\\', ..] => true,
        [b'f', ..] if name.starts_with("file://") => true,
        [drive, b':', b'/' | b'\\', _, ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns whether it ends like a file name: a dot and a short word that is not a number.
fn has_ending(base: &str) -> bool {
    const LONGEST: usize = 12;
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+');
    let bytes = base.as_bytes();
    let length = bytes
        .iter()
        .rev()
        .take(LONGEST + 1)
        .take_while(|byte| fits(byte))
        .count();
    let (name, ending) = bytes.split_at(bytes.len() - length);
    (1..=LONGEST).contains(&length) && name.ends_with(b".") && ending.iter().any(u8::is_ascii_alphabetic)
}

/// `db.example.com` is more likely a host than a DOS program.
fn is_host(base: &str) -> bool {
    const DOMAINS: [&str; 12] = [
        "com",
        "org",
        "net",
        "io",
        "dev",
        "local",
        "internal",
        "localhost",
        "cloud",
        "app",
        "svc",
        "lan",
    ];
    let ending = base.rsplit('.').next().unwrap_or(base);
    DOMAINS.contains(&ending)
}

/// Names without an ending that are only used for files.
fn is_known(base: &str) -> bool {
    const ENDINGS: [&str; 3] = ["file", "BUILD", "CMakeLists"];
    const NAMES: [&str; 8] = [
        "WORKSPACE",
        "SConstruct",
        "SConscript",
        "README",
        "LICENSE",
        "CHANGELOG",
        "configure",
        "crontab",
    ];
    let capitalised = base.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    let suffixed = capitalised && ENDINGS.iter().any(|ending| base.ends_with(ending));
    suffixed || base == "makefile" || NAMES.contains(&base)
}
