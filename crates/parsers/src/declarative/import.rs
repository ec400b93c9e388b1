//! Converters from what editors use.

mod errorformat;
mod javascript;
mod vscode;

use super::error::DeclarativeError;
use super::file::{File, OneOrMore, RuleText, compile};

pub use errorformat::from_errorformat;
pub use vscode::from_vscode;

/// A declarative parser that was converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Its id.
    pub id: String,
    /// The text of its file.
    pub text: String,
    /// What has no meaning here and was left out.
    pub notes: Vec<String>,
}

/// A file with nothing but an id.
fn blank(id: &str, summary: String) -> File {
    File {
        id: id.to_owned(),
        version: "0.1.0".to_owned(),
        summary,
        docs: String::new(),
        languages: Vec::new(),
        priority: 0,
        error_type: unbreak_core::ErrorType::Lint,
        severity: unbreak_core::Severity::Error,
        first_column: 1,
        first_line: 1,
        end_column_inclusive: false,
        needs_file: true,
        severities: std::collections::BTreeMap::new(),
        types: std::collections::BTreeMap::new(),
        rules: Vec::new(),
        facts: Vec::new(),
        examples: Vec::new(),
    }
}

/// The text of a file that is known to work.
fn finish(file: File, notes: Vec<String>) -> Result<Imported, DeclarativeError> {
    compile(file.clone())?;
    let text = toml::to_string(&file).map_err(|error| DeclarativeError::new(error.to_string()))?;
    Ok(Imported {
        id: file.id,
        text,
        notes,
    })
}

/// A name as an id.
fn as_id(name: &str) -> String {
    let lower = name.trim_start_matches('$').to_lowercase();
    let mapped = lower.chars().map(|c| match c {
        'a'..='z' | '0'..='9' | '_' => c,
        _ => '-',
    });
    let id: String = mapped.collect();
    let id = id.trim_matches('-');
    if id.is_empty() { "imported" } else { id }.to_owned()
}

fn one_line(pattern: String) -> RuleText {
    RuleText {
        pattern: Some(OneOrMore::One(pattern)),
        ..RuleText::default()
    }
}
