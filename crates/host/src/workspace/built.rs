//! Objects and programs that a compiler built from a text that is no longer there, and the stamps of that build.
//!
//! A Makefile often does not name the headers that a source includes, and sometimes not even the source, or only a
//! stamp that says that all is built. After a change to one of them is rolled back, `make` then finds nothing to build,
//! and passes.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ignore::WalkBuilder;
use unbreak_core::RelPath;

use super::listing::has_packages;

/// Files whose change a build may not know of: those that others include, and sources, where a rule names none
/// (`prog:` with `$(CC) prog.c -o prog`).
const SOURCES: [&str; 14] = [
    "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tpp", "c", "cc", "cpp", "cxx", "c++", "C",
];

/// The first bytes of objects, libraries and programs.
const BINARY: [&[u8]; 3] = [b"\x7fELF", b"!<arch>\n", MACH_O];

/// An object or program of macOS, for one processor of 64 bits.
const MACH_O: &[u8] = b"\xcf\xfa\xed\xfe";

/// Directories whose builders know what depends on what. Installed packages are left out as well.
const SKIPPED: [&str; 2] = [".git", "target"];

/// The files that say how to build, on which nothing that is built depends.
const BUILD_FILES: [&str; 3] = ["GNUmakefile", "Makefile", "makefile"];

/// Returns whether a build may miss a change to one of these files.
pub(crate) fn may_be_missed<'f>(files: impl IntoIterator<Item = &'f RelPath>) -> bool {
    let is_missed =
        |file: &RelPath| SOURCES.contains(&file.extension()) || BUILD_FILES.contains(&file.file_name());
    files.into_iter().any(is_missed)
}

/// Removes the objects, libraries, programs and stamps that were written since a moment.
pub(crate) fn remove_since(root: &Path, since: SystemTime) {
    for file in since_in(root, since) {
        // What cannot be removed is as before.
        let _ = fs::remove_file(file);
    }
}

/// The objects, libraries, programs and stamps that were written since a moment.
fn since_in(root: &Path, since: SystemTime) -> Vec<PathBuf> {
    let walk = WalkBuilder::new(root)
        .standard_filters(false)
        .filter_entry(|entry| {
            let is_skipped = SKIPPED.iter().any(|name| entry.file_name() == *name);
            !is_skipped && !has_packages(entry)
        })
        .build();
    let is_built = |path: &PathBuf| {
        let data = fs::symlink_metadata(path);
        let is_new = data.is_ok_and(|data| data.is_file() && data.modified().is_ok_and(|at| at >= since));
        is_new && (is_stamp(path) || is_binary(path))
    };
    walk.filter_map(Result::ok)
        .map(ignore::DirEntry::into_path)
        .filter(is_built)
        .collect()
}

/// `build-stamp`, `stamp-h1`, `.stamp_built`, `debian/debhelper-build-stamp`, `prog.stamp`.
fn is_stamp(path: &Path) -> bool {
    let is_named = path
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| name.contains("stamp"));
    is_named && path.extension().is_none_or(|extension| extension == "stamp")
}

fn is_binary(path: &Path) -> bool {
    let mut begin = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read(&mut begin));
    read.is_ok_and(|count| BINARY.iter().any(|mark| begin[..count].starts_with(mark)))
}

/// What was built, kept elsewhere while the tree is another one.
#[derive(Debug)]
pub(crate) struct Aside(Vec<(PathBuf, PathBuf)>);

impl Aside {
    /// Moves what was built since a moment into a directory.
    pub(crate) fn take(root: &Path, since: SystemTime, directory: &Path) -> Self {
        let mut moved = Vec::new();
        if fs::create_dir_all(directory).is_ok() {
            for (number, file) in since_in(root, since).into_iter().enumerate() {
                let to = directory.join(number.to_string());
                if fs::copy(&file, &to).is_ok() && fs::remove_file(&file).is_ok() {
                    moved.push((file, to));
                }
            }
        }
        Self(moved)
    }

    /// Moves it back.
    pub(crate) fn put_back(self) {
        for (file, kept) in self.0 {
            // Copied: it is newer than its sources again.
            if fs::copy(&kept, &file).is_ok() {
                let _ = fs::remove_file(kept);
            }
        }
    }
}
