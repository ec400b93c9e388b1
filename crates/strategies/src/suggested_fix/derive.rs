//! Adds derived traits to the list that is there, with the traits that they require: rustc offers an attribute of its
//! own for the one, and then reports the others.

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
    let wanted = wanted.join(", ");
    if let Some(at) = list_end(&text, edit.range.end) {
        return Edit::insert(&RelPath::clone(&edit.file), &text, at, format!(", {wanted}"));
    }
    let replacement = edit.replacement.replace(list, &wanted);
    Edit::replace(&RelPath::clone(&edit.file), &text, edit.range, replacement)
}

/// The end of the list of traits that the type at a place derives already, if it has one on one line.
fn list_end(text: &str, at: usize) -> Option<usize> {
    let is_attribute = |line: &&str| line.trim_start().starts_with("#[");
    let above = text[..at].split_inclusive('\n').rev().take_while(is_attribute);
    let mut start = at - above.map(str::len).sum::<usize>();
    for line in text[start..].split_inclusive('\n').take_while(is_attribute) {
        let list = line.trim().strip_prefix("#[derive(");
        if list.is_some_and(|list| list.ends_with(")]") && list.len() > ")]".len()) {
            return Some(start + line.rfind(")]")?);
        }
        start += line.len();
    }
    None
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
