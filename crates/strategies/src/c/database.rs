//! The compilation database (`compile_commands.json`), as CMake, Meson and Bear write it.

use serde::Deserialize;
use unbreak_core::{RelPath, Workspace};

use super::invocation::{Invocation, shell_words};

/// Paths where build systems write it.
const PLACES: &[&str] = &["compile_commands.json", "build/compile_commands.json"];

/// One translation unit.
#[derive(Deserialize)]
struct Entry {
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Returns how the database compiles a file. Its paths are absolute, so the directory does not matter.
pub(super) fn invocation(workspace: &dyn Workspace, file: &RelPath) -> Option<Invocation> {
    let texts = PLACES.iter().filter_map(|place| {
        let place = RelPath::new(place).ok()?;
        workspace.read_text(&place).ok()
    });
    let entries = texts.filter_map(|text| serde_json::from_str::<Vec<Entry>>(&text).ok());
    let entry = entries
        .flatten()
        .find(|entry| entry.file.ends_with(file.as_str()))?;
    let spoken = entry.command.unwrap_or_default();
    let words = entry.arguments.unwrap_or_else(|| shell_words(&spoken));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Invocation::in_words(&words)
}
