//! Installs a plug-in into the user's directory, and removes it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use unbreak_core::Command;

use super::discover::Candidate;
use super::error::{PluginError, PluginErrorKind};
use super::manifest::{Form, MANIFEST, Manifest, file_name};
use super::trust::Lock;

/// How many levels up a cargo workspace is searched.
const ANCESTORS: usize = 4;

/// The result of an installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// The plug-in at its new place.
    pub candidate: Candidate,
    /// Whether it replaced another version.
    pub replaced: bool,
}

/// The command that builds the library of the plug-in in a directory, if its manifest names one.
///
/// # Errors
/// When the manifest cannot be read.
pub fn build_command(directory: &Path) -> Result<Option<Command>, PluginError> {
    if !directory.is_dir() {
        return Ok(None);
    }
    let manifest = Manifest::read(directory)?;
    let Some((program, arguments)) = manifest.build.split_first() else {
        return Ok(None);
    };
    Ok(Some(Command::new(program, arguments)))
}

/// Copies a plug-in that was built, or the file of a declarative parser or of rules, into `home`. This does
/// not make it trusted.
///
/// # Errors
/// If it is not a plug-in, was not built, or cannot be copied.
pub fn install(source: &Path, home: &Path) -> Result<Installed, PluginError> {
    let (manifest, files) = parts(source)?;
    let id = &manifest.id;
    let target = home.join(id);
    let replaced = target.exists();
    let fresh = home.join(format!(".{id}.{}", std::process::id()));
    let copied = copy(&manifest, &files, &fresh).and_then(|()| replace(&fresh, &target));
    if let Err(error) = copied {
        // The remains are useless; a failure to remove them is not worth another error.
        let _ = fs::remove_dir_all(&fresh);
        return Err(PluginError::file(id, &target, &error));
    }
    Ok(Installed {
        candidate: Candidate::open(&target, true)?,
        replaced,
    })
}

/// Its manifest and its files, each with its new name.
type Parts = (Manifest, Vec<(PathBuf, String)>);

fn parts(source: &Path) -> Result<Parts, PluginError> {
    if !source.is_dir() {
        let candidate = Candidate::open(source, true)?;
        let file = candidate.manifest.data().next().cloned().unwrap_or_default();
        return Ok((candidate.manifest, vec![(candidate.path, file)]));
    }
    let mut manifest = Manifest::read(source)?;
    let files = match (&manifest.kind, &manifest.library) {
        (Form::Library, Some(library)) => vec![(built(&manifest.id, source, library)?, file_name(library))],
        _ => manifest
            .data()
            .map(|file| (source.join(file), file.clone()))
            .collect(),
    };
    manifest.build.clear();
    Ok((manifest, files))
}

fn copy(manifest: &Manifest, files: &[(PathBuf, String)], to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let text = toml::to_string(manifest).map_err(std::io::Error::other)?;
    fs::write(to.join(MANIFEST), text)?;
    files
        .iter()
        .try_for_each(|(from, name)| fs::copy(from, to.join(name)).map(drop))
}

/// Replaces the old directory as a whole, so that none of its files remain among the new ones.
fn replace(fresh: &Path, target: &Path) -> std::io::Result<()> {
    if target.exists() {
        fs::remove_dir_all(target)?;
    }
    fs::rename(fresh, target)
}

/// The library's file, the newest of those that a build may have made.
fn built(id: &str, source: &Path, library: &str) -> Result<PathBuf, PluginError> {
    let name = file_name(library);
    let source = source
        .canonicalize()
        .map_err(|error| PluginError::file(id, source, &error))?;
    let targets = source
        .ancestors()
        .take(ANCESTORS)
        .map(|directory| directory.join("target"))
        .chain(env::var_os("CARGO_TARGET_DIR").map(PathBuf::from));
    let outputs = targets.flat_map(|target| [target.join("release"), target.join("debug")]);
    let files = std::iter::once(source.clone())
        .chain(outputs)
        .map(|directory| directory.join(&name));
    let newest = files
        .filter_map(|file| Some((fs::metadata(&file).ok()?.modified().ok()?, file)))
        .max();
    newest.map(|(_, file)| file).ok_or_else(|| {
        PluginError::new(
            id,
            PluginErrorKind::Manifest(format!(
                "{name} was not built: it is neither beside {MANIFEST} nor in target"
            )),
        )
    })
}

/// Removes a plug-in from `home` and from the lock; returns whether it was there.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(id: &str, home: &Path) -> Result<bool, PluginError> {
    let mut lock = Lock::read(home)?;
    let found = super::discover::within(home, true)
        .into_iter()
        .flatten()
        .find(|candidate| candidate.manifest.id == id);
    let Some(candidate) = found else { return Ok(false) };
    let removed = if candidate.path.is_dir() {
        fs::remove_dir_all(&candidate.path)
    } else {
        fs::remove_file(&candidate.path)
    };
    removed.map_err(|error| PluginError::file(id, &candidate.path, &error))?;
    if lock.forget(&candidate.path) {
        lock.write()?;
    }
    Ok(true)
}
