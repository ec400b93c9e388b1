//! `##teamcity[testFailed name='adds' message='...']`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::format::{severity, stack};

/// Reads a message about a failed test, an inspection or a problem of the build.
pub(super) fn read(text: &str) -> Option<Diagnostic> {
    let message = text.strip_prefix("##teamcity[")?;
    let (name, rest) = message.split_once(' ')?;
    let attributes = attributes(rest);
    let get = |name: &str| {
        let found = attributes.iter().find(|(key, _)| key == name);
        found
            .map(|(_, value)| value.clone())
            .filter(|value| !value.is_empty())
    };
    match name {
        "testFailed" => {
            let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, get("message")?);
            diagnostic.test = get("name");
            stack::attach(&mut diagnostic, &get("details").unwrap_or_default());
            Some(diagnostic)
        }
        "inspection" => {
            let said = get("message")?;
            // Spectral writes the severity into the words.
            let (own, message) = match said.split_once(" -- ") {
                Some((word, message)) if severity::word(word).is_some() => (severity::word(word), message),
                _ => (None, said.as_str()),
            };
            let level = get("SEVERITY").and_then(|level| severity::word(&level));
            let location = Location {
                file: get("file"),
                line: get("line").and_then(|line| line.parse().ok()),
                ..Location::default()
            };
            let mut diagnostic = Diagnostic::new(
                ErrorType::Lint,
                level.or(own).unwrap_or(Severity::Warning),
                message,
            );
            diagnostic.code = get("typeId");
            Some(diagnostic.at(location))
        }
        "buildProblem" => Some(Diagnostic::new(
            ErrorType::Build,
            Severity::Error,
            get("description")?,
        )),
        "message" => {
            let severity = match get("status")?.as_str() {
                "ERROR" | "FAILURE" => Severity::Error,
                "WARNING" => Severity::Warning,
                _ => return None,
            };
            Some(Diagnostic::new(ErrorType::Build, severity, get("text")?))
        }
        _ => None,
    }
}

/// `name='value'` pairs; a bar escapes the next character.
fn attributes(text: &str) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    let mut rest = text;
    while let Some((name, value)) = rest.split_once("='") {
        let (value, length) = quoted(value);
        attributes.push((name.trim().to_owned(), value));
        rest = &rest[name.len() + 2 + length..];
    }
    attributes
}

/// The value up to its closing quote, and how long it was with that.
fn quoted(text: &str) -> (String, usize) {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\'' => return (value, at + 1),
            '|' => match characters.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 'r')) => value.push('\r'),
                Some((_, other)) => value.push(other),
                None => {}
            },
            other => value.push(other),
        }
    }
    (value, text.len())
}
