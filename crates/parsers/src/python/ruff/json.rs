//! ruff's findings as JSON objects.

use serde_json::Value;
use unbreak_core::{Applicability, Diagnostic, Location, Severity, SuggestedEdit, Suggestion};

use crate::format::{guess, head, severity};
use crate::python::lint;

/// The finding that an object of `json`, `json-lines` or `gitlab` stands for.
pub(super) fn finding(value: &Value) -> Option<Diagnostic> {
    if value.get("noqa_row").is_some() {
        native(value)
    } else if value.get("end_location").is_some() {
        fortitude(value)
    } else {
        gitlab(value)
    }
}

fn native(value: &Value) -> Option<Diagnostic> {
    let file = value["filename"].as_str()?;
    // Before 0.5 a syntax error had no code.
    let code = value["code"].as_str().unwrap_or("invalid-syntax");
    let mut diagnostic = lint::diagnostic(code, value["message"].as_str()?);
    if value["severity"] == "error" {
        diagnostic.severity = diagnostic.severity.max(Severity::Error);
    }
    let place = range(file, &value["location"], &value["end_location"]);
    diagnostic.suggestions = suggestion(file, &value["fix"]).into_iter().collect();
    Some(diagnostic.at(place?))
}

/// Fortitude, which is derived from ruff and reads Fortran. Before 0.8 it printed no severity.
fn fortitude(value: &Value) -> Option<Diagnostic> {
    let (file, code) = (value["filename"].as_str()?, value["code"].as_str()?);
    let message = value["message"].as_str()?;
    let rated = value["severity"].as_str().and_then(severity::word);
    let severity = rated.unwrap_or_else(|| head::implied(code));
    let error_type = guess::of_rule(severity, message, Some(code));
    let mut diagnostic = Diagnostic::new(error_type, severity, message).with_code(code);
    diagnostic.suggestions = suggestion(file, &value["fix"]).into_iter().collect();
    Some(diagnostic.at(range(file, &value["location"], &value["end_location"])?))
}

fn suggestion(file: &str, fix: &Value) -> Option<Suggestion> {
    let edits = fix["edits"].as_array()?.iter().map(|edit| {
        Some(SuggestedEdit {
            location: range(file, &edit["location"], &edit["end_location"])?,
            replacement: edit["content"].as_str()?.to_owned(),
        })
    });
    Some(Suggestion {
        title: fix["message"].as_str().unwrap_or("the fix").to_owned(),
        applicability: applicability(fix["applicability"].as_str()),
        edits: edits.collect::<Option<_>>()?,
    })
}

/// The names changed with 0.1.
fn applicability(name: Option<&str>) -> Applicability {
    match name {
        Some("safe" | "Automatic" | "automatic") => Applicability::MachineApplicable,
        Some("unsafe" | "Suggested" | "suggested") => Applicability::MaybeIncorrect,
        _ => Applicability::DisplayOnly,
    }
}

/// A range from one `{row, column}` to another; both are 1-based.
fn range(file: &str, start: &Value, end: &Value) -> Option<Location> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let location = Location::column(file, number(&start["row"])?, number(&start["column"])?);
    Some(location.until(number(&end["row"])?, number(&end["column"])?))
}

/// GitLab's code quality report: <https://docs.gitlab.com/ci/testing/code_quality/>.
fn gitlab(value: &Value) -> Option<Diagnostic> {
    let code = value["check_name"].as_str()?;
    let description = value["description"].as_str()?;
    let message = description
        .strip_prefix(code)
        .and_then(|rest| rest.strip_prefix(": "));
    let place = &value["location"];
    let (begin, end) = (&place["positions"]["begin"], &place["positions"]["end"]);
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let location = Location::column(
        place["path"].as_str()?,
        number(&begin["line"])?,
        number(&begin["column"])?,
    );
    let location = location.until(number(&end["line"])?, number(&end["column"])?);
    Some(lint::diagnostic(code, message?).at(location))
}
