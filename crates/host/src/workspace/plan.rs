//! Plans the result of fixes for each file. Everything is checked here, before anything is written.

use std::collections::BTreeMap;

use unbreak_core::fix::apply_edits;
use unbreak_core::{Edit, FileOp, Fix, FixError, RelPath, encoding};

use super::confine::Root;
use super::content::Content;
use super::diff::unified;
use super::error::WorkspaceError;
use super::walk::Last;

/// A file that will change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Planned {
    /// Its real path.
    pub(super) file: RelPath,
    pub(super) before: Option<Content>,
    pub(super) after: Option<Content>,
    /// Directories to be created for it, the outermost first.
    pub(super) directories: Vec<RelPath>,
}

/// The common result of several fixes. Edits come first, then file operations in their order; identical
/// changes of two fixes are made once.
///
/// # Errors
/// If an edit does not match its file or overlaps another, or a file must not be touched.
pub(super) fn plan(root: &Root, fixes: &[&Fix]) -> Result<Vec<Planned>, WorkspaceError> {
    let mut draft = Draft::new(root);
    for (file, edits) in edits_by_file(root, fixes)? {
        draft.edit(&file, &edits)?;
    }
    let mut done: Vec<&FileOp> = Vec::new();
    for op in fixes.iter().flat_map(|fix| &fix.files) {
        if !done.contains(&op) {
            draft.operate(op)?;
            done.push(op);
        }
    }
    draft.finish()
}

/// The unified diff of the plan.
pub(super) fn diff(planned: &[Planned]) -> String {
    planned
        .iter()
        .map(|change| unified(&change.file, change.before.as_ref(), change.after.as_ref()))
        .collect()
}

/// All edits by their real file, so that those through a link and those through the file's own name are
/// combined.
fn edits_by_file(root: &Root, fixes: &[&Fix]) -> Result<BTreeMap<RelPath, Vec<Edit>>, WorkspaceError> {
    let mut by_file: BTreeMap<RelPath, Vec<Edit>> = BTreeMap::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        let mut edit = edit.clone();
        edit.file = root.resolve(&edit.file, Last::Follow)?.file;
        let edits = by_file.entry(edit.file.clone()).or_default();
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    Ok(by_file)
}

/// The workspace as it will be.
struct Draft<'a> {
    root: &'a Root,
    files: BTreeMap<RelPath, Planned>,
}

impl<'a> Draft<'a> {
    fn new(root: &'a Root) -> Self {
        Self {
            root,
            files: BTreeMap::new(),
        }
    }

    /// A file, read on first use. Anything but a regular file is refused.
    fn file(&mut self, file: &RelPath) -> Result<&mut Planned, WorkspaceError> {
        let resolved = self.root.resolve(file, Last::Keep)?;
        if !self.files.contains_key(&resolved.file) {
            let planned = self.read(&resolved.file, resolved.missing)?;
            self.files.insert(resolved.file.clone(), planned);
        }
        self.files
            .get_mut(&resolved.file)
            .ok_or_else(|| WorkspaceError::NotFound(file.clone()))
    }

    fn read(&self, file: &RelPath, missing: Vec<RelPath>) -> Result<Planned, WorkspaceError> {
        let content = match missing.is_empty() {
            true => self.root.place(file)?.read()?,
            false => None,
        };
        if content.as_ref().is_some_and(Content::is_link) {
            return Err(WorkspaceError::NotRegular {
                file: file.clone(),
                kind: "a symbolic link",
            });
        }
        Ok(Planned {
            file: file.clone(),
            before: content.clone(),
            after: content,
            directories: missing,
        })
    }

    fn edit(&mut self, file: &RelPath, edits: &[Edit]) -> Result<(), WorkspaceError> {
        check_overlap(edits)?;
        let content = self.file(file)?.after.as_mut();
        let content = content.ok_or_else(|| WorkspaceError::NotFound(file.clone()))?;
        let not_text = || WorkspaceError::NotText(file.clone());
        let source = encoding::decode(content.bytes.clone()).ok_or_else(not_text)?;
        let edits = in_line_endings_of(&source, edits);
        let text = apply_edits(&source, &edits)?;
        content.bytes = encoding::encode(&text, &content.bytes)
            .ok_or_else(|| WorkspaceError::NotInItsEncoding(file.clone()))?;
        Ok(())
    }

    fn operate(&mut self, op: &FileOp) -> Result<(), WorkspaceError> {
        match op {
            FileOp::Create { file, content } => {
                let bytes = content.clone().into_bytes();
                self.put(file, Content { bytes, mode: None })
            }
            FileOp::Rename { from, to } => {
                let content = self.take(from)?;
                self.put(to, content)
            }
            FileOp::Delete { file } => self.take(file).map(drop),
            other => Err(WorkspaceError::Unsupported(format!("{other:?}"))),
        }
    }

    /// The content that a fix moves or deletes. To take the fix back may mean to write the text again, in UTF-8.
    fn take(&mut self, file: &RelPath) -> Result<Content, WorkspaceError> {
        let content = self.file(file)?.after.take();
        let content = content.ok_or_else(|| WorkspaceError::NotFound(file.clone()))?;
        let is_utf_8 = std::str::from_utf8(&content.bytes).is_ok();
        match is_utf_8 || encoding::decode(content.bytes.clone()).is_none() {
            true => Ok(content),
            false => Err(WorkspaceError::NotMovable(file.clone())),
        }
    }

    fn put(&mut self, file: &RelPath, content: Content) -> Result<(), WorkspaceError> {
        let planned = self.file(file)?;
        if planned.after.is_some() {
            return Err(WorkspaceError::Exists(file.clone()));
        }
        planned.after = Some(content);
        Ok(())
    }

    fn finish(self) -> Result<Vec<Planned>, WorkspaceError> {
        let root = self.root;
        let is_change = |planned: &Planned| planned.before != planned.after;
        let planned: Vec<Planned> = self.files.into_values().filter(is_change).collect();
        check_distinct(root, &planned)?;
        for change in &planned {
            let first = change.directories.first().unwrap_or(&change.file);
            root.place(first)?.check_writable()?;
        }
        Ok(planned)
    }
}

fn check_overlap(edits: &[Edit]) -> Result<(), FixError> {
    for (index, edit) in edits.iter().enumerate() {
        if let Some(other) = edits[..index].iter().find(|other| edit.overlaps(other)) {
            return Err(FixError::Overlap {
                file: edit.file.clone(),
                at: edit.range.start.max(other.range.start),
            });
        }
    }
    Ok(())
}

/// Edits with the line endings of the source. Strategies write `\n`.
fn in_line_endings_of(source: &str, edits: &[Edit]) -> Vec<Edit> {
    let lines = source.matches('\n').count();
    let is_crlf = lines > 0 && source.matches("\r\n").count() == lines;
    let mut edits = edits.to_vec();
    if is_crlf {
        for edit in &mut edits {
            edit.replacement = edit.replacement.replace("\r\n", "\n").replace('\n', "\r\n");
        }
    }
    edits
}

/// Refuses two names for one file (hard links, or a file system that folds case): each would be planned as if
/// the other did not change.
fn check_distinct(root: &Root, planned: &[Planned]) -> Result<(), WorkspaceError> {
    let mut seen: BTreeMap<(u64, u64), &RelPath> = BTreeMap::new();
    for change in planned.iter().filter(|change| change.before.is_some()) {
        let Some(facts) = root.place(&change.file)?.facts()? else {
            continue;
        };
        if let Some(other) = seen.insert(facts.identity, &change.file) {
            return Err(WorkspaceError::SameFile(other.clone(), change.file.clone()));
        }
    }
    Ok(())
}
