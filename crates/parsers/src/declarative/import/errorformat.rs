//! Vim's and reviewdog's `errorformat` (Vim's documentation: `:help errorformat`).

use super::super::error::DeclarativeError;
use super::super::file::{LineText, OneOrMore, RuleText};
use super::super::rule::Repeat;
use super::{Imported, as_id, blank, finish, one_line};
use unbreak_core::Severity;

/// Converts lines of errorformat: one pattern or several, separated by commas, on each line, with
/// or without Vim's `set errorformat=` before them.
///
/// # Errors
/// When a pattern uses what cannot be carried over (`%>`, `%D`, `%X`, `%o`, ...), by its name.
pub fn from_errorformat(text: &str, name: &str) -> Result<Imported, DeclarativeError> {
    let mut entries = Vec::new();
    for source in patterns(text) {
        entries.push(Entry::parse(&source).map_err(|error| error.within(format!("'{source}'")))?);
    }
    let mut file = blank(&as_id(name), format!("the errorformat {name}"));
    file.rules = rules(&entries);
    if file.rules.is_empty() {
        return Err(DeclarativeError::new("no pattern in it gives an error"));
    }
    file.severity = Severity::Error;
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

/// What `set errorformat=` and its relatives set.
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

/// In an option's value a backslash stands before spaces, bars, quotes and itself.
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

/// At commas: at all of an option's value; otherwise only where a new pattern must begin, because
/// reviewdog's patterns hold commas of their own.
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
    /// The letter that says what it is, or a space.
    kind: char,
    /// `%-`: the line is not shown.
    hidden: bool,
    regex: String,
    has_file: bool,
}

impl Entry {
    fn parse(source: &str) -> Result<Self, DeclarativeError> {
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

fn refused(what: &str) -> DeclarativeError {
    DeclarativeError::new(format!("{what} cannot be carried over"))
}

/// The items of a pattern as a regular expression; `whole` takes the line itself for the message.
fn translate(body: &str, whole: bool) -> Result<String, DeclarativeError> {
    let mut regex = String::new();
    let mut rest = body.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            // A backslash only stands before what would mean something to the option.
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

/// `%t%n`: what `E501` consists of is one code.
const LETTER_AND_NUMBER: &str = r"(?P<code>(?P<severity>[A-Za-z])\d+)";

fn item(item: char) -> Result<&'static str, DeclarativeError> {
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
fn scan(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, DeclarativeError> {
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
fn meta(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, DeclarativeError> {
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

/// The rules that the patterns make together.
fn rules(entries: &[Entry]) -> Vec<RuleText> {
    let of = |kind: char| entries.iter().filter(move |entry| entry.kind == kind);
    let mut rules = Vec::new();
    for entry in entries {
        if entry.begins() {
            rules.push(several(entry, of('C'), of('Z')));
        } else if entry.kind == ' ' && entry.has_file && !entry.hidden {
            rules.push(one_line(entry.regex.clone()));
        }
    }
    rules.extend(of('P').map(|head| below(head, entries)));
    rules
}

/// An error on several lines.
fn several<'a>(
    begin: &Entry,
    goes_on: impl Iterator<Item = &'a Entry>,
    ends: impl Iterator<Item = &'a Entry>,
) -> RuleText {
    let mut lines = vec![LineText {
        severity: begin.severity(),
        ..line(vec![shown(begin)], Repeat::Once, false)
    }];
    let goes_on: Vec<String> = goes_on.map(shown).collect();
    let ends: Vec<String> = ends.map(shown).collect();
    if !goes_on.is_empty() {
        lines.push(line(goes_on, Repeat::Any, false));
    }
    if !ends.is_empty() {
        lines.push(line(ends, Repeat::Maybe, false));
    }
    RuleText {
        lines,
        ..RuleText::default()
    }
}

/// Errors below the name of their file.
fn below(head: &Entry, entries: &[Entry]) -> RuleText {
    let inner = entries.iter().filter(|entry| !entry.has_file);
    let items = inner.clone().filter(|entry| entry.kind == ' ' || entry.begins());
    let ends: Vec<String> = inner.filter(|entry| entry.kind == 'Q').map(shown).collect();
    let mut lines = vec![
        line(vec![head.regex.clone()], Repeat::Once, false),
        line(items.map(shown).collect(), Repeat::Many, true),
    ];
    if !ends.is_empty() {
        lines.push(line(ends, Repeat::Maybe, false));
    }
    RuleText {
        lines,
        ..RuleText::default()
    }
}

fn line(mut patterns: Vec<String>, repeat: Repeat, each: bool) -> LineText {
    let pattern = match patterns.len() {
        1 => OneOrMore::One(patterns.remove(0)),
        _ => OneOrMore::More(patterns),
    };
    LineText {
        pattern,
        groups: std::collections::BTreeMap::new(),
        severity: None,
        repeat,
        each,
    }
}

/// `%-C`: the line belongs to the error, and its words do not.
fn shown(entry: &Entry) -> String {
    if entry.hidden {
        return entry.regex.replace("(?P<message>", "(?:");
    }
    entry.regex.clone()
}
