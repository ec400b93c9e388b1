//! A path that leads nowhere, where one file or directory beside its last good part is spelled much like it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, Evidence, FixContext, RelPath, SafetyClass, Workspace};

use super::{Case, MOST_FILES, Offer, Rewrite};
use crate::closeness::{is_slip, parts};
use crate::import_fix::is_package;
use crate::weights::confidence;

/// A path or module that cannot be found, as interpreters, compilers and build tools say it.
static MISSING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?x)
        (?:
            Cannot\ find\ module
          | can't\ find\ [^\n]*?\ at\ path
          | (?:[Ff]ailed\ to|[Cc]annot|[Cc]an't|[Cc]ould\ ?n[o']t|[Uu]nable\ to)
            \ (?:read|open|find|load|access)(?:\ (?:source\ )?(?:file|directory))?
          | No\ rule\ to\ make\ target
          | 'include'\ paths\ were
        )
        :?\ (?:'\[)? [`'"‘] (?<path>[^`'"’\n]+) [`'"’]
        | [Nn]o\ such\ file\ or\ directory(?:,\ \w+|:)?\ ['"‘](?<after>[^'"’\n]+)['"’]
        | open\ (?<open>[^\s:]+):\ [Nn]o\ such\ file
        | No\ module\ named\ '(?<module>[\w.]+)'
        "#,
    )
});

/// Extensions of files that compilers make from sources of the same name.
pub(crate) const OBJECTS: [&str; 3] = ["o", "obj", "lo"];

/// The sources that objects are made of.
pub(crate) const SOURCES: [&str; 7] = ["c", "cc", "cpp", "cxx", "m", "s", "S"];

/// Files that tell people, not programs, where something is.
const PROSE: [&str; 4] = ["md", "rst", "txt", "lock"];

/// A path that a tool could not find, from the root of the project.
pub(crate) struct Missing {
    pub(crate) path: String,
    /// Whether it is written as a module, with dots.
    pub(crate) is_module: bool,
}

/// Returns whether a diagnostic is about a path that cannot be found.
pub(crate) fn is_said(diagnostic: &Diagnostic) -> bool {
    MISSING.is_match(&diagnostic.message)
}

/// The path with its one misspelt part corrected, in the only place that writes it.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let missing = said(case.diagnostic, case.context);
    let found = missing.iter().find_map(|missing| offer(case, missing));
    found.into_iter().collect()
}

/// The paths that a failure says cannot be found: those of its message, or else of the whole output.
pub(crate) fn said(diagnostic: &Diagnostic, context: &FixContext<'_>) -> Vec<Missing> {
    let text = match is_said(diagnostic) {
        true => diagnostic.message.as_str(),
        false => context.output,
    };
    let root = context.workspace.root();
    let found = MISSING.captures_iter(text);
    found.filter_map(|found| Missing::of(&found, root)).collect()
}

/// The files of a workspace that programs read.
pub(crate) fn read_by_programs(workspace: &dyn Workspace, most: usize) -> Vec<RelPath> {
    let files = workspace.files();
    let read = files.iter().filter(|file| !PROSE.contains(&file.extension()));
    read.take(most).cloned().collect()
}

impl Missing {
    fn of(found: &regex::Captures<'_>, root: &Path) -> Option<Self> {
        if let Some(module) = found.name("module") {
            return Some(Self {
                path: module.as_str().replace('.', "/"),
                is_module: true,
            });
        }
        let named = ["path", "after", "open"];
        let written = named.iter().find_map(|name| found.name(name))?.as_str();
        let inside = match Path::new(written).is_absolute() {
            true => Path::new(written).strip_prefix(root).ok()?.to_str()?,
            false => written.trim_start_matches("./"),
        };
        let is_plain = !inside.is_empty() && inside.split('/').all(|part| !matches!(part, "" | "." | ".."));
        is_plain.then(|| Self {
            path: inside.to_owned(),
            is_module: false,
        })
    }

    /// Paths that exist or can be built, with their directories.
    fn known(&self, files: &[RelPath]) -> BTreeSet<String> {
        let mut known = BTreeSet::new();
        let ending = self.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_object = OBJECTS.contains(&ending);
        for file in files {
            let path = file.as_str();
            known.extend(path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
            known.insert(match path.rsplit_once('.') {
                Some((stem, "py")) if self.is_module => stem.to_owned(),
                Some((stem, source)) if is_object && SOURCES.contains(&source) => format!("{stem}.{ending}"),
                _ => path.to_owned(),
            });
        }
        known
    }

    /// The part that nothing has, by its number, and the only entry there that it can be a slip of.
    fn slip(&self, files: &[RelPath]) -> Option<(usize, String)> {
        let known = self.known(files);
        let parts: Vec<&str> = self.path.split('/').collect();
        let good = |number: usize| known.contains(&parts[..=number].join("/"));
        let wrong = (0..parts.len()).find(|number| !good(*number))?;
        let above: String = parts[..wrong].iter().map(|part| format!("{part}/")).collect();
        let behind: String = parts[wrong + 1..].iter().map(|part| format!("/{part}")).collect();
        let entries = known.iter().filter_map(|path| path.strip_prefix(above.as_str()));
        let mut near = entries.filter(|entry| {
            let leads_on = || known.contains(&format!("{above}{entry}{behind}"));
            !entry.contains('/') && leads_on() && is_misspelt(parts[wrong], entry, !behind.is_empty())
        });
        let (Some(right), None) = (near.next(), near.next()) else {
            return None;
        };
        Some((wrong, right.to_owned()))
    }
}

/// Returns whether an entry of a directory was meant by a name that it does not have: the same kind of file, and a
/// slip in every word that differs. `part_b` is not a slip of `part_a`. A directory in which the rest of the path
/// exists may also be the plural.
fn is_misspelt(wrong: &str, right: &str, leads_on: bool) -> bool {
    let ((wrong, kind), (right, other)) = (split(wrong), split(right));
    let (ours, theirs) = (parts(wrong), parts(right));
    let differ = ours.iter().zip(&theirs).filter(|(a, b)| a != b);
    let is_number_of_things = leads_on && strsim::damerau_levenshtein(wrong, right) == 1;
    let is_word_by_word =
        || ours.len() != theirs.len() || differ.clone().all(|(a, b)| is_number_of_things || is_slip(a, b));
    kind == other && wrong != right && (is_slip(wrong, right) || is_number_of_things) && is_word_by_word()
}

/// A name and its ending.
fn split(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, ending),
        _ => (name, ""),
    }
}

fn offer(case: &Case<'_>, missing: &Missing) -> Option<Offer> {
    let files = case.context.workspace.files();
    let (number, right) = missing.slip(&files)?;
    let separator = if missing.is_module { "." } else { "/" };
    let parts: Vec<&str> = missing.path.split('/').collect();
    let wrong = parts[number];
    // A path is written from some directory on, and up to some part: the longest text that is written decides.
    let starts = 0..=number;
    let texts = starts.flat_map(|start| (number + 1..=parts.len()).rev().map(move |end| (start, end)));
    if missing.is_module && is_package(case.context.workspace, &parts.join(".")) {
        return None;
    }
    let read: Vec<(RelPath, String)> = read_by_programs(case.context.workspace, MOST_FILES)
        .into_iter()
        .filter_map(|file| Some((file.clone(), case.read(&file)?)))
        .collect();
    let mut written = texts.map(|(start, end)| {
        let text = parts[start..end].join(separator);
        let ahead: usize = parts[start..number].iter().map(|part| part.len() + 1).sum();
        let places = read.iter().flat_map(|(file, own)| {
            let places = places(own, &text, missing.is_module);
            let is_code = missing.is_module && file.extension() == "py";
            let places = places
                .into_iter()
                .filter(move |at| !is_code || is_quoted(own, *at));
            places.map(move |at| (file, own, at + ahead))
        });
        places.collect::<Vec<_>>()
    });
    let places = written.find(|places| !places.is_empty())?;
    let [(file, before, at)] = places.as_slice() else {
        return None;
    };
    Some(Offer {
        title: format!("write '{right}' for '{wrong}' in {file}"),
        reason: format!("there is no '{}', and '{right}' is beside it", missing.path),
        confidence: confidence::resolved(),
        evidence: Evidence::spelling(true, true),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite {
            file: RelPath::clone(file),
            before: String::clone(before),
            after: format!("{}{right}{}", &before[..*at], &before[at + wrong.len()..]),
        }],
    })
}

/// The places where a path is written as a whole: no part of a longer name, and no import of a module, which other
/// strategies correct.
pub(crate) fn places(text: &str, path: &str, is_module: bool) -> Vec<usize> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let is_whole = |at: usize| {
        let (before, after) = (&text[..at], &text[at + path.len()..]);
        let goes_on = after
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(is_name));
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let is_import = line.starts_with("import ") || line.starts_with("from ");
        !before.ends_with(is_name)
            && !after.starts_with(is_name)
            && (is_module && !is_import || !is_module && !goes_on && !before.ends_with('.'))
    };
    let all = text.match_indices(path).map(|(at, _)| at);
    all.filter(|at| is_whole(*at)).collect()
}

/// Returns whether the word at a place is in quotes: elsewhere in code it is the name of a value.
fn is_quoted(text: &str, at: usize) -> bool {
    let is_in_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    text[..at].trim_end_matches(is_in_path).ends_with(['"', '\''])
}
