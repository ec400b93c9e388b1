//! Places at the beginning of a line, in the shapes that tools write them:
//! `FILE:3:5`, `FILE(3,5)`, `FILE[3, 5]`, `"FILE", line 3`, `FILE:3.5-9`, `FILE|3 col 5|`, ...

use unbreak_core::{Location, Severity};

use super::severity;
use super::span::{self, Span};

/// A file name is not searched for further than this, so that the cost of a line is linear.
const LONGEST_FILE: usize = 512;

/// A place, and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed<'a> {
    /// The file as printed, without quotes.
    pub(crate) file: &'a str,
    /// Why it is taken for a file.
    pub(crate) kind: FileKind,
    pub(crate) span: Span,
    /// A severity that stands between file and line: `a.robot:W:3:1`.
    pub(crate) severity: Option<Severity>,
    /// What follows the place, its separator included.
    pub(crate) rest: &'a str,
}

impl Placed<'_> {
    pub(crate) fn location(&self) -> Location {
        self.span.in_file(self.file)
    }
}

/// What makes a text look like the name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FileKind {
    /// Nothing but being one word.
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
    (1..bytes.len())
        .filter(|at| matches!(bytes[*at], b':' | b'(' | b'[' | b',' | b'|' | b' '))
        .find_map(|at| placed(text, at))
}

fn placed(text: &str, at: usize) -> Option<Placed<'_>> {
    let (span, rest) = span::parse(&text[at..])?;
    let (file, severity) = without_severity(text[..at].trim_end());
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
    let split = file.rsplit_once(':');
    let split = split.and_then(|(file, label)| {
        let severity = severity::letter(label).or_else(|| severity::word(label))?;
        Some((file, Some(severity)))
    });
    split.filter(|(file, _)| file.len() > 1).unwrap_or((file, None))
}

fn unquoted(file: &str) -> &str {
    let file = file.strip_prefix("File ").unwrap_or(file);
    [['"', '"'], ['\'', '\''], ['`', '\''], ['`', '`']]
        .into_iter()
        .find_map(|[open, close]| file.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(file)
}

/// Whether the text can be the name of a file, and how sure that is.
pub(crate) fn kind(name: &str) -> Option<FileKind> {
    if name.is_empty() || is_stream(name) {
        return is_stream(name).then_some(FileKind::Sure);
    }
    let rooted = is_rooted(name);
    let odd = name.contains(['<', '>', '|', '*', '?', '"', '\t', ';', '`']);
    let labelled =
        name.chars().skip(1).any(|c| c == ':') && name.rfind(':') != Some(1) && !name.starts_with("file:");
    let sentence = labelled || (name.contains(' ') && !rooted);
    let address = name.contains("://") && !name.starts_with("file://");
    if odd || sentence || address || (name.contains('=') && !rooted) {
        return None;
    }
    if rooted {
        return Some(FileKind::Sure);
    }
    relative_kind(name)
}

fn relative_kind(name: &str) -> Option<FileKind> {
    let nested = name.contains(['/', '\\']);
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    if has_ending(base) && (nested || !is_host(base)) || is_known(base) {
        return Some(FileKind::Sure);
    }
    let word = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"._+-/\\@~#".contains(&b) || b >= 0x80);
    let lettered = name
        .bytes()
        .any(|byte| byte.is_ascii_alphabetic() || byte >= 0x80);
    let doubtful = nested || has_ending(base);
    match (word && lettered, doubtful) {
        (true, true) => Some(FileKind::Doubtful),
        (true, false) => Some(FileKind::Word),
        (false, _) => None,
    }
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
            "-" | "stdin" | "STDIN" | "standard input" | "(stdin)" | "(standard input)"
        ),
    }
}

/// `/a`, `./a`, `../a`, `~/a`, `C:\a`, `\\server\a`.
fn is_rooted(name: &str) -> bool {
    let bytes = name.as_bytes();
    let drive = bytes.len() > 3
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes[2], b'/' | b'\\');
    drive
        || ["./", "../", "~/", ".\\", "..\\", "\\\\", "file://"]
            .iter()
            .any(|start| name.starts_with(start))
        || (bytes[0] == b'/' && bytes.len() > 1 && !name.starts_with("//"))
}

/// Whether it ends as file names do: a dot and a short word that is no number.
fn has_ending(base: &str) -> bool {
    const LONGEST: usize = 12;
    let Some((_, ending)) = base.rsplit_once('.') else {
        return false;
    };
    let length = ending.len();
    (1..=LONGEST).contains(&length)
        && ending
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+'))
        && ending.bytes().any(|byte| byte.is_ascii_alphabetic())
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
