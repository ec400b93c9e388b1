//! Converts diagnostics to SARIF.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use unbreak_core as core;
use unbreak_core::{Applicability, Diagnostic, Severity, Signature};

use super::model::{
    ArtifactChange, ArtifactLocation, Fix, Level, Location, LogicalLocation, Message, PhysicalLocation,
    Region, Replacement, Result, Stack, StackFrame,
};

pub(super) fn rule_id(diagnostic: &Diagnostic) -> &str {
    diagnostic
        .code
        .as_deref()
        .unwrap_or(diagnostic.error_type.as_str())
}

pub(super) fn result(diagnostic: &Diagnostic) -> Result {
    let innermost_first = diagnostic.frames.iter().rev();
    let frames: Vec<StackFrame> = innermost_first.map(frame).collect();
    Result {
        rule_id: rule_id(diagnostic).to_owned(),
        level: level(diagnostic.severity),
        message: message(&diagnostic.message),
        locations: location(&diagnostic.location).into_iter().collect(),
        related_locations: diagnostic.notes.iter().filter_map(note).collect(),
        stacks: (!frames.is_empty())
            .then_some(Stack { frames })
            .into_iter()
            .collect(),
        fixes: fixes(diagnostic),
        partial_fingerprints: BTreeMap::from([("signature/v1", Signature::of(diagnostic).to_string())]),
        properties: properties(diagnostic),
    }
}

pub(super) fn message(text: &str) -> Message {
    // A message text must not be empty (SARIF 3.11.8).
    let text = if text.trim().is_empty() {
        "(no message)"
    } else {
        text
    };
    Message {
        text: text.to_owned(),
    }
}

pub(super) fn location(location: &core::Location) -> Option<Location> {
    Some(Location {
        physical_location: Some(physical(location)?),
        logical_locations: Vec::new(),
        message: None,
    })
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Fatal | Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Info => Level::Note,
    }
}

fn physical(location: &core::Location) -> Option<PhysicalLocation> {
    Some(PhysicalLocation {
        artifact_location: artifact(location.file.as_deref()?),
        region: region(location),
    })
}

/// Zero is not a line in SARIF either, though some tools print it.
fn region(location: &core::Location) -> Option<Region> {
    let positive = |number: Option<u32>| number.filter(|number| *number > 0);
    Some(Region {
        start_line: positive(location.line)?,
        start_column: positive(location.column),
        end_line: positive(location.end_line),
        end_column: positive(location.end_column),
    })
}

fn note(note: &core::Note) -> Option<Location> {
    Some(Location {
        message: Some(message(&note.message)),
        ..location(&note.location)?
    })
}

fn frame(frame: &core::Frame) -> StackFrame {
    let function = frame.function.iter().map(|name| LogicalLocation {
        name: name.clone(),
        kind: "function",
    });
    StackFrame {
        location: Location {
            physical_location: physical(&frame.location),
            logical_locations: function.collect(),
            message: None,
        },
    }
}

/// The tool's own edits, unless they are only for display.
fn fixes(diagnostic: &Diagnostic) -> Vec<Fix> {
    let usable = diagnostic
        .suggestions
        .iter()
        .filter(|s| s.applicability > Applicability::DisplayOnly);
    usable
        .map(fix)
        .filter(|fix| !fix.artifact_changes.is_empty())
        .collect()
}

fn fix(suggestion: &core::Suggestion) -> Fix {
    let mut by_file: BTreeMap<&str, Vec<Replacement>> = BTreeMap::new();
    for edit in &suggestion.edits {
        let (Some(file), Some(deleted_region)) = (edit.location.file.as_deref(), region(&edit.location))
        else {
            continue;
        };
        by_file.entry(file).or_default().push(Replacement {
            deleted_region,
            inserted_content: Message {
                text: edit.replacement.clone(),
            },
        });
    }
    let changes = by_file.into_iter().map(|(file, replacements)| ArtifactChange {
        artifact_location: artifact(file),
        replacements,
    });
    Fix {
        description: message(&suggestion.title),
        artifact_changes: changes.collect(),
    }
}

fn properties(diagnostic: &Diagnostic) -> BTreeMap<&'static str, String> {
    let known = [
        (
            "parser",
            Some(diagnostic.parser.to_string()).filter(|parser| !parser.is_empty()),
        ),
        ("type", Some(diagnostic.error_type.as_str().to_owned())),
        ("test", diagnostic.test.clone()),
        ("advice", diagnostic.advice.clone()),
    ];
    known
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .collect()
}

/// Paths of the workspace are relative to `%SRCROOT%`, which GitHub and others take for the repository;
/// absolute ones become `file:` URIs.
fn artifact(file: &str) -> ArtifactLocation {
    let unified = file.replace('\\', "/");
    let has_drive = unified.as_bytes().get(1) == Some(&b':');
    if unified.starts_with('/') || has_drive {
        let slash = if has_drive { "/" } else { "" };
        return ArtifactLocation {
            uri: format!("file://{slash}{}", percent_encoded(&unified)),
            uri_base_id: None,
        };
    }
    ArtifactLocation {
        uri: percent_encoded(&unified),
        uri_base_id: Some("%SRCROOT%"),
    }
}

/// Escapes characters that RFC 3986 does not allow in a path, and `:` (in a first segment it would be read as
/// a scheme).
fn percent_encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
