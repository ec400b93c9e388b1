//! Determines the repository of a directory, and compares addresses of repositories.

use std::path::{Path, PathBuf};

use git2::Repository;
use rustix::fs::{Access, access};

/// The address of a repository, without the parts that differ between ways to reach it: scheme, user, a
/// `.git` at the end.
#[derive(Debug, PartialEq, Eq)]
enum Address {
    Remote { host: String, path: String },
    Local(PathBuf),
}

/// Returns whether two addresses mean the same repository. Local ones are relative to a directory.
pub(super) fn same(one: &str, other: &str, directory: &Path) -> bool {
    Address::of(one, directory) == Address::of(other, directory)
}

impl Address {
    fn of(text: &str, directory: &Path) -> Self {
        let text = text.trim();
        if let Some((scheme, rest)) = text.split_once("://") {
            return match scheme {
                "file" => Self::local(rest, directory),
                _ => {
                    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
                    Self::remote(scheme, host, path)
                }
            };
        }
        match text.split_once(':') {
            // In the form of scp; a local path with a colon has a slash before it.
            Some((host, path)) if !host.contains('/') => Self::remote("ssh", host, path),
            _ => Self::local(text, directory),
        }
    }

    fn remote(scheme: &str, host: &str, path: &str) -> Self {
        let host = host.rsplit_once('@').map_or(host, |(_user, host)| host);
        let usual = match scheme {
            "https" => ":443",
            "http" => ":80",
            "git" => ":9418",
            _ => ":22",
        };
        let host = host.strip_suffix(usual).unwrap_or(host);
        Self::Remote {
            host: host.to_ascii_lowercase(),
            path: trimmed(path.trim_start_matches('/')).to_owned(),
        }
    }

    fn local(path: &str, directory: &Path) -> Self {
        let path = directory.join(path);
        let found = path.canonicalize().unwrap_or(path);
        // A clone of `project/.git` and one of `project` have the same origin.
        Self::Local(match found.file_name() {
            Some(name) if name == ".git" => found.parent().unwrap_or(&found).to_owned(),
            _ => found,
        })
    }
}

fn trimmed(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.strip_suffix(".git").unwrap_or(path)
}

/// The work tree that contains a directory.
#[derive(Debug)]
pub(super) struct WorkTree {
    /// Its root.
    pub(super) root: PathBuf,
    /// The address of `origin`, if it has one.
    pub(super) origin: Option<String>,
    /// Whether its files, and those of git, are writable.
    pub(super) is_writable: bool,
}

impl WorkTree {
    /// The work tree around a directory.
    pub(super) fn around(directory: &Path) -> Option<Self> {
        let repository = Repository::discover(directory).ok()?;
        let root = repository.workdir()?.canonicalize().ok()?;
        let origin = repository.find_remote("origin").ok();
        let origin = origin.and_then(|origin| origin.url().ok().map(str::to_owned));
        let may_write = |path: &Path| access(path, Access::WRITE_OK).is_ok();
        Some(Self {
            is_writable: may_write(&root) && may_write(directory) && may_write(repository.path()),
            root,
            origin,
        })
    }
}
