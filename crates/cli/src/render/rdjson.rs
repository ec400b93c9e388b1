//! RDJSON, which reviewdog reads (its `rdjson`: one `DiagnosticResult`). Lines and columns count from 1,
//! columns count bytes of UTF-8, the end is the first place after the range.

use std::io::{self, Write};

use serde::Serialize;
use unbreak_core::{Applicability, Diagnostic, Location, Severity, SuggestedEdit};

use super::findings::{Ending, Findings};
use super::message;

/// Everything up to the first diagnostic.
const HEAD: &str = r#"{"source":{"name":"unbreak"},"diagnostics":["#;

/// A result while it is written.
#[derive(Debug, Default)]
pub struct Rdjson {
    begun: bool,
}

impl Rdjson {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let before = if self.begun { ",\n" } else { HEAD };
        self.begun = true;
        out.write_all(before.as_bytes())
    }
}

impl Findings for Rdjson {
    fn found(
        &mut self,
        out: &mut dyn Write,
        diagnostic: &Diagnostic,
        source: Option<&str>,
    ) -> io::Result<()> {
        self.begin(out)?;
        Ok(serde_json::to_writer(out, &finding(diagnostic, source))?)
    }

    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        if let Some(failure) = ending.summary.unexplained() {
            self.begin(out)?;
            let unexplained = Finding {
                message: &failure,
                location: None,
                severity: "ERROR",
                source: Source { name: "unbreak" },
                code: None,
                suggestions: Vec::new(),
            };
            serde_json::to_writer(&mut *out, &unexplained)?;
        }
        if !self.begun {
            out.write_all(HEAD.as_bytes())?;
        }
        writeln!(out, "]}}")
    }
}

#[derive(Serialize)]
struct Finding<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Place<'a>>,
    severity: &'static str,
    source: Source<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggested<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Position>,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

#[derive(Serialize)]
struct Source<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Code<'a> {
    value: &'a str,
}

#[derive(Serialize)]
struct Suggested<'a> {
    range: Range,
    text: &'a str,
}

fn finding<'a>(diagnostic: &'a Diagnostic, source: Option<&str>) -> Finding<'a> {
    Finding {
        message: message(diagnostic),
        location: diagnostic.file().map(|path| Place {
            path,
            range: range(&diagnostic.location, source),
        }),
        severity: match diagnostic.severity {
            Severity::Fatal | Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
            Severity::Info => "INFO",
        },
        source: Source {
            name: &diagnostic.parser,
        },
        code: diagnostic.code.as_deref().map(|value| Code { value }),
        suggestions: suggestions(diagnostic, source),
    }
}

/// The tool's own edits, if they are machine-applicable and for this file: reviewdog offers each separately.
fn suggestions<'a>(diagnostic: &'a Diagnostic, source: Option<&str>) -> Vec<Suggested<'a>> {
    let certain = diagnostic
        .suggestions
        .iter()
        .filter(|suggestion| suggestion.applicability == Applicability::MachineApplicable);
    let alone = certain.filter_map(|suggestion| match suggestion.edits.as_slice() {
        [edit] if edit.location.file.as_deref() == diagnostic.file() => Some(edit),
        _ => None,
    });
    alone.filter_map(|edit| suggested(edit, source)).collect()
}

fn suggested<'a>(edit: &'a SuggestedEdit, source: Option<&str>) -> Option<Suggested<'a>> {
    // Without the file's text the columns cannot be counted in bytes.
    source?;
    Some(Suggested {
        range: range(&edit.location, source)?,
        text: &edit.replacement,
    })
}

fn range(location: &Location, source: Option<&str>) -> Option<Range> {
    let line = location.line?;
    let start = Position {
        line,
        column: location.column.map(|column| bytes(source, line, column)),
    };
    let end_line = location.end_line.unwrap_or(line);
    let end = location.end_column.map(|column| Position {
        line: end_line,
        column: Some(bytes(source, end_line, column)),
    });
    Some(Range { start, end })
}

/// Converts a column that counts characters to one that counts bytes.
fn bytes(source: Option<&str>, line: u32, column: u32) -> u32 {
    let text = source.and_then(|source| source.lines().nth(line.saturating_sub(1) as usize));
    let before = text.map(|text| text.chars().take(column.saturating_sub(1) as usize));
    let wider = before.map_or(0, |before| before.map(|c| c.len_utf8() - 1).sum());
    column.saturating_add(u32::try_from(wider).unwrap_or(u32::MAX))
}
