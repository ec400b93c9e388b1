//! Determines which paths name files of a workspace.
//!
//! A log names thousands of files that do not exist here (it was written on another machine, or by another
//! version), and each is searched in several places. A missing directory has no files, and an existing one is
//! read once: the file system is not asked about each path.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use unbreak_core::{RelPath, Workspace};

/// The most paths and directories that are remembered, so that a log cannot use unlimited memory.
const REMEMBERED: usize = 1 << 14;
/// A directory with more entries is not listed.
const MOST_ENTRIES: usize = 1 << 14;
/// How long a result is valid: the build that writes the output may still create files.
pub(crate) const FRESH: Duration = Duration::from_secs(1);

/// Answers whether a path names a file, and remembers what it saw.
pub(crate) struct Files<'a> {
    workspace: &'a dyn Workspace,
    directories: RefCell<HashMap<String, (Instant, Rc<Directory>)>>,
    files: RefCell<HashMap<String, bool>>,
}

/// The knowledge about a directory.
enum Directory {
    Absent,
    /// The names of its entries, ASCII letters in lower case: some file systems fold case.
    Listed(HashSet<String>),
    /// Any entry is possible.
    Unlisted,
}

impl Directory {
    /// Returns whether there may be an entry with this name. File systems differ in whether names written in
    /// different code points are equal: for these names the list is not enough.
    fn may_hold(&self, name: &str) -> bool {
        match self {
            Self::Absent => false,
            Self::Listed(names) => !name.is_ascii() || names.contains(&name.to_ascii_lowercase()),
            Self::Unlisted => true,
        }
    }
}

impl<'a> Files<'a> {
    /// The files of a workspace.
    pub(crate) fn new(workspace: &'a dyn Workspace) -> Self {
        Self {
            workspace,
            directories: RefCell::default(),
            files: RefCell::default(),
        }
    }

    /// Returns whether a path relative to the root names a file.
    pub(crate) fn contains(&self, path: &str) -> bool {
        self.may_contain(path) && self.is_file(path)
    }

    /// `false` if a directory on the way does not exist, or the last one has no such entry.
    fn may_contain(&self, path: &str) -> bool {
        let ends = path.match_indices('/').map(|(at, _)| at);
        let mut start = 0;
        !is_plain(path)
            || ends.chain([path.len()]).all(|end| {
                let (directory, name) = (&path[..start.max(1) - 1], &path[start..end]);
                start = end + 1;
                self.directory(directory).may_hold(name)
            })
    }

    /// The knowledge about a directory whose entry exists.
    fn directory(&self, path: &str) -> Rc<Directory> {
        let now = Instant::now();
        if let Some((listed, known)) = self.directories.borrow().get(path)
            && now.duration_since(*listed) < FRESH
        {
            return Rc::clone(known);
        }
        let directory = Rc::new(list(&self.workspace.root().join(path)));
        let mut directories = self.directories.borrow_mut();
        if directories.len() == REMEMBERED {
            directories.clear();
        }
        directories.insert(path.to_owned(), (now, Rc::clone(&directory)));
        directory
    }

    fn is_file(&self, path: &str) -> bool {
        let mut files = self.files.borrow_mut();
        if let Some(known) = files.get(path) {
            return *known;
        }
        if files.len() == REMEMBERED {
            files.clear();
        }
        let is_file = RelPath::new(path).is_ok_and(|path| self.workspace.is_file(&path));
        files.insert(path.to_owned(), is_file);
        is_file
    }
}

fn list(path: &Path) -> Directory {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Directory::Absent;
        }
        Err(_) => return Directory::Unlisted,
    };
    let mut names = HashSet::new();
    for entry in entries {
        match entry {
            Ok(entry) if names.len() < MOST_ENTRIES => {
                names.insert(entry.file_name().to_string_lossy().to_ascii_lowercase());
            }
            _ => return Directory::Unlisted,
        }
    }
    Directory::Listed(names)
}

/// Returns whether each part of a relative path is a plain name.
fn is_plain(path: &str) -> bool {
    let odd = |part: &str| matches!(part, "" | "." | "..") || part.contains(['\\', '\0']);
    !path.split('/').any(odd)
}
