//! Test points that are files, and below each all that a linter found in it.

use unbreak_core::{Diagnostic, Location, Severity};

use super::details::{is_block, unquoted};
use crate::format::{code, guess, locate, severity};

/// The findings below the point `name`; none when no linter wrote it.
pub(super) fn findings(name: &str, yaml: &[String], comments: &[String]) -> Vec<Diagnostic> {
    let file = (locate::kind(name) == Some(locate::FileKind::Sure)).then_some(name);
    let listed = listed(yaml)
        .into_iter()
        .filter_map(|finding| finding.into_diagnostic(file));
    let listed: Vec<Diagnostic> = listed.collect();
    match file {
        Some(file) if listed.is_empty() => comments.iter().filter_map(|line| commented(line, file)).collect(),
        _ => listed,
    }
}

/// `FILE:1:10: C: [Correctable] Layout/SpaceAfterComma: message`, as RuboCop has it.
fn commented(line: &str, file: &str) -> Option<Diagnostic> {
    let placed = locate::at_start(line).filter(|placed| placed.file == file)?;
    let (letter, said) = placed.rest.strip_prefix(": ")?.split_once(": ")?;
    let severity = match letter {
        "C" | "R" => Severity::Warning,
        letter => severity::letter(letter)?,
    };
    let said = said.strip_prefix("[Correctable] ").unwrap_or(said);
    let (rule, message) = code::take_leading(said).map_or((None, said), |(rule, said)| (Some(rule), said));
    let error_type = guess::of_finding(message, rule);
    let mut diagnostic = Diagnostic::new(error_type, severity, message).at(placed.location());
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic)
}

/// A finding in YAML, as far as it is known.
#[derive(Default)]
struct Finding {
    message: String,
    severity: Option<Severity>,
    rule: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    /// TSLint counts lines and columns from 0.
    from_zero: bool,
}

/// Every `message`, with the keys that follow it up to the next.
fn listed(yaml: &[String]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for (at, line) in yaml.iter().enumerate() {
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        let (key, value) = (key.trim().trim_start_matches("- "), value.trim());
        if key == "message" {
            let message = if is_block(value) {
                folded(yaml, at)
            } else {
                unquoted(value)
            };
            findings.push(Finding {
                message,
                ..Finding::default()
            });
        } else if let Some(finding) = findings.last_mut() {
            finding.set(key, &unquoted(value));
        }
    }
    findings
}

/// The lines below line `at` that are indented further, as one.
fn folded(yaml: &[String], at: usize) -> String {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let least = yaml.get(at).map_or(0, |line| indentation(line));
    let below = yaml
        .iter()
        .skip(at + 1)
        .take_while(|line| indentation(line) > least);
    below.map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

impl Finding {
    fn set(&mut self, key: &str, value: &str) {
        let number = || value.parse().ok();
        match key {
            "severity" => self.severity = severity::word(value),
            "ruleId" | "ruleName" | "rule" => {
                self.rule = Some(value.to_owned()).filter(|rule| rule != "null");
            }
            "fileName" => self.file = Some(value.to_owned()),
            "line" => self.line = number(),
            "column" => self.column = number(),
            "character" => {
                self.column = number();
                self.from_zero = true;
            }
            "endLine" => self.end_line = number(),
            "endColumn" => self.end_column = number(),
            _ => {}
        }
    }

    fn into_diagnostic(self, file: Option<&str>) -> Option<Diagnostic> {
        let severity = self.severity?;
        let first = u32::from(self.from_zero);
        let location = Location {
            file: Some(self.file.or_else(|| file.map(str::to_owned))?),
            line: Some(self.line?.saturating_add(first)),
            column: self.column.map(|column| column.saturating_add(first)),
            end_line: self.end_line,
            end_column: self.end_column,
        };
        let (message, trailing) = match code::take_trailing(&self.message) {
            Some((message, rule)) if self.rule.is_none() => (message, Some(rule.to_owned())),
            _ => (self.message.as_str(), None),
        };
        let rule = self.rule.or(trailing);
        let error_type = guess::of_finding(message, rule.as_deref());
        let mut diagnostic = Diagnostic::new(error_type, severity, message.trim()).at(location);
        diagnostic.code = rule;
        Some(diagnostic)
    }
}
