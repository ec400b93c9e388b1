//! Places in words: `MESSAGE in FILE on line 3, column 5`.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, code, guess, locate, severity, span};

register_parser!(Format::of(&described::GENERIC_PHRASE).line(begin));

/// The contents of a sentence.
struct Phrase<'a> {
    location: Location,
    severity: Option<Severity>,
    code: Option<&'a str>,
    message: &'a str,
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    const LONGEST: usize = 2000;
    let text = line.text;
    if text.len() > LONGEST || text.starts_with([' ', '\t']) {
        return None;
    }
    if let Some((severity, phrase)) = after_severity(text) {
        return phrase.into_diagnostic(Some(severity));
    }
    let (severity, text) = outer(text);
    let phrase = in_words(text, severity)
        .or_else(|| at_sign(text))
        .or_else(|| abbreviated(text))
        .or_else(|| position_and_file(text, severity))
        .or_else(|| at_end(text, severity?))?;
    phrase.into_diagnostic(severity)
}

/// `Error at 3:5: MESSAGE`, of a tool that reads its standard input.
fn after_severity(text: &str) -> Option<(Severity, Phrase<'_>)> {
    let (word, rest) = text.split_once(" at ")?;
    let (place, message) = rest.split_once(": ")?;
    let (line, column) = place.split_once(':')?;
    let location = Location {
        line: line.parse().ok().filter(|line| *line > 0),
        column: column.parse().ok(),
        ..Location::default()
    };
    let whole = location.line.is_some() && location.column.is_some();
    let phrase = Phrase {
        location,
        severity: None,
        code: None,
        message,
    };
    Some((severity::word(word)?, phrase)).filter(|_| whole)
}

/// A severity that the sentence begins with, or the name of an exception: `ParseError: `.
fn outer(text: &str) -> (Option<Severity>, &str) {
    if let Some((severity, rest)) = severity::take(text) {
        return (Some(severity), rest);
    }
    if let Some(rest) = text.strip_prefix("Syntax error: ") {
        return (Some(Severity::Error), rest);
    }
    match text.split_once(": ") {
        Some((class, rest))
            if class.ends_with("Error") && class.bytes().all(|b| b.is_ascii_alphanumeric()) =>
        {
            (Some(Severity::Error), rest)
        }
        _ => (None, text),
    }
}

impl Phrase<'_> {
    fn into_diagnostic(mut self, outer: Option<Severity>) -> Option<Diagnostic> {
        self.message = self.message.trim();
        let (message, rule) = match code::take_trailing(self.message) {
            Some((message, rule)) => (message, Some(rule)),
            None => (self.message, self.code),
        };
        if !message.chars().any(char::is_alphabetic) {
            return None;
        }
        let severity = self.severity.or(outer).unwrap_or(Severity::Error);
        let mut diagnostic =
            Diagnostic::new(guess::error_type(severity, message), severity, message).at(self.location);
        diagnostic.code = rule.map(str::to_owned);
        Some(diagnostic)
    }
}

/// `... on line 3, column 5 ...`
fn in_words(text: &str, severity: Option<Severity>) -> Option<Phrase<'_>> {
    let (at, span, rest) = worded(text)?;
    // `{ line: 3, column: 5 }` is source.
    if text[..at].trim_end().ends_with('{') {
        return None;
    }
    let before = without_connective(text[..at].trim_end_matches([' ', ',', '(', '[', ':']));
    if let Some(phrase) = before_file(before, span, rest) {
        return Some(phrase);
    }
    let (message, file) = match trailing_file(before) {
        (_, None) => leading_file(before, &span),
        found => found,
    };
    let (message, file) = match file {
        None => enclosed_file(before, rest).unwrap_or((message, None)),
        file => (message, file),
    };
    let said = rest.trim_start_matches([':', ',', ')', '.', ' ', '-']);
    // `line 1: ERROR: x`, of a tool that reads its standard input.
    let labelled = (at == 0).then(|| severity::take(said)).flatten();
    let told = severity.is_some() || file.is_some() || span.column.is_some() || labelled.is_some();
    if !told || rest.starts_with(", in ") {
        return None;
    }
    let (own, rest) = labelled.map_or((None, said), |(severity, rest)| (Some(severity), rest));
    let own = own.or_else(|| severity::word(message));
    let message = if message.is_empty() || severity::word(message).is_some() {
        rest
    } else {
        message
    };
    Some(Phrase {
        location: located(span, file),
        severity: own,
        code: None,
        message,
    })
}

/// `SEVERITY on line 3 of FILE: MESSAGE`, `MESSAGE near line 3 column 5, file FILE`.
fn before_file<'a>(before: &'a str, span: span::Span, rest: &'a str) -> Option<Phrase<'a>> {
    let rest = rest.trim_start_matches([',', ' ']);
    let word = ["of file ", "in file ", "file ", "of ", "in "]
        .iter()
        .find(|word| rest.starts_with(**word))?;
    let (named, rest) = (word.contains("file"), &rest[word.len()..]);
    let (name, said) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
    let file = sure(name.trim_end_matches([':', ',', ';', '.']))?;
    let said = said.trim_matches([' ', '*']);
    let bare = before.trim_start_matches(['*', ' ']);
    let (code, bare) = code::take_leading(bare).map_or((None, bare), |(code, rest)| (Some(code), rest));
    let severity = complaint(bare);
    let quoted = name.starts_with('"');
    let whole = quoted && before.is_empty() && !named;
    let reported = whole || name.ends_with(':') && (quoted || named || span.column.is_some());
    // Prose also mentions lines of files.
    if severity.is_none() && code.is_none() && !reported {
        return None;
    }
    let unsaid = bare.is_empty() || severity::word(bare).is_some();
    Some(Phrase {
        location: located(span, Some(file)),
        severity,
        code,
        message: if unsaid && !said.is_empty() { said } else { bare },
    })
}

/// The severity that a complaint begins with, or that is the end of a short one: `Semantic error`.
fn complaint(text: &str) -> Option<Severity> {
    const SHORT: usize = 2;
    let mut words = text.split([' ', ':']).filter(|word| !word.is_empty());
    let first = words.clone().next().and_then(severity::word);
    let last = || {
        let short = words.clone().count() <= SHORT;
        words.next_back().filter(|_| short).and_then(severity::word)
    };
    first.or_else(last)
}

/// The position of `line 3`, and its value.
fn worded(text: &str) -> Option<(usize, span::Span, &str)> {
    let starts = text.match_indices("ine").map(|(at, _)| at);
    starts
        .filter(|at| *at > 0 && matches!(text.as_bytes()[at - 1], b'l' | b'L'))
        .map(|at| at - 1)
        .filter(|at| *at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric())
        .find_map(|at| {
            let (span, rest) = span::words(&text[at..])?;
            (span.line > 0).then_some((at, span, rest))
        })
}

fn located(span: span::Span, file: Option<&str>) -> Location {
    let mut location = span.in_file(file.unwrap_or_default());
    location.file = location.file.filter(|file| !file.is_empty());
    location
}

fn without_connective(text: &str) -> &str {
    [" on", " at", " near", " in", "on", "at"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
        .map_or(text, |text| text.trim_end_matches([' ', ',', ':', '(']))
}

/// Splits `MESSAGE in FILE`.
fn trailing_file(text: &str) -> (&str, Option<&str>) {
    for connective in [
        " in file ",
        " in template ",
        "[in template ",
        " in ",
        " at ",
        " from ",
    ] {
        if let Some((message, file)) = text.rsplit_once(connective)
            && let Some(file) = sure(file)
        {
            return (message, Some(file));
        }
    }
    // `In FILE, MESSAGE on line 3`.
    if let Some((file, message)) = text.strip_prefix("In ").and_then(|text| text.split_once(", "))
        && let Some(file) = sure(file)
    {
        return (message, Some(file));
    }
    match ["in ", "at "].iter().find_map(|start| text.strip_prefix(start)) {
        Some(file) if sure(file).is_some() => ("", sure(file)),
        _ => (text, None),
    }
}

/// Splits `FILE: MESSAGE`. Prose has such beginnings, too: there must be a column, or a complaint.
fn leading_file<'a>(text: &'a str, span: &span::Span) -> (&'a str, Option<&'a str>) {
    let split = text.split_once(": ");
    let Some((file, message)) = split.and_then(|(file, message)| Some((sure(file)?, message))) else {
        return (text, None);
    };
    // The full name of an exception has dots, too.
    if ["Error", "Exception"].iter().any(|end| file.ends_with(end)) {
        return (text, None);
    }
    if span.column.is_some() || severity::word(message).is_some() || is_syntax(message) {
        (message, Some(file))
    } else {
        (text, None)
    }
}

fn is_syntax(message: &str) -> bool {
    guess::error_type(Severity::Error, message) == ErrorType::Syntax
}

/// Splits `MESSAGE (FILE` before `, line 3)`.
fn enclosed_file<'a>(text: &'a str, rest: &str) -> Option<(&'a str, Option<&'a str>)> {
    let (message, file) = text.rsplit_once(['(', '['])?;
    let closed = rest.starts_with([')', ']', ',']);
    closed.then_some((message.trim_end(), Some(sure(file)?)))
}

fn sure(file: &str) -> Option<&str> {
    let file = file.trim_matches(['"', '\'', '`']);
    (locate::kind(file)? == locate::FileKind::Sure).then_some(file)
}

/// `FILE: error @ 3:5 - MESSAGE`.
fn at_sign(text: &str) -> Option<Phrase<'_>> {
    let (before, after) = text.split_once(" @ ")?;
    let (file, severity) = before.split_once(": ")?;
    let (place, message) = after.split_once(' ')?;
    let (line, column) = place.split_once(':')?;
    Some(Phrase {
        location: Location::column(sure(file)?, line.parse().ok()?, column.parse().ok()?),
        severity: Some(severity::word(severity)?),
        code: None,
        message: severity::after_separator(message),
    })
}

/// `(FILE Ln 3 Col 5) MESSAGE`.
fn abbreviated(text: &str) -> Option<Phrase<'_>> {
    let (place, message) = text.strip_prefix('(')?.split_once(") ")?;
    let (file, place) = place.split_once(" Ln ")?;
    let (line, column) = place.split_once(" Col ")?;
    Some(Phrase {
        location: Location::column(sure(file)?, line.parse().ok()?, column.parse().ok()?),
        severity: None,
        code: None,
        message,
    })
}

/// `MESSAGE (3:5) in FILE`; and, after a severity, `Unable to parse FILE: MESSAGE (3:5)`.
fn position_and_file(text: &str, severity: Option<Severity>) -> Option<Phrase<'_>> {
    let (message, rest) = text.rsplit_once(" (")?;
    let (place, after) = rest.split_once(')')?;
    let (line, column) = place.split_once(':')?;
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    let (file, message) = match after.strip_prefix(" in ") {
        Some(file) if severity.is_some() || is_syntax(message) => (sure(file)?, message),
        Some(_) => return None,
        None => {
            severity.filter(|_| after.trim_end_matches('.').is_empty())?;
            let (before, message) = message.split_once(": ")?;
            (sure(before.rsplit(' ').next()?)?, message)
        }
    };
    Some(Phrase {
        location: Location::column(file, line, column),
        severity,
        code: None,
        message,
    })
}

/// `MESSAGE [FILE:3]`, `MESSAGE (FILE:3)`, `MESSAGE at FILE:3:5`.
fn at_end(text: &str, severity: Severity) -> Option<Phrase<'_>> {
    let text = text.trim_end().trim_end_matches(':');
    let enclosed = [("[", ']'), ("(", ')')].into_iter().find_map(|(open, close)| {
        let (message, place) = text.strip_suffix(close)?.rsplit_once(open)?;
        Some((message, place.strip_prefix("file: ").unwrap_or(place)))
    });
    let plain = || [" at ", " in "].iter().find_map(|word| text.rsplit_once(word));
    let (message, place) = enclosed.or_else(plain)?;
    let placed = locate::at_start(place)?;
    let ends = placed.rest.is_empty() && placed.kind == locate::FileKind::Sure;
    ends.then(|| Phrase {
        location: placed.location(),
        severity: Some(severity),
        code: None,
        message,
    })
}
