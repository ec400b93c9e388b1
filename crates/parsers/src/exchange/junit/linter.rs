//! Linters' uses of JUnit's cases: each encodes the place of a finding differently.

use unbreak_core::{Diagnostic, Location, Severity};

use super::{Case, Failure, is_file};
use crate::format::{code, guess, locate, severity};

/// The findings in a failure, if a linter wrote it. `suite` is the file that the suite is named after.
pub(super) fn findings(suite: Option<&str>, case: &Case, failure: &Failure) -> Vec<Diagnostic> {
    let one = in_words(suite, case, failure)
        .or_else(|| at_the_end(case, failure))
        .or_else(|| place_alone(case, failure))
        .or_else(|| prospector(failure))
        .or_else(|| bandit(failure));
    match one {
        Some(diagnostic) => vec![diagnostic],
        None => numbered(case, failure),
    }
}

/// `line 3, col 5, Error - message (rule)` or `line 3, column 5, message`, in a suite that is a file
/// (ESLint and those after it, oxlint). The attribute has the message as it was; ESLint escapes the text twice.
fn in_words(suite: Option<&str>, case: &Case, failure: &Failure) -> Option<Diagnostic> {
    let (line, rest) = failure.text.trim().strip_prefix("line ")?.split_once(", col")?;
    let (column, said) = rest.strip_prefix("umn").unwrap_or(rest).split_once(", ")?;
    let location = Location::column(suite?, line.parse().ok()?, column.trim().parse().ok()?);
    let (severity, said) = match said.split_once(" - ") {
        Some((word, said)) => (severity::word(word), said),
        None => (None, said),
    };
    let (message, trailing) =
        code::take_trailing(said).map_or((said, None), |(said, rule)| (said, Some(rule.to_owned())));
    let message = failure.said().unwrap_or(message);
    let code = named(&case.attribute).or(trailing);
    Some(finding(severity.unwrap_or(Severity::Error), message, code).at(location))
}

/// The rule in a case's name: `org.eslint.no-undef`, `org.biome.lint.style.useConst`, `eslint(no-debugger)`.
fn named(case: &str) -> Option<String> {
    match case.strip_prefix("org.").and_then(|name| name.split_once('.')) {
        Some(("biome", rule)) => Some(rule.replace('.', "/")),
        Some((_, "unknown" | "null")) => None,
        Some((_, rule)) => Some(rule.to_owned()),
        None => (case.ends_with(')') && case.contains('(')).then(|| case.to_owned()),
    }
}

/// `message Line 3, Column 5`, in a case that is a rule of a class that is a file (TSLint).
fn at_the_end(case: &Case, failure: &Failure) -> Option<Diagnostic> {
    let (message, place) = failure.text.trim().rsplit_once(" Line ")?;
    let (line, column) = place.split_once(", Column ")?;
    let file = case.class.as_deref().filter(|class| is_file(class))?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    let severity = failure.class.as_deref().and_then(severity::word);
    let code = Some(case.attribute.clone());
    Some(finding(severity.unwrap_or(Severity::Error), message, code).at(location))
}

/// A text that is nothing but a place below a message that begins with the case's name (RuboCop), or a class
/// that is a place (golangci-lint).
fn place_alone(case: &Case, failure: &Failure) -> Option<Diagnostic> {
    let rule = case.attribute.as_str();
    let said = failure.said()?;
    let of_class = || {
        let class = case.class.as_deref()?;
        let message = said.strip_prefix(class)?.strip_prefix(": ")?;
        Some((locate::at_start(class)?, message))
    };
    let of_text = || {
        let message = said.strip_prefix(rule)?.strip_prefix(": ")?;
        Some((locate::at_start(failure.text.trim())?, message))
    };
    let (placed, message) = of_text().or_else(of_class)?;
    let is_place = placed.rest.is_empty() && placed.kind == locate::FileKind::Sure;
    let severity = failure.class.as_deref().and_then(severity::word);
    let severity = severity.unwrap_or(Severity::Error);
    is_place.then(|| finding(severity, message, Some(rule.to_owned())).at(placed.location()))
}

/// `FILE:2: [rule(tool), function] message`.
fn prospector(failure: &Failure) -> Option<Diagnostic> {
    let placed = locate::at_start(failure.text.trim())?;
    let (rule, message) = placed.rest.strip_prefix(": [")?.split_once("] ")?;
    let (rule, _tool) = rule.split_once('(')?;
    Some(finding(Severity::Error, message, Some(rule.to_owned())).at(placed.location()))
}

/// `Test ID: B307 Severity: MEDIUM Confidence: HIGH`, and at the end `Location FILE:10`.
fn bandit(failure: &Failure) -> Option<Diagnostic> {
    let text = failure.text.trim();
    let (rule, rest) = text.strip_prefix("Test ID: ")?.split_once(" Severity: ")?;
    let (level, _) = rest.split_once(' ')?;
    let place = text.lines().next_back()?.strip_prefix("Location ")?;
    let placed = locate::at_start(place)?;
    let severity = severity::word(level).unwrap_or(Severity::Warning);
    Some(finding(severity, failure.said()?, Some(rule.to_owned())).at(placed.location()))
}

/// In a case that is a file, a finding a line: `3: message [rule] [4]` (cpplint), or two, the second with
/// a caret: `L3 |<b>` and `    ^ message (rule)` (HTMLHint).
fn numbered(case: &Case, failure: &Failure) -> Vec<Diagnostic> {
    let file = case.attribute.as_str();
    if !is_file(file) {
        return Vec::new();
    }
    let mut above = None;
    let mut findings = Vec::new();
    for line in failure.text.lines() {
        let quoted = line.strip_prefix('L').and_then(|rest| rest.split_once(" |"));
        if let Some((number, _)) = quoted {
            above = number
                .parse()
                .ok()
                .map(|number: u32| (number, number_width(number)));
            continue;
        }
        let found = match above.take() {
            Some((number, gutter)) => pointed(line, number, gutter),
            None => rated(line),
        };
        findings.extend(found.map(|(diagnostic, place)| {
            diagnostic.at(Location {
                file: Some(file.to_owned()),
                ..place
            })
        }));
    }
    findings
}

/// The number of characters before the source in `L3 |<b>`.
fn number_width(number: u32) -> usize {
    number.to_string().len() + "L |".len()
}

/// `    ^ message (rule)`.
fn pointed(line: &str, number: u32, gutter: usize) -> Option<(Diagnostic, Location)> {
    let (blanks, said) = line.split_once("^ ")?;
    let (message, rule) = said.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let column = (blanks.len() + 1)
        .checked_sub(gutter)
        .and_then(|column| u32::try_from(column).ok());
    let place = Location {
        line: Some(number),
        column: column.filter(|_| blanks.trim().is_empty()),
        ..Location::default()
    };
    Some((finding(Severity::Error, message, Some(rule.to_owned())), place))
}

/// `3: message [category/rule] [4]`; 0 is the whole file.
fn rated(line: &str) -> Option<(Diagnostic, Location)> {
    let (number, said) = line.split_once(": ")?;
    let (said, confidence) = said.strip_suffix(']')?.rsplit_once(" [")?;
    let (message, rule) = said.strip_suffix(']')?.rsplit_once(" [")?;
    let severity = match confidence {
        "1" | "2" => Severity::Info,
        "3" | "4" | "5" => Severity::Warning,
        _ => return None,
    };
    let place = Location {
        line: Some(number.parse().ok()?).filter(|number| *number > 0),
        ..Location::default()
    };
    Some((finding(severity, message.trim(), Some(rule.to_owned())), place))
}

fn finding(severity: Severity, message: &str, code: Option<String>) -> Diagnostic {
    let message = message.trim();
    let error_type = guess::of_finding(message, code.as_deref());
    let mut diagnostic = Diagnostic::new(error_type, severity, message);
    diagnostic.code = code;
    diagnostic
}
