//! Results in SARIF (section 3.27 of the standard).

use serde_json::Value;
use unbreak_core::{Applicability, Diagnostic, ErrorType, Frame, Note, Severity, SuggestedEdit, Suggestion};

use super::place;
use crate::format::guess;

/// Places kept of one result.
const KEPT: usize = 64;

/// The diagnostic of a result; `None` when it is not a failure.
pub(super) fn diagnostic(run: &Value, result: &Value) -> Option<Diagnostic> {
    if !counts(result) {
        return None;
    }
    let rule = rule(run, result);
    let severity = severity(result, rule)?;
    let message = message(result, rule)?;
    let mut diagnostic = Diagnostic::new(error_type(run, severity, &message), severity, message);
    let id = result["ruleId"]
        .as_str()
        .or_else(|| result["rule"]["id"].as_str());
    let id = id.or_else(|| rule.and_then(|rule| rule["id"].as_str()));
    diagnostic.code = id.map(str::to_owned);
    let mut places = items(&result["locations"]).filter_map(|location| place::of(run, location));
    diagnostic.location = places.next().unwrap_or_default();
    // clang gives the caret and every range as a location of its own.
    let first = diagnostic.location.clone();
    let others = places.filter(move |place| (&place.file, place.line) != (&first.file, first.line));
    let others = others.map(|location| Note {
        message: "also here".to_owned(),
        location,
    });
    diagnostic.notes = others.chain(notes(run, result)).take(KEPT).collect();
    diagnostic.frames = frames(run, &result["stacks"][0]["frames"]);
    diagnostic.suggestions = items(&result["fixes"])
        .filter_map(|fix| suggestion(run, fix))
        .collect();
    Some(diagnostic)
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().map_or(&[][..], Vec::as_slice).iter()
}

/// Returns whether it is a failure that is not suppressed.
fn counts(result: &Value) -> bool {
    let suppressed = items(&result["suppressions"]).any(|suppression| suppression["status"] != "rejected");
    let kind = result["kind"].as_str().unwrap_or("fail");
    let fails = !matches!(kind, "pass" | "notApplicable");
    fails && !suppressed && result["baselineState"] != "absent"
}

/// The description of the result's rule, by index or by id.
fn rule<'a>(run: &'a Value, result: &Value) -> Option<&'a Value> {
    let rules = run["tool"]["driver"]["rules"].as_array()?;
    let index = result["ruleIndex"]
        .as_u64()
        .or_else(|| result["rule"]["index"].as_u64());
    let indexed = index.and_then(|index| rules.get(usize::try_from(index).ok()?));
    let named = || {
        let id = result["ruleId"].as_str()?;
        rules.iter().find(|rule| rule["id"] == id)
    };
    indexed.or_else(named)
}

/// `level`, the rule's default, or "warning" (section 3.27.10).
fn severity(result: &Value, rule: Option<&Value>) -> Option<Severity> {
    let default = rule.and_then(|rule| rule["defaultConfiguration"]["level"].as_str());
    match result["level"].as_str().or(default).unwrap_or("warning") {
        "error" => Some(Severity::Error),
        "warning" => Some(Severity::Warning),
        "note" | "none" => Some(Severity::Info),
        _ => None,
    }
}

fn message(result: &Value, rule: Option<&Value>) -> Option<String> {
    let said = &result["message"];
    let template = || rule?["messageStrings"][said["id"].as_str()?]["text"].as_str();
    let text = text(said).or_else(|| template().map(str::to_owned))?;
    let arguments = items(&said["arguments"]).filter_map(Value::as_str).enumerate();
    Some(arguments.fold(text, |text, (index, argument)| {
        text.replace(&format!("{{{index}}}"), argument)
    }))
}

/// The words of a `message` object.
pub(super) fn text(message: &Value) -> Option<String> {
    let text = message["text"]
        .as_str()
        .or_else(|| message["markdown"].as_str())?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A compiler's results are errors of the language, those of other tools are findings.
fn error_type(run: &Value, severity: Severity, message: &str) -> ErrorType {
    const COMPILERS: [&str; 6] = [
        "GNU ",
        "clang",
        "MSVC",
        "Microsoft (R) C/C++",
        "Visual C#",
        "Roslyn",
    ];
    let tool = run["tool"]["driver"]["name"].as_str().unwrap_or_default();
    if COMPILERS.iter().any(|name| tool.starts_with(name)) {
        guess::error_type(severity, message)
    } else {
        ErrorType::Lint
    }
}

/// Related places, and the steps of the first code flow.
fn notes(run: &Value, result: &Value) -> Vec<Note> {
    let related = items(&result["relatedLocations"]);
    let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let steps = items(flow).map(|step| &step["location"]);
    related
        .chain(steps)
        .filter_map(|location| {
            let message = text(&location["message"]).unwrap_or_else(|| "step".to_owned());
            Some(Note {
                message,
                location: place::of(run, location)?,
            })
        })
        .collect()
}

/// A stack; SARIF has its innermost frame first.
fn frames(run: &Value, frames: &Value) -> Vec<Frame> {
    let mut stack: Vec<Frame> = items(frames)
        .take(KEPT)
        .map(|frame| {
            let location = &frame["location"];
            let function = location["logicalLocations"][0]["fullyQualifiedName"].as_str();
            Frame::new(
                place::of(run, location).unwrap_or_default(),
                function.map(str::to_owned),
            )
        })
        .collect();
    stack.reverse();
    if let Some(innermost) = stack.last_mut() {
        innermost.innermost = true;
    }
    stack
}

fn suggestion(run: &Value, fix: &Value) -> Option<Suggestion> {
    let edits: Vec<SuggestedEdit> = items(&fix["artifactChanges"])
        .flat_map(|change| {
            let file = place::file(run, &change["artifactLocation"]);
            items(&change["replacements"]).filter_map(move |replacement| edit(file.clone()?, replacement))
        })
        .collect();
    (!edits.is_empty()).then(|| Suggestion {
        title: text(&fix["description"]).unwrap_or_default(),
        applicability: Applicability::MaybeIncorrect,
        edits,
    })
}

fn edit(file: String, replacement: &Value) -> Option<SuggestedEdit> {
    let mut location = place::region(file, &replacement["deletedRegion"]);
    let line = location.line?;
    location.column.get_or_insert(1);
    // A region of whole lines ends where the next line begins.
    if location.end_column.is_none() {
        location.end_line = Some(location.end_line.unwrap_or(line) + 1);
        location.end_column = Some(1);
    }
    let text = replacement["insertedContent"]["text"]
        .as_str()
        .unwrap_or_default();
    Some(SuggestedEdit {
        location,
        replacement: text.to_owned(),
    })
}
