//! Adds the traits that a derived trait requires: rustc offers only the one, and then reports the others.

use unbreak_core::{Edit, FixError, RelPath, Workspace};

/// The traits that each derivable trait requires (the definitions in `core`).
const REQUIRED: &[(&str, &[&str])] = &[
    ("Copy", &["Clone"]),
    ("Eq", &["PartialEq"]),
    ("Ord", &["Eq", "PartialEq", "PartialOrd"]),
    ("PartialOrd", &["PartialEq"]),
];

/// The edits; those that insert `#[derive(...)]` also insert the required traits that the type does not have.
pub(super) fn completed(edits: Vec<Edit>, workspace: &dyn Workspace) -> Result<Vec<Edit>, FixError> {
    edits.into_iter().map(|edit| complete(edit, workspace)).collect()
}

fn complete(edit: Edit, workspace: &dyn Workspace) -> Result<Edit, FixError> {
    let written = edit.replacement.trim();
    let list = written
        .strip_prefix("#[derive(")
        .and_then(|rest| rest.strip_suffix(")]"));
    let (Some(list), Ok(text)) = (list, workspace.read_text(&edit.file)) else {
        return Ok(edit);
    };
    let derived = derived_around(&text, edit.range.end);
    let mut wanted: Vec<&str> = list.split(',').map(str::trim).collect();
    for (name, required) in REQUIRED {
        if wanted.contains(name) {
            let lacking = required
                .iter()
                .filter(|it| !derived.contains(it) && !implements(it, &text, edit.range.end));
            let lacking: Vec<&str> = lacking.copied().filter(|it| !wanted.contains(it)).collect();
            wanted.extend(lacking);
        }
    }
    let replacement = edit.replacement.replace(list, &wanted.join(", "));
    Edit::replace(&RelPath::clone(&edit.file), &text, edit.range, replacement)
}

/// The traits in the attributes between the place and the type's own line.
fn derived_around(text: &str, at: usize) -> Vec<&str> {
    let attributes = text[at..]
        .lines()
        .take_while(|line| line.trim_start().starts_with("#["));
    let above = text[..at]
        .lines()
        .rev()
        .take_while(|line| line.trim_start().starts_with("#["));
    attributes
        .chain(above)
        .filter_map(|line| line.trim().strip_prefix("#[derive(")?.strip_suffix(")]"))
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .collect()
}

/// Returns whether the file implements a trait for the type that is defined below the place.
fn implements(name: &str, text: &str, at: usize) -> bool {
    let definition = text[at..]
        .lines()
        .find(|line| !line.trim_start().starts_with("#["));
    let mut words = definition
        .unwrap_or_default()
        .split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_head = |word: &&str| matches!(*word, "struct" | "enum" | "union");
    let Some(_) = words.find(is_head) else {
        return false;
    };
    let kind = words.next().unwrap_or_default();
    text.contains(&format!("{name} for {kind}"))
}
