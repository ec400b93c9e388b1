//! Rust: the declaration of the module and the paths through it.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::{Diagnostic, Edit, Fact, FixError, RelPath, Workspace};

use super::Lost;
use crate::code_words::{RUST, has_word, is_word};
use crate::declared::defined;
use crate::renaming::{Page, pages};

/// A module that is declared and has no file.
pub(super) struct Module<'a> {
    workspace: &'a dyn Workspace,
    name: &'a str,
    /// The file that declares it.
    parent: RelPath,
    /// The directory that its file belongs in.
    directory: String,
    pages: Vec<Page>,
    names: BTreeSet<String>,
}

impl<'a> Module<'a> {
    pub(super) fn of(diagnostic: &Diagnostic, fact: &'a Fact, workspace: &'a dyn Workspace) -> Option<Self> {
        let Fact::MissingModuleFile { module } = fact else {
            return None;
        };
        let parent = workspace.locate(diagnostic.file()?)?;
        let pages = pages(workspace, &RUST, module);
        let declares = |page: &&Page| {
            page.text
                .lines()
                .any(|line| defined(line) == Some(module.as_str()))
        };
        let mut declaring = pages.iter().filter(declares);
        // Another module of that name has paths that look alike.
        let is_only = declaring.next().is_some_and(|page| page.file == parent) && declaring.next().is_none();
        let mut lost = Self {
            workspace,
            name: module,
            directory: directory_of(&parent),
            parent,
            pages: Vec::new(),
            names: BTreeSet::new(),
        };
        lost.names = pages.iter().flat_map(|page| lost.used_in(page)).collect();
        lost.pages = pages;
        is_only.then_some(lost)
    }

    /// The places of the module's name in a file: where it is declared, and in paths.
    fn places(&self, page: &Page) -> Vec<Range<usize>> {
        let owner = self.parent.file_name().trim_end_matches(".rs");
        let is_path = |place: &&Range<usize>| {
            let before = page.text[..place.start].trim_end();
            let qualifier = before.strip_suffix("::").map(|before| {
                let start = before.trim_end_matches(is_word).len();
                &before[start..]
            });
            let leads_on = page.text[place.end..].starts_with("::");
            let is_declared = before.ends_with("mod") && page.text[place.end..].trim_start().starts_with(';');
            match qualifier {
                None => leads_on || is_declared && page.file == self.parent,
                Some(word) => ["crate", "self", "super", owner].contains(&word),
            }
        };
        page.places.iter().filter(is_path).cloned().collect()
    }

    /// The names that follow the module in paths.
    fn used_in(&self, page: &Page) -> Vec<String> {
        let following = |place: Range<usize>| {
            let rest = page.text[place.end..].strip_prefix("::")?;
            let list = match rest.strip_prefix('{') {
                Some(inner) => inner.split('}').next()?.to_owned(),
                None => rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())].to_owned(),
            };
            Some(list)
        };
        let lists = self.places(page).into_iter().filter_map(following);
        let names = lists.flat_map(|list| {
            let first = |part: &str| {
                let part = part.trim();
                part[..part.find(|c| !is_word(c)).unwrap_or(part.len())].to_owned()
            };
            list.split(',').map(first).collect::<Vec<_>>()
        });
        names.filter(|name| !name.is_empty() && name != "self").collect()
    }
}

/// The directory of the modules that a file declares.
fn directory_of(parent: &RelPath) -> String {
    let stem = parent.as_str().trim_end_matches(".rs");
    match parent.file_name() {
        "main.rs" | "lib.rs" | "mod.rs" => parent.parent().to_owned(),
        _ => stem.to_owned(),
    }
}

/// The name that a file has as a module of a directory.
fn module_in<'f>(directory: &str, file: &'f RelPath) -> Option<&'f str> {
    let below = match directory {
        "" => file.as_str(),
        directory => file.as_str().strip_prefix(directory)?.strip_prefix('/')?,
    };
    let name = below
        .strip_suffix("/mod.rs")
        .or_else(|| below.strip_suffix(".rs"))?;
    (!name.contains('/') && !matches!(name, "main" | "lib" | "mod" | "build")).then_some(name)
}

impl Lost for Module<'_> {
    fn paths(&self) -> Vec<RelPath> {
        let base = match self.directory.as_str() {
            "" => self.name.to_owned(),
            directory => format!("{directory}/{}", self.name),
        };
        let forms = [format!("{base}.rs"), format!("{base}/mod.rs")];
        forms.iter().filter_map(|path| RelPath::new(path).ok()).collect()
    }

    fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    fn candidates(&self) -> Vec<RelPath> {
        let publishes = |text: &str, name: &str| {
            let mut lines = text.lines().filter(|line| line.starts_with("pub"));
            lines.any(|line| defined(line) == Some(name) || line.contains("use ") && has_word(line, name))
        };
        let fits = |file: &&RelPath| {
            let is_beside = module_in(&self.directory, file).is_some() && **file != self.parent;
            let text = is_beside.then(|| self.workspace.read_text(file).ok()).flatten();
            text.is_some_and(|text| self.names.iter().all(|name| publishes(&text, name)))
        };
        let files = self.workspace.files();
        let own = files.iter().filter(fits);
        // A file that is declared is another module.
        own.filter(|file| !self.is_imported(file)).cloned().collect()
    }

    fn is_imported(&self, file: &RelPath) -> bool {
        let Some(module) = module_in(&self.directory, file) else {
            return true;
        };
        let declares = |line: &str| defined(line) == Some(module);
        let text = self.workspace.read_text(&self.parent);
        text.is_ok_and(|text| text.lines().any(declares))
    }

    fn edits(&self, file: &RelPath) -> Result<Vec<Edit>, FixError> {
        let Some(module) = module_in(&self.directory, file) else {
            return Ok(Vec::new());
        };
        let mut edits = Vec::new();
        for page in &self.pages {
            for place in self.places(page) {
                edits.push(Edit::replace(&page.file, &page.text, place, module)?);
            }
        }
        Ok(edits)
    }
}
