//! The workspace as a Python project: its modules, their sources, and the names in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_core::{RelPath, Workspace};

use super::modules::Modules;
use super::scope::Scopes;
use super::source::Source;

/// Files larger than this are generated, vendored or data; names in them are not evidence.
const LARGEST_FILE: usize = 1 << 20;

/// The project as seen by one proposal. Files are read and parsed once, on demand.
pub(crate) struct Project<'a> {
    workspace: &'a dyn Workspace,
    modules: Modules,
    texts: Mutex<BTreeMap<RelPath, Option<Arc<str>>>>,
    sources: Mutex<BTreeMap<RelPath, Option<Arc<Parsed>>>>,
}

/// A file with its names.
pub(crate) struct Parsed {
    pub(crate) source: Source,
    pub(crate) scopes: Scopes,
}

impl<'a> Project<'a> {
    pub(crate) fn of(workspace: &'a dyn Workspace) -> Self {
        Self {
            workspace,
            modules: Modules::of(&workspace.files()),
            texts: Mutex::default(),
            sources: Mutex::default(),
        }
    }

    pub(crate) fn modules(&self) -> &Modules {
        &self.modules
    }

    /// A file's text, if it can be read.
    pub(crate) fn text(&self, file: &RelPath) -> Option<Arc<str>> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || self.workspace.read_text(file).ok().map(Arc::from);
        texts.entry(file.clone()).or_insert_with(read).clone()
    }

    /// A file, parsed.
    pub(crate) fn parsed(&self, file: &RelPath) -> Option<Arc<Parsed>> {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        let parse = || parsed_once(file, &self.text(file)?);
        sources.entry(file.clone()).or_insert_with(parse).clone()
    }

    /// A module of the project by its dotted name, parsed.
    pub(crate) fn module(&self, name: &str) -> Option<Arc<Parsed>> {
        self.parsed(self.modules.file(name)?)
    }

    /// The names that can be imported from one of the project's modules: its bindings and its submodules.
    pub(crate) fn members(&self, module: &str) -> BTreeSet<String> {
        let mut members: BTreeSet<String> = self.modules.children(module).map(str::to_owned).collect();
        if let Some(parsed) = self.module(module) {
            members.extend(parsed.scopes.scope(0).bindings.keys().cloned());
        }
        members
    }

    /// Returns whether a name can be imported from one of the project's modules.
    pub(crate) fn exports(&self, module: &str, name: &str) -> bool {
        let binds = |parsed: Arc<Parsed>| {
            parsed.scopes.has_star_import() || parsed.scopes.scope(0).bindings.contains_key(name)
        };
        self.module(module).is_some_and(binds) || self.modules.children(module).any(|child| child == name)
    }

    /// The project's files that hold a word, parsed.
    pub(crate) fn mentioning(&self, word: &str) -> Vec<Arc<Parsed>> {
        let files = self.modules.iter().map(|(file, _)| file);
        files
            .filter(|file| self.occurrences_in(file, word) > 0)
            .filter_map(|file| self.parsed(file))
            .collect()
    }

    /// The number of times a word occurs in the project's Python files, comments and strings
    /// included; each file counts by its weight.
    pub(crate) fn occurrences(&self, word: &str, weight: impl Fn(&RelPath) -> usize) -> usize {
        let files = self.modules.iter().map(|(file, _)| file);
        files
            .map(|file| self.occurrences_in(file, word) * weight(file))
            .sum()
    }

    fn occurrences_in(&self, file: &RelPath, word: &str) -> usize {
        let text = self.text(file).filter(|text| text.len() <= LARGEST_FILE);
        text.map_or(0, |text| count_word(&text, word))
    }
}

/// A file, parsed, unless the last parse was of the same text: each strategy is asked about each cause, and few
/// files change between two questions.
fn parsed_once(file: &RelPath, text: &Arc<str>) -> Option<Arc<Parsed>> {
    type Known = BTreeMap<RelPath, (Arc<str>, Option<Arc<Parsed>>)>;
    /// The most files that are remembered.
    const MOST: usize = 1024;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, parsed)) = known().get(file).filter(|(of, _)| of == text) {
        return parsed.clone();
    }
    let parse = || {
        let source = Source::parse(file.clone(), text.as_ref().to_owned())?;
        let scopes = Scopes::of(&source);
        Some(Arc::new(Parsed { source, scopes }))
    };
    let parsed = parse();
    let mut known = known();
    if known.len() >= MOST {
        known.clear();
    }
    known.insert(file.clone(), (Arc::clone(text), parsed.clone()));
    parsed
}

/// The number of times a whole word occurs in a text.
pub(crate) fn count_word(text: &str, word: &str) -> usize {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let whole = |(at, _): &(usize, &str)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    text.match_indices(word).filter(whole).count()
}
