//! A directory in memory.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use unbreak_core::ToolError;

/// The files of a directory, by their paths in it, with `/` between names.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, Entry>,
    /// Symbolic links; they stay as long as anything does.
    links: Vec<(String, PathBuf)>,
}

/// One file.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) bytes: Vec<u8>,
    permissions: fs::Permissions,
}

/// A file in the tool's output.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Listed {
    path: String,
    /// Its content, if that is text.
    text: Option<String>,
    /// Otherwise its bytes, in hexadecimal.
    bytes_hex: Option<String>,
    executable: bool,
}

/// Directories of more bytes are not held in memory.
const LARGEST: usize = 256 << 20;

/// Version control directories do not affect the failure.
const HISTORIES: &[&str] = &[".git", ".hg", ".svn", ".jj"];

impl Tree {
    /// # Errors
    /// When a file cannot be read, there is none, or they are too large together.
    pub(super) fn read(root: &Path) -> Result<Self, ToolError> {
        let mut tree = Self::default();
        let mut room = LARGEST;
        tree.add(root, "", &mut room)
            .map_err(|error| ToolError::Input(format!("{} cannot be read: {error}", root.display())))?;
        match tree.files.is_empty() {
            true => Err(ToolError::Input(format!("{} is empty", root.display()))),
            false => Ok(tree),
        }
    }

    fn add(&mut self, directory: &Path, inside: &str, room: &mut usize) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                return Err(io::Error::other("a file's name is not UTF-8"));
            };
            let (kind, path) = (entry.file_type()?, entry.path());
            let place = format!("{inside}{name}");
            if kind.is_symlink() {
                self.links.push((place, fs::read_link(path)?));
            } else if kind.is_dir() && !HISTORIES.contains(&name.as_str()) {
                self.add(&path, &format!("{place}/"), room)?;
            } else if kind.is_file() {
                let bytes = fs::read(&path)?;
                *room = room
                    .checked_sub(bytes.len())
                    .ok_or_else(|| io::Error::other("it holds more than 256 MiB"))?;
                let permissions = entry.metadata()?.permissions();
                self.files.insert(place, Entry { bytes, permissions });
            }
        }
        Ok(())
    }

    /// All bytes of all files.
    pub(super) fn size(&self) -> usize {
        self.files.values().map(|entry| entry.bytes.len()).sum()
    }

    /// The paths, large files first.
    pub(super) fn by_size(&self) -> Vec<String> {
        let mut paths: Vec<&String> = self.files.keys().collect();
        paths.sort_by_key(|path| std::cmp::Reverse(self.files[*path].bytes.len()));
        paths.into_iter().cloned().collect()
    }

    /// The tree with these files alone, by their numbers in the order of their paths.
    pub(super) fn only(&self, chosen: &[usize]) -> Self {
        let all = self.files.iter().enumerate();
        let kept = all.filter(|(number, _)| chosen.binary_search(number).is_ok());
        Self {
            files: kept
                .map(|(_, (path, entry))| (path.clone(), entry.clone()))
                .collect(),
            links: self.links.clone(),
        }
    }

    /// Writes the files for which `is_chosen`, one of them with another content, to a directory
    /// that then contains nothing else.
    pub(super) fn write(
        &self,
        directory: &Path,
        is_chosen: impl Fn(usize) -> bool,
        other: Option<(&str, &[u8])>,
    ) -> io::Result<()> {
        // Files that the command left there must not affect the next candidate.
        match fs::remove_dir_all(directory) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(directory)?,
        }
        for (_, (path, entry)) in self.files.iter().enumerate().filter(|(at, _)| is_chosen(*at)) {
            let bytes = match other {
                Some((name, bytes)) if name == path => bytes,
                _ => &entry.bytes,
            };
            let place = within(directory, path)?;
            let mut file = fs::File::create(&place)?;
            file.write_all(bytes)?;
            file.set_permissions(entry.permissions.clone())?;
        }
        for (path, target) in &self.links {
            link(target, &within(directory, path)?)?;
        }
        Ok(())
    }

    /// For the tool's output.
    pub(super) fn listed(self) -> Vec<Listed> {
        let each = self.files.into_iter().map(|(path, entry)| {
            let executable = is_executable(&entry.permissions);
            let (text, bytes_hex) = super::shown(entry.bytes);
            Listed {
                path,
                text,
                bytes_hex,
                executable,
            }
        });
        each.collect()
    }
}

/// A place in a directory, which has been made.
fn within(directory: &Path, path: &str) -> io::Result<PathBuf> {
    let place = directory.join(path);
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    Ok(place)
}

#[cfg(unix)]
fn link(target: &Path, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, place)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_executable(permissions: &fs::Permissions) -> bool {
    std::os::unix::fs::PermissionsExt::mode(permissions) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Permissions) -> bool {
    false
}
