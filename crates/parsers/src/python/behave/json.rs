//! The format `json`.

use std::collections::BTreeSet;

use serde_json::Value;
use unbreak_core::{Diagnostic, ErrorType, Severity, Sink};

use super::in_step;
use super::line::{self, Said, Step};
use crate::python::reader::TracebackReader;

/// The format `json`: features with scenarios with steps.
pub(super) fn read(value: &Value, explained: &mut BTreeSet<String>, sink: &mut Sink) -> bool {
    let elements = |of: &Value, key: &str| of[key].as_array().cloned().unwrap_or_default();
    let Some(features) = value.as_array() else {
        return false;
    };
    let mut taken = false;
    for scenario in features.iter().flat_map(|feature| elements(feature, "elements")) {
        for step in elements(&scenario, "steps") {
            if let Some(mut diagnostic) = step_of(&step) {
                diagnostic.test = scenario["location"].as_str().map(str::to_owned);
                explained.extend(diagnostic.test.clone());
                sink.emit(diagnostic);
            }
        }
        taken = true;
    }
    taken
}

fn step_of(step: &Value) -> Option<Diagnostic> {
    let place = |at: &Value| line::place(at.as_str()?);
    let text = format!("{} {}", step["keyword"].as_str()?, step["name"].as_str()?);
    let result = &step["result"];
    if result["status"] == "undefined" {
        let diagnostic = Diagnostic::new(
            ErrorType::Runtime,
            Severity::Error,
            format!("undefined step: {text}"),
        );
        return Some(diagnostic.at(place(&step["location"])?));
    }
    let said = match &result["error_message"] {
        Value::Array(lines) => lines
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join("\n"),
        said => said.as_str()?.to_owned(),
    };
    let mut diagnostic = match line::read(said.lines().next()?) {
        Said::Assertion(first) => {
            let rest = said.lines().skip(1);
            let message = std::iter::once(first.as_str())
                .chain(rest)
                .collect::<Vec<_>>()
                .join("\n");
            Diagnostic::new(ErrorType::Assertion, Severity::Error, message.trim())
        }
        _ => traceback(&said)?,
    };
    let place = place(&step["match"]["location"]).or_else(|| place(&step["location"]));
    in_step(
        &mut diagnostic,
        &Step {
            text,
            place,
            undefined: false,
        },
    );
    Some(diagnostic)
}

fn traceback(said: &str) -> Option<Diagnostic> {
    let mut lines = said.lines();
    let mut reader = lines.find_map(TracebackReader::begin)?;
    lines.for_each(|line| {
        reader.line(line);
    });
    Some(reader.finish()?.into_diagnostic())
}
