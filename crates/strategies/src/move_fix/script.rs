//! JavaScript and TypeScript: the relative path in every statement and call that loads the module.

use std::collections::BTreeSet;

use unbreak_core::{Diagnostic, Edit, Fact, FixError, RelPath, Workspace};

use super::Lost;
use crate::code_words::{Family, SCRIPT, is_word};
use crate::script::ending::Ending;
use crate::script::exports::Exports;
use crate::script::site::Site;
use crate::script::{is_script, loading_site, paths};

/// A module that is loaded by a relative path.
pub(super) struct Module<'a> {
    workspace: &'a dyn Workspace,
    /// Its path without an ending.
    path: String,
    sites: Vec<Site<'a>>,
    names: BTreeSet<String>,
}

impl<'a> Module<'a> {
    pub(super) fn of(diagnostic: &Diagnostic, fact: &Fact, workspace: &'a dyn Workspace) -> Option<Self> {
        let Fact::MissingModule { module, .. } = fact else {
            return None;
        };
        let absolute = module.trim_start_matches("file://");
        let path = match absolute.strip_prefix('/') {
            Some(_) => workspace.locate(absolute)?.as_str().to_owned(),
            None => {
                let site = loading_site(diagnostic, module, workspace)?;
                let is_relative = module.starts_with("./") || module.starts_with("../");
                let directory = paths::directory(site.file.as_str());
                is_relative.then(|| paths::join(directory, module))??
            }
        };
        let files = paths::candidates(workspace);
        let scripts = files.iter().filter(|file| is_script(file.as_str()));
        let mut lost = Self {
            workspace,
            path: bare(&path).to_owned(),
            sites: scripts.filter_map(|file| Site::read(file, workspace)).collect(),
            names: BTreeSet::new(),
        };
        lost.names = lost.sites.iter().flat_map(|site| lost.used_in(site)).collect();
        Some(lost)
    }

    /// Returns whether a path in a file names the lost module.
    fn is_it(&self, site: &Site<'_>, path: &str) -> bool {
        let directory = paths::directory(site.file.as_str());
        let joined = path
            .starts_with('.')
            .then(|| paths::join(directory, path))
            .flatten();
        joined.is_some_and(|joined| bare(&joined) == self.path)
            && paths::resolve(path, &site.file, self.workspace).is_none()
    }

    fn is_importer(&self, site: &Site<'_>) -> bool {
        site.modules()
            .any(|(_, token)| self.is_it(site, site.word(token)))
    }

    /// The names that a file takes of the module.
    fn used_in(&self, site: &Site<'_>) -> Vec<String> {
        let imports = SCRIPT
            .imports(&site.text)
            .filter(|(module, _)| self.is_it(site, module));
        imports.flat_map(|(_, names)| taken(site, names)).collect()
    }
}

/// A path without the ending of a script.
fn bare(path: &str) -> &str {
    let path = match path.rsplit_once('.') {
        Some((bare, _)) if Family::of(path).is_some_and(|family| std::ptr::eq(family, &raw const SCRIPT)) => {
            bare
        }
        _ => path,
    };
    path.strip_suffix("/index").unwrap_or(path)
}

/// The names that the part of a statement before the module's path takes of it.
fn taken(site: &Site<'_>, names: &str) -> Vec<String> {
    let (outside, inside) = match names.split_once('{') {
        Some((outside, rest)) => (outside, rest.split('}').next().unwrap_or_default()),
        None => (names, ""),
    };
    let name = |part: &str| {
        let part = part.trim().trim_start_matches("type ").trim_start();
        let end = part.find(|c| !is_word(c)).unwrap_or(part.len());
        part[..end].to_owned()
    };
    let mut found: Vec<String> = inside.split(',').map(name).collect();
    let outside = outside
        .trim()
        .trim_start_matches("type ")
        .trim_end_matches(',')
        .trim();
    match outside.strip_prefix("* as ") {
        Some(whole) => found.extend(members(site, whole.trim())),
        None if outside.is_empty() || outside == "*" || outside == "type" => {}
        None if site.is_common_js() => found.extend(members(site, outside)),
        None => found.push("default".to_owned()),
    }
    found.retain(|name| !name.is_empty());
    found
}

/// The names that follow a name and a dot.
fn members(site: &Site<'_>, name: &str) -> Vec<String> {
    let tokens = &site.tokens;
    let after = |at: usize| {
        let is_dot = tokens.get(at + 1).is_some_and(|token| token.is('.'));
        tokens.get(at + 2).filter(|token| is_dot && token.is_word())
    };
    let uses = (0..tokens.len()).filter(|at| tokens[*at].is_word() && site.word(&tokens[*at]) == name);
    uses.filter_map(after)
        .map(|token| site.word(token).to_owned())
        .collect()
}

impl Lost for Module<'_> {
    fn paths(&self) -> Vec<RelPath> {
        let endings = ["ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts"];
        let forms = |ending: &str| {
            [
                format!("{}.{ending}", self.path),
                format!("{}/index.{ending}", self.path),
            ]
        };
        // git is asked for each: only endings that the project uses.
        let used = endings.into_iter().filter(|ending| {
            let mut sites = self.sites.iter();
            sites.any(|site| site.file.extension() == *ending)
        });
        used.flat_map(forms)
            .filter_map(|path| RelPath::new(&path).ok())
            .collect()
    }

    fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    fn candidates(&self) -> Vec<RelPath> {
        let fits = |site: &&Site<'_>| {
            let exports = Exports::of(&site.text);
            let has = |name: &String| match name.as_str() {
                "default" => exports.has_default,
                name => exports.names.contains(name),
            };
            self.names.iter().all(has)
        };
        let others = self.sites.iter().filter(|site| !self.is_importer(site));
        others.filter(fits).map(|site| site.file.clone()).collect()
    }

    fn is_imported(&self, file: &RelPath) -> bool {
        let leads = |site: &Site<'_>| {
            let mut paths = site.modules().map(|(_, token)| site.word(token));
            paths.any(|path| {
                path.starts_with('.')
                    && paths::resolve(path, &site.file, self.workspace).as_ref() == Some(file)
            })
        };
        self.sites.iter().any(leads)
    }

    fn edits(&self, file: &RelPath) -> Result<Vec<Edit>, FixError> {
        let mut edits = Vec::new();
        for site in &self.sites {
            for (_, token) in site.modules() {
                let written = site.word(token);
                if self.is_it(site, written) {
                    let path = paths::relative(file, &site.file, Ending::of(written));
                    edits.push(site.replace(token.range.clone(), path)?);
                }
            }
        }
        Ok(edits)
    }
}
