//! Unified diffs that `git apply` and `patch` accept.

use std::fmt::Write as _;

use similar::TextDiff;
use unbreak_core::{RelPath, encoding};

use super::content::Content;

/// The diff of one file. `None` means no file; the result is empty if nothing differs. The hunks of a file that is not
/// UTF-8 show each of its bytes as a character.
pub(super) fn unified(file: &RelPath, before: Option<&Content>, after: Option<&Content>) -> String {
    let bytes = |content: Option<&Content>| content.map_or(&[][..], |content| &content.bytes).to_vec();
    let (old, new) = (bytes(before), bytes(after));
    if old == new && before.is_some() == after.is_some() {
        return String::new();
    }
    let mut diff = header(file, before, after);
    let (Some(old), Some(new)) = (encoding::decode(old), encoding::decode(new)) else {
        let _ = writeln!(
            diff,
            "Binary files {} and {} differ",
            quoted("a/", file),
            quoted("b/", file)
        );
        return diff;
    };
    if old != new {
        let _ = writeln!(diff, "--- {}", side("a/", file, before));
        let _ = writeln!(diff, "+++ {}", side("b/", file, after));
        diff.push_str(&hunks(&old, &new));
    }
    diff
}

fn header(file: &RelPath, before: Option<&Content>, after: Option<&Content>) -> String {
    let mut header = format!("diff --git {} {}\n", quoted("a/", file), quoted("b/", file));
    match (before, after) {
        (None, Some(content)) => {
            let _ = writeln!(header, "new file mode {:o}", git_mode(content));
        }
        (Some(content), None) => {
            let _ = writeln!(header, "deleted file mode {:o}", git_mode(content));
        }
        _ => {}
    }
    header
}

/// git knows two modes of files, and one for links.
fn git_mode(content: &Content) -> u32 {
    match content.mode {
        Some(_) if content.is_link() => super::content::LINK_MODE,
        Some(mode) if mode & 0o100 != 0 => 0o100_755,
        _ => 0o100_644,
    }
}

fn side(prefix: &str, file: &RelPath, content: Option<&Content>) -> String {
    match content {
        // Without the tab, `patch` would end a name at its first space.
        Some(_) if file.as_str().contains(' ') => quoted(prefix, file) + "\t",
        Some(_) => quoted(prefix, file),
        None => "/dev/null".to_owned(),
    }
}

/// A path as git writes it: in quotes if it contains control characters, quotes or backslashes.
fn quoted(prefix: &str, file: &RelPath) -> String {
    let path = format!("{prefix}{file}");
    let is_special = |c: char| c.is_ascii_control() || matches!(c, '"' | '\\');
    if !path.contains(is_special) {
        return path;
    }
    let mut quoted = String::from("\"");
    for c in path.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_ascii_control() => {
                let _ = write!(quoted, "\\{:03o}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn hunks(old: &str, new: &str) -> String {
    // Only "\n" ends a line, both for git and `patch`; a lone "\r" is part of one.
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let diff = TextDiff::from_slices(&old, &new);
    let mut text = String::new();
    for hunk in diff.unified_diff().iter_hunks() {
        let _ = writeln!(text, "{}", hunk.header());
        for change in hunk.iter_changes() {
            let _ = write!(text, "{}{}", change.tag(), change.value());
            if !change.value().ends_with('\n') {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    text
}
