//! ast-grep.

use serde_json::Value;
use unbreak_core::{
    Applicability, Diagnostic, ErrorType, Line, Location, Severity, Sink, SuggestedEdit, Suggestion,
    register_parser,
};

use crate::described;
use crate::format::{Flow, Format, Open, severity};

register_parser!(Format::of(&described::AST_GREP).block(begin, follow).json(read));

/// `error[rule]: message` below the name of a file.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (label, rest) = line.text.split_once('[')?;
    let (rule, message) = rest.split_once("]: ")?;
    let file = line.back(1).filter(|file| is_file(file))?;
    let severity = severity::word(label)?;
    let diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).with_code(rule);
    Some(diagnostic.at(Location::file(file)))
}

/// Returns whether the line is nothing but the name of a file with an ending.
fn is_file(line: &str) -> bool {
    let name = line.rsplit('/').next().unwrap_or(line);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_ending = !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_ending && !line.contains(' ')
}

/// The diff, and the rule's other text.
fn follow(open: &mut Open, line: &str) -> Flow {
    if line.starts_with("@@ ") {
        return Flow::Taken;
    }
    if let Some((numbers, source)) = line.split_once('│') {
        return quoted(open, numbers, source);
    }
    match line {
        "" => Flow::Last,
        "Note:" => Flow::Taken,
        note if open.previous == "Note:" => {
            open.diagnostic.advice = Some(note.to_owned());
            Flow::Taken
        }
        _ => Flow::Over,
    }
}

/// `3  │-    eval(x)`: the first line that goes is the one in question.
fn quoted(open: &mut Open, numbers: &str, source: &str) -> Flow {
    let mut numbers = numbers.split_whitespace().map(str::parse::<u32>);
    let Some(Ok(number)) = numbers.next() else {
        return Flow::Over;
    };
    if source.starts_with('-') {
        open.diagnostic.location.line.get_or_insert(number);
    }
    Flow::Taken
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    let findings: Vec<_> = match value {
        Value::Array(items) => items.iter().filter_map(finding).collect(),
        value => finding(value).into_iter().collect(),
    };
    let is_report = !findings.is_empty();
    findings.into_iter().for_each(|finding| sink.emit(finding));
    is_report
}

/// A match of a rule; a match of a pattern on the command line has none, and is not a finding.
fn finding(value: &Value) -> Option<Diagnostic> {
    value.get("charCount")?;
    let rule = value["ruleId"].as_str()?;
    let severity = severity::word(value["severity"].as_str()?).unwrap_or(Severity::Info);
    let place = location(value)?;
    let message = value["message"].as_str().filter(|message| !message.is_empty());
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message.unwrap_or(rule)).with_code(rule);
    diagnostic.advice = value["note"].as_str().map(str::to_owned);
    let replacement = value["replacement"].as_str().map(|replacement| Suggestion {
        title: "ast-grep's fix".to_owned(),
        applicability: Applicability::MaybeIncorrect,
        edits: vec![SuggestedEdit {
            location: place.clone(),
            replacement: replacement.to_owned(),
        }],
    });
    // The replaced range may be larger than the match.
    let same = value["replacementOffsets"] == value["range"]["byteOffset"];
    diagnostic.suggestions = replacement.filter(|_| same).into_iter().collect();
    Some(diagnostic.at(place))
}

fn location(value: &Value) -> Option<Location> {
    let number = |value: &Value| u32::try_from(value.as_u64()? + 1).ok();
    let (start, end) = (&value["range"]["start"], &value["range"]["end"]);
    let place = Location::column(
        value["file"].as_str()?,
        number(&start["line"])?,
        number(&start["column"])?,
    );
    Some(place.until(number(&end["line"])?, number(&end["column"])?))
}
