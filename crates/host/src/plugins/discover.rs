//! Finds plug-ins.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::PluginError;
use super::manifest::{Form, MANIFEST, Manifest, read_text};
use super::pinned::{Pinned, hex};

/// Environment variable that names the user's plug-in directory. Otherwise that is
/// `unbreak/plugins` in `$XDG_DATA_HOME`, or in `~/.local/share` (XDG Base Directory Specification).
pub const HOME_VARIABLE: &str = "UNBREAK_PLUGIN_DIR";

/// The user's plug-in directory.
pub fn home() -> PathBuf {
    let variable = |name| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(home) = variable(HOME_VARIABLE) {
        return home;
    }
    let data = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.unwrap_or_else(|| env::home_dir().unwrap_or_else(env::temp_dir).join(".local/share"));
    data.join("unbreak/plugins")
}

/// The plug-in directory of a project.
pub fn project_directory(root: &Path) -> PathBuf {
    root.join(".unbreak/plugins")
}

/// A plug-in that was found; its manifest is checked and nothing of it is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its manifest; a generated one for a declarative parser or a rule file that is a single file.
    pub manifest: Manifest,
    /// Its directory, or that file; absolute, without links.
    pub path: PathBuf,
    /// Whether it lies in the user's own directory, and not in a project.
    pub own: bool,
    /// The SHA-256 of all its files together, the manifest included.
    pub sha256: String,
    /// Its library or its parsers' files.
    pub(super) files: Vec<Pinned>,
}

impl Candidate {
    /// The plug-in in a directory, or the declarative parser or the rules in a file.
    ///
    /// # Errors
    /// If it is not a plug-in.
    pub fn open(path: &Path, own: bool) -> Result<Self, PluginError> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let path = path
            .canonicalize()
            .map_err(|error| PluginError::file(&name, path, &error))?;
        if path.is_dir() {
            Self::directory(path, &name, own)
        } else {
            Self::single(path, &name, own)
        }
    }

    fn directory(path: PathBuf, name: &str, own: bool) -> Result<Self, PluginError> {
        let text = Manifest::text(&path)?;
        let manifest = Manifest::parse(name, &text)?;
        let mut hash = Hash::default();
        hash.file(text.as_bytes());
        let mut files = Vec::new();
        for file in manifest.files(&path) {
            let bytes = fs::read(&file).map_err(|error| PluginError::file(&manifest.id, &file, &error))?;
            hash.file(&bytes);
            let file = Pinned::new(file, &bytes);
            manifest.check_pin(&file)?;
            files.push(file);
        }
        Ok(Self {
            manifest,
            path,
            own,
            sha256: hash.end(),
            files,
        })
    }

    /// A declarative parser that is a single file, with its own id.
    fn single(path: PathBuf, name: &str, own: bool) -> Result<Self, PluginError> {
        let text = read_text(&path).map_err(|error| PluginError::file(name, &path, &error))?;
        let mut hash = Hash::default();
        hash.file(text.as_bytes());
        Ok(Self {
            manifest: Manifest::of_file(name, &text)?,
            own,
            sha256: hash.end(),
            files: vec![Pinned::new(path.clone(), text.as_bytes())],
            path,
        })
    }

    /// Returns whether it is only data, parsers or rules, without code.
    pub fn is_declarative(&self) -> bool {
        matches!(self.manifest.kind, Form::Declarative | Form::Rules)
    }

    /// The registry's names of its contents, as listed in the manifest.
    pub(super) fn names(&self) -> Vec<String> {
        match &self.manifest.provides[..] {
            [] => vec![self.manifest.id.clone()],
            provided => provided.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A hash over all files of a plug-in, each preceded by its length, so that no two plug-ins have the same.
#[derive(Default)]
struct Hash(Sha256);

impl Hash {
    fn file(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn end(self) -> String {
        hex(&self.0.finalize())
    }
}

/// All plug-ins in a directory, by name; empty if the directory does not exist.
pub(super) fn within(directory: &Path, own: bool) -> Vec<Result<Candidate, PluginError>> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| looks_like_one(path))
        .collect();
    paths.sort();
    paths.iter().map(|path| Candidate::open(path, own)).collect()
}

fn looks_like_one(path: &Path) -> bool {
    path.join(MANIFEST).is_file() || path.is_file() && path.extension().is_some_and(|ending| ending == "toml")
}
