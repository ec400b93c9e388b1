//! Where plug-ins lie.

use std::env;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::PluginError;
use super::manifest::{Form, MANIFEST, Manifest, is_id, read_text};

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

/// A plug-in that lies somewhere, its manifest checked and nothing of it opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its manifest; one made up for a declarative parser that is a file by itself.
    pub manifest: Manifest,
    /// Its directory, or that file; absolute, without links.
    pub path: PathBuf,
    /// Whether it lies in the user's own directory, and not in a project.
    pub own: bool,
    /// The SHA-256 of all its files together.
    pub sha256: String,
}

impl Candidate {
    /// The plug-in in a directory, or the declarative parser in a file.
    ///
    /// # Errors
    /// When it is none.
    pub fn open(path: &Path, own: bool) -> Result<Self, PluginError> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let path = path
            .canonicalize()
            .map_err(|error| PluginError::file(&name, path, &error))?;
        let manifest = if path.is_dir() {
            Manifest::read(&path)?
        } else {
            single(&path, &name)?
        };
        let mut candidate = Self {
            manifest,
            path,
            own,
            sha256: String::new(),
        };
        candidate.sha256 = candidate.hash()?;
        Ok(candidate)
    }

    /// Its library or its parsers' files.
    pub fn files(&self) -> Vec<PathBuf> {
        if self.path.is_dir() {
            self.manifest.files(&self.path)
        } else {
            vec![self.path.clone()]
        }
    }

    /// Whether it is declarative.
    pub fn is_declarative(&self) -> bool {
        self.manifest.kind == Form::Declarative
    }

    /// All its files, each after its length, so that no two plug-ins look alike.
    fn hash(&self) -> Result<String, PluginError> {
        let manifest = self.path.is_dir().then(|| self.path.join(MANIFEST));
        let mut hash = Sha256::new();
        for file in manifest.into_iter().chain(self.files()) {
            let id = &self.manifest.id;
            let mut bytes = Vec::new();
            let read = fs::File::open(&file).and_then(|mut opened| opened.read_to_end(&mut bytes));
            read.map_err(|error| PluginError::file(id, &file, &error))?;
            self.check_pin(&file, &bytes)?;
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(&bytes);
        }
        Ok(hex(&hash.finalize()))
    }

    fn check_pin(&self, file: &Path, bytes: &[u8]) -> Result<(), PluginError> {
        let is_library = file.file_name().is_none_or(|name| name != MANIFEST);
        match &self.manifest.sha256 {
            Some(pin) if is_library && !pin.eq_ignore_ascii_case(&hex(&Sha256::digest(bytes))) => {
                Err(PluginError::manifest(
                    &self.manifest.id,
                    format!("{} is not the file that 'sha256' names", file.display()),
                ))
            }
            _ => Ok(()),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A declarative parser that is a file by itself; its id is its own.
fn single(path: &Path, name: &str) -> Result<Manifest, PluginError> {
    #[derive(serde::Deserialize)]
    struct Head {
        id: String,
        #[serde(default)]
        version: Option<String>,
        #[serde(default)]
        summary: Option<String>,
    }
    let text = read_text(path).map_err(|error| PluginError::file(name, path, &error))?;
    let head: Head = toml::from_str(&text)
        .map_err(|error| PluginError::manifest(name, super::manifest::one_line(&error)))?;
    if !is_id(&head.id) {
        return Err(PluginError::manifest(name, format!("'{}' is no id", head.id)));
    }
    Ok(Manifest {
        version: head.version.unwrap_or_else(|| "0.0.0".to_owned()),
        summary: head.summary.unwrap_or_default(),
        kind: Form::Declarative,
        protocol: None,
        library: None,
        parsers: vec![name.to_owned()],
        provides: Vec::new(),
        capabilities: Vec::new(),
        build: Vec::new(),
        sha256: None,
        id: head.id,
    })
}

/// Everything in a plug-in directory, by name; a directory that is not there holds nothing.
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
