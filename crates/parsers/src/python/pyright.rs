//! pyright and basedpyright.

use serde_json::Value;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, OutputRange, ParserState, Severity, Sink, Step,
    register_parser,
};

use crate::described;
use crate::format::Format;
use crate::place::Place;

register_parser!(Format::of(&described::PYRIGHT).state::<State>());

/// Lines kept of one message.
const MESSAGE_LINES: usize = 40;

#[derive(Default)]
struct State {
    open: Option<Open>,
}

/// An error whose message may continue.
struct Open {
    severity: Severity,
    location: Location,
    message: Vec<String>,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(open) = &mut self.open
            && open.add(line)
        {
            return Step::More;
        }
        // The next error needs no new offer: in a log full of them that would be half of the work.
        self.finish(sink);
        self.open = Open::begin(line);
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let Some(listed) = value["generalDiagnostics"].as_array() else {
            return false;
        };
        listed
            .iter()
            .filter_map(json_error)
            .for_each(|diagnostic| sink.emit(diagnostic));
        true
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take() {
            sink.emit(open.into_diagnostic());
        }
    }
}

impl Open {
    /// `  /path/typed.py:19:3 - error: message`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let (place, rest) = line.text.split_once(" - ")?;
        let place = Place::parse(place.trim_start()).filter(|place| place.rest.is_empty())?;
        let (severity, message) = rest.split_once(": ")?;
        Some(Self {
            severity: parse_severity(severity)?,
            location: place.location(),
            message: vec![message.to_owned()],
            range: line.range,
        })
    }

    /// A line of the message is indented by four characters, the second two of them no-break spaces.
    fn add(&mut self, line: &Line<'_>) -> bool {
        let text = line.text.replace('\u{a0}', " ");
        let Some(text) = text.strip_prefix("    ") else {
            return false;
        };
        if self.message.len() < MESSAGE_LINES {
            self.message.push(text.to_owned());
        }
        self.range.end = line.range.end;
        true
    }

    fn into_diagnostic(self) -> Diagnostic {
        let text = self.message.join("\n");
        let (message, rule) = match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
            Some((message, rule)) if rule.starts_with("report") => (message, Some(rule)),
            _ => (text.as_str(), None),
        };
        let mut diagnostic = diagnostic(self.severity, message, rule, self.location);
        diagnostic.output = self.range;
        diagnostic
    }
}

fn json_error(value: &Value) -> Option<Diagnostic> {
    let range = &value["range"];
    let number = |value: &Value| u32::try_from(value.as_u64()? + 1).ok();
    let location = Location {
        file: Some(value["file"].as_str()?.to_owned()),
        line: number(&range["start"]["line"]),
        column: number(&range["start"]["character"]),
        end_line: number(&range["end"]["line"]),
        end_column: number(&range["end"]["character"]),
    };
    let severity = parse_severity(value["severity"].as_str()?)?;
    let message = value["message"]
        .as_str()?
        .replace('\u{a0}', " ")
        .replace("\n  ", "\n");
    Some(diagnostic(severity, &message, value["rule"].as_str(), location))
}

fn parse_severity(word: &str) -> Option<Severity> {
    match word {
        "error" => Some(Severity::Error),
        "warning" => Some(Severity::Warning),
        "information" | "note" => Some(Severity::Info),
        _ => None,
    }
}

fn diagnostic(severity: Severity, message: &str, rule: Option<&str>, location: Location) -> Diagnostic {
    let is_import =
        message.ends_with("could not be resolved") || message.ends_with("is unknown import symbol");
    let (error_type, severity) = match rule {
        None if severity == Severity::Error => (ErrorType::Syntax, Severity::Fatal),
        Some("reportMissingImports" | "reportMissingModuleSource") => (ErrorType::Import, severity),
        _ if is_import => (ErrorType::Import, severity),
        _ => (ErrorType::Type, severity),
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, message).at(location);
    diagnostic.code = rule.map(str::to_owned);
    diagnostic
}
