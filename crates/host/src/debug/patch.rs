//! Reads a unified diff as a fix.

use git2::{Diff, Patch};
use unbreak_core::fix::FixError;
use unbreak_core::path::PathError;
use unbreak_core::{Confidence, Edit, FileOp, Fix, RelPath, SafetyClass, Workspace, encoding};

/// The reason why a patch is not a fix for the tree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// It is not a patch.
    #[error("the patch cannot be read: {0}")]
    Unreadable(String),
    /// It changes nothing.
    #[error("the patch changes nothing")]
    Empty,
    /// It does not fit the tree.
    #[error("the patch does not fit {file} at line {line}")]
    Stale {
        /// The file.
        file: RelPath,
        /// The line, from 1.
        line: u32,
    },
    /// It names a file outside the workspace.
    #[error(transparent)]
    Path(#[from] PathError),
    /// An edit could not be made.
    #[error(transparent)]
    Fix(#[from] FixError),
    /// A file cannot be read.
    #[error(transparent)]
    Capability(#[from] unbreak_core::capability::CapabilityError),
}

/// The fix that a unified diff describes, for the present tree.
///
/// # Errors
/// If it cannot be read, or does not fit.
pub(super) fn fix_of_patch(patch: &str, title: &str, workspace: &dyn Workspace) -> Result<Fix, PatchError> {
    let unreadable = |error: git2::Error| PatchError::Unreadable(error.message().to_owned());
    let patch = with_git_headers(patch);
    let diff = Diff::from_buffer(patch.as_bytes()).map_err(unreadable)?;
    let mut fix = Fix::new("given", title, Confidence::new(0.5)).safety(SafetyClass::Unsafe);
    for at in 0..diff.deltas().len() {
        let Some(patch) = Patch::from_diff(&diff, at).map_err(unreadable)? else {
            continue;
        };
        add(&mut fix, &patch, workspace)?;
    }
    if fix.is_noop() {
        return Err(PatchError::Empty);
    }
    Ok(fix)
}

/// The patch with the line with which git begins each file, in case another `diff` made it.
fn with_git_headers(patch: &str) -> String {
    let mut whole = String::with_capacity(patch.len());
    let mut is_headed = false;
    let mut lines = patch.lines().peekable();
    while let Some(line) = lines.next() {
        is_headed = line.starts_with("diff --git ") || is_headed && !line.starts_with("@@");
        let new = lines.peek().and_then(|next| next.strip_prefix("+++ "));
        if let (Some(old), Some(new), false) = (line.strip_prefix("--- "), new, is_headed) {
            let name = if new.starts_with("/dev/null") { old } else { new };
            let name = name.split('\t').next().unwrap_or(name);
            let name = name
                .strip_prefix("b/")
                .or_else(|| name.strip_prefix("a/"))
                .unwrap_or(name);
            whole.push_str(&format!("diff --git a/{name} b/{name}\n"));
        }
        whole.push_str(line);
        whole.push('\n');
    }
    whole
}

fn add(fix: &mut Fix, patch: &Patch<'_>, workspace: &dyn Workspace) -> Result<(), PatchError> {
    let delta = patch.delta();
    let name = |file: git2::DiffFile<'_>| {
        let path = file.path().and_then(|path| path.to_str()).unwrap_or_default();
        RelPath::new(path)
    };
    match delta.status() {
        git2::Delta::Added => fix.files.push(FileOp::Create {
            file: name(delta.new_file())?,
            content: added(patch)?,
        }),
        git2::Delta::Deleted => fix.files.push(FileOp::Delete {
            file: name(delta.old_file())?,
        }),
        _ => {
            let file = name(delta.old_file())?;
            let text = workspace.read_text(&file)?;
            for hunk in 0..patch.num_hunks() {
                fix.edits.push(edit(patch, hunk, &file, &text)?);
            }
        }
    }
    Ok(())
}

/// The old and the new lines of a hunk, context included.
fn sides(patch: &Patch<'_>, hunk: usize) -> Result<(Vec<u8>, Vec<u8>), PatchError> {
    let unreadable = |error: git2::Error| PatchError::Unreadable(error.message().to_owned());
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for at in 0..patch.num_lines_in_hunk(hunk).map_err(unreadable)? {
        let line = patch.line_in_hunk(hunk, at).map_err(unreadable)?;
        if matches!(line.origin(), '-' | ' ') {
            old.extend_from_slice(line.content());
        }
        if matches!(line.origin(), '+' | ' ') {
            new.extend_from_slice(line.content());
        }
    }
    Ok((old, new))
}

/// The text of a new file.
fn added(patch: &Patch<'_>) -> Result<String, PatchError> {
    let mut text = Vec::new();
    for hunk in 0..patch.num_hunks() {
        text.extend(sides(patch, hunk)?.1);
    }
    String::from_utf8(text).map_err(|_| PatchError::Unreadable("a new file is not UTF-8".to_owned()))
}

fn edit(patch: &Patch<'_>, hunk: usize, file: &RelPath, text: &str) -> Result<Edit, PatchError> {
    let unreadable = |error: git2::Error| PatchError::Unreadable(error.message().to_owned());
    let start = patch.hunk(hunk).map_err(unreadable)?.0.old_start();
    let (old, new) = sides(patch, hunk)?;
    let (old, new) = (encoding::decode_piece(&old), encoding::decode_piece(&new));
    // A hunk without old lines names the line before it.
    let before = if old.is_empty() {
        start
    } else {
        start.saturating_sub(1)
    } as usize;
    let at: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let range = at..at + old.len();
    if text.get(range.clone()) != Some(old.as_str()) {
        return Err(PatchError::Stale {
            file: file.clone(),
            line: start,
        });
    }
    Ok(Edit::replace(file, text, range, new)?)
}
