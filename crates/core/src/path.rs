//! Paths that cannot leave the workspace.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A path inside the workspace: relative, with `/`, without `.`, `..`, empty parts or NUL, and never
/// inside `.git` (in any case, because some file systems fold it).
///
/// Links that lead outside are checked by the host; this type is the first barrier.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RelPath(String);

/// The reason why a text is not a [`RelPath`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// An empty text names no file.
    #[error("the path is empty")]
    Empty,
    /// An absolute path or a drive letter.
    #[error("'{0}' is not relative to the workspace")]
    Absolute(String),
    /// It leaves the workspace by `..`.
    #[error("'{0}' leaves the workspace")]
    Outside(String),
    /// A NUL byte.
    #[error("'{0}' holds a NUL byte")]
    Nul(String),
    /// It lies in the repository's own data.
    #[error("'{0}' lies in .git, which no fix may touch")]
    GitDir(String),
}

impl RelPath {
    /// Checks and normalises: `./a//b/../c` becomes `a/c`.
    ///
    /// # Errors
    /// If the path is absolute, empty, leaves the workspace, or lies in `.git`.
    pub fn new(path: &str) -> Result<Self, PathError> {
        if path.contains('\0') {
            return Err(PathError::Nul(path.replace('\0', "\\0")));
        }
        let unified = if cfg!(windows) {
            path.replace('\\', "/")
        } else {
            path.to_owned()
        };
        let has_drive = cfg!(windows) && unified.as_bytes().get(1) == Some(&b':');
        if unified.starts_with('/') || has_drive {
            return Err(PathError::Absolute(path.to_owned()));
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in unified.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or_else(|| PathError::Outside(path.to_owned()))?;
                }
                part => parts.push(part),
            }
        }
        if parts.is_empty() {
            return Err(PathError::Empty);
        }
        if parts.iter().any(|part| is_git_dir(part)) {
            return Err(PathError::GitDir(path.to_owned()));
        }
        Ok(Self(parts.join("/")))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The part before the file name; empty at the root.
    pub fn parent(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(parent, _)| parent)
    }

    /// The file name's extension without the dot; empty if it has none.
    pub fn extension(&self) -> &str {
        self.file_name().rsplit_once('.').map_or("", |(_, ending)| ending)
    }
}

/// `.git` as any common file system may spell it: folded case, NTFS' short name and streams, HFS'
/// trailing dots and spaces; also behind a `\`, because the tree may be shared with Windows.
fn is_git_dir(part: &str) -> bool {
    let spells_git = |part: &str| {
        let plain: String = part.chars().filter(|c| !is_ignorable(*c)).collect();
        let name = plain.split(':').next().unwrap_or_default();
        let name = name.trim_end_matches(['.', ' ']);
        name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
    };
    part.split('\\').any(spells_git)
}

/// Characters that HFS+ ignores in names (the list of git's `utf8.c`, from CVE-2014-9390).
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for RelPath {
    type Error = PathError;

    fn try_from(path: String) -> Result<Self, PathError> {
        Self::new(&path)
    }
}

impl From<RelPath> for String {
    fn from(path: RelPath) -> Self {
        path.0
    }
}

impl AsRef<std::path::Path> for RelPath {
    fn as_ref(&self) -> &std::path::Path {
        self.0.as_ref()
    }
}
