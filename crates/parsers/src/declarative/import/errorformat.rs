//! Vim's and reviewdog's `errorformat` (Vim's documentation: `:help errorformat`).

use unbreak_core::Severity;

use super::{Imported, as_id, blank, finish};
use crate::GrammarError;
use crate::format::grammar::file::{BlockTable, OneOrMore, PartTable, PartText};

/// Converts lines of errorformat: one pattern or several, separated by commas, on each line, with
/// or without Vim's `set errorformat=` before them.
///
/// # Errors
/// When a pattern uses an item without an equivalent (`%>`, `%D`, `%X`, `%o`, ...), by its name.
pub fn from_errorformat(text: &str, name: &str) -> Result<Imported, GrammarError> {
    let mut entries = Vec::new();
    for source in patterns(text) {
        entries.push(Entry::parse(&source).map_err(|error| error.within(format!("'{source}'")))?);
    }
    let mut file = blank(&as_id(name), format!("the errorformat {name}"));
    file.blocks = blocks(&entries);
    if file.blocks.is_empty() {
        return Err(GrammarError::new("no pattern in it gives an error"));
    }
    if entries.iter().any(|entry| entry.regex.contains("(?P<severity>")) {
        let letters = LETTERS
            .iter()
            .map(|(letter, severity)| ((*letter).to_owned(), *severity));
        file.severities = letters.collect();
    }
    let notes = entries.iter().filter(|entry| entry.kind == 'G' && !entry.hidden);
    let notes = notes.map(|entry| format!("'{}' only gives general messages and was left out", entry.source));
    finish(file, notes.collect())
}

/// The patterns of all lines.
fn patterns(text: &str) -> Vec<String> {
    let joined = text.replace("\r\n", "\n").replace("\n\\", "").replace("\\\n", "");
    let mut patterns = Vec::new();
    for line in joined.lines().map(str::trim_start) {
        if line.trim().is_empty() || line.starts_with(['"', '#']) {
            continue;
        }
        match option(line) {
            Some(value) => patterns.extend(split(&unescaped_spaces(value), true)),
            None => patterns.extend(split(line, false)),
        }
    }
    patterns
}

/// The value that `set errorformat=` and similar commands set.
fn option(line: &str) -> Option<&str> {
    let line = ["CompilerSet", "setlocal", "set"]
        .iter()
        .find_map(|word| line.strip_prefix(word)?.strip_prefix(' '))?;
    let line = line.trim_start();
    ["errorformat", "efm"].iter().find_map(|name| {
        line.strip_prefix(name)?
            .trim_start_matches(['+', '^'])
            .strip_prefix('=')
    })
}

/// In an option's value, spaces, bars, quotes and backslashes are escaped with a backslash.
fn unescaped_spaces(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some(' ' | '|' | '"' | '\\')) => text.extend(rest.next()),
            _ => text.push(c),
        }
    }
    text
}

/// Splits at commas: at all of them in an option's value; otherwise only where a new pattern must
/// begin, because reviewdog's patterns contain commas.
fn split(line: &str, at_all: bool) -> Vec<String> {
    let mut patterns = vec![String::new()];
    let mut rest = line.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let Some(last) = patterns.last_mut() else { break };
        match c {
            '\\' if line[at + 1..].starts_with(',') => {
                rest.next();
                last.push(',');
            }
            '%' => {
                last.push(c);
                last.extend(rest.next().map(|(_, c)| c));
            }
            ',' if at_all || begins_pattern(&line[at + 1..]) => patterns.push(String::new()),
            c => last.push(c),
        }
    }
    patterns.retain(|pattern| !pattern.is_empty());
    patterns
}

fn begins_pattern(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('%') else {
        return false;
    };
    let rest = rest.trim_start_matches(['+', '-']);
    rest.starts_with(|c: char| c.is_ascii_uppercase()) || rest.starts_with('f')
}

/// One pattern.
struct Entry {
    source: String,
    /// The letter of its kind, or a space.
    kind: char,
    /// `%-`: the line is not shown.
    hidden: bool,
    regex: String,
    has_file: bool,
}

impl Entry {
    fn parse(source: &str) -> Result<Self, GrammarError> {
        let (modifier, rest) = match source.strip_prefix("%+").or(source.strip_prefix("%-")) {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_uppercase()) => (source.chars().nth(1), rest),
            _ => (None, source),
        };
        let with_percent = if modifier.is_some() {
            Some(rest)
        } else {
            rest.strip_prefix('%')
        };
        let letter = with_percent.and_then(|text| text.chars().next());
        let kind = letter.filter(char::is_ascii_uppercase);
        let (kind, body) = match (kind, with_percent) {
            (Some(kind), Some(text)) => (kind, &text[1..]),
            _ => (' ', rest),
        };
        if !matches!(
            kind,
            ' ' | 'E' | 'W' | 'I' | 'N' | 'A' | 'C' | 'Z' | 'G' | 'P' | 'Q' | 'O'
        ) {
            return Err(refused(&format!("%{kind}")));
        }
        let translated = translate(body, modifier == Some('+'))?;
        Ok(Self {
            source: source.to_owned(),
            kind,
            hidden: modifier == Some('-'),
            has_file: translated.contains("(?P<file>"),
            regex: format!("^{translated}$"),
        })
    }

    fn begins(&self) -> bool {
        matches!(self.kind, 'A' | 'E' | 'W' | 'I' | 'N')
    }

    fn severity(&self) -> Option<Severity> {
        match self.kind {
            'E' => Some(Severity::Error),
            'W' => Some(Severity::Warning),
            'I' | 'N' => Some(Severity::Info),
            _ => None,
        }
    }
}

fn refused(what: &str) -> GrammarError {
    GrammarError::new(format!("{what} cannot be carried over"))
}

/// The items of a pattern as a regular expression; `whole` takes the line itself for the message.
fn translate(body: &str, whole: bool) -> Result<String, GrammarError> {
    let mut regex = String::new();
    let mut rest = body.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            // A backslash only escapes characters with a meaning in the option.
            let literal = match c {
                '\\' => rest.next().unwrap_or(c),
                c => c,
            };
            regex.push_str(&regex_syntax::escape(literal.encode_utf8(&mut [0; 4])));
            continue;
        }
        let item = rest.next().ok_or_else(|| refused("a '%' at the end"))?;
        if item == 't' && rest.clone().take(2).eq(['%', 'n']) {
            rest.nth(1);
            regex.push_str(LETTER_AND_NUMBER);
            continue;
        }
        regex.push_str(&match item {
            '*' => scan(&mut rest)?,
            '\\' => meta(&mut rest)?,
            '[' => class(&mut rest),
            item => self::item(item)?.to_owned(),
        });
    }
    if !whole {
        return Ok(regex);
    }
    Ok(format!("(?P<message>{})", regex.replace("(?P<message>", "(?:")))
}

/// Vim's meaning of the letter of `%t`; all unknown letters are errors.
const LETTERS: [(&str, Severity); 8] = [
    ("c", Severity::Error),
    ("e", Severity::Error),
    ("f", Severity::Error),
    ("i", Severity::Info),
    ("n", Severity::Info),
    ("r", Severity::Error),
    ("s", Severity::Error),
    ("w", Severity::Warning),
];

/// `%t%n`: the two items of `E501` are one code.
const LETTER_AND_NUMBER: &str = r"(?P<code>(?P<severity>[A-Za-z])\d+)";

fn item(item: char) -> Result<&'static str, GrammarError> {
    Ok(match item {
        'f' => r"(?P<file>(?:[A-Za-z]:)?\S.*?)",
        'l' => r"(?P<line>\d+)",
        'e' => r"(?P<end_line>\d+)",
        'c' | 'v' => r"(?P<column>\d+)",
        'k' => r"(?P<end_column>\d+)",
        'n' => r"(?P<code>\d+)",
        't' => r"(?P<severity>[A-Za-z])",
        'm' => r"(?P<message>.+)",
        'p' => r"(?P<pointer>[-\s.~]*)",
        's' => r".+?",
        'r' => r".*",
        '%' => "%",
        '.' => ".",
        '#' => "*",
        '^' => "^",
        '$' => "$",
        '~' => "~",
        other => return Err(refused(&format!("%{other}"))),
    })
}

/// `%*{conversion}`: as many as there are of a class.
fn scan(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, GrammarError> {
    match rest.next() {
        Some('[') => Ok(class(rest) + "+"),
        Some('\\') => Ok(meta(rest)? + "+"),
        other => Err(refused(&format!("%*{}", other.unwrap_or(' ')))),
    }
}

/// A class up to its end; a bracket that is first belongs to it.
fn class(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut class = String::from("[");
    class.extend(rest.next_if_eq(&'^'));
    if rest.next_if_eq(&']').is_some() {
        class.push_str("\\]");
    }
    while let Some(c) = rest.next() {
        match c {
            ']' => break,
            '\\' => {
                class.push('\\');
                class.push(rest.next().unwrap_or('\\'));
            }
            '[' | '&' | '~' => {
                class.push('\\');
                class.push(c);
            }
            c => class.push(c),
        }
    }
    class.push(']');
    class
}

/// Vim's own marks of patterns, as `%\+`.
fn meta(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, GrammarError> {
    // An option that was taken from a script may have it doubled.
    while rest.next_if_eq(&'\\').is_some() {}
    Ok(match rest.next() {
        Some('+') => "+".to_owned(),
        Some('=' | '?') => "?".to_owned(),
        Some('|') => "|".to_owned(),
        Some('(') => "(?:".to_owned(),
        Some(')') => ")".to_owned(),
        Some('%') if rest.next_if_eq(&'(').is_some() => "(?:".to_owned(),
        Some('<' | '>') => "\\b".to_owned(),
        Some(c @ ('d' | 'D' | 's' | 'S' | 'w' | 'W')) => format!("\\{c}"),
        Some(c @ ('.' | '*' | '[' | ']' | '^' | '$' | '~' | '/')) => format!("\\{c}"),
        other => return Err(refused(&format!("%\\{}", other.unwrap_or(' ')))),
    })
}

/// The blocks that the patterns make together, in their order: of several that begin with the same line the
/// first counts.
fn blocks(entries: &[Entry]) -> Vec<BlockTable> {
    let of = |kind: char| entries.iter().filter(move |entry| entry.kind == kind);
    let mut blocks = Vec::new();
    for entry in entries {
        if entry.begins() {
            blocks.push(several(entry, of('C'), of('Z')));
        } else if entry.kind == ' ' && entry.has_file && !entry.hidden {
            blocks.push(block(vec![PartText::Once(entry.regex.clone())]));
        }
    }
    blocks.extend(of('P').map(|head| below(head, entries)));
    blocks
}

fn block(lines: Vec<PartText>) -> BlockTable {
    BlockTable {
        lines,
        ..BlockTable::default()
    }
}

/// An error on several lines.
fn several<'a>(
    begin: &Entry,
    goes_on: impl Iterator<Item = &'a Entry>,
    ends: impl Iterator<Item = &'a Entry>,
) -> BlockTable {
    let mut lines = vec![part(PartTable {
        once: Some(OneOrMore::One(shown(begin))),
        severity: begin.severity(),
        ..PartTable::default()
    })];
    lines.extend(patterns_of(goes_on).map(|any| {
        part(PartTable {
            any: Some(any),
            lazy: true,
            ..PartTable::default()
        })
    }));
    lines.extend(patterns_of(ends).map(maybe));
    block(lines)
}

/// Errors below the name of their file.
fn below(head: &Entry, entries: &[Entry]) -> BlockTable {
    let inner = entries.iter().filter(|entry| !entry.has_file);
    let items = inner.clone().filter(|entry| entry.kind == ' ' || entry.begins());
    let ends = inner.filter(|entry| entry.kind == 'Q');
    let mut lines = vec![PartText::Once(head.regex.clone())];
    lines.push(part(PartTable {
        many: Some(items.map(shown).collect::<Vec<_>>().into()),
        each: true,
        lazy: true,
        ..PartTable::default()
    }));
    lines.extend(patterns_of(ends).map(maybe));
    block(lines)
}

/// The patterns of these entries, if there are any.
fn patterns_of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Option<OneOrMore> {
    let patterns: Vec<String> = entries.map(shown).collect();
    (!patterns.is_empty()).then(|| patterns.into())
}

fn maybe(patterns: OneOrMore) -> PartText {
    part(PartTable {
        maybe: Some(patterns),
        ..PartTable::default()
    })
}

fn part(table: PartTable) -> PartText {
    PartText::Table(Box::new(table))
}

/// `%-C`: the line belongs to the error, and its words do not.
fn shown(entry: &Entry) -> String {
    if entry.hidden {
        return entry.regex.replace("(?P<message>", "(?:");
    }
    entry.regex.clone()
}
