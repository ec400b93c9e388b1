//! A line in which any tool says that something failed.

use unbreak_core::{Location, Severity};

use super::place;
use crate::format::{marks, severity, thrown_class};
use crate::pipeline::shape;

/// The content of a line, without its labels.
pub(super) struct Complaint<'a> {
    pub(super) severity: Severity,
    /// The class of what was thrown.
    pub(super) code: Option<&'a str>,
    pub(super) message: &'a str,
    pub(super) location: Location,
}

/// Reads a line that is labelled as an error: `Error: x`, `tool: error: x`, `[ERROR] x`, `✖ Error: x`,
/// `2025-02-13 21:47:59 ERROR x`, `ValueError: x`.
pub(super) fn read(line: &str) -> Option<Complaint<'_>> {
    if is_quoted(line) || is_echo(line) {
        return None;
    }
    let (level, text) = without_prefix(place::undecorated(line));
    let (label, text) = labelled(text).map_or((None, text), |(label, rest)| (Some(label), rest));
    let (code, message) = match thrown_class::split(text) {
        Some((class, message)) => (Some(class), message),
        None => (None, text),
    };
    let thrown = code.map(|_| Severity::Error);
    let thrown = thrown.or_else(|| is_marked_sentence(line).then_some(Severity::Error));
    let severity = label.or(level).or(thrown).filter(|it| *it >= Severity::Error)?;
    let (location, message) = place::of(message);
    let message = message.trim();
    let is_open = message.is_empty() && line.trim_end().ends_with(':');
    (is_open || says_something(message)).then_some(Complaint {
        severity,
        code,
        message,
        location,
    })
}

/// Returns whether a line is labelled with less than an error: `2025-02-13 21:48:01 INFO connected`.
pub(super) fn is_milder(line: &str) -> bool {
    let (level, text) = without_prefix(place::undecorated(line));
    let label = labelled(text).map(|(label, _)| label);
    label.or(level).is_some_and(|severity| severity < Severity::Error)
}

/// A line of source with its number.
fn is_quoted(line: &str) -> bool {
    let numbered = line
        .trim_start_matches([' ', '>'])
        .starts_with(|c: char| c.is_ascii_digit());
    numbered && marks::is_gutter(line)
}

/// The text after a time or a level in brackets, and the level.
fn without_prefix(line: &str) -> (Option<Severity>, &str) {
    let begins = |shape: &shape::Shape| shape.timed || line.starts_with('[');
    let leveled = shape::shapes(line).into_iter().filter(begins).find_map(|shape| {
        let (prefix, rest) = line.split_at_checked(shape.length)?;
        let mut words = prefix
            .split([' ', '[', ']', ':', '|'])
            .filter(|word| !word.is_empty());
        Some((words.find_map(severity::word)?, rest.trim_start()))
    });
    leveled.map_or((None, line), |(severity, rest)| (Some(severity), rest))
}

/// Takes off severities and the name of the program before them.
fn labelled(text: &str) -> Option<(Severity, &str)> {
    let said = severity::take(text).or_else(|| {
        let (program, rest) = text.split_once(": ")?;
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_+./".contains(&byte);
        let is_program = !program.is_empty() && program.bytes().all(fits);
        is_program
            .then(|| severity::take(rest).or_else(|| starred(rest)))
            .flatten()
    })?;
    let said = (said.0, without_count(said.1));
    let again = severity::take(said.1).filter(|(inner, rest)| *inner >= said.0 && !rest.is_empty());
    Some(again.unwrap_or(said))
}

/// `*** [a.o] x`, in which GNU make and `SCons` name the target.
fn starred(text: &str) -> Option<(Severity, &str)> {
    let said = text.strip_prefix("*** ")?;
    let target = said.strip_prefix('[').and_then(|said| said.split_once("] "));
    Some((Severity::Error, target.map_or(said, |(_, said)| said)))
}

/// The text after the seconds since the beginning: `ERRO[0001] x`.
fn without_count(text: &str) -> &str {
    let counted = text.strip_prefix('[').and_then(|text| text.split_once("] "));
    let counted =
        counted.filter(|(count, _)| !count.is_empty() && count.bytes().all(|it| it.is_ascii_digit()));
    counted.map_or(text, |(_, said)| said.trim_start())
}

/// `Could not find a`, `tool: cannot open a`, without a label.
pub(super) fn unlabelled(line: &str) -> Option<Complaint<'_>> {
    let text = line
        .split_once(": ")
        .map_or(line, |(program, said)| match program.contains(' ') {
            true => line,
            false => said,
        });
    let is_sentence = [
        "Cannot ",
        "Can't ",
        "Could not ",
        "Couldn't ",
        "Unable to ",
        "Failed to ",
        "cannot ",
        "could not ",
        "unable to ",
        "failed to ",
        "error while ",
    ]
    .iter()
    .any(|start| text.starts_with(start));
    let (location, message) = place::of(line);
    (is_sentence && !is_echo(line)).then_some(Complaint {
        severity: Severity::Error,
        code: None,
        message: message.trim(),
        location,
    })
}

/// `× Failed to build x`.
fn is_marked_sentence(line: &str) -> bool {
    const BEGINNINGS: [&str; 6] = [
        "Failed to ",
        "Unable to ",
        "Could not ",
        "Cannot ",
        "Can't ",
        "Invalid ",
    ];
    let marked = line
        .trim_start()
        .starts_with(['✖', '✗', '✘', '✕', '×', '⨯', '❌']);
    marked
        && BEGINNINGS
            .iter()
            .any(|start| place::undecorated(line).starts_with(start))
}

/// Returns whether a message is more than a count or a single word: `Errors: 3`, `FAILED`.
fn says_something(message: &str) -> bool {
    let words = message
        .split(' ')
        .filter(|word| word.contains(char::is_alphabetic));
    !message.starts_with(|c: char| c.is_ascii_digit() || c == '=') && words.count() > 1
}

/// Words of a program about another one that failed before it. They explain nothing.
fn is_echo(line: &str) -> bool {
    const WORDS: [&str; 10] = [
        "exit code",
        "exit status",
        "exited with",
        "non-zero",
        "ommand failed",
        "uild failed",
        "Job failed",
        "errors found",
        "see above",
        "] Error ",
    ];
    WORDS.iter().any(|word| line.contains(word))
}
