//! Converters from editors' formats.

mod errorformat;
mod javascript;
mod vscode;

use unbreak_core::Severity;

use crate::Grammar;
use crate::GrammarError;
use crate::format::grammar::file::{File, Preset};

pub use errorformat::from_errorformat;
pub use vscode::from_vscode;

/// A declarative parser that was converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Its id.
    pub id: String,
    /// The text of its file.
    pub text: String,
    /// Settings without an equivalent, which were left out.
    pub notes: Vec<String>,
}

/// A file with nothing but an id. What an editor's patterns match are errors in files.
fn blank(id: &str, summary: String) -> File {
    File {
        id: id.to_owned(),
        version: "0.1.0".to_owned(),
        summary,
        kind: Some(Preset::Lint),
        severity: Some(Severity::Error),
        needs_file: Some(true),
        ..File::default()
    }
}

/// The text of a file that is known to work.
fn finish(file: File, notes: Vec<String>) -> Result<Imported, GrammarError> {
    Grammar::load(file.clone())?;
    let text = toml::to_string(&file).map_err(|error| GrammarError::new(error.to_string()))?;
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
