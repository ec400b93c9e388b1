//! The reporter `json`: nested suites with tests, and the result of each try.

use serde_json::Value;
use unbreak_core::{Diagnostic, Location, Sink};

use super::super::thrown::Thrown;

/// Suites within suites are not looked for further down than this.
const DEEPEST: usize = 50;

/// Reads a report; `false` when it is another tool's.
pub(super) fn read(report: &Value, sink: &mut Sink) -> bool {
    let Some(suites) = report["suites"]
        .as_array()
        .filter(|_| report["config"].is_object())
    else {
        return false;
    };
    for suite in suites {
        // The outermost suite is the file.
        descend(suite, &mut Vec::new(), sink);
    }
    // Errors outside the tests: a file that does not load, no tests.
    for error in report["errors"].as_array().into_iter().flatten() {
        sink_error(error, None, &Location::default(), sink);
    }
    true
}

fn descend<'a>(suite: &'a Value, titles: &mut Vec<&'a str>, sink: &mut Sink) {
    for spec in suite["specs"].as_array().into_iter().flatten() {
        let title = spec["title"].as_str();
        let names: Vec<&str> = titles.iter().copied().chain(title).collect();
        let place = place(spec);
        for test in spec["tests"].as_array().into_iter().flatten() {
            unexpected(test, &names.join(" "), &place, sink);
        }
    }
    for inner in suite["suites"].as_array().into_iter().flatten() {
        if titles.len() < DEEPEST {
            titles.extend(inner["title"].as_str());
            descend(inner, titles, sink);
            titles.pop();
        }
    }
}

/// The errors of the first try: a retry with the same error is not a second failure.
fn unexpected(test: &Value, name: &str, place: &Location, sink: &mut Sink) {
    if test["status"].as_str() != Some("unexpected") {
        return;
    }
    let tries = test["results"].as_array();
    let errors = tries.and_then(|tries| tries.first()?["errors"].as_array());
    for error in errors.into_iter().flatten() {
        sink_error(error, Some(name), place, sink);
    }
}

fn sink_error(error: &Value, test: Option<&str>, place: &Location, sink: &mut Sink) {
    let Some(message) = error["message"].as_str() else {
        return;
    };
    let mut diagnostic: Diagnostic = Thrown::read(message).into_diagnostic();
    if diagnostic.location.file.is_none() {
        let own = self::place(&error["location"]);
        diagnostic.location = if own.file.is_some() { own } else { place.clone() };
    }
    diagnostic.test = test.map(str::to_owned);
    sink.emit(diagnostic);
}

/// `file`, `line` and `column` of a test or an error.
fn place(of: &Value) -> Location {
    let number = |key: &str| of[key].as_u64().and_then(|number| u32::try_from(number).ok());
    Location {
        file: of["file"].as_str().map(str::to_owned),
        line: number("line"),
        column: number("column"),
        ..Location::default()
    }
}
