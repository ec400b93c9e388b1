//! A module that is not at the path of its import.

use std::ops::Range;

use unbreak_core::{DeterminedBy, Evidence, RelPath, StrategyError};

use super::ending::Ending;
use super::paths;
use super::site::Site;
use super::uninstalled::{declared, is_uninstalled};
use crate::closeness::{closeness, is_slip};
use crate::offer::Offer;
use crate::weights::{confidence, location, similarity};

/// Modules that come with Node.
pub(super) const CORE_MODULES: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "dns",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "timers",
    "timers/promises",
    "tls",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "worker_threads",
    "zlib",
];

/// The greatest number of files that are searched for a package.
const MOST_FILES: usize = 500;

/// A path that leads nowhere, in the importing file.
pub(super) struct MissingModule<'a> {
    pub(super) site: &'a Site<'a>,
    /// The reported name: as written, or as an absolute path.
    pub(super) module: &'a str,
}

impl MissingModule<'_> {
    pub(super) fn offers(&self) -> Result<Vec<Offer>, StrategyError> {
        let Some((range, written)) = self.written() else {
            return Ok(Vec::new());
        };
        let mut better = match written.starts_with('.') {
            true => self.paths(&written),
            false => self.packages(&written),
        };
        // They are written within the existing quotes.
        better.retain(|(path, _)| !path.contains(|c: char| c.is_control() || "'\"`\\$".contains(c)));
        better.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        better.dedup_by(|a, b| a.0 == b.0);
        // The path as it is, with the ending that an ES module must name.
        let whole = self.whole(&written);
        let awaited = self.awaited(&written);
        let offer = |(path, confidence): (String, f64)| {
            let is_awaited = awaited.as_ref() == Some(&path);
            let evidence = match is_awaited || whole.as_ref() == Some(&path) {
                true => DeterminedBy::Resolution.into(),
                false => Evidence::spelling(true, is_slip(&written, &path)),
            };
            let confidence = if is_awaited {
                confidence::resolved()
            } else {
                confidence
            };
            Ok(Offer {
                rule: crate::rule::script::missing_module::CORRECT_PATH,
                title: format!("load '{path}' in place of '{written}'"),
                reason: format!("'{written}' does not exist, and '{path}' is a module"),
                confidence,
                evidence,
                edits: vec![self.site.replace(range.clone(), path)?],
            })
        };
        better.into_iter().take(3).map(offer).collect()
    }

    /// The position of the path in the file, and how it is written there.
    fn written(&self) -> Option<(Range<usize>, String)> {
        let site = self.site;
        let complained = self.module.trim_start_matches("file://");
        let target = site
            .workspace
            .locate(complained)
            .filter(|_| complained.starts_with('/'));
        let is_it = |path: &str| {
            path == self.module
                || target
                    .as_ref()
                    .is_some_and(|target| leads_to(path, &site.file, target))
        };
        let mut strings = site.modules().map(|(_, token)| token);
        let found = strings.find(|token| is_it(site.word(token)))?;
        Some((found.range.clone(), site.word(found).to_owned()))
    }

    fn paths(&self, written: &str) -> Vec<(String, f64)> {
        let site = self.site;
        let ending = Ending::of(written);
        let mut found: Vec<(String, f64)> = Vec::new();
        found.extend(self.whole(written).map(|path| (path, confidence::resolved())));
        let files = paths::candidates(site.workspace)
            .into_iter()
            .filter(|file| *file != site.file);
        for file in files {
            let path = paths::relative(&file, &site.file, ending);
            let score = likeness(written, &path);
            if path != written && score >= similarity::floor() {
                found.push((path, similarity::listed() * score));
            }
        }
        found.retain(|(path, _)| path != written);
        found
    }

    /// The path of the file that a relative path without an ending leads to.
    fn whole(&self, written: &str) -> Option<String> {
        let site = self.site;
        let file =
            paths::resolve(written, &site.file, site.workspace).filter(|_| written.starts_with('.'))?;
        Some(paths::relative(&file, &site.file, Ending::full(site))).filter(|path| path != written)
    }

    /// The only declared package that the name is a slip of, if nothing in the project loads it: this is where.
    fn awaited(&self, written: &str) -> Option<String> {
        let workspace = self.site.workspace;
        let declared = declared(&self.site.file, workspace);
        let mut near = declared.into_iter().filter(|known| is_slip(written, known));
        let only = near.next().filter(|_| near.next().is_none())?;
        let quoted = ['\'', '"', '`'].map(|quote| format!("{quote}{only}"));
        let loads = |file: &RelPath| {
            let text = workspace.read_text(file).unwrap_or_default();
            quoted.iter().any(|start| {
                let ends = text
                    .match_indices(start.as_str())
                    .map(|(at, _)| &text[at + start.len()..]);
                ends.into_iter()
                    .any(|rest| rest.starts_with(['\'', '"', '`', '/']))
            })
        };
        let mut files = paths::candidates(workspace);
        files.retain(|file| file.extension() != "json");
        let is_loaded = files.len() > MOST_FILES || files.iter().any(loads);
        (only != written && !is_loaded).then_some(only)
    }

    fn packages(&self, written: &str) -> Vec<(String, f64)> {
        let site = self.site;
        if is_uninstalled(written, &site.file, site.workspace) {
            return Vec::new();
        }
        let declared = declared(&site.file, site.workspace);
        let (scheme, name) = match written.strip_prefix("node:") {
            Some(name) => ("node:", name),
            None => ("", written),
        };
        let near = |known: &str| (known.to_owned(), closeness(name, known));
        // Each of Node's modules has only a few submodules.
        let is_inside = |known: &str| {
            let package = known.split_once('/').map(|(package, _)| package);
            package.is_some_and(|package| name.split_once('/').is_some_and(|(own, _)| own == package))
        };
        let builtin = CORE_MODULES
            .iter()
            .copied()
            .filter(|known| is_slip(name, known) || is_inside(known));
        let declared = declared
            .iter()
            .map(String::as_str)
            .filter(|known| is_slip(name, known));
        let mut found: Vec<(String, f64)> = declared.chain(builtin).map(near).collect();
        found.retain(|(known, _)| known != name);
        let mut found: Vec<_> = found
            .into_iter()
            .map(|(known, score)| (format!("{scheme}{known}"), similarity::listed() * score))
            .collect();
        // A file of the project, named as if it were a package.
        for file in paths::candidates(site.workspace)
            .into_iter()
            .filter(|file| *file != site.file)
        {
            if paths::stem(file.as_str()) == paths::stem(written) && paths::stem(file.as_str()) != "index" {
                let ending = match Ending::of(written) {
                    Ending::Bare => Ending::usual(site),
                    said => said,
                };
                found.push((
                    paths::relative(&file, &site.file, ending),
                    confidence::preferred(),
                ));
            }
        }
        found
    }
}

/// The similarity of two paths: file names count more than directories.
fn likeness(written: &str, path: &str) -> f64 {
    let name = |path: &str| paths::stem(path).to_owned();
    let own = paths::directory(written).trim_start_matches("./").to_owned();
    let other = paths::directory(path).trim_start_matches("./").to_owned();
    let is_same_place = own == other;
    let is_same_name = name(written) == name(path);
    match (is_same_name, is_same_place) {
        (true, true) => confidence::stated(),
        (true, false) => location::same_name() + location::directory() * closeness(&own, &other),
        (false, true) => closeness(&name(written), &name(path)),
        // Both at once are two mistakes.
        (false, false) => {
            location::name() * closeness(&name(written), &name(path))
                + location::other_directory() * closeness(&own, &other)
        }
    }
}

/// Returns whether a path names a file that is not there.
fn leads_to(path: &str, from: &RelPath, target: &RelPath) -> bool {
    let normal = |path: &str| path.trim_start_matches("./").to_owned();
    let mut endings = [Ending::Made, Ending::Own].into_iter();
    path.starts_with('.')
        && endings.any(|ending| normal(&paths::relative(target, from, ending)) == normal(path))
}
