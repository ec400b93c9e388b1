//! ESLint: its JSON, with fixes, and its own failures.

use serde_json::Value;
use unbreak_core::{
    Applicability, Diagnostic, ErrorType, Line, Location, Severity, Sink, SuggestedEdit, Suggestion,
    register_parser,
};

use crate::described;
use crate::format::{Flow, Format, Open};

register_parser!(Format::of(&described::ESLINT).block(begin, follow).json(read));

const OOPS: &str = "Oops! Something went wrong!";
const NO_CONFIG: &str = "ESLint couldn't find a";

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let message = match line.text.trim_start() {
        text if text.starts_with(OOPS) => String::new(),
        text if text.starts_with(NO_CONFIG) => text.to_owned(),
        _ => return None,
    };
    Some(Diagnostic::new(ErrorType::Build, Severity::Error, message))
}

/// The explanation: after blank lines and the version, up to the next blank line or a stack.
fn follow(open: &mut Open, line: &str) -> Flow {
    const PATIENCE: usize = 6;
    let text = line.trim();
    let nothing_yet = open.diagnostic.message.is_empty();
    if nothing_yet && open.taken < PATIENCE && (text.is_empty() || text.starts_with("ESLint: ")) {
        return Flow::Taken;
    }
    if text.is_empty() {
        return Flow::Over;
    }
    if !text.starts_with("at ") {
        open.push_message(text);
    }
    Flow::Taken
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    let results = value.as_array().or_else(|| value["results"].as_array());
    let Some(results) = results.filter(|results| results.iter().all(is_result)) else {
        return false;
    };
    for result in results {
        read_file(result, sink);
    }
    true
}

fn is_result(value: &Value) -> bool {
    value["filePath"].is_string() && value["messages"].is_array()
}

fn read_file(result: &Value, sink: &mut Sink) {
    let file = result["filePath"].as_str().unwrap_or_default();
    let source = result["source"].as_str().map(Source::new);
    for message in result["messages"].as_array().into_iter().flatten() {
        if let Some(diagnostic) = finding(file, message, source.as_ref()) {
            sink.emit(diagnostic);
        }
    }
}

/// One message. One without a place means that a file was ignored, unless it is fatal.
fn finding(file: &str, message: &Value, source: Option<&Source>) -> Option<Diagnostic> {
    let number = |key: &str| {
        message[key]
            .as_u64()
            .and_then(|n| u32::try_from(n).ok())
            .filter(|n| *n > 0)
    };
    let fatal = message["fatal"].as_bool() == Some(true);
    if number("line").is_none() && !fatal {
        return None;
    }
    let location = Location {
        line: number("line"),
        column: number("column"),
        end_line: number("endLine"),
        end_column: number("endColumn"),
        ..Location::file(file)
    };
    // dclint, whose report is made after ESLint's, writes it out.
    let is_warning = message["severity"] == 1 || message["type"] == "warning";
    let (error_type, severity) = match (fatal, is_warning) {
        (true, _) => (ErrorType::Syntax, Severity::Fatal),
        (false, true) => (ErrorType::Lint, Severity::Warning),
        (false, false) => (ErrorType::Lint, Severity::Error),
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, message["message"].as_str()?).at(location);
    let rule = message["ruleId"].as_str().or_else(|| message["rule"].as_str());
    diagnostic.code = rule.map(str::to_owned);
    if let Some(source) = source {
        diagnostic.suggestions = suggestions(file, message, source);
    }
    Some(diagnostic)
}

fn suggestions(file: &str, message: &Value, source: &Source) -> Vec<Suggestion> {
    let fix = source.edit(file, &message["fix"]).map(|edit| Suggestion {
        title: "ESLint's fix".to_owned(),
        applicability: Applicability::MachineApplicable,
        edits: vec![edit],
    });
    let offered = message["suggestions"].as_array().into_iter().flatten();
    let offered = offered.filter_map(|offer| {
        Some(Suggestion {
            title: offer["desc"].as_str()?.to_owned(),
            applicability: Applicability::MaybeIncorrect,
            edits: vec![source.edit(file, &offer["fix"])?],
        })
    });
    fix.into_iter().chain(offered).collect()
}

/// The source of a file, for offsets in UTF-16 code units.
struct Source<'a> {
    /// Each line, its end included, and the offset of its beginning.
    lines: Vec<(u64, &'a str)>,
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Self {
        let mut offset = 0;
        let mut lines = Vec::new();
        // The end of the text is a place too, on a line of its own if the last one is complete.
        for line in text.split_inclusive('\n').chain([""]) {
            lines.push((offset, line));
            offset += line.chars().map(units).sum::<u64>();
        }
        Self { lines }
    }

    fn edit(&self, file: &str, fix: &Value) -> Option<SuggestedEdit> {
        let (line, column) = self.position(fix["range"][0].as_u64()?)?;
        let (end_line, end_column) = self.position(fix["range"][1].as_u64()?)?;
        Some(SuggestedEdit {
            location: Location::column(file, line, column).until(end_line, end_column),
            replacement: fix["text"].as_str()?.to_owned(),
        })
    }

    /// Line and column, both from 1, of an offset.
    fn position(&self, offset: u64) -> Option<(u32, u32)> {
        let index = self
            .lines
            .partition_point(|(start, _)| *start <= offset)
            .checked_sub(1)?;
        let (mut at, text) = *self.lines.get(index)?;
        let mut column = 1;
        for character in text.chars() {
            if at >= offset {
                break;
            }
            at += units(character);
            column += 1;
        }
        (at >= offset).then_some((u32::try_from(index + 1).ok()?, column))
    }
}

fn units(character: char) -> u64 {
    if character.len_utf16() == 2 { 2 } else { 1 }
}
