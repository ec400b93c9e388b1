//! A probe: its output, and how that is parsed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The variable that names the file which probes write to; without it they write to standard error.
pub(super) const OUT: &str = "UNBREAK_PROBES";

/// A request for a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// The file, relative to the workspace.
    pub(super) file: String,
    /// The first is 1.
    #[schemars(range(min = 1))]
    pub(super) line: usize,
    /// Expressions whose values are shown.
    #[serde(default)]
    pub(super) expressions: Vec<String>,
    /// Shown at each hit.
    #[serde(default)]
    pub(super) message: Option<String>,
}

/// A probe as it is written into a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probe {
    /// Shared by the probes of one file and by no others; letters and digits.
    pub(super) group: String,
    /// The beginning of each line that it writes.
    pub(super) head: String,
    pub(super) expressions: Vec<String>,
}

impl Probe {
    pub(super) fn new(handle: &str, number: usize, file_number: usize, wanted: &Wanted) -> Self {
        let message = match &wanted.message {
            Some(message) => format!(": {}", one_line(message)),
            None => String::new(),
        };
        let file = one_line(&wanted.file);
        Self {
            group: format!("{handle}_{file_number}"),
            head: format!("[{handle}#{number}] {file}:{}{message}", wanted.line),
            expressions: wanted.expressions.iter().map(|text| one_line(text)).collect(),
        }
    }
}

/// Replaces characters that would end a line or a field.
fn one_line(text: &str) -> String {
    text.trim()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// A probe that was reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Hit {
    /// The number of the probe; the first is 1.
    pub(super) probe: usize,
    pub(super) values: Vec<Shown>,
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Shown {
    pub(super) expression: String,
    pub(super) value: String,
}

/// The hits that the probes have written, in the order in which they were reached.
pub(super) fn read(text: &str, probes: &[Probe]) -> Vec<Hit> {
    let mut records: Vec<(usize, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let begun = probes.iter().position(|probe| begins(line, &probe.head));
        match (begun, records.last_mut()) {
            (Some(index), _) => records.push((index, line[probes[index].head.len()..].to_owned())),
            // A value of several lines.
            (None, Some((_, record))) => record.push_str(line),
            (None, None) => {}
        }
    }
    let hit = |(index, record): (usize, String)| Hit {
        probe: index + 1,
        values: values(record.trim_end_matches('\n'), &probes[index].expressions),
    };
    records.into_iter().map(hit).collect()
}

fn begins(line: &str, head: &str) -> bool {
    line.strip_prefix(head)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['\t', '\n']))
}

fn values(mut record: &str, expressions: &[String]) -> Vec<Shown> {
    let mut all = Vec::new();
    for (index, expression) in expressions.iter().enumerate() {
        let Some(rest) = record.strip_prefix(&format!("\t{expression} = ")) else {
            return all;
        };
        let next = expressions.get(index + 1).map(|next| format!("\t{next} = "));
        let end = next.and_then(|next| rest.find(&next)).unwrap_or(rest.len());
        all.push(Shown {
            expression: expression.clone(),
            value: rest[..end].to_owned(),
        });
        record = &rest[end..];
    }
    all
}

/// A string in double quotes with the escapes that most languages share.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The label before a value.
pub(super) fn label(expression: &str) -> String {
    format!("\t{expression} = ")
}
