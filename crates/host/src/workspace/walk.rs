//! Follows a path to its real file.
//!
//! Each component is opened without following links and relative to the directory before it, so that neither
//! `..` nor a link, nor a link that is created meanwhile, can lead outside. (Linux' `openat2` with
//! `RESOLVE_BENEATH` would refuse outside links too, but would not return the real file of an inside one,
//! which is the file to replace.)

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{Mode, openat, readlinkat};
use rustix::io::Errno;
use unbreak_core::RelPath;

use super::confine::{DIRECTORY, Root};
use super::error::WorkspaceError;

/// How many links are followed on one path; Linux' own limit.
const MAX_LINKS: u32 = 40;

/// The treatment of a link at the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// Follow it to its file.
    Follow,
    /// Stay at the link.
    Keep,
}

/// A path without links on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Resolved {
    /// The real file, which need not exist.
    pub(super) file: RelPath,
    /// The directories on the way that do not exist, the outermost first.
    pub(super) missing: Vec<RelPath>,
}

/// A path that is being followed.
pub(super) struct Walk<'a> {
    root: &'a Root,
    asked: &'a RelPath,
    /// The directories entered so far, with their names.
    entered: Vec<(String, OwnedFd)>,
    /// The components still to be followed, the next one last.
    todo: Vec<String>,
    links: u32,
}

impl<'a> Walk<'a> {
    pub(super) fn new(root: &'a Root, asked: &'a RelPath) -> Self {
        let mut walk = Self {
            root,
            asked,
            entered: Vec::new(),
            todo: Vec::new(),
            links: 0,
        };
        walk.queue(asked.as_str());
        walk
    }

    /// Follows it to its end.
    pub(super) fn run(mut self, last: Last) -> Result<Resolved, WorkspaceError> {
        while let Some(part) = self.todo.pop() {
            let is_last = self.todo.is_empty();
            if part == ".." {
                self.entered.pop().ok_or_else(|| self.outside())?;
            } else if is_last && last == Last::Keep {
                return self.resolved(&part, Vec::new());
            } else if let Some(target) = self.link(&part)? {
                self.follow(&target)?;
            } else if is_last {
                return self.resolved(&part, Vec::new());
            } else if !self.enter(&part)? {
                return self.resolved_below(&part);
            }
        }
        // The path ended with `..`, so it means a directory.
        Err(WorkspaceError::NotRegular {
            file: self.asked.clone(),
            kind: "a directory",
        })
    }

    fn here(&self) -> &OwnedFd {
        self.entered
            .last()
            .map_or(self.root.handle(), |(_, directory)| directory)
    }

    fn queue(&mut self, path: &str) {
        let parts = path.rsplit('/').filter(|part| !matches!(*part, "" | "."));
        self.todo.extend(parts.map(str::to_owned));
    }

    /// The target of the link with this name, if there is one.
    fn link(&self, name: &str) -> Result<Option<String>, WorkspaceError> {
        match readlinkat(self.here(), name, Vec::new()) {
            Ok(target) => target.into_string().map(Some).map_err(|_| self.outside()),
            Err(Errno::INVAL | Errno::NOENT) => Ok(None),
            Err(error) => Err(WorkspaceError::io(self.asked, "read", error)),
        }
    }

    fn follow(&mut self, target: &str) -> Result<(), WorkspaceError> {
        self.links += 1;
        if self.links > MAX_LINKS {
            let error = io::Error::from(Errno::LOOP);
            return Err(WorkspaceError::io(self.asked, "read", error));
        }
        if target.starts_with('/') {
            let below = Path::new(target).strip_prefix(self.root.path());
            let below = below.ok().and_then(Path::to_str).ok_or_else(|| self.outside())?;
            self.entered.clear();
            self.queue(below);
        } else {
            self.queue(target);
        }
        Ok(())
    }

    /// Enters a directory; `false` if there is none with that name.
    fn enter(&mut self, name: &str) -> Result<bool, WorkspaceError> {
        match openat(self.here(), name, DIRECTORY, Mode::empty()) {
            Ok(directory) => {
                self.entered.push((name.to_owned(), directory));
                Ok(true)
            }
            Err(Errno::NOENT) => Ok(false),
            Err(Errno::NOTDIR) => Err(WorkspaceError::NotFound(self.asked.clone())),
            Err(error) => Err(WorkspaceError::io(self.asked, "read", error)),
        }
    }

    fn resolved(&self, name: &str, missing: Vec<RelPath>) -> Result<Resolved, WorkspaceError> {
        let file = self.path_of(&[name])?;
        Ok(Resolved { file, missing })
    }

    /// The rest of the path lies in directories that do not exist, `first` being the outermost.
    fn resolved_below(&self, first: &str) -> Result<Resolved, WorkspaceError> {
        let rest = self.todo.iter().rev().map(String::as_str);
        let parts: Vec<&str> = std::iter::once(first).chain(rest).collect();
        if parts.contains(&"..") {
            // Nothing is above a missing directory; only a link can ask for it.
            return Err(WorkspaceError::NotFound(self.asked.clone()));
        }
        let missing = (1..parts.len())
            .map(|depth| self.path_of(&parts[..depth]))
            .collect::<Result<_, _>>()?;
        let file = self.path_of(&parts)?;
        Ok(Resolved { file, missing })
    }

    fn path_of(&self, below: &[&str]) -> Result<RelPath, WorkspaceError> {
        let entered = self.entered.iter().map(|(name, _)| name.as_str());
        let parts: Vec<&str> = entered.chain(below.iter().copied()).collect();
        Ok(RelPath::new(&parts.join("/"))?)
    }

    fn outside(&self) -> WorkspaceError {
        WorkspaceError::Outside(self.asked.clone())
    }
}
