//! Resolves paths as tools print them to paths in the workspace.

use std::collections::HashMap;
use std::path::Path;

use unbreak_core::{Diagnostic, Location};

/// Directories with foreign files, wherever they are.
const FOREIGN: [&str; 10] = [
    "site-packages",
    "dist-packages",
    "node_modules",
    ".venv",
    ".tox",
    ".nox",
    "__pypackages__",
    ".git",
    ".cargo",
    "bower_components",
];

/// Knows where the tool ran and where the workspace is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolver {
    /// The workspace root, absolute, with `/`.
    root: String,
    /// The directory that the tool ran in, absolute, with `/`.
    cwd: String,
}

/// Paths remembered at once; a log that names more is not a reason to use more memory.
const REMEMBERED: usize = 1 << 14;

/// The resolutions found so far, so that each path is searched for once. Valid as long as no file
/// is added or removed.
#[derive(Debug, Default)]
pub struct Resolved(HashMap<String, Place>);

#[derive(Debug)]
struct Place {
    path: String,
    /// Whether it is a file of the workspace's own.
    is_own: bool,
}

impl Resolver {
    /// Creates a resolver for a tool that ran in `cwd`. Both paths are absolute.
    pub fn new(root: &Path, cwd: &Path) -> Self {
        Self {
            root: normal(&root.to_string_lossy()),
            cwd: normal(&cwd.to_string_lossy()),
        }
    }

    /// Makes every path in the workspace relative to the root, marks the frames there, and moves a
    /// location outside to the innermost frame inside.
    ///
    /// `resolved` caches resolutions from one diagnostic to the next. `is_file` tells whether a
    /// path relative to the root is a file of the workspace.
    pub fn resolve(
        &self,
        diagnostic: &mut Diagnostic,
        resolved: &mut Resolved,
        is_file: &dyn Fn(&str) -> bool,
    ) {
        let is_inside = self.place(&mut diagnostic.location, resolved, is_file);
        for frame in &mut diagnostic.frames {
            frame.in_workspace = self.place(&mut frame.location, resolved, is_file);
        }
        for note in &mut diagnostic.notes {
            self.place(&mut note.location, resolved, is_file);
        }
        let edits = diagnostic
            .suggestions
            .iter_mut()
            .flat_map(|suggestion| &mut suggestion.edits);
        for edit in edits {
            self.place(&mut edit.location, resolved, is_file);
        }
        if !is_inside {
            move_inside(diagnostic);
        }
    }

    /// Rewrites the path of a location; `true` when it is a file of the workspace's own.
    fn place(
        &self,
        location: &mut Location,
        resolved: &mut Resolved,
        is_file: &dyn Fn(&str) -> bool,
    ) -> bool {
        let is_path = |file: &&mut String| !file.starts_with('<') && file.len() <= LONGEST_PATH;
        let Some(printed) = location.file.as_mut().filter(is_path) else {
            return false;
        };
        if !resolved.0.contains_key(printed) {
            if resolved.0.len() == REMEMBERED {
                resolved.0.clear();
            }
            let place = self.look_for(printed, is_file);
            resolved.0.insert(printed.clone(), place);
        }
        let Some(place) = resolved.0.get(printed) else {
            return false;
        };
        printed.clone_from(&place.path);
        place.is_own
    }

    fn look_for(&self, printed: &str, is_file: &dyn Fn(&str) -> bool) -> Place {
        let found = self.find(printed, is_file);
        Place {
            is_own: found.as_deref().is_some_and(|path| is_own(path) && is_file(path)),
            path: found.unwrap_or_else(|| unified(printed)),
        }
    }

    /// The path relative to the root, if it is below it.
    fn find(&self, printed: &str, is_file: &dyn Fn(&str) -> bool) -> Option<String> {
        let path = unified(printed);
        if is_absolute(&path) {
            let path = normal(&path);
            return below(&self.root, &path).or_else(|| known_tail(&path, is_file));
        }
        let from_cwd = below(&self.root, &normal(&format!("{}/{path}", self.cwd)));
        match from_cwd {
            Some(from_cwd) if is_file(&from_cwd) => Some(from_cwd),
            other => below("", &normal(&format!("/{path}")))
                .filter(|from_root| is_file(from_root))
                .or_else(|| known_tail(&path, is_file))
                .or_else(|| self.of_import_path(&path, is_file))
                .or(other),
        }
    }

    /// Go's tests name a file by the import path of its package, which for the directory of the module
    /// itself has nothing in common with the path.
    fn of_import_path(&self, path: &str, is_file: &dyn Fn(&str) -> bool) -> Option<String> {
        let (_, name) = path.rsplit_once('/').filter(|(_, name)| name.ends_with(".go"))?;
        below(&self.root, &format!("{}/{name}", self.cwd)).filter(|path| is_file(path))
    }
}

/// The longest path that names a file (Linux' `PATH_MAX`): a longer line was misread.
const LONGEST_PATH: usize = 4096;

/// The most parts that the end of a path may have in which a file is looked for.
const DEEPEST: usize = 64;

/// A diagnostic in a library is of use where the workspace's own code called it.
fn move_inside(diagnostic: &mut Diagnostic) {
    if let Some(frame) = diagnostic.innermost_own_frame() {
        diagnostic.location = frame.location.clone();
        diagnostic.snippet = None;
    }
}

/// Forward slashes, no `file://`.
fn unified(printed: &str) -> String {
    let path = printed.trim().replace('\\', "/");
    let path = path.strip_prefix("file://").unwrap_or(&path);
    // `file:///C:/x` leaves `/C:/x`.
    match path.strip_prefix('/') {
        Some(rest) if has_drive(rest) => rest.to_owned(),
        _ => path.to_owned(),
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || has_drive(path)
}

fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && bytes[2] == b'/'
}

/// Without `.`, `..` and doubled slashes. What climbs above the top stays at the top.
fn normal(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// `path` relative to `root`, if it is below it. Windows folds case.
fn below(root: &str, path: &str) -> Option<String> {
    let root = root.trim_end_matches('/');
    let head = path.get(..root.len())?;
    let same = head == root || (has_drive(path) && head.eq_ignore_ascii_case(root));
    let rest = path[root.len()..]
        .strip_prefix('/')
        .filter(|rest| !rest.is_empty())?;
    same.then(|| rest.to_owned())
}

/// The longest end of the path, of at least two parts, that is a file of the workspace: the tool ran
/// in a container, on another machine or behind a link.
fn known_tail(path: &str, is_file: &dyn Fn(&str) -> bool) -> Option<String> {
    if !is_own(path) {
        return None;
    }
    let ends: Vec<&str> = path
        .rmatch_indices('/')
        .take(DEEPEST)
        .map(|(at, _)| &path[at + 1..])
        .collect();
    ends.into_iter()
        .rev()
        .filter(|tail| tail.contains('/'))
        .find(|tail| is_file(tail))
        .map(str::to_owned)
}

/// Returns whether a path leads through no directory of foreign code.
fn is_own(path: &str) -> bool {
    let foreign = path.split('/').any(|part| FOREIGN.contains(&part));
    let standard_library = ["lib/python2.", "lib/python3."]
        .iter()
        .any(|lib| path.contains(lib));
    !foreign && !standard_library && !path.starts_with('<')
}
