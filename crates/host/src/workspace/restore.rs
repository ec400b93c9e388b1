//! Writes files for a run, and restores them.

use std::path::PathBuf;

use git2::{MergeFileInput, merge_file};
use unbreak_core::{RelPath, encoding};

use super::bytecode;
use super::confine::Root;
use super::content::{Content, Image, LINK_MODE};
use super::error::WorkspaceError;
use super::journal::Change;
use super::place::Passage;
use super::run_dir::RunDir;
use super::walk::Last;

/// A file that could not be restored, because another process had changed it or it cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The file, which is left as it was found.
    pub file: RelPath,
    /// The reason.
    pub reason: String,
    /// The place of its content from before the step, if there was a file.
    pub kept: Option<PathBuf>,
}

impl std::fmt::Display for Conflict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} could not be put back: {}", self.file, self.reason)?;
        match &self.kept {
            Some(kept) => write!(f, "; its former content is in {}", kept.display()),
            None => Ok(()),
        }
    }
}

/// The result of rolling changes back.
#[derive(Debug, Default)]
pub(super) struct TakenBack {
    /// Files that were changed by others: they stay as they are.
    pub(super) conflicts: Vec<Conflict>,
    /// Files that could not be written, or whose former content cannot be read: to be tried again.
    pub(super) failed: Vec<Conflict>,
}

/// Puts files of the workspace in one state or another, for one run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand<'a> {
    pub(super) root: &'a Root,
    pub(super) run: &'a RunDir,
}

impl Hand<'_> {
    /// Replaces `expected` by `wanted`. `None` means no file. The directories, the outermost first, exist for
    /// this file only: they are created before it and removed after it.
    ///
    /// # Errors
    /// [`WorkspaceError::Changed`] if the content is another one.
    pub(super) fn put(
        &self,
        file: &RelPath,
        directories: &[RelPath],
        expected: Option<&Content>,
        wanted: Option<&Content>,
    ) -> Result<(), WorkspaceError> {
        if wanted.is_some() {
            for directory in directories {
                self.root.make_directory(directory)?;
            }
        }
        let place = self.root.place(file)?;
        place.replace(expected, wanted, &self.passage(file)?)?;
        if wanted.is_none() {
            self.remove_empty(directories);
        }
        bytecode::forget(&place);
        Ok(())
    }

    /// Rolls changes back, the last one first. Changes made by others meanwhile are kept: merged if they are
    /// on other lines, otherwise left as they are and reported.
    pub(super) fn take_back(&self, changes: &[Change]) -> TakenBack {
        let mut taken_back = TakenBack::default();
        for change in changes.iter().rev() {
            if let Err(reason) = self.take_back_one(change) {
                let conflict = self.conflict(change, &reason);
                match reason {
                    WorkspaceError::Io { .. }
                    | WorkspaceError::ReadOnly(_)
                    | WorkspaceError::State { .. } => taken_back.failed.push(conflict),
                    _ => taken_back.conflicts.push(conflict),
                }
            }
        }
        taken_back
    }

    fn take_back_one(&self, change: &Change) -> Result<(), WorkspaceError> {
        match self.root.place(&change.file) {
            Ok(place) => place.settle(change, &self.passage(&change.file)?)?,
            Err(WorkspaceError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
        let current = self.current(&change.file)?;
        let wanted = match standing(current.as_ref(), change) {
            Standing::After => self.former(change, current.as_ref())?,
            Standing::Before => current.clone(),
            Standing::Other => Some(self.merged(change, current.as_ref())?),
        };
        if wanted != current {
            // A directory on the way may have been removed since.
            let missing = self.missing_directories(&change.file)?;
            self.put(&change.file, &missing, current.as_ref(), wanted.as_ref())?;
        }
        self.tidy(change);
        Ok(())
    }

    /// The file before a change, with the mode that it was given since.
    pub(super) fn former(
        &self,
        change: &Change,
        current: Option<&Content>,
    ) -> Result<Option<Content>, WorkspaceError> {
        let mut former = self.load(&change.before)?;
        let left = change.after.as_ref().and_then(|after| after.mode);
        let now = current.and_then(|content| content.mode);
        let is_file = |mode: &u32| *mode != LINK_MODE;
        if let (Some(former), Some(left), Some(now)) = (&mut former, left, now.filter(is_file))
            && left != now
            && !former.is_link()
        {
            former.mode = Some(now);
        }
        Ok(former)
    }

    /// The content that an image of this run names.
    fn load(&self, image: &Option<Image>) -> Result<Option<Content>, WorkspaceError> {
        image.as_ref().map(|image| self.run.load(image)).transpose()
    }

    /// The present content.
    pub(super) fn current(&self, file: &RelPath) -> Result<Option<Content>, WorkspaceError> {
        match self.root.place(file) {
            Ok(place) => place.read(),
            Err(WorkspaceError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The directories above a file that do not exist, the outermost first.
    pub(super) fn missing_directories(&self, file: &RelPath) -> Result<Vec<RelPath>, WorkspaceError> {
        Ok(self.root.resolve(file, Last::Keep)?.missing)
    }

    /// The content changed by others, without this change: a three-way merge, as git makes it.
    fn merged(&self, change: &Change, current: Option<&Content>) -> Result<Content, WorkspaceError> {
        let changed = || WorkspaceError::Changed(change.file.clone());
        let (Some(current), Some(ours), Some(former)) = (current, &change.after, &change.before) else {
            return Err(changed());
        };
        let ours = self.run.load(ours).map_err(|_| changed())?;
        let former = self.run.load(former)?;
        let is_text =
            |content: &Content| !content.is_link() && encoding::decode(content.bytes.clone()).is_some();
        if ![current, &ours, &former].into_iter().all(is_text) {
            return Err(changed());
        }
        let bytes = merge(&ours.bytes, &current.bytes, &former.bytes).ok_or_else(changed)?;
        Ok(Content {
            bytes,
            mode: current.mode,
        })
    }

    /// Removes the traces of a file that is gone again.
    fn tidy(&self, change: &Change) {
        if let Ok(place) = self.root.place(&change.file) {
            bytecode::forget(&place);
        }
        self.remove_empty(&change.directories);
    }

    fn remove_empty(&self, directories: &[RelPath]) {
        for directory in directories.iter().rev() {
            if let Ok(place) = self.root.place(directory) {
                place.remove_empty_directory();
            }
        }
    }

    fn conflict(&self, change: &Change, reason: &WorkspaceError) -> Conflict {
        let reason = match reason {
            WorkspaceError::Changed(_) => "another program changed it in the meantime".to_owned(),
            WorkspaceError::Io { source, .. } | WorkspaceError::State { source, .. } => {
                format!("{reason}: {source}")
            }
            other => other.to_string(),
        };
        Conflict {
            file: change.file.clone(),
            reason,
            kept: change.before.as_ref().map(|image| self.run.image_path(image)),
        }
    }

    fn passage(&self, file: &RelPath) -> Result<Passage, WorkspaceError> {
        Passage::of(self.run.id(), file)
    }
}

/// The side of a change that a file is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Before,
    After,
    /// Neither: changed by others.
    Other,
}

/// The side of a change that a content is on; after it, if the change is only one of the mode.
pub(super) fn standing(content: Option<&Content>, change: &Change) -> Standing {
    let is = |image: &Option<Image>| match (content, image) {
        (Some(content), Some(image)) => image.is_of(content),
        (None, None) => true,
        _ => false,
    };
    if is(&change.after) {
        Standing::After
    } else if is(&change.before) {
        Standing::Before
    } else {
        Standing::Other
    }
}

/// A three-way merge of texts, as git makes it; `None` if both sides changed the same lines.
pub(crate) fn merge_texts(ancestor: &str, ours: &str, theirs: &str) -> Option<String> {
    let merged = merge(ancestor.as_bytes(), ours.as_bytes(), theirs.as_bytes())?;
    String::from_utf8(merged).ok()
}

fn merge(ancestor: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    let input = |bytes| {
        let mut input = MergeFileInput::new();
        input.content(bytes);
        input
    };
    let merged = merge_file(&input(ancestor), &input(ours), &input(theirs), None).ok()?;
    merged.is_automergeable().then(|| merged.content().to_vec())
}
