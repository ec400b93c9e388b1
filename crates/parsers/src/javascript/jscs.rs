//! JSCS.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open};

register_parser!(Format::of(&described::JSCS).block(begin, excerpt));

static INLINE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?<file>(?:[A-Za-z]:)?[^:]+\.jsx?): line (?<line>\d{1,7}), col (?<column>\d{1,7}), (?<code>(?:require|disallow|validate|maximum|safe)\w*): (?<message>\S.*)$",
    )
});

static CONSOLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:(?<code>[a-z]\w+): )?(?<message>\S.*?) at (?<file>(?:[A-Za-z]:)?[^:]+\.jsx?) :$")
});

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let found = INLINE
        .captures(line.text)
        .or_else(|| CONSOLE.captures(line.text))?;
    let number = |name: &str| found.name(name)?.as_str().parse::<u32>().ok();
    let text = |name: &str| found.name(name).map(|text| text.as_str().trim().to_owned());
    let location = Location {
        file: text("file"),
        line: number("line"),
        column: number("column").map(|column| column.saturating_add(1)),
        ..Location::default()
    };
    let mut diagnostic = Diagnostic::new(error_type(&found), Severity::Error, &found["message"]).at(location);
    diagnostic.code = text("code");
    Some(diagnostic)
}

fn error_type(found: &Captures<'_>) -> ErrorType {
    match found["message"].starts_with("Unexpected token") {
        true => ErrorType::Syntax,
        false => ErrorType::Lint,
    }
}

/// Reads the excerpt: of the numbered lines the one above the mark is the place.
fn excerpt(open: &mut Open, line: &str) -> Flow {
    let number = line
        .split_once('|')
        .and_then(|(number, _)| number.trim().parse().ok());
    let place = &mut open.diagnostic.location;
    if let Some(number) = number {
        if place.column.is_none() {
            place.line = Some(number);
        }
        return Flow::Taken;
    }
    let dashes = line
        .strip_suffix('^')
        .filter(|dashes| dashes.bytes().all(|byte| byte == b'-'));
    let gutter = open.previous.find('|').map(|at| at + 1);
    match (dashes, gutter) {
        (Some(dashes), Some(gutter)) if place.column.is_none() => {
            let column = (dashes.len() + 1).checked_sub(gutter);
            place.column = column.and_then(|column| u32::try_from(column).ok());
            Flow::Taken
        }
        _ => Flow::Over,
    }
}
