//! The workspace, on real directories.

mod apply;
mod confine;
mod diff;
mod lock;
mod python;
mod recover;
mod rollback;
mod snapshot;
mod undo;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use unbreak_core::{Confidence, Edit, FileOp, Fix, RelPath};
use unbreak_host::workspace::{Run, RunInfo, Tree};

/// A workspace and a state directory, both empty.
pub(crate) struct Place {
    root: tempfile::TempDir,
    state: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self {
            root: tempfile::tempdir().unwrap(),
            state: tempfile::tempdir().unwrap(),
        }
    }

    /// One that holds these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let place = Self::new();
        for (file, text) in files {
            place.write(file, text);
        }
        place
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.root.path().join(file)
    }

    pub(crate) fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    pub(crate) fn set_mode(&self, file: &str, mode: u32) {
        fs::set_permissions(self.path(file), fs::Permissions::from_mode(mode)).unwrap();
    }

    pub(crate) fn tree(&self) -> Tree {
        Tree::open_with_state(self.root(), self.state.path()).unwrap()
    }

    pub(crate) fn begin(&self) -> Run {
        self.tree().begin(&info("check")).unwrap()
    }

    /// Everything that is in the workspace: files with their bytes, links with their targets,
    /// directories, each with its mode.
    pub(crate) fn everything(&self) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
        let mut everything = BTreeMap::new();
        collect(self.root(), &mut everything);
        everything
    }
}

fn collect(directory: &Path, into: &mut BTreeMap<PathBuf, (u32, Vec<u8>)>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let bytes = if metadata.is_symlink() {
            fs::read_link(&path)
                .unwrap()
                .into_os_string()
                .into_encoded_bytes()
        } else if metadata.is_file() {
            fs::read(&path).unwrap()
        } else {
            if metadata.is_dir() {
                collect(&path, into);
            }
            Vec::new()
        };
        into.insert(path, (metadata.permissions().mode(), bytes));
    }
}

pub(crate) fn info(command: &str) -> RunInfo {
    RunInfo {
        command: command.to_owned(),
        wait: None,
    }
}

pub(crate) fn rel(path: &str) -> RelPath {
    RelPath::new(path).unwrap()
}

/// A fix that changes nothing yet.
pub(crate) fn fix() -> Fix {
    Fix::new("test", "a fix", Confidence::new(1.0))
}

/// Replaces the first `from` of a source.
pub(crate) fn edit(file: &str, source: &str, from: &str, to: &str) -> Edit {
    let start = source.find(from).unwrap();
    Edit::replace(&rel(file), source, start..start + from.len(), to).unwrap()
}

/// A fix that replaces the first `from` in a file of a place.
pub(crate) fn change(place: &Place, file: &str, from: &str, to: &str) -> Fix {
    fix().edit(edit(file, &place.read(file), from, to))
}

pub(crate) fn with_files(files: impl IntoIterator<Item = FileOp>) -> Fix {
    let mut fix = fix();
    fix.files.extend(files);
    fix
}

pub(crate) fn create(file: &str, content: &str) -> FileOp {
    FileOp::Create {
        file: rel(file),
        content: content.to_owned(),
    }
}

pub(crate) fn delete(file: &str) -> FileOp {
    FileOp::Delete { file: rel(file) }
}

pub(crate) fn rename(from: &str, to: &str) -> FileOp {
    FileOp::Rename {
        from: rel(from),
        to: rel(to),
    }
}

pub(crate) fn names(files: &[RelPath]) -> Vec<&str> {
    files.iter().map(RelPath::as_str).collect()
}

/// The tree as it is found after a sudden death: with a copy of the state, because this process
/// lives on and holds the lock of the state, and with a root of another inode, because it holds that of
/// the root.
pub(crate) fn after_death(place: &Place) -> (Tree, tempfile::TempDir) {
    renew(place.root());
    let copy = tempfile::tempdir().unwrap();
    copy_all(place.state.path(), &copy.path().join("state"));
    let tree = Tree::open_with_state(place.root(), &copy.path().join("state")).unwrap();
    (tree, copy)
}

/// Puts a new directory in the place of one, with everything that is in it.
fn renew(directory: &Path) {
    let new = directory.with_extension("new");
    fs::create_dir(&new).unwrap();
    fs::set_permissions(&new, fs::metadata(directory).unwrap().permissions()).unwrap();
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        fs::rename(entry.path(), new.join(entry.file_name())).unwrap();
    }
    fs::remove_dir(directory).unwrap();
    fs::rename(&new, directory).unwrap();
}

pub(crate) fn copy_all(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
